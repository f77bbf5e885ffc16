//! How far chance in the choice of sites may have moved a figure of pairs: bootstrap by cluster.
//!
//! Pages of one site, package or source are no independent draws: a program that made one pair of them made a thousand like it. So
//! sites are drawn again, not pairs: as many as there are, with replacement, a thousand times. A pair within a site comes as often
//! as its site does, one between two sites as often as both together (the pigeonhole bootstrap, Owen 2007). With fewer than
//! [`FEWEST`] sites there is too little to draw from: then there is a value and no interval.

use std::collections::{BTreeMap, BTreeSet};
use std::format;

use serde::{Deserialize, Serialize};

pub use super::eval::FEWEST;
use super::eval::SplitMix;
use super::intervals::{Interval, percentile_interval, wilson_of};
use twinprint_native::display::counted;
use twinprint_native::scan::{Gathered, Row};

/// Samples of the bootstrap, and what all of them together may look at: of very many pairs of sites there are fewer samples.
const ROUNDS: usize = 1000;
const FEWEST_ROUNDS: usize = 200;
const MOST_CELLS: usize = 20_000_000;

/// A share, or another ratio, of pairs, with how far chance may have moved it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The ratio; of a share from 0 to 1.
    pub share: f64,
    /// 95 %; none of fewer than [`FEWEST`] clusters.
    pub interval: Option<Interval>,
    /// How many clusters the pairs are of.
    pub clusters: u32,
}

impl Estimate {
    /// "78.0 % (73.1 to 82.2, 34 sites)", or without an interval "78.0 % (3 sites)".
    pub(crate) fn percent(self) -> String {
        let sites = counted(self.clusters.into(), "site");
        match self.interval {
            Some(Interval { low, high }) => {
                format!("{:.1} % ({:.1} to {:.1}, {sites})", self.share * 100.0, low * 100.0, high * 100.0)
            }
            None => format!("{:.1} % ({sites})", self.share * 100.0),
        }
    }
}

/// The cluster of each document: its site, or where that is not known the file that it was read from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentClusters(Vec<u32>);

impl DocumentClusters {
    /// Of the documents of a corpus.
    pub fn of(gathered: &Gathered) -> DocumentClusters {
        let mut numbers = BTreeMap::new();
        let cluster = |(site, row): (&u32, &Row)| {
            let named = if *site > 0 { (0, *site) } else { (1, row.file) };
            let next = numbers.len() as u32;
            *numbers.entry(named).or_insert(next)
        };
        DocumentClusters(gathered.sites.iter().zip(gathered.catalogue.rows()).map(cluster).collect())
    }

    /// Named one by one.
    pub fn new(of: Vec<u32>) -> DocumentClusters {
        DocumentClusters(of)
    }

    /// That of a document; documents beyond the last are one cluster.
    pub fn get(&self, document: u32) -> u32 {
        self.0.get(document as usize).copied().unwrap_or(u32::MAX)
    }

    /// Those of two documents, the lesser first.
    pub fn pair(&self, a: u32, b: u32) -> (u32, u32) {
        let (a, b) = (self.get(a), self.get(b));
        (a.min(b), a.max(b))
    }

    /// How many different ones there are.
    pub fn count(&self) -> usize {
        self.0.iter().collect::<BTreeSet<_>>().len()
    }
}

/// A part and a whole, by the clusters of the two documents of the pairs that they are made of.
///
/// ```
/// use twinprint_study::clusters::PairRatio;
/// let mut precision = PairRatio::default();
/// for site in 0..12 {
///     // Ten pairs of each site, of which those of every third are wrong; and a pair between two sites.
///     precision.add((site, site), if site % 3 > 0 { 10.0 } else { 0.0 }, 10.0);
/// }
/// precision.add((0, 1), 1.0, 1.0);
/// let estimate = precision.estimate().expect("there are pairs");
/// assert!((estimate.share - 81.0 / 121.0).abs() < 1e-12 && estimate.clusters == 12);
/// let interval = estimate.interval.expect("of twelve sites");
/// assert!(interval.low < 0.5 && interval.high > 0.8, "sites are few, however many pairs they have");
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PairRatio {
    /// By the lesser and the greater cluster: the part, and the whole.
    #[serde(with = "as_list")]
    cells: BTreeMap<(u32, u32), [f64; 2]>,
}

impl PairRatio {
    /// Adds pairs of two clusters, or of one: what of them is part, and what of the whole.
    pub fn add(&mut self, (a, b): (u32, u32), part: f64, whole: f64) {
        let cell = self.cells.entry((a.min(b), a.max(b))).or_default();
        cell[0] += part;
        cell[1] += whole;
    }

    /// Adds all of another.
    pub fn and(mut self, other: &PairRatio) -> PairRatio {
        other.cells.iter().for_each(|(&clusters, &[part, whole])| self.add(clusters, part, whole));
        self
    }

