//! Words whose letters stand apart: "s p a c e d   o u t".
//!
//! Naively: look at each letter of each text. Here a text is looked at closely only where many of 64 bytes are spaces.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(not(target_arch = "wasm32"))]
use super::words::{HIGH, letters, splat};

/// The fewest letters of a line that stand apart, and the fewest words that wider gaps make of them: initials and enumerations have fewer.
const FEWEST: (usize, usize) = (12, 3);

/// The most bytes between two words.
const WIDEST: usize = 8;

/// The most letters of a word that is put together: where only single spaces are between words, too, nobody knows where they end.
const LONGEST: usize = 24;

/// The bytes that are looked at together ...
const BLOCK: usize = 64;
/// ... and how many spaces among them are many.
const MANY: u8 = 20;

/// A text with the letters of each such word together, followed by spaces, so that all else stays in its place; and where the words stand. `None`
/// where there is none.
pub(super) fn joined(text: &str) -> Option<(String, Vec<Range<usize>>)> {
    let (blocks, rest) = text.as_bytes().as_chunks::<BLOCK>();
    if !blocks.iter().any(|block| spaces(block) >= MANY) && spaces(rest) < MANY {
        return None;
    }
    #[cfg(not(target_arch = "wasm32"))]
    if !may_stand_apart(text.as_bytes()) {
        return None;
    }
    let words = words(text);
    if words.is_empty() {
        return None;
    }
    // Of whole letters, each where it was or nearer to the first of its word.
    let mut joined = text.as_bytes().to_vec();
    for word in &words {
        let mut at = word.start;
        for byte in word.clone() {
            if text.as_bytes()[byte] != b' ' {
                joined[at] = text.as_bytes()[byte];
                at += 1;
            }
        }
        joined[at..word.end].fill(b' ');
    }
    Some((String::from_utf8(joined).ok()?, words))
}

/// How many spaces are in a block, or in less; counted in a byte, so that a machine counts in many at a time.
#[inline(always)]
fn spaces(block: &[u8]) -> u8 {
    block.iter().map(|&byte| u8::from(byte == b' ')).sum()
}

/// Whether so many letters may stand apart in a row: programs and tables have many spaces, and no such row. In the bytes of one no two
/// letters or digits of ASCII are neighbours; of the fewest letters at most four are in the part of eight bytes that it begins in, and
/// as many where it ends, so that the others are in whole ones between.
#[cfg(not(target_arch = "wasm32"))]
fn may_stand_apart(text: &[u8]) -> bool {
    const OUTSIDE: u32 = 8;
    let mut in_row = 0;
    text.as_chunks::<8>().0.iter().any(|&eight| {
        let eight = u64::from_le_bytes(eight);
        let small = eight & !HIGH;
        let digits = (small + splat(0x80 - b'0')) & !(small + splat(0x7f - b'9')) & !eight & HIGH;
        let ascii = letters(eight) | digits;
        let apart = ascii & ascii >> 8 == 0;
        in_row = if apart { in_row + (ascii | eight & HIGH).count_ones() } else { 0 };
        in_row + OUTSIDE >= FEWEST.0 as u32
    })
}

/// Where words stand whose letters are apart by one space each.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut row = Row::default();
    let mut letters = text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()).peekable();
    while let Some((start, letter)) = letters.next() {
        let mut end = start + letter.len_utf8();
        let alone = letters.peek().is_none_or(|&(next, _)| next != end) && !is_by_character(letter);
        if !alone {
            while letters
                .next_if(|&(next, _)| next == end)
                .map(|(_, letter)| end += letter.len_utf8())
                .is_some()
            {}
            row.finish(&mut found);
            continue;
        }
        match row.words.last_mut() {
            Some(word) if &text[word.end..start] == " " => word.end = end,
            Some(word) if !is_wide(&text[word.end..start]) => {
                row.finish(&mut found);
                row.words.push(start..end);
            }
            _ => row.words.push(start..end),
        }
        row.letters += 1;
    }
    row.finish(&mut found);
    found.retain(|word| text[word.clone()].contains(' '));
    found
}

/// Whether a gap is one between words: spaces in a row, and little else.
fn is_wide(gap: &str) -> bool {
    gap.len() <= WIDEST && gap.contains("  ") && !gap.contains('\n')
}

/// A letter of a script that is read by character: Thai, Lao, Myanmar, Khmer, and those of East Asia.
fn is_by_character(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..)
}

/// Letters in a row that stand apart.
#[derive(Default)]
struct Row {
    words: Vec<Range<usize>>,
    letters: usize,
}

impl Row {
    /// Adds the row's words to those that were found, if there are enough letters and gaps.
    fn finish(&mut self, found: &mut Vec<Range<usize>>) {
        let Row { words, letters } = core::mem::take(self);
        if letters >= FEWEST.0 && words.len() >= FEWEST.1 && letters <= LONGEST * words.len() {
            found.extend(words);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::{joined, may_stand_apart};

    fn words(text: &str) -> Vec<alloc::string::String> {
        let Some((joined, words)) = joined(text) else { return Vec::new() };
        assert_eq!(joined.len(), text.len());
        words.into_iter().map(|word| joined[word].trim_end().to_string()).collect()
    }

    #[test]
    fn letters_that_stand_apart_are_put_together_where_wider_gaps_tell_the_words() {
        let text = "He wrote:  t h e   c a t   s a t   o n   a   m a t ,   a n d   s l e p t .  It woke.";
        assert_eq!(words(text), ["the", "cat", "sat", "on", "mat", "and", "slept"]);
        let text = "к о т   с п а л   н а   к о в р е   и   в и д е л   с н ы   о   м ы ш а х   и   р ы б е";
        assert_eq!(words(text), ["кот", "спал", "на", "ковре", "видел", "сны", "мышах", "рыбе"]);
    }

    #[test]
    fn initials_lists_and_letters_without_words_stay_as_they_are() {
        for text in [
            "a b c d e f g h i j k l m n o p q r s t u v w x y z\na b c d e f g h i j k l m n o p q r s t u v w x y z",
            "a b c d «a b» a b c d a a a a a a a, a a a a «a a a a» a a a a. A b c d e f; b c d e f g h",
            "Name   A   B   C   D   E\nheight   x   x   x   x   y\nweight   y   y   x   x   y\n",
            "Nobody knows where the words of t h e c a t s a t o n t h e m a t a n d s l e p t a l l d a y end.",
            "        indented        code        has        many        spaces        too        x        y",
            "春 の 海 は 静 か で 船 が ゆ っ く り と 沖 へ 出 て い っ た と 彼 は 書 い た",
        ] {
            assert_eq!(words(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn where_no_letters_may_stand_apart_none_are_put_together(
            text in "([a-zé7,. ]{0,30}|([a-zжé7] ?){0,30}|((a|b|ж|,) {1,3}){0,20}|((a|b|ж|9) ){9,13}){0,4}",
        ) {
            prop_assert!(may_stand_apart(text.as_bytes()) || super::words(&text).is_empty(), "{text}");
        }
    }
}
