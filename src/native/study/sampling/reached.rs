//! What a plan comes to on the documents that it was not chosen by.

use std::prelude::v1::*;

use super::adaptive::{Wanted, is_drawn};
use super::agreed::Alike;
use super::bins::hundredths;
use super::collection::{Collection, comparison};
use crate::native::Error;
use crate::native::overlap::{Place, Progress};
use crate::native::scan::{Comparison, SamplingPlan};

/// What a plan came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reached {
    /// Pairs of documents that were not drawn whose samples are alike at the threshold.
    pub found: u64,
    /// Of these, the pairs that are alike.
    pub right: u64,
    /// All pairs of such documents that are alike.
    pub alike: u64,
}

/// Finds pairs by a plan, as a scan does, over all groups, and holds those of documents that were not drawn to the truth.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`].
pub fn reached(
    collection: &Collection,
    plan: &SamplingPlan,
    wanted: &Wanted,
    place: &Place,
    progress: Progress<'_>,
) -> Result<Reached, Error> {
    let reach = wanted.threshold - hundredths(0);
    let is_left = |a: u32, b: u32| !is_drawn(a, wanted) && !is_drawn(b, wanted);
    let mut reached = Reached::default();
    let mut alike = Vec::new();
    for pair in collection.pairs() {
        let Alike { a, b, bin } = pair?;
        if u32::from(bin) >= reach && is_left(a, b) {
            alike.push((a, b));
        }
    }
    reached.alike = alike.len() as u64;
    let mut alike = alike.into_iter().peekable();
    let by_plan = Comparison { plan: Some(plan.clone()), confirm: None, ..comparison(place) };
    for found in by_plan.pairs(collection.gathered(), progress)? {
        let found = found?;
        if is_left(found.a, found.b) {
            reached.found += 1;
            // Both come sorted.
            while alike.next_if(|pair| *pair < (found.a, found.b)).is_some() {}
            reached.right += u64::from(alike.next_if_eq(&(found.a, found.b)).is_some());
        }
    }
    Ok(reached)
}
