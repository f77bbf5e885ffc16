//! Reading a corpus once: each document is reduced as it passes, on all cores, and exact copies are told.
//!
//! Naively, documents would be compared as they are. What is kept of one here is a row, its name, its shingles and its
//! sketch; of a copy of an earlier document only the row and the name.

use core::time::Duration;
use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::prelude::v1::*;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Instant;
use std::{format, mem, thread};

use rayon::prelude::*;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::corpus::Source;
use super::reduce::{Reduced, Reducer, Reduction};
use super::state::{Record, Records, State};
use super::{Catalogue, Row, Skipped};
use crate::sketch::{SiteRule, site_of};

/// A document on its way in.
pub struct Arrival {
    /// Its file, by its place in the listing.
    pub file: u32,
    /// Which document of that file it is, from 0, those that cannot be read counted.
    pub number: u32,
    /// The document, or why there is none.
    pub source: Result<Source, Error>,
}

/// How a corpus is taken in.
#[derive(Debug, Clone)]
pub struct Intake {
    /// What documents are reduced to.
    pub reduction: Reduction,
    /// How the sites of documents are told.
    pub site: SiteRule,
    /// What sets exact copies apart.
    pub apart: Apart,
    /// The names of the files, in the order of the listing.
    pub files: Vec<String>,
    /// Whether a document with the name of an earlier one is an error that ends the scan; else it is passed over.
    pub strict: bool,
}

/// What keeps documents with the same text from standing for one another: what pairs are told by, beside their texts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Apart {
    /// The files before this one are an old corpus.
    pub old_files: u32,
    /// Categories are compared apart.
    pub categories: bool,
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
    /// The distinct shingles of each document that is the first of its copies, sorted; none of others.
    pub shingles: Lists,
    /// The sketch of each such document, as numbers.
    pub(super) values: Lists,
    /// What was passed over.
    pub skipped: Skipped,
    /// What keeps other scans out of the folder.
    _lock: Option<File>,
}

/// Documents wait in batches of so many, or of so many bytes.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 16 << 20;
/// So many batches wait.
const WAITING: usize = 2;
/// The disk is given so much time between two points from which a scan can go on.
const BETWEEN: Duration = Duration::from_secs(2);

/// Where what is gathered is kept.
#[derive(Debug, Clone)]
pub enum Keeping {
    /// In files without a name in a folder: nothing is left of them.
    Unnamed(PathBuf),
    /// In a folder, so that the same task goes on where it was stopped.
    Folder {
        /// The folder; it is made if there is none.
        folder: PathBuf,
        /// What is done, and with which files: another task begins anew.
        task: String,
    },
}

impl Intake {
    /// Takes documents in. They are given from the file and the number on that are told to `documents`; `taken` is told of each batch
    /// how many it had.
    ///
    /// # Errors
    /// [`Error::Core`] for what documents cannot be reduced to; [`Error::SameName`] if that is to be one;
    /// [`Error::Unreadable`] and [`Error::Unwritable`] of what is gathered. A document that cannot be read is none.
    pub fn gather<D: Iterator<Item = Arrival> + Send>(
        &self,
        documents: impl FnOnce(u32, u32) -> D,
        keeping: &Keeping,
        taken: &mut dyn FnMut(usize),
    ) -> Result<Gathered, Error> {
        let (state, records) = match keeping {
            Keeping::Unnamed(folder) => (State::unnamed(folder)?, Records::new()),
            Keeping::Folder { folder, task } => State::open(folder, task)?,
        };
        let documents = documents(state.progress.file, state.progress.number);
        let mut workers = (0..rayon::current_num_threads())
            .map(|_| Reducer::new(&self.reduction))
            .collect::<Result<Vec<_>, _>>()?;
        let mut gathering = Gathering::resume(state, records, self)?;
        if !gathering.state.progress.read {
            let (give, waiting) = sync_channel(WAITING);
            thread::scope(|scope| {
                // The thread ends when nobody waits any more.
                scope.spawn(move || in_batches(documents, |batch| give.send(batch).is_ok()));
                gathering.take_all(&waiting, &mut workers, self.site, taken)
            })?;
        }
        Ok(gathering.finish())
    }
}

/// Gives documents in batches, until no more are wanted.
fn in_batches(documents: impl Iterator<Item = Arrival>, give: impl Fn(Vec<Arrival>) -> bool) {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for document in documents {
        bytes += document.source.as_ref().map_or(0, |source| source.text.len());
        batch.push(document);
        if batch.len() == BATCH || bytes >= BATCH_BYTES {
            bytes = 0;
            if !give(mem::take(&mut batch)) {
                return;
            }
        }
    }
    if !batch.is_empty() {
        give(batch);
    }
}

/// What has been gathered so far.
struct Gathering {
    state: State,
    strict: bool,
    apart: Apart,
    files: Vec<String>,
    rows: Vec<Row>,
    sites: Labels,
    categories: Labels,
    /// The first document of each identity.
    firsts: HashMap<u128, u32>,
    /// The first document whose name has this hash.
    named: HashMap<u64, u32>,
}

