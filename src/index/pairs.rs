//! Pairs of words that stand near one another, by which an edited passage is known.
//!
//! A shingle of eight words is gone with one of them, and of a passage in which every fifth word was replaced none is left. Of
//! two words near one another mostly both are. So an index has pairs: each word of four letters or more with the next few such
//! words, in either order, so that a pair outlives an exchange and what is put in between. A word counts by its first seven letters, so
//! that it outlives most endings. Of a script without spaces, two characters that touch count as a word, and a
//! syllable of Korean as two letters.

use alloc::vec::Vec;
use core::ops::Range;

use super::Pairing;
use crate::hash;
use crate::text::Reading;

/// The bit of a hash that tells pairs, which have it set, from the shingles beside them: the lowest of those that every
/// [packing](super::Packing) keeps.
const KIND: u64 = 1 << 32;

/// The hash of a shingle in an index that has pairs.
pub(super) fn of_shingle(hash: u64) -> u64 {
    hash & !KIND
}

/// Whether a hash of an index that has pairs is of one: the others are of shingles.
///
/// ```
/// use twinprint::index::is_pair;
/// assert!(is_pair(1 << 32 | 7) && !is_pair(7));
/// ```
pub fn is_pair(hash: u64) -> bool {
    hash & KIND != 0
}

/// The fewest letters of a word that is paired.
const FEWEST: u32 = 4;

/// How many letters of it count.
const LETTERS: u32 = 7;

/// Two words near one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The hash of both, in either order.
    pub hash: u64,
    /// The words of the document from the first of the two to the second.
    pub words: Range<u32>,
}

/// The pairs of a document that stand in an index, in the order of their first words. The document was read with its words.
///
/// Naively, all pairs are formed and one in [`Pairing::one_in`] is kept, by its hash. That is what is done here; it takes time in
/// proportion to the document's words and to [`Pairing::apart`].
pub(super) fn pairs(reading: &Reading, pairing: Pairing) -> Vec<Pair> {
    let paired = paired(reading);
    let one_in = u64::from(pairing.one_in.max(1));
    let mut pairs = Vec::with_capacity(paired.len() * pairing.apart as usize / one_in as usize);
    for (at, first) in paired.iter().enumerate() {
        for second in paired[at + 1..].iter().take(pairing.apart as usize) {
            let hash = hash::mix(first.0.min(second.0).wrapping_mul(3).wrapping_add(first.0.max(second.0)));
            if first.0 != second.0 && hash.is_multiple_of(one_in) {
                pairs.push(Pair { hash: hash | KIND, words: first.1.start..second.1.end });
            }
        }
    }
    pairs
}

/// The words that are paired: their hashes and places.
fn paired(reading: &Reading) -> Vec<(u64, Range<u32>)> {
    let (text, ends) = reading.joined_words();
    let mut paired = Vec::with_capacity(ends.len() / 2);
    let mut start = 0;
    for (number, &end) in (0u32..).zip(ends) {
        let word = &text[start..end as usize];
        start = end as usize + 1;
        let (hash, words) = match touching(reading, number) {
            Some(next) => {
                let next = &text[start..ends[next] as usize];
                (hash::mix(hash::token(word).wrapping_mul(3).wrapping_add(hash::token(next))), 2)
            }
            None => match beginning(word) {
                Some(beginning) => (hash::token(beginning), 1),
                None => continue,
            },
        };
        paired.push((hash, number..number + words));
    }
    paired
}

/// The number of the next word, if nothing stands between the two: of a script without spaces.
fn touching(reading: &Reading, number: u32) -> Option<usize> {
    let spans = reading.spans();
    let (own, next) = (spans[number as usize], spans.get(number as usize + 1)?);
    (own.end == next.start && own.start < own.end).then_some(number as usize + 1)
}

/// The first letters of a word, if it has enough.
fn beginning(word: &str) -> Option<&str> {
    let mut letters = 0;
    let mut end = word.len();
    for (at, letter) in word.char_indices() {
        if letters >= LETTERS {
            end = end.min(at);
            break;
        }
        letters += if is_syllable(letter) { 2 } else { 1 };
    }
    (letters >= FEWEST).then(|| &word[..end])
}

/// A syllable of Korean, which has two or three letters.
fn is_syllable(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Pairing, beginning, pairs};
    use crate::text::{Document, Reader, TextOptions};

    fn hashes(text: &str) -> Vec<u64> {
        let reading = Reader::new(&TextOptions::default())
            .unwrap()
            .with_words()
            .read(&Document::plain("a", text))
            .unwrap();
        let mut hashes: Vec<u64> =
            pairs(&reading, Pairing { apart: 3, one_in: 1 }).iter().map(|pair| pair.hash).collect();
        hashes.sort_unstable();
        hashes
    }

    #[test]
    fn a_word_counts_by_its_first_seven_letters_if_it_has_four() {
        assert_eq!(beginning("copying"), Some("copying"));
        assert_eq!(beginning("copyright"), Some("copyrig"));
        assert_eq!(beginning("copy"), Some("copy"));
        assert_eq!(beginning("cop"), None);
        assert_eq!(
            beginning("\u{d559}\u{ad50}\u{c5d0}\u{c11c}\u{b294}"),
            Some("\u{d559}\u{ad50}\u{c5d0}\u{c11c}")
        );
    }

    #[test]
    fn pairs_outlive_an_exchange_short_words_between_and_endings() {
        let pair = hashes("Whoever borrowed");
        assert_eq!(pair.len(), 1);
        assert_eq!(pair, hashes("borrowed, whoever"));
        assert_eq!(
            pair,
            hashes("whoever it is that borrowed")
                .into_iter()
                .filter(|hash| pair.contains(hash))
                .collect::<Vec<_>>()
        );
        assert_eq!(hashes("whoever borrowe"), pair);
        assert!(hashes("it is a cat").is_empty());
    }

    #[test]
    fn two_characters_that_touch_count_as_a_word() {
        // Four characters make three words, of which each is paired with all that follow.
        assert_eq!(hashes("\u{5b66}\u{800c}\u{65f6}\u{4e60}").len(), 3);
    }
}
