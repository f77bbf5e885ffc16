//! What an index of documents says of one: whether it is a near-duplicate of any, and of which.

use super::{DocumentsIndex, IndexedMatch, Near};
use crate::error::Error;
use crate::seen::DocumentFingerprints;
use alloc::vec::Vec;

/// The documents of an index that are near another, and what they were found among.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearDocuments {
    /// Whether any is near.
    pub status: Status,
    /// The document's words.
    pub words: u32,
    /// The bits of all fingerprints, of which a match differs in `distance`.
    pub bits: u32,
    /// The nearest first.
    pub matches: Vec<IndexedMatch>,
    /// Whether there may be more.
    pub truncated: bool,
    /// How many documents the index has.
    pub documents: u64,
}

/// Whether a document is near one that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Status {
    /// It is near none.
    New,
    /// It is near one at least.
    Known,
}

impl NearDocuments {
    /// Up to `most` of an index.
    ///
    /// # Errors
    /// As [`DocumentsIndex::near`].
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's.
    pub fn of<D: AsRef<[u8]>>(
        index: &DocumentsIndex<D>,
        document: &DocumentFingerprints,
        most: usize,
    ) -> Result<Self, Error> {
        // One at least, however few are to be listed: whether any is near is the first thing to be known.
        let Near { matches, truncated } = index.near(document, most.max(1))?;
        let status = if matches.is_empty() { Status::New } else { Status::Known };
        let (words, bits, documents) = (document.words, index.design().bits(), index.len());
        Ok(NearDocuments { status, words, bits, matches, truncated, documents })
    }
}
