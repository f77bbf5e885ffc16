//! All trials on the documents of a group: what each finds, and what of it is right.
//!
//! A trial finds the pairs whose samples are alike; right are those that are alike by all their shingles. How many it finds is
//! counted ([`count`](super::count)); those that are right are among the pairs that are alike, which are known: each is looked at
//! once for all trials ([`agreed`](super::agreed)). So precision and recall are exact, and no pair that is not alike is
//! ever looked at.
//!
//! A document of which a trial has no shingle is alike with none: it lowers recall, and precision not.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::agreed::{AlikePair, TrialCounter, TrialCounts};
use super::bins::Bins;
use super::count::{MEMBER, count};
use super::ratio::Trial;
use super::sets::{SHINGLE, Sets};
use twinprint_native::Error;

/// What the trials on some documents came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTrials {
    /// How many documents there are.
    pub documents: u64,
    /// How many shingles they have, each counted for each document that has it.
    pub shingles: u64,
    /// The pairs that are alike by all their shingles.
    pub alike: Bins,
    /// Every trial, in the order of [`Trial::all`].
    pub trials: Vec<TrialOutcome>,
}

/// What a trial came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialOutcome {
    /// Shingles in the sample.
    pub shingles: u64,
    /// Documents of which there is none in it.
    pub without: u64,
    /// Pairs whose samples are alike.
    pub found: Bins,
    /// Of these pairs, by the lower of what they are and what they are taken for: how many are right at each threshold.
    pub right: Bins,
    /// Of the pairs found, those that are alike at the threshold asked for, by what they are taken for: how many are right when
    /// all that is found from a lower threshold on is looked at again.
    pub confirmed: Bins,
}

impl TrialOutcome {
    /// Right pairs among those found, at each threshold; none where none is found.
    pub fn precision(&self) -> Vec<Option<f64>> {
        ratios(&self.right, &self.found)
    }

    /// Pairs found among those that are alike.
    pub fn recall(&self, alike: &Bins) -> Vec<Option<f64>> {
        ratios(&self.right, alike)
    }
}

fn ratios(part: &Bins, whole: &Bins) -> Vec<Option<f64>> {
    let ratio = |(part, whole): (i64, i64)| (whole > 0).then(|| part as f64 / whole as f64);
    part.reaching().into_iter().zip(whole.reaching()).map(ratio).collect()
}

/// The pairs that a core looks at before it takes the next.
const BATCH: usize = 1 << 12;

/// Runs all trials of these divisors on documents, within `memory` bytes; `pairs` are all that are alike, and `threshold_bin` is the bin of
/// the threshold that pairs are [confirmed](TrialOutcome::confirmed) at. `done` is called after each trial.
///
/// ```
/// use twinprint_study::sampling::{AlikePair, Sets, measure};
/// let mut sets = Sets::default();
/// sets.push(&[1, 2, 3, 4], 0);
/// sets.push(&[1, 2, 3, 5], 0);
/// sets.seal(&[2]);
/// let measured = measure(&sets, &[AlikePair { a: 0, b: 1, bin: 10 }], &[2], 35, 1 << 20, &|| ())?;
/// // Of even hashes 2 and 4 are compared with 2; of odd ones 1 and 3 with 1, 3 and 5.
/// assert_eq!((measured.trials[0].precision()[0], measured.trials[1].recall(&measured.alike)[10]), (Some(1.0), Some(1.0)));
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`] if a trial does not go into that memory.
pub fn measure(
    sets: &Sets,
    pairs: &[AlikePair],
    divisors: &[u32],
    threshold_bin: usize,
    memory: usize,
    done: &(dyn Fn() + Sync),
) -> Result<GroupTrials, Error> {
    let looked_at = |pairs: &[AlikePair]| {
        let mut agreement = TrialCounter::new(sets, divisors, threshold_bin);
        pairs.iter().for_each(|&pair| agreement.look_at(pair));
        agreement.agreed
    };
    let none = || TrialCounts::none(divisors);
    let agreed = pairs
        .par_chunks(BATCH)
        .map(looked_at)
        .fold(none, |all, some| all.and(&some))
        .reduce(none, |all, some| all.and(&some));
    let mut measured = GroupTrials {
        documents: sets.len() as u64,
        shingles: sets.shingles() as u64,
        ..GroupTrials::default()
    };
    pairs.iter().for_each(|pair| measured.alike.0[usize::from(pair.bin)] += 1);
    let mut right = agreed.trials.into_iter().zip(agreed.confirmed);
    for &divisor in divisors {
        let trials: Vec<Trial> = Trial::all(&[divisor]).collect();
        for some in trials.chunks(at_once(sets, divisor, memory)?) {
            let found = some.par_iter().map(|&trial| {
                let (items, sampled) = sets.sample(trial, |_| true);
                let counted = count(items, 1);
                done();
                (sampled, counted.0.into_iter().next().unwrap_or_default())
            });
            let found: Vec<_> = found.collect();
            measured.trials.extend(found.into_iter().zip(right.by_ref()).map(
                |((sampled, found), (right, confirmed))| TrialOutcome {
                    shingles: sampled.shingles,
                    without: sampled.without,
                    found,
                    right,
                    confirmed,
                },
            ));
        }
    }
    Ok(measured)
}

/// How many trials of a divisor go into memory at once.
fn at_once(sets: &Sets, divisor: u32, memory: usize) -> Result<usize, Error> {
    // Samples have the expected size but for chance.
    let one = (sets.common() / divisor as usize + (1 << 10)) * MEMBER * 9 / 8;
    let held = sets.shingles() * SHINGLE;
    match memory.saturating_sub(held) / one {
        0 => Err(Error::Memory { needed: (held + one) as u64 }),
        some => Ok(some.min(rayon::current_num_threads())),
    }
}

impl GroupTrials {
    /// Takes what the same trials on other documents came to, too.
    pub fn add(&mut self, other: &GroupTrials) {
        self.documents += other.documents;
        self.shingles += other.shingles;
        self.alike.add(&other.alike);
        for (own, more) in self.trials.iter_mut().zip(&other.trials) {
            own.shingles += more.shingles;
            own.without += more.without;
            own.found.add(&more.found);
            own.right.add(&more.right);
            own.confirmed.add(&more.confirmed);
        }
    }
}
