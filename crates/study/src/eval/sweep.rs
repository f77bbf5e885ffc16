//! Every threshold at once: pairs from the most alike down, one pass.

use serde::Serialize;

use super::{Counts, Figures, Half, Judgements};

/// What comes out at a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The threshold, in the method's own unit; a pair at it matches.
    pub threshold: f64,
    /// The counts of all queries together.
    pub counts: Counts,
    /// Precision, recall and F1: macro averages where there are queries.
    #[serde(flatten)]
    pub figures: Figures,
    /// The threshold as a level: the higher, the stricter.
    #[serde(skip)]
    pub level: i32,
}

/// The whole curve over pairs of the given halves, from the strictest threshold on: a point for every score that
/// any of the pairs has.
pub fn sweep(judgements: &Judgements, halves: &[Half]) -> Vec<Point> {
    let mut queries = judgements.counts([None; 2], halves, |_| true);
    // What each pair adds to its query once it matches: level, query, duplicates, others.
    let mut steps: Vec<(i32, usize, u64, u64)> = Vec::new();
    for pair in judgements.judged.iter().filter(|pair| halves.contains(&pair.half)) {
        if let Some(level) = pair.level {
            steps.push((level, pair.query as usize, pair.positive.into(), (!pair.positive).into()));
        }
    }
    for (query, others) in judgements.others.iter().enumerate() {
        for half in halves {
            let levels = others[*half as usize].levels(judgements.scale);
            steps.extend(levels.map(|(level, count)| (level, query, 0, count)));
        }
    }
    steps.sort_unstable_by_key(|step| core::cmp::Reverse(step.0));
    let curve = steps.chunk_by(|x, y| x.0 == y.0).map(|steps| {
        for &(_, query, duplicates, others) in steps {
            queries[query].true_positives += duplicates;
            queries[query].false_negatives -= duplicates;
            queries[query].false_positives += others;
        }
        let (counts, figures) = Judgements::summary(&queries);
        let level = steps[0].0;
        Point { threshold: judgements.scale.threshold(level), counts, figures, level }
    });
    curve.collect()
}

/// The point of the greatest F1, of equals the strictest; none if no pair has a score.
pub fn best(curve: &[Point]) -> Option<Point> {
    let mut best: Option<Point> = None;
    for point in curve.iter().filter(|point| point.figures.f1.is_some()) {
        if best.is_none_or(|best| point.figures.f1 > best.figures.f1) {
            best = Some(*point);
        }
    }
    best
}

/// The level to test with, chosen on a half: half way between the best point's and the next score that a pair of that
/// half has, because all levels between them do equally well there. Of two in the middle it is the stricter.
pub fn tune(curve: &[Point]) -> Option<i32> {
    let best = best(curve)?;
    let next = curve.iter().map(|point| point.level).find(|&level| level < best.level);
    Some(best.level - (best.level - next.unwrap_or(best.level)) / 2)
}
