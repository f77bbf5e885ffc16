//! An index in a folder.

use std::path::Path;

use twinprint::Document;
use twinprint::index::{Findings, Rule};

use super::Corpus;
use crate::Error;
use crate::index::corpus::{Changed, CorpusIndexOptions, OpenCorpus, build, open};

/// An index in a folder, to check documents against. See [`index::corpus`](crate::index::corpus) for adding, removing, merging and
/// publishing.
///
/// ```
/// use twinprint::Document;
/// use twinprint_native::{Corpus, Index, index::corpus::CorpusIndexOptions};
/// let folder = tempfile::tempdir()?;
/// let text = "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, \
///     and nothing particular to interest me on shore, I thought I would sail about a little.";
/// std::fs::write(folder.path().join("moby-dick.txt"), text)?;
///
/// let place = folder.path().join("index");
/// Index::build(&Corpus::new([folder.path().join("moby-dick.txt")])?, &place, &CorpusIndexOptions::default())?;
/// let index = Index::open(&place)?;
/// let findings = index.query(&Document::plain("essay", &["It begins: ", &text[17..]].concat()))?;
/// assert!(findings.sources[0].id.ends_with("moby-dick.txt") && findings.share > 0.8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Index {
    open: OpenCorpus,
}

impl Index {
    /// Builds the index of a corpus in a folder; one that is there is replaced when the new one is whole.
    ///
    /// # Errors
    /// As [`build`].
    pub fn build(corpus: &Corpus, folder: &Path, options: &CorpusIndexOptions) -> Result<Changed, Error> {
        build(corpus.documents(), folder, options, &())
    }

    /// Opens the index in a folder: all of it is read into memory.
    ///
    /// # Errors
    /// As [`open`].
    pub fn open(folder: &Path) -> Result<Index, Error> {
        Ok(Index { open: open(folder)? })
    }

    /// How many documents it has.
    pub fn len(&self) -> u64 {
        self.open.manifest.documents
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a document has from those of the index, by the rule that goes with the index's design.
    ///
    /// # Errors
    /// [`Error::Core`] for a document without words, and for files of the index that are damaged.
    pub fn query(&self, document: &Document<'_>) -> Result<Findings, Error> {
        let rule = Rule::new(&self.open.manifest.design);
        Ok(self.open.check(&mut self.open.indexer()?, document, &rule)?.findings(&rule))
    }
}
