//! Reading a corpus once: each document is reduced as it passes, on all cores, and exact duplicates are found.
//!
//! Naively, documents would be compared as they are. What is kept of one here is a row, its name, its shingles and its
//! sketch; of a copy of an earlier document only the row and the name.

use core::time::Duration;
use std::collections::HashMap;
use std::format;
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Instant;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::corpus::{Batches, DocumentPlace, Note, Position, RawRecord, Source, Unit, in_shares};
use super::super::ledger::Count;
use super::reduce::{Reduced, Reducer, Reduction};
use super::state::{Progress, Record, Records, RefusedList, State};
use super::{Catalogue, Refused, Row, Skipped, digests};
use twinprint::sketch::{SiteRule, site_of};

/// How a corpus is taken in.
#[derive(Debug, Clone)]
pub struct Ingest {
    /// What documents are reduced to.
    pub reduction: Reduction,
    /// How the sites of documents are determined from their URLs; none if what they belong to is their site.
    pub site: Option<SiteRule>,
    /// How long it goes on between two points from which it can go on after it was stopped.
    pub between: Duration,
    /// What sets exact duplicates apart.
    pub apart: Apart,
    /// The names of the files, in the order of the listing.
    pub files: Vec<String>,
    /// What becomes of a document with the name of an earlier one.
    pub repeated: RepeatedNames,
}

/// What becomes of a document with the name of an earlier one. It is never skipped: a document is told by its place, and what the data
/// call it is a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatedNames {
    /// It is taken in, and its place stands behind its name.
    #[default]
    Placed,
    /// It is an error that ends the scan.
    Refused,
}

/// What keeps documents with the same text from standing for one another: what distinguishes pairs, beside their texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Apart {
    /// The files before this one are an old corpus.
    pub old_files: u32,
    /// Categories are compared apart.
    pub categories: bool,
    /// Languages are compared apart.
    pub languages: bool,
    /// Sites are compared apart, or with one another only.
    pub sites: bool,
}

/// A corpus taken in.
#[derive(Debug)]
pub struct Gathered {
    /// The documents.
    pub catalogue: Catalogue,
    /// The site of each document: documents of one site have one number; 0 where it is not known.
    pub sites: Vec<u32>,
    /// The category of each document, likewise.
    pub categories: Vec<u32>,
    /// The language of each document, likewise.
    pub languages: Vec<u32>,
    /// What the field says of each document by which they are ranked; empty where none is.
    pub ranks: Vec<String>,
    /// The distinct shingles of each document that is the first of its copies, sorted; none of others.
    pub shingles: Lists,
    /// The sketch of each such document, or the MD5s of its shingles, as numbers.
    pub(crate) values: Lists,
    /// What was skipped, counted by reason.
    pub skipped: Skipped,
    /// What was skipped, each.
    pub refused: RefusedList,
    /// What was met in each file, by its place in the listing, as it came; files after the last that has something are not there.
    pub read: Vec<Count>,
    /// What keeps other scans out of the folder.
    _lock: Option<File>,
}

impl Gathered {
    /// The bytes of all sketches.
    pub fn sketch_bytes(&self) -> u64 {
        self.values.ends().last().copied().unwrap_or(0)
    }

    /// Gives each document's number and, where shingles are named by MD5, the low and the high halves of the MD5s of its distinct
    /// shingles, in order of the low halves.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and what `each` says.
    pub fn for_each_digests(
        &self,
        mut each: impl FnMut(usize, &[u64], &[u64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.values.for_each(|document, numbers| {
            let (low, high) = digests::halves(numbers);
            each(document, low, high)
        })
    }
}

/// What a system says where there is no more room.
const FULL: [ErrorKind; 3] = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];

/// Where what is gathered is kept.
#[derive(Debug, Clone)]
pub enum Keeping {
    /// In memory, and in files without a name what does not go there: nothing is left of them.
    Unnamed {
        /// Where the files are.
        folder: PathBuf,
        /// The most bytes that are kept in memory.
        memory: usize,
    },
    /// In a folder, so that the same task goes on where it was stopped.
    Folder {
        /// The folder; it is made if there is none.
        folder: PathBuf,
        /// What is done, and with which files: another task begins anew.
        task: String,
    },
}

impl Ingest {
    /// Takes documents in. They are given from the place on that `documents` is called with; `passed` is called with what of each batch was
    /// left out of the files that ended in it.
    ///
    /// # Errors
    /// [`Error::Core`] for what documents cannot be reduced to; [`Error::SameName`] if that is to be one;
    /// [`Error::Busy`]; [`Error::Unreadable`] and [`Error::Unwritable`] of what is gathered. A document that cannot be read is
    /// none.
    pub fn gather(
        &self,
        documents: impl FnOnce(Position) -> Batches,
        keeping: &Keeping,
        passed: &mut dyn FnMut(&[Note]),
    ) -> Result<Gathered, Error> {
        let (state, records) = match keeping {
            Keeping::Unnamed { folder, memory } => (State::unnamed(folder, *memory)?, Records::new()),
            Keeping::Folder { folder, task } => State::open(folder, task)?,
        };
        let mut workers = (0..rayon::current_num_threads())
            .map(|_| Reducer::new(&self.reduction))
            .collect::<Result<Vec<_>, _>>()?;
        let Progress { file, number, read, .. } = state.progress;
        let mut gathering = Gathering::resume(state, records, self)?;
        if !read {
            let batches = documents(Position { entry: file as usize, number });
            gathering
                .take_all(batches, &mut workers, passed)
                .map_err(|error| gathering.told_if_full(error))?;
        }
        gathering.finish()
    }
}

impl Ingest {
    /// Where the document of a row was read, in a file of these units.
    fn place(&self, row: &Row, unit: Unit) -> DocumentPlace {
        let name = self.files.get(row.file as usize).map_or("", |name| name);
        let position = Position { entry: row.file as usize, number: row.number.into() };
        DocumentPlace { file: name.into(), unit, position }
    }
}

/// What has been gathered so far.
struct Gathering<'a> {
    ingest: &'a Ingest,
    state: State,
    rows: Vec<Row>,
    sites: Labels,
    categories: Labels,
    languages: Labels,
    ranks: Vec<String>,
    /// The first document of each identity.
    firsts: HashMap<u128, u32>,
    /// The first document whose name has this hash.
    named: HashMap<u64, u32>,
    /// What each file is made of, as far as it was read.
    units: HashMap<u32, Unit>,
    /// What was met in each file.
    read: Vec<Count>,
    /// How many bytes of the files were taken, so far as the documents of a batch are of one length.
    taken: f64,
}

