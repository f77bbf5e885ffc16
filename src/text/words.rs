//! Where words begin and end: a fast path for ASCII, and [`fold`](super::fold) for every stretch with more.

use core::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::fold::{Findings, Stretch};
use super::script::{Script, is_mark};
use super::{Span, TextOptions, UrlRule, WordRule};
use crate::hash;

// Classes of bytes. A word is a run of WORD bytes, over single MID bytes between fitting neighbours.
const LETTER: u8 = 2;
const DIGIT: u8 = 4;
/// Part of a word without making one: `_` in UAX #29.
const JOINER: u8 = 8;
/// Any other byte of a word between white space.
const BODY: u8 = 16;
const WORD: u8 = LETTER | DIGIT | JOINER | BODY;
/// Joins letters: MidLetter, MidNumLet, Single_Quote.
const MID_LETTER: u8 = 32;
/// Joins digits: MidNum, MidNumLet, Single_Quote.
const MID_NUMBER: u8 = 64;
/// Not ASCII: leaves the fast path.
const BEYOND: u8 = 128;

type Classes = [u8; 256];

static UNICODE: Classes = classes(WordRule::Unicode);
static WHITE_SPACE: Classes = classes(WordRule::WhiteSpace);
static ALPHANUMERIC: Classes = classes(WordRule::Alphanumeric);

const fn classes(rule: WordRule) -> Classes {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' => LETTER,
            b'0'..=b'9' => DIGIT,
            0x80.. => BEYOND,
            other => match rule {
                WordRule::Unicode => match other {
                    b'_' => JOINER,
                    b'.' | b'\'' => MID_LETTER | MID_NUMBER,
                    b':' => MID_LETTER,
                    b',' | b';' => MID_NUMBER,
                    _ => 0,
                },
                WordRule::WhiteSpace if !is_white_space(other) => BODY,
                WordRule::WhiteSpace | WordRule::Alphanumeric => 0,
            },
        };
        byte += 1;
    }
    classes
}

/// ASCII white space as `char::is_whitespace` has it.
const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// What takes words as they are found, in order.
pub(super) trait Sink {
    /// A word by its folded text.
    fn word(&mut self, folded: &str, span: Span);

    /// A word of one to 15 ASCII letters, nearly all of English.
    #[inline]
    fn letters(&mut self, word: Letters, span: Span) {
        self.word(word.text(&mut [0; 16]), span);
    }

    /// Whether it takes the texts of terms, not their hashes alone.
    #[cfg(feature = "stem")]
    #[inline]
    fn takes_texts(&self) -> bool {
        true
    }

    /// The hash of a word that is to be looked up: a stop word, or one whose term comes next.
    #[cfg(feature = "stem")]
    #[inline]
    fn met(&mut self, _: u64) {}

    /// A word by its term, whose hash is known.
    #[cfg(feature = "stem")]
    #[inline]
    fn term(&mut self, term: Term<'_>, span: Span) {
        self.word(term.text, span);
    }
}

/// What a word counts as, once it is stemmed.
#[cfg(feature = "stem")]
pub(super) struct Term<'a> {
    /// Its hash.
    pub(super) token: u64,
    /// By reference to where it is kept, so that what asks for the hash alone does not load it.
    pub(super) text: &'a alloc::string::String,
}

/// A folded word of one to 15 ASCII letters, in two numbers of eight bytes, the first of each the lowest.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    eights: [u64; 2],
    length: usize,
}

impl<F: FnMut(&str, Span)> Sink for F {
    #[inline]
    fn word(&mut self, folded: &str, span: Span) {
        self(folded, span);
    }
}

/// Hands `sink` every token of `text[range]`, in order.
#[inline]
pub(super) fn scan(
    text: &str,
    range: Range<usize>,
    options: &TextOptions,
    findings: &mut Findings,
    sink: &mut impl Sink,
) {
    let text = &text[..range.end];
    let classes = match options.words {
        WordRule::Unicode => &UNICODE,
        WordRule::WhiteSpace => &WHITE_SPACE,
        WordRule::Alphanumeric => &ALPHANUMERIC,
    };
    match options.urls {
        UrlRule::AsText => scan_ascii(text, range.start, options, classes, findings, sink),
        UrlRule::SlashesAndDots => scan_stretches(text, range.start, options, findings, sink),
    }
}

