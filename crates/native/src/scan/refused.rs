//! A document that cannot be compared: where it is, and why.

use serde::{Deserialize, Serialize};

use super::super::Error;
use super::super::corpus::Position;

/// A document, or a part of a file, that was not taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Where it is, as "a.jsonl, line 7".
    pub place: String,
    /// Which document of which file, from 0; none where a part of a file cannot be cut into documents.
    pub position: Option<(usize, u64)>,
    /// What is wrong with it, and what to do.
    pub reason: String,
    /// It is whole, but has no words that could be compared.
    pub wordless: bool,
}

impl Refused {
    pub(crate) fn new(error: &Error, position: Option<Position>) -> Refused {
        Refused {
            place: error.place().into(),
            position: position.map(|Position { entry, number }| (entry, number)),
            reason: format!("{}; {}", error.what(), error.remedy()),
            wordless: matches!(
                error,
                Error::Core(twinprint::Error::NoWords { .. } | twinprint::Error::OnlyTemplate { .. })
                    | Error::BadRow { .. }
            ),
        }
    }
}
