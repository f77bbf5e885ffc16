//! A document cut into sentences, with what each says.

use alloc::vec::Vec;
use core::ops::Range;

use crate::check::Prepared;
use crate::error::Error;
use crate::hash;
use crate::shingle::MASKED;

/// The fewest words of a sentence: fewer, such as "Dr." or "p. 3.", go with what follows.
const FEWEST: usize = 3;

/// The most words of one, as few texts have them: a list, a table, or a script without full stops.
const MOST: usize = 80;

/// The letters of a run of a sentence's content.
const RUN: usize = 4;

/// That a sentence says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said {
    /// The hash of what it says.
    pub(super) content: u64,
    /// Which sentence.
    pub(super) sentence: u32,
    /// How often it says it.
    pub(super) times: u32,
}

/// A document's sentences, ready to be compared by what they say.
#[derive(Debug, Clone)]
pub struct Sentences {
    /// The words of each.
    words: Vec<Range<u32>>,
    /// Who says what, by content, then by sentence: so two documents' are merged, not sorted, for each pair.
    pub(super) said: Vec<Said>,
    /// How many contents each has.
    pub(super) sizes: Vec<u32>,
    /// The document's words; those that do not count are [`MASKED`].
    pub(super) tokens: Vec<u64>,
    /// How many letters stand before each word, and in all.
    letters: Vec<u32>,
    /// What is said, in the text's order: a run of letters by the word that it ends in.
    in_order: Vec<u64>,
    /// Where in that each word begins, and the end.
    starts: Vec<u32>,
}

impl Sentences {
    /// Of a document that was read with its words ([`Reader::with_words`](crate::text::Reader::with_words)) from `text`. Words
    /// that do not count are in no sentence.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::reworded::Sentences;
    /// use twinprint::{Checker, Document};
    /// let text = "It rained for days. Nobody went out!";
    /// let checker = Checker::default();
    /// let reading = checker.reader().with_words().read(&Document::plain("a", text))?;
    /// let sentences = Sentences::new(&checker.prepare(Arc::new(reading))?, text)?;
    /// assert_eq!((sentences.len(), sentences.words(1)), (2, &(4..7)));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if it was read without them.
    pub fn new(document: &Prepared, text: &str) -> Result<Self, Error> {
        let reading = document.reading();
        let (folded, ends) = reading.joined_words();
        if ends.len() != reading.hashes().len() {
            let expected = "a document that was read with its words";
            return Err(Error::InvalidOption { option: "document", value: reading.name().into(), expected });
        }
        let word = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| ends[before] as usize + 1);
            &folded[start..ends[number] as usize]
        };
        let mut tokens = reading.hashes().to_vec();
        for left_out in document.left_out() {
            tokens[left_out.words.start as usize..left_out.words.end as usize].fill(MASKED);
        }
        let mut letters = Vec::with_capacity(tokens.len() + 1);
        let mut before = 0u32;
        for number in 0..tokens.len() {
            letters.push(before);
            before = before.saturating_add(word(number).chars().map(letters_of).sum());
        }
        letters.push(before);
        let mut sentences = Sentences {
            words: cut(reading.view(text), reading.spans(), &tokens),
            said: Vec::new(),
            sizes: Vec::new(),
            tokens,
            letters,
            in_order: Vec::new(),
            starts: Vec::new(),
        };
        sentences.read_contents(word);
        Ok(sentences)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words of a sentence.
    pub fn words(&self, sentence: usize) -> &Range<u32> {
        &self.words[sentence]
    }

    /// How many letters some words have.
    pub(super) fn letters_in(&self, words: &Range<u32>) -> u32 {
        self.letters[words.end as usize] - self.letters[words.start as usize]
    }

    /// What a word says: its hashes.
    pub(super) fn said_by(&self, word: u32) -> &[u64] {
        &self.in_order[self.starts[word as usize] as usize..self.starts[word as usize + 1] as usize]
    }

    fn read_contents<'a>(&mut self, word: impl Fn(usize) -> &'a str) {
        let mut found: Vec<u64> = Vec::new();
        for (words, sentence) in self.words.iter().zip(0..) {
            found.clear();
            let (mut run, mut width) = ([' '; RUN], 0);
            let mut push = |letter: char, found: &mut Vec<u64>| {
                run.rotate_left(1);
                run[RUN - 1] = letter;
                width += 1;
                if is_ideograph(letter) && is_ideograph(run[RUN - 2]) {
                    found.push(content_of(&run[RUN - 2..]));
                } else if width >= RUN && !run.iter().any(|&letter| is_ideograph(letter)) {
                    found.push(content_of(&run));
                }
            };
            for number in words.start as usize..words.end as usize {
                push(' ', &mut found);
                self.starts.resize(number + 1, (self.in_order.len() + found.len()) as u32);
                word(number).chars().for_each(|letter| push(letter, &mut found));
                found.push(self.tokens[number]);
            }
            push(' ', &mut found);
            self.in_order.extend_from_slice(&found);
            found.sort_unstable();
            let before = self.said.len();
            let counted = found.chunk_by(|x, y| x == y);
            self.said.extend(counted.map(|same| Said {
                content: same[0],
                sentence,
                times: same.len() as u32,
            }));
            self.sizes.push((self.said.len() - before) as u32);
        }
        self.starts.resize(self.tokens.len() + 1, self.in_order.len() as u32);
        self.said.sort_unstable();
    }
}

/// The sentences of a text, by its words' places: they end with a full stop, a question or exclamation mark of any script, or at an
/// empty line, and at words that do not count.
fn cut(text: &str, spans: &[crate::text::Span], tokens: &[u64]) -> Vec<Range<u32>> {
    let mut sentences = Vec::new();
    let mut first = 0;
    for last in 0..tokens.len() {
        let next = last + 1;
        if tokens[last] == MASKED {
            first = next;
            continue;
        }
        let words = next - first;
        let ends = next == tokens.len()
            || tokens[next] == MASKED
            || words >= MOST
            || (words >= FEWEST && {
                let between = text.get(spans[last].end as usize..spans[next].start as usize).unwrap_or("");
                between.chars().any(is_stop) || between.matches('\n').nth(1).is_some()
            });
        if ends {
            sentences.push(first as u32..next as u32);
            first = next;
        }
    }
    sentences
}

/// What ends a sentence.
fn is_stop(letter: char) -> bool {
    matches!(
        letter,
        '.' | '!'
            | '?'
            | '…'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '。'
            | '！'
            | '？'
            | '｡'
            | '։'
            | '።'
            | '။'
            | '។'
    )
}

/// A letter that is a syllable or more: of Chinese, Japanese or Korean.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// As how many letters one counts.
fn letters_of(letter: char) -> u32 {
    if is_ideograph(letter) { 3 } else { 1 }
}

/// The hash of a run of letters, apart from those of words.
fn content_of(letters: &[char]) -> u64 {
    letters.iter().fold(RUN as u64, |hash, &letter| hash::mix(hash ^ u64::from(u32::from(letter))))
}