/// The fast path. Where a character beyond ASCII could have a say in where a word ends, the rest of the stretch, up
/// to white space, is left to [`Stretch`].
#[inline]
fn scan_ascii(
    text: &str,
    mut at: usize,
    options: &TextOptions,
    classes: &'static Classes,
    findings: &mut Findings,
    sink: &mut impl Sink,
) {
    let bytes = text.as_bytes();
    let class = |at: usize| bytes.get(at).map_or(0, |&byte| classes[usize::from(byte)]);
    let punctuation = |at: usize| match options.words {
        WordRule::WhiteSpace => None,
        WordRule::Unicode | WordRule::Alphanumeric => Punctuation::at(bytes, at),
    };
    let mut lower = Lower::default();
    let mut stretch = Stretch::default();
    while at < bytes.len() {
        if let Some((word, next)) = Letters::at(bytes, at, options.fold.case)
            && let Some(passed) = passed(classes[usize::from(next)], class(at + word.length + 1))
        {
            findings.words.add(Script::Latin);
            sink.letters(word, Span::new(at, at + word.length));
            at += word.length + passed;
            continue;
        }
        let first = class(at);
        if first & (WORD | BEYOND) == 0 {
            at += 1;
            continue;
        }
        if first & BEYOND != 0
            && let Some(punctuation) = punctuation(at)
        {
            at += punctuation.bytes();
            continue;
        }
        let start = at;
        let mut seen = Seen::default();
        let beyond = loop {
            at = seen.run(bytes, at, classes);
            let next = class(at);
            if next & (BEYOND | MID_LETTER | MID_NUMBER) == 0 {
                break false;
            }
            if next & BEYOND != 0 {
                match punctuation(at) {
                    None => break true,
                    Some(Punctuation::Apostrophe) if options.words == WordRule::Unicode && at > start => {
                        let behind = at + Punctuation::Apostrophe.bytes();
                        let (last, after) = (class(at - 1), class(behind));
                        if last & after & (LETTER | DIGIT) == 0 {
                            break after & BEYOND != 0 && punctuation(behind).is_none();
                        }
                        at = behind;
                        seen.apostrophe = true;
                        continue;
                    }
                    Some(_) => break false,
                }
            }
            let (last, after) = (class(at - 1), class(at + 1));
            if (next & MID_LETTER != 0 && last & after & LETTER != 0)
                || (next & MID_NUMBER != 0 && last & after & DIGIT != 0)
            {
                at += 1;
            } else {
                break after & BEYOND != 0 && punctuation(at + 1).is_none();
            }
        };
        if beyond {
            let end = stretch_end(bytes, start);
            stretch.read(text, start..end, options, findings, &mut |folded, span| sink.word(folded, span));
            at = end;
        } else if seen.classes & (LETTER | DIGIT | BODY) != 0 {
            if seen.classes & LETTER != 0 {
                findings.words.add(Script::Latin);
            }
            let token = &text[start..at];
            let (upper, apostrophe) =
                (seen.upper != 0 && options.fold.case, seen.apostrophe && options.fold.nfkc);
            let folded = if upper || apostrophe { lower.of(token, upper, apostrophe) } else { token };
            sink.word(folded, Span::new(start, at));
        }
    }
}

/// How many bytes after a run of letters make no word, by the classes of the next two: a byte that joins nothing, or one
/// that could join, as a comma, and white space or the like; none where the word may go on.
#[inline(always)]
fn passed(next: u8, after: u8) -> Option<usize> {
    match (next, after) {
        (0, _) => Some(1),
        (_, 0) if next & (WORD | BEYOND) == 0 => Some(2),
        _ => None,
    }
}

impl Letters {
    /// The word of letters that begins at a place, with the byte after it: seen in one look at eight bytes or two, without a
    /// branch by its length.
    #[inline(always)]
    fn at(bytes: &[u8], at: usize, fold_case: bool) -> Option<(Self, u8)> {
        let first = eight_at(bytes, at)?;
        let first_letters = letters(first);
        if first_letters & 0x80 == 0 {
            return None;
        }
        if first_letters != HIGH {
            let (first, length, next) = head(first, first_letters, fold_case);
            return Some((Letters { eights: [first, 0], length }, next));
        }
        let second = eight_at(bytes, at + 8)?;
        let second_letters = letters(second);
        if second_letters == HIGH {
            return None;
        }
        let (second, length, next) = head(second, second_letters, fold_case);
        let first = if fold_case { first | splat(0x20) } else { first };
        Some((Letters { eights: [first, second], length: 8 + length }, next))
    }

