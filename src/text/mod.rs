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

mod apart;
#[cfg(feature = "clean")]
mod boilerplate;
mod case;
mod clean;
pub mod cut;
pub mod encoding;
mod flags;
mod fold;
mod foreign;
mod host;
#[cfg(feature = "html")]
mod html;
mod language;
mod nfkc;
mod offsets;
mod program;
mod reader;
mod script;
mod spaced;
#[cfg(feature = "stem")]
mod stem;
mod units;
mod view;
pub(crate) mod volatile;
mod words;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Error;
pub use apart::{Apart, ApartKind};
#[cfg(feature = "clean")]
pub use boilerplate::{Boilerplate, BoilerplateRule, SiteLines, for_each_line};
pub use clean::{BoilerplateId, Cleaning};
pub use flags::{FlagKind, Flags, Mark};
pub use host::host;
pub use language::Language;
pub use offsets::{CharacterMap, Utf16Map};
pub use program::is_program;
pub use reader::Reader;
pub use units::Unit;
use view::View;

/// A document as a person gave it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Document<'a> {
    /// Its name in reports and errors.
    pub name: &'a str,
    /// Its decoded text, or its HTML source.
    pub text: &'a str,
    /// How the text is to be read.
    pub format: Format,
    /// Where it came from; image sources on the same host are then terms by their file name.
    pub url: Option<&'a str>,
    /// The site or source that it is of, where that is not the host of its URL.
    pub site: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// A document whose text is to be read in a format.
    ///
    /// ```
    /// use twinprint::{Document, Format};
    /// let document = Document::new("a.txt", "It rains.", Format::Plain).with_url("https://example.org/a.txt");
    /// assert_eq!((document.name, document.url), ("a.txt", Some("https://example.org/a.txt")));
    /// ```
    pub fn new(name: &'a str, text: &'a str, format: Format) -> Self {
        Document { name, text, format, url: None, site: None }
    }

    /// A document of plain text.
    ///
    /// ```
    /// let document = twinprint::Document::plain("a.txt", "It rains.");
    /// assert_eq!(document.format, twinprint::Format::Plain);
    /// ```
    pub fn plain(name: &'a str, text: &'a str) -> Self {
        Document::new(name, text, Format::Plain)
    }

    /// A document of HTML.
    ///
    /// ```
    /// let document = twinprint::Document::html("a.html", "<p>It rains.</p>");
    /// assert_eq!(document.format, twinprint::Format::Html);
    /// ```
    pub fn html(name: &'a str, text: &'a str) -> Self {
        Document::new(name, text, Format::Html)
    }

    /// With another name.
    ///
    /// ```
    /// use twinprint::Document;
    /// assert_eq!(Document::plain("a.txt", "It rains.").with_name("rain").name, "rain");
    /// ```
    pub fn with_name(self, name: &'a str) -> Self {
        Document { name, ..self }
    }

    /// With where it came from, if that is known.
    ///
    /// ```
    /// use twinprint::Document;
    /// let page = Document::html("a.html", "<p>It rains.</p>").with_url("https://example.org/a.html");
    /// assert_eq!(page.with_url(None).url, None);
    /// ```
    pub fn with_url(self, url: impl Into<Option<&'a str>>) -> Self {
        Document { url: url.into(), ..self }
    }

    /// With the site or source that it is of, if that is not the host of its URL.
    ///
    /// ```
    /// use twinprint::Document;
    /// let page = Document::html("a.html", "<p>It rains.</p>").with_url("https://Docs.example.org/a.html");
    /// assert_eq!(page.site(), "docs.example.org");
    /// assert_eq!(page.with_site("manuals").site(), "manuals");
    /// ```
    pub fn with_site(self, site: impl Into<Option<&'a str>>) -> Self {
        Document { site: site.into(), ..self }
    }

    /// The site whose boilerplate it may have: what it is said to be of, else the host of its URL in lower case; empty if neither is
    /// known.
    pub fn site(&self) -> Cow<'a, str> {
        match (self.site, self.url.and_then(host)) {
            (Some(site), _) => site.into(),
            (None, Some(host)) => host.to_lowercase().into(),
            (None, None) => "".into(),
        }
    }
}

/// How a document's text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// Plain text, Markdown and everything without markup of its own.
    #[default]
    Plain,
    /// HTML, of which the visible text counts.
    Html,
}

