//! Lines, sentences and characters as what shingles are made of.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::MASKED;
use crate::hash::{self, Roller, Rolling};
use crate::text::{Reading, Unit};

/// The hashes of a document's units, from which shingles are made as from words: `tokens` as they are where units are
/// words; a hash of its words for a line or sentence; one of its code point for a character, with one for the space
/// between two words.
///
/// `tokens` are the document's tokens, [`MASKED`] where they are template text. These have no part in a line or sentence,
/// which is masked itself where it has no other words; of the characters of template words, one masked unit is left.
///
/// ```
/// use twinprint::{shingle, text::{self, Document, TextOptions, Unit}};
/// let options = TextOptions::default().with_units(Unit::Lines);
/// let poem = text::read(&Document::plain("poem", "Row, row.\nA boat:\nrow row!"), &options)?;
/// let lines = shingle::units(&poem, poem.hashes());
/// assert_eq!(lines.len(), 3);
/// assert_eq!(lines[0], lines[2]);
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn units<'a>(reading: &Reading, tokens: &'a [u64]) -> Cow<'a, [u64]> {
    match reading.unit() {
        Unit::Words => Cow::Borrowed(tokens),
        Unit::Lines | Unit::Sentences => Cow::Owned(pieces(reading.unit_starts(), tokens)),
        Unit::Characters => Cow::Owned(characters(reading.words().zip(tokens))),
    }
}

fn pieces(starts: &[u32], tokens: &[u64]) -> Vec<u64> {
    let mut roller = Roller::new(1);
    let starts = starts.iter().map(|&start| start as usize);
    let ends = starts.clone().skip(1).chain([tokens.len()]);
    let hash_of = |piece: &[u64]| {
        roller.restart();
        let mut own = piece.iter().filter(|token| **token != MASKED).peekable();
        if own.peek().is_none() {
            return MASKED;
        }
        own.for_each(|&token| roller.fill(token));
        roller.hash()
    };
    starts.zip(ends).map(|(start, end)| &tokens[start..end]).map(hash_of).collect()
}

fn characters<'a>(words: impl Iterator<Item = (&'a str, &'a u64)>) -> Vec<u64> {
    // Zero is the only number that is mixed to zero.
    let unit = |c: char| hash::mix(u64::from(c) + 1);
    let mut units = Vec::new();
    for (word, &token) in words {
        let own_before = units.last().is_some_and(|&unit| unit != MASKED);
        if token != MASKED {
            units.extend(own_before.then_some(unit(' ')));
            units.extend(word.chars().map(unit));
        } else if own_before {
            units.push(MASKED);
        }
    }
    units
}
