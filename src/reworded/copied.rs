//! What of a fragment is copied rather than reworded.

use alloc::vec::Vec;
use core::ops::Range;

use super::Sentences;
use crate::shingle;

/// The words in a row that are equal.
const RUN: usize = 10;

/// The least share of the words from the first to the last that is equal, in tenths, for a fragment to be copied.
const MOSTLY: usize = 7;

/// The most places of one run that are looked at.
const PLACES: usize = 4;

/// From the first to the last words that are copied, in both documents, if most between them are.
pub(super) fn copied(
    a: &Sentences,
    b: &Sentences,
    (in_a, in_b): (&Range<u32>, &Range<u32>),
) -> Option<(Range<u32>, Range<u32>)> {
    let runs = |document: &Sentences, words: &Range<u32>| {
        let mut runs: Vec<(u64, u32)> = Vec::new();
        let tokens = &document.tokens[words.start as usize..words.end as usize];
        if tokens.len() >= RUN {
            shingle::roll(tokens, RUN, |hash, word| runs.push((hash, word)));
        }
        runs
    };
    let (own, mut others) = (runs(a, in_a), runs(b, in_b));
    others.sort_unstable();
    let (mut equal_a, mut equal_b) = (alloc::vec![false; in_a.len()], alloc::vec![false; in_b.len()]);
    for (hash, word) in own {
        let first = others.partition_point(|other| other.0 < hash);
        let same = others[first..].iter().take(PLACES).take_while(|other| other.0 == hash);
        for &(_, other) in same {
            for (equal, word) in [(&mut equal_a, word), (&mut equal_b, other)] {
                equal.iter_mut().skip(word as usize).take(RUN).for_each(|equal| *equal = true);
            }
        }
    }
    let (own, other) = (mostly(&equal_a)?, mostly(&equal_b)?);
    let from =
        |words: Range<usize>, of: &Range<u32>| of.start + words.start as u32..of.start + words.end as u32;
    Some((from(own, in_a), from(other, in_b)))
}

/// From the first to the last equal word, if most between them are.
fn mostly(equal: &[bool]) -> Option<Range<usize>> {
    let first = equal.iter().position(|&equal| equal)?;
    let end = equal.iter().rposition(|&equal| equal)? + 1;
    let count = equal[first..end].iter().filter(|&&equal| equal).count();
    (10 * count >= MOSTLY * (end - first)).then_some(first..end)
}
