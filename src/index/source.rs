//! A source: what an index says of one of its documents.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::text::Span;

/// How many documents stand in a bucket of sources: who asks for one of them gives away only which bucket it is in.
pub const BUCKET: u32 = 64;

/// How many documents stand in a bucket of texts.
pub const TEXT_BUCKET: u32 = 8;

/// What an index says of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Source {
    /// Its id.
    pub id: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its address, if it has one.
    pub url: Option<String>,
    /// How many words it has.
    pub words: u32,
    /// How many distinct shingles of it stand in the index.
    pub shingles: u32,
    /// The number in the index of its first passage, the whole document.
    pub first: u64,
    /// Where its passages are, the whole document first: their words and their places in the text to show.
    pub passages: Vec<Stretch>,
    /// Whether the index has its text.
    pub has_text: bool,
    /// Whether it was removed: it is in no answer.
    pub removed: bool,
}

impl Source {
    /// Whether its passages are as an index holds them: the whole document first; then passages that begin with its first word or
    /// later, each no earlier than the one before it ends; none that ends before it begins, or beyond the last word.
    ///
    /// ```
    /// use twinprint::index::{Source, Stretch};
    /// use twinprint::text::Span;
    /// let stretch = |start, end| Stretch { words: start..end, span: Span { start, end } };
    /// let source = |passages| Source {
    ///     id: "rose".into(), title: None, url: None, words: 8, shingles: 6, first: 0, passages, has_text: false, removed: false,
    /// };
    /// assert!(source(vec![stretch(0, 8), stretch(0, 4), stretch(4, 8)]).is_in_order());
    /// assert!(!source(vec![stretch(0, 8), stretch(0, 4), stretch(3, 8)]).is_in_order());
    /// assert!(!source(vec![]).is_in_order());
    /// ```
    pub fn is_in_order(&self) -> bool {
        let [whole, parts @ ..] = &self.passages[..] else { return false };
        let (mut word, mut byte) = (whole.words.start, whole.span.start);
        let parts_follow = parts.iter().all(|Stretch { words, span }| {
            let follows = word <= words.start && byte <= span.start;
            (word, byte) = (words.end, span.start);
            follows
        });
        let ends = |Stretch { words, span }: &Stretch| {
            words.start <= words.end && words.end <= self.words && span.start <= span.end
        };
        parts_follow && self.passages.iter().all(ends)
    }
}

/// Where a passage is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stretch {
    /// Its words.
    pub words: Range<u32>,
    /// Its place in the text to show, in bytes.
    pub span: Span,
}
