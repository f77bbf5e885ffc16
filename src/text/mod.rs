//! From what a person gave to tokens: visible text, folding, words, each with its byte span.

use alloc::string::String;
use alloc::vec::Vec;

/// A document as a person gave it.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Its name in reports and errors.
    pub name: &'a str,
    /// Its decoded text, or its HTML source.
    pub text: &'a str,
    /// How the text is to be read.
    pub format: Format,
    /// Where it came from; image sources on the same host are then terms by their file name.
    pub url: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// A document of plain text.
    pub fn plain(name: &'a str, text: &'a str) -> Self {
        Document { name, text, format: Format::Plain, url: None }
    }
    /// A document of HTML.
    pub fn html(name: &'a str, text: &'a str) -> Self {
        Document { name, text, format: Format::Html, url: None }
    }
}

/// How a document's text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Plain text, Markdown and everything without markup of its own.
    #[default]
    Plain,
    /// HTML, of which the visible text counts.
    Html,
}

/// A stretch of bytes, from `start` to before `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// How text becomes tokens: the part of a recipe that this module reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// What is folded before words are compared.
    pub fold: Folding,
    /// What a word is.
    pub words: WordRule,
    /// How URLs in the text are broken into words.
    pub urls: UrlRule,
    /// Whether image sources are terms.
    pub images: ImageRule,
    /// The language whose stop words are left out.
    pub stop_words: Option<Language>,
    /// The language by whose Snowball rules words are stemmed.
    pub stemmer: Option<Language>,
}

/// What is folded before words are compared. Case folding and NFKC are on by default, as is all the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Folding {
    /// Unicode normalization form KC.
    pub nfkc: bool,
    /// Upper and lower case.
    pub case: bool,
    /// Soft hyphens, zero-width and other invisible characters.
    pub invisible: bool,
    /// Look-alike letters (UTS #39) in words that mix scripts.
    pub look_alikes: bool,
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WordRule {
    /// Unicode word boundaries (UAX #29); scripts without spaces by character.
    #[default]
    Unicode,
    /// Between white space (Ye, Wen and Ma 2006, section 4.1).
    WhiteSpace,
    /// Maximal runs of letters and digits (Henzinger 2006, section 2).
    Alphanumeric,
}

/// How URLs in the text are broken into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UrlRule {
    /// Like any other text.
    #[default]
    AsText,
    /// At slashes and dots, each part a word (Henzinger 2006, section 2, exception 1).
    SlashesAndDots,
}

/// Whether image sources are terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageRule {
    /// Images are no text.
    #[default]
    Ignored,
    /// An image's source is a term: its file name on the page's own host, else the whole URL (Henzinger 2006,
    /// section 2, exception 2).
    Sources,
}

/// A language with a stop list or a Snowball stemmer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// English.
    English,
}

/// A document read: its tokens in order, each with its place.
#[derive(Debug, Clone)]
pub struct Reading {
    name: String,
    hashes: Vec<u64>,
    spans: Vec<Span>,
}
