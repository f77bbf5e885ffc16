//! How a corpus index is built.

use super::ingest::Taking;
use twinprint::index::{Design, Layout, Signing};

/// How a corpus index is built.
#[derive(Debug, Clone)]
pub struct CorpusIndexOptions {
    /// What stands in it of a document.
    pub design: Design,
    /// The model and the boilerplate that the design names.
    pub signing: Signing,
    /// Whether texts are kept, so that what is found can be shown beside them.
    pub with_text: bool,
    /// The most tables of passages' fingerprints; fewer for small corpora.
    pub tables: u32,
    /// Into how many parts tables are cut by ranges of fingerprints, each to be held by a server of its own.
    pub parts: u32,
    /// What is a document's id, and what happens to one that cannot be taken in.
    pub taking: Taking,
    /// The bytes of memory that fingerprints and shingles may take while they are sorted.
    pub memory: u64,
}

impl Default for CorpusIndexOptions {
    /// No texts, at most four tables, one part.
    fn default() -> Self {
        CorpusIndexOptions {
            design: Design::default(),
            signing: Signing::default(),
            with_text: false,
            tables: 4,
            parts: 1,
            taking: Taking::default(),
            memory: 1 << 30,
        }
    }
}

impl CorpusIndexOptions {
    pub(super) fn layout(&self) -> Layout {
        Layout { tables: self.tables, parts: self.parts, texts: self.with_text }
    }

    /// Refuses what is out of range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`](twinprint::Error::InvalidOption), and what [`Design::check`] says.
    pub fn check(&self) -> Result<(), twinprint::Error> {
        let refused = |option, value: u32, expected| {
            Err(twinprint::Error::InvalidOption { option, value: value.to_string(), expected })
        };
        match (self.tables, self.parts) {
            (0 | 65.., _) => refused("tables", self.tables, "a number of tables from 1 to 64"),
            (_, 0 | 257..) => refused("parts", self.parts, "a number of parts from 1 to 256"),
            _ => self.design.check(),
        }
    }
}
