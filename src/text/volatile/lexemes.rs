//! Stretches of a text cut into runs of digits and runs of letters, the alphabet in which dates, counters, addresses and
//! ids are distinguished.
//!
//! Words would not do: by the rules of Unicode `0.23s` and `example.org` are one word each, `2026-11-21` three.

use alloc::vec::Vec;
use core::ops::Range;

/// What is known of stretches of lexemes that were recognised.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Range<usize>);

/// Runs of digits and of letters, by their numbers. For a number that none has, everything is empty.
pub(crate) struct Lexemes<'a> {
    text: &'a str,
    spans: Vec<Range<usize>>,
}

impl<'a> Lexemes<'a> {
    /// Of stretches of a text, in order and apart from one another.
    pub(crate) fn of(text: &'a str, stretches: &[Range<usize>]) -> Self {
        let mut spans = Vec::<Range<usize>>::new();
        for stretch in stretches {
            let mut last = Class::Other;
            for (at, c) in text[stretch.clone()].char_indices() {
                let (start, class) = (stretch.start + at, Class::of(c));
                let end = start + c.len_utf8();
                match spans.last_mut() {
                    _ if class == Class::Other => {}
                    Some(run) if class == last => run.end = end,
                    _ => spans.push(start..end),
                }
                last = class;
            }
        }
        Lexemes { text, spans }
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Those that stand at least partly in a stretch of the text.
    pub(crate) fn within(&self, stretch: Range<usize>) -> Range<usize> {
        let start = self.spans.partition_point(|span| span.end <= stretch.start);
        let count = self.spans[start..].iter().take_while(|span| span.start < stretch.end).count();
        start..start + count
    }

    pub(crate) fn word(&self, at: usize) -> &'a str {
        self.spans.get(at).map_or("", |span| &self.text[span.clone()])
    }

    /// The bytes from the first of some lexemes to the last; none of none.
    #[cfg(feature = "clean")]
    pub(super) fn place(&self, lexemes: Range<usize>) -> Option<Range<usize>> {
        let spans = self.spans.get(lexemes)?;
        Some(spans.first()?.start..spans.last()?.end)
    }

    /// Whether a word is one of these, which are in lower case.
    pub(crate) fn is(&self, at: usize, words: &[&str]) -> bool {
        let word = self.word(at);
        let lower = || word.chars().flat_map(char::to_lowercase);
        words.iter().any(|other| match word.is_ascii() {
            true => word.eq_ignore_ascii_case(other),
            false => lower().eq(other.chars()),
        })
    }

    pub(crate) fn is_digits(&self, at: usize) -> bool {
        self.word(at).starts_with(|c: char| c.is_ascii_digit())
    }

    pub(crate) fn is_letters(&self, at: usize) -> bool {
        !self.word(at).is_empty() && !self.is_digits(at)
    }

    /// The number that a range of digits makes, at most nine; in a year or an hour.
    pub(crate) fn value(&self, at: usize, digits: Range<usize>) -> Option<u32> {
        let word = self.word(at);
        (digits.contains(&word.len()) && self.is_digits(at)).then(|| word.parse().ok()).flatten()
    }

    /// What stands between a lexeme and the next; behind the last, the rest of the text.
    pub(crate) fn after(&self, at: usize) -> &'a str {
        let Some(span) = self.spans.get(at) else { return "" };
        let end = self.spans.get(at + 1).map_or(self.text.len(), |next| next.start);
        &self.text[span.end..end]
    }

    /// What stands between a lexeme and the one before; before the first, all there is.
    pub(crate) fn before(&self, at: usize) -> &'a str {
        match at.checked_sub(1) {
            Some(last) => self.after(last),
            None => self.spans.first().map_or("", |span| &self.text[..span.start]),
        }
    }

    /// The end of a number that begins here, with its groups of digits and its fraction: `1,234,567` or `0.23`.
    pub(crate) fn number(&self, at: usize) -> Option<usize> {
        let groups = |at: usize| self.is_digits(at) && [".", ",", "'", "\u{2019}"].contains(&self.before(at));
        let more = (at + 1..at + MOST_GROUPS).take_while(|&at| groups(at)).count();
        self.is_digits(at).then_some(at + 1 + more)
    }

    /// The end of what begins here and has nothing but these characters between its lexemes.
    pub(crate) fn joined_by(&self, at: usize, joint: impl Fn(char) -> bool) -> usize {
        let joined = |at: usize| {
            let gap = self.before(at);
            at < self.len() && gap.len() <= LONGEST_GAP && gap.chars().all(&joint)
        };
        at + 1 + (at + 1..at + MOST_JOINED).take_while(|&at| joined(at)).count()
    }

    /// The end of what begins here and has neither white space in it nor what quotes or brackets an address.
    pub(crate) fn unbroken(&self, at: usize) -> usize {
        self.joined_by(at, |c| {
            !c.is_whitespace() && !"<>\"'()[]{}|\u{2018}\u{2019}\u{201c}\u{201d}".contains(c)
        })
    }

    /// Whether a lexeme and the next stand in one phrase.
    pub(crate) fn in_phrase(&self, at: usize) -> bool {
        let gap = self.after(at);
        let ends =
            |mark: char| gap.split_once(mark).is_some_and(|(_, rest)| rest.starts_with(char::is_whitespace));
        gap.len() <= LONGEST_GAP && at + 1 < self.len() && !['.', '!', '?', ';'].into_iter().any(ends)
    }

    /// Whether one of some words stands among the next `reach` in the same phrase, from `at` on.
    pub(crate) fn follows(&self, at: usize, reach: usize, words: &[&str]) -> bool {
        (at..at + reach).take_while(|&at| at > 0 && self.in_phrase(at - 1)).any(|at| self.is(at, words))
    }

    /// Whether one of some words stands among the `reach` before `at` in the same phrase.
    pub(crate) fn precedes(&self, at: usize, reach: usize, words: &[&str]) -> bool {
        let back = (at.saturating_sub(reach)..at).rev();
        back.take_while(|&at| self.in_phrase(at)).any(|at| self.is(at, words))
    }
}

/// The longest text between two words of a phrase in bytes: white space of a table, a bracket, a colon.
const LONGEST_GAP: usize = 8;

/// The most groups of a number, and the most lexemes of an address: more are not the work of people, and the bounds
/// keep time linear.
const MOST_GROUPS: usize = 8;
const MOST_JOINED: usize = 128;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    Letter,
    Other,
}

impl Class {
    fn of(c: char) -> Class {
        match c {
            '0'..='9' => Class::Digit,
            _ if c.is_alphanumeric() => Class::Letter,
            _ => Class::Other,
        }
    }
}
