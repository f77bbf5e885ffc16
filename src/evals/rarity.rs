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
/// What more distinct parts of items have in a row is a formula of eval sets, which says nothing of any of them.
const FORMULA: u32 = 4;
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
    /// Words, pairs and triples of words.
    orders: [Order; 3],
    words: AtomicU64,
    documents: AtomicU64,
}

/// Words in a row, of one number of words.
#[derive(Debug)]
struct Order {
    grams: Grams,
    /// How often each was met in the corpus.
    met: Vec<AtomicU32>,
    /// How many distinct parts of items have each.
    parts: Vec<u32>,
}

impl Rarity {
    /// Of the items of a set; no document was met yet.
    pub fn new(set: &EvalSet) -> Rarity {
        let orders = [1, 2, 3].map(|order| {
            let parts = || (0..set.distinct()).map(|part| &set.tokens()[set.range(part)]);
            let mut hashes = Vec::with_capacity(set.tokens().len());
            parts().for_each(|part| windows(part, order, |hash, _| hashes.push(hash)));
            let grams = Grams::new(hashes);
            let met = (0..grams.numbers()).map(|_| AtomicU32::new(0)).collect();
            let (mut of_parts, mut numbers) = (alloc::vec![0; grams.numbers()], Vec::new());
            for part in parts() {
                numbers.clear();
                windows(part, order, |hash, _| numbers.extend(grams.number(hash)));
                numbers.sort_unstable();
                numbers.dedup();
                numbers.iter().for_each(|&number| of_parts[number] += 1);
            }
            Order { grams, met, parts: of_parts }
        });
        Rarity { orders, words: AtomicU64::new(0), documents: AtomicU64::new(0) }
    }

    /// Counts the words of a document.
    pub fn add(&self, tokens: &[u64]) {
        self.words.fetch_add(tokens.len() as u64, Relaxed);
        self.documents.fetch_add(1, Relaxed);
        let mut met = Vec::new();
        for (order, Order { grams, met: counts, .. }) in (1..).zip(&self.orders) {
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
        let counts = |order: usize| -> Vec<[u32; 2]> {
            let Order { grams, met, parts } = &self.orders[order - 1];
            let mut of_each = alloc::vec![[0; 2]; part.len()];
            let counts = |number: usize| [met[number].load(Relaxed), parts[number]];
            windows(part, order, |hash, at| of_each[at as usize] = grams.number(hash).map_or([0; 2], counts));
            of_each
        };
        let (words, pairs, triples) = (counts(1), counts(2), counts(3));
        let rare = [u64::from(RARE) + self.documents() / COMMON, FORMULA.into()];
        // In the corpus, and among items: where either makes a set phrase, it is one.
        let follows = |counts: [u32; 2], before: [u32; 2]| {
            let of = |which: usize| {
                let beyond =
                    u64::from(counts[which]).checked_sub(rare[which]).filter(|&beyond| beyond > 0)?;
                Some(log2_sixteenths(before[which].into()).saturating_sub(log2_sixteenths(beyond)))
            };
            of(0).unwrap_or(MOST).min(of(1).unwrap_or(MOST))
        };
        let of_word = |at: usize| {
            let alone = log2_sixteenths(self.words() + 1)
                .saturating_sub(log2_sixteenths(u64::from(words[at][0]) + 1));
            let after_one = at.checked_sub(1).map_or(MOST, |before| follows(pairs[before], words[before]));
            let after_two = at.checked_sub(2).map_or(MOST, |before| follows(triples[before], pairs[before]));
            alone.min(after_one).min(after_two).min(MOST)
        };
        (0..part.len()).map(of_word).collect()
    }

    /// The choice of a place in the corpus, in sixteenths of a bit.
    pub(super) fn places(&self) -> u32 {
        log2_sixteenths(self.words() + 1)
    }
}