impl Gathering {
    fn resume(state: State, records: Records, intake: &Intake) -> Result<Gathering, Error> {
        let mut gathering = Gathering {
            state,
            strict: intake.strict,
            apart: intake.apart,
            files: intake.files.clone(),
            rows: Vec::new(),
            sites: Labels::default(),
            categories: Labels::default(),
            firsts: HashMap::new(),
            named: HashMap::new(),
        };
        let mut name = Vec::new();
        for (ordinal, record) in records.into_iter().enumerate() {
            gathering.state.names.read(ordinal..ordinal + 1, &mut name)?;
            gathering.named.entry(hash(&name)).or_insert(ordinal as u32);
            gathering.firsts.entry(record.identity).or_insert(ordinal as u32);
            gathering.sites.push(&record.site);
            gathering.categories.push(&record.category);
            gathering.rows.push(record.row);
        }
        Ok(gathering)
    }

    fn take_all(
        &mut self,
        waiting: &Receiver<Vec<Arrival>>,
        workers: &mut [Reducer],
        site: SiteRule,
        taken: &mut dyn FnMut(usize),
    ) -> Result<(), Error> {
        let mut saved = Instant::now();
        for batch in waiting {
            let documents = batch.len();
            let share = documents.div_ceil(workers.len()).max(1);
            let reduce = |(arrivals, worker): (&[Arrival], &mut Reducer)| -> Vec<_> {
                let reduced = |arrival: &Arrival| {
                    arrival.source.as_ref().ok().map(|source| worker.reduce(&source.document()))
                };
                arrivals.iter().map(reduced).collect()
            };
            let reduced: Vec<Vec<_>> =
                batch.par_chunks(share).zip(workers.par_iter_mut()).map(reduce).collect();
            for (arrival, reduced) in batch.into_iter().zip(reduced.into_iter().flatten()) {
                let (file, number) = (arrival.file, arrival.number);
                match (arrival.source, reduced) {
                    (Ok(source), Some(Ok(reduced))) => self.take(&source, (file, number), reduced, site)?,
                    (Ok(_), Some(Err(error))) => self.state.progress.skipped.add(&error.into()),
                    (Err(error), _) => self.state.progress.skipped.add(&error),
                    (Ok(_), None) => {}
                }
                (self.state.progress.file, self.state.progress.number) = (file, number + 1);
            }
            if saved.elapsed() >= BETWEEN {
                self.state.checkpoint()?;
                saved = Instant::now();
            }
            taken(documents);
        }
        self.state.progress.read = true;
        self.state.checkpoint()
    }

    fn take(
        &mut self,
        source: &Source,
        (file, number): (u32, u32),
        reduced: Reduced,
        site: SiteRule,
    ) -> Result<(), Error> {
        let ordinal = self.rows.len() as u32;
        let named = *self.named.entry(hash(source.name.as_bytes())).or_insert(ordinal);
        if named != ordinal && self.is_named(named, &source.name)? {
            let Row { file: first_file, number: first, .. } = self.rows[named as usize];
            let place = |file: u32, number: u32| {
                let name = self.files.get(file as usize).map_or("", |name| name);
                format!("{name}, document {}", number + 1)
            };
            let (first, second) = (place(first_file, first), place(file, number));
            let error = Error::SameName { name: source.name.clone(), first, second };
            if self.strict {
                return Err(error);
            }
            self.state.progress.skipped.add(&error);
            return Ok(());
        }
        let site = source.url.as_deref().and_then(|url| site_of(url, site)).unwrap_or_default();
        let category = source.group.clone().unwrap_or_default();
        let mut identity = reduced.identity;
        if file < self.apart.old_files {
            identity ^= wide(b"old corpus");
        }
        if self.apart.categories {
            identity ^= wide(category.as_bytes());
        }
        if self.apart.sites {
            identity ^= wide(site.as_bytes()).rotate_left(1);
        }
        let first = *self.firsts.entry(identity).or_insert(ordinal);
        let row = Row {
            first,
            words: reduced.words,
            shingles: reduced.shingles.len() as u32,
            bytes: source.text.len() as u32,
            file,
            number,
        };
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
        self.rows.push(row);
        self.state.write(&Record { row, identity, ends, site, category });
        Ok(())
    }

    fn is_named(&self, ordinal: u32, name: &str) -> Result<bool, Error> {
        let mut other = Vec::new();
        self.state.names.read(ordinal as usize..ordinal as usize + 1, &mut other)?;
        Ok(other == name.as_bytes())
    }

    fn finish(self) -> Gathered {
        let State { names, shingles, values, progress, lock, .. } = self.state;
        Gathered {
            catalogue: Catalogue::new(self.rows, names),
            sites: self.sites.numbers,
            categories: self.categories.numbers,
            shingles,
            values,
            skipped: progress.skipped,
            _lock: lock,
        }
    }
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

fn wide(label: &[u8]) -> u128 {
    crate::hash::md5(label)
}

fn hash(name: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(0, name)
}
