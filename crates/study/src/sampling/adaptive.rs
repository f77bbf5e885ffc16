//! The coarsest samples that are precise enough, by how long documents are (Ye, Wen and Ma 2008, section 6), chosen on a part of
//! a corpus.
//!
//! Some documents are drawn, and all trials run on them at every ratio, in groups finer than will be needed. Divisors never
//! fall as documents grow, so a pair is compared by the ratio of its longer document, whatever was chosen for the other: each group
//! has its own precision, over the pairs whose longer document is in it, and the coarsest ratio at which it is high enough can be
//! chosen for each by itself. Chance is allowed for: it is the lower end of the interval that must be high enough. The
//! interval is by the jackknife: the sites of the drawn documents are dealt out to ten parts, and the trials run again without each. Groups with
//! few pairs are joined to the next longer ones before; neighbours with one ratio after.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::bins::hundredths;
use super::drawn::{DrawnDocuments, TrialTally, fine_groups};
use super::jackknife::{PARTS, Parts, jackknife};
use crate::intervals::Interval;
use twinprint::hash;
use twinprint_native::Error;
use twinprint_native::overlap::{self, Workspace};
use twinprint_native::scan::{Gathered, SamplingPlan, SamplingStep};

/// What a plan must reach, and how it is sought.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanTarget {
    /// The share of the pairs found that must be right.
    pub precision: f64,
    /// The resemblance from which on documents are alike, in hundredths from 50 to 99.
    pub threshold: u32,
    /// The ratios to choose from, rising: each a multiple of the one before.
    pub divisors: Vec<u32>,
    /// The share of the documents that are drawn.
    pub share: f64,
    /// What they are drawn by.
    pub seed: u64,
}

impl PlanTarget {
    /// The [bin](super::bin) of the threshold.
    pub fn bin(&self) -> usize {
        (self.threshold - hundredths(0)) as usize
    }
}

/// A threshold as a plan has it, in hundredths from 50 to 99: none of what lies between two of them, or outside.
///
/// ```
/// use twinprint_study::sampling::adaptive::whole_hundredths;
/// assert_eq!((whole_hundredths(0.85), whole_hundredths(0.855), whole_hundredths(0.49)), (Some(85), None, None));
/// ```
pub fn whole_hundredths(share: f64) -> Option<u32> {
    let hundredths = 100.0 * share;
    let whole = (hundredths - hundredths.round()).abs() < 1e-6 && (50.0..=99.0).contains(&hundredths.round());
    whole.then(|| hundredths.round() as u32)
}

/// The ratios that a plan is made of by default.
pub const DIVISORS: [u32; 6] = [2, 4, 8, 16, 32, 64];

/// The share of a number of documents that is drawn by default: a tenth, or what makes 30,000 of them, at most all.
pub fn share(documents: usize) -> f64 {
    (LEAST / documents.max(1) as f64).clamp(SHARE, 1.0)
}

const SHARE: f64 = 0.1;
const LEAST: f64 = 30_000.0;

/// A plan, and what it was chosen by.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenPlan {
    /// The plan.
    pub plan: SamplingPlan,
    /// The groups that were looked at, by their first words.
    pub groups: Vec<LengthGroup>,
    /// How many documents were drawn.
    pub drawn: u64,
    /// The share of all shingles that the plan takes.
    pub share: f64,
    /// The coarsest single ratio with which all pairs together are precise enough, and that with which they are in every group; 1 where
    /// none is.
    pub single: [u32; 2],
    /// How many sites the documents are of; whether that is enough for intervals.
    pub sites: (usize, bool),
    /// What samples of the documents drawn come to, by ratio, length and threshold.
    pub sampled: Vec<SampledFigures>,
}

/// What the samples of a ratio come to: all pairs over all remainders, with intervals by sites.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledFigures {
    /// The sample has one shingle in this many.
    pub divisor: u32,
    /// The words that the longer documents of the pairs have.
    pub words: core::ops::Range<u32>,
    /// The bin of the threshold.
    pub bin: usize,
    /// Pairs that reach it.
    pub alike: i64,
    /// The share of the pairs found that are right.
    pub precision: Option<Figure>,
    /// The share of the pairs that are alike that is found.
    pub recall: Option<Figure>,
}

/// A share, with its interval.
pub type Figure = (f64, Interval);

/// Below this many words documents are short (Ye, Wen and Ma 2008, sections 5.1 and 5.3).
const SHORT: u32 = 500;

/// The bins of the thresholds of [`SampledFigures`].
const SHOWN: [usize; 8] = [0, 10, 20, 30, 35, 40, 45, 49];

/// A group of drawn documents.
#[derive(Debug, Clone, PartialEq)]
pub struct LengthGroup {
    /// The words that it begins with.
    pub words: u32,
    /// Pairs that are alike, of which the longer document is in it.
    pub alike: i64,
    /// For each divisor, over all its trials: precision, and its interval.
    pub precision: Vec<Option<(f64, Interval)>>,
    /// The divisor that was chosen.
    pub divisor: u32,
}

/// Whether a document is drawn; the same documents for the same seed.
pub fn is_drawn(ordinal: u32, wanted: &PlanTarget) -> bool {
    (place_of(ordinal, wanted.seed) >> 11) as f64 / (1u64 << 53) as f64 <= wanted.share
}

pub(super) fn place_of(ordinal: u32, seed: u64) -> u64 {
    hash::mix(seed ^ hash::mix(u64::from(ordinal) + 1))
}

/// What drawing documents and comparing them counts among the rounds of trials, for who waits.
const DRAWING: usize = 10;

