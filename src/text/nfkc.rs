//! Normalization form NFKC (UAX #15), from tables that are small in the wasm module.

mod table;

use alloc::vec::Vec;
use core::mem;

/// What normalization does with a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class(u8);

impl Class {
    /// NFKC_Quick_Check=Yes: it is not replaced and does not combine with what stands before it.
    const STABLE: Class = Class(0);
    /// Alone, it becomes something else.
    const CHANGES: Class = Class(254);
    /// It, or what it becomes, may combine with what stands before it. Every class from the second to here is a
    /// canonical combining class: that of a mark, reordered among others.
    const JOINS: Class = Class(255);

    #[inline]
    pub(super) fn of(c: char) -> Class {
        // No character before U+00A0 changes or combines; nor do the letters of most text.
        if matches!(c, ..'\u{a0}' | '\u{400}'..='\u{482}' | '\u{3041}'..='\u{3096}' | '\u{3400}'..='\u{a66d}' | '\u{ac00}'..='\u{d7a3}')
        {
            return Class::STABLE;
        }
        let code = c as usize;
        match table::INDEX.get(code / table::BLOCK) {
            Some(&block) => Class(table::CLASSES[usize::from(block) * table::BLOCK + code % table::BLOCK]),
            None => Class::STABLE,
        }
    }

    /// Whether it is no mark that is put on or reordered around another character.
    pub(super) fn is_starter(self) -> bool {
        self.combining() == 0
    }

    /// Whether what stands before it is normalized without it.
    pub(super) fn is_boundary(self) -> bool {
        self == Class::STABLE || self == Class::CHANGES
    }

    /// Whether it stays what it is, alone and after anything.
    pub(super) fn is_stable(self) -> bool {
        self == Class::STABLE
    }

    /// The canonical combining class.
    fn combining(self) -> u8 {
        if self == Class::CHANGES || self == Class::JOINS { 0 } else { self.0 }
    }
}

/// A character being normalized.
#[derive(Debug, Clone, Copy)]
struct Part {
    c: char,
    class: Class,
}

impl Part {
    fn of(c: char) -> Part {
        Part { c, class: Class::of(c) }
    }
}

/// Normalizes texts, one after the other; kept for its buffers.
#[derive(Debug, Default)]
pub(super) struct Normalizer {
    parts: Vec<Part>,
    marks: Vec<Part>,
}

impl Normalizer {
    /// The characters of `text` in normalization form NFKC. Time and memory are linear in its length.
    pub(super) fn nfkc(&mut self, text: &str) -> impl Iterator<Item = char> {
        self.parts.clear();
        for c in text.chars() {
            decompose(c, &mut self.parts);
        }
        self.reorder();
        self.compose();
        self.parts.iter().map(|part| part.c)
    }

    /// The canonical ordering: marks side by side are sorted by combining class, those of one class left in order.
    fn reorder(&mut self) {
        for marks in self.parts.chunk_by_mut(|a, b| !a.class.is_starter() && !b.class.is_starter()) {
            if marks.is_sorted_by_key(|mark| mark.class.combining()) {
                continue;
            }
            let mut places = [0; 256];
            for mark in &*marks {
                places[usize::from(mark.class.combining()) + 1] += 1;
            }
            for class in 1..places.len() {
                places[class] += places[class - 1];
            }
            self.marks.clear();
            self.marks.extend_from_slice(marks);
            for mark in &self.marks {
                let place = &mut places[usize::from(mark.class.combining())];
                marks[*place] = *mark;
                *place += 1;
            }
        }
    }

    /// The canonical composition: a starter takes in what follows it, over marks of lower classes.
    fn compose(&mut self) {
        let mut parts = mem::take(&mut self.parts);
        let mut starter: Option<usize> = None;
        let mut kept = 0;
        for next in 0..parts.len() {
            let part = parts[next];
            if let Some(starter) = starter
                && (kept == starter + 1 || parts[kept - 1].class.combining() < part.class.combining())
                && let Some(composite) = compose(parts[starter].c, part)
            {
                parts[starter].c = composite;
                continue;
            }
            if part.class.is_starter() {
                starter = Some(kept);
            }
            parts[kept] = part;
            kept += 1;
        }
        parts.truncate(kept);
        self.parts = parts;
    }
}

// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
const SYLLABLES: u32 = 0xac00;
const LEADING: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
/// One before the first trailing consonant: a syllable may have none.
const TRAILING: u32 = 0x11a7;
const LEADING_COUNT: u32 = 19;
const VOWEL_COUNT: u32 = 21;
const TRAILING_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT;

/// Appends the full compatibility decomposition of a character.
fn decompose(c: char, parts: &mut Vec<Part>) {
    let syllable = (c as u32).wrapping_sub(SYLLABLES);
    if c < '\u{a0}' {
        parts.push(Part { c, class: Class::STABLE });
    } else if syllable < SYLLABLE_COUNT {
        let trailing = syllable % TRAILING_COUNT;
        let vowel = syllable / TRAILING_COUNT % VOWEL_COUNT;
        let leading = syllable / TRAILING_COUNT / VOWEL_COUNT;
        let letters = [LEADING + leading, VOWELS + vowel, TRAILING + trailing];
        let letters = &letters[..if trailing == 0 { 2 } else { 3 }];
        parts.extend(letters.iter().filter_map(|&letter| char::from_u32(letter)).map(Part::of));
    } else if let Some(decomposition) = decomposition(c) {
        parts.extend(decomposition.chars().map(Part::of));
    } else {
        parts.push(Part::of(c));
    }
}

