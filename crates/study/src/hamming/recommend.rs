//! Which k is best, by length.

use super::super::clusters::{Estimate, PairRatio};
use super::super::intervals::Interval;
use super::super::verdict::Verdict;
use super::estimate::unweighted;
use super::{HammingFindings, precision};

/// The k for documents of a length, or for all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recommendation {
    /// The group of lengths; none for all documents alike.
    pub length: Option<usize>,
    /// The largest k whose precision is surely as asked; none if that of no k is, or if there are too few sites for an interval.
    pub k: Option<u32>,
    /// The largest k whose precision may be as asked, by the upper end of its interval: with `k` the interval of the best one.
    pub at_most: Option<u32>,
    /// That `k`, or if there is none the fewest bits within which pairs were judged; none where no pair was.
    pub within: Option<u32>,
    /// The precision within these bits.
    pub precision: Option<Estimate>,
    /// The share of the pairs alike by their shingles that it finds.
    pub recall: Option<Estimate>,
    /// How many pairs alike by their shingles there are of the length.
    pub alike: u64,
}

impl HammingFindings {
    /// The precision of "within k bits", of a length or of all.
    pub fn precision(&self, length: Option<usize>, k: u32) -> Option<Estimate> {
        let strata = length.map_or(&self.by_distance, |length| &self.by_length[length]);
        precision(&strata[..=k as usize])
    }

    /// The share of the pairs alike by their shingles that are within k bits, of a length or of all. All of them were counted.
    pub fn recall(&self, length: Option<usize>, k: u32) -> Option<Estimate> {
        self.alike.share_within(length, k)
    }

    /// The precision within k bits as the paper counted: of the pairs drawn at each distance from 1 to k, each counting one
    /// (section 4.1).
    pub fn paper_precision(&self, k: u32) -> Option<Estimate> {
        let within = self.by_distance[1..=k as usize].iter().flat_map(|stratum| &stratum.judged);
        unweighted(within, |pair| pair.1 == Verdict::Correct)
    }

    /// The recall within k bits as the paper counted: of the near-duplicates drawn at each distance from 1 to K, those at 1 to
    /// k.
    pub fn paper_recall(&self, k: u32) -> Option<Estimate> {
        let mut ratio = PairRatio::default();
        for (distance, stratum) in (1..).zip(&self.by_distance[1..]) {
            let correct = stratum.judged.iter().filter(|pair| pair.1 == Verdict::Correct);
            correct.for_each(|pair| ratio.add(pair.0, f64::from(distance <= k), 1.0));
        }
        ratio.estimate()
    }

    /// For each length, and for all, the largest k of which 95 % of such draws would say that its precision is at least as
    /// asked; all together first.
    pub fn recommend(&self, least: f64) -> Vec<Recommendation> {
        let lengths = (0..self.by_length.len()).map(Some);
        core::iter::once(None).chain(lengths).map(|length| self.recommend_for(length, least)).collect()
    }

    fn recommend_for(&self, length: Option<usize>, least: f64) -> Recommendation {
        let largest = |holds: fn(&Interval) -> f64| {
            let enough = |k: &u32| {
                self.precision(length, *k).and_then(|of| of.interval).is_some_and(|of| holds(&of) >= least)
            };
            (0..=self.near.k()).rev().find(enough)
        };
        let k = largest(|interval| interval.low);
        let within = k.or_else(|| (0..=self.near.k()).find(|&k| self.precision(length, k).is_some()));
        Recommendation {
            length,
            k,
            at_most: largest(|interval| interval.high),
            within,
            precision: within.and_then(|k| self.precision(length, k)),
            recall: k.and_then(|k| self.recall(length, k)),
            alike: self.alike.all_correct(length),
        }
    }
}
