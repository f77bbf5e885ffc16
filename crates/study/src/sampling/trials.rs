//! All trials on all groups of a corpus, resumed where they were stopped.

use std::path::Path;
use std::{format, fs, mem};

use serde::{Deserialize, Serialize};

use super::Trial;
use super::agreed::AlikePair;
use super::collection::{Collection, SampleHash, sets};
use super::measure::{GroupTrials, measure};
use twinprint_native::overlap::Workspace;
use twinprint_native::{Error, replace};

/// What the trials with a hash came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplingTrials {
    /// The hash.
    pub hash: SampleHash,
    /// Every remainder of each is a trial.
    pub divisors: Vec<u32>,
    /// Each group, measured by itself, as the paper does.
    pub groups: Vec<GroupTrials>,
}

impl SamplingTrials {
    /// Runs them; `threshold_bin` is the [bin](super::bin) that pairs are confirmed at. What each group came to is kept in a
    /// folder, if there is one, and taken from there when it is there. `done` is called with how many trials of a group are done.
    ///
    /// # Errors
    /// [`Error::Memory`] if a group does not go into the memory of the place; [`Error::Unreadable`] and
    /// [`Error::Unwritable`].
    pub fn run(
        collection: &Collection,
        hash: SampleHash,
        divisors: &[u32],
        threshold_bin: usize,
        place: &Workspace,
        state: Option<&Path>,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<SamplingTrials, Error> {
        let trials = Trial::all(divisors).count() as u64;
        let path = |group: usize| state.map(|folder| folder.join(format!("{}-{group}.json", hash.name())));
        let kept = |group: usize| -> Option<GroupTrials> {
            serde_json::from_slice(&fs::read(path(group)?).ok()?).ok()
        };
        let mut groups: Vec<Option<GroupTrials>> = (0..collection.groups().len()).map(kept).collect();
        if groups.iter().any(Option::is_none) {
            let lists = collection.by_group(hash, place)?;
            for (group, lists) in lists.into_iter().enumerate() {
                if groups[group].is_some() {
                    done(trials);
                    continue;
                }
                let pairs = collection.pairs_within(group)?;
                let sets = sets(&lists, divisors)?;
                drop(lists);
                let memory = place.memory.saturating_sub(pairs.len() * mem::size_of::<AlikePair>());
                let measured = measure(&sets, &pairs, divisors, threshold_bin, memory, &|| done(1))?;
                if let Some(path) = path(group) {
                    // Numbers always have a form in JSON.
                    replace(&path, &serde_json::to_vec(&measured).unwrap_or_default())?;
                }
                groups[group] = Some(measured);
            }
        } else {
            done(trials * groups.len() as u64);
        }
        let groups = groups.into_iter().flatten().collect();
        Ok(SamplingTrials { hash, divisors: divisors.into(), groups })
    }

    /// The places of a divisor's trials among all.
    pub fn of(&self, divisor: u32) -> core::ops::Range<usize> {
        let before = self.divisors.iter().take_while(|&&other| other != divisor).sum::<u32>() as usize;
        before..before + divisor as usize
    }

    /// All groups as one: pairs of one group each, over all.
    pub fn overall(&self) -> GroupTrials {
        let mut groups = self.groups.iter();
        let mut overall = groups.next().cloned().unwrap_or_default();
        groups.for_each(|group| overall.add(group));
        overall
    }
}