/// The decomposition of a character that has one in the table.
fn decomposition(c: char) -> Option<&'static str> {
    let run = table::RUNS.partition_point(|&(first, ..)| first <= c).checked_sub(1)?;
    let (first, number, offset) = table::RUNS[run];
    let end = table::RUNS.get(run + 1).map_or(table::LENGTHS.len(), |&(_, number, _)| usize::from(number));
    let lengths = &table::LENGTHS[usize::from(number)..end];
    let place = (c as u32 - first as u32) as usize;
    let length = usize::from(*lengths.get(place)?);
    let before: usize = lengths[..place].iter().map(|&length| usize::from(length)).sum();
    let start = usize::from(offset) + before;
    Some(&table::DECOMPOSITIONS[start..start + length])
}

/// The primary composite of a character and one after it.
fn compose(first: char, second: Part) -> Option<char> {
    if second.class.is_boundary() {
        return None;
    }
    let (a, b) = (first as u32, second.c as u32);
    let (leading, vowel) = (a.wrapping_sub(LEADING), b.wrapping_sub(VOWELS));
    if leading < LEADING_COUNT && vowel < VOWEL_COUNT {
        return char::from_u32(SYLLABLES + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT);
    }
    let (syllable, trailing) = (a.wrapping_sub(SYLLABLES), b.wrapping_sub(TRAILING));
    if syllable < SYLLABLE_COUNT && syllable % TRAILING_COUNT == 0 && (1..TRAILING_COUNT).contains(&trailing)
    {
        return char::from_u32(a + trailing);
    }
    let at = table::SECONDS.binary_search_by_key(&second.c, |&(second, _)| second).ok()?;
    let start = usize::from(table::SECONDS[at].1);
    let end = table::SECONDS.get(at + 1).map_or(table::COMPOSITES.len(), |&(_, start)| usize::from(start));
    let composites = &table::COMPOSITES[start..end];
    let at = composites.binary_search_by_key(&first, |&(first, _)| first).ok()?;
    Some(composites[at].1)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use core::iter::once;

    use proptest::prelude::*;
    use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
    use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

    use super::*;

    fn nfkc(text: &str) -> String {
        Normalizer::default().nfkc(text).collect()
    }

    #[test]
    fn every_character_is_classed_and_normalized_as_the_standard_says() {
        let never_changes = |c: char| is_nfkc_quick(once(c)) == IsNormalized::Yes;
        let mut normalizer = Normalizer::default();
        for c in '\0'..=char::MAX {
            let class = Class::of(c);
            assert_eq!(class.combining(), canonical_combining_class(c), "{c:?}");
            assert_eq!(class.is_stable(), class.is_starter() && never_changes(c), "{c:?}");
            if class.is_stable() {
                assert!(normalizer.nfkc(c.encode_utf8(&mut [0; 4])).eq([c]), "{c:?}");
                continue;
            }
            assert!(normalizer.nfkc(c.encode_utf8(&mut [0; 4])).eq(once(c).nfkc()), "{c:?}");
            let mut first = None;
            decompose_compatible(c, |part| {
                first.get_or_insert(part);
            });
            let begins =
                first.is_some_and(|part| canonical_combining_class(part) == 0 && never_changes(part));
            assert_eq!(class.is_boundary(), class.is_starter() && begins, "{c:?}");
        }
    }

    /// A character that normalization does something with, and some that it does nothing with.
    fn character() -> impl Strategy<Value = char> {
        let special: Vec<char> = ('\u{a0}'..=char::MAX).filter(|&c| !Class::of(c).is_stable()).collect();
        let marks: Vec<char> = special.iter().copied().filter(|&c| !Class::of(c).is_starter()).collect();
        let composing: Vec<char> = table::COMPOSITES.iter().flat_map(|&(first, c)| [first, c]).collect();
        prop_oneof![
            2 => proptest::sample::select(special),
            4 => proptest::sample::select(marks),
            2 => proptest::sample::select(composing),
            1 => proptest::char::range('\u{1100}', '\u{11ff}'),
            1 => proptest::char::range('\u{ac00}', '\u{d7a3}'),
            1 => any::<char>(),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn clusters_are_normalized_as_the_standard_says(cluster in proptest::collection::vec(character(), 0..12)) {
            let cluster = String::from_iter(cluster);
            prop_assert_eq!(nfkc(&cluster), cluster.nfkc().collect::<String>());
        }
    }

    #[test]
    fn a_million_marks_in_the_worst_order_are_sorted_in_linear_time() {
        let marks = String::from_iter((0..500_000).flat_map(|_| ['\u{345}', '\u{334}']));
        let sorted = "\u{334}".repeat(500_000) + &"\u{345}".repeat(500_000);
        assert!(Normalizer::default().nfkc(&marks).eq(sorted.nfkc()));
    }
}
