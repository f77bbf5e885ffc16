//! How far two documents are apart by a rule, and how near unrelated ones come.

use std::vec::Vec;

use super::candidate::Part;

/// What of documents' fingerprints decides whether they are near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistanceRule {
    /// The sum of all distances.
    Sum,
    /// The least of the distances.
    Any,
    /// What more than half of the distances are within.
    Majority,
    /// The sum; and of those of shingles, in which the same words in another order differ, no more than 36 of 100 bits.
    BoundedSum,
    /// That one is equal.
    AnyEqual,
}

/// The most bits of shingles that differ of near documents, of a hundred.
const OF_SHINGLES: u32 = 36;

impl DistanceRule {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            DistanceRule::Sum => "rule=sum",
            DistanceRule::Any => "rule=any",
            DistanceRule::Majority => "rule=majority",
            DistanceRule::BoundedSum => "rule=sum, bounded",
            DistanceRule::AnyEqual => "one equal",
        }
    }

    /// How far two documents are apart; none where the rule says that they are not near, whatever the largest distance is. Fingerprints of all parts
    /// stand one after the other.
    ///
    /// ```
    /// use twinprint_study::wholes::{DistanceRule, Kind, Part};
    /// let parts = [Part { kind: Kind::MinBits { w: 1, values: 192 }, prints: 3 }];
    /// let apart = |rule: DistanceRule| rule.apart(&parts, &[0b1, 0b11, 0b1111], &[0, 0, 0]);
    /// assert_eq!(apart(DistanceRule::Sum), Some(7));
    /// assert_eq!((apart(DistanceRule::Any), apart(DistanceRule::Majority)), (Some(1), Some(2)));
    /// assert_eq!(apart(DistanceRule::AnyEqual), None);
    /// ```
    pub fn apart(self, parts: &[Part], a: &[u64], b: &[u64]) -> Option<u32> {
        let distances = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones());
        match self {
            DistanceRule::Sum => Some(distances.sum()),
            DistanceRule::Any => distances.min(),
            DistanceRule::AnyEqual => distances.min().filter(|least| *least == 0),
            DistanceRule::Majority => {
                let mut all: Vec<u32> = distances.collect();
                let middle = all.len() / 2;
                Some(*all.select_nth_unstable(middle).1)
            }
            DistanceRule::BoundedSum => {
                let of_shingles = parts.last().map_or(0, |part| part.prints);
                let bits = parts.last().map_or(0, |part| part.kind.bits()) * of_shingles as u32;
                let all: Vec<u32> = distances.collect();
                let shingles: u32 = all[all.len() - of_shingles..].iter().sum();
                (100 * shingles <= OF_SHINGLES * bits).then(|| all.iter().sum())
            }
        }
    }
}

/// How many pairs are at each distance, of all that were counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// Pairs by their distance.
    at: Vec<u64>,
    /// How many pairs there are, near or not.
    pairs: u64,
}

/// The shares of pairs between which the tail is extended.
const UPPER: f64 = 1e-4;
const LOWER: f64 = 1e-6;

impl Tail {
    /// Of pairs with these distances; none of what cannot be near.
    pub fn of(distances: impl IntoIterator<Item = Option<u32>>) -> Self {
        let mut tail = Tail { at: Vec::new(), pairs: 0 };
        distances.into_iter().for_each(|distance| tail.count(distance));
        tail
    }

    /// Counts a pair.
    pub fn count(&mut self, distance: Option<u32>) {
        self.pairs += 1;
        if let Some(distance) = distance {
            let at = distance as usize;
            if self.at.len() <= at {
                self.at.resize(at + 1, 0);
            }
            self.at[at] += 1;
        }
    }

    /// What both have counted.
    pub fn with(mut self, other: Tail) -> Self {
        self.pairs += other.pairs;
        self.at.resize(self.at.len().max(other.at.len()), 0);
        self.at.iter_mut().zip(other.at).for_each(|(own, other)| *own += other);
        self
    }

    /// How many pairs were counted.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The largest distance within which at most a share of all pairs is; none if there is none, and no end where no pair is near at all. What is
    /// seldomer than was counted follows from the slope, in logarithms, between what is a hundred times as frequent, or one of 10,000 pairs, and the
    /// seldomest that was counted, or one of a million: tails of sums are bent downwards, so that this allows less than could be.
    ///
    /// ```
    /// use twinprint_study::wholes::Tail;
    /// // A tenth at each bit less, from 100,000 pairs at 10 on.
    /// let tail = Tail::of((5..=10).flat_map(|at| vec![Some(at); 10_usize.pow(at - 5)]));
    /// assert_eq!((tail.within(0.02), tail.within(0.5)), (Some(8), Some(9)));
    /// assert_eq!(tail.within(1e-7), Some(3));
    /// assert_eq!(Tail::of([Some(0), Some(1)]).within(0.1), None);
    /// assert_eq!(Tail::of([None]).within(0.1), Some(u32::MAX));
    /// ```
    pub fn within(&self, share: f64) -> Option<u32> {
        if self.at.is_empty() {
            return Some(u32::MAX);
        }
        let pairs = self.pairs as f64;
        let below: Vec<f64> = self
            .at
            .iter()
            .scan(0, |all, count| {
                *all += count;
                Some(*all as f64 / pairs)
            })
            .collect();
        let largest = |share: f64| below.iter().position(|&below| below > share);
        let least = LOWER.max(1.0 / pairs);
        if share >= least {
            return largest(share).map_or(Some(u32::MAX), |next| next.checked_sub(1).map(|at| at as u32));
        }
        let counted = |share: f64| largest(share).unwrap_or(below.len()).checked_sub(1);
        let (upper, lower) = (counted(UPPER.max(100.0 * least).min(0.5))?, counted(least)?);
        let decades = (below[upper].max(least) / below[lower].max(least)).log10();
        let slope = decades / (upper - lower).max(1) as f64;
        let distance = lower as f64 - (least / share).log10() / slope;
        (distance >= 0.0).then_some(distance as u32)
    }
}
