//! Every pair scored, and what its label says beside it.
//!
//! Labelled pairs are kept one by one. The others, fifty million of ten thousand documents, are counted by level, of
//! which there are at most ten thousand for a fraction and a few dozen for a distance of fingerprints.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rayon::prelude::*;

use super::split::{self, Half};
use super::truth::{Listed, PairTruth, Truth};
use super::{Counts, Figures, Scale, SourceCounts};

/// A pair that is known by its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelledPair {
    /// The number of the query it was found for; 0 where all pairs are scored.
    pub query: u32,
    /// The place of one document, the query where there are queries.
    pub a: u32,
    /// The place of the other document.
    pub b: u32,
    /// The level of its score; none if it matches at no threshold.
    pub level: Option<i32>,
    /// Whether it is a duplicate.
    pub positive: bool,
    /// The half it falls into.
    pub half: Half,
    pub(super) kind: u32,
}

/// The scores of all pairs that count, with what they are.
#[derive(Debug, Clone)]
pub struct Judgements {
    /// What the scores mean.
    pub scale: Scale,
    /// How many documents there are.
    pub documents: usize,
    /// How many sources were looked up; none where all pairs were scored.
    pub queries: Option<usize>,
    /// The pairs known by their labels.
    pub judged: Vec<LabelledPair>,
    /// Of each of these the source that it is of: its query, or what labels join.
    pub(super) sources: Vec<u32>,
    pub(super) kinds: Vec<String>,
    /// Pairs that are no duplicates, without a label: for each query, by half.
    pub(super) others: Vec<[LevelCounts; 2]>,
}

/// Pairs counted by their level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LevelCounts {
    /// By the level without its sign, which is the same for all of a scale.
    by_level: Vec<u64>,
    /// All pairs, with those that match at no threshold.
    pub(super) total: u64,
}

/// Scores every pair of documents, on all cores. `sketches` are the documents' in their order, none for one that
/// cannot be read, which matches nothing; `score` gives none for a pair that matches at no threshold. A count or a fraction of 0 is nothing
/// in common, and no match either.
pub fn judge_pairs<S: Sync>(
    sketches: &[Option<S>],
    truth: &Truth,
    scale: Scale,
    score: impl Fn(&S, &S) -> Option<f64> + Sync,
) -> Judgements {
    let level = |a: usize, b: usize| level(sketches, scale, &score, a, b);
    let row = |mut found: ScoredPairs, a: usize| {
        let mut labelled = truth.row(a).iter().peekable();
        for b in a + 1..truth.documents() {
            let verdict = match labelled.next_if(|listed| listed.other as usize == b) {
                Some(listed) => PairTruth::Listed(*listed),
                None => truth.unlisted(a, b),
            };
            let half = || Half::of(split::of_pair(truth.hashes[a], truth.hashes[b]));
            found.take(ScoredPair { query: 0, a, b }, verdict, half, || level(a, b));
        }
        found
    };
    let rows = (0..truth.documents()).into_par_iter();
    let found = rows.fold(ScoredPairs::default, row).reduce(ScoredPairs::default, ScoredPairs::and);
    Judgements::new(scale, truth, None, found.judged, std::vec![found.others])
}

/// Scores every source against every document but itself: the queries protocol of the fusion paper (section 4), in which
/// each source text is looked up among background and copies.
///
/// What has no label falls into a half by its id, so the background is halved like the copies, and precision on a half
/// is what it is on the whole.
pub fn judge_queries<S: Sync>(
    sketches: &[Option<S>],
    truth: &Truth,
    scale: Scale,
    score: impl Fn(&S, &S) -> Option<f64> + Sync,
) -> Judgements {
    let found: Vec<ScoredPairs> = (truth.queries.par_iter().enumerate())
        .map(|(query, &a)| {
            let a = a as usize;
            let mut found = ScoredPairs::default();
            for b in (0..truth.documents()).filter(|&b| b != a) {
                let pair = ScoredPair { query: query as u32, a, b };
                let half = || Half::of(truth.hashes[b]);
                found.take(pair, truth.verdict(a, b), half, || level(sketches, scale, &score, a, b));
            }
            found
        })
        .collect();
    let (judged, others): (Vec<_>, Vec<_>) =
        found.into_iter().map(|found| (found.judged, found.others)).unzip();
    Judgements::new(scale, truth, Some(truth.queries()), judged.concat(), others)
}

