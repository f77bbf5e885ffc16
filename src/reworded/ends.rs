//! Where a fragment begins and ends within its sentences.
//!
//! Sentences are a matter of full stops, and what was taken may begin and end within one. So of a fragment the words are kept among which
//! the other document says most of the same: each word counts by what it says, with the weight of its rarity, for what the
//! other's sentences say, too, and against it else; the words whose sum is greatest are the passage.

use core::ops::Range;

use super::Sentences;
use super::contents::Contents;
use super::copied::copied;
use super::fragments::{Fragment, words};

/// A passage ends where less than one of this many contents, by weight, is in the other document.
const SHARED: f64 = 5.0;

/// How many sentences of the other document count at either side of a fragment.
const AROUND: u32 = 1;

/// How many sentences at either end are looked at word by word; those between them count as wholes.
const WORD_BY_WORD: u32 = 4;

/// Of how few words a sentence is not cut short.
const FEW: u32 = 4;

/// A document, and what its sentences say.
type Side<'a> = (&'a Sentences, &'a Contents);

/// The words of a fragment in both documents; `hashes` are those of contents by number.
pub(super) fn ends(
    a: Side<'_>,
    b: Side<'_>,
    hashes: &[u64],
    fragment: &Fragment,
) -> (Range<u32>, Range<u32>) {
    let (in_a, in_b) = (words(a.0, &fragment.a), words(b.0, &fragment.b));
    match copied(a.0, b.0, (&in_a, &in_b)) {
        // Less than a third is a quotation within what is reworded.
        Some((own, other)) if 3 * own.len() >= in_a.len() => (own, other),
        // What a summary leaves out is part of what it is of.
        _ => {
            let (short_a, summary) = (in_a.len() < in_b.len(), fragment.is_summary());
            let own = |within| alike((a, &fragment.a), (b.1, &fragment.b), hashes, within);
            let other = |within| alike((b, &fragment.b), (a.1, &fragment.a), hashes, within);
            (
                if summary && !short_a { in_a } else { own(in_a) },
                if summary && short_a { in_b } else { other(in_b) },
            )
        }
    }
}

/// Of the words of some sentences, which are `all`, those by which most of the same is said as in sentences of another document.
fn alike(
    ((own, contents), within): (Side<'_>, &Range<u32>),
    (others, sentences): (&Contents, &Range<u32>),
    hashes: &[u64],
    all: Range<u32>,
) -> Range<u32> {
    let mut in_other = alloc::vec![false; hashes.len()];
    let around = sentences.start.saturating_sub(AROUND)..(sentences.end + AROUND).min(others.len() as u32);
    for sentence in around {
        others.of(sentence as usize).iter().for_each(|&(number, _)| in_other[number as usize] = true);
    }
    let (mut sum, mut start) = (0.0, all.start);
    let (mut best, mut passage) = (0.0, all);
    let mut take = |words: Range<u32>, worth: f64| {
        if sum <= 0.0 {
            (sum, start) = (0.0, words.start);
        }
        sum += worth;
        if sum > best {
            (best, passage) = (sum, start..words.end);
        }
    };
    for sentence in within.clone() {
        let (words, said) = (own.words(sentence as usize), contents.of(sentence as usize));
        let worth = |&(number, weight): &(u32, f64)| match in_other[number as usize] {
            true => (SHARED - 1.0) * weight,
            false => -weight,
        };
        if sentence >= within.start + WORD_BY_WORD && sentence + WORD_BY_WORD < within.end {
            take(words.clone(), said.iter().map(worth).sum());
            continue;
        }
        let worth = |hash: &u64| {
            let at = said.binary_search_by_key(hash, |&(number, _)| hashes[number as usize]);
            at.map_or(0.0, |at| worth(&said[at]))
        };
        for word in words.clone() {
            take(word..word + 1, own.said_by(word).iter().map(worth).sum());
        }
    }
    for sentence in within.clone() {
        let whole = own.words(sentence as usize);
        if whole.contains(&passage.start) && passage.start - whole.start < FEW {
            passage.start = whole.start;
        }
        if whole.contains(&(passage.end - 1)) && whole.end - passage.end < FEW {
            passage.end = whole.end;
        }
    }
    passage
}
