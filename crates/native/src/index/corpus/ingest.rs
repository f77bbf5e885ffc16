//! Reading documents into an index: signed on all cores, taken in their order.

use std::collections::BTreeMap;
use std::format;
use std::sync::atomic::Ordering;

use super::super::super::Error;
use super::super::super::corpus::{DocumentPlace, Documents, Note, Position, RawRecord, Source, in_shares};
use super::super::super::ledger::FileAccount;
use super::super::super::scan::{Refused, Skipped};
use super::super::Watch;
use super::super::names::Interned;
use super::record::Record;
use twinprint::index::{Design, Indexer, Signing};

/// What was skipped of documents that were read.
#[derive(Debug, Default)]
pub struct ReadingNotes {
    /// Documents that cannot be read, by reason.
    pub skipped: Skipped,
    /// What was left out of files.
    pub notes: Vec<Note>,
    /// What became of the documents of each file, by its place in the listing; files after the last that has something are not there.
    pub files: Vec<FileAccount>,
}

impl ReadingNotes {
    fn file(&mut self, file: usize) -> &mut FileAccount {
        if self.files.len() <= file {
            self.files.resize(file + 1, FileAccount::default());
        }
        &mut self.files[file]
    }
}

/// What is a document's id, and what happens to one that cannot be taken in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taking {
    /// Its place is its id, as "a.jsonl, line 7", whatever it is called.
    pub by_place: bool,
    /// Nothing is written where one is refused.
    pub stops: bool,
}

/// How documents are taken in.
pub(super) struct Ingest<'a> {
    pub(super) taking: Taking,
    pub(super) design: &'a Design,
    pub(super) signing: &'a Signing,
    pub(super) with_text: bool,
}

/// The ids of documents, each once.
#[derive(Debug, Default)]
pub(in super::super) struct Ids(Interned);

impl Ids {
    /// Takes an id, and says whether it is new.
    pub(in super::super) fn insert(&mut self, id: &str) -> bool {
        let next = self.0.len();
        self.0.ordinal(id) == next
    }

    /// Whether an id was taken.
    pub(in super::super) fn contains(&self, id: &str) -> bool {
        self.0.has(id)
    }
}

/// The ids of documents that are being read, and the place of each: none may repeat.
#[derive(Debug, Default)]
pub(in super::super) struct Labels {
    ids: Interned,
    positions: Vec<Position>,
    /// A place in each file that has a document.
    files: BTreeMap<usize, DocumentPlace>,
}

impl Labels {
    /// # Errors
    /// [`Error::SameLabel`] where another has the id, with both places.
    pub(in super::super) fn insert(&mut self, id: &str, place: &DocumentPlace) -> Result<(), Error> {
        let ordinal = self.ids.ordinal(id);
        match self.positions.get(ordinal as usize) {
            None => {
                self.positions.push(place.position);
                self.files.entry(place.position.entry).or_insert_with(|| place.clone());
                Ok(())
            }
            Some(first) => {
                let first = self.files[&first.entry].at(first.number).to_string();
                Err(Error::SameLabel { id: id.into(), first, second: place.to_string() })
            }
        }
    }

    /// The ids, in the order in which they came.
    pub(in super::super) fn into_ids(self) -> Interned {
        self.ids
    }
}

impl Ingest<'_> {
    /// Signs documents and gives them to `take`, whose error ends it.
    pub(super) fn run(
        &self,
        documents: Documents,
        watch: &dyn Watch,
        take: impl FnMut(Record, &DocumentPlace) -> Result<(), Error>,
    ) -> Result<ReadingNotes, Error> {
        let signer = || self.signing.indexer(self.design);
        let sign = |signer: &mut Indexer, document: &Source| Record::sign(document, signer, self.with_text);
        take_in(documents, self.taking, || Ok(signer()?), sign, watch, take)
    }
}

/// Reads documents and signs them on all cores, each with a signer of its own; gives them in their order to `take`, whose error ends it.
pub(in super::super) fn take_in<S: Send, T: Send>(
    documents: Documents,
    taking: Taking,
    signer: impl Fn() -> Result<S, Error>,
    sign: impl Fn(&mut S, &Source) -> Result<T, Error> + Sync,
    watch: &dyn Watch,
    mut take: impl FnMut(T, &DocumentPlace) -> Result<(), Error>,
) -> Result<ReadingNotes, Error> {
    let signers = (0..rayon::current_num_threads()).map(|_| signer());
    let mut signers = signers.collect::<Result<Vec<_>, _>>()?;
    let read = documents.bytes_read();
    let mut passed = ReadingNotes::default();
    for batch in documents.into_batches() {
        let signed = in_shares(batch.records, &mut signers, |signer, record| {
            let mut bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
            let signed = record.and_then(RawRecord::parse).and_then(|mut document| {
                bytes = document.text.len() as u64;
                if taking.by_place {
                    document.name = document.place.to_string();
                }
                Ok((sign(signer, &document)?, document.place))
            });
            (bytes, signed)
        });
        for ((bytes, signed), file) in signed.into_iter().zip(batch.files) {
            passed.file(file).read.add(bytes);
            let error = match signed {
                Ok((record, place)) => {
                    take(record, &place)?;
                    passed.file(file).done.add(bytes);
                    continue;
                }
                Err(error) => error,
            };
            let refused = Refused::new(&error, file, None, bytes);
            if taking.stops && !refused.wordless {
                return Err(Error::Refused { place: refused.place, what: refused.reason });
            }
            passed.skipped.add(&error);
            let account = passed.file(file);
            if refused.wordless { &mut account.wordless } else { &mut account.refused }.add(bytes);
        }
        passed.notes.extend(batch.notes);
        watch.reading(read.load(Ordering::Relaxed));
    }
    Ok(passed)
}

/// The longest id, in bytes; longer titles and addresses are not kept.
pub(super) const LONGEST_ID: usize = 4 << 10;

/// That a document's id can be kept.
pub(in super::super) fn check_id(document: &Source) -> Result<(), Error> {
    if document.name.len() <= LONGEST_ID {
        return Ok(());
    }
    let what = format!("its id is longer than {LONGEST_ID} bytes");
    Err(Error::Index { place: document.place.to_string(), what, remedy: "give it a shorter one" })
}
