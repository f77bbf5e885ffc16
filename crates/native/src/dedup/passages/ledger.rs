//! What was read, and what became of it: as documents, and as bytes of their texts.

use serde::Serialize;

use super::super::super::Error;
use super::super::super::display::{bytes, count};
use super::super::super::ledger::Count;

/// What became of the documents of a file, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Cutting {
    /// Its path in what is given back.
    pub file: String,
    /// Where it was read.
    pub source: String,
    /// What was met in it.
    pub read: Count,
    /// What is given back: documents, and the bytes of theirs that are.
    pub kept: Count,
    /// From how many of these something is cut, and how many bytes.
    pub cut: Count,
    /// What is left out as a whole.
    pub removed: Count,
    /// What cannot be read as a document.
    pub refused: Count,
}

impl Cutting {
    /// # Errors
    /// [`Error::Unbalanced`].
    fn check(&self) -> Result<(), Error> {
        let Cutting { read, kept, cut, removed, refused, .. } = self;
        let documents = kept.documents + removed.documents + refused.documents;
        let of_texts = kept.bytes + cut.bytes + removed.bytes + refused.bytes;
        match (documents, of_texts) == (read.documents, read.bytes) && cut.documents <= kept.documents {
            true => Ok(()),
            false => Err(Error::Unbalanced { place: self.source.clone(), what: self.line() }),
        }
    }

    /// The line that adds up.
    pub fn line(&self) -> String {
        let shown = |name: &str, of: Count| format!("{name} {} ({})", count(of.documents), bytes(of.bytes));
        [
            format!("{} = {}", shown("read", self.read), shown("kept", self.kept)),
            format!("cut from {} of them ({})", count(self.cut.documents), bytes(self.cut.bytes)),
            shown("removed", self.removed),
            shown("refused", self.refused),
        ]
        .join(" + ")
    }
}

/// What became of all documents of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PassageLedger {
    /// The whole.
    #[serde(flatten)]
    pub whole: Cutting,
    /// Words, lines or paragraphs, as they were compared.
    pub elements: u64,
    /// How many of these are repeated.
    pub repeated: u64,
    /// How many documents have some that are.
    pub documents: u64,
    /// Those kept documents that have no words to compare.
    pub wordless: u64,
    /// File by file.
    pub files: Vec<Cutting>,
}

impl PassageLedger {
    /// Takes a file's numbers, which add up.
    ///
    /// # Errors
    /// [`Error::Unbalanced`].
    pub(super) fn take(&mut self, file: Cutting) -> Result<(), Error> {
        file.check()?;
        let whole = &mut self.whole;
        whole.read = whole.read.plus(file.read);
        whole.kept = whole.kept.plus(file.kept);
        whole.cut = whole.cut.plus(file.cut);
        whole.removed = whole.removed.plus(file.removed);
        whole.refused = whole.refused.plus(file.refused);
        self.files.push(file);
        Ok(())
    }
}