/// The level of a pair. Having nothing in common is a match at no threshold.
#[inline]
fn level<S>(
    sketches: &[Option<S>],
    scale: Scale,
    score: impl Fn(&S, &S) -> Option<f64>,
    a: usize,
    b: usize,
) -> Option<i32> {
    let (a, b) = (sketches.get(a)?.as_ref()?, sketches.get(b)?.as_ref()?);
    let level = scale.level(score(a, b)?);
    (scale == Scale::Distance || level > 0).then_some(level)
}

/// For each pair the least document of all that labels join to it.
fn joined(pairs: &[LabelledPair]) -> Vec<u32> {
    let mut parents: HashMap<u32, u32> = HashMap::new();
    fn root(parents: &mut HashMap<u32, u32>, mut of: u32) -> u32 {
        loop {
            let parent = parents.get(&of).copied().unwrap_or(of);
            if parent == of {
                return of;
            }
            let above = parents.get(&parent).copied().unwrap_or(parent);
            parents.insert(of, above);
            of = above;
        }
    }
    for pair in pairs {
        let (a, b) = (root(&mut parents, pair.a), root(&mut parents, pair.b));
        parents.insert(a.max(b), a.min(b));
    }
    pairs.iter().map(|pair| root(&mut parents, pair.a)).collect()
}

#[derive(Clone, Copy)]
struct ScoredPair {
    query: u32,
    a: usize,
    b: usize,
}

#[derive(Default)]
struct ScoredPairs {
    judged: Vec<LabelledPair>,
    others: [LevelCounts; 2],
}

impl ScoredPairs {
    #[inline]
    fn take(
        &mut self,
        pair: ScoredPair,
        verdict: PairTruth,
        half: impl Fn() -> Half,
        level: impl Fn() -> Option<i32>,
    ) {
        let (positive, kind, half) = match verdict {
            PairTruth::NotCounted => return,
            PairTruth::Negative => return self.others[half() as usize].add(level()),
            PairTruth::Positive => (true, 0, half()),
            PairTruth::Listed(Listed { positive, kind, half, .. }) => (positive, kind, half),
        };
        let ScoredPair { query, a, b } = pair;
        self.judged.push(LabelledPair {
            query,
            a: a as u32,
            b: b as u32,
            level: level(),
            positive,
            half,
            kind,
        });
    }

    fn and(mut self, mut other: ScoredPairs) -> ScoredPairs {
        self.judged.append(&mut other.judged);
        for (tally, other) in self.others.iter_mut().zip(&other.others) {
            tally.merge(other);
        }
        self
    }
}

impl LevelCounts {
    #[inline]
    fn add(&mut self, level: Option<i32>) {
        self.total += 1;
        let Some(level) = level else { return };
        let place = level.unsigned_abs() as usize;
        if self.by_level.len() <= place {
            self.by_level.resize(place + 1, 0);
        }
        self.by_level[place] += 1;
    }

    fn merge(&mut self, other: &LevelCounts) {
        self.total += other.total;
        if self.by_level.len() < other.by_level.len() {
            self.by_level.resize(other.by_level.len(), 0);
        }
        self.by_level.iter_mut().zip(&other.by_level).for_each(|(count, other)| *count += other);
    }

    /// The levels that pairs have, with how many have each.
    pub(super) fn levels(&self, scale: Scale) -> impl Iterator<Item = (i32, u64)> + '_ {
        let sign = if scale == Scale::Distance { -1 } else { 1 };
        let counts = self.by_level.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(move |(place, &count)| (sign * place as i32, count))
    }
}

