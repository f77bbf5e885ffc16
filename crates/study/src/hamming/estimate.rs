//! Shares of many pairs, from verdicts on a few of each kind.

use super::super::intervals::{Interval, wilson_of};
use super::super::verdict::Verdict;

/// How many pairs were judged, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VerdictCounts {
    /// Near-duplicates.
    pub correct: u64,
    /// None.
    pub incorrect: u64,
    /// Neither can be said.
    pub undecided: u64,
}

impl VerdictCounts {
    /// Counts one.
    pub fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Correct => &mut self.correct,
            Verdict::Incorrect => &mut self.incorrect,
            Verdict::Undecided => &mut self.undecided,
        } += 1;
    }

    /// How many there are.
    pub fn judged(&self) -> u64 {
        self.correct + self.incorrect + self.undecided
    }
}

impl FromIterator<Verdict> for VerdictCounts {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut counts = VerdictCounts::default();
        verdicts.into_iter().for_each(|verdict| counts.add(verdict));
        counts
    }
}

impl core::iter::Sum for VerdictCounts {
    fn sum<I: Iterator<Item = VerdictCounts>>(all: I) -> Self {
        all.fold(VerdictCounts::default(), |sum, one| VerdictCounts {
            correct: sum.correct + one.correct,
            incorrect: sum.incorrect + one.incorrect,
            undecided: sum.undecided + one.undecided,
        })
    }
}

/// Pairs of one kind, such as those at one distance: how many there are, and the verdicts on those that were drawn from them
/// at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stratum {
    /// All pairs of the kind.
    pub pairs: u64,
    /// The verdicts on some of them.
    pub verdicts: VerdictCounts,
}

/// A share, and how far the draw may have moved it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// From 0 to 1.
    pub share: f64,
    /// 95 %.
    pub interval: Interval,
}

/// The share of correct pairs among all pairs of these kinds, each kind weighing as many pairs as it has; none where a kind
/// that has pairs has no verdict, or there are no pairs.
///
/// The interval is Wilson's, of as many verdicts as would have the same variance if they were drawn from all pairs alike (Korn
/// and Graubard 1998); the variance is the stratified one, each kind's own share moved towards a half by two verdicts, so that
/// a kind with few verdicts, all alike, does not pass for certain. It speaks of the pairs of any corpus like this one: even
/// where every pair was judged it has a width. It takes each pair as if it had nothing to do with the others.
///
/// ```
/// use twinprint_study::hamming::{Stratum, VerdictCounts, precision};
/// let kind = |pairs, correct, incorrect| Stratum { pairs, verdicts: VerdictCounts { correct, incorrect, undecided: 0 } };
/// // Of 900 pairs all that were judged are correct, of 100 others half: 95 % in all, not 75 %.
/// let estimate = precision(&[kind(900, 50, 0), kind(100, 25, 25)]).expect("both have verdicts");
/// assert!((estimate.share - 0.95).abs() < 1e-12);
/// assert!(estimate.interval.low < 0.95 && estimate.interval.high > 0.95);
/// ```
pub fn precision(kinds: &[Stratum]) -> Option<Estimate> {
    let all: f64 = kinds.iter().map(|kind| kind.pairs as f64).sum();
    let (mut share, mut variance, mut correct) = (0.0f64, 0.0, 0.0);
    for kind in kinds.iter().filter(|kind| kind.pairs > 0) {
        let (n, found) = (kind.verdicts.judged() as f64, kind.verdicts.correct as f64);
        if n == 0.0 {
            return None;
        }
        let weight = kind.pairs as f64 / all;
        let moved = (found + 1.0) / (n + 2.0);
        share += weight * found / n;
        variance += weight * weight * moved * (1.0 - moved) / n;
        correct += weight * moved;
    }
    if all == 0.0 {
        return None;
    }
    let share = share.clamp(0.0, 1.0);
    let interval = wilson_of(share, (correct * (1.0 - correct) / variance).max(1.0));
    Some(Estimate { share, interval })
}
