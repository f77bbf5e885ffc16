//! Reads documents: finds their visible text, has it folded and cut into words, and keeps what becomes of each word.
//!
//! Naively, each word is looked up among the stop words and stemmed. A reader does so once for a distinct word, in all the
//! documents it reads.

use alloc::string::String;
#[cfg(feature = "clean")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::{fmt, mem};

#[cfg(feature = "clean")]
use super::boilerplate::{self, Boilerplate};
use super::fold::Findings;
#[cfg(feature = "html")]
use super::html;
#[cfg(feature = "stem")]
use super::stem;
use super::view::View;
#[cfg(feature = "stem")]
use super::words::Term;
use super::words::{self, Letters, Sink};
use super::{
    Document, Format, Reading, Span, TextOptions, Unit, WordRule, Words, apart, clean, foreign, spaced, units,
};
use crate::{Error, hash};

/// Reads any number of documents by the same options, and remembers the words it met where they are stemmed or stop words
/// left out. What it reads does not depend on what it read before.
///
/// ```
/// use twinprint::text::{Document, Reader, TextOptions};
///
/// let mut reader = Reader::new(&TextOptions::default())?;
/// let a = reader.read(&Document::plain("a.txt", "It rains"))?;
/// let b = reader.read(&Document::plain("b.txt", "It really rains"))?;
/// assert_eq!(a.hashes()[1], b.hashes()[2]);
/// # Ok::<(), twinprint::Error>(())
/// ```
pub struct Reader {
    options: TextOptions,
    keep_words: bool,
    find_apart: bool,
    #[cfg(feature = "clean")]
    boilerplate: Option<Arc<Boilerplate>>,
    #[cfg(feature = "stem")]
    terms: Option<stem::Terms>,
}

impl Reader {
    /// A reader by `options`.
    ///
    /// ```
    /// use twinprint::text::{Reader, TextOptions};
    /// assert!(Reader::new(&TextOptions::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// What [`TextOptions::check`] says.
    pub fn new(options: &TextOptions) -> Result<Self, Error> {
        options.check()?;
        Ok(Reader::unchecked(options))
    }

    /// A reader by options that were checked.
    pub(crate) fn unchecked(options: &TextOptions) -> Self {
        Reader {
            options: *options,
            keep_words: options.units == Unit::Characters,
            find_apart: false,
            #[cfg(feature = "clean")]
            boilerplate: None,
            #[cfg(feature = "stem")]
            terms: stem::Terms::new(options),
        }
    }

