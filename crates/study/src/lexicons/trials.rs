//! The trials of a setting: how well its distances tell duplicates, for each draw of lexicons.

use std::format;

use serde::{Deserialize, Serialize};

use super::super::clusters::FEWEST;
use super::super::intervals::{Interval, SplitMix, TrialSummary, percentile_interval, summarize};
use super::fingerprints::cut;
use super::{LexiconsDesign, LexiconsOptions, rule_name};
use crate::eval::{
    Evaluation, EvaluationOptions, Figures, Half, Judgements, Point, Scale, SourceCounts, Truth, best,
    judge_pairs, judge_queries, sweep,
};
use twinprint::simhash::{Bits, Rule, Signature};
use twinprint_native::sketches::Sketches;

/// Everything that a simhash and its comparison are determined by, but for its lexicons' draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The number of its kind of terms.
    pub terms: usize,
    /// Words in a shingle.
    pub w: usize,
    /// The share of terms that each random lexicon leaves out, in thousandths.
    pub leave_out: u32,
    /// The bits of a fingerprint.
    pub bits: Bits,
    /// The number of lexicons, the whole vocabulary among them.
    pub lexicons: usize,
    /// Whether any of the distances counts, or their sum.
    pub rule: Rule,
}

impl Setting {
    /// The bits of all its fingerprints.
    pub fn size(&self) -> u32 {
        self.bits.count() * self.lexicons as u32
    }

    /// What the setting differs in, in words.
    pub(super) fn name(&self) -> String {
        let bits = self.bits.count();
        match self.lexicons {
            1 => format!("{bits} bits, w = {}", self.w),
            lexicons => format!("{bits} bits, w = {}, L = {lexicons}, {}", self.w, rule_name(self.rule)),
        }
    }
}

/// A setting with what came out.
#[derive(Debug, Clone)]
pub struct SettingTrials {
    /// The setting.
    pub setting: Setting,
    /// What came out of each draw.
    pub draws: Vec<LexiconTrial>,
    /// Samples of the bootstrap, and what they are drawn by.
    pub rounds: (usize, u64),
}

/// What comes out at a distance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ThresholdFigures {
    /// The distance; a pair at it matches.
    pub threshold: f64,
    /// Precision, recall and F.
    pub figures: Figures,
}

impl From<Point> for ThresholdFigures {
    fn from(point: Point) -> Self {
        ThresholdFigures { threshold: point.threshold, figures: point.figures }
    }
}

/// What came out of one draw of lexicons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LexiconTrial {
    /// All thresholds with all labels in sight, from the strictest; empty for sums, whose thresholds are many.
    pub curve: Vec<ThresholdFigures>,
    /// The best of all thresholds.
    pub best: Option<ThresholdFigures>,
    /// The best F on each half, at the threshold that is best there: what a choice goes by.
    pub chosen_by: [Option<f64>; 2],
    /// F on each half at the threshold that the other half chose.
    pub tested: [Option<f64>; 2],
    /// What was counted when tested, on each half, by source: what intervals are drawn from.
    pub by_source: Option<[SourceCounts; 2]>,
}

/// Sources that are kept apart of a trial at most; more are joined.
const MOST_SOURCES: usize = 100;

impl SettingTrials {
    pub(super) fn new(
        design: &LexiconsDesign,
        sketches: &Sketches,
        truth: &Truth,
        options: &LexiconsOptions,
        setting: &Setting,
    ) -> Self {
        let drawn = |column: usize| {
            let judgements = judgements(sketches, truth, options, setting, column);
            let evaluation = Evaluation::new("", &judgements, &judging(options, 0));
            let on = |half: Half| best(&sweep(&judgements, &[half])).and_then(|best| best.figures.f1);
            let best = best(&evaluation.curve).map(ThresholdFigures::from);
            let kept = if setting.rule == Rule::Any { evaluation.curve } else { Vec::new() };
            let curve = kept.into_iter().map(ThresholdFigures::from).collect();
            let by_source = evaluation
                .tuned
                .as_ref()
                .map(|tuned| tuned.by_source(&judgements).map(|half| half.joined(MOST_SOURCES)));
            let tested = evaluation.tuned.map(|tuned| tuned.tests.map(|test| test.figures.f1));
            let tested = tested.unwrap_or_default();
            LexiconTrial { curve, best, chosen_by: Half::BOTH.map(on), tested, by_source }
        };
        let draws = design.columns(setting).into_iter().map(drawn).collect();
        SettingTrials { setting: *setting, draws, rounds: (options.rounds, options.seed) }
    }