/// A stretch of bytes, from `start` to before `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span as a range for slicing.
    ///
    /// ```
    /// use twinprint::text::Span;
    /// assert_eq!(&"It rains."[Span { start: 3, end: 8 }.range()], "rains");
    /// ```
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
#[non_exhaustive]
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
    /// What is taken out before words are read.
    pub clean: Cleaning,
}

impl TextOptions {
    /// With other foldings.
    ///
    /// ```
    /// use twinprint::text::{self, Document, Folding, TextOptions};
    /// let options = TextOptions::default().with_fold(Folding::default().with_case(false));
    /// let reading = text::read_with_words(&Document::plain("a", "It rains"), &options)?;
    /// assert_eq!(reading.words().next(), Some("It"));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_fold(self, fold: Folding) -> Self {
        TextOptions { fold, ..self }
    }

    /// With another rule of what a word is.
    ///
    /// ```
    /// use twinprint::text::{self, Document, TextOptions, WordRule};
    /// let options = TextOptions::default().with_words(WordRule::WhiteSpace);
    /// assert_eq!(text::read(&Document::plain("a", "e-mail me"), &options)?.hashes().len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_words(self, words: WordRule) -> Self {
        TextOptions { words, ..self }
    }

    /// With another rule of how URLs are broken.
    ///
    /// ```
    /// use twinprint::text::{self, Document, TextOptions, UrlRule};
    /// let options = TextOptions::default().with_urls(UrlRule::SlashesAndDots);
    /// let reading = text::read_with_words(&Document::plain("a", "https://example.org/rain"), &options)?;
    /// assert!(reading.words().any(|word| word == "rain"));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_urls(self, urls: UrlRule) -> Self {
        TextOptions { urls, ..self }
    }

    /// With image sources as terms, or without.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use twinprint::text::{self, Document, ImageRule, TextOptions};
    /// let options = TextOptions::default().with_images(ImageRule::Sources);
    /// let page = Document::html("a", "<p>It rains <img src='https://example.org/rain.png'></p>");
    /// assert_eq!(text::read(&page, &options).unwrap().hashes().len(), 3);
    /// # }
    /// ```
    pub fn with_images(self, images: ImageRule) -> Self {
        TextOptions { images, ..self }
    }

    /// Without the stop words of a language, or with all words.
    ///
    /// ```
    /// # #[cfg(feature = "stem")] {
    /// use twinprint::text::{self, Document, Language, TextOptions};
    /// let options = TextOptions::default().with_stop_words(Some(Language::English)).with_stemmer(Some(Language::English));
    /// let reading = text::read_with_words(&Document::plain("a", "It was raining"), &options).unwrap();
    /// assert!(reading.words().eq(["rain"]));
    /// # }
    /// ```
    pub fn with_stop_words(self, stop_words: Option<Language>) -> Self {
        TextOptions { stop_words, ..self }
    }

    /// With words stemmed by the rules of a language, or as they are.
    ///
    /// ```
    /// # #[cfg(feature = "stem")] {
    /// use twinprint::text::{self, Document, Language, TextOptions};
    /// let options = TextOptions::default().with_stemmer(Some(Language::English));
    /// assert!(text::read_with_words(&Document::plain("a", "raining"), &options).unwrap().words().eq(["rain"]));
    /// # }
    /// ```
    pub fn with_stemmer(self, stemmer: Option<Language>) -> Self {
        TextOptions { stemmer, ..self }
    }

    /// With shingles of something else than words.
    ///
    /// ```
    /// use twinprint::text::{self, Document, TextOptions, Unit};
    /// let options = TextOptions::default().with_units(Unit::Lines);
    /// let reading = text::read(&Document::plain("a", "It rains.\nAll day."), &options)?;
    /// assert_eq!((reading.unit(), reading.unit_starts()), (Unit::Lines, &[0, 2][..]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_units(self, units: Unit) -> Self {
        TextOptions { units, ..self }
    }

    /// With something taken out before words are read, or nothing.
    ///
    /// ```
    /// # #[cfg(feature = "clean")] {
    /// use twinprint::text::{self, Cleaning, Document, TextOptions};
    /// let options = TextOptions::default().with_clean(Cleaning::default().with_volatile(true));
    /// assert_eq!(text::read(&Document::plain("a", "It rains since 16:40"), &options).unwrap().hashes().len(), 3);
    /// # }
    /// ```
    pub fn with_clean(self, clean: Cleaning) -> Self {
        TextOptions { clean, ..self }
    }

    /// Whether this build can do what the options ask for.
    ///
    /// ```
    /// use twinprint::text::TextOptions;
    /// assert!(TextOptions::default().check().is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidOption`] if a stop list, a stemmer or a cleaning is chosen that is not built in.
    pub fn check(&self) -> Result<(), Error> {
        language::check(self)?;
        self.clean.check()?;
        units::check(self.units)
    }
}

