//! Words that were looked up before, with their terms.
//!
//! Naively: look each word up among the stop words and stem it, at every occurrence. But most of a text is words that were
//! met before; so here a table by the words' hashes keeps what became of each: the hash of its term in one array, so
//! that several fit into a cache line, and the term's text in another, which is seldom asked for. The table is bounded:
//! when it is full, a word takes another's place.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::super::words::Term;
use crate::hash;

const FIRST_SIZE: usize = 1 << 9;
/// As many words as a library of English has: some 4 MB with their texts.
const LAST_SIZE: usize = 1 << 16;
/// How many places a word may have.
const PLACES: usize = 4;
/// The longest term that is kept, in bytes.
const LONGEST: usize = 64;

/// A word's hash with that of its term. Zero for a word is a free place; zero for a term is a stop word.
#[derive(Clone, Copy, Default)]
struct Entry {
    word: u64,
    term: u64,
}

/// The table. Its size is a power of two, or 0 before the first word.
#[derive(Default)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    texts: Vec<String>,
    used: usize,
    /// The term that was looked up last, where the table does not have it.
    other: String,
}

impl Cache {
    /// The place of a word with this hash, if it is in the table; most are in the first of theirs.
    #[inline(always)]
    pub(super) fn find(&self, word: u64) -> Option<usize> {
        let first = word as usize & self.entries.len().wrapping_sub(1);
        match self.entries.get(first) {
            Some(entry) if entry.word == word && word != 0 => Some(first),
            _ => self.find_further(word),
        }
    }

    #[inline(never)]
    fn find_further(&self, word: u64) -> Option<usize> {
        let last = self.entries.len().wrapping_sub(1);
        (1..PLACES)
            .map(|step| (word as usize).wrapping_add(step) & last)
            .find(|&place| self.entries.get(place).is_some_and(|entry| entry.word == word && word != 0))
    }

    /// The term at a place; `None` for a stop word.
    #[inline(always)]
    pub(super) fn term(&self, place: usize) -> Option<Term<'_>> {
        let token = self.entries[place].term;
        (token != 0).then(|| Term { token, text: &self.texts[place] })
    }

    /// Keeps the term of a word, `None` for a stop word, and gives it back.
    pub(super) fn keep(&mut self, word: u64, term: Option<String>) -> Option<Term<'_>> {
        let (token, text) = term.as_deref().map_or((0, ""), |term| (hash::token(term), term));
        if word == 0 || text.len() > LONGEST || (term.is_some() && token == 0) {
            self.other = term?;
            return Some(Term { token, text: &self.other });
        }
        if 2 * self.used >= self.entries.len() && self.entries.len() < LAST_SIZE {
            self.grow();
        }
        let place = self.place(Entry { word, term: token }, term.unwrap_or_default());
        self.term(place)
    }

    /// Puts an entry into the first of its places that is free, or else into the first.
    fn place(&mut self, entry: Entry, text: String) -> usize {
        let last = self.entries.len() - 1;
        let places = (0..PLACES).map(|step| (entry.word as usize).wrapping_add(step) & last);
        let free = places.clone().find(|&place| self.entries[place].word == 0);
        self.used += usize::from(free.is_some());
        let place = free.unwrap_or(entry.word as usize & last);
        self.entries[place] = entry;
        self.texts[place] = text;
        place
    }

    fn grow(&mut self) {
        let size = (2 * self.entries.len()).max(FIRST_SIZE);
        let entries = core::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        let texts = core::mem::replace(&mut self.texts, vec![String::new(); size]);
        self.used = 0;
        for (entry, text) in entries.into_iter().zip(texts).filter(|(entry, _)| entry.word != 0) {
            self.place(entry, text);
        }
    }
}
