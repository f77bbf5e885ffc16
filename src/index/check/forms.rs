//! Forms: what many passages have of one place of a document.
//!
//! How rare each of a passage's features is says how rare all of them are together as long as one does not bring along the others. In
//! notices of one form it does: of those that have `holders` near `record`, most have `payable` near `dividend` too. So the features
//! are weighed twice: among all passages, and among those that have much of the same place, which are of the form. In the second case
//! it counts, too, how rare passages of the form are. The lower of the two sums is the evidence.
//!
//! Where words touch, as in scripts without spaces, many passages have some of a place's features by chance, as each is of two characters
//! only: they are of its form only if they have much of it beyond the choices of as many features.
//!
//! Passages that follow one another count as one. Copies of the passage that is weighed do not count: those that share at least four
//! in five of the hashes that either has. So a source is found as well if the index has it twice.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::suspects::{At, BIT, FeatureEvidence};
use crate::elementary::log2_sixteenths;

/// The bits beyond `log2` of the index's passages from which on a passage has much of a place.
const MUCH: u32 = 10 * BIT;

/// The most passages of a place that are looked at: those with most.
const MOST: usize = 256;

/// The passages that have much of each place, by the word that it begins at.
#[derive(Debug, Clone, Default)]
pub(super) struct Forms {
    places: BTreeMap<u32, FormsOfPlace>,
}

/// The passages that have much of one place.
#[derive(Debug, Clone)]
struct FormsOfPlace {
    /// The hashes that any of them has, sorted.
    hashes: Vec<u32>,
    runs: Vec<Run>,
}

/// What a passage has of a place, with what it counts before.
type HadOfPlace = (Reverse<u32>, u64, Vec<u32>);

/// Passages that follow one another, and which of the hashes of their place they have.
#[derive(Debug, Clone)]
struct Run {
    passages: Range<u64>,
    has: HashSet,
}

/// Some of the hashes of a place, a bit for each.
#[derive(Debug, Clone)]
struct HashSet(Vec<u64>);

impl Forms {
    /// Those of the features that were found.
    pub(super) fn of(found: &FeatureEvidence<'_>) -> Self {
        let mut of_places: BTreeMap<u32, Vec<HadOfPlace>> = BTreeMap::new();
        let least = found.bits_of_all() + MUCH;
        found.for_each_place(found.hits(), least, |At { passage, word }, of_place, words, bits| {
            if bits < least + found.choices_where_words_touch(of_place.len(), &words) {
                return;
            }
            let hashes = of_place.iter().map(|&feature| found.hash(feature)).collect();
            of_places.entry(word).or_default().push((Reverse(bits), passage, hashes));
        });
        let places = of_places.into_iter().map(|(word, mut passages)| {
            passages.sort_unstable();
            passages.truncate(MOST);
            let passages = passages.into_iter().map(|(_, passage, hashes)| (passage, hashes));
            (word, FormsOfPlace::of(passages.collect()))
        });
        Forms { places: places.collect() }
    }

    /// How many copies there are of a passage with these features, but for its own source's.
    pub(super) fn copies(
        &self,
        evidence: &FeatureEvidence<'_>,
        at: At,
        own: &Range<u64>,
        features: &[u32],
    ) -> u64 {
        let Some(place) = self.places.get(&at.word) else { return 0 };
        let hashes = sorted(features.iter().map(|&feature| evidence.hash(feature)).collect());
        let has = HashSet::of(&hashes, &place.hashes);
        let is_copy = |run: &&Run| !run.is_of(own) && run.is_copy_of(&has, hashes.len());
        place.runs.iter().filter(is_copy).count() as u64
    }

    /// What features of a passage count, in sixteenths of bits, given what they do if it is of no form. Of a form are passages that
    /// are not `own`.
    pub(super) fn weigh(
        &self,
        evidence: &FeatureEvidence<'_>,
        at: At,
        own: &Range<u64>,
        features: &[u32],
        bits: u32,
    ) -> u32 {
        let Some(place) = self.places.get(&at.word) else { return bits };
        let hashes = sorted(features.iter().map(|&feature| evidence.hash(feature)).collect());
        let has = HashSet::of(&hashes, &place.hashes);
        let mut having = alloc::vec![0; place.hashes.len()];
        let mut form = 0;
        for run in place.runs.iter().filter(|run| !run.is_of(own) && !run.is_copy_of(&has, hashes.len())) {
            form += 1;
            run.has.for_each_shared(&has, |at| having[at] += 1);
        }
        if form == 0 {
            return bits;
        }
        let count = |hash: u32| place.hashes.binary_search(&hash).map_or(0, |at| having[at]);
        let (_, in_form) = evidence.weigh(features, |hash| evidence.bits_in_form(hash, count(hash), form));
        let of_form = evidence.bits_of_all().saturating_sub(log2_sixteenths(form + 1));
        bits.min(of_form + in_form)
    }
}

impl FormsOfPlace {
    /// Of some passages, each with its hashes.
    fn of(mut passages: Vec<(u64, Vec<u32>)>) -> Self {
        passages.sort_unstable();
        let mut runs: Vec<(Range<u64>, Vec<u32>)> = Vec::new();
        for (passage, hashes) in passages {
            let end = passage.saturating_add(1);
            match runs.last_mut().filter(|(passages, _)| passages.end == passage) {
                Some((passages, own)) => {
                    passages.end = end;
                    own.extend(hashes);
                }
                None => runs.push((passage..end, hashes)),
            }
        }
        let hashes = sorted(runs.iter().flat_map(|(_, hashes)| hashes.iter().copied()).collect());
        let run = |(passages, own): (Range<u64>, Vec<u32>)| Run { passages, has: HashSet::of(&own, &hashes) };
        let runs = runs.into_iter().map(run).collect();
        FormsOfPlace { hashes, runs }
    }
}

impl Run {
    /// Whether some of its passages are among these.
    fn is_of(&self, passages: &Range<u64>) -> bool {
        self.passages.start < passages.end && passages.start < self.passages.end
    }

    /// Whether of all hashes that this has, or another with `count` hashes, at least four of five are of both; the other has these of the
    /// place.
    fn is_copy_of(&self, has: &HashSet, count: usize) -> bool {
        let shared = self.has.shared(has);
        5 * shared >= 4 * (self.has.shared(&self.has) + count - shared)
    }
}

impl HashSet {
    /// Of hashes, those that the place has, which are sorted.
    fn of(hashes: &[u32], of_place: &[u32]) -> Self {
        let mut bits = alloc::vec![0; of_place.len().div_ceil(64)];
        for at in hashes.iter().filter_map(|hash| of_place.binary_search(hash).ok()) {
            bits[at / 64] |= 1 << (at % 64);
        }
        HashSet(bits)
    }

    /// How many are in both.
    fn shared(&self, other: &HashSet) -> usize {
        self.0.iter().zip(&other.0).map(|(own, other)| (own & other).count_ones() as usize).sum()
    }

    /// Gives `take` the place of each that is in both.
    fn for_each_shared(&self, other: &HashSet, mut take: impl FnMut(usize)) {
        for ((own, other), word) in self.0.iter().zip(&other.0).zip(0..) {
            let mut left = own & other;
            while left != 0 {
                take(64 * word + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

/// Numbers in order, each once.
fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
