//! From what a person gave to tokens: visible text, folding, words, each with its byte span.
//!
//! ```
//! use twinprint::text::{self, Document, TextOptions};
//!
//! let document = Document::plain("a.txt", "Don\u{2019}t PANIC, cop\u{200b}ied text!");
//! let reading = text::read_with_words(&document, &TextOptions::default())?;
//! let words: Vec<&str> = reading.words().collect();
//! assert_eq!(words, ["don't", "panic", "copied", "text"]);
//! let span = reading.spans()[2];
//! assert_eq!(&document.text[span.range()], "cop\u{200b}ied");
//! assert_eq!(reading.flags().invisible, 1);
//! # Ok::<(), twinprint::Error>(())
//! ```

mod case;
pub mod encoding;
mod flags;
mod fold;
mod foreign;
#[cfg(feature = "html")]
mod html;
mod language;
mod nfkc;
mod script;
#[cfg(feature = "stem")]
mod stem;
mod units;
mod utf16;
mod view;
mod words;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Error, hash};
pub use flags::{FlagKind, Flags, Mark};
use fold::Findings;
pub use language::Language;
pub use units::Unit;
pub use utf16::Utf16Map;
use view::View;
use words::Sink;

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

impl Span {
    /// The span as a range for slicing.
    pub fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From positions already known to fit: [`read`] refuses longer texts before any span is made.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Span { start: start as u32, end: end as u32 }
    }
}

/// How text becomes tokens: the part of a recipe that this module reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    /// What a shingle is a sequence of.
    pub units: Unit,
}

impl TextOptions {
    /// Whether this build can do what the options ask for.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidOption`] if a stop list or stemmer is asked for that is not built in.
    pub fn check(&self) -> Result<(), Error> {
        language::check(self)
    }
}

/// What is folded before words are compared; by default all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Folding {
    /// Unicode normalization form KC, and typographic apostrophes to `'`.
    pub nfkc: bool,
    /// Upper and lower case.
    pub case: bool,
    /// Soft hyphens, zero-width and other invisible characters.
    pub invisible: bool,
    /// Look-alike letters (UTS #39) in words that mix scripts.
    pub look_alikes: bool,
}

impl Default for Folding {
    fn default() -> Self {
        Folding { nfkc: true, case: true, invisible: true, look_alikes: true }
    }
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

/// A document read: its tokens in order, each with its place.
#[derive(Debug, Clone)]
pub struct Reading {
    name: String,
    hashes: Vec<u64>,
    spans: Vec<Span>,
    flags: Flags,
    words: Words,
    unit: Unit,
    unit_starts: Vec<u32>,
    /// Of a document with markup.
    view: Option<View>,
}

/// The folded texts of tokens, end to end.
#[derive(Debug, Clone, Default)]
struct Words {
    text: String,
    ends: Vec<u32>,
}

impl Reading {
    /// The document's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of each token's folded text ([`hash::token`](crate::hash::token)), in order.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Where each token stands in the text to show ([`Reading::view`]).
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// What was folded that a reader does not see: counts and places, never a verdict.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// The folded text of each token, in order; empty unless read by [`read_with_words`] or by characters.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        let mut start = 0;
        self.words.ends.iter().map(move |&end| {
            let word = &self.words.text[start..end as usize];
            start = end as usize;
            word
        })
    }

    /// What a shingle of it is a sequence of.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The index of the first token of each line or sentence, where these are its units; else none.
    pub fn unit_starts(&self) -> &[u32] {
        &self.unit_starts
    }

    /// The text to show, in which spans and marks are: the visible text of an HTML document, else the text that was
    /// given, which a reading does not copy and the caller hands in again.
    pub fn view<'a>(&'a self, given: &'a str) -> &'a str {
        self.view.as_ref().map_or(given, |view| &view.text)
    }

    /// Where a span of the text to show stands in what the person gave.
    pub fn source(&self, span: Span) -> Span {
        self.view.as_ref().map_or(span, |view| view.source(span))
    }
}

/// Reads a document.
///
/// # Errors
///
/// [`Error::NoWords`] for a text without words, [`Error::TooLarge`] for one of 4 GiB or more, and what
/// [`TextOptions::check`] says.
pub fn read(document: &Document<'_>, options: &TextOptions) -> Result<Reading, Error> {
    read_into(document, options, (options.units == Unit::Characters).then(Words::default))
}

/// Reads a document and keeps the folded text of every token, for hashes other than the built-in one.
///
/// # Errors
///
/// As [`read`].
pub fn read_with_words(document: &Document<'_>, options: &TextOptions) -> Result<Reading, Error> {
    read_into(document, options, Some(Words::default()))
}

/// The average English word with the space after it is a little longer, so this rarely grows.
const BYTES_A_TOKEN: usize = 5;

fn read_into(document: &Document<'_>, options: &TextOptions, words: Option<Words>) -> Result<Reading, Error> {
    options.check()?;
    check_length(document)?;
    let view = visible(document, options)?;
    let text = view.as_ref().map_or(document.text, |view| &view.text);
    let images = view.as_ref().map_or(&[][..], |view| &view.images);
    let mut findings = Findings::default();
    let tokens = text.len() / BYTES_A_TOKEN;
    let mut tokens = Tokens { hashes: Vec::with_capacity(tokens), spans: Vec::with_capacity(tokens), words };
    let mut sink = Terms::new(options, &mut tokens);
    let mut start = 0;
    for &image in images {
        words::scan(text, start..image.range().start, options, &mut findings, &mut sink);
        sink.word(&text[image.range()], image);
        start = image.range().end;
    }
    words::scan(text, start..text.len(), options, &mut findings, &mut sink);
    let Tokens { hashes, spans, words } = tokens;
    if hashes.is_empty() {
        return Err(Error::NoWords { document: document.name.into() });
    }
    foreign::flag(text, options, &hashes, &mut findings);
    let words = words.unwrap_or_default();
    let unit_starts = units::starts(text, &spans, options.units);
    let (name, flags, unit) = (document.name.into(), findings.flags, options.units);
    Ok(Reading { name, hashes, spans, flags, words, unit, unit_starts, view })
}