    /// Its hash.
    #[inline]
    pub(super) fn token(self) -> u64 {
        hash::short_token(self.eights, self.length)
    }

    /// Its text, with a space after it and then zeros, all ASCII; and how long the text is.
    #[inline]
    pub(super) fn spaced(self) -> ([u8; 16], usize) {
        let [first, second] = self.eights.map(u128::from);
        let space = u128::from(b' ') << (8 * self.length);
        ((first | second << 64 | space).to_le_bytes(), self.length)
    }

    /// Its text.
    #[inline]
    pub(super) fn text(self, buffer: &mut [u8; 16]) -> &str {
        let (first, second) = buffer.split_at_mut(8);
        first.copy_from_slice(&self.eights[0].to_le_bytes());
        second.copy_from_slice(&self.eights[1].to_le_bytes());
        core::str::from_utf8(&buffer[..self.length]).unwrap_or_default()
    }
}

#[inline(always)]
fn eight_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8).and_then(<[u8]>::first_chunk).map(|&eight| u64::from_le_bytes(eight))
}

/// The letters at the head of eight bytes that are not all letters: folded, how many, and the byte after them.
#[inline(always)]
fn head(eight: u64, letters: u64, fold_case: bool) -> (u64, usize, u8) {
    let others = letters ^ HIGH;
    let end = others & others.wrapping_neg();
    // Bit 5, moved to the high bit, tells the cases apart.
    let upper = if fold_case { letters & !(eight << 2) } else { 0 };
    let length = (end.trailing_zeros() / 8) as usize;
    ((eight | upper >> 2) & ((end >> 7) - 1), length, (eight >> (8 * length)) as u8)
}

/// What bytes of a word there were.
#[derive(Default)]
struct Seen {
    /// The classes of all bytes but letters, and `LETTER` if there were letters.
    classes: u8,
    /// Not zero if there was a capital.
    upper: u64,
    apostrophe: bool,
}

/// Punctuation beyond ASCII that ordinary English is full of, and that stays on the fast path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Punctuation {
    /// Dashes, double quotation marks, the ellipsis, the bullet: never in a word.
    Separator,
    /// The space without a break, guillemets, and the signs of sections and paragraphs, which pages are full of; likewise.
    ShortSeparator,
    /// U+2018 and U+2019: between letters or digits as `'` is.
    Apostrophe,
}

impl Punctuation {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        match bytes.get(at..)? {
            [0xe2, 0x80, 0x98 | 0x99, ..] => Some(Punctuation::Apostrophe),
            [0xe2, 0x80, 0x93 | 0x94 | 0x9c | 0x9d | 0xa2 | 0xa6, ..] => Some(Punctuation::Separator),
            [0xc2, 0xa0 | 0xa7 | 0xab | 0xb6 | 0xbb, ..] => Some(Punctuation::ShortSeparator),
            _ => None,
        }
    }

    /// How many bytes it has.
    #[inline(always)]
    fn bytes(self) -> usize {
        if self == Punctuation::ShortSeparator { 2 } else { 3 }
    }
}

/// Eight bytes side by side.
pub(super) const fn splat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bit of each of eight bytes.
pub(super) const HIGH: u64 = splat(0x80);

/// Which of eight bytes are ASCII letters, in their high bits.
#[inline(always)]
pub(super) const fn letters(eight: u64) -> u64 {
    let small = (eight | splat(0x20)) & !HIGH;
    (small + splat(0x80 - b'a')) & !(small + splat(0x7f - b'z')) & !eight & HIGH
}