impl Judgements {
    fn new(
        scale: Scale,
        truth: &Truth,
        queries: Option<usize>,
        mut judged: Vec<LabelledPair>,
        others: Vec<[LevelCounts; 2]>,
    ) -> Judgements {
        // Threads end in any order.
        judged.sort_unstable_by_key(|pair| (pair.query, pair.a, pair.b));
        let (documents, kinds) = (truth.documents(), truth.kinds.clone());
        let sources = match queries {
            Some(_) => judged.iter().map(|pair| pair.query).collect(),
            None => joined(&judged),
        };
        Judgements { scale, documents, queries, judged, sources, kinds, others }
    }

    /// How many sources there are to draw from.
    pub fn sources(&self) -> usize {
        self.queries.unwrap_or_else(|| self.sources.iter().collect::<BTreeSet<_>>().len())
    }

    /// The counts as [`counts`](Judgements::counts) has them, by source.
    pub(super) fn by_source(
        &self,
        levels: [Option<i32>; 2],
        halves: &[Half],
        keep: impl Fn(&LabelledPair) -> bool,
    ) -> SourceCounts {
        if self.queries.is_some() {
            return SourceCounts { sources: self.counts(levels, halves, keep), others: 0, queries: true };
        }
        let mut sources: BTreeMap<u32, Counts> = BTreeMap::new();
        for (pair, source) in self.judged.iter().zip(&self.sources) {
            if halves.contains(&pair.half) && keep(pair) {
                let least = levels[pair.half as usize];
                let matches = pair.level.is_some() && least.is_some() && pair.level >= least;
                sources.entry(*source).or_default().add(pair.positive, matches);
            }
        }
        let others = self.counts(levels, halves, |_| false).iter().map(|counts| counts.false_positives).sum();
        SourceCounts { sources: sources.into_values().collect(), others, queries: false }
    }

    /// The kind that a pair's label names; empty if none does.
    pub fn kind(&self, pair: &LabelledPair) -> &str {
        &self.kinds[pair.kind as usize]
    }

    /// How many pairs are duplicates, and how many are none.
    pub fn sizes(&self) -> (u64, u64) {
        let positive = self.judged.iter().filter(|pair| pair.positive).count() as u64;
        let others: u64 = self.others.iter().flatten().map(|tally| tally.total).sum();
        (positive, self.judged.len() as u64 - positive + others)
    }

    /// The counts of each query, when pairs of each half match from its level on; of these halves, and of those known
    /// pairs that `keep` takes. No level lets nothing match.
    pub(super) fn counts(
        &self,
        levels: [Option<i32>; 2],
        halves: &[Half],
        keep: impl Fn(&LabelledPair) -> bool,
    ) -> Vec<Counts> {
        let matches = |level: Option<i32>, half: Half| {
            level.is_some() && levels[half as usize].is_some_and(|least| level >= Some(least))
        };
        let mut counts = std::vec![Counts::default(); self.others.len()];
        for pair in self.judged.iter().filter(|pair| halves.contains(&pair.half) && keep(pair)) {
            counts[pair.query as usize].add(pair.positive, matches(pair.level, pair.half));
        }
        for (counts, others) in counts.iter_mut().zip(&self.others) {
            for half in halves {
                let found = others[*half as usize].levels(self.scale);
                let matching = found.filter(|(level, _)| matches(Some(*level), *half));
                counts.false_positives += matching.map(|(_, count)| count).sum::<u64>();
            }
        }
        counts
    }

    /// The figures and counts of all queries together.
    pub(super) fn summary(queries: &[Counts]) -> (Counts, Figures) {
        let sum = |count: fn(&Counts) -> u64| queries.iter().map(count).sum();
        let counts = Counts {
            true_positives: sum(|counts| counts.true_positives),
            false_positives: sum(|counts| counts.false_positives),
            false_negatives: sum(|counts| counts.false_negatives),
        };
        (counts, Figures::macro_average(queries))
    }
}
