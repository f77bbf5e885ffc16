//! Texts to be told apart, made of a corpus's own: edited copies, forms of templates, and the same words in another order.

use std::collections::BTreeSet;
use std::format;
use std::string::String;
use std::vec::Vec;

use rayon::prelude::*;
use twinprint::Error::InvalidOption;
use twinprint::hash;
use twinprint::shingle::roll;

use super::WholesOptions;
use crate::eval::SplitMix;
use twinprint_native::Error;

/// How many of 100 words of a copy are edited.
pub const SHARES: [usize; 10] = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];

/// The least number of texts that there is something to tell of.
const FEWEST: usize = 40;
/// How many forms each template has, and of how many of its words every other one is filled in.
const FORMS: usize = 5;
const RUN: usize = 10;
/// From which share of common shingles on texts are related, in hundredths.
const RELATED: usize = 10;

/// How words are edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    Insert,
    Delete,
    Replace,
}

/// An edited copy of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedCopy {
    /// What it says.
    pub text: String,
    /// Of which text it is one, by its number.
    pub source: usize,
    /// Of which of [`SHARES`], by its place.
    pub share: usize,
}

/// All that designs are tried on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeTexts {
    /// Texts of which no two are related.
    pub texts: Vec<String>,
    /// Copies of some, the sources in turn.
    pub copies: Vec<EditedCopy>,
    /// The forms of each template, one after the other.
    pub forms: Vec<Vec<String>>,
    /// Texts by their numbers, and their words in another order.
    pub decoys: Vec<(usize, String)>,
}

impl MadeTexts {
    /// The fewest words of a text.
    pub const LEAST_WORDS: usize = 50;

