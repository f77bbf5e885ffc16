//! What every trial says of a pair that is alike, by one merge of its two documents.
//!
//! Naively, a pair is looked at in each trial. Here its shingles are gone through once: each is counted for what it leaves by the
//! largest power of two, and by each other divisor; smaller powers sum these up.

use core::cmp::Ordering;

use super::bins::{Bins, bin};
use super::sets::Sets;

/// Two documents of [`Sets`] that are alike, and the last threshold that they reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlikePair {
    /// The first document.
    pub a: u32,
    /// The second document.
    pub b: u32,
    /// Of their resemblance.
    pub bin: u8,
}

/// Pairs that are alike, by how alike samples take them for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TrialCounts {
    /// For each trial, by the lower of what they are and what they are taken for.
    pub(super) trials: Vec<Bins>,
    /// For each trial, those that reach what is asked, by what they are taken for.
    pub(super) confirmed: Vec<Bins>,
}

impl TrialCounts {
    pub(super) fn none(divisors: &[u32]) -> TrialCounts {
        let trials = divisors.iter().sum::<u32>() as usize;
        TrialCounts { trials: vec![Bins::default(); trials], confirmed: vec![Bins::default(); trials] }
    }

    pub(super) fn and(mut self, other: &TrialCounts) -> TrialCounts {
        self.trials.iter_mut().zip(&other.trials).for_each(|(own, more)| own.add(more));
        self.confirmed.iter_mut().zip(&other.confirmed).for_each(|(own, more)| own.add(more));
        self
    }
}

/// Looks at pairs.
pub(super) struct TrialCounter<'a> {
    sets: &'a Sets,
    divisors: &'a [u32],
    /// The bin that is asked for.
    threshold_bin: usize,
    /// The binary logarithm of the largest power of two.
    bits: u32,
    /// Of the largest power, by remainder, its bits turned round: shingles in both and in either.
    powers: Vec<(u32, u32)>,
    /// Of each other divisor, by remainder.
    others: Vec<Vec<(u32, u32)>>,
    pub(super) agreed: TrialCounts,
}

impl<'a> TrialCounter<'a> {
    pub(super) fn new(sets: &'a Sets, divisors: &'a [u32], threshold_bin: usize) -> Self {
        let powers = divisors.iter().filter(|divisor| divisor.is_power_of_two());
        let bits = powers.max().map_or(0, |power| power.ilog2());
        let others = divisors.iter().filter(|divisor| !divisor.is_power_of_two());
        TrialCounter {
            sets,
            divisors,
            threshold_bin,
            bits,
            powers: vec![(0, 0); 1 << bits],
            others: others.map(|&divisor| vec![(0, 0); divisor as usize]).collect(),
            agreed: TrialCounts::none(divisors),
        }
    }

    pub(super) fn look_at(&mut self, pair: AlikePair) {
        self.merge(pair.a as usize, pair.b as usize);
        let truth = usize::from(pair.bin);
        let mut trial = 0;
        for &divisor in self.divisors {
            for remainder in 0..divisor {
                let (both, either) = match self.sets.place_of(divisor) {
                    Some(place) => self.others[place][remainder as usize],
                    None => self.of_power(divisor, remainder),
                };
                if let Some(bin) = bin(both.into(), either.into()) {
                    self.agreed.trials[trial].0[bin.min(truth)] += 1;
                    if truth >= self.threshold_bin {
                        self.agreed.confirmed[trial].0[bin] += 1;
                    }
                }
                trial += 1;
            }
        }
    }

    /// The sum of the largest power's remainders that leave this one by a smaller power.
    fn of_power(&self, divisor: u32, remainder: u32) -> (u32, u32) {
        let bits = divisor.ilog2();
        let first = remainder.reverse_bits().checked_shr(32 - bits).unwrap_or(0) as usize;
        let width = 1 << (self.bits - bits);
        let sum = |sum: (u32, u32), of: &(u32, u32)| (sum.0 + of.0, sum.1 + of.1);
        self.powers[first * width..(first + 1) * width].iter().fold((0, 0), sum)
    }

    fn merge(&mut self, a: usize, b: usize) {
        self.powers.fill((0, 0));
        self.others.iter_mut().for_each(|other| other.fill((0, 0)));
        let (x, y) = (self.sets.turned(a), self.sets.turned(b));
        let of_x: Vec<&[u8]> = self.sets.remainders(a).collect();
        let of_y: Vec<&[u8]> = self.sets.remainders(b).collect();
        let (mut i, mut j) = (0, 0);
        while i < x.len() || j < y.len() {
            let order = match (x.get(i), y.get(j)) {
                (Some(x), Some(y)) => x.cmp(y),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let both = u32::from(order == Ordering::Equal);
            let (turned, of, at) =
                if order == Ordering::Greater { (y[j], &of_y, j) } else { (x[i], &of_x, i) };
            let power = turned.checked_shr(64 - self.bits).unwrap_or(0) as usize;
            self.powers[power].0 += both;
            self.powers[power].1 += 1;
            for (other, remainders) in self.others.iter_mut().zip(of) {
                let place = &mut other[usize::from(remainders[at])];
                place.0 += both;
                place.1 += 1;
            }
            i += usize::from(order != Ordering::Greater);
            j += usize::from(order != Ordering::Less);
        }
    }
}
