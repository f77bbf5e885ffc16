//! How far chance may have moved a figure: percentile intervals of the bootstrap (Efron and Tibshirani 1993, chapter
//! 13).
//!
//! The figure is made again from a thousand samples of the size of the data, drawn from the data with replacement; 95 %
//! of what comes out lies in the interval. Drawn are labelled pairs, within each query its copies; what was found
//! without being a duplicate is one of a great many pairs: its number is drawn from Poisson's law. Pairs are drawn as if
//! none had to do with another: where a few documents make many pairs, the truth may lie outside more often.

use serde::{Deserialize, Serialize};

use super::Counts;
use twinprint::hash;

/// 95 % of the figures of the samples lie between these.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// 2.5 % are below.
    pub low: f64,
    /// 2.5 % are above.
    pub high: f64,
}

/// The interval of a figure that `figure` makes from one sample; none if hardly any sample has the figure.
///
/// ```
/// use twinprint_study::eval::{SplitMix, percentile_interval};
/// // The share of heads, of a hundred coins of which sixty fell so.
/// let share = |random: &mut SplitMix| Some((0..100).filter(|_| random.unit() < 0.6).count() as f64 / 100.0);
/// let interval = percentile_interval(1000, 1, share).expect("every sample has a share");
/// assert!((0.48..0.52).contains(&interval.low) && (0.68..0.72).contains(&interval.high));
/// ```
pub fn percentile_interval(
    rounds: usize,
    seed: u64,
    mut figure: impl FnMut(&mut SplitMix) -> Option<f64>,
) -> Option<Interval> {
    let mut random = SplitMix(seed);
    let mut figures: Vec<f64> = (0..rounds).filter_map(|_| figure(&mut random)).collect();
    if figures.len() * 2 <= rounds {
        return None;
    }
    figures.sort_by(f64::total_cmp);
    let last = (figures.len() - 1) as f64;
    let at = |share: f64| figures[(share * last).round() as usize];
    Some(Interval { low: at(0.025), high: at(0.975) })
}

/// Random numbers of a seed (Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub struct SplitMix(
    /// The seed, then the state.
    pub u64,
);

impl SplitMix {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        hash::mix(self.0)
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// How many of `trials` succeed when a share of them does: one by one, or by the normal law if they are many.
    fn binomial(&mut self, trials: u64, share: f64) -> u64 {
        let variance = trials as f64 * share * (1.0 - share);
        match variance > MANY {
            true => (self.normal(trials as f64 * share, variance) as u64).min(trials),
            false => (0..trials).filter(|_| self.unit() < share).count() as u64,
        }
    }

    /// A number by Poisson's law: by products (Knuth), or by the normal law if the mean is large.
    fn poisson(&mut self, mean: f64) -> u64 {
        if mean > MANY {
            return self.normal(mean, mean) as u64;
        }
        let (end, mut product, mut number) = ((-mean).exp(), self.unit(), 0);
        while product > end {
            product *= self.unit();
            number += 1;
        }
        number
    }

    /// A number by the normal law (Box and Muller), to the nearest whole one from 0.
    fn normal(&mut self, mean: f64, variance: f64) -> f64 {
        let distance = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        let normal = distance * (core::f64::consts::TAU * self.unit()).cos();
        (mean + variance.sqrt() * normal).round().max(0.0)
    }
}

/// From this variance on a count is normal for all that an interval shows.
const MANY: f64 = 500.0;

impl Counts {
    /// The counts of a sample: as many duplicates, drawn again; false positives by Poisson's law.
    pub(super) fn resample(&self, random: &mut SplitMix) -> Counts {
        let wanted = self.true_positives + self.false_negatives;
        let found = match self.true_positives {
            // All or nothing comes out the same however it is drawn.
            0 => 0,
            all if all == wanted => all,
            some => random.binomial(wanted, some as f64 / wanted as f64),
        };
        Counts {
            true_positives: found,
            false_positives: random.poisson(self.false_positives as f64),
            false_negatives: wanted - found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_the_mean_and_spread_of_the_laws() {
        let mut random = SplitMix(7);
        for mean in [0.5, 20.0, 800.0] {
            let draws: Vec<f64> = (0..20_000).map(|_| random.poisson(mean) as f64).collect();
            let average = draws.iter().sum::<f64>() / 20_000.0;
            let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / 20_000.0;
            // Five standard errors: of the mean, and of the variance, which is mean + 2 mean^2 over the draws.
            assert!((average - mean).abs() < 5.0 * (mean / 20_000.0).sqrt(), "{mean}: {average}");
            let error = ((mean + 2.0 * mean * mean) / 20_000.0).sqrt();
            assert!((variance - mean).abs() < 5.0 * error, "{mean}: {variance}");
        }
    }

    #[test]
    fn the_interval_covers_the_true_share_as_often_as_it_says() {
        // A method that finds seven of ten duplicates, judged on 200 of them, four hundred times.
        let mut random = SplitMix(11);
        let covered = (0..400)
            .filter(|_| {
                let found = random.binomial(200, 0.7);
                let counts =
                    Counts { true_positives: found, false_positives: 0, false_negatives: 200 - found };
                let recall = |sample: &mut SplitMix| counts.resample(sample).figures().recall;
                let interval = percentile_interval(1000, random.bits(), recall).unwrap();
                (interval.low..=interval.high).contains(&0.7)
            })
            .count();
        // 95 % of 400 are 380; four standard deviations are 18, and the percentile interval is a little narrow.
        assert!((356..=398).contains(&covered), "{covered}");
    }
}
