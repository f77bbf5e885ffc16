//! How many near-duplicates documents have, and the power law that this follows (Henzinger 2006, figs. 1 and 3).

use std::collections::BTreeMap;

use super::super::clusters::{DocumentClusters, Estimate, PairRatio};
use super::super::intervals::Interval;

/// How many documents have each number of near-duplicates.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Degrees {
    /// By the number.
    pub counts: BTreeMap<u32, u64>,
    /// By cluster, the logarithms of the numbers and how many documents have one.
    logs: BTreeMap<u32, [f64; 2]>,
}

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
    /// Of the degrees of all documents, by their ordinals.
    pub fn of(degrees: &[u32], clusters: &DocumentClusters) -> Degrees {
        let mut all = Degrees::default();
        for (document, &degree) in (0u32..).zip(degrees).filter(|(_, degree)| **degree > 0) {
            *all.counts.entry(degree).or_default() += 1;
            let [logs, documents] = all.logs.entry(clusters.get(document)).or_default();
            *logs += f64::from(degree).ln();
            *documents += 1.0;
        }
        all
    }

    /// How many documents have a near-duplicate.
    pub fn documents(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How many near-duplicates these have on average.
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.counts.iter().map(|(&degree, count)| u64::from(degree) * count).sum();
        (sum > 0).then(|| sum as f64 / self.documents() as f64)
    }

    /// The share of these that have at least this many.
    pub fn share_from(&self, degree: u32) -> Option<f64> {
        let documents = self.documents();
        (documents > 0).then(|| {
            self.counts.range(degree..).map(|(_, count)| count).sum::<u64>() as f64 / documents as f64
        })
    }

    /// The power law nearest to it; none of fewer than three different degrees.
    pub fn power_law(&self) -> Option<PowerLaw> {
        if self.counts.len() < 3 {
            return None;
        }
        let (slope, off) = self.line();
        Some(PowerLaw { likely: self.likely(), slope, off })
    }

    /// Greatest likelihood (Clauset, Shalizi and Newman 2009, section 3.1, of whole numbers to a greatest), with the interval that the mean
    /// logarithm has by clusters: the likely exponent is that which makes the mean that was seen, and rises with it.
    fn likely(&self) -> Estimate {
        let most = self.counts.keys().next_back().copied().unwrap_or(1);
        let all: Vec<f64> = (1..=most).map(|degree| f64::from(degree).ln()).collect();
        let mean = |exponent: f64| {
            let weigh = |(sum, logs): (f64, f64), log: &f64| {
                let share = (exponent * log).exp();
                (sum + share, logs + share * log)
            };
            let (sum, logs) = all.iter().fold((0.0, 0.0), weigh);
            logs / sum
        };
        let exponent = |seen: f64| {
            let (mut low, mut high) = (-12.0, 4.0);
            for _ in 0..48 {
                let middle = (low + high) / 2.0;
                match mean(middle) > seen {
                    true => high = middle,
                    false => low = middle,
                }
            }
            (low + high) / 2.0
        };
        let mut seen = PairRatio::default();
        self.logs
            .iter()
            .for_each(|(&cluster, &[logs, documents])| seen.add((cluster, cluster), logs, documents));
        let seen = seen.estimate().unwrap_or(Estimate { share: 0.0, interval: None, clusters: 0 });
        let interval = |of: Interval| Interval { low: exponent(of.low), high: exponent(of.high) };
        Estimate { share: exponent(seen.share), interval: seen.interval.map(interval), ..seen }
    }

    /// The slope by least squares, and the root of the mean square of what is left.
    fn line(&self) -> (f64, f64) {
        let points: Vec<(f64, f64)> = self
            .counts
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
        self.counts.iter().map(|(&degree, &count)| (f64::from(degree), count as f64)).collect()
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

    pub(super) fn degrees(&self, clusters: &DocumentClusters) -> Degrees {
        Degrees::of(&self.0, clusters)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::intervals::SplitMix;
    use super::*;

    /// Documents each in a cluster of its own.
    fn alone(documents: usize) -> DocumentClusters {
        DocumentClusters::new((0..documents as u32).collect())
    }

    #[test]
    fn documents_of_few_sites_have_an_exponent_and_no_interval() {
        let degrees = [1, 1, 2, 3, 5, 1, 1, 2, 1, 4];
        let of = |sites: u32| DocumentClusters::new((0..10).map(|document| document % sites).collect());
        let law = |sites| Degrees::of(&degrees, &of(sites)).power_law().unwrap().likely;
        assert_eq!((law(3).share, law(3).interval, law(3).clusters), (law(10).share, None, 3));
        assert!(law(10).interval.is_some());
    }

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
            let law = Degrees::of(&degrees, &alone(degrees.len())).power_law().unwrap();
            assert!((law.likely.share - exponent).abs() < 0.03, "{law:?}");
            let interval = law.likely.interval.unwrap();
            assert!(interval.low < exponent && exponent < interval.high, "{law:?}");
        }
    }

    #[test]
    fn a_line_through_points_on_one_has_nothing_left() {
        let counts = [(1, 1000), (10, 100), (100, 10)];
        let law = Degrees { counts: counts.into(), ..Degrees::default() }.power_law().unwrap();
        assert!((law.slope + 1.0).abs() < 1e-9 && law.off < 1e-9);
        assert_eq!(Degrees::of(&[0, 1, 1, 2], &alone(4)).power_law(), None);
        assert_eq!(Degrees::of(&[0, 1, 3], &alone(3)).mean(), Some(2.0));
        assert_eq!(Degrees::of(&[0, 1, 3], &alone(3)).share_from(2), Some(0.5));
    }
}
