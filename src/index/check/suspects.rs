//! Passages of an index that are suspected: they have more pairs of the document than chance gives.
//!
//! A pair that few passages have says much, one that many have little: it counts `log2` of how many passages there are to one that
//! has it, in bits. What is added up is of one place: [`WINDOW`] words of the document and two passages that follow one another. Three
//! words in a row that are shared make three pairs and are no more evidence than two, so that a pair counts for the
//! words that no pair before it had. Of a pair that goes with a [form](super::forms) it counts how many passages of that form have it.
//!
//! Naively each pair found is compared with each other one. Here they are sorted by passage and place, and each is in as many
//! windows as overlap, so that it takes time in proportion to what was found, but for sorting.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::IndexCheck;
use super::forms::Forms;
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

/// As many passages of the whole index count with those of a form.
const ADDED: u64 = 4;

/// The most passages whose sources are looked at for their pairs.
const MOST: usize = 512;

/// A pair found in a passage: the passage, and the number of the pair in the document.
pub(super) type PairHit = (u64, u32);

/// A passage, and the word of the document that a window begins at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) passage: u64,
    pub(super) word: u32,
}

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

/// The pairs of a document that were found in an index.
pub(super) struct PairEvidence<'a> {
    query: &'a Query,
    /// The passages that have each hash.
    postings: &'a [Vec<u64>],
    /// How many passages the index has.
    passages: u64,
    /// What each hash counts, in sixteenths of bits.
    bits: Vec<u32>,
    /// What was found, sorted.
    hits: Vec<PairHit>,
    forms: Forms,
}

impl IndexCheck {
    /// The pairs that were found.
    pub(super) fn pairs(&self) -> PairEvidence<'_> {
        let (query, postings) = (&self.query, &self.evidence.postings[..]);
        let mut hits = Vec::new();
        for (pair, number) in query.pairs.iter().zip(0..) {
            let hash = pair.hash as usize;
            // Of one that more have it is not known how many.
            if !self.evidence.more[hash] {
                hits.extend(postings[hash].iter().map(|&passage| (passage, number)));
            }
        }
        hits.sort_unstable();
        let passages = self.passages_of_index;
        let all = log2_sixteenths(passages);
        let of = |passages: &Vec<u64>| all.saturating_sub(log2_sixteenths(passages.len() as u64));
        let bits = postings.iter().map(of).collect();
        let mut pairs = PairEvidence { query, postings, passages, bits, hits, forms: Forms::default() };
        pairs.forms = Forms::of(&pairs);
        pairs
    }
}