    /// F at thresholds chosen on one half and tested on the other, the mean of both ways and of all draws. The interval is by sources,
    /// the same drawn again for each draw of lexicons; none of fewer than ten.
    pub fn tuned(&self) -> Option<TrialSummary> {
        let both = |drawn: &LexiconTrial| Some((drawn.tested[0]? + drawn.tested[1]?) / 2.0);
        let all = shares(self.draws.iter().filter_map(both))?;
        let (rounds, seed) = self.rounds;
        let drawn = || percentile_interval(rounds, seed, |random| self.resampled(random));
        Some(TrialSummary { interval: self.has_sources().then(drawn).flatten(), ..all })
    }

    /// How much greater F tested is than that of another setting, on the same sources, with its interval.
    pub fn gain_over(&self, other: &SettingTrials) -> Option<(f64, Option<Interval>)> {
        let gain = self.tuned()?.mean - other.tuned()?.mean;
        let (rounds, seed) = self.rounds;
        let drawn = || {
            percentile_interval(rounds, seed, |random| {
                let mut same = random.clone();
                Some(self.resampled(random)? - other.resampled(&mut same)?)
            })
        };
        Some((gain, (self.has_sources() && other.has_sources()).then(drawn).flatten()))
    }

    fn has_sources(&self) -> bool {
        let enough = |half: &SourceCounts| half.sources.len() >= FEWEST;
        self.draws
            .iter()
            .all(|drawn| drawn.by_source.as_ref().is_some_and(|halves| halves.iter().all(enough)))
    }

    /// F tested of one sample of the sources.
    fn resampled(&self, random: &mut SplitMix) -> Option<f64> {
        let before = random.clone();
        let mut sum = 0.0;
        for drawn in &self.draws {
            for half in drawn.by_source.as_ref()? {
                *random = before.clone();
                sum += half.resampled(random).f1?;
            }
        }
        Some(sum / (2 * self.draws.len()) as f64)
    }

    /// F on a half at the thresholds that the other half chose: of each draw, summed up.
    pub fn tested(&self, half: Half) -> Option<TrialSummary> {
        shares(self.draws.iter().filter_map(|drawn| drawn.tested[half as usize]))
    }

    /// The mean over the draws of the best F on a half.
    pub fn chosen_by(&self, half: Half) -> Option<f64> {
        shares(self.draws.iter().filter_map(|drawn| drawn.chosen_by[half as usize])).map(|all| all.mean)
    }

    /// The mean of a figure over the draws at each distance up to `last`, with its interval; distances at which no draw has
    /// the figure are left out.
    pub(super) fn by_distance(&self, last: u32, of: fn(&Figures) -> Option<f64>) -> Vec<(u32, TrialSummary)> {
        let at = |k: u32| Some((k, shares(self.draws.iter().filter_map(|drawn| of(&drawn.at(k))))?));
        (0..=last).filter_map(at).collect()
    }

    /// The highest mean F over the draws at one distance for all, and that distance: the best F of the paper's Table 1.
    pub(super) fn best(&self) -> Option<(u32, TrialSummary)> {
        let last = self.setting.bits.count() - 1;
        let mut best: Option<(u32, TrialSummary)> = None;
        for (k, f) in self.by_distance(last, |figures| figures.f1) {
            if best.is_none_or(|(_, best)| f.mean > best.mean) {
                best = Some((k, f));
            }
        }
        best
    }
}

impl LexiconTrial {
    /// The figures at a distance: those of the last threshold up to it that any pair has.
    fn at(&self, k: u32) -> Figures {
        let nothing = Figures { precision: None, recall: Some(0.0), f1: Some(0.0) };
        let points = self.curve.iter().take_while(|point| point.threshold <= f64::from(k));
        points.last().map_or(nothing, |point| point.figures)
    }
}

/// Trials of what is from 0 to 1, and so is the interval of its mean.
fn shares(values: impl Iterator<Item = f64>) -> Option<TrialSummary> {
    let all = summarize(&values.collect::<Vec<_>>())?;
    let within = |range: Interval| Interval { low: range.low.max(0.0), high: range.high.min(1.0) };
    Some(TrialSummary { interval: all.interval.map(within), ..all })
}

/// The signatures of a setting, scored.
pub(super) fn judgements(
    sketches: &Sketches,
    truth: &Truth,
    options: &LexiconsOptions,
    setting: &Setting,
    column: usize,
) -> Judgements {
    let signatures: Vec<Option<Signature>> = sketches.by_method[column]
        .iter()
        .map(|sketch| sketch.as_ref().and_then(|sketch| cut(sketch, setting.bits, setting.lexicons)))
        .collect();
    let score = |a: &Signature, b: &Signature| {
        Some(a.distance(b, setting.rule)).filter(|&distance| distance < u32::MAX).map(f64::from)
    };
    match options.queries {
        true => judge_queries(&signatures, truth, Scale::Distance, score),
        false => judge_pairs(&signatures, truth, Scale::Distance, score),
    }
}

pub(super) fn judging(options: &LexiconsOptions, rounds: usize) -> EvaluationOptions {
    EvaluationOptions { rounds, seed: options.seed, by: Vec::new(), threshold: None }
}
