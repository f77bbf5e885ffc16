//! A document that cannot be compared: where it is, and why.

use serde::{Deserialize, Serialize};

use super::super::Error;

/// A document, or a part of a file, that was not taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Where it is, as "a.jsonl, line 7".
    pub place: String,
    /// Its file, by its place in the listing.
    pub file: usize,
    /// Which document of the file it is, from 0; none where a part of a file cannot be cut into documents.
    pub number: Option<u64>,
    /// How many bytes its text has, or as many of its own as could be had.
    pub bytes: u64,
    /// What is wrong with it, and what to do.
    pub reason: String,
    /// It is whole, but has no words that could be compared.
    pub wordless: bool,
}

impl Refused {
    pub(crate) fn new(error: &Error, file: usize, number: Option<u64>, bytes: u64) -> Refused {
        Refused {
            place: error.place().into(),
            file,
            number,
            bytes,
            reason: format!("{}; {}", error.what(), error.remedy()),
            wordless: is_wordless(error),
        }
    }
}

/// Whether what is no document is whole, but has no words that could be compared.
pub(crate) fn is_wordless(error: &Error) -> bool {
    matches!(
        error,
        Error::Core(twinprint::Error::NoWords { .. } | twinprint::Error::OnlyTemplate { .. })
            | Error::BadRow { .. }
    )
}
