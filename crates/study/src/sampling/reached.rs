//! What a plan comes to on the documents that it was not chosen by.

use super::adaptive::{PlanTarget, is_drawn};
use super::agreed::AlikePair;
use super::collection::{Collection, comparison};
use super::jackknife::{PARTS, Parts, jackknife};
use crate::intervals::Interval;
use twinprint_native::Error;
use twinprint_native::overlap::{Progress, Workspace};
use twinprint_native::scan::{Comparison, SamplingPlan};

/// Pairs of documents that were not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlanPairs {
    /// Those whose samples are alike at the threshold.
    pub found: u64,
    /// Of these, those that are alike.
    pub right: u64,
    /// All that are alike.
    pub alike: u64,
}

/// What a plan came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanResults {
    /// All pairs.
    pub pairs: PlanPairs,
    /// For each [part](Parts) of the documents, the pairs with one of its documents or two.
    pub of_parts: [PlanPairs; PARTS as usize],
    /// Whether the parts are of whole sites, so that they make an interval.
    pub by_sites: bool,
}

/// Counts pairs of one kind.
type Count = fn(&mut PlanPairs) -> &mut u64;

impl PlanResults {
    /// Pairs that are right among those found, with the interval by the jackknife.
    pub fn precision(&self) -> Option<(f64, Option<Interval>)> {
        self.share(|pairs| (pairs.right, pairs.found))
    }

    /// Pairs found among those that are alike.
    pub fn recall(&self) -> Option<(f64, Option<Interval>)> {
        self.share(|pairs| (pairs.right, pairs.alike))
    }

    fn share(&self, of: fn(&PlanPairs) -> (u64, u64)) -> Option<(f64, Option<Interval>)> {
        let share = |(some, all): (u64, u64)| (all > 0).then(|| some as f64 / all as f64);
        let (some, all) = of(&self.pairs);
        let without = |part: &PlanPairs| share((some - of(part).0, all - of(part).1));
        let figure = share((some, all))?;
        let interval = || jackknife(figure, self.of_parts.iter().map(without).collect());
        Some((figure, self.by_sites.then(interval).flatten()))
    }

    fn count(&mut self, a: u32, b: u32, parts: &Parts, count: Count) {
        let (of_a, of_b) = (parts.of(a) as usize, parts.of(b) as usize);
        *count(&mut self.pairs) += 1;
        *count(&mut self.of_parts[of_a]) += 1;
        if of_a != of_b {
            *count(&mut self.of_parts[of_b]) += 1;
        }
    }
}

/// Finds pairs by a plan, as a scan does, over all groups, and holds those of documents that were not drawn to the truth.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`].
pub fn reached(
    collection: &Collection,
    plan: &SamplingPlan,
    wanted: &PlanTarget,
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<PlanResults, Error> {
    let is_left = |a: u32, b: u32| !is_drawn(a, wanted) && !is_drawn(b, wanted);
    let parts = Parts::new(collection.gathered(), wanted.seed);
    let mut reached = PlanResults { by_sites: parts.has_interval(), ..PlanResults::default() };
    let mut alike = Vec::new();
    for pair in collection.pairs() {
        let AlikePair { a, b, bin } = pair?;
        if usize::from(bin) >= wanted.bin() && is_left(a, b) {
            alike.push((a, b));
            reached.count(a, b, &parts, |pairs| &mut pairs.alike);
        }
    }
    let mut alike = alike.into_iter().peekable();
    let by_plan = Comparison { plan: Some(plan.clone()), confirm: None, ..comparison(place) };
    for found in by_plan.pairs(collection.gathered(), progress)? {
        let found = found?;
        if is_left(found.a, found.b) {
            reached.count(found.a, found.b, &parts, |pairs| &mut pairs.found);
            // Both come sorted.
            while alike.next_if(|pair| *pair < (found.a, found.b)).is_some() {}
            if alike.next_if_eq(&(found.a, found.b)).is_some() {
                reached.count(found.a, found.b, &parts, |pairs| &mut pairs.right);
            }
        }
    }
    Ok(reached)
}
