//! Passages found, judged by those that are there: all together, and by kind of pair.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{PairPassages, PassageFigures, PassageList, PassageSums};
use crate::eval::{FEWEST, Interval, percentile_interval};

/// The kind of pairs that the truth does not name, in which something was found.
pub const NOT_NAMED: &str = "not in the truth";

/// How intervals are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// Samples of the bootstrap; 0 for no intervals.
    pub rounds: usize,
    /// The seed of their random numbers.
    pub seed: u64,
}

impl Default for Sampling {
    /// A thousand samples.
    fn default() -> Self {
        Sampling { rounds: 1000, seed: 1 }
    }
}

/// How well passages were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PassageEvaluation {
    /// What found them.
    pub detections: String,
    /// All pairs.
    pub all: KindOutcome,
    /// The pairs of each kind, in the order of their names; none where no pair has a kind.
    pub kinds: Vec<KindOutcome>,
}

/// How well the passages of pairs of one kind were found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindOutcome {
    /// The kind; empty for pairs without one, and for all.
    pub kind: String,
    /// How many pairs there are.
    pub pairs: u64,
    /// How many first documents they have, by which intervals are drawn; fewer than ten have none.
    pub documents: usize,
    /// How many passages there are.
    pub cases: u64,
    /// How many passages were found.
    pub found: u64,
    /// How many pairs have a passage that was found.
    pub pairs_with_found: u64,
    /// The measure.
    pub figures: PassageFigures,
    /// The interval of plagdet.
    pub plagdet_interval: Option<Interval>,
    /// The interval of the precision.
    pub precision_interval: Option<Interval>,
    /// The interval of the recall.
    pub recall_interval: Option<Interval>,
    /// The interval of the granularity.
    pub granularity_interval: Option<Interval>,
}

/// A pair, judged.
struct Judged<'a> {
    /// The first document.
    a: &'a str,
    kind: &'a str,
    sums: PassageSums,
}

impl PassageEvaluation {
    /// Judges what was found, which has a name, by the truth. Pairs of what was found are those of the truth in either order; others have no
    /// cases, and are of a kind of their own ([`NOT_NAMED`]) if anything was found in them.
    pub fn new(
        detections: &str,
        truth: &PassageList,
        found: &PassageList,
        sampling: &Sampling,
    ) -> PassageEvaluation {
        let judged = judged(truth, found);
        let mut by_kind: BTreeMap<&str, Vec<&Judged<'_>>> = BTreeMap::new();
        judged.iter().for_each(|pair| by_kind.entry(pair.kind).or_default().push(pair));
        let any_kind = by_kind.keys().any(|kind| !kind.is_empty());
        let kinds = by_kind.iter().filter(|_| any_kind);
        PassageEvaluation {
            detections: detections.into(),
            all: KindOutcome::new("", &judged.iter().collect::<Vec<_>>(), sampling),
            kinds: kinds.map(|(kind, pairs)| KindOutcome::new(kind, pairs, sampling)).collect(),
        }
    }
}

impl KindOutcome {
    fn new(kind: &str, pairs: &[&Judged<'_>], sampling: &Sampling) -> KindOutcome {
        let mut by_document: BTreeMap<&str, PassageSums> = BTreeMap::new();
        for pair in pairs {
            let sums = by_document.entry(pair.a).or_default();
            *sums = sums.and(pair.sums);
        }
        let documents: Vec<PassageSums> = by_document.into_values().collect();
        let whole = sum(documents.iter().copied());
        let interval = |figure: fn(&PassageFigures) -> Option<f64>| interval(&documents, sampling, figure);
        KindOutcome {
            kind: kind.into(),
            pairs: pairs.len() as u64,
            documents: documents.len(),
            cases: whole.cases,
            found: whole.found,
            pairs_with_found: pairs.iter().filter(|pair| pair.sums.found > 0).count() as u64,
            figures: whole.figures(),
            plagdet_interval: interval(|figures| figures.plagdet),
            precision_interval: interval(|figures| figures.precision),
            recall_interval: interval(|figures| figures.recall),
            granularity_interval: interval(|figures| figures.granularity),
        }
    }
}

/// Every pair of the truth, and then those without that have something found.
fn judged<'a>(truth: &'a PassageList, found: &'a PassageList) -> Vec<Judged<'a>> {
    let mut left: BTreeMap<(&str, &str), &PairPassages> =
        found.pairs.iter().map(|pair| ((&*pair.a, &*pair.b), pair)).collect();
    let mut judged = Vec::new();
    for PairPassages { a, b, kind, passages, .. } in &truth.pairs {
        let same = left.remove(&(a, b)).map(|pair| pair.passages.clone()).unwrap_or_default();
        let turned =
            left.remove(&(b, a)).map(|pair| pair.passages.iter().map(|passage| passage.turned()).collect());
        let found = [same, turned.unwrap_or_default()].concat();
        judged.push(Judged { a, kind, sums: PassageSums::of(passages, &found) });
    }
    let others = left.into_values().filter(|pair| !pair.passages.is_empty());
    let sums = |pair: &PairPassages| PassageSums::of(&[], &pair.passages);
    judged.extend(others.map(|pair| Judged { a: &pair.a, kind: NOT_NAMED, sums: sums(pair) }));
    judged
}

/// The interval of a figure, of samples of documents; none of fewer than [`FEWEST`].
fn interval(
    documents: &[PassageSums],
    sampling: &Sampling,
    figure: fn(&PassageFigures) -> Option<f64>,
) -> Option<Interval> {
    if documents.len() < FEWEST {
        return None;
    }
    let count = documents.len();
    percentile_interval(sampling.rounds, sampling.seed, |random| {
        let drawn = (0..count).map(|_| documents[(random.unit() * count as f64) as usize]);
        figure(&sum(drawn).figures())
    })
}

fn sum(parts: impl Iterator<Item = PassageSums>) -> PassageSums {
    parts.fold(PassageSums::default(), PassageSums::and)
}
