//! Reading documents into an index: signed on all cores, taken in their order.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::super::super::Error;
use super::super::super::corpus::{DocumentPlace, Documents, Note, in_shares};
use super::super::super::scan::Skipped;
use super::super::Watch;
use super::super::names::Interned;
use super::record::Record;
use twinprint::index::{Design, Indexer};
use twinprint::lexicon::Model;

/// What was skipped of documents that were read.
#[derive(Debug, Default)]
pub struct ReadingNotes {
    /// Documents that cannot be read, or whose id is another's.
    pub skipped: Skipped,
    /// What was left out of files.
    pub notes: Vec<Note>,
}

/// How documents are taken in.
pub(super) struct Ingest<'a> {
    pub(super) design: &'a Design,
    pub(super) model: Option<Arc<Model>>,
    pub(super) with_text: bool,
}

/// The ids of documents, each once.
#[derive(Debug, Default)]
pub(super) struct Ids(Interned);

impl Ids {
    /// Takes an id, and says whether it is new.
    pub(super) fn insert(&mut self, id: &str) -> bool {
        let next = self.0.len();
        self.0.ordinal(id) == next
    }

    /// Whether an id was taken.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.0.has(id)
    }
}

impl Ingest<'_> {
    /// Signs documents and gives them to `take`, which says of one that is not taken why.
    pub(super) fn run(
        &self,
        documents: Documents,
        watch: &dyn Watch,
        mut take: impl FnMut(Record, &DocumentPlace) -> Result<Result<(), Error>, Error>,
    ) -> Result<ReadingNotes, Error> {
        let signers =
            (0..rayon::current_num_threads()).map(|_| Indexer::new(self.design, self.model.clone()));
        let mut signers = signers.collect::<Result<Vec<_>, _>>()?;
        let read = documents.bytes_read();
        let mut passed = ReadingNotes::default();
        for batch in documents.into_batches() {
            let signed = in_shares(batch.records, &mut signers, |signer, record| {
                let document = record?.parse()?;
                Ok((Record::sign(&document, signer, self.with_text)?, document.place))
            });
            for signed in signed {
                let taken = match signed {
                    Ok((record, place)) => take(record, &place)?,
                    Err(error) => Err(error),
                };
                taken.unwrap_or_else(|error| passed.skipped.add(&error));
            }
            passed.notes.extend(batch.notes);
            watch.reading(read.load(Ordering::Relaxed));
        }
        Ok(passed)
    }
}