impl<'a> Gathering<'a> {
    fn resume(state: State, records: Records, ingest: &'a Ingest) -> Result<Self, Error> {
        let mut gathering = Gathering {
            ingest,
            state,
            rows: Vec::new(),
            sites: Labels::default(),
            categories: Labels::default(),
            languages: Labels::default(),
            ranks: Vec::new(),
            firsts: HashMap::new(),
            named: HashMap::new(),
            units: HashMap::new(),
            read: Vec::new(),
            taken: 0.0,
        };
        for refused in gathering.state.refused.iter() {
            let Refused { file, bytes, .. } = refused?;
            met(&mut gathering.read, file, bytes);
        }
        let mut name = Vec::new();
        for (ordinal, record) in records.into_iter().enumerate() {
            gathering.state.names.read(ordinal..ordinal + 1, &mut name)?;
            let place = ingest.place(&record.row, record.unit);
            // A place that stands behind a name is no part of what the data call a document.
            if !name.ends_with(place.behind("").as_bytes()) {
                gathering.named.entry(hash(&name)).or_insert(ordinal as u32);
            }
            gathering.firsts.entry(record.identity).or_insert(ordinal as u32);
            let [site, category, language, rank] = &record.labels;
            gathering.ranks.push(rank.clone());
            gathering.sites.push(site);
            gathering.categories.push(category);
            gathering.languages.push(language);
            gathering.units.insert(record.row.file, record.unit);
            met(&mut gathering.read, record.row.file as usize, record.row.bytes.into());
            gathering.rows.push(record.row);
        }
        Ok(gathering)
    }

    fn take_all(
        &mut self,
        batches: Batches,
        workers: &mut [Reducer],
        passed: &mut dyn FnMut(&[Note]),
    ) -> Result<(), Error> {
        let mut saved = Instant::now();
        for batch in batches {
            self.take_batch(batch.records, &batch.files, batch.read, workers)?;
            let Position { entry, number } = batch.next;
            (self.state.progress.file, self.state.progress.number) = (entry as u32, number);
            if saved.elapsed() >= self.ingest.between {
                self.state.checkpoint()?;
                saved = Instant::now();
            }
            passed(&batch.notes);
        }
        self.state.progress.read = true;
        self.state.checkpoint()
    }

    /// Says of a full disk how much was written.
    fn told_if_full(&self, error: Error) -> Error {
        match error {
            Error::Unwritable { place, reason } if FULL.contains(&reason.kind()) => {
                let end = |ends: &[u64]| ends.last().copied().unwrap_or(0);
                let State { names, shingles, values, progress, .. } = &self.state;
                let written =
                    end(names.ends()) + end(shingles.ends()) + end(values.ends()) + progress.journal;
                Error::Full { place, written, read: self.taken as u64, needed: None }
            }
            error => error,
        }
    }

