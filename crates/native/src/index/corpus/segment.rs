//! A segment that is being written: documents as they come, their tables when all are there.

use super::super::super::Error;
use super::super::Watch;
use super::super::gather::SortSpace;
use super::documents::{DocumentsWriter, Written};
use super::files::Files;
use super::manifest::next;
use super::postings::{Form, Postings};
use super::record::Record;
use twinprint::index::{Design, Manifest, Packing, SegmentEntry, Source};

/// A segment that is being written.
pub(super) struct SegmentWriter<'a> {
    form: Form,
    files: &'a Files<'a>,
    documents: DocumentsWriter<'a>,
    postings: Postings<'a>,
    first_document: u32,
    first_passage: u64,
    /// The fewest passages that the segment is said to have; see [`keep_bits_of`](SegmentWriter::keep_bits_of).
    least_passages: u32,
}

impl<'a> SegmentWriter<'a> {
    /// A segment of nothing yet, at the end of an index.
    pub(super) fn new(manifest: &Manifest, files: &'a Files<'a>, space: SortSpace<'a>) -> Self {
        let (first_document, first_passage) = next(manifest);
        SegmentWriter {
            form: Form::of(manifest),
            files,
            documents: DocumentsWriter::new(files, manifest.layout.texts),
            postings: Postings::new(space),
            first_document,
            first_passage,
            least_passages: 0,
        }
    }

    /// The design of its index.
    pub(super) fn design(&self) -> &Design {
        &self.form.design
    }

    /// Whether there is no document yet.
    pub(super) fn is_empty(&self) -> bool {
        self.documents.len() == 0
    }

    /// Takes a document.
    pub(super) fn push(&mut self, record: &Record) -> Result<(), Error> {
        let first = self.document(&record.source, record.text.as_deref())?;
        for (fingerprints, passage) in record.fingerprints.iter().zip(first..) {
            fingerprints
                .iter()
                .try_for_each(|&fingerprint| self.postings.fingerprint(fingerprint, passage))?;
        }
        record.shingles.iter().try_for_each(|&(hash, passage)| self.postings.shingle(hash, first + passage))
    }

    /// Takes a document without its fingerprints and shingles, and returns the number in the segment of its first passage.
    pub(super) fn document(&mut self, source: &Source, text: Option<&str>) -> Result<u32, Error> {
        self.documents.push(source, text)
    }

    /// Makes sure that shingles need no more bits of their hashes than they have in a segment of `passages` passages.
    pub(super) fn keep_bits_of(&mut self, passages: u32) {
        let bits = |passages: u32| Packing::of(passages, &self.form.design).bits();
        if bits(passages) == bits(1) {
            return;
        }
        // As few as have numbers of as many bits.
        let least = passages.saturating_sub(1).checked_ilog2().map_or(0, |bits| (1 << bits) + 1);
        self.least_passages = self.least_passages.max(least);
    }

    /// Its fingerprints and shingles.
    pub(super) fn postings(&mut self) -> &mut Postings<'a> {
        &mut self.postings
    }

    /// Writes what is left to be written.
    pub(super) fn finish(self, watch: &dyn Watch) -> Result<SegmentEntry, Error> {
        let (documents, passages) =
            (self.documents.len(), self.documents.passages().max(self.least_passages));
        let Written { sources, texts } = self.documents.finish()?;
        Ok(SegmentEntry {
            first_passage: self.first_passage,
            first_document: self.first_document,
            documents,
            passages,
            parts: self.postings.write(passages, &self.form, self.files, watch)?,
            sources,
            texts,
            removed: None,
        })
    }
}
