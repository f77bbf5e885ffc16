//! Passages of an index that are suspected: they have more pairs of the document than chance gives.
//!
//! A pair that few passages have says much, one that many have little: it counts `log2` of how many passages there are to one that
//! has it, in bits. What is added up is of one place: [`WINDOW`] words of the document and two passages that follow one another. Three
//! words in a row that are shared make three pairs and are no more evidence than two, so that a pair counts for the
//! words that no pair before it had.
//!
//! Naively each pair found is compared with each other one. Here they are sorted by passage and place, and each is in as many
//! windows as overlap, so that it takes time in proportion to what was found, but for sorting.

use alloc::vec::Vec;
use core::ops::Range;

use super::IndexCheck;
use super::query::Query;
use crate::elementary::log2_sixteenths;

/// Bits are counted in sixteenths.
pub(super) const BIT: u32 = 16;

/// The words of a document that count together.
const WINDOW: u32 = 150;

/// From window to window. Of a pair that is repeated within as many words the first counts.
pub(super) const STEP: u32 = 50;

/// The bits of a passage whose source is looked at, to be compared if its text is there.
const WEAK: u32 = 24 * BIT;

/// The same in an index of fewer than [`FEW`] passages: of them a pair tells little, and comparing all that have some takes
/// little time.
const WEAK_OF_FEW: u32 = 4 * BIT;

/// See [`WEAK_OF_FEW`].
const FEW: u64 = 4096;

/// The most passages whose sources are looked at for their pairs.
const MOST: usize = 512;

/// A pair found in a passage: the passage, and the number of the pair in the document.
pub(super) type PairHit = (u64, u32);

/// What a passage, with the next, has of one place of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspicion {
    /// The passage.
    pub(super) passage: u64,
    /// The words from the first of the pairs to the last.
    pub(super) words: Range<u32>,
    /// The evidence, in sixteenths of bits.
    pub(super) bits: u32,
}

impl IndexCheck {
    /// The pairs that were found, sorted.
    pub(super) fn pair_hits(&self) -> Vec<PairHit> {
        let mut hits = Vec::new();
        for (pair, number) in self.query.pairs.iter().zip(0..) {
            let hash = pair.hash as usize;
            // Of one that more have it is not known how many.
            if !self.evidence.more[hash] {
                hits.extend(self.evidence.postings[hash].iter().map(|&passage| (passage, number)));
            }
        }
        hits.sort_unstable();
        hits
    }

    /// What each hash counts, in sixteenths of bits.
    pub(super) fn bits_of_hashes(&self) -> Vec<u32> {
        let all = log2_sixteenths(self.passages_of_index);
        let of = |passages: &Vec<u64>| all.saturating_sub(log2_sixteenths(passages.len() as u64));
        self.evidence.postings.iter().map(of).collect()
    }

    /// The bits, in sixteenths, from which on a passage is suspected.
    pub(super) fn weak(&self) -> u32 {
        if self.passages_of_index < FEW { WEAK_OF_FEW } else { WEAK }
    }

    /// The passages that are suspected, whoever they are of, with their bits: those with most first.
    pub(super) fn suspected(&self) -> Vec<(u64, u32)> {
        let found = suspicions(&self.query, &self.bits_of_hashes(), &self.pair_hits(), self.weak());
        let mut best: Vec<(u64, u32)> = found.iter().map(|found| (found.passage, found.bits)).collect();
        best.sort_unstable_by_key(|&(passage, bits)| (passage, core::cmp::Reverse(bits)));
        best.dedup_by_key(|&mut (passage, _)| passage);
        best.sort_by_key(|&(_, bits)| core::cmp::Reverse(bits));
        best.truncate(MOST);
        best
    }
}

/// What is suspected of at least `least` sixteenths of bits, by passage and place, given the pairs found, sorted, and what each
/// hash counts.
pub(super) fn suspicions(query: &Query, bits: &[u32], hits: &[PairHit], least: u32) -> Vec<Suspicion> {
    let mut found = Vec::new();
    let mut pairs: Vec<u32> = Vec::new();
    let mut chunks = hits.chunk_by(|a, b| a.0 == b.0).peekable();
    while let Some(own) = chunks.next() {
        let passage = own[0].0;
        let follows = |next: &&&[PairHit]| next[0].0.checked_sub(1) == Some(passage);
        let next = chunks.peek().filter(follows).map_or(&[][..], |next| next);
        pairs.clear();
        pairs.extend(own.iter().chain(next).map(|&(_, pair)| pair));
        let bits_of = |&pair: &u32| u64::from(bits[query.pairs[pair as usize].hash as usize]);
        if pairs.iter().map(bits_of).sum::<u64>() < least.into() {
            continue;
        }
        pairs.sort_unstable();
        pairs.dedup();
        for_each_window(query, &pairs, |pairs| {
            let (words, sum) = weigh(query, bits, pairs);
            if sum >= least {
                found.push(Suspicion { passage, words, bits: sum });
            }
        });
    }
    found
}

/// Gives `take` the pairs of each window that has some.
fn for_each_window(query: &Query, pairs: &[u32], mut take: impl FnMut(&[u32])) {
    let first = |pair: &u32| query.pairs[*pair as usize].words.start;
    let mut start = 0;
    let mut at = 0;
    while let Some(pair) = pairs.get(at) {
        // The first window that has it, if no earlier one was.
        start = (first(pair) / STEP * STEP).saturating_sub(WINDOW - STEP).max(start);
        let end = at + pairs[at..].partition_point(|pair| first(pair) < start + WINDOW);
        take(&pairs[at..end]);
        start += STEP;
        at += pairs[at..].partition_point(|pair| first(pair) < start);
    }
}

/// The words of some pairs, from the first to the last, and what they count, each hash once and each word once.
fn weigh(query: &Query, bits: &[u32], pairs: &[u32]) -> (Range<u32>, u32) {
    let of = |pair: u32| &query.pairs[pair as usize];
    let mut hashes: Vec<(u32, u32)> = pairs.iter().map(|&pair| (of(pair).hash, pair)).collect();
    hashes.sort_unstable();
    hashes.dedup_by_key(|&mut (hash, _)| hash);
    // A word that few passages have a pair of counts by that.
    hashes.sort_unstable_by_key(|&(hash, pair)| (core::cmp::Reverse(bits[hash as usize]), pair));
    let mut counted: Vec<u32> = Vec::with_capacity(2 * hashes.len());
    let (mut first, mut last) = (u32::MAX, 0);
    let mut sum = 0;
    for (hash, pair) in hashes {
        let own = &of(pair).words;
        (first, last) = (first.min(own.start), last.max(own.end));
        for word in [own.start, own.end - 1] {
            if !counted.contains(&word) {
                counted.push(word);
                sum += bits[hash as usize] / 2;
            }
        }
    }
    (first..last, sum)
}