impl Seen {
    /// Skips a run of word bytes, letters by eight, and says where it ends.
    #[inline(always)]
    fn run(&mut self, bytes: &[u8], mut at: usize, classes: &Classes) -> usize {
        loop {
            let start = at;
            loop {
                let eight = match bytes.get(at..at + 8) {
                    Some(eight) => u64::from_le_bytes(eight.try_into().unwrap_or_default()),
                    None => {
                        let mut padded = [b' '; 8];
                        padded[..bytes.len() - at].copy_from_slice(&bytes[at..]);
                        u64::from_le_bytes(padded)
                    }
                };
                let letters = letters(eight);
                let others = letters ^ HIGH;
                // The bytes below the first that is no letter. Bit 5, moved to the high bit, tells the cases apart.
                let run = if others == 0 { !0 } else { (others & others.wrapping_neg()) - 1 };
                self.upper |= letters & !(eight << 2) & run;
                at += (others.trailing_zeros() / 8) as usize;
                if others != 0 {
                    break;
                }
            }
            self.classes |= if at > start { LETTER } else { 0 };
            let class = bytes.get(at).map_or(0, |&byte| classes[usize::from(byte)]);
            if class & WORD == 0 {
                return at;
            }
            self.classes |= class;
            at += 1;
        }
    }
}

/// Every stretch between white space by the general path.
fn scan_stretches(
    text: &str,
    mut at: usize,
    options: &TextOptions,
    findings: &mut Findings,
    sink: &mut impl Sink,
) {
    let bytes = text.as_bytes();
    let mut stretch = Stretch::default();
    while at < bytes.len() {
        let end = stretch_end(bytes, at);
        stretch.read(text, at..end, options, findings, &mut |folded, span| sink.word(folded, span));
        at = end + 1;
    }
}

fn stretch_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|&byte| is_white_space(byte)).map_or(bytes.len(), |length| start + length)
}

/// A buffer for words that are folded on the fast path.
#[derive(Default)]
struct Lower(alloc::string::String);

impl Lower {
    #[inline]
    fn of(&mut self, token: &str, upper: bool, apostrophe: bool) -> &str {
        self.0.clear();
        if apostrophe {
            self.0.extend(token.chars().map(|c| if c.is_ascii() { c } else { '\'' }));
        } else {
            self.0.push_str(token);
        }
        if upper {
            self.0.make_ascii_lowercase();
        }
        &self.0
    }
}

/// Calls `word` with the place of every word of folded text.
pub(super) fn split(text: &str, options: &TextOptions, mut word: impl FnMut(Range<usize>)) {
    if options.urls == UrlRule::SlashesAndDots
        && let Some(url) = find_url(text)
    {
        split_by_rule(&text[..url.start], options.words, 0, &mut word);
        let mut part = url.start;
        for piece in text[url.clone()].split(['/', '.']) {
            let trimmed = piece.trim_end_matches(':');
            if trimmed.contains(is_letter_or_digit) {
                word(part..part + trimmed.len());
            }
            part += piece.len() + 1;
        }
        split_by_rule(&text[url.end..], options.words, url.end, &mut word);
    } else {
        split_by_rule(text, options.words, 0, &mut word);
    }
}

/// The URL in a stretch without white space: from its scheme or `www.`, to the punctuation that ends it.
fn find_url(text: &str) -> Option<Range<usize>> {
    let scheme = text.find("://").map(|colon| {
        let before = text[..colon].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c));
        before.len()
    });
    let start = scheme.or_else(|| {
        let www = text.find("www.").or_else(|| text.find("WWW."))?;
        text[..www].chars().next_back().is_none_or(|c| !c.is_alphanumeric()).then_some(www)
    })?;
    let rest = &text[start..];
    let rest = &rest[..rest.find(['<', '>', '"', '`', '{', '}']).unwrap_or(rest.len())];
    let rest = rest.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '/');
    (!rest.is_empty()).then(|| start..start + rest.len())
}

fn split_by_rule(text: &str, rule: WordRule, offset: usize, word: &mut impl FnMut(Range<usize>)) {
    match rule {
        WordRule::Unicode => {
            for (start, segment) in text.split_word_bound_indices() {
                // Alphabetic marks alone, put on a comma, make no word.
                if segment.contains(is_letter_or_digit) {
                    split_katakana(segment, offset + start, word);
                }
            }
        }
        WordRule::WhiteSpace => runs(text, offset, |c, _| !c.is_whitespace(), word),
        // A mark belongs to the letter before it.
        WordRule::Alphanumeric => {
            runs(text, offset, |c, begun| is_letter_or_digit(c) || begun && is_mark(c), word)
        }
    }
}

