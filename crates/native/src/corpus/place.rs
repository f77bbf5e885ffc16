//! Where in the files a document stands.

use core::fmt;
use std::sync::Arc;

/// How far the reading of files has come, or where it may go on: the file by its place in the listing, and which of its
/// documents, both from 0. Lines without a document and records of other kinds count, too, so that it is determined by the
/// file alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The file.
    pub entry: usize,
    /// Its line, record, row or item.
    pub number: u64,
}

/// What a file of documents is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// One document, the whole of it.
    File,
    /// Lines of JSON.
    Line,
    /// Records of a web archive.
    Record,
    /// Rows of a table.
    Row,
    /// Items of a JSON array.
    Item,
}

/// Where a document was read; messages write it as "a.jsonl, line 7".
///
/// ```
/// use twinprint_native::corpus::{DocumentPlace, Position, Unit};
/// let place = DocumentPlace { file: "a.jsonl".into(), unit: Unit::Line, position: Position { entry: 0, number: 6 } };
/// assert_eq!(place.to_string(), "a.jsonl, line 7");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DocumentPlace {
    /// The file's name.
    pub file: Arc<str>,
    /// What the file is made of.
    pub unit: Unit,
    /// Which file of the listing, and which part of it.
    pub position: Position,
}

impl DocumentPlace {
    /// A document's name, with this place behind it: what it is called where another has its name.
    ///
    /// ```
    /// use twinprint_native::corpus::{DocumentPlace, Position, Unit};
    /// let place = DocumentPlace { file: "a.jsonl".into(), unit: Unit::Line, position: Position { entry: 0, number: 6 } };
    /// assert_eq!(place.behind("0"), "0 (a.jsonl, line 7)");
    /// ```
    pub fn behind(&self, name: &str) -> String {
        format!("{name} ({self})")
    }

    /// Another place of the same file.
    pub(crate) fn at(&self, number: u64) -> DocumentPlace {
        DocumentPlace { position: Position { number, ..self.position }, ..self.clone() }
    }
}

impl fmt::Display for DocumentPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.position.number + 1;
        match self.unit {
            Unit::File => write!(f, "{}", self.file),
            Unit::Line => write!(f, "{}, line {number}", self.file),
            Unit::Record => write!(f, "{}, record {number}", self.file),
            Unit::Row => write!(f, "{}, row {number}", self.file),
            Unit::Item => write!(f, "{}, item {number}", self.file),
        }
    }
}
