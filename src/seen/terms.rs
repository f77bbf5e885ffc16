//! The terms of a document that its fingerprints are made of.
//!
//! Where words touch, as in scripts without spaces, the tokens of a reading are characters, and these are the same in all documents: of
//! 50 pairs of unrelated messages in Thai one had fingerprints that near-duplicates have. So there a term is a character with the next
//! one; and in Thai, Lao, Khmer and Burmese, which are written with letters, with the next two.

use alloc::vec::Vec;

use crate::hash;
use crate::text::Reading;

/// Puts the terms of a document that was read with its words in place of what is in `terms`: words, and runs of characters that touch.
pub(super) fn fill(reading: &Reading, terms: &mut Vec<u64>) {
    let (hashes, spans, (words, ends)) = (reading.hashes(), reading.spans(), reading.joined_words());
    terms.clear();
    let mut start = 0;
    while start < hashes.len() {
        let touches = |at: usize| {
            spans
                .get(at + 1)
                .is_some_and(|next| spans[at].end == next.start && spans[at].start < spans[at].end)
        };
        let end = (start..hashes.len()).find(|&at| !touches(at)).map_or(hashes.len(), |last| last + 1);
        let run = &hashes[start..end];
        match run {
            [word] => terms.push(*word),
            _ => {
                let first = words[..ends[start] as usize].chars().next_back();
                let length = if first.is_some_and(is_letter_of_touching_words) { 3 } else { 2 };
                terms.extend(run.windows(length.min(run.len())).map(together));
            }
        }
        start = end;
    }
}

/// One hash of characters in their order.
fn together(characters: &[u64]) -> u64 {
    characters.iter().fold(0, |hash, &character| hash::mix(hash.wrapping_mul(3).wrapping_add(character)))
}

/// Thai, Lao, Burmese and Khmer.
fn is_letter_of_touching_words(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Document, Reader, TextOptions};

    fn count(text: &str) -> usize {
        let mut terms = Vec::new();
        let mut reader = Reader::new(&TextOptions::default()).unwrap().with_words();
        fill(&reader.read(&Document::plain("a", text)).unwrap(), &mut terms);
        terms.len()
    }

    #[test]
    fn words_are_terms_and_so_are_two_characters_that_touch_and_three_letters_of_thai() {
        assert_eq!(count("It was a dark and stormy night"), 7);
        assert_eq!(count("渡船七点钟离开码头"), 8);
        assert_eq!(count("船 and 渡船"), 3);
        assert_eq!(count("ภาษาไทย"), 5);
        assert_eq!(count("ไท"), 1);
    }

    #[test]
    fn the_order_of_characters_counts() {
        assert_ne!(together(&[1, 2]), together(&[2, 1]));
    }
}
