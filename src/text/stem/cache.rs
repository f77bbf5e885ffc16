//! Words that were looked up before, with their terms.
//!
//! Naively: look each word up among the stop words and stem it, at every occurrence. But most of a text is words that were
//! met before; so here a table by the words' hashes keeps what became of each: the hash of its term in one array, so
//! that several fit into a cache line, and the term's text in another, if anyone asks for texts. The table is bounded:
//! when it is full, a word takes another's place.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::super::words::Term;
use crate::hash;

const FIRST_SIZE: usize = 1 << 9;
/// As many words as a library of English has, with their texts; and as many as there are names in a collection of manuals,
/// without: some 4 MB each.
const LAST_SIZE_WITH_TEXTS: usize = 1 << 16;
const LAST_SIZE: usize = 1 << 18;
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
    /// The texts of the terms; none if they are not kept.
    texts: Vec<String>,
    with_texts: bool,
    used: usize,
    /// The term that was looked up last, where the table does not have it.
    other: String,
}

impl Cache {
    /// Keeps texts from now on, and begins anew if it did not before.
    pub(super) fn keep_texts(&mut self) {
        if !self.with_texts {
            *self = Cache { with_texts: true, ..Cache::default() };
        }
    }

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

    /// The term at a place, without its text where texts are not kept; `None` for a stop word.
    #[inline(always)]
    pub(super) fn term(&self, place: usize) -> Option<Term<'_>> {
        let token = self.entries[place].term;
        (token != 0).then(|| Term { token, text: self.texts.get(place).unwrap_or(&self.other) })
    }

    /// Keeps the term of a word, `None` for a stop word, and gives it back.
    pub(super) fn keep(&mut self, word: u64, term: Option<Cow<'_, str>>) -> Option<Term<'_>> {
        let (token, text) = term.as_deref().map_or((0, ""), |term| (hash::token(term), term));
        if word == 0 || text.len() > LONGEST || (term.is_some() && token == 0) {
            self.other = term?.into();
            return Some(Term { token, text: &self.other });
        }
        let last_size = if self.with_texts { LAST_SIZE_WITH_TEXTS } else { LAST_SIZE };
        if 2 * self.used >= self.entries.len() && self.entries.len() < last_size {
            self.grow();
        }
        let place = self.place(Entry { word, term: token });
        if self.with_texts {
            self.texts[place] = text.into();
        }
        self.term(place)
    }

    /// Puts an entry into the first of its places that is free, or else into the first.
    fn place(&mut self, entry: Entry) -> usize {
        let last = self.entries.len() - 1;
        let places = (0..PLACES).map(|step| (entry.word as usize).wrapping_add(step) & last);
        let free = places.clone().find(|&place| self.entries[place].word == 0);
        self.used += usize::from(free.is_some());
        let place = free.unwrap_or(entry.word as usize & last);
        self.entries[place] = entry;
        place
    }

    fn grow(&mut self) {
        let size = (2 * self.entries.len()).max(FIRST_SIZE);
        let entries = mem::replace(&mut self.entries, vec![Entry::default(); size]);
        let new = vec![String::new(); if self.with_texts { size } else { 0 }];
        let mut texts = mem::replace(&mut self.texts, new);
        self.used = 0;
        for (at, entry) in entries.into_iter().enumerate().filter(|(_, entry)| entry.word != 0) {
            let place = self.place(entry);
            if self.with_texts {
                self.texts[place] = mem::take(&mut texts[at]);
            }
        }
    }
}
