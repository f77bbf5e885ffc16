//! Shares of many pairs, from verdicts on a few of each kind.

use super::super::clusters::{Estimate, PairRatio};
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stratum {
    /// All pairs of the kind.
    pub pairs: u64,
    /// Of some of them the clusters of their documents and what they are.
    pub judged: Vec<((u32, u32), Verdict)>,
}

impl Stratum {
    /// What was judged, counted.
    pub fn verdicts(&self) -> VerdictCounts {
        self.judged.iter().map(|&(_, verdict)| verdict).collect()
    }
}

/// The share of correct pairs among all pairs of these kinds, each kind weighing as many pairs as it has; none where a kind
/// that has pairs has no verdict, or there are no pairs. The interval is by the clusters of the documents ([`PairRatio`]).
///
/// ```
/// use twinprint_study::hamming::{Stratum, precision};
/// use twinprint_study::verdict::Verdict::{Correct, Incorrect};
/// let kind = |pairs, correct: usize| Stratum {
///     pairs,
///     judged: (0..50).map(|at| ((at, at), if (at as usize) < correct { Correct } else { Incorrect })).collect(),
/// };
/// // Of 900 pairs all that were judged are correct, of 100 others half: 95 % in all, not 75 %.
/// let estimate = precision(&[kind(900, 50), kind(100, 25)]).expect("both have verdicts");
/// assert!((estimate.share - 0.95).abs() < 1e-12 && estimate.clusters == 50);
/// let interval = estimate.interval.expect("of fifty sites");
/// assert!(interval.low < 0.95 && interval.high > 0.95);
/// ```
pub fn precision(kinds: &[Stratum]) -> Option<Estimate> {
    precision_ratio(kinds)?.estimate()
}

/// The same by clusters.
pub(super) fn precision_ratio(kinds: &[Stratum]) -> Option<PairRatio> {
    let mut ratio = PairRatio::default();
    for kind in kinds.iter().filter(|kind| kind.pairs > 0) {
        if kind.judged.is_empty() {
            return None;
        }
        let weight = kind.pairs as f64 / kind.judged.len() as f64;
        for &(clusters, verdict) in &kind.judged {
            ratio.add(clusters, if verdict == Verdict::Correct { weight } else { 0.0 }, weight);
        }
    }
    Some(ratio)
}

/// The share of `some` among the verdicts that are `of` something, each counting one.
pub(super) fn unweighted<'a>(
    judged: impl Iterator<Item = &'a ((u32, u32), Verdict)>,
    some: impl Fn(&((u32, u32), Verdict)) -> bool,
) -> Option<Estimate> {
    let mut ratio = PairRatio::default();
    judged.for_each(|pair| ratio.add(pair.0, f64::from(some(pair)), 1.0));
    ratio.estimate()
}