    /// Makes all of them of a corpus's texts. The same texts and seed give the same.
    ///
    /// ```
    /// use twinprint_study::wholes::{MadeTexts, WholesOptions};
    /// let text = |number: u32| (0..80).map(|at| format!("word{} ", number * 100 + at)).collect::<String>();
    /// let options = WholesOptions { model: None, sources: 10, among: 1_000_000, seed: 1 };
    /// let made = MadeTexts::of((0..50).map(text).collect(), &options)?;
    /// assert_eq!((made.texts.len(), made.copies.len(), made.decoys.len()), (50, 400, 50));
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Core`] of fewer than forty that are not related.
    pub fn of(texts: Vec<String>, options: &WholesOptions) -> Result<Self, Error> {
        let texts = unrelated(texts);
        if texts.len() < FEWEST {
            let expected = "forty or more, of fifty words and more, of which no two share a tenth of their pairs of words";
            let value = format!("{} of them", texts.len());
            return Err(Error::Core(InvalidOption { option: "corpus", value, expected }));
        }
        let mut random = SplitMix(options.seed);
        let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
        let any = |random: &mut SplitMix| {
            let text = &words[below(random, words.len())];
            text[below(random, text.len())]
        };
        let mut order: Vec<usize> = (0..texts.len()).collect();
        shuffle(&mut order, &mut random);

        let mut copies = Vec::new();
        for &source in order.iter().take(options.sources) {
            for (share, edited_share) in SHARES.into_iter().enumerate() {
                for edits in [
                    &[Edit::Insert][..],
                    &[Edit::Delete],
                    &[Edit::Replace],
                    &[Edit::Insert, Edit::Delete, Edit::Replace],
                ] {
                    let text = edited(&words[source], edited_share, edits, &mut random, &any);
                    copies.push(EditedCopy { text, source, share });
                }
            }
        }
        let forms = order.iter().rev().take(options.sources).map(|&template| {
            let words = &words[template];
            let mut form = || {
                let filled = words.iter().enumerate().map(|(at, word)| match at / RUN % 2 {
                    0 => word,
                    _ => any(&mut random),
                });
                filled.collect::<Vec<&str>>().join(" ")
            };
            (0..FORMS).map(|_| form()).collect()
        });
        let forms = forms.collect();
        let decoys = order.iter().map(|&number| {
            let mut words = words[number].clone();
            shuffle(&mut words, &mut random);
            (number, words.join(" "))
        });
        let decoys = decoys.collect();
        Ok(MadeTexts { copies, forms, decoys, texts })
    }

    /// How many sources copies were made of.
    pub fn sources(&self) -> usize {
        self.copies.len() / self.copies_of_source()
    }

    /// How many copies each source has.
    pub fn copies_of_source(&self) -> usize {
        4 * SHARES.len()
    }
}

fn below(random: &mut SplitMix, end: usize) -> usize {
    (random.bits() % end.max(1) as u64) as usize
}

/// Puts things in a random order (Fisher and Yates).
fn shuffle<T>(things: &mut [T], random: &mut SplitMix) {
    for end in (2..=things.len()).rev() {
        things.swap(end - 1, below(random, end));
    }
}

/// A text with a share of its words edited at random places, by one of the edits each.
fn edited<'a>(
    words: &[&'a str],
    share: usize,
    edits: &[Edit],
    random: &mut SplitMix,
    any: &impl Fn(&mut SplitMix) -> &'a str,
) -> String {
    let mut places: Vec<usize> = (0..words.len()).collect();
    shuffle(&mut places, random);
    let places: BTreeSet<usize> = places.into_iter().take((words.len() * share).div_ceil(100)).collect();
    let mut written: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let edit = places.contains(&at).then(|| edits[below(random, edits.len())]);
        match edit {
            None => written.push(word),
            Some(Edit::Delete) => {}
            Some(Edit::Replace) => written.push(any(random)),
            Some(Edit::Insert) => written.extend([any(random), word]),
        }
    }
    written.join(" ")
}

/// Texts of which none shares much with an earlier one: of its shingles of two words a tenth at most are in another. So none is a near-duplicate of
/// another, a quotation, or of the same form.
fn unrelated(texts: Vec<String>) -> Vec<String> {
    let shingles = |text: &String| {
        let tokens: Vec<u64> =
            text.split_whitespace().map(|word| hash::token(&word.to_lowercase())).collect();
        let mut shingles = Vec::new();
        roll(&tokens, 2, |hash, _| shingles.push(hash));
        shingles.sort_unstable();
        shingles.dedup();
        shingles
    };
    let all: Vec<Vec<u64>> = texts.par_iter().map(shingles).collect();
    let mut kept: Vec<usize> = Vec::new();
    for (number, own) in all.iter().enumerate() {
        let is_related = |&other: &usize| {
            let shared = shared(own, &all[other]);
            100 * shared > RELATED * own.len().min(all[other].len())
        };
        if !kept.par_iter().any(is_related) {
            kept.push(number);
        }
    }
    let kept: BTreeSet<usize> = kept.into_iter().collect();
    texts.into_iter().enumerate().filter(|(number, _)| kept.contains(number)).map(|(_, text)| text).collect()
}

/// How many numbers are in both of two sorted lists.
fn shared(a: &[u64], b: &[u64]) -> usize {
    let (mut at, mut shared) = (0, 0);
    for value in a {
        while b.get(at).is_some_and(|other| other < value) {
            at += 1;
        }
        shared += usize::from(b.get(at) == Some(value));
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: usize) -> String {
        (0..100).map(|at| format!("word{} ", number * 1000 + at)).collect()
    }

    fn made() -> MadeTexts {
        let options = WholesOptions { model: None, sources: 12, among: 1_000_000, seed: 7 };
        MadeTexts::of((0..60).map(text).collect(), &options).unwrap()
    }

    #[test]
    fn as_many_words_of_a_copy_are_others_as_its_share_says() {
        let made = made();
        assert_eq!((made.sources(), made.copies.len()), (12, 480));
        for copy in &made.copies {
            let source: BTreeSet<&str> = made.texts[copy.source].split_whitespace().collect();
            let words: Vec<&str> = copy.text.split_whitespace().collect();
            let kept = words.iter().filter(|word| source.contains(*word)).count();
            // What is inserted is another text's, or by chance its own.
            let edits = SHARES[copy.share];
            assert!(kept + edits >= 100 && kept <= 102 + edits / 10, "{kept} {edits}");
            assert!(words.len() <= 100 + edits && words.len() + edits >= 100);
        }
    }

    #[test]
    fn half_of_the_words_of_a_form_are_its_templates_and_decoys_have_all_words() {
        let made = made();
        for forms in &made.forms {
            let [a, b] = [0, 1].map(|at| forms[at].split_whitespace().collect::<Vec<_>>());
            let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
            assert!((50..=55).contains(&same), "{same}");
        }
        for (number, decoy) in &made.decoys {
            let sorted = |text: &str| text.split_whitespace().map(String::from).collect::<BTreeSet<_>>();
            assert_eq!(sorted(decoy), sorted(&made.texts[*number]));
            assert_ne!(decoy.trim(), made.texts[*number].trim());
        }
    }

    #[test]
    fn what_is_related_stands_there_once_and_too_few_are_refused() {
        let mut texts: Vec<String> = (0..60).map(text).collect();
        texts.push(texts[3].replace("word3005", "another"));
        texts.push(text(70) + &texts[4]);
        assert_eq!(unrelated(texts).len(), 60);
        let options = WholesOptions { model: None, sources: 12, among: 1_000_000, seed: 7 };
        let refused = MadeTexts::of(vec![text(1); 50], &options).unwrap_err();
        assert!(refused.to_string().contains("1 of them"), "{refused}");
    }
}