/// Keeps the tokens of a document.
struct Tokens {
    hashes: Vec<u64>,
    spans: Vec<Span>,
    words: Option<Words>,
}

impl Sink for Tokens {
    #[inline]
    fn word(&mut self, folded: &str, span: Span) {
        self.hashes.push(hash::token(folded));
        self.spans.push(span);
        if let Some(words) = &mut self.words {
            words.text.push_str(folded);
            words.ends.push(words.text.len() as u32);
        }
    }

    #[inline]
    fn letters(&mut self, bytes: u64, length: usize, span: Span) {
        self.hashes.push(hash::short_token(bytes, length));
        self.spans.push(span);
        if let Some(words) = &mut self.words {
            let bytes = bytes.to_le_bytes();
            words.text.push_str(core::str::from_utf8(&bytes[..length]).unwrap_or_default());
            words.ends.push(words.text.len() as u32);
        }
    }
}

/// Hands on the terms of folded words: without stop words, stemmed, or as they are.
struct Terms<'a, S> {
    #[cfg(feature = "stem")]
    terms: Option<stem::Terms>,
    sink: &'a mut S,
}

impl<'a, S: Sink> Terms<'a, S> {
    #[cfg(feature = "stem")]
    fn new(options: &TextOptions, sink: &'a mut S) -> Self {
        let asked = options.stop_words.is_some() || options.stemmer.is_some();
        Terms { terms: asked.then(|| stem::Terms::new(options)), sink }
    }

    /// [`TextOptions::check`] has refused all that would change a word.
    #[cfg(not(feature = "stem"))]
    fn new(_: &TextOptions, sink: &'a mut S) -> Self {
        Terms { sink }
    }
}

impl<S: Sink> Sink for Terms<'_, S> {
    #[inline]
    fn word(&mut self, folded: &str, span: Span) {
        #[cfg(feature = "stem")]
        if let Some(terms) = &self.terms {
            if let Some(term) = terms.term(folded) {
                self.sink.word(&term, span);
            }
            return;
        }
        self.sink.word(folded, span);
    }

    #[inline]
    fn letters(&mut self, bytes: u64, length: usize, span: Span) {
        #[cfg(feature = "stem")]
        if self.terms.is_some() {
            let bytes = bytes.to_le_bytes();
            return self.word(core::str::from_utf8(&bytes[..length]).unwrap_or_default(), span);
        }
        self.sink.letters(bytes, length, span);
    }
}

/// The visible text of a document with markup.
fn visible(document: &Document<'_>, _options: &TextOptions) -> Result<Option<View>, Error> {
    match document.format {
        Format::Plain => Ok(None),
        #[cfg(feature = "html")]
        Format::Html => Ok(Some(html::view(document, _options.images))),
        #[cfg(not(feature = "html"))]
        Format::Html => Err(Error::InvalidOption {
            option: "format",
            value: "html".into(),
            expected: "plain text: this build was made without the feature \"html\"",
        }),
    }
}

/// Calls `word` with the folded text and span of every token of plain text, in order; keeps nothing.
///
/// ```
/// use twinprint::text::{self, TextOptions};
///
/// let mut words = Vec::new();
/// text::for_each_word("A rose is a rose", &TextOptions::default(), |word, _| words.push(word.to_string()))?;
/// assert_eq!(words[0], words[3]);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`read`], but a text without words is none.
#[inline]
pub fn for_each_word(
    text: &str,
    options: &TextOptions,
    mut word: impl FnMut(&str, Span),
) -> Result<(), Error> {
    hand_to(&mut word, text, options)
}

/// Calls `token` with the hash of every token of plain text, in order; keeps nothing. Faster than hashing what
/// [`for_each_word`] gives.
///
/// ```
/// use twinprint::{hash, text::{self, TextOptions}};
///
/// let mut hashes = Vec::new();
/// text::for_each_token("A rose is a rose", &TextOptions::default(), |token| hashes.push(token))?;
/// assert_eq!(hashes[4], hash::token("rose"));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`for_each_word`].
#[inline]
pub fn for_each_token(text: &str, options: &TextOptions, token: impl FnMut(u64)) -> Result<(), Error> {
    hand_to(&mut Hashes(token), text, options)
}

struct Hashes<F>(F);

impl<F: FnMut(u64)> Sink for Hashes<F> {
    #[inline]
    fn word(&mut self, folded: &str, _: Span) {
        (self.0)(hash::token(folded));
    }

    #[inline]
    fn letters(&mut self, bytes: u64, length: usize, _: Span) {
        (self.0)(hash::short_token(bytes, length));
    }
}

#[inline]
fn hand_to(sink: &mut impl Sink, text: &str, options: &TextOptions) -> Result<(), Error> {
    options.check()?;
    check_length(&Document::plain("text", text))?;
    let mut terms = Terms::new(options, sink);
    words::scan(text, 0..text.len(), options, &mut Findings::default(), &mut terms);
    Ok(())
}

/// Folding expands text at most this much: U+FDFA, three bytes, becomes 33.
const EXPANSION: u64 = 11;

fn check_length(document: &Document<'_>) -> Result<(), Error> {
    let (bytes, limit) = (document.text.len() as u64, u64::from(u32::MAX) / EXPANSION);
    if bytes > limit {
        return Err(Error::TooLarge { document: document.name.into(), bytes, limit });
    }
    Ok(())
}
