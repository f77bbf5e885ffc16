//! Ranges of words: what they cover together, and how many words that is.

use alloc::vec::Vec;
use core::ops::Range;

/// What stretches cover together: in order and apart.
pub(super) fn together(mut stretches: Vec<Range<u32>>) -> Vec<Range<u32>> {
    stretches.sort_unstable_by_key(|stretch| (stretch.start, stretch.end));
    stretches.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        if touches {
            last.end = last.end.max(next.end);
        }
        touches
    });
    stretches
}

/// How many words of `within` are in stretches that are in order and apart.
pub(super) fn length_within(stretches: &[Range<u32>], within: &Range<u32>) -> u32 {
    let first = stretches.partition_point(|stretch| stretch.end <= within.start);
    let inside = stretches[first..].iter().take_while(|stretch| stretch.start < within.end);
    inside.map(|stretch| stretch.end.min(within.end) - stretch.start.max(within.start)).sum()
}

/// How many words stretches have that are apart.
pub(super) fn length(stretches: &[Range<u32>]) -> u32 {
    stretches.iter().map(|stretch| stretch.end - stretch.start).sum()
}
