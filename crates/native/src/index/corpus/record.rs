//! What an index takes of a document.

use std::format;

use serde::{Deserialize, Serialize};

use super::super::super::{Error, corpus};
use super::documents::LONGEST_TEXT;
use super::ingest::{LONGEST_ID, check_id};
use twinprint::index::{Design, Indexer, Signed, Source};

/// The most passages of a document: some two million words. A bucket of such documents goes into a file.
const MOST_PASSAGES: usize = 1 << 15;

/// A document as it goes into an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// What the index says of it; its number is not known yet.
    pub(crate) source: Source,
    /// The fingerprints of each of its passages, by the name that journals have for them.
    #[serde(rename = "prints")]
    pub(crate) fingerprints: Vec<Vec<u64>>,
    /// The hash of each of its shingles that stands in the index, and the passage that it begins in; sorted, each once.
    pub(crate) shingles: Vec<(u64, u32)>,
    /// The text to show, if it is kept.
    pub(crate) text: Option<String>,
}

impl Record {
    /// A document signed.
    pub(crate) fn sign(
        document: &corpus::Source,
        signer: &mut Indexer,
        with_text: bool,
    ) -> Result<Record, Error> {
        let signed = signer.sign(&document.document())?;
        Record::new(document, &signed, signer.design(), with_text)
    }

    /// Whether it is of one document: each passage has its fingerprints, and each shingle begins in one of them.
    pub(super) fn is_sound(&self) -> bool {
        let passages = self.source.passages.len();
        let text = self.text.as_ref().map_or(0, String::len);
        passages <= MOST_PASSAGES
            && self.fingerprints.len() == passages
            && self.shingles.iter().all(|&(_, passage)| (passage as usize) < passages)
            && self.source.id.len() <= LONGEST_ID
            && self.source.has_text == self.text.is_some()
            && text <= LONGEST_TEXT
    }

    /// Of a document that is signed.
    pub(super) fn new(
        document: &corpus::Source,
        signed: &Signed,
        design: &Design,
        with_text: bool,
    ) -> Result<Record, Error> {
        let refused =
            |what: String, remedy| Err(Error::Index { place: document.place.to_string(), what, remedy });
        check_id(document)?;
        if signed.passages.len() > MOST_PASSAGES {
            return refused(format!("it has more than {MOST_PASSAGES} passages"), "split it");
        }
        let short = |text: &String| text.len() <= LONGEST_ID;
        let (title, url) = (document.title().filter(short), document.url.clone().filter(short));
        let source = signed.source(&document.name, title.as_deref(), url.as_deref(), design)?;
        let text = with_text.then(|| signed.reading.view(&document.text));
        let text = text.filter(|text| text.len() <= LONGEST_TEXT).map(String::from);
        Ok(Record {
            source: Source { has_text: text.is_some(), ..source },
            fingerprints: signed.passages.iter().map(|passage| passage.fingerprints.clone()).collect(),
            shingles: signed.postings(design.window())?,
            text,
        })
    }
}