    /// Lets it keep the folded text of every token, for hashes other than the built-in one.
    ///
    /// ```
    /// use twinprint::text::{Document, Reader, TextOptions};
    /// let mut reader = Reader::new(&TextOptions::default())?.with_words();
    /// assert!(reader.read(&Document::plain("a", "It rains."))?.words().eq(["it", "rains"]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_words(mut self) -> Self {
        self.keep_words = true;
        self
    }

    /// Lets it find what stands apart in a text: quotations, block quotes, bibliographies ([`Reading::apart`]).
    ///
    /// ```
    /// use twinprint::text::{ApartKind, Document, Reader, TextOptions};
    ///
    /// let mut reader = Reader::new(&TextOptions::default())?.with_apart();
    /// let read = reader.read(&Document::plain("a.txt", "He said \u{201c}it is raining\u{201d} and left."))?;
    /// assert_eq!(read.apart()[0].kind, ApartKind::Quotation);
    /// assert_eq!(read.apart()[0].words, 2..5);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_apart(mut self) -> Self {
        self.find_apart = true;
        self
    }

    /// With the boilerplate that its options take out, if they take any.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::text::{Boilerplate, BoilerplateRule, Cleaning, Document, Reader, SiteLines, TextOptions, for_each_line};
    ///
    /// let mut lines = Vec::new();
    /// for_each_line(&Document::plain("menu", "Home | About"), |_, line| lines.push(line))?;
    /// let site = SiteLines { site: "example.org".into(), pages: 40, lines };
    /// let boilerplate = Arc::new(Boilerplate::new(BoilerplateRule::default(), [site]));
    /// let options = TextOptions::default().with_clean(Cleaning::default().with_site(Some(boilerplate.id())));
    /// let mut reader = Reader::new(&options)?.with_boilerplate(Some(boilerplate))?;
    /// let page = Document::plain("a", "Home | About\nIt rains.").with_url("https://example.org/a");
    /// assert_eq!(reader.read(&page)?.hashes().len(), 2);
    /// // Another site has its own.
    /// assert_eq!(reader.read(&page.with_url(None))?.hashes().len(), 4);
    /// assert!(Reader::new(&options)?.read(&page).is_err());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if it is not the boilerplate that they name, or there is none.
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(self, boilerplate: Option<Arc<Boilerplate>>) -> Result<Self, Error> {
        let boilerplate = boilerplate.filter(|_| self.options.clean.site.is_some());
        let reader = Reader { boilerplate, ..self };
        reader.boilerplate_of(&Document::plain("", "")).map(drop)?;
        Ok(reader)
    }

    /// The lines of a document that are boilerplate of its site, rising.
    #[cfg(feature = "clean")]
    fn boilerplate_of(&self, document: &Document<'_>) -> Result<&[u64], Error> {
        let Some(wanted) = self.options.clean.site else { return Ok(&[]) };
        match &self.boilerplate {
            Some(boilerplate) if boilerplate.id() == wanted => {
                Ok(boilerplate.of(&document.site()).map_or(&[], |site| &site.lines))
            }
            other => {
                let found = other.as_ref().map_or("none".into(), |other| alloc::format!("{}", other.id()));
                let expected =
                    "the boilerplate that the recipe names, or learn it again and let the recipe name that";
                Err(boilerplate::refused(
                    alloc::format!("{found}, where the recipe names {wanted},"),
                    expected,
                ))
            }
        }
    }

    #[cfg(not(feature = "clean"))]
    #[inline(always)]
    fn boilerplate_of(&self, _: &Document<'_>) -> Result<&[u64], Error> {
        Ok(&[])
    }

    /// As [`read`](Reader::read), with the folded text of every token.
    pub(crate) fn read_with_words(&mut self, document: &Document<'_>) -> Result<Reading, Error> {
        let keep_words = mem::replace(&mut self.keep_words, true);
        let reading = self.read(document);
        self.keep_words = keep_words;
        reading
    }

    /// Reads a document.
    ///
    /// ```
    /// use twinprint::text::{Document, Reader, TextOptions};
    /// let reading = Reader::new(&TextOptions::default())?.read(&Document::plain("a", "It rains."))?;
    /// assert_eq!(reading.spans()[1].range(), 3..8);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoWords`] for a text without words, [`Error::TooLarge`] for one of 4 GiB or more.
    pub fn read(&mut self, document: &Document<'_>) -> Result<Reading, Error> {
        check_length(document)?;
        let options = self.options;
        let view = visible(document, &options)?;
        let text = view.as_ref().map_or(document.text, |view| &view.text);
        let images = view.as_ref().map_or(&[][..], |view| &view.images);
        let mut findings = Findings::default();
        let tokens = text.len() / BYTES_A_TOKEN;
        let mut tokens = Tokens {
            hashes: Vec::with_capacity(tokens),
            spans: Vec::with_capacity(tokens),
            words: self.keep_words.then(|| Joined::with_capacity(text.len(), tokens)),
        };
        let cleaned = clean::cleaned(text, images, options.clean, self.boilerplate_of(document)?);
        let left = cleaned.as_deref().unwrap_or(text);
        let spaced = self.scan(left, images, &mut findings, &mut tokens);
        let Tokens { hashes, mut spans, words } = tokens;
        // The letters of such a word were put together at its beginning.
        for word in spaced {
            let at = spans.partition_point(|span| (span.start as usize) < word.start);
            match spans.get_mut(at) {
                Some(span) if span.start as usize == word.start => span.end = word.end as u32,
                _ => {}
            }
        }
        some_of(&hashes, document)?;
        foreign::flag(left, &options, &hashes, &mut findings);
        let apart = match self.find_apart {
            true => apart::find(text, view.as_ref().map(|view| &view.blocks[..]), &spans),
            false => Vec::new(),
        };
        let unit_starts = units::starts(text, &spans, options.units);
        Ok(Reading {
            name: document.name.into(),
            hashes,
            spans,
            flags: findings.flags,
            words: words.map(Joined::finish).unwrap_or_default(),
            unit: options.units,
            unit_starts,
            apart,
            view,
            cleaned,
        })
    }

    /// Reads nothing of a document but its tokens, which take the place of what is in `tokens`: faster than [`read`].
    ///
    /// ```
    /// use twinprint::text::{Document, Reader, TextOptions};
    /// let (mut reader, mut tokens) = (Reader::new(&TextOptions::default())?, Vec::new());
    /// let rose = Document::plain("rose", "a rose is a rose");
    /// reader.read_tokens(&rose, &mut tokens)?;
    /// assert_eq!(tokens, reader.read(&rose)?.hashes());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read`].
    ///
    /// [`read`]: Reader::read
    pub fn read_tokens(&mut self, document: &Document<'_>, tokens: &mut Vec<u64>) -> Result<(), Error> {
        tokens.clear();
        self.hand_visible(document, &mut Hashes(|token| tokens.push(token)))?;
        some_of(tokens, document)
    }

    /// Hands on the terms of what is visible of a document.
    #[inline]
    fn hand_visible(&mut self, document: &Document<'_>, sink: &mut impl Sink) -> Result<(), Error> {
        check_length(document)?;
        let view = visible(document, &self.options)?;
        let text = view.as_ref().map_or(document.text, |view| &view.text);
        let images = view.as_ref().map_or(&[][..], |view| &view.images);
        let cleaned = clean::cleaned(text, images, self.options.clean, self.boilerplate_of(document)?);
        self.scan(cleaned.as_deref().unwrap_or(text), images, &mut Findings::default(), sink);
        Ok(())
    }

    /// As [`read_tokens`](Reader::read_tokens), and in `words` what the tokens would be if no stop word were left out and no word
    /// stemmed. Where it says that there are no words, `words` has those that were left out.
    ///
    /// # Errors
    ///
    /// As [`read_tokens`](Reader::read_tokens).
    pub fn read_tokens_and_words(
        &mut self,
        document: &Document<'_>,
        tokens: &mut Vec<u64>,
        words: &mut Vec<u64>,
    ) -> Result<(), Error> {
        tokens.clear();
        words.clear();
        self.hand_visible(document, &mut Both { tokens, words })?;
        some_of(tokens, document)
    }

    /// As [`for_each_word`](super::for_each_word).
    ///
    /// ```
    /// use twinprint::text::{Reader, TextOptions};
    /// let mut words = Vec::new();
    /// Reader::new(&TextOptions::default())?.for_each_word("It rains.", |word, _| words.push(word.to_string()))?;
    /// assert_eq!(words, ["it", "rains"]);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a text of 4 GiB or more.
    #[inline]
    pub fn for_each_word(&mut self, text: &str, mut word: impl FnMut(&str, Span)) -> Result<(), Error> {
        self.hand_to(&mut word, text)
    }

    /// As [`for_each_token`](super::for_each_token).
    ///
    /// ```
    /// use twinprint::{hash, text::{Reader, TextOptions}};
    /// let mut tokens = Vec::new();
    /// Reader::new(&TextOptions::default())?.for_each_token("It rains.", |token| tokens.push(token))?;
    /// assert_eq!(tokens, ["it", "rains"].map(hash::token));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a text of 4 GiB or more.
    #[inline]
    pub fn for_each_token(&mut self, text: &str, token: impl FnMut(u64)) -> Result<(), Error> {
        self.hand_to(&mut Hashes(token), text)
    }

    #[inline]
    fn hand_to(&mut self, sink: &mut impl Sink, text: &str) -> Result<(), Error> {
        let document = Document::plain("text", text);
        check_length(&document)?;
        let cleaned = clean::cleaned(text, &[], self.options.clean, self.boilerplate_of(&document)?);
        self.scan(cleaned.as_deref().unwrap_or(text), &[], &mut Findings::default(), sink);
        Ok(())
    }

    /// Hands on the terms of a text, and of the images that stand in it. Gives the places of words whose letters stand apart; their
    /// terms have the place of their beginning.
    #[inline]
    fn scan(
        &mut self,
        text: &str,
        images: &[Span],
        findings: &mut Findings,
        sink: &mut impl Sink,
    ) -> Vec<Range<usize>> {
        let options = self.options;
        let words = options.words == WordRule::Unicode && options.units == Unit::Words;
        let reads = words && options.fold.invisible && images.is_empty();
        let spaced = if reads { spaced::joined(text) } else { None };
        let (joined, spaced) = spaced.unwrap_or_default();
        let text = if spaced.is_empty() { text } else { &joined };
        let mut terms = self.terms_to(sink);
        let mut start = 0;
        for &image in images {
            words::scan(text, start..image.range().start, &options, findings, &mut terms);
            // One that went with a line of boilerplate is none.
            let source = &text[image.range()];
            if !source.trim_start().is_empty() {
                terms.word(source, image);
            }
            start = image.range().end;
        }
        words::scan(text, start..text.len(), &options, findings, &mut terms);
        spaced
    }

    #[inline]
    fn terms_to<'a, S: Sink>(&'a mut self, sink: &'a mut S) -> Terms<'a, S> {
        #[cfg(feature = "stem")]
        if let Some(terms) = &mut self.terms
            && sink.takes_texts()
        {
            terms.keep_texts();
        }
        Terms {
            #[cfg(feature = "stem")]
            terms: self.terms.as_mut(),
            sink,
        }
    }
}