    /// Parses and reduces documents on all cores, and takes them in their order.
    fn take_batch(
        &mut self,
        records: Vec<Result<RawRecord, Error>>,
        files: &[usize],
        read: u64,
        workers: &mut [Reducer],
    ) -> Result<(), Error> {
        let by_group = self.ingest.site.is_none();
        let of_each = (read as f64 - self.taken) / files.len().max(1) as f64;
        let reduced = in_shares(records, workers, |worker, record| {
            let number = record.as_ref().ok().map(|record| record.place().position.number);
            let mut bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
            let reduced = record.and_then(RawRecord::parse).and_then(|mut source| {
                bytes = source.text.len() as u64;
                let reduced = worker.reduce(&source.document_of(by_group))?;
                source.text = String::new();
                Ok((source, reduced))
            });
            (number, bytes, reduced)
        });
        for ((number, bytes, document), &file) in reduced.into_iter().zip(files) {
            met(&mut self.read, file, bytes);
            self.taken += of_each;
            match document {
                Ok((source, reduced)) => self.take(source, bytes as u32, reduced)?,
                Err(error @ Error::DriveFailed { .. }) => return Err(error),
                Err(error) => {
                    self.state.progress.skipped.add(&error);
                    self.state.refuse(&Refused::new(&error, file, number, bytes))?;
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, mut source: Source, bytes: u32, reduced: Reduced) -> Result<(), Error> {
        let ordinal = self.rows.len() as u32;
        let Position { entry, number } = source.place.position;
        let (file, number) = (entry as u32, number as u32);
        self.units.insert(file, source.place.unit);
        let named = *self.named.entry(hash(source.name.as_bytes())).or_insert(ordinal);
        if named != ordinal && self.is_named(named, &source.name)? {
            if self.ingest.repeated == RepeatedNames::Refused {
                let (name, second) = (source.name, source.place.to_string());
                return Err(Error::SameName { name, first: self.place(named).to_string(), second });
            }
            source.name = source.place.behind(&source.name);
        }
        let site = match self.ingest.site {
            Some(rule) => source.url.as_deref().and_then(|url| site_of(url, rule)),
            None => source.group,
        };
        let site = site.unwrap_or_default();
        let (category, language) = (source.category.unwrap_or_default(), source.language.unwrap_or_default());
        let rank = source.rank.unwrap_or_default();
        let Apart { old_files, categories, languages, sites } = self.ingest.apart;
        let apart = [
            (file < old_files, "old corpus", ""),
            (categories, "category", &category),
            (languages, "language", &language),
            (sites, "site", &site),
        ];
        let identity =
            apart.iter().filter(|(holds, ..)| *holds).fold(reduced.identity, |identity, (_, what, of)| {
                identity ^ twinprint::hash::md5(format!("{what} {of}").as_bytes())
            });
        let first = *self.firsts.entry(identity).or_insert(ordinal);
        let (words, shingles) = (reduced.words, reduced.shingles.len() as u32);
        let row = Row { first, words, shingles, bytes, file, number };
        self.state.names.push(source.name.as_bytes())?;
        let (shingles, value) = match first == ordinal {
            true => (&reduced.shingles[..], &reduced.value[..]),
            false => (&[][..], &[][..]),
        };
        self.state.shingles.push(shingles)?;
        self.state.values.push(value)?;
        let end = |ends: &[u64]| ends.last().copied().unwrap_or(0);
        let State { names, shingles, values, .. } = &self.state;
        let ends = [end(names.ends()), end(shingles.ends()), end(values.ends())];
        self.sites.push(&site);
        self.categories.push(&category);
        self.languages.push(&language);
        self.rows.push(row);
        self.ranks.push(rank.clone());
        let unit = source.place.unit;
        self.state.write(&Record { row, unit, identity, ends, labels: [site, category, language, rank] });
        Ok(())
    }

    /// Where a document was read.
    fn place(&self, ordinal: u32) -> DocumentPlace {
        let row = &self.rows[ordinal as usize];
        self.ingest.place(row, self.units.get(&row.file).copied().unwrap_or(Unit::Record))
    }

    fn is_named(&self, ordinal: u32, name: &str) -> Result<bool, Error> {
        let mut other = Vec::new();
        self.state.names.read(ordinal as usize..ordinal as usize + 1, &mut other)?;
        Ok(other == name.as_bytes())
    }

    fn finish(self) -> Result<Gathered, Error> {
        let State { names, shingles, values, progress, lock, refused, .. } = self.state;
        Ok(Gathered {
            refused,
            read: self.read,
            catalogue: Catalogue::new(self.rows, names),
            sites: self.sites.numbers,
            categories: self.categories.numbers,
            languages: self.languages.numbers,
            ranks: self.ranks,
            shingles,
            values,
            skipped: progress.skipped,
            _lock: lock,
        })
    }
}

/// Counts a document of a file.
fn met(read: &mut Vec<Count>, file: usize, bytes: u64) {
    if read.len() <= file {
        read.resize(file + 1, Count::default());
    }
    read[file].add(bytes);
}

/// What documents say of themselves, each distinct text as a number; 0 for none.
#[derive(Debug, Default)]
struct Labels {
    known: HashMap<String, u32>,
    numbers: Vec<u32>,
}

impl Labels {
    fn push(&mut self, label: &str) {
        let next = self.known.len() as u32 + 1;
        self.numbers.push(match (label, self.known.get(label)) {
            ("", _) => 0,
            (_, Some(&number)) => number,
            _ => *self.known.entry(label.into()).or_insert(next),
        });
    }
}

fn hash(name: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(0, name)
}
