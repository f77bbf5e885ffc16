//! A corpus as Ye, Wen and Ma prepare theirs (2008, section 4.2): visible text, without exact copies, as shingles.

use serde::{Deserialize, Serialize};

use super::agreed::AlikePair;
use super::bins::{Bins, bin};
use super::groups::LengthGroups;
use super::sets::Sets;
use twinprint_native::Error;
use twinprint_native::blobs::Lists;
use twinprint_native::overlap::{Need, Workspace};
use twinprint_native::scan::{Comparison, Conditions, Engine, Gathered, Row, ScanPair, Spool};

/// The hash that names a shingle and decides which samples it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleHash {
    /// The low 64 bits of the MD5 of its words (section 4.3).
    Md5,
    /// The 64-bit hash rolled over its words, which all else is done with.
    Rolled64,
}

impl SampleHash {
    /// Both.
    pub const ALL: [SampleHash; 2] = [SampleHash::Md5, SampleHash::Rolled64];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SampleHash::Md5 => "md5",
            SampleHash::Rolled64 => "rolled64",
        }
    }
}

/// A corpus, with the pairs of its documents that are alike.
#[derive(Debug)]
pub struct Collection {
    gathered: Gathered,
    /// For each document the number it has among those of its group, and `None` for copies.
    numbers: Vec<Option<u32>>,
    groups: LengthGroups,
    pairs: Spool,
}

/// How all pairs that are alike by half their shingles are found, without sampling.
pub fn comparison(place: &Workspace) -> Comparison {
    Comparison {
        method: None,
        confirm: Some(Need::Resemblance { thousandths: 500 }),
        engine: Engine::Prefixes,
        common: None,
        plan: None,
        conditions: Conditions::default(),
        place: place.clone(),
    }
}

impl Collection {
    /// Documents that were taken in with their MD5s, and all pairs that [`comparison`] finds.
    pub fn new(gathered: Gathered, groups: LengthGroups, pairs: Spool) -> Collection {
        let mut next = std::vec![0; groups.len()];
        let number = |(ordinal, row): (u32, &Row)| {
            (row.first == ordinal).then(|| {
                let next = &mut next[groups.of(row.words)];
                *next += 1;
                *next - 1
            })
        };
        let numbers = (0..).zip(gathered.catalogue.rows()).map(number).collect();
        Collection { gathered, numbers, groups, pairs }
    }

    /// The documents.
    pub fn gathered(&self) -> &Gathered {
        &self.gathered
    }

    /// How they are grouped.
    pub fn groups(&self) -> &LengthGroups {
        &self.groups
    }

    /// How many of them are no copies.
    pub fn documents(&self) -> usize {
        self.numbers.iter().flatten().count()
    }

    /// The group of a document.
    pub(super) fn group(&self, ordinal: u32) -> usize {
        self.groups.of(self.gathered.catalogue.row(ordinal).words)
    }

    /// The pairs that are alike, each with the bin of its resemblance.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Result<AlikePair, Error>> + '_ {
        let alike = |found: ScanPair| {
            let overlap = found.overlap(&self.gathered.catalogue)?;
            let bin = bin(overlap.shared, overlap.a + overlap.b - overlap.shared)?;
            Some(AlikePair { a: found.a, b: found.b, bin: bin as u8 })
        };
        self.pairs.iter().filter_map(move |found| match found {
            Ok(found) => alike(found).map(Ok),
            Err(error) => Some(Err(error)),
        })
    }

    /// The pairs within each group, and those between groups, by their resemblance.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn alike(&self) -> Result<(Vec<Bins>, Bins), Error> {
        let (mut within, mut between) = (std::vec![Bins::default(); self.groups.len()], Bins::default());
        for pair in self.pairs() {
            let AlikePair { a, b, bin } = pair?;
            let group = self.group(a);
            let of = if group == self.group(b) { &mut within[group] } else { &mut between };
            of.0[usize::from(bin)] += 1;
        }
        Ok((within, between))
    }

    /// The pairs within a group, its documents numbered by their places in it.
    pub(super) fn pairs_within(&self, group: usize) -> Result<Vec<AlikePair>, Error> {
        let mut within = Vec::new();
        for pair in self.pairs() {
            let AlikePair { a, b, bin } = pair?;
            if self.group(a) == group
                && self.group(b) == group
                && let (Some(a), Some(b)) = (self.numbers[a as usize], self.numbers[b as usize])
            {
                within.push(AlikePair { a, b, bin });
            }
        }
        Ok(within)
    }

    /// Gives the shingles of each document that is no copy, by a hash, with its ordinal.
    pub(super) fn each_document(
        &self,
        hash: SampleHash,
        mut each: impl FnMut(u32, &[u64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut give = |ordinal: usize, shingles: &[u64]| match self.numbers[ordinal] {
            Some(_) => each(ordinal as u32, shingles),
            None => Ok(()),
        };
        match hash {
            SampleHash::Rolled64 => self.gathered.shingles.for_each(give),
            SampleHash::Md5 => self.gathered.for_each_digests(|ordinal, low, _| give(ordinal, low)),
        }
    }

    /// Gives both halves of the MD5s of each document that is no copy.
    pub(super) fn each_digests(
        &self,
        mut each: impl FnMut(&[u64], &[u64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.gathered.for_each_digests(|_, low, high| each(low, high))
    }

    /// The shingles of each group in a file of its own.
    pub(super) fn by_group(&self, hash: SampleHash, place: &Workspace) -> Result<Vec<Lists>, Error> {
        let mut lists = Vec::new();
        for _ in 0..self.groups.len() {
            lists.push(Lists::temporary(&place.folder)?);
        }
        self.each_document(hash, |ordinal, shingles| lists[self.group(ordinal)].push(shingles).map(drop))?;
        Ok(lists)
    }
}

/// Lists in memory, sealed for these divisors.
pub(super) fn sets(lists: &Lists, divisors: &[u32]) -> Result<Sets, Error> {
    let shingles = lists.ends().last().map_or(0, |end| end / 8);
    let mut sets = Sets::with_capacity(lists.len(), shingles as usize);
    lists.for_each(|_, shingles| {
        sets.push(shingles, 0);
        Ok(())
    })?;
    sets.seal(divisors);
    Ok(sets)
}