/// Its options; what it remembers would fill pages.
impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The average English word with the space after it is a little longer, so this rarely grows.
const BYTES_A_TOKEN: usize = 5;

/// Hands on the terms of folded words: without stop words, stemmed, or as they are.
struct Terms<'a, S> {
    #[cfg(feature = "stem")]
    terms: Option<&'a mut stem::Terms>,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Terms<'_, S> {
    #[inline]
    fn word(&mut self, folded: &str, span: Span) {
        #[cfg(feature = "stem")]
        if let Some(terms) = &mut self.terms {
            let token = hash::token(folded);
            self.sink.met(token);
            if let Some(term) = terms.of_word(token, folded) {
                self.sink.term(term, span);
            }
            return;
        }
        self.sink.word(folded, span);
    }

    #[inline]
    fn letters(&mut self, word: Letters, span: Span) {
        #[cfg(feature = "stem")]
        if let Some(terms) = &mut self.terms {
            let token = word.token();
            self.sink.met(token);
            if let Some(term) = terms.of_letters(token, word) {
                self.sink.term(term, span);
            }
            return;
        }
        self.sink.letters(word, span);
    }
}

/// Keeps the tokens of a document.
struct Tokens {
    hashes: Vec<u64>,
    spans: Vec<Span>,
    words: Option<Joined>,
}

