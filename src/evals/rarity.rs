//! How rare the words of items are in a corpus, counted in one pass.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::BIT;
use super::grams::Grams;
use super::set::EvalSet;
use crate::elementary::log2_sixteenths;
use crate::shingle::windows;

/// How often a pair or a triple of words counts in one document: who repeats himself makes no set phrase.
const OF_ONE: u32 = 8;
/// What stands no more often than this, or in one of [`COMMON`] documents, is no set phrase: so items that stand in a corpus a few times do not make
/// themselves common.
const RARE: u32 = 16;
const COMMON: u64 = 10_000;
/// The most bits of a word: what was never met may only be new.
const MOST: u32 = 20 * BIT;

/// Counts how often the words of items, and their pairs and triples, stand in the documents of a corpus. Any number of threads may add documents at once.
///
/// ```
/// use twinprint::evals::{EvalSet, PartKind, Rarity};
/// use twinprint::hash::token;
/// let mut set = EvalSet::default();
/// set.add("a", [(PartKind::Question, "What is rain?")])?;
/// let rarity = Rarity::new(&set);
/// rarity.add(&["it", "is", "what", "it", "is"].map(token));
/// assert_eq!((rarity.documents(), rarity.words()), (1, 5));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Rarity {
    /// Words, pairs and triples, and how often each was met.
    orders: [(Grams, Vec<AtomicU32>); 3],
    words: AtomicU64,
    documents: AtomicU64,
}

impl Rarity {
    /// Of the items of a set; no document was met yet.
    pub fn new(set: &EvalSet) -> Rarity {
        let orders = [1, 2, 3].map(|order| {
            let mut hashes = Vec::with_capacity(set.tokens().len());
            for part in 0..set.distinct() {
                windows(&set.tokens()[set.range(part)], order, |hash, _| hashes.push(hash));
            }
            let grams = Grams::new(hashes);
            let counts = (0..grams.numbers()).map(|_| AtomicU32::new(0)).collect();
            (grams, counts)
        });
        Rarity { orders, words: AtomicU64::new(0), documents: AtomicU64::new(0) }
    }

    /// Counts the words of a document.
    pub fn add(&self, tokens: &[u64]) {
        self.words.fetch_add(tokens.len() as u64, Relaxed);
        self.documents.fetch_add(1, Relaxed);
        let mut met = Vec::new();
        for (order, (grams, counts)) in (1..).zip(&self.orders) {
            met.clear();
            windows(tokens, order, |hash, _| met.extend(grams.number(hash)));
            met.sort_unstable();
            for same in met.chunk_by(|a, b| a == b) {
                let most = if order == 1 { u32::MAX } else { OF_ONE };
                let count = u32::try_from(same.len()).unwrap_or(u32::MAX).min(most);
                // A count stays at its greatest.
                let _ = counts[same[0]].fetch_update(Relaxed, Relaxed, |met| Some(met.saturating_add(count)));
            }
        }
    }

    /// How many words were met.
    pub fn words(&self) -> u64 {
        self.words.load(Relaxed)
    }

    /// How many documents were met.
    pub fn documents(&self) -> u64 {
        self.documents.load(Relaxed)
    }

    /// What each word of a part weighs, in sixteenths of a bit.
    pub(super) fn bits(&self, part: &[u64]) -> Vec<u32> {
        let counts = |order: usize| -> Vec<u32> {
            let (grams, counts) = &self.orders[order - 1];
            let mut of_each = alloc::vec![0; part.len()];
            let count = |number: usize| counts[number].load(Relaxed);
            windows(part, order, |hash, at| of_each[at as usize] = grams.number(hash).map_or(0, count));
            of_each
        };
        let (words, pairs, triples) = (counts(1), counts(2), counts(3));
        let rare = u64::from(RARE) + self.documents() / COMMON;
        let follows = |count: u32, before: u32| {
            let beyond = u64::from(count).checked_sub(rare).filter(|&beyond| beyond > 0)?;
            Some(log2_sixteenths(before.into()).saturating_sub(log2_sixteenths(beyond)))
        };
        let of_word = |at: usize| {
            let alone =
                log2_sixteenths(self.words() + 1).saturating_sub(log2_sixteenths(u64::from(words[at]) + 1));
            let after_one = at.checked_sub(1).and_then(|before| follows(pairs[before], words[before]));
            let after_two = at.checked_sub(2).and_then(|before| follows(triples[before], pairs[before]));
            alone.min(after_one.unwrap_or(MOST)).min(after_two.unwrap_or(MOST)).min(MOST)
        };
        (0..part.len()).map(of_word).collect()
    }

    /// The choice of a place in the corpus, in sixteenths of a bit.
    pub(super) fn places(&self) -> u32 {
        log2_sixteenths(self.words() + 1)
    }
}