/// What is folded before words are compared; by default all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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

impl Folding {
    /// With Unicode normalization form KC, or without.
    ///
    /// ```
    /// use twinprint::text::{self, Document, Folding, TextOptions};
    /// let options = TextOptions::default().with_fold(Folding::default().with_nfkc(false));
    /// assert!(text::read_with_words(&Document::plain("a", "ｒａｉｎ"), &options)?.words().eq(["ｒａｉｎ"]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_nfkc(self, nfkc: bool) -> Self {
        Folding { nfkc, ..self }
    }

    /// With upper and lower case alike, or without.
    ///
    /// ```
    /// use twinprint::text::{self, Document, Folding, TextOptions};
    /// let options = TextOptions::default().with_fold(Folding::default().with_case(false));
    /// assert!(text::read_with_words(&Document::plain("a", "Rain"), &options)?.words().eq(["Rain"]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_case(self, case: bool) -> Self {
        Folding { case, ..self }
    }

    /// Without invisible characters, or with them.
    ///
    /// ```
    /// use twinprint::text::{self, Document, Folding, TextOptions};
    /// let options = TextOptions::default().with_fold(Folding::default().with_invisible(false));
    /// let reading = text::read_with_words(&Document::plain("a", "ra\u{ad}in"), &options)?;
    /// assert!(reading.words().eq(["ra\u{ad}in"]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_invisible(self, invisible: bool) -> Self {
        Folding { invisible, ..self }
    }

    /// With look-alike letters folded, or as they are.
    ///
    /// ```
    /// use twinprint::text::{self, Document, Folding, TextOptions};
    /// let options = TextOptions::default().with_fold(Folding::default().with_look_alikes(false));
    /// // The second letter is Cyrillic.
    /// assert!(text::read_with_words(&Document::plain("a", "rаin"), &options)?.words().eq(["rаin"]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_look_alikes(self, look_alikes: bool) -> Self {
        Folding { look_alikes, ..self }
    }
}

impl Default for Folding {
    fn default() -> Self {
        Folding { nfkc: true, case: true, invisible: true, look_alikes: true }
    }
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
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
#[non_exhaustive]
pub enum UrlRule {
    /// Like any other text.
    #[default]
    AsText,
    /// At slashes and dots, each part a word (Henzinger 2006, section 2, exception 1).
    SlashesAndDots,
}

/// Whether image sources are terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
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
    apart: Vec<Apart>,
    /// Of a document with markup.
    view: Option<View>,
    /// Of a document of which something was taken out.
    cleaned: Option<String>,
}

/// The folded texts of tokens, each with a space after it, and where each ends, before its space.
#[derive(Debug, Clone, Default)]
struct Words {
    text: String,
    ends: Vec<u32>,
}

