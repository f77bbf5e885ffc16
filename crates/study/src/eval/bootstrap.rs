//! How far chance may have moved a figure: percentile intervals of the bootstrap (Efron and Tibshirani 1993, chapter
//! 13).
//!
//! The figure is made again from a thousand samples of the size of the data, drawn from the data with replacement; 95 %
//! of what comes out lies in the interval. Copies of one source are no independent draws, so sources are drawn: queries where there
//! are any, each with all that it finds, or else documents that labels join. What was found without any label is one of a
//! great many pairs: its number is drawn from Poisson's law. Of fewer than [`FEWEST`] sources there is no interval.

use serde::{Deserialize, Serialize};

use super::{Counts, Figures};
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

/// The fewest sources, or clusters of another kind, that have an interval.
pub const FEWEST: usize = 10;

/// From this variance on a count is normal for all that an interval shows.
const MANY: f64 = 500.0;

/// What was found, by the sources that are drawn again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SourceCounts {
    /// Of each source.
    pub sources: Vec<Counts>,
    /// Pairs found without any label, which are no duplicates, where they are of no source.
    pub others: u64,
    /// Whether each source is a query, so that figures are means over them.
    pub queries: bool,
}

impl SourceCounts {
    /// The figures of all.
    pub fn figures(&self) -> Figures {
        self.figures_of(self.sources.iter().copied(), self.others)
    }

    fn figures_of(&self, sources: impl Iterator<Item = Counts>, others: u64) -> Figures {
        if self.queries {
            return Figures::macro_average(&sources.collect::<Vec<_>>());
        }
        let others = Counts { false_positives: others, ..Counts::default() };
        sources.fold(others, Counts::and).figures()
    }

    /// The figures of a sample.
    pub fn resampled(&self, random: &mut SplitMix) -> Figures {
        let count = self.sources.len();
        let drawn: Vec<Counts> =
            (0..count).map(|_| self.sources[(random.unit() * count as f64) as usize]).collect();
        let others = if self.others > 0 { random.poisson(self.others as f64) } else { 0 };
        self.figures_of(drawn.into_iter(), others)
    }

    /// The interval of a figure; none of fewer than [`FEWEST`] sources.
    pub fn interval(
        &self,
        rounds: usize,
        seed: u64,
        figure: impl Fn(&Figures) -> Option<f64>,
    ) -> Option<Interval> {
        if self.sources.len() < FEWEST {
            return None;
        }
        percentile_interval(rounds, seed, |random| figure(&self.resampled(random)))
    }

    /// The same with sources joined, by turns, to at most `most` of them.
    #[must_use]
    pub fn joined(self, most: usize) -> SourceCounts {
        if self.sources.len() <= most || self.queries {
            return self;
        }
        let mut sources = vec![Counts::default(); most];
        for (turn, counts) in self.sources.iter().enumerate() {
            sources[turn % most] = sources[turn % most].and(*counts);
        }
        SourceCounts { sources, ..self }
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
        // A method that finds all ten copies of seven sources in ten, and none of the others, judged on 60 of them, four hundred times.
        let mut random = SplitMix(11);
        let covered = (0..400)
            .filter(|_| {
                let mut source = || match random.unit() < 0.7 {
                    true => Counts { true_positives: 10, ..Counts::default() },
                    false => Counts { false_negatives: 10, ..Counts::default() },
                };
                let counts =
                    SourceCounts { sources: (0..60).map(|_| source()).collect(), ..SourceCounts::default() };
                let interval = counts.interval(1000, random.bits(), |figures| figures.recall).unwrap();
                (interval.low..=interval.high).contains(&0.7)
            })
            .count();
        // 95 % of 400 are 380; four standard deviations are 18, and the percentile interval is a little narrow.
        assert!((356..=398).contains(&covered), "{covered}");
    }

    #[test]
    fn copies_of_few_sources_make_no_interval() {
        let half = Counts { true_positives: 60, false_positives: 0, false_negatives: 60 };
        let of = |sources| SourceCounts { sources: vec![half; sources], ..SourceCounts::default() };
        let interval = |sources| of(sources).interval(100, 1, |figures| figures.recall);
        assert_eq!((interval(9), interval(10)), (None, Some(Interval { low: 0.5, high: 0.5 })));
        assert_eq!(of(500).joined(100).figures(), of(500).figures());
        assert_eq!(of(500).joined(100).sources.len(), 100);
    }
}
