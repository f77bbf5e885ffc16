//! What shingles are made of where it is not words: the lines or sentences of a text, by their first tokens.
//!
//! Naively: cut the text at every boundary and read each piece by itself. Here the text is read once, and the tokens of
//! each piece are found by their places. Shivakumar and Garcia-Molina (1998) and Cho, Shivakumar and Garcia-Molina (2000)
//! take two or four lines for a shingle, Brin, Davis and Garcia-Molina (1995) sentences, Manber (1994) and Heintze (1996)
//! characters (Ye, Wen and Ma 2006, section 2).

use alloc::vec::Vec;

use super::Span;
use crate::Error;

/// What a shingle is a sequence of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Unit {
    /// Words.
    #[default]
    Words,
    /// Lines of the text to show with a word in them. A line of HTML ends with a block or a `<br>`.
    Lines,
    /// Sentences with a word in them (UAX #29).
    Sentences,
    /// Characters of the folded words, with a space between two words.
    Characters,
}

/// The first token of each line or sentence of `text` that has one, rising, given the places of its tokens; none where
/// units are words or characters.
pub(super) fn starts(text: &str, spans: &[Span], unit: Unit) -> Vec<u32> {
    match unit {
        Unit::Words | Unit::Characters => Vec::new(),
        Unit::Lines => starts_of(lines(text), spans),
        #[cfg(feature = "sentences")]
        Unit::Sentences => starts_of(sentences(text), spans),
        // Refused before a text is read.
        #[cfg(not(feature = "sentences"))]
        Unit::Sentences => Vec::new(),
    }
}

/// The first token of each piece that has one.
fn starts_of<'a>(pieces: impl Iterator<Item = &'a str>, spans: &[Span]) -> Vec<u32> {
    let (mut starts, mut token, mut end) = (Vec::new(), 0, 0);
    for piece in pieces {
        end += piece.len();
        let first = token;
        token += spans[first..].iter().take_while(|span| (span.start as usize) < end).count();
        if token > first {
            starts.push(first as u32);
        }
    }
    starts
}

/// The lines of a text, each with its break.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(is_line_break)
}

/// The mandatory breaks of UAX #14.
pub(super) fn is_line_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Refuses sentences where this build has not their tables.
pub(super) fn check(unit: Unit) -> Result<(), Error> {
    if unit == Unit::Sentences && cfg!(not(feature = "sentences")) {
        let expected = "words, lines or characters; sentences need a build with the feature \"sentences\"";
        return Err(Error::InvalidOption { option: "units", value: "sentences".into(), expected });
    }
    Ok(())
}

/// The characters without a letter or digit after which a sentence ends, too: within them, each might be followed by
/// a look ahead to the end of it, which would take quadratic time.
#[cfg(feature = "sentences")]
const GAP: usize = 64;

/// The sentences of a text, each with what follows it.
#[cfg(feature = "sentences")]
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    use super::words::is_letter_or_digit;
    use unicode_segmentation::UnicodeSegmentation;

    let mut gap = 0;
    let pieces = text.split_inclusive(move |c| {
        gap = if is_letter_or_digit(c) { 0 } else { gap + 1 };
        gap == GAP && core::mem::take(&mut gap) > 0
    });
    pieces.flat_map(|piece| piece.split_sentence_bounds())
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::text::{self, Document, TextOptions, Unit};

    fn units(text: &str, units: Unit) -> Vec<String> {
        let options = TextOptions { units, ..TextOptions::default() };
        let reading = text::read_with_words(&Document::plain("text", text), &options).unwrap();
        let words: Vec<&str> = reading.words().collect();
        let starts = reading.unit_starts().iter().map(|&start| start as usize);
        let ends = starts.clone().skip(1).chain([words.len()]);
        starts.zip(ends).map(|(start, end)| words[start..end].join(" ")).collect()
    }

    #[test]
    fn lines_end_at_every_mandatory_break() {
        let text = "one two\nthree\r\n\r\n  --\nfour\u{2028}five\u{85}six, seven";
        assert_eq!(units(text, Unit::Lines), ["one two", "three", "four", "five", "six seven"]);
    }

    #[cfg(feature = "sentences")]
    #[test]
    fn sentences_are_those_of_uax_29() {
        let text = "Is it 3.4 or more? \u{201c}Yes.\u{201d} He left e.g. today\nbefore noon. (Good.) End";
        let expected = ["is it 3.4 or more", "yes", "he left e.g today", "before noon", "good", "end"];
        assert_eq!(units(text, Unit::Sentences), expected);
    }

    #[cfg(feature = "sentences")]
    #[test]
    fn a_long_stretch_without_letters_ends_a_sentence() {
        let text = String::from("chapter one") + &" .".repeat(100) + " 7";
        assert_eq!(units(&text, Unit::Sentences), ["chapter one", "7"]);
        let text = String::from("a b.") + &")".repeat(1_000_000) + "c";
        assert_eq!(units(&text, Unit::Sentences), ["a b", "c"]);
    }

    #[test]
    fn words_and_characters_have_no_pieces() {
        assert!(units("one.\ntwo", Unit::Words).is_empty());
        assert!(units("one.\ntwo", Unit::Characters).is_empty());
    }
}
