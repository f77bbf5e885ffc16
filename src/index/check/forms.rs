//! Forms: what many passages have of one place of a document.
//!
//! How rare each of a passage's features is says how rare all of them are together as long as one does not bring along the others. In
//! notices of one form it does: of those that have `holders` near `record`, most have `payable` near `dividend` too. So the features
//! are weighed twice: among all passages, and among those that have much of the same place, which are of the form. In the second case
//! it counts, too, how rare passages of the form are. The lower of the two sums is the evidence.
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
#[derive(Debug, Default)]
pub(super) struct Forms {
    places: BTreeMap<u32, Vec<Run>>,
}

/// What a passage has of a place, with what it counts before.
type HadOfPlace = (Reverse<u32>, u64, Vec<u32>);

/// Passages that follow one another, and the hashes that they have of a place, sorted.
#[derive(Debug)]
struct Run {
    passages: Range<u64>,
    hashes: Vec<u32>,
}

impl Forms {
    /// Those of the features that were found.
    pub(super) fn of(found: &FeatureEvidence<'_>) -> Self {
        let mut of_places: BTreeMap<u32, Vec<HadOfPlace>> = BTreeMap::new();
        let least = found.bits_of_all() + MUCH;
        found.for_each_place(found.hits(), least, |At { passage, word }, of_place, _, bits| {
            let hashes = of_place.iter().map(|&feature| found.hash(feature)).collect();
            of_places.entry(word).or_default().push((Reverse(bits), passage, hashes));
        });
        let places = of_places.into_iter().map(|(word, mut passages)| {
            passages.sort_unstable();
            passages.truncate(MOST);
            (word, runs(passages.into_iter().map(|(_, passage, hashes)| (passage, hashes)).collect()))
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
        let runs = self.places.get(&at.word).map_or(&[][..], |runs| runs);
        let hashes = sorted(features.iter().map(|&feature| evidence.hash(feature)).collect());
        runs.iter().filter(|run| !run.is_of(own) && run.is_copy_of(&hashes)).count() as u64
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
        let hashes = sorted(features.iter().map(|&feature| evidence.hash(feature)).collect());
        let mut having = alloc::vec![0; hashes.len()];
        let mut form = 0;
        for run in self.places.get(&at.word).map_or(&[][..], |runs| runs) {
            if run.is_of(own) || run.is_copy_of(&hashes) {
                continue;
            }
            form += 1;
            for (count, hash) in having.iter_mut().zip(&hashes) {
                *count += u64::from(run.hashes.binary_search(hash).is_ok());
            }
        }
        if form == 0 {
            return bits;
        }
        let count = |hash| hashes.binary_search(&hash).map_or(0, |at| having[at]);
        let (_, in_form) = evidence.weigh(features, |hash| evidence.bits_in_form(hash, count(hash), form));
        let of_form = evidence.bits_of_all().saturating_sub(log2_sixteenths(form + 1));
        bits.min(of_form + in_form)
    }
}

impl Run {
    /// Whether some of its passages are among these.
    fn is_of(&self, passages: &Range<u64>) -> bool {
        self.passages.start < passages.end && passages.start < self.passages.end
    }

    /// Whether at least four of five hashes of either are of both.
    fn is_copy_of(&self, hashes: &[u32]) -> bool {
        let shared = hashes.iter().filter(|hash| self.hashes.binary_search(hash).is_ok()).count();
        5 * shared >= 4 * (self.hashes.len() + hashes.len() - shared)
    }
}

/// The runs of some passages, with their hashes.
fn runs(mut passages: Vec<(u64, Vec<u32>)>) -> Vec<Run> {
    passages.sort_unstable();
    let mut runs: Vec<Run> = Vec::new();
    for (passage, hashes) in passages {
        let passages = passage..passage.saturating_add(1);
        match runs.last_mut().filter(|run| run.passages.end == passage) {
            Some(run) => {
                run.passages.end = passages.end;
                run.hashes.extend(hashes);
            }
            None => runs.push(Run { passages, hashes }),
        }
    }
    runs.into_iter().map(|run| Run { hashes: sorted(run.hashes), ..run }).collect()
}

/// Numbers in order, each once.
fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