    /// The same part, of another whole.
    #[must_use]
    pub fn of(&self, whole: &PairRatio) -> PairRatio {
        let mut ratio = PairRatio::default();
        self.cells.iter().for_each(|(&clusters, cell)| ratio.add(clusters, cell[0], 0.0));
        whole.cells.iter().for_each(|(&clusters, cell)| ratio.add(clusters, 0.0, cell[0]));
        ratio
    }

    /// The parts of all.
    pub fn part(&self) -> f64 {
        self.cells.values().map(|cell| cell[0]).sum()
    }

    /// The wholes of all.
    pub fn whole(&self) -> f64 {
        self.cells.values().map(|cell| cell[1]).sum()
    }

    /// The clusters of the pairs.
    fn clusters(&self) -> Vec<u32> {
        let some = self.cells.iter().filter(|(_, cell)| **cell != [0.0, 0.0]);
        let mut clusters: Vec<u32> = some.flat_map(|(&(a, b), _)| [a, b]).collect();
        clusters.sort_unstable();
        clusters.dedup();
        clusters
    }

    /// The ratio, with its interval; none of no whole.
    pub fn estimate(&self) -> Option<Estimate> {
        let (part, whole) = (self.part(), self.whole());
        if whole <= 0.0 {
            return None;
        }
        let (share, clusters) = (part / whole, self.clusters());
        let interval = (clusters.len() >= FEWEST).then(|| self.interval(share, &clusters)).flatten();
        Some(Estimate { share, interval, clusters: clusters.len() as u32 })
    }

    fn interval(&self, share: f64, clusters: &[u32]) -> Option<Interval> {
        let cells = self.placed(clusters);
        // Where no site differs from another, drawing again shows nothing: then as many sites are counted as would weigh alike (Kish).
        if cells.iter().all(|&(.., part, whole)| (part - share * whole).abs() <= 1e-9 * whole.abs()) {
            let mut weights = vec![0.0; clusters.len()];
            cells.iter().for_each(|&(a, b, _, whole)| {
                weights[a] += whole / 2.0;
                weights[b] += whole / 2.0;
            });
            let (sum, squares) =
                weights.iter().fold((0.0, 0.0), |(sum, squares), of| (sum + of, squares + of * of));
            return (0.0..=1.0).contains(&share).then(|| wilson_of(share, sum * sum / squares));
        }
        let mut times = vec![0u32; clusters.len()];
        percentile_interval(rounds(cells.len()), 1, |random| {
            draw(&mut times, random);
            drawn(&cells, &times)
        })
    }

    /// How much greater the ratio is than another, the same clusters drawn for both: what a claim of a gain is tried by. None where
    /// there is nothing to divide by, and no interval where either is of fewer than [`FEWEST`] clusters.
    ///
    /// ```
    /// use twinprint_study::clusters::PairRatio;
    /// // Sites differ much, and each gains a tenth.
    /// let (mut before, mut after) = (PairRatio::default(), PairRatio::default());
    /// for site in 0..20 {
    ///     before.add((site, site), f64::from(site % 9), 10.0);
    ///     after.add((site, site), f64::from(site % 9 + 1), 10.0);
    /// }
    /// let gain = after.gain_over(&before).and_then(|gain| gain.interval).expect("of twenty sites");
    /// assert!(gain.low > 0.09 && gain.high < 0.11);
    /// let apart = before.estimate().and_then(|of| of.interval).expect("of twenty sites");
    /// assert!(apart.high - apart.low > 0.2, "levels alone would not tell");
    /// ```
    pub fn gain_over(&self, other: &PairRatio) -> Option<Estimate> {
        let gain = self.estimate()?.share - other.estimate()?.share;
        let enough = self.clusters().len() >= FEWEST && other.clusters().len() >= FEWEST;
        let mut clusters = [self.clusters(), other.clusters()].concat();
        clusters.sort_unstable();
        clusters.dedup();
        let (own, others) = (self.placed(&clusters), other.placed(&clusters));
        let mut times = vec![0u32; clusters.len()];
        let gained = |random: &mut SplitMix| {
            draw(&mut times, random);
            Some(drawn(&own, &times)? - drawn(&others, &times)?)
        };
        let interval = match enough {
            true => percentile_interval(rounds(own.len() + others.len()), 1, gained),
            false => None,
        };
        Some(Estimate { share: gain, interval, clusters: clusters.len() as u32 })
    }

    /// Its cells, with the places of their clusters among some.
    fn placed(&self, clusters: &[u32]) -> Vec<Placed> {
        let place = |cluster: u32| clusters.binary_search(&cluster).ok();
        let cell =
            |(&(a, b), &[part, whole]): (&(u32, u32), &[f64; 2])| Some((place(a)?, place(b)?, part, whole));
        self.cells.iter().filter_map(cell).collect()
    }
}

/// The places of two clusters, a part and a whole.
type Placed = (usize, usize, f64, f64);

/// How many samples are drawn of `cells` cells.
fn rounds(cells: usize) -> usize {
    (MOST_CELLS / cells.max(1)).clamp(FEWEST_ROUNDS, ROUNDS)
}

