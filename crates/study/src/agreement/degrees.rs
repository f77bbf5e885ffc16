//! How many near-duplicates documents have, and the power law that this follows (Henzinger 2006, figs. 1 and 3).

use std::collections::BTreeMap;

use super::super::hamming::Estimate;
use super::super::intervals::Interval;

/// How many documents have each number of near-duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Degrees(pub BTreeMap<u32, u64>);

/// A power law: as many documents have d near-duplicates as d to the power of an exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    /// The exponent of greatest likelihood, for degrees from 1 to the greatest that there is.
    pub likely: Estimate,
    /// The slope of the straight line through the logarithms, by least squares.
    pub slope: f64,
    /// How far the points are off that line: the root of the mean square, in powers of ten.
    pub off: f64,
}

impl Degrees {
    /// Of the degrees of all documents.
    pub fn of(degrees: &[u32]) -> Degrees {
        let mut counts = BTreeMap::new();
        degrees
            .iter()
            .filter(|&&degree| degree > 0)
            .for_each(|&degree| *counts.entry(degree).or_default() += 1);
        Degrees(counts)
    }

    /// How many documents have a near-duplicate.
    pub fn documents(&self) -> u64 {
        self.0.values().sum()
    }

    /// How many near-duplicates these have on average.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.0.iter().map(|(&degree, count)| u64::from(degree) * count).sum();
        (sum > 0).then(|| sum as f64 / self.documents() as f64)
    }

    /// The share of these that have at least this many.
    pub fn share_from(&self, degree: u32) -> Option<f64> {
        let documents = self.documents();
        (documents > 0)
            .then(|| self.0.range(degree..).map(|(_, count)| count).sum::<u64>() as f64 / documents as f64)
    }

    /// The power law nearest to it; none of fewer than three different degrees.
    pub fn power_law(&self) -> Option<PowerLaw> {
        if self.0.len() < 3 {
            return None;
        }
        let (slope, off) = self.line();
        Some(PowerLaw { likely: self.likely(), slope, off })
    }

    /// Greatest likelihood (Clauset, Shalizi and Newman 2009, section 3.1, of whole numbers to a greatest), and the interval that
    /// its curvature gives. It takes documents as if they had nothing to do with one another.
    fn likely(&self) -> Estimate {
        let most = self.0.keys().next_back().copied().unwrap_or(1);
        let logs: Vec<f64> = (1..=most).map(|degree| f64::from(degree).ln()).collect();
        let n = self.documents() as f64;
        let seen: f64 =
            self.0.iter().map(|(&degree, &count)| count as f64 * logs[degree as usize - 1]).sum::<f64>() / n;
        // The mean logarithm that an exponent makes falls as the exponent does, and the likely one makes the mean that was seen.
        let moments = |exponent: f64| {
            let (mut all, mut first, mut second) = (0.0, 0.0, 0.0);
            for log in &logs {
                let share = (exponent * log).exp();
                (all, first, second) = (all + share, first + share * log, second + share * log * log);
            }
            (first / all, second / all - (first / all).powi(2))
        };
        let (mut low, mut high) = (-12.0, 4.0);
        for _ in 0..48 {
            let middle = (low + high) / 2.0;
            match moments(middle).0 > seen {
                true => high = middle,
                false => low = middle,
            }
        }
        let exponent = (low + high) / 2.0;
        let half = 1.959_964 / (n * moments(exponent).1).sqrt();
        Estimate { share: exponent, interval: Interval { low: exponent - half, high: exponent + half } }
    }

    /// The slope by least squares, and the root of the mean square of what is left.
    fn line(&self) -> (f64, f64) {
        let points: Vec<(f64, f64)> = self
            .0
            .iter()
            .map(|(&degree, &count)| (f64::from(degree).log10(), (count as f64).log10()))
            .collect();
        let n = points.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
        let slope = mean(&|point| (point.0 - x) * (point.1 - y)) / mean(&|point| (point.0 - x).powi(2));
        (slope, mean(&|point| (point.1 - y - slope * (point.0 - x)).powi(2)).sqrt())
    }

    /// Each degree, with how many documents have it.
    pub fn points(&self) -> Vec<(f64, f64)> {
        self.0.iter().map(|(&degree, &count)| (f64::from(degree), count as f64)).collect()
    }
}

/// Degrees as pairs pass.
#[derive(Debug, Clone)]
pub(super) struct DegreeCounter(Vec<u32>);

impl DegreeCounter {
    pub(super) fn new(documents: usize) -> Self {
        DegreeCounter(vec![0; documents])
    }

    pub(super) fn add(&mut self, a: u32, b: u32) {
        self.0[a as usize] += 1;
        self.0[b as usize] += 1;
    }

    pub(super) fn degrees(&self) -> Degrees {
        Degrees::of(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::intervals::SplitMix;
    use super::*;

    #[test]
    fn the_exponent_of_a_law_is_found_again() {
        for exponent in [-1.3f64, -2.0, -0.7] {
            let weights: Vec<f64> = (1..=500).map(|degree| f64::from(degree).powf(exponent)).collect();
            let all: f64 = weights.iter().sum();
            let mut random = SplitMix(3);
            let degrees: Vec<u32> = (0..20_000)
                .map(|_| {
                    let mut left = random.unit() * all;
                    (1..).zip(&weights).find(|(_, weight)| {
                        left -= *weight;
                        left <= 0.0
                    })
                })
                .map(|found| found.map_or(500, |(degree, _)| degree))
                .collect();
            let law = Degrees::of(&degrees).power_law().unwrap();
            assert!((law.likely.share - exponent).abs() < 0.03, "{law:?}");
            assert!(law.likely.interval.low < exponent && exponent < law.likely.interval.high, "{law:?}");
        }
    }

    #[test]
    fn a_line_through_points_on_one_has_nothing_left() {
        let counts = [(1, 1000), (10, 100), (100, 10)];
        let law = Degrees(counts.into()).power_law().unwrap();
        assert!((law.slope + 1.0).abs() < 1e-9 && law.off < 1e-9);
        assert_eq!(Degrees::of(&[0, 1, 1, 2]).power_law(), None);
        assert_eq!(Degrees::of(&[0, 1, 3]).mean(), Some(2.0));
        assert_eq!(Degrees::of(&[0, 1, 3]).share_from(2), Some(0.5));
    }
}
