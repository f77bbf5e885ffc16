//! Boilerplate: the shingles that stand in more than a share of the documents of one site.
//!
//! Henzinger (2006, sections 3.2 and 4) found that both algorithms fail on pairs of one site, mostly for the text that all its
//! pages share, and expected that "using a boilerplate detection algorithm would probably help". Naively: a map from
//! each shingle of a site to the number of its documents. Here (shingle, document) is sorted through a disk, as Broder's own
//! clustering does, so that memory stays within its bound: the shingles of a site come with what tells the site mixed
//! in, so that records are 12 bytes and equal ones of a site stand together. What is found is few, and stands in
//! a file, from which the lists of sites are read as they are needed.
//!
//! Of small sites nothing is said. At n documents, the standard error of a share is up to 1 / (2 sqrt(n)), 0.09 at 30; and
//! in a site of fewer documents than one over the share, a single pair of near-duplicates would make boilerplate of all
//! that it shares, and with it disappear.

use std::path::PathBuf;

use super::super::Error;
use super::super::blobs::{Blobs, Lists};
use super::super::sort::{Repeats, Sorted, Sorter};
use twinprint::{hash, shingle};

/// When a shingle is boilerplate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// It stands in more than this share of the site's documents.
    pub share: f64,
    /// The site has at least this number of documents.
    pub documents: u32,
}

impl Default for Rule {
    /// More than a fifth of at least 30 documents: seven and more.
    fn default() -> Self {
        Rule { share: 0.2, documents: 30 }
    }
}

impl Rule {
    fn applies(&self, documents: u32) -> bool {
        documents >= self.documents.max(1)
    }

    fn is_met(&self, count: u32, documents: u32) -> bool {
        self.applies(documents) && f64::from(count) > self.share * f64::from(documents)
    }
}

/// Takes the shingles of documents, to find what is boilerplate among them.
///
/// Beside that memory, it takes 4 bytes a document for the sites, a bit a document, and 20 bytes a site.
///
/// ```
/// use twinprint_native::scan::boilerplate::{Gathering, Rule};
/// let folder = tempfile::tempdir()?;
/// let rule = Rule { share: 0.5, documents: 3 };
/// let mut gathering = Gathering::new(vec![0, 0, 0, 1], rule, 1 << 20, folder.path());
/// gathering.take(0, &[5, 7, 9])?;
/// gathering.take(1, &[5, 8, 9])?;
/// gathering.take(2, &[4, 6, 9])?;
/// gathering.take(3, &[5, 7, 9])?;
/// let boilerplate = gathering.finish()?;
/// assert_eq!(boilerplate.frequent(0)?, [(5, 2), (9, 3)]);
/// let mut cleaner = boilerplate.cleaner();
/// let mut shingles = vec![4, 6, 9];
/// assert_eq!(cleaner.clean(0, &mut shingles)?, 1);
/// assert_eq!(shingles, [4, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Gathering {
    /// The site of each document.
    sites: Vec<u32>,
    /// How many documents of each site there may be, and how many were taken.
    expected: Vec<u32>,
    taken: Vec<u32>,
    rule: Rule,
    records: Sorter<(u64, u32)>,
    /// Of what is found, by site and shingle.
    found: Sorter<(u128, u32)>,
    folder: PathBuf,
}

impl Gathering {
    /// Given the site of each document that may come; where there are no sites, 0 for all. Sites are numbered from 0
    /// without gaps. `folder` is for what does not go into `memory` bytes.
    pub fn new(sites: Vec<u32>, rule: Rule, memory: usize, folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        let mut expected = vec![0; sites.iter().max().map_or(0, |&last| last as usize + 1)];
        sites.iter().for_each(|&site| expected[site as usize] += 1);
        Gathering {
            taken: vec![0; expected.len()],
            sites,
            expected,
            rule,
            // While what is found is sorted, the records are merged, for which less is as good.
            records: Sorter::new(memory / 4 * 3, &folder, Repeats::Drop),
            found: Sorter::new(memory / 4, &folder, Repeats::Keep),
            folder,
        }
    }

    /// Takes a document's distinct shingles. Exact duplicates are better left out: they would count once more what they share.
    ///
    /// # Errors
    /// As [`Sorter::push`].
    ///
    /// # Panics
    /// With a document that has no site.
    pub fn take(&mut self, document: u32, shingles: &[u64]) -> Result<(), Error> {
        let site = self.sites[document as usize];
        self.taken[site as usize] += 1;
        if self.rule.applies(self.expected[site as usize]) {
            self.records.extend(shingles.iter().map(|shingle| (shingle ^ mask(site), document)))?;
        }
        Ok(())
    }