impl Reading {
    /// The document's name.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert_eq!(read("It rains.")?.name(), "a");
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of each token's folded text ([`hash::token`](crate::hash::token)), in order.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert_eq!(read("It rains.")?.hashes(), ["it", "rains"].map(twinprint::hash::token));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Where each token stands in the text to show ([`Reading::view`]).
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert_eq!(read("It rains.")?.spans()[1].range(), 3..8);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// What was folded that a reader does not see: counts and places, never a verdict.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert_eq!(read("ra\u{ad}in")?.flags().soft_hyphens, 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// The folded text of each token, in order; empty unless read by [`read_with_words`] or by characters.
    ///
    /// ```
    /// use twinprint::text::{self, Document, TextOptions};
    /// let reading = text::read_with_words(&Document::plain("a", "It rains."), &TextOptions::default())?;
    /// assert_eq!(reading.words().len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        let mut start = 0;
        self.words.ends.iter().map(move |&end| {
            let word = &self.words.text[start..end as usize];
            start = end as usize + 1;
            word
        })
    }

    /// The folded texts of all tokens, with a space after each, and where each token's ends, before its space; empty where
    /// [`Reading::words`] is.
    ///
    /// ```
    /// use twinprint::text::{self, Document, TextOptions};
    /// let reading = text::read_with_words(&Document::plain("a", "It rains."), &TextOptions::default())?;
    /// assert_eq!(reading.joined_words(), ("it rains ", &[2, 8][..]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn joined_words(&self) -> (&str, &[u32]) {
        (&self.words.text, &self.words.ends)
    }

    /// What a shingle of it is a sequence of.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert_eq!(read("It rains.")?.unit(), twinprint::text::Unit::Words);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The index of the first token of each line or sentence, where these are its units; else none.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert!(read("It rains.")?.unit_starts().is_empty());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn unit_starts(&self) -> &[u32] {
        &self.unit_starts
    }

    /// What stands apart in it, by kind, then place; none unless its reader finds it
    /// ([`Reader::with_apart`]). Stretches may overlap.
    ///
    /// ```
    /// # let read = |text| twinprint::Checker::default().read_text(&twinprint::Document::plain("a", text));
    /// assert!(read("He said “it is raining”.")?.apart().is_empty());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn apart(&self) -> &[Apart] {
        &self.apart
    }

    /// The text to show, in which spans and marks are: the visible text of an HTML document, else the text that was
    /// given, which a reading does not copy and the caller hands in again.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use twinprint::text::{self, Document, TextOptions};
    /// let html = "<p>It <b>rains</b>.</p>";
    /// let reading = text::read(&Document::html("a", html), &TextOptions::default()).unwrap();
    /// assert_eq!(reading.view(html).trim(), "It rains.");
    /// # }
    /// ```
    pub fn view<'a>(&'a self, given: &'a str) -> &'a str {
        self.view.as_ref().map_or(given, |view| &view.text)
    }

    /// The text to show with spaces in place of what was taken out before its words were read ([`Cleaning`]).
    ///
    /// ```
    /// # #[cfg(feature = "clean")] {
    /// use twinprint::text::{self, Cleaning, Document, TextOptions};
    /// let (text, options) = ("It rains, 16:40", TextOptions::default().with_clean(Cleaning::default().with_volatile(true)));
    /// assert_eq!(text::read(&Document::plain("a", text), &options).unwrap().cleaned(text), "It rains,      ");
    /// # }
    /// ```
    pub fn cleaned<'a>(&'a self, given: &'a str) -> &'a str {
        self.cleaned.as_deref().unwrap_or_else(|| self.view(given))
    }

    /// Where a span of the text to show stands in what the person gave.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use twinprint::text::{self, Document, TextOptions};
    /// let html = "<p>It <b>rains</b>.</p>";
    /// let reading = text::read(&Document::html("a", html), &TextOptions::default()).unwrap();
    /// assert_eq!(&html[reading.source(reading.spans()[1]).range()], "rains");
    /// # }
    /// ```
    pub fn source(&self, span: Span) -> Span {
        self.view.as_ref().map_or(span, |view| view.source(span))
    }
}

/// Reads a document. For many documents, a [`Reader`] is faster.
///
/// ```
/// use twinprint::text::{self, Document, TextOptions};
/// let reading = text::read(&Document::plain("a", "It rains."), &TextOptions::default())?;
/// assert_eq!(reading.hashes().len(), 2);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NoWords`] for a text without words, [`Error::TooLarge`] for one of 4 GiB or more, and what
/// [`TextOptions::check`] says.
pub fn read(document: &Document<'_>, options: &TextOptions) -> Result<Reading, Error> {
    Reader::new(options)?.read(document)
}

/// Reads a document and keeps the folded text of every token, for hashes other than the built-in one.
///
/// ```
/// use twinprint::text::{self, Document, TextOptions};
/// let reading = text::read_with_words(&Document::plain("a", "It rains."), &TextOptions::default())?;
/// assert!(reading.words().eq(["it", "rains"]));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
///
/// As [`read`].
pub fn read_with_words(document: &Document<'_>, options: &TextOptions) -> Result<Reading, Error> {
    Reader::new(options)?.with_words().read(document)
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
pub fn for_each_word(text: &str, options: &TextOptions, word: impl FnMut(&str, Span)) -> Result<(), Error> {
    Reader::new(options)?.for_each_word(text, word)
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
    Reader::new(options)?.for_each_token(text, token)
}
