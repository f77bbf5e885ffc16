//! What two near-duplicate documents differ in: the words, and by what they are, the reason.
//!
//! Henzinger (2006, section 3.1) calls a pair a correct near-duplicate if the texts differ only by a session id, a time stamp,
//! an execution time, a message id, a visitor count, a server name or all or part of their URL, or if the difference is
//! invisible; pairs that differ in prefilled forms are undecided (tables 3, 6 and 7). She had people look at the output of
//! diff. Here the words are aligned as diff does, and those that differ are looked at, with what stands
//! around them, by the recognisers of volatile parts that `clean=volatile` goes by, too. Nothing is guessed: what none of them
//! knows is content.
//!
//! All work is linear in the length of the documents.

mod align;
mod forms;
mod kind;
mod paint;

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Error;
use crate::text::{self, Document, Reading, Span, TextOptions};
pub use kind::{DifferenceKind, Kinds, Reason};
use paint::Painted;

/// One of two documents: as it was given, and as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// The document; where its URL is known, words of its host are known as parts of that.
    pub document: &'a Document<'a>,
    /// What was read of it; both by the same options.
    pub reading: &'a Reading,
}

/// A stretch in which two documents differ, as bytes of the text to show ([`Reading::view`]) of each. In one of them it may
/// be empty, at the place where the other has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// From the first to the last differing word of the first document.
    pub a: Span,
    /// From the first to the last differing word of the second document.
    pub b: Span,
    /// What the words in it are.
    pub kinds: Kinds,
}

/// In what two documents differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// Where, in order.
    pub stretches: Vec<Stretch>,
    /// How many words of either are not in the other: the term difference (Henzinger 2006, section 3.2). The least that it can be, if that
    /// is at most 200; of documents that differ in more it may be more than the least.
    pub words: usize,
}

impl Difference {
    /// What all stretches are, as one reason.
    pub fn reason(&self) -> Reason {
        self.stretches.iter().fold(Kinds::default(), |kinds, stretch| kinds.and(stretch.kinds)).into()
    }
}

/// The reason why two plain texts are no exact duplicates, read by the default options.
///
/// ```
/// use twinprint::difference::{self, DifferenceKind, Reason};
/// let a = "Welcome to our club. You are visitor number 1,204. Last updated 3 May 2006.";
/// let b = "Welcome to our club. You are visitor number 1,377. Last updated 3 May 2006.";
/// let reason = difference::reason(a, b)?;
/// assert_eq!(reason, Reason::Only(DifferenceKind::VisitorCount));
/// assert_eq!(reason.to_string(), "visitor count");
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`text::read`].
pub fn reason(a: &str, b: &str) -> Result<Reason, Error> {
    let [a, b] = [Document::plain("a", a), Document::plain("b", b)];
    let options = TextOptions::default();
    let (read_a, read_b) = (text::read(&a, &options)?, text::read(&b, &options)?);
    let sides = [Side { document: &a, reading: &read_a }, Side { document: &b, reading: &read_b }];
    Ok(between(sides[0], sides[1]).reason())
}

/// In what two documents differ. Exchanging them gives the mirror image.
///
/// ```
/// use twinprint::difference::{between, DifferenceKind, Side};
/// use twinprint::text::{read, Document, TextOptions};
/// let a = Document::plain("a", "Weather in Oslo, updated 10:15");
/// let b = Document::plain("b", "Weather in Oslo, updated 10:30");
/// let (in_a, in_b) = (read(&a, &TextOptions::default())?, read(&b, &TextOptions::default())?);
/// let difference = between(Side { document: &a, reading: &in_a }, Side { document: &b, reading: &in_b });
/// let stretch = difference.stretches[0];
/// assert_eq!((&in_a.view(a.text)[stretch.a.range()], &in_b.view(b.text)[stretch.b.range()]), ("15", "30"));
/// assert!(stretch.kinds.iter().eq([DifferenceKind::TimeStamp]));
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn between(a: Side<'_>, b: Side<'_>) -> Difference {
    let (tokens_a, tokens_b) = (a.reading.hashes(), b.reading.hashes());
    // Of several alignments one is taken, and must be the same the other way round.
    if (tokens_b.len(), tokens_b) < (tokens_a.len(), tokens_a) {
        return mirrored(between_ordered(b, a));
    }
    between_ordered(a, b)
}

fn mirrored(mut difference: Difference) -> Difference {
    for stretch in &mut difference.stretches {
        core::mem::swap(&mut stretch.a, &mut stretch.b);
    }
    difference
}

fn between_ordered(a: Side<'_>, b: Side<'_>) -> Difference {
    let edits = align::edits(a.reading.hashes(), b.reading.hashes());
    let [painted_a, painted_b] = [(a, 0), (b, 1)]
        .map(|(side, which)| Painted::new(side, edits.iter().map(|edit| edit[which].clone())));
    let stretches = edits.iter().map(|[in_a, in_b]| Stretch {
        a: span_of(a.reading, in_a),
        b: span_of(b.reading, in_b),
        kinds: painted_a.kinds(in_a.clone()).and(painted_b.kinds(in_b.clone())),
    });
    Difference { stretches: stretches.collect(), words: edits.iter().flatten().map(Range::len).sum() }
}

/// Where words stand in the text to show; of none, where they would.
fn span_of(reading: &Reading, words: &Range<usize>) -> Span {
    let spans = reading.spans();
    let end_of = |word: Option<usize>| word.and_then(|word| spans.get(word)).map_or(0, |span| span.end);
    let end = end_of(words.end.checked_sub(1));
    let start = if words.is_empty() { end } else { spans[words.start].start };
    Span { start, end: end.max(start) }
}
