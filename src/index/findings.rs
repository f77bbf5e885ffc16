//! What a document has from the documents of an index.

use alloc::string::String;
use alloc::vec::Vec;

use crate::report::Place;

/// What a check says of a document. The field names are the same on every face.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Findings {
    /// The document's name.
    pub document: String,
    /// How many words it has.
    pub words: u32,
    /// How many of them are explained by a source, each counted once.
    pub explained: u32,
    /// Their share, 0 to 1.
    pub share: f64,
    /// Where they are: stretches of the document, in order and apart.
    pub covered: Vec<Place>,
    /// The sources, first the one that explains most, then those that explain most of what is left.
    pub sources: Vec<FoundSource>,
    /// How many more sources were found than are listed.
    pub more_sources: u64,
    /// Whether a bound was reached, so that there may be sources that were not found.
    pub truncated: bool,
    /// The parts of the index that could not be searched.
    pub missing: Vec<String>,
    /// The id of the index's design.
    pub recipe: String,
}

/// A source of a document.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FoundSource {
    /// The number in the index of its first passage.
    pub first: u64,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// How many words it has.
    pub words: u32,
    /// Words of the document that stand in it.
    pub shared: u32,
    /// Of these, the words that no source before it explains.
    pub explains: u32,
    /// The share of the document's shingles that are in it.
    pub containment: Estimate,
    /// The share of its shingles that are in the document.
    pub containment_of_source: Estimate,
    /// Shared shingles among all of both.
    pub resemblance: Estimate,
    /// The most words in a row that are equal; without its text, as far as shingles show.
    pub longest_run: u32,
    /// The fewest bits in which fingerprints of two passages, or of the whole documents, differ.
    pub distance: Option<u32>,
    /// Whether all of it was compared word by word with the source's text.
    pub exact: bool,
    /// What is shared, by its place in the document.
    pub passages: Vec<FoundPassage>,
}

/// A number between 0 and 1, with the bounds between which it is with a probability of 95 %; both equal to it where it is
/// exact.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// A stretch of a document that stands in a source.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FoundPassage {
    /// Where in the document: bytes of the text to show.
    pub document: Place,
    /// Where in the source: the passage found, or with the source's text the very words.
    pub source: Place,
    /// How many words of the document.
    pub words: u32,
    /// How it was found: `shingles`, `passage` (its fingerprint) or `text` (word by word).
    pub how: &'static str,
}
