//! A method judged: its best threshold, what a threshold chosen on one half gives on the other, and each kind of pair.

use serde::Serialize;
use std::collections::BTreeMap;
use std::format;

use super::bootstrap::{FEWEST, Interval, SourceCounts, percentile_interval};
use super::judge::{Judgements, LabelledPair};
use super::split::Half;
use super::sweep::{Point, best, sweep, tune};
use super::{Counts, Figures, Scale};

/// How a method is judged.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationOptions {
    /// The method's own threshold, if it has one: it is judged at that, too.
    pub threshold: Option<f64>,
    /// How pairs are grouped.
    pub by: Vec<PairGrouping>,
    /// Samples of the bootstrap.
    pub rounds: usize,
    /// The seed of its random numbers.
    pub seed: u64,
}

impl Default for EvaluationOptions {
    /// No threshold, by kind, a thousand samples.
    fn default() -> Self {
        EvaluationOptions { threshold: None, by: vec![PairGrouping::Kind], rounds: 1000, seed: 1 }
    }
}

/// How pairs are grouped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairGrouping {
    /// Their kind as the label has it: "replace:10".
    Kind,
    /// Their kind up to a colon: "replace".
    Operation,
    /// The kind's part after a colon, a rate or a share: "10".
    Rate,
    /// The length of the shorter document in doublings, by the lengths of all documents in their order: "1024-2047".
    Length(Vec<u64>),
}

/// What was found of a method.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// The method's name.
    pub method: String,
    /// What its scores mean.
    pub scale: Scale,
    /// How many documents there are.
    pub documents: usize,
    /// How many sources were looked up; none where all pairs were scored.
    pub queries: Option<usize>,
    /// How many sources intervals are drawn from: queries, or documents that labels join; fewer than ten have none.
    pub sources: usize,
    /// Pairs that are duplicates.
    pub positives: u64,
    /// Pairs that are none.
    pub negatives: u64,
    /// At the method's own threshold.
    pub own: Option<ThresholdOutcome>,
    /// At the best of all thresholds, chosen with all labels in sight; none if no pair has a score.
    pub best: Option<ThresholdOutcome>,
    /// At thresholds chosen on one half and tested on the other; none if no pair of a half has a score.
    pub tuned: Option<Tuned>,
    /// By kind, rate or length, at the method's own threshold, or else at the tuned ones, each pair under the threshold
    /// that was chosen on the half it is not of.
    pub strata: Vec<PairClass>,
    /// All thresholds, from the strictest.
    pub curve: Vec<Point>,
}

/// What comes out at a threshold, and how far chance may have moved it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThresholdOutcome {
    /// The threshold; a pair at it matches.
    pub threshold: f64,
    /// The counts of all queries together.
    pub counts: Counts,
    /// Macro averages where there are queries.
    pub figures: Figures,
    /// The interval of the precision.
    pub precision_interval: Option<Interval>,
    /// The interval of the recall.
    pub recall_interval: Option<Interval>,
    /// The interval of F1.
    pub f1_interval: Option<Interval>,
}

/// What thresholds give that were chosen on one half and tested on the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tuned {
    /// Both ways: tested on the first half, tested on the second. The intervals are of the test, the threshold as it is.
    pub tests: [ThresholdOutcome; 2],
    /// The means of both ways.
    pub mean: Figures,
    /// The interval of the mean F1.
    pub f1_interval: Option<Interval>,
}

/// Pairs of one kind, rate or length.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairClass {
    /// What they are grouped by: "kind", "operation", "rate" or "length".
    pub by: &'static str,
    /// What these have in common.
    pub name: String,
    /// Whether they are duplicates.
    pub positive: bool,
    /// How many they are.
    pub pairs: u64,
    /// How many match.
    pub matched: u64,
    /// The share that matches: the recall of duplicates, the false-positive rate of others.
    pub share: f64,
    /// Its interval.
    pub share_interval: Option<Interval>,
    /// With all pairs that are no duplicates, if these were all duplicates there are; none if these are no duplicates.
    pub figures: Option<Figures>,
}

impl Evaluation {
    /// Judges a method by what was scored.
    pub fn new(method: &str, judgements: &Judgements, options: &EvaluationOptions) -> Evaluation {
        let scale = judgements.scale;
        let curve = sweep(judgements, &Half::BOTH);
        let own = options.threshold.map(|threshold| scale.level(threshold));
        let chosen = Half::BOTH.map(|half| tune(&sweep(judgements, &[half.other()])));
        let at = |level: i32| outcome(judgements, level, &Half::BOTH, options);
        let tuned = match chosen {
            [Some(first), Some(second)] => Some(tuned(judgements, [first, second], options)),
            _ => None,
        };
        let levels = own.map_or(chosen, |level| [Some(level); 2]);
        let (positives, negatives) = judgements.sizes();
        Evaluation {
            method: method.into(),
            scale,
            documents: judgements.documents,
            queries: judgements.queries,
            sources: judgements.sources(),
            positives,
            negatives,
            own: own.map(at),
            best: best(&curve).map(|point| at(point.level)),
            tuned,
            strata: options.by.iter().flat_map(|by| strata(judgements, by, levels, options)).collect(),
            curve,
        }
    }
}

impl Tuned {
    /// What was counted in both tests, by source.
    pub fn by_source(&self, judgements: &Judgements) -> [SourceCounts; 2] {
        Half::BOTH.map(|half| {
            let level = judgements.scale.level(self.tests[half as usize].threshold);
            judgements.by_source([Some(level); 2], &[half], |_| true)
        })
    }
}