impl Tokens {
    #[inline]
    fn keep(&mut self, token: u64, span: Span, add_to: impl FnOnce(&mut Joined)) {
        self.hashes.push(token);
        self.spans.push(span);
        self.words.as_mut().map(add_to);
    }
}

impl Sink for Tokens {
    #[inline]
    fn word(&mut self, folded: &str, span: Span) {
        self.keep(hash::token(folded), span, |words| words.add(folded));
    }

    #[inline]
    fn letters(&mut self, word: Letters, span: Span) {
        self.keep(word.token(), span, |words| words.add_letters(word));
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn takes_texts(&self) -> bool {
        self.words.is_some()
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn term(&mut self, term: Term<'_>, span: Span) {
        self.keep(term.token, span, |words| words.add(term.text));
    }
}

/// [`Words`] in the making, as bytes, so that most words are copied whole sixteen bytes at a time, whatever their length.
struct Joined {
    text: Vec<u8>,
    ends: Vec<u32>,
}

impl Joined {
    /// For words of `bytes` bytes together.
    fn with_capacity(bytes: usize, words: usize) -> Self {
        Joined { text: Vec::with_capacity(bytes), ends: Vec::with_capacity(words) }
    }

    #[inline]
    fn add(&mut self, word: &str) {
        self.text.extend_from_slice(word.as_bytes());
        self.ends.push(self.text.len() as u32);
        self.text.push(b' ');
    }

    #[inline]
    fn add_letters(&mut self, word: Letters) {
        let (spaced, length) = word.spaced();
        let end = self.text.len() + length;
        self.text.extend_from_slice(&spaced);
        self.text.truncate(end + 1);
        self.ends.push(end as u32);
    }

    fn finish(self) -> Words {
        // Whole words were added, so nothing is lost.
        Words { text: String::from_utf8(self.text).unwrap_or_default(), ends: self.ends }
    }
}

/// Hands on the tokens of a document and keeps nothing.
struct Hashes<F>(F);

impl<F: FnMut(u64)> Sink for Hashes<F> {
    #[inline]
    fn word(&mut self, folded: &str, _: Span) {
        (self.0)(hash::token(folded));
    }

    #[inline]
    fn letters(&mut self, word: Letters, _: Span) {
        (self.0)(word.token());
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn takes_texts(&self) -> bool {
        false
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn term(&mut self, term: Term<'_>, _: Span) {
        (self.0)(term.token);
    }
}

/// Keeps the tokens of a document and the words they came from.
struct Both<'a> {
    tokens: &'a mut Vec<u64>,
    words: &'a mut Vec<u64>,
}

impl Both<'_> {
    /// Where words are not looked up, they are the tokens.
    #[inline]
    fn keep(&mut self, word: u64) {
        self.tokens.push(word);
        self.words.push(word);
    }
}

impl Sink for Both<'_> {
    #[inline]
    fn word(&mut self, folded: &str, _: Span) {
        self.keep(hash::token(folded));
    }

    #[inline]
    fn letters(&mut self, word: Letters, _: Span) {
        self.keep(word.token());
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn takes_texts(&self) -> bool {
        false
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn met(&mut self, word: u64) {
        self.words.push(word);
    }

    #[cfg(feature = "stem")]
    #[inline]
    fn term(&mut self, term: Term<'_>, _: Span) {
        self.tokens.push(term.token);
    }
}

/// The visible text of a document with markup.
pub(super) fn visible(document: &Document<'_>, _options: &TextOptions) -> Result<Option<View>, Error> {
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

/// Folding expands text at most this much: U+FDFA, three bytes, becomes 33, and a word is kept with a space after it.
const EXPANSION: u64 = 12;

fn some_of(tokens: &[u64], document: &Document<'_>) -> Result<(), Error> {
    match tokens {
        [] => Err(Error::NoWords { document: document.name.into() }),
        _ => Ok(()),
    }
}

pub(super) fn check_length(document: &Document<'_>) -> Result<(), Error> {
    let (bytes, limit) = (document.text.len() as u64, u64::from(u32::MAX) / EXPANSION);
    if bytes > limit {
        return Err(Error::TooLarge { document: document.name.into(), bytes, limit });
    }
    Ok(())
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use alloc::vec;

    use proptest::prelude::*;

    use super::*;
    use crate::text::Language;

    fn readers() -> [Reader; 2] {
        let plain = TextOptions::default();
        let stemmed =
            TextOptions { stop_words: Some(Language::English), stemmer: Some(Language::English), ..plain };
        [plain, stemmed].map(|options| Reader::unchecked(&options))
    }

    proptest! {
        #[test]
        fn one_reading_gives_the_tokens_and_the_words_that_two_would(
            texts in prop::collection::vec("(the |of |Running, |ran |Größe |don\u{2019}t |x1 |[a-zé ]{1,12}){0,20}", 1..4),
        ) {
            let [mut plain, mut stemmed] = readers();
            let [mut first, mut both] = readers();
            for text in &texts {
                let document = Document::plain("text", text);
                let (mut tokens, mut words) = (vec![1], vec![2]);
                let (mut tokens_alone, mut words_alone) = (vec![3], vec![4]);
                let read = both.read_tokens_and_words(&document, &mut tokens, &mut words);
                prop_assert_eq!(read, stemmed.read_tokens(&document, &mut tokens_alone));
                prop_assert_eq!(plain.read_tokens(&document, &mut words_alone).is_ok(), !words.is_empty());
                prop_assert_eq!((&tokens, &words), (&tokens_alone, &words_alone));
                let not_stemmed = first.read_tokens_and_words(&document, &mut tokens, &mut words);
                prop_assert_eq!((not_stemmed.is_ok(), &tokens, &words), (!words.is_empty(), &words_alone, &words_alone));
            }
        }

        #[test]
        fn words_keep_their_texts_after_their_hashes_alone_were_asked_for(text in "(the |Running |cities |[a-z ]{1,12}){1,20}") {
            let [_, mut reader] = readers();
            let document = Document::plain("text", &text);
            let mut tokens = Vec::new();
            let read = reader.read_tokens(&document, &mut tokens);
            let mut of_texts = Vec::new();
            reader.for_each_word(&text, |word, _| of_texts.push(hash::token(word)))?;
            prop_assert_eq!(&tokens, &of_texts);
            prop_assert_eq!(read.is_ok(), !tokens.is_empty());
            reader.read_tokens(&document, &mut tokens).ok();
            prop_assert_eq!(tokens, of_texts);
        }
    }
}
