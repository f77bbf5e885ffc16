//! Volatile parts of a text: what two fetches of one page differ in though nobody changed it.
//!
//! These are the classes that Henzinger (2006, section 3.1) lists as what a pair of correct near-duplicates may differ in: time
//! stamps, execution times, visitor counts, URLs and names of servers, ids of messages and sessions. Small recognisers know the
//! usual forms by their shape, and the words that go with them in a dozen languages (English, German, French, Spanish, Italian,
//! Portuguese, Dutch, Swedish, Danish, Norwegian, Polish, Czech, Russian, Ukrainian, Turkish, Hungarian; dates and counts in
//! Chinese, Japanese and Korean). What none of them knows is content: a telephone number, a price, a year alone.
//!
//! All work is linear in the length of the text: each has a digit or a sign of an address in it or beside it, so only what stands
//! around these is looked at.

mod addresses;
mod counts;
mod durations;
mod ids;
mod lexemes;
mod times;

use alloc::vec::Vec;
use core::ops::Range;

pub(crate) use lexemes::Lexemes;
use lexemes::Sink;

/// What a volatile part is.
#[derive(Clone, Copy)]
pub(crate) enum VolatileKind {
    TimeStamp,
    ExecutionTime,
    VisitorCount,
    Url,
    ServerName,
    MessageId,
    SessionId,
}

type Recognise = fn(&Lexemes<'_>, Sink<'_>);

/// What comes later has the last word: the id of a session in a URL is one.
const RECOGNISERS: [(VolatileKind, Recognise); 7] = [
    (VolatileKind::TimeStamp, times::stamps),
    (VolatileKind::ExecutionTime, durations::execution_times),
    (VolatileKind::VisitorCount, counts::visitors),
    (VolatileKind::Url, addresses::urls),
    (VolatileKind::ServerName, addresses::servers),
    (VolatileKind::MessageId, ids::messages),
    (VolatileKind::SessionId, ids::sessions),
];

/// Calls `sink` with every volatile part among some lexemes, kind by kind. Parts may overlap: what comes later has the last word.
pub(crate) fn recognise(lexemes: &Lexemes<'_>, mut sink: impl FnMut(VolatileKind, Range<usize>)) {
    for (kind, recognise) in RECOGNISERS {
        recognise(lexemes, &mut |found| sink(kind, found));
    }
}

/// How many bytes on either side of a place tell what it is.
const CONTEXT: usize = 160;
/// How much further the white space may be at which the context begins or ends, so that no word is cut.
const WHOLE_WORD: usize = 256;

/// The text around some places of it, which are in order, in stretches that begin and end at white space.
pub(crate) fn around(text: &str, places: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut stretches = Vec::<Range<usize>>::new();
    for place in places {
        if stretches.last().is_some_and(|last| place.end + CONTEXT <= last.end) {
            continue;
        }
        // Where there is no white space, there is no context.
        let start = place.start.saturating_sub(CONTEXT);
        let start = (start.saturating_sub(WHOLE_WORD)..=start).rev().find(|&at| is_edge(text, at));
        let end = (place.end + CONTEXT).min(text.len());
        let end = (end..end + WHOLE_WORD).find(|&at| is_edge(text, at));
        let (start, end) = (start.unwrap_or(place.start), end.unwrap_or(place.end).min(text.len()));
        match stretches.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => stretches.push(start..end),
        }
    }
    stretches
}

/// The first of the letters that need no white space between words: those of Chinese, Japanese and Korean.
const UNSPACED: char = '\u{2e80}';

/// Whether white space, a letter that needs none, or nothing stands before this place of a text.
fn is_edge(text: &str, at: usize) -> bool {
    at == 0
        || at >= text.len()
        || text.as_bytes()[at - 1].is_ascii_whitespace()
        || text.get(..at).and_then(|before| before.chars().next_back()).is_some_and(|c| c >= UNSPACED)
}

/// The volatile parts of a text, as bytes of it; they may overlap.
#[cfg(feature = "clean")]
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let lexemes = Lexemes::of(text, &around(text, cues(text)));
    let mut found = Vec::new();
    recognise(&lexemes, |kind, part| {
        let has_digit = part.clone().any(|at| lexemes.is_digits(at));
        found.extend(lexemes.place(part).filter(|place| match kind {
            // Without a digit it might be any word, and is seen only where something else is near.
            VolatileKind::ServerName => has_digit,
            // A host alone may be a name of something else, as `java.io` is.
            VolatileKind::Url => is_whole_address(&text[place.clone()]),
            _ => true,
        }));
    });
    found
}

/// Whether an address is more than names with dots between them: a URL, a mailbox, a host that says so, or numbers.
#[cfg(feature = "clean")]
fn is_whole_address(address: &str) -> bool {
    let www = address.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www."));
    www || address.contains(['/', '@', ':']) || address.ends_with(|c: char| c.is_ascii_digit())
}

/// The most bytes of a label at the end of a host that is known.
#[cfg(feature = "clean")]
const LONGEST_TOP: usize = 11;

/// The places that may be volatile: runs of digits and signs of addresses.
#[cfg(feature = "clean")]
fn cues(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        let is_cue = |at: usize| match bytes[at] {
            b'0'..=b'9' | b'@' => true,
            b':' => bytes[at..].starts_with(b"://"),
            b'w' | b'W' => bytes[at..].get(..4).is_some_and(|www| www.eq_ignore_ascii_case(b"www.")),
            // The path of a host: its last label is short.
            b'/' => bytes[at.saturating_sub(LONGEST_TOP + 1)..at].contains(&b'.'),
            _ => false,
        };
        let start = (at..bytes.len()).find(|&at| is_cue(at))?;
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        at = start + digits.max(1);
        Some(start..at)
    })
}