/// The maximal runs of characters that are `inside`, which is given whether a run has begun.
fn runs(text: &str, offset: usize, inside: impl Fn(char, bool) -> bool, word: &mut impl FnMut(Range<usize>)) {
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (inside(c, start.is_some()), start) {
            (true, None) => start = Some(at),
            (false, Some(begin)) => {
                word(offset + begin..offset + at);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(begin) = start {
        word(offset + begin..offset + text.len());
    }
}

/// UAX #29 keeps runs of Katakana whole while it breaks Han, Hiragana, Thai, Lao, Khmer and Myanmar at every
/// character; here all of them are by character, with its marks.
fn split_katakana(segment: &str, offset: usize, word: &mut impl FnMut(Range<usize>)) {
    let mut start = 0;
    let mut after_katakana = false;
    if segment.contains(is_katakana) {
        for (at, c) in segment.char_indices() {
            let katakana = is_katakana(c);
            if at > start && (katakana || (after_katakana && !is_mark(c))) {
                word(offset + start..offset + at);
                start = at;
            }
            after_katakana = katakana || (after_katakana && is_mark(c));
        }
    }
    word(offset + start..offset + segment.len());
}

fn is_katakana(c: char) -> bool {
    matches!(c,
        '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9d}' | '\u{1aff0}'..='\u{1b122}' | '\u{1b150}'..='\u{1b167}')
}

pub(super) fn is_letter_or_digit(c: char) -> bool {
    c.is_alphanumeric() && !is_mark(c)
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::text::{Flags, Folding};

    fn fast(text: &str, options: &TextOptions) -> (Vec<(String, Span)>, Flags) {
        let (mut words, mut findings) = (Vec::new(), Findings::default());
        scan(text, 0..text.len(), options, &mut findings, &mut |word: &str, span| {
            words.push((word.to_string(), span));
        });
        (words, findings.flags)
    }

    fn general(text: &str, options: &TextOptions) -> (Vec<(String, Span)>, Flags) {
        let (mut words, mut findings) = (Vec::new(), Findings::default());
        scan_stretches(text, 0, options, &mut findings, &mut |word: &str, span| {
            words.push((word.to_string(), span));
        });
        (words, findings.flags)
    }

    fn options() -> impl Strategy<Value = TextOptions> {
        let rule =
            prop_oneof![Just(WordRule::Unicode), Just(WordRule::WhiteSpace), Just(WordRule::Alphanumeric)];
        let fold = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>())
            .prop_map(|(nfkc, case, invisible, look_alikes)| Folding { nfkc, case, invisible, look_alikes });
        (rule, fold).prop_map(|(words, fold)| TextOptions { words, fold, ..TextOptions::default() })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn ascii_has_the_words_of_uax_29(text in "[ -~\\t\\n\\x00]{0,40}|[aB1_.,:;' -]{0,30}") {
            let unicode: Vec<(String, Span)> = text
                .unicode_word_indices()
                .map(|(at, word)| (word.to_ascii_lowercase(), Span::new(at, at + word.len())))
                .collect();
            prop_assert_eq!(fast(&text, &TextOptions::default()).0, unicode);
        }

        #[test]
        fn the_fast_path_agrees_with_the_general_one(
            text in "[ -~\\t\\n]{0,40}|[aB1_.,:;' \u{301}\u{200b}é’“—…•－\u{a0}¶«\u{ad}ナ私а]{0,30}|.{0,30}",
            options in options(),
        ) {
            prop_assert_eq!(fast(&text, &options), general(&text, &options));
        }

        #[test]
        fn spans_are_in_order_and_on_characters(text in ".{0,40}|[ﷺa ᄀ각ᆨ\u{301}\u{a0}\u{3000}']{0,30}", options in options()) {
            let mut last = 0;
            for (word, span) in fast(&text, &options).0 {
                prop_assert!(!word.is_empty());
                prop_assert!(text.get(span.range()).is_some_and(|source| !source.is_empty()));
                prop_assert!(span.start >= last);
                last = span.start;
            }
        }
    }
}