impl PairGrouping {
    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            PairGrouping::Kind => "kind",
            PairGrouping::Operation => "operation",
            PairGrouping::Rate => "rate",
            PairGrouping::Length(_) => "length",
        }
    }

    /// What a pair has in common with others; none if nothing can be said of it.
    fn key(&self, judgements: &Judgements, pair: &LabelledPair) -> Option<String> {
        let kind = judgements.kind(pair);
        match self {
            PairGrouping::Kind => Some(kind.into()),
            PairGrouping::Operation => kind.split_once(':').map(|(operation, _)| operation.into()),
            PairGrouping::Rate => kind.split_once(':').map(|(_, rate)| rate.into()),
            PairGrouping::Length(lengths) => {
                let length = |document: u32| lengths.get(document as usize).copied();
                let shorter = length(pair.a)?.min(length(pair.b)?).max(1);
                let from = 1u64 << shorter.ilog2();
                Some(format!("{from}-{}", from + (from - 1)))
            }
        }
        .filter(|key| !key.is_empty())
    }
}

fn outcome(
    judgements: &Judgements,
    level: i32,
    halves: &[Half],
    options: &EvaluationOptions,
) -> ThresholdOutcome {
    let queries = judgements.counts([Some(level); 2], halves, |_| true);
    let (counts, figures) = Judgements::summary(&queries);
    let by_source = judgements.by_source([Some(level); 2], halves, |_| true);
    let interval =
        |figure: fn(&Figures) -> Option<f64>| by_source.interval(options.rounds, options.seed, figure);
    ThresholdOutcome {
        threshold: judgements.scale.threshold(level),
        counts,
        figures,
        precision_interval: interval(|figures| figures.precision),
        recall_interval: interval(|figures| figures.recall),
        f1_interval: interval(|figures| figures.f1),
    }
}

fn tuned(judgements: &Judgements, levels: [i32; 2], options: &EvaluationOptions) -> Tuned {
    let tests = Half::BOTH.map(|half| outcome(judgements, levels[half as usize], &[half], options));
    let mean = |figure: fn(&Figures) -> Option<f64>| {
        Some((figure(&tests[0].figures)? + figure(&tests[1].figures)?) / 2.0)
    };
    let queries =
        Half::BOTH.map(|half| judgements.by_source([Some(levels[half as usize]); 2], &[half], |_| true));
    let enough = queries.iter().all(|half| half.sources.len() >= FEWEST);
    let drawn = || {
        percentile_interval(options.rounds, options.seed, |random| {
            let [first, second] = [&queries[0], &queries[1]].map(|half| half.resampled(random).f1);
            Some((first? + second?) / 2.0)
        })
    };
    let f1_interval = enough.then(drawn).flatten();
    Tuned {
        mean: Figures {
            precision: mean(|figures| figures.precision),
            recall: mean(|figures| figures.recall),
            f1: mean(|figures| figures.f1),
        },
        f1_interval,
        tests,
    }
}

fn strata(
    judgements: &Judgements,
    by: &PairGrouping,
    levels: [Option<i32>; 2],
    options: &EvaluationOptions,
) -> Vec<PairClass> {
    let keys: Vec<Option<String>> = judgements.judged.iter().map(|pair| by.key(judgements, pair)).collect();
    // Pairs and matches; duplicates first, then by operation, numbers by their value.
    let mut strata: BTreeMap<(bool, ClassOrder, &str), BTreeMap<u32, Counts>> = BTreeMap::new();
    for ((pair, source), key) in judgements.judged.iter().zip(&judgements.sources).zip(&keys) {
        let Some(key) = key else { continue };
        let least = levels[pair.half as usize];
        let matches = pair.level.is_some() && least.is_some() && pair.level >= least;
        let sources = strata.entry((!pair.positive, place(key), key)).or_default();
        // Whether it is a duplicate or not: the share is of those that match.
        sources.entry(*source).or_default().add(true, matches);
    }
    type Class<'a> = (&'a (bool, ClassOrder<'a>, &'a str), &'a BTreeMap<u32, Counts>);
    let stratum = |(&(negative, _, name), sources): Class<'_>| {
        let sources: Vec<Counts> = sources.values().copied().collect();
        let counts = sources.iter().copied().fold(Counts::default(), Counts::and);
        let (matched, pairs) = (counts.true_positives, counts.true_positives + counts.false_negatives);
        let by_source = SourceCounts { sources, ..SourceCounts::default() };
        let figures = (!negative).then(|| {
            let keep =
                |pair: &LabelledPair| !pair.positive || by.key(judgements, pair).as_deref() == Some(name);
            Judgements::summary(&judgements.counts(levels, &Half::BOTH, keep)).1
        });
        PairClass {
            by: by.name(),
            name: name.into(),
            positive: !negative,
            pairs,
            matched,
            share: matched as f64 / pairs as f64,
            share_interval: by_source.interval(options.rounds, options.seed, |figures| figures.recall),
            figures,
        }
    };
    strata.iter().map(stratum).collect()
}

/// What comes before a colon, and the first number after it.
type ClassOrder<'a> = (&'a str, u64);

/// Where a name stands among others: "edit:5" before "edit:10", and either before "overlap:1".
fn place(name: &str) -> ClassOrder<'_> {
    let (operation, rate) = name.split_once(':').unwrap_or(("", name));
    let digits = rate.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (operation, digits[..end].parse().unwrap_or(0))
}
