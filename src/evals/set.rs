//! The items of eval sets as sequences of words.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use crate::Error;
use crate::text::{Document, Reader, TextOptions};

/// What a part of an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// What is asked, or a text that is none of the others.
    Question,
    /// What may be answered; by itself it makes no item found.
    Choice,
    /// What is to be answered.
    Answer,
}

impl PartKind {
    /// Its name in files.
    ///
    /// ```
    /// assert_eq!(twinprint::evals::PartKind::Choice.name(), "choice");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Question => "question",
            PartKind::Choice => "choice",
            PartKind::Answer => "answer",
        }
    }
}

/// The parts of an item that count: the first.
pub(super) const PARTS: usize = 64;
/// The words of a part that count: the first.
pub(super) const WORDS: usize = 2048;

/// Items of eval sets, by the order in which they were added.
///
/// ```
/// use twinprint::evals::{EvalSet, PartKind};
/// let mut set = EvalSet::default();
/// let parts = [(PartKind::Question, "Who wrote Moby-Dick?"), (PartKind::Answer, "Herman Melville")];
/// assert_eq!(set.add("melville", parts)?, 0);
/// assert_eq!((set.len(), set.words()), (1, 6));
/// assert!(set.add("nothing", [(PartKind::Question, "?")]).is_err(), "it has no words");
/// # Ok::<(), twinprint::Error>(())
/// ```
pub struct EvalSet {
    reader: Reader,
    /// The words of all distinct parts, one after the other.
    tokens: Vec<u64>,
    /// Where each distinct part ends among them.
    ends: Vec<u32>,
    /// Distinct parts by a hash of their words.
    known: BTreeMap<u128, u32>,
    /// The parts of all items, one after the other.
    parts: Vec<(PartKind, u32)>,
    /// Where the parts of each item end among them.
    item_ends: Vec<u32>,
}

impl Default for EvalSet {
    /// Without items.
    fn default() -> Self {
        EvalSet {
            reader: Reader::unchecked(&TextOptions::default()),
            tokens: Vec::new(),
            ends: Vec::new(),
            known: BTreeMap::new(),
            parts: Vec::new(),
            item_ends: Vec::new(),
        }
    }
}

impl EvalSet {
    /// Adds an item and returns its number; `name` is for errors. Of a part beyond 2,048 words the first count, and of parts beyond 64. A part that says what another
    /// of the item says counts once.
    ///
    /// # Errors
    /// [`Error::NoWords`] if no part has words; [`Error::TooLarge`] for a part of 4 GiB or more.
    pub fn add<'a>(
        &mut self,
        name: &str,
        parts: impl IntoIterator<Item = (PartKind, &'a str)>,
    ) -> Result<u32, Error> {
        let (first, mut tokens) = (self.parts.len(), Vec::new());
        for (kind, text) in parts {
            match self.reader.read_tokens(&Document::plain(name, text), &mut tokens) {
                Ok(()) => tokens.truncate(WORDS),
                Err(Error::NoWords { .. }) => continue,
                Err(error) => {
                    self.parts.truncate(first);
                    return Err(error);
                }
            }
            let part = self.part(&tokens);
            if self.parts.len() - first < PARTS && self.parts[first..].iter().all(|&(_, other)| other != part)
            {
                self.parts.push((kind, part));
            }
        }
        if self.parts.len() == first {
            return Err(Error::NoWords { document: name.into() });
        }
        self.item_ends.push(self.parts.len() as u32);
        Ok(self.item_ends.len() as u32 - 1)
    }

    /// The number of a part, which is a new one if there is none of these words.
    fn part(&mut self, tokens: &[u64]) -> u32 {
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
        let next = self.ends.len() as u32;
        let part = *self.known.entry(crate::hash::md5(&bytes)).or_insert(next);
        if part == next {
            self.tokens.extend(tokens);
            self.ends.push(self.tokens.len() as u32);
        }
        part
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.item_ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.item_ends.is_empty()
    }

    /// How many words distinct parts have.
    pub fn words(&self) -> usize {
        self.tokens.len()
    }

    /// The words of all distinct parts, one after the other.
    pub(super) fn tokens(&self) -> &[u64] {
        &self.tokens
    }

    /// How many distinct parts there are.
    pub(super) fn distinct(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Where a distinct part stands among all words.
    pub(super) fn range(&self, part: u32) -> Range<usize> {
        between(&self.ends, part)
    }

    /// The parts of an item.
    pub(super) fn parts(&self, item: u32) -> &[(PartKind, u32)] {
        &self.parts[between(&self.item_ends, item)]
    }
}

/// What lies between the end before a number and its own.
fn between(ends: &[u32], number: u32) -> Range<usize> {
    let number = number as usize;
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[number] as usize
}
