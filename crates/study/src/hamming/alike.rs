//! All pairs of documents that are alike by their shingles, however far their fingerprints are apart: what recall is of.

use std::collections::BTreeMap;

use super::super::clusters::{DocumentClusters, Estimate, PairRatio};
use super::super::verdict::{Thresholds, Verdict};
use super::Lengths;
use twinprint::resemblance::Overlap;
use twinprint_native::Error;
use twinprint_native::overlap::{self, Need, Progress, Workspace};
use twinprint_native::scan::Gathered;

/// How many distances there are, from 0 to 64 bits.
const DISTANCES: usize = 65;

/// How many bands of resemblance there are, each a twentieth wide, the last with 1.
pub(super) const BANDS: usize = 20;

/// The pairs of a corpus that are alike, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearDuplicates {
    /// By length and distance, the correct and the undecided.
    counts: Vec<[[u64; 2]; DISTANCES]>,
    /// By length, band of resemblance and distance.
    bands: Vec<[[u64; DISTANCES]; BANDS]>,
    /// The correct, by the clusters of their documents, length and distance.
    clusters: BTreeMap<((u32, u32), u32, u32), u64>,
}

impl NearDuplicates {
    /// Finds all pairs that are correct or undecided by their exact resemblance, among documents with a fingerprint;
    /// `fingerprints` has those, by document. Not for threads of rayon.
    ///
    /// # Errors
    /// As [`overlap::join`].
    pub fn find(
        gathered: &Gathered,
        fingerprints: &[Option<u64>],
        lengths: &Lengths,
        clusters: &DocumentClusters,
        thresholds: Thresholds,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<NearDuplicates, Error> {
        let need = Need::Resemblance { thousandths: thresholds.undecided };
        let mut alike = NearDuplicates {
            counts: vec![[[0; 2]; DISTANCES]; lengths.count()],
            bands: vec![[[0; DISTANCES]; BANDS]; lengths.count()],
            clusters: BTreeMap::new(),
        };
        for pair in overlap::join(&gathered.shingles, need, &|_, _| true, place, progress)? {
            let overlap::Overlap { a, b, shared } = pair?;
            let (Some(x), Some(y)) = (fingerprints[a as usize], fingerprints[b as usize]) else { continue };
            let (row_a, row_b) = (gathered.catalogue.row(a), gathered.catalogue.row(b));
            let overlap =
                Overlap { shared: shared.into(), a: row_a.shingles.into(), b: row_b.shingles.into() };
            let length = lengths.of(row_a.words.min(row_b.words));
            let distance = (x ^ y).count_ones();
            let verdict = thresholds.verdict(&overlap);
            if verdict == Verdict::Correct {
                *alike.clusters.entry((clusters.pair(a, b), length as u32, distance)).or_default() += 1;
            }
            alike.add(length, distance, overlap.resemblance(), verdict);
        }
        Ok(alike)
    }

    fn add(&mut self, length: usize, distance: u32, resemblance: f64, verdict: Verdict) {
        let band = ((resemblance * BANDS as f64) as usize).min(BANDS - 1);
        self.bands[length][band][distance as usize] += 1;
        match verdict {
            Verdict::Correct => self.counts[length][distance as usize][0] += 1,
            Verdict::Undecided => self.counts[length][distance as usize][1] += 1,
            Verdict::Incorrect => {}
        }
    }

    /// How many correct pairs of a length, or of all, are at exactly a distance.
    pub fn correct(&self, length: Option<usize>, distance: u32) -> u64 {
        self.of(length).map(|counts| counts[distance as usize][0]).sum()
    }

    /// How many correct pairs of a length, or of all, are within a distance.
    pub fn correct_within(&self, length: Option<usize>, distance: u32) -> u64 {
        (0..=distance).map(|at| self.correct(length, at)).sum()
    }

    /// How many correct pairs of a length, or of all, there are.
    pub fn all_correct(&self, length: Option<usize>) -> u64 {
        self.correct_within(length, DISTANCES as u32 - 1)
    }

    /// The share of the correct pairs of a length, or of all, that are within a distance; none of none.
    pub fn share_within(&self, length: Option<usize>, distance: u32) -> Option<Estimate> {
        self.ratio_within(length, distance).estimate()
    }

    /// The same by clusters.
    pub(super) fn ratio_within(&self, length: Option<usize>, distance: u32) -> PairRatio {
        let mut ratio = PairRatio::default();
        for (&(clusters, of, at), &pairs) in &self.clusters {
            if length.is_none_or(|length| length == of as usize) {
                ratio.add(clusters, if at <= distance { pairs as f64 } else { 0.0 }, pairs as f64);
            }
        }
        ratio
    }

    /// The mean distance of pairs of a length and of a band of resemblance, and how many they are; none if there are none.
    pub(super) fn distance(&self, length: usize, band: usize) -> Option<(f64, u64)> {
        let counts = &self.bands[length][band];
        let pairs: u64 = counts.iter().sum();
        let bits: u64 = (0..).zip(counts).map(|(distance, count): (u64, _)| distance * count).sum();
        (pairs > 0).then(|| (bits as f64 / pairs as f64, pairs))
    }

    fn of(&self, length: Option<usize>) -> impl Iterator<Item = &[[u64; 2]; DISTANCES]> {
        let own = move |(at, counts)| length.is_none_or(|length| length == at).then_some(counts);
        self.counts.iter().enumerate().filter_map(own)
    }
}
