//! A document as an index sees it.

#[cfg(feature = "clean")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::Pair;
use crate::error::Error;
use crate::shingle;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::{Reading, Span};

/// A document read, cut and signed by a [`Design`](super::Design).
#[derive(Debug, Clone)]
pub struct Signed {
    /// All words of the document, with their places.
    pub reading: Reading,
    /// The whole document first, then its passages in order, if there is more than one.
    pub passages: Vec<Passage>,
    /// The hash of every shingle and the word it begins with, in order.
    pub shingles: Vec<(u64, u32)>,
    /// Its pairs of words that the design keeps, in the order of their first words.
    pub pairs: Vec<Pair>,
    /// What was taken out of the document's site: what it is compared with goes without its own, too.
    #[cfg(feature = "clean")]
    pub(super) boilerplate: Option<Arc<Boilerplate>>,
}

/// A stretch of a document that is signed by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Its words.
    pub words: Range<u32>,
    /// Its place in the text to show.
    pub span: Span,
    /// Its fingerprints: one for each lexicon that has a word of it, if passages are signed.
    pub fingerprints: Vec<u64>,
}

impl Signed {
    /// The shingles that winnowing selects, with windows of this size, and the words they begin with, in order. With the
    /// design's [`window`](super::Design::window) they are those of the index. Those of a larger window are among those of a
    /// smaller one.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for windows of none.
    pub fn selected(&self, window: usize) -> Result<Vec<(u64, u32)>, Error> {
        shingle::winnow(&self.shingles, window)
    }

    /// The selected shingles by windows of this size and the pairs, each once for each passage in which it begins: hash and
    /// passage, sorted. They are what an index holds of the document.
    ///
    /// # Errors
    /// As [`selected`](Signed::selected).
    pub fn postings(&self, window: usize) -> Result<Vec<(u64, u32)>, Error> {
        let selected = self.selected(window)?.into_iter();
        let pairs = self.pairs.iter().map(|pair| (pair.hash, pair.words.start));
        let mut postings: Vec<(u64, u32)> =
            selected.chain(pairs).map(|(hash, word)| (hash, self.passage_of(word))).collect();
        postings.sort_unstable();
        postings.dedup();
        Ok(postings)
    }

    /// The passage that has a word: its number in the document, 0 where that has no passage but the whole.
    pub fn passage_of(&self, word: u32) -> u32 {
        match &self.passages[..] {
            [_, parts @ ..] => parts.partition_point(|part| part.words.start <= word) as u32,
            [] => 0,
        }
    }
}
