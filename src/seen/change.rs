//! What is kept of remembered documents, as lines of JSON: the document, that it was seen again, that it was forgotten.
//!
//! Whoever keeps them, a file or a worker's storage, appends what [`SeenRequest::respond`](super::SeenRequest::respond) gives before the
//! response is sent, and reads them again from the first on. A document's number is its place among the documents.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "service")]
use super::design::DocumentFingerprints;
use super::design::LEAST_WORDS;
use super::documents::{Entry, SeenDocuments};
use crate::error::Error;

/// A remembered document as it is kept and handed on: no text, and nothing that gives it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its id.
    pub id: String,
    /// How many words it has.
    pub words: u32,
    /// When it was seen first, in seconds since 1970.
    pub first_seen: u64,
    /// When it, or one near it, was seen last.
    pub last_seen: u64,
    /// How often.
    pub times: u32,
    /// Its fingerprints, 16 hexadecimal digits each.
    #[serde(serialize_with = "written", deserialize_with = "read")]
    pub fingerprints: Vec<u64>,
}

/// What happened to remembered documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Change {
    /// A document is remembered.
    Remembered(Record),
    /// A document, or one near it, was seen again.
    Again {
        /// Its number.
        again: u32,
        /// When.
        at: u64,
    },
    /// A document was forgotten.
    Forgotten {
        /// Its number.
        forgotten: u32,
    },
}

impl SeenDocuments {
    /// Does what happened again.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a document with other fingerprints than the design's, and for one that is not there.
    pub fn apply(&mut self, change: Change) -> Result<(), Error> {
        let refused = |value: String, expected| {
            Err(Error::InvalidOption { option: "remembered document", value, expected })
        };
        let known = self.ordinals();
        match change {
            Change::Remembered(record) => {
                let Record { id, words, first_seen, last_seen, times, fingerprints } = record;
                if fingerprints.len() != self.design().fingerprints() {
                    return refused(
                        format!("{} fingerprints", fingerprints.len()),
                        "as many as the design has",
                    );
                }
                if words < LEAST_WORDS {
                    return refused(format!("{words} words"), "documents of eight words or more");
                }
                self.push(Entry { id, words, first_seen, last_seen, times }, &fingerprints);
            }
            Change::Again { again: ordinal, .. } | Change::Forgotten { forgotten: ordinal }
                if u64::from(ordinal) >= known =>
            {
                return refused(format!("number {ordinal}"), "the number of one that was remembered before");
            }
            Change::Again { again, at } => self.see_again(again, at),
            Change::Forgotten { forgotten } => self.forget(forgotten),
        }
        Ok(())
    }

    /// All documents that are not forgotten, as they are kept: numbered anew.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.entries(0).map(|(_, entry, fingerprints)| Record::of(entry, fingerprints))
    }

    /// Up to `most` records of documents from number `from` on, and the number to go on with.
    pub fn records_from(&self, from: u64, most: usize) -> (Vec<Record>, Option<u64>) {
        let from = u32::try_from(from).unwrap_or(u32::MAX);
        let mut entries = self.entries(from);
        let records =
            entries.by_ref().take(most).map(|(_, entry, fingerprints)| Record::of(entry, fingerprints));
        (records.collect(), entries.next().map(|(ordinal, ..)| ordinal.into()))
    }

    /// Whether a document is remembered by the same id and fingerprints.
    #[cfg(feature = "service")]
    pub(super) fn has(&self, record: &Record) -> bool {
        let document = DocumentFingerprints { values: record.fingerprints.clone(), words: record.words };
        self.near(&document, 0).iter().any(|near| near.distance == 0 && near.id == record.id)
    }

    /// The record of a document that is seen for the first time.
    #[cfg(feature = "service")]
    pub(super) fn record_of(id: &str, document: &DocumentFingerprints, now: u64) -> Record {
        let DocumentFingerprints { values, words } = document;
        let (id, fingerprints) = (id.into(), values.clone());
        Record { id, words: *words, first_seen: now, last_seen: now, times: 1, fingerprints }
    }
}

impl Record {
    fn of(entry: Entry, fingerprints: Vec<u64>) -> Self {
        let Entry { id, words, first_seen, last_seen, times } = entry;
        Record { id, words, first_seen, last_seen, times, fingerprints }
    }
}

fn written<S: Serializer>(fingerprints: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(fingerprints.iter().map(|fingerprint| format!("{fingerprint:016x}")))
}

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let digits: Vec<String> = Deserialize::deserialize(deserializer)?;
    let number = |digits: &String| {
        let is_hex = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u64::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    let numbers: Option<Vec<u64>> = digits.iter().map(number).collect();
    numbers.ok_or_else(|| D::Error::custom("a fingerprint has 16 hexadecimal digits"))
}
