//! Stop words and stemming.

mod cache;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::fold_word;
use super::words::{Letters, Term};
use super::{Language, TextOptions};
use crate::hash;
use cache::Cache;

/// Leaves out stop words and stems the others, each distinct word once.
pub(super) struct Terms {
    /// Their tokens, a few hundred.
    stop_words: Vec<u64>,
    stemmer: Option<Stemmer>,
    cache: Cache,
}

impl Terms {
    /// What the options ask for, if anything.
    pub(super) fn new(options: &TextOptions) -> Option<Terms> {
        (options.stop_words.is_some() || options.stemmer.is_some()).then(|| Terms {
            stop_words: options.stop_words.and_then(stop_words).map_or(Vec::new(), |words| {
                words.iter().map(|word| hash::token(&fold_word(word, &options.fold))).collect()
            }),
            stemmer: options.stemmer.and_then(algorithm).map(Stemmer::create),
            cache: Cache::default(),
        })
    }

    /// Gives the texts of terms from now on, not their hashes alone.
    #[inline]
    pub(super) fn keep_texts(&mut self) {
        self.cache.keep_texts();
    }

    /// The term of a folded word, given with its hash; `None` for a stop word. Words of equal hashes are the same word, here as
    /// elsewhere.
    #[inline]
    pub(super) fn of_word(&mut self, token: u64, folded: &str) -> Option<Term<'_>> {
        match self.cache.find(token) {
            Some(place) => self.cache.term(place),
            None => self.look_up(token, folded),
        }
    }

    /// The term of a word of a few ASCII letters, given with its hash.
    #[inline]
    pub(super) fn of_letters(&mut self, token: u64, word: Letters) -> Option<Term<'_>> {
        match self.cache.find(token) {
            Some(place) => self.cache.term(place),
            None => self.look_up(token, word.text(&mut [0; 16])),
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, token: u64, folded: &str) -> Option<Term<'_>> {
        let stop = self.stop_words.contains(&token);
        let stem = || self.stemmer.as_ref().map_or(Cow::Borrowed(folded), |stemmer| stemmer.stem(folded));
        self.cache.keep(token, (!stop).then(stem))
    }
}

/// The stop list of a language, of those built in. Other lists are named only in builds with them, so that the linker
/// can drop their words.
fn stop_words(language: Language) -> Option<&'static [&'static str]> {
    match language {
        Language::English => stop_words::lookup("en"),
        #[cfg(feature = "languages")]
        other => stop_words::lookup(other.code()),
        #[cfg(not(feature = "languages"))]
        _ => None,
    }
}

/// The Snowball algorithm of a language, of those built in.
fn algorithm(language: Language) -> Option<Algorithm> {
    match language {
        Language::English => Some(Algorithm::English),
        #[cfg(feature = "languages")]
        other => Some(match other {
            Language::English => Algorithm::English,
            Language::Arabic => Algorithm::Arabic,
            Language::Danish => Algorithm::Danish,
            Language::Dutch => Algorithm::Dutch,
            Language::Finnish => Algorithm::Finnish,
            Language::French => Algorithm::French,
            Language::German => Algorithm::German,
            Language::Greek => Algorithm::Greek,
            Language::Hungarian => Algorithm::Hungarian,
            Language::Italian => Algorithm::Italian,
            Language::Norwegian => Algorithm::Norwegian,
            Language::Portuguese => Algorithm::Portuguese,
            Language::Romanian => Algorithm::Romanian,
            Language::Russian => Algorithm::Russian,
            Language::Spanish => Algorithm::Spanish,
            Language::Swedish => Algorithm::Swedish,
            Language::Tamil => Algorithm::Tamil,
            Language::Turkish => Algorithm::Turkish,
        }),
        #[cfg(not(feature = "languages"))]
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::text::{self, Document};

    #[test]
    fn english_stop_words_are_left_out_and_words_are_stemmed() -> Result<(), crate::Error> {
        let options = TextOptions {
            stop_words: Some(Language::English),
            stemmer: Some(Language::English),
            ..TextOptions::default()
        };
        let document = Document::plain("a.txt", "The runners don\u{2019}t like RUNNING in the cities");
        let reading = text::read_with_words(&document, &options)?;
        assert_eq!(reading.words().collect::<Vec<_>>(), ["runner", "like", "run", "citi"]);
        assert_eq!(&document.text[reading.spans()[3].range()], "cities");
        Ok(())
    }

    #[test]
    fn terms_are_the_same_whatever_was_read_before() {
        let options = TextOptions {
            stop_words: Some(Language::English),
            stemmer: Some(Language::English),
            ..TextOptions::default()
        };
        let mut terms = Terms::new(&options).unwrap();
        terms.keep_texts();
        // More words than the cache holds with their texts, every one of them twice.
        let made = (0..80_000u32).map(|number| alloc::format!("{}ings", number * 7));
        let words: Vec<String> =
            made.chain(["the".into(), "running".into(), "n".repeat(90) + "ations"]).collect();
        let stemmer = Stemmer::create(Algorithm::English);
        for word in words.iter().chain(&words) {
            let found =
                terms.of_word(hash::token(word), word).map(|term| (String::from(term.text), term.token));
            let expected = stemmer.stem(word);
            let expected = (word != "the").then(|| (expected.clone().into_owned(), hash::token(&expected)));
            assert_eq!(found, expected, "{word}");
        }
    }

    #[test]
    fn every_language_built_in_has_a_list_and_a_stemmer() {
        for &language in Language::ALL.iter().filter(|language| language.is_built_in()) {
            assert!(stop_words(language).is_some_and(|words| !words.is_empty()), "{language:?}");
            assert!(algorithm(language).is_some(), "{language:?}");
        }
    }

    #[cfg(feature = "languages")]
    #[test]
    fn stop_lists_are_folded_like_the_text() -> Result<(), crate::Error> {
        let options = TextOptions { stop_words: Some(Language::Greek), ..TextOptions::default() };
        let document = Document::plain("a.txt", "ΠΡΟΣ προς άνθρωπος");
        assert_eq!(text::read(&document, &options)?.hashes().len(), 1);
        Ok(())
    }
}
