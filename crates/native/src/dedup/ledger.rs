//! What was read, and what became of it: the numbers must add up, by file and as a whole.

use serde::Serialize;

use super::super::Error;
use super::super::ledger::{self, Count};
use super::Why;

/// What became of the documents of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FileLedger {
    /// Its path in what is given back.
    pub file: String,
    /// Where it was read.
    pub source: String,
    /// What was met in it.
    pub read: Count,
    /// What is given back.
    pub kept: Count,
    /// What is a duplicate.
    pub removed: Count,
    /// What cannot be read as a document.
    pub refused: Count,
}

impl FileLedger {
    /// # Errors
    /// [`Error::Unbalanced`].
    pub(in super::super) fn check(&self) -> Result<(), Error> {
        ledger::check(&self.source, self.read, &self.parts())
    }

    pub(in super::super) fn line(&self) -> String {
        ledger::line(self.read, &self.parts())
    }

    /// Takes the numbers of another.
    pub(in super::super) fn add(&mut self, other: &FileLedger) {
        self.read = self.read.plus(other.read);
        self.kept = self.kept.plus(other.kept);
        self.removed = self.removed.plus(other.removed);
        self.refused = self.refused.plus(other.refused);
    }

    fn parts(&self) -> [(&'static str, Count); 3] {
        [("kept", self.kept), ("removed", self.removed), ("refused", self.refused)]
    }
}

/// What became of all documents of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// The whole.
    #[serde(flatten)]
    pub whole: FileLedger,
    /// How many were removed as exact duplicates, as contained in another, and as alike.
    pub removed_by: RemovedBy,
    /// How many are kept though another is alike.
    pub alike: u64,
    /// Those kept documents that have no words to compare.
    pub wordless: u64,
    /// File by file.
    pub files: Vec<FileLedger>,
}

/// Removals by their reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RemovedBy {
    /// The kept one has the same words.
    pub exact: u64,
    /// What they say stands in the kept one.
    pub contained: u64,
    /// They resemble the kept one.
    pub alike: u64,
}

impl RemovedBy {
    pub(super) fn add(&mut self, why: Why) {
        *match why {
            Why::Exact => &mut self.exact,
            Why::Contained => &mut self.contained,
            Why::Alike => &mut self.alike,
        } += 1;
    }
}

impl Ledger {
    /// Takes a file's numbers, which add up.
    ///
    /// # Errors
    /// [`Error::Unbalanced`].
    pub(super) fn take(&mut self, file: FileLedger) -> Result<(), Error> {
        file.check()?;
        self.whole.add(&file);
        self.files.push(file);
        Ok(())
    }

    /// The line that says that nothing is lost.
    pub fn line(&self) -> String {
        self.whole.line()
    }
}