    /// Sorts, and finds the boilerplate.
    ///
    /// # Errors
    /// As [`Sorter::push`]; [`Error::Unwritable`] and [`Error::Unreadable`], if what is found cannot be written or read again.
    pub fn finish(self) -> Result<Boilerplate, Error> {
        let Gathering { sites, taken, rule, records, mut found, folder, .. } = self;
        let mut touched = Bits(vec![0; sites.len().div_ceil(64)]);
        for_each_run(records.finish()?, |key, documents| {
            // Two sites' records are equal with a chance of one in 2^64, and then are distinguished here.
            documents.sort_by_key(|&document| sites[document as usize]);
            for of_site in documents.chunk_by(|&a, &b| sites[a as usize] == sites[b as usize]) {
                let (site, count) = (sites[of_site[0] as usize], of_site.len() as u32);
                if rule.is_met(count, taken[site as usize]) {
                    found.push((u128::from(site) << 64 | u128::from(key ^ mask(site)), count))?;
                    of_site.iter().for_each(|&document| touched.set(document));
                }
            }
            Ok(())
        })?;
        let mut tallies: Vec<Tally> =
            taken.iter().map(|&documents| Tally { documents, ..Tally::default() }).collect();
        for (document, &site) in sites.iter().enumerate() {
            tallies[site as usize].touched += u32::from(touched.is_set(document as u32));
        }
        let list = |name| match tempfile::tempfile_in(&folder) {
            Ok(file) => Ok(Lists::new(Blobs::new(file, name))),
            Err(reason) => Err(Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason }),
        };
        let mut boilerplate = Boilerplate { tallies, rule, lists: list("the file of boilerplate")? };
        boilerplate.gather(found.finish()?)?;
        Ok(boilerplate)
    }
}

/// What is mixed into the shingles of a site.
fn mask(site: u32) -> u64 {
    hash::mix(u64::from(site) + 1)
}

/// Calls `sink` with each key of sorted records and its documents.
fn for_each_run(
    records: Sorted<(u64, u32)>,
    mut sink: impl FnMut(u64, &mut [u32]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut key, mut documents) = (0, Vec::new());
    for record in records {
        let (next, document) = record?;
        if next != key && !documents.is_empty() {
            sink(key, &mut documents)?;
            documents.clear();
        }
        key = next;
        documents.push(document);
    }
    if documents.is_empty() { Ok(()) } else { sink(key, &mut documents) }
}

/// A bit a document.
struct Bits(Vec<u64>);

impl Bits {
    fn set(&mut self, at: u32) {
        self.0[at as usize / 64] |= 1 << (at % 64);
    }

    fn is_set(&self, at: u32) -> bool {
        self.0[at as usize / 64] >> (at % 64) & 1 == 1
    }
}

/// What was found of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Its documents.
    pub documents: u32,
    /// Those with a shingle that is boilerplate.
    pub touched: u32,
    /// The distinct shingles that are.
    pub shingles: u32,
    /// How often they stand in its documents, counted once in each.
    pub occurrences: u64,
}

/// The boilerplate of every site.
#[derive(Debug)]
pub struct Boilerplate {
    tallies: Vec<Tally>,
    rule: Rule,
    /// Of each site, its shingles and then, as many, in how many documents each stands.
    lists: Lists,
}

impl Boilerplate {
    fn gather(&mut self, found: Sorted<(u128, u32)>) -> Result<(), Error> {
        let (mut shingles, mut counts) = (Vec::new(), Vec::new());
        for record in found {
            let (key, count) = record?;
            let site = (key >> 64) as usize;
            while self.lists.len() < site {
                self.close(&mut shingles, &mut counts)?;
            }
            shingles.push(key as u64);
            counts.push(u64::from(count));
            self.tallies[site].shingles += 1;
            self.tallies[site].occurrences += u64::from(count);
        }
        while self.lists.len() < self.tallies.len() {
            self.close(&mut shingles, &mut counts)?;
        }
        Ok(())
    }

    /// Ends the list of a site.
    fn close(&mut self, shingles: &mut Vec<u64>, counts: &mut Vec<u64>) -> Result<(), Error> {
        shingles.append(counts);
        self.lists.push(shingles)?;
        shingles.clear();
        Ok(())
    }

    /// By what rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// What was found of each site, in the order of their numbers.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// The boilerplate of a site: its shingles in order, and in how many documents each stands.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With a site that is none.
    pub fn frequent(&self, site: u32) -> Result<Vec<(u64, u32)>, Error> {
        let (mut list, mut scratch) = (Vec::new(), Vec::new());
        self.lists.read(site as usize..site as usize + 1, &mut list, &mut scratch)?;
        let (shingles, counts) = list.split_at(list.len() / 2);
        Ok(shingles.iter().zip(counts).map(|(&shingle, &count)| (shingle, count as u32)).collect())
    }

    /// What takes the boilerplate out of documents; one for each thread.
    pub fn cleaner(&self) -> Cleaner<'_> {
        Cleaner { boilerplate: self, site: None, list: Vec::new(), scratch: Vec::new() }
    }
}

/// Takes the boilerplate out of documents. The list of a site is read when the first of its documents in a row comes.
#[derive(Debug)]
pub struct Cleaner<'a> {
    boilerplate: &'a Boilerplate,
    site: Option<u32>,
    list: Vec<u64>,
    scratch: Vec<u8>,
}

impl Cleaner<'_> {
    /// Takes its site's boilerplate out of a document's sorted shingles, and returns how many these were. None may be left: the
    /// document has nothing of its own.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With a site that is none.
    pub fn clean(&mut self, site: u32, shingles: &mut Vec<u64>) -> Result<usize, Error> {
        if self.boilerplate.tallies[site as usize].shingles == 0 {
            return Ok(0);
        }
        if self.site != Some(site) {
            self.site = None;
            let numbers = site as usize..site as usize + 1;
            self.boilerplate.lists.read(numbers, &mut self.list, &mut self.scratch)?;
            self.list.truncate(self.list.len() / 2);
            self.site = Some(site);
        }
        let before = shingles.len();
        shingle::without(shingles, &self.list);
        Ok(before - shingles.len())
    }
}