impl PairEvidence<'_> {
    /// What is suspected of a source with these passages, by passage and place.
    pub(super) fn of_source(&self, passages: &Range<u64>) -> Vec<Suspicion> {
        let from = self.hits.partition_point(|&(passage, _)| passage < passages.start);
        let to = self.hits.partition_point(|&(passage, _)| passage < passages.end);
        self.suspicions(self.hits.get(from..to).unwrap_or(&[]), |_| passages.clone())
    }

    /// The passages that are suspected, whoever they are of: those of which most is suspected first.
    pub(super) fn suspected(&self) -> Vec<u64> {
        let found = self.suspicions(&self.hits, |passage| passage..passage.saturating_add(1));
        let mut best: Vec<(u64, u32)> = found.iter().map(|found| (found.passage, found.bits)).collect();
        best.sort_unstable_by_key(|&(passage, bits)| (passage, Reverse(bits)));
        best.dedup_by_key(|&mut (passage, _)| passage);
        best.sort_by_key(|&(_, bits)| Reverse(bits));
        best.into_iter().take(MOST).map(|(passage, _)| passage).collect()
    }

    /// What is suspected by some of the pairs found; `own` are the passages of a passage's source.
    fn suspicions(&self, hits: &[PairHit], own: impl Fn(u64) -> Range<u64>) -> Vec<Suspicion> {
        let least = if self.passages < FEW { WEAK_OF_FEW } else { WEAK };
        let mut found = Vec::new();
        self.for_each_place(hits, least, |at, pairs, words, bits| {
            let bits = self.forms.weigh(self, at, &own(at.passage), pairs, bits);
            if bits >= least {
                found.push(Suspicion { passage: at.passage, words, bits });
            }
        });
        found
    }

    /// Gives `take` what each passage, with the next, has of each place, if it counts `least` at least without forms: the pairs,
    /// their words, and what they count.
    pub(super) fn for_each_place(
        &self,
        hits: &[PairHit],
        least: u32,
        mut take: impl FnMut(At, &[u32], Range<u32>, u32),
    ) {
        let mut pairs: Vec<u32> = Vec::new();
        let mut chunks = hits.chunk_by(|a, b| a.0 == b.0).peekable();
        while let Some(own) = chunks.next() {
            let passage = own[0].0;
            let follows = |next: &&&[PairHit]| next[0].0.checked_sub(1) == Some(passage);
            let next = chunks.peek().filter(follows).map_or(&[][..], |next| next);
            pairs.clear();
            pairs.extend(own.iter().chain(next).map(|&(_, pair)| pair));
            let bits_of = |&pair: &u32| u64::from(self.bits[self.hash(pair) as usize]);
            if pairs.iter().map(bits_of).sum::<u64>() < least.into() {
                continue;
            }
            pairs.sort_unstable();
            pairs.dedup();
            for_each_window(self.query, &pairs, |word, pairs| {
                let (words, sum) = self.weigh(pairs, |hash| self.bits[hash as usize]);
                if sum >= least {
                    take(At { passage, word }, pairs, words, sum);
                }
            });
        }
    }

    /// The words of some pairs, from the first to the last, and what they count, each hash once and each word once, given what a
    /// hash counts.
    pub(super) fn weigh(&self, pairs: &[u32], bits: impl Fn(u32) -> u32) -> (Range<u32>, u32) {
        let mut hashes: Vec<(u32, u32)> = pairs.iter().map(|&pair| (self.hash(pair), pair)).collect();
        hashes.sort_unstable();
        hashes.dedup_by_key(|&mut (hash, _)| hash);
        let mut counts: Vec<(Reverse<u32>, u32)> =
            hashes.into_iter().map(|(hash, pair)| (Reverse(bits(hash)), pair)).collect();
        // A word that few passages have a pair of counts by that.
        counts.sort_unstable();
        let mut counted: Vec<u32> = Vec::with_capacity(2 * counts.len());
        let (mut first, mut last) = (u32::MAX, 0);
        let mut sum = 0;
        for (Reverse(bits), pair) in counts {
            let own = &self.query.pairs[pair as usize].words;
            (first, last) = (first.min(own.start), last.max(own.end));
            for word in [own.start, own.end - 1] {
                if !counted.contains(&word) {
                    counted.push(word);
                    sum += bits / 2;
                }
            }
        }
        (first..last, sum)
    }

    /// What was found, sorted.
    pub(super) fn hits(&self) -> &[PairHit] {
        &self.hits
    }

    /// The number of a pair's hash.
    pub(super) fn hash(&self, pair: u32) -> u32 {
        self.query.pairs[pair as usize].hash
    }

    /// `log2` of how many passages the index has, in sixteenths.
    pub(super) fn bits_of_all(&self) -> u32 {
        log2_sixteenths(self.passages)
    }

    /// What a hash counts that `having` of `form` passages of a form have, in sixteenths of bits: no more than in the whole index.
    /// The form's are few, so that [`ADDED`] others count with them.
    pub(super) fn bits_in_form(&self, hash: u32, having: u64, form: u64) -> u32 {
        let in_index = self.postings[hash as usize].len() as u64;
        let having = having.saturating_mul(self.passages).saturating_add(ADDED * in_index);
        let all = (form + ADDED).saturating_mul(self.passages);
        log2_sixteenths(all).saturating_sub(log2_sixteenths(having)).min(self.bits[hash as usize])
    }
}

/// Gives `take` the pairs of each window that has some, and the word that it begins at.
fn for_each_window(query: &Query, pairs: &[u32], mut take: impl FnMut(u32, &[u32])) {
    let first = |pair: &u32| query.pairs[*pair as usize].words.start;
    let mut start = 0;
    let mut at = 0;
    while let Some(pair) = pairs.get(at) {
        // The first window that has it, if no earlier one was.
        start = (first(pair) / STEP * STEP).saturating_sub(WINDOW - STEP).max(start);
        let end = at + pairs[at..].partition_point(|pair| first(pair) < start + WINDOW);
        take(start, &pairs[at..end]);
        start += STEP;
        at += pairs[at..].partition_point(|pair| first(pair) < start);
    }
}