/// Chooses a plan for a corpus. `progress` is called with how far it is.
///
/// # Errors
/// [`Error::Memory`] if what is drawn does not go into memory; [`Error::Unreadable`] and [`Error::Unwritable`].
pub fn choose(
    gathered: &Gathered,
    recipe: &str,
    wanted: &PlanTarget,
    place: &Workspace,
    progress: overlap::Progress<'_>,
) -> Result<ChosenPlan, Error> {
    let rounds = DRAWING + (PARTS as usize + 1) * wanted.divisors.len();
    let parts = Parts::new(gathered, wanted.seed);
    let drawn = DrawnDocuments::new(gathered, wanted, &parts, place, &|done, all| {
        progress(DRAWING * done / all.max(1), rounds)
    })?;
    let done = AtomicUsize::new(DRAWING);
    let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, rounds);
    let groups = fine_groups();
    let whole = drawn.tallied(wanted, None, place, &step)?;
    let without = (0..PARTS)
        .map(|part| drawn.tallied(wanted, Some(part), place, &step))
        .collect::<Result<Vec<_>, _>>()?;
    let reach = wanted.bin();
    let mut looked: Vec<LengthGroup> = drawn
        .spans(&groups, reach)
        .into_iter()
        .map(|span| {
            let precision = (0..wanted.divisors.len()).map(|ratio| {
                let of = |tally: &TrialTally| tally.precision(ratio, span.clone(), reach);
                Some((of(&whole)?, jackknife(of(&whole)?, without.iter().map(of).collect())?))
            });
            let precision: Vec<_> = precision.collect();
            LengthGroup {
                words: groups.words(span.start).start,
                alike: drawn.alike(span.clone(), reach),
                precision,
                divisor: 1,
            }
        })
        .collect();
    let coarsest = coarsest(&looked, &wanted.divisors, wanted.precision);
    looked.iter_mut().zip(coarsest).for_each(|(group, divisor)| group.divisor = divisor);
    let mut steps: Vec<SamplingStep> = Vec::new();
    for group in &looked {
        if steps.last().is_none_or(|last| last.divisor != group.divisor) {
            steps.push(SamplingStep { words: group.words, divisor: group.divisor });
        }
    }
    let plan = SamplingPlan::new(recipe, f64::from(wanted.threshold) / 100.0, steps)?;
    let single = {
        let all = |ratio: usize| {
            let of = |tally: &TrialTally| tally.precision(ratio, 0..groups.len(), reach);
            Some(jackknife(of(&whole)?, without.iter().map(of).collect())?.low >= wanted.precision)
        };
        let together = (0..wanted.divisors.len()).rev().find(|&ratio| all(ratio) == Some(true));
        let least = looked.iter().map(|group| group.divisor).min().unwrap_or(1);
        [together.map_or(1, |ratio| wanted.divisors[ratio]), least]
    };
    let share = share_of(gathered, |words| plan.divisor(words));
    let short = (0..groups.len()).find(|&group| groups.words(group).start >= SHORT).unwrap_or(groups.len());
    let spans = [0..groups.len(), 0..short, short..groups.len()];
    let ratios = (0..wanted.divisors.len()).flat_map(|ratio| spans.clone().map(|span| (ratio, span)));
    let sampled = ratios.flat_map(|(ratio, span)| {
        let figure = |of: &dyn Fn(&TrialTally) -> Option<f64>| {
            let share = of(&whole)?;
            Some((share, jackknife(share, without.iter().map(of).collect())?))
        };
        let words = groups.words(span.start).start..groups.words(span.end - 1).end;
        SHOWN.map(|bin| SampledFigures {
            divisor: wanted.divisors[ratio],
            words: words.clone(),
            bin,
            alike: drawn.alike(span.clone(), bin),
            precision: figure(&|tally| tally.precision(ratio, span.clone(), bin)),
            recall: figure(&|tally| tally.recall(ratio, span.clone(), bin)),
        })
    });
    let sampled = sampled.collect();
    let sites = (parts.sites, parts.has_interval());
    Ok(ChosenPlan { share, plan, groups: looked, drawn: drawn.len() as u64, single, sites, sampled })
}

/// The coarsest ratio of each group with which it is precise enough by the lower end of its interval; none is coarser than that of
/// a group of longer documents.
fn coarsest(groups: &[LengthGroup], divisors: &[u32], precision: f64) -> Vec<u32> {
    let enough = |of: &Option<(f64, Interval)>| of.is_some_and(|of| of.1.low >= precision);
    let of =
        |group: &LengthGroup| group.precision.iter().rposition(enough).map_or(1, |ratio| divisors[ratio]);
    let mut coarsest: Vec<u32> = groups.iter().map(of).collect();
    let mut most = u32::MAX;
    for divisor in coarsest.iter_mut().rev() {
        most = most.min(*divisor);
        *divisor = most;
    }
    coarsest
}

impl ChosenPlan {
    /// The share of all shingles that a plan would take that was chosen by the same documents, of the same ratios, for another
    /// precision (2008, Fig. 4).
    pub fn share_for(&self, precision: f64, divisors: &[u32], gathered: &Gathered) -> f64 {
        let coarsest = coarsest(&self.groups, divisors, precision);
        share_of(gathered, |words| coarsest[self.groups.partition_point(|group| group.words <= words) - 1])
    }
}

/// The share of all shingles that are taken when documents of a length have this divisor.
pub fn share_of(gathered: &Gathered, divisor: impl Fn(u32) -> u32) -> f64 {
    let rows = (0..).zip(gathered.catalogue.rows());
    let (taken, all) =
        rows.filter(|(ordinal, row)| row.first == *ordinal).fold((0.0, 0.0), |(taken, all), (_, row)| {
            let shingles = f64::from(row.shingles);
            (taken + shingles / f64::from(divisor(row.words)), all + shingles)
        });
    if all > 0.0 { taken / all } else { 1.0 }
}
