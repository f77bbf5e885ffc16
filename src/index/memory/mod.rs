//! An index that is built, kept and searched in memory: what most people have documents for.

mod build;
#[cfg(feature = "service")]
mod container;
mod digest;
mod tables;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Corpus, FileEntry, Findings, IndexCheck, Limits, MANIFEST, Manifest, Rule, Signing};
use crate::error::Error;
use crate::text::Document;
pub use build::{IndexBuilder, IndexOptions};

/// An index of documents, in memory: built of them, saved as bytes and opened again, and searched for what other documents have from
/// them.
///
/// It holds the files that an index in a folder has, byte for byte those that `twinprint index build` writes of the same
/// documents with the same titles, as long as none is beyond 24 MiB, and finds what `twinprint check` finds. By
/// [default](IndexOptions) it keeps no texts, so that what it finds is estimated by shingles and fingerprints; with texts it is compared word by
/// word.
///
/// ```
/// use twinprint::{Document, Index, IndexOptions};
///
/// let hobbit = "In a hole in the ground there lived a hobbit. Not a nasty, dirty, wet hole, filled with the ends of worms \
///     and an oozy smell, nor yet a dry, bare, sandy hole with nothing in it to sit down on or to eat.";
/// let index = Index::build([Document::plain("hobbit", hobbit)], &IndexOptions::default().with_texts(true))?;
///
/// let essay = ["As it says: ", &hobbit[15..180], " And so on."].concat();
/// let findings = index.query(&Document::plain("essay", &essay))?;
/// assert_eq!(findings.sources[0].id, "hobbit");
/// assert!(findings.share > 0.8);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Index {
    corpus: Corpus<Arc<[u8]>>,
    /// All files that the manifest names.
    files: Files,
    signing: Signing,
}

/// Files by their names.
type Files = BTreeMap<String, Arc<[u8]>>;

impl Index {
    /// Builds an index of documents, each of which has a name of its own.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let texts = ["It was a dark and stormy night.".to_string(), "Call me Ishmael.".to_string()];
    /// let names: Vec<String> = (1..).map(|number| format!("text {number}")).take(texts.len()).collect();
    /// let documents = names.iter().zip(&texts).map(|(name, text)| Document::plain(name, text));
    /// assert_eq!(Index::build(documents, &IndexOptions::default())?.len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`IndexBuilder::new`] and [`IndexBuilder::add`] say. To leave out documents that cannot be indexed, such as those
    /// without words, [add](Index::builder) them one by one.
    pub fn build<'a>(
        documents: impl IntoIterator<Item = Document<'a>>,
        options: &IndexOptions,
    ) -> Result<Index, Error> {
        let mut builder = Index::builder(options)?;
        documents.into_iter().try_for_each(|document| builder.add(&document))?;
        builder.finish()
    }

    /// An index that documents are added to one by one.
    ///
    /// ```
    /// use twinprint::{Document, Error, Index, IndexOptions};
    /// let mut builder = Index::builder(&IndexOptions::default())?;
    /// for (name, text) in [("a", "It was a dark and stormy night."), ("b", "..."), ("c", "Call me Ishmael.")] {
    ///     match builder.add(&Document::plain(name, text)) {
    ///         Err(Error::NoWords { document }) => assert_eq!(document, "b"),
    ///         added => added?,
    ///     }
    /// }
    /// assert_eq!(builder.finish()?.len(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`IndexBuilder::new`] says.
    pub fn builder(options: &IndexOptions) -> Result<IndexBuilder, Error> {
        IndexBuilder::new(options)
    }

    /// The index that files are, each of which is checked.
    fn of(manifest: Manifest, files: Files, signing: Signing) -> Result<Index, Error> {
        let file =
            |entry: &FileEntry| files.get(&entry.name).cloned().ok_or_else(|| "it is not there".into());
        let corpus = Corpus::open(manifest, file)?;
        match corpus.missing().into_iter().next() {
            None => Ok(Index { corpus, files, signing }),
            Some(problem) => Err(Error::BadIndex { file: MANIFEST.into(), problem }),
        }
    }

    /// What a document has from those of the index, by the [default rule](Rule::new) of its design: sources that share a run of 25
    /// words, or that many words in shorter ones, first the one that explains most.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let text = "It was a dark and stormy night; the rain fell in torrents.";
    /// let index = Index::build([Document::plain("clifford", text)], &IndexOptions::default())?;
    /// assert_eq!(index.query(&Document::plain("essay", text))?.share, 1.0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says of the document.
    pub fn query(&self, document: &Document<'_>) -> Result<Findings, Error> {
        self.query_by(document, &Rule::new(&self.manifest().design))
    }

    /// As [`query`](Index::query), by another rule.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions, index::Rule};
    /// let text = "It was a dark and stormy night; the rain fell in torrents.";
    /// let index = Index::build([Document::plain("clifford", text)], &IndexOptions::default())?;
    /// let mut rule = Rule::new(&index.manifest().design);
    /// rule.sources = 0;
    /// let findings = index.query_by(&Document::plain("essay", text), &rule)?;
    /// assert_eq!((findings.sources.len(), findings.more_sources), (0, 1));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`query`](Index::query), and [`Error::InvalidOption`] if the rule's shortest passage is no length for one.
    pub fn query_by(&self, document: &Document<'_>, rule: &Rule) -> Result<Findings, Error> {
        let design = &self.manifest().design;
        let signed = self.signing.indexer(design)?.sign(document)?;
        let mut inquiry = IndexCheck::new(signed, design, self.manifest().passages)?;
        inquiry.ask(&self.corpus, &Limits::default(), rule)?;
        Ok(inquiry.findings(rule))
    }

    /// How many documents it has.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// assert_eq!(Index::build([Document::plain("a", "It rains.")], &IndexOptions::default())?.len(), 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn len(&self) -> u64 {
        self.manifest().documents
    }

    /// Whether it has none.
    ///
    /// ```
    /// use twinprint::{Index, IndexOptions};
    /// assert!(Index::build([], &IndexOptions::default())?.is_empty());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it says of itself: its design, and its files.
    ///
    /// ```
    /// use twinprint::{Index, IndexOptions};
    /// let index = Index::build([], &IndexOptions::default())?;
    /// assert_eq!(index.manifest().design.shingles.run, 25);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn manifest(&self) -> &Manifest {
        self.corpus.manifest()
    }

    /// Its files by their names, but for the manifest: with that, a folder of them is an index to be published or changed.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let index = Index::build([Document::plain("a", "Call me Ishmael.")], &IndexOptions::default())?;
    /// assert!(index.files().any(|(name, bytes)| name.ends_with(".twd") && bytes.starts_with(b"TWPDOCUM")));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (&**name, &**bytes))
    }
}