/// How often each cluster comes in a sample.
fn draw(times: &mut [u32], random: &mut SplitMix) {
    times.fill(0);
    for _ in 0..times.len() {
        times[(random.unit() * times.len() as f64) as usize] += 1;
    }
}

/// The ratio of a sample; none of no whole.
fn drawn(cells: &[Placed], times: &[u32]) -> Option<f64> {
    let (mut part, mut whole) = (0.0, 0.0);
    for &(a, b, of_part, of_whole) in cells {
        let times = f64::from(if a == b { times[a] } else { times[a] * times[b] });
        part += times * of_part;
        whole += times * of_whole;
    }
    (whole > 0.0).then(|| part / whole)
}

/// A map with pairs for keys, which JSON has no form for.
mod as_list {
    use super::*;
    use serde::{Deserializer, Serializer};

    type Cells = BTreeMap<(u32, u32), [f64; 2]>;

    pub(super) fn serialize<S: Serializer>(cells: &Cells, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(cells.iter().map(|(&(a, b), &[part, whole])| (a, b, part, whole)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cells, D::Error> {
        let list = Vec::<(u32, u32, f64, f64)>::deserialize(from)?;
        Ok(list.into_iter().map(|(a, b, part, whole)| ((a, b), [part, whole])).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sites of a hundred pairs each, near-duplicates all or none of them, as a coin falls.
    fn sites(random: &mut SplitMix, count: u32) -> PairRatio {
        let mut ratio = PairRatio::default();
        for site in 0..count {
            let part = if random.unit() < 0.5 { 100.0 } else { 0.0 };
            ratio.add((site, site), part, 100.0);
        }
        ratio
    }

    #[test]
    fn an_interval_by_sites_holds_the_truth_where_one_by_pairs_does_not() {
        let mut random = SplitMix(5);
        let (mut by_sites, mut by_pairs) = (0, 0);
        for _ in 0..200 {
            let ratio = sites(&mut random, 40);
            let holds = |interval: Interval| u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
            by_sites += holds(ratio.estimate().unwrap().interval.unwrap());
            by_pairs += holds(wilson_of(ratio.part() / ratio.whole(), ratio.whole()));
        }
        // 95 % of 200 are 190, with a standard deviation of three.
        assert!((178..=200).contains(&by_sites) && by_pairs < 60, "{by_sites} and {by_pairs} of 200");
    }

    #[test]
    fn few_sites_have_a_value_and_no_interval() {
        let estimate = |count| sites(&mut SplitMix(1), count).estimate().unwrap();
        assert_eq!((estimate(9).interval, estimate(9).clusters), (None, 9));
        assert!(estimate(10).interval.is_some());
        assert_eq!(PairRatio::default().estimate(), None);
        // Sites that no pair of the whole is of are none of them.
        let mut ratio = sites(&mut SplitMix(1), 9);
        ratio.add((20, 21), 0.0, 0.0);
        assert_eq!(ratio.estimate().unwrap().clusters, 9);
    }

    #[test]
    fn all_alike_is_not_certain() {
        let mut ratio = PairRatio::default();
        (0..20).for_each(|site| ratio.add((site, site), 50.0, 50.0));
        let interval = ratio.estimate().unwrap().interval.unwrap();
        assert_eq!(interval, wilson_of(1.0, 20.0));
        // A site that has nearly all pairs leaves hardly one to count.
        ratio.add((0, 0), 1e6, 1e6);
        assert!(ratio.estimate().unwrap().interval.unwrap().low < 0.3);
    }

    #[test]
    fn a_ratio_of_other_pairs_counts_those_of_other_sites_too() {
        // Two of each site of one kind, and three of the other, half of which are of other sites.
        let (mut one, mut other) = (PairRatio::default(), PairRatio::default());
        for site in 0..40 {
            one.add((site, site), f64::from(1 + site % 3), 0.0);
            other.add((site + 20, site + 20), 3.0, 0.0);
        }
        let estimate = one.of(&other).estimate().unwrap();
        assert_eq!((estimate.share, estimate.clusters), (79.0 / 120.0, 60));
        let interval = estimate.interval.unwrap();
        assert!(interval.low < estimate.share && estimate.share < interval.high, "{estimate:?}");
    }

    #[test]
    fn pairs_between_sites_come_as_often_as_both() {
        let mut ratio = PairRatio::default();
        for site in 0..30 {
            ratio.add((site, site), 1.0, 2.0);
            ratio.add((site, (site + 1) % 30), f64::from(site % 2), 1.0);
        }
        let estimate = ratio.estimate().unwrap();
        let interval = estimate.interval.unwrap();
        assert!(interval.low < estimate.share && estimate.share < interval.high);
        let json = serde_json::to_string(&ratio).unwrap();
        assert_eq!(serde_json::from_str::<PairRatio>(&json).unwrap(), ratio);
    }
}
