//! Words that were looked up before, with their terms.
//!
//! Naively: look each word up among the stop words and stem it, for every occurrence. But most of a text is words that were
//! met before; so here a table by the words' hashes keeps what became of each. It is bounded: when it is full, a word takes
//! another's place, and what is found is the same with any table, since words are compared whole.

use alloc::vec;
use alloc::vec::Vec;

use super::super::words::Term;
use crate::hash;

/// Words and terms of up to so many bytes are kept.
pub(super) const WIDTH: usize = 24;
const EIGHTS: usize = WIDTH / 8;

const FIRST_SIZE: usize = 1 << 9;
/// With 64 bytes an entry, 4 MB: as many words as a library of English has.
const LAST_SIZE: usize = 1 << 16;
/// How many places a word may have.
const PLACES: usize = 4;

/// The term length of a stop word.
const STOP: u8 = u8::MAX;

/// A word to look up: its bytes, zeros after them, and its length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    eights: [u64; EIGHTS],
    length: u8,
}

/// A place in the table; free where the word's length is 0.
#[derive(Clone, Copy)]
struct Entry {
    word: Word,
    term_length: u8,
    token: u64,
    term: [u8; WIDTH],
}

const FREE: Entry =
    Entry { word: Word { eights: [0; EIGHTS], length: 0 }, term_length: 0, token: 0, term: [0; WIDTH] };

/// The table. Its size is a power of two, or 0 before the first word.
#[derive(Default)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    used: usize,
}

impl Word {
    /// A word of letters by its bytes in one number, the first the lowest.
    #[inline]
    pub(super) fn of_letters(bytes: u64, length: usize) -> Word {
        Word { eights: [bytes, 0, 0], length: length as u8 }
    }

    /// A word that is not too long.
    #[inline]
    pub(super) fn of(folded: &str) -> Option<Word> {
        let mut bytes = [0; WIDTH];
        bytes.get_mut(..folded.len())?.copy_from_slice(folded.as_bytes());
        let mut eights = [0; EIGHTS];
        for (eight, bytes) in eights.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *eight = u64::from_le_bytes(*bytes);
        }
        Some(Word { eights, length: folded.len() as u8 })
    }

    fn bytes(&self) -> [u8; WIDTH] {
        let mut bytes = [0; WIDTH];
        for (bytes, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.eights) {
            *bytes = eight.to_le_bytes();
        }
        bytes
    }

    /// Calls `f` with its text.
    pub(super) fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> R {
        f(core::str::from_utf8(&self.bytes()[..usize::from(self.length)]).unwrap_or_default())
    }
}

impl Cache {
    /// The place of a word with this hash, if it is in the table.
    #[inline]
    pub(super) fn find(&self, hash: u64, word: Word) -> Option<usize> {
        let last = self.entries.len().wrapping_sub(1);
        (0..PLACES)
            .map(|step| (hash as usize).wrapping_add(step) & last)
            .find(|&place| self.entries.get(place).is_some_and(|entry| entry.word == word))
    }

    /// The term at a place; `None` for a stop word.
    #[inline]
    pub(super) fn term(&self, place: usize) -> Option<Term<'_>> {
        let Entry { term_length, token, term, .. } = &self.entries[place];
        (*term_length != STOP).then(|| Term { bytes: &term[..usize::from(*term_length)], token: *token })
    }

    /// Keeps the term of a word, `None` for a stop word, and says where; not if it is too long.
    pub(super) fn keep(&mut self, hash: u64, word: Word, term: Option<&str>) -> Option<usize> {
        let mut entry = Entry { word, term_length: STOP, ..FREE };
        if let Some(term) = term {
            entry.term.get_mut(..term.len())?.copy_from_slice(term.as_bytes());
            entry.term_length = term.len() as u8;
            entry.token = hash::token(term);
        }
        if 2 * self.used >= self.entries.len() && self.entries.len() < LAST_SIZE {
            self.grow();
        }
        Some(self.place(hash, entry))
    }

    /// Puts an entry into the first of its places that is free, or else into the first.
    fn place(&mut self, hash: u64, entry: Entry) -> usize {
        let last = self.entries.len() - 1;
        let places = (0..PLACES).map(|step| (hash as usize).wrapping_add(step) & last);
        let free = places.clone().find(|&place| self.entries[place].word.length == 0);
        self.used += usize::from(free.is_some());
        let place = free.unwrap_or(hash as usize & last);
        self.entries[place] = entry;
        place
    }

    fn grow(&mut self) {
        let size = (2 * self.entries.len()).max(FIRST_SIZE);
        self.used = 0;
        for entry in core::mem::replace(&mut self.entries, vec![FREE; size]) {
            if entry.word.length > 0 {
                self.place(entry.word.with_text(hash::token), entry);
            }
        }
    }
}
