//! Pairs by samples of shingles, the fewer the longer a document is (Ye, Wen and Ma 2008, section 6).
//!
//! Naively, only documents with samples of one ratio could be compared, as the paper does within a group. But what a hash leaves by
//! a number it leaves, smaller, by its divisors: the coarser sample of a document is part of its finer one. So a pair is
//! compared by the coarser of its two ratios, whatever groups its documents are in.

use core::iter;
use std::path::Path;
use std::{format, fs};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::blobs::Lists;
use super::super::overlap::{self, Need, Progress, Workspace};
use super::super::sort::{Repeats, Sorter};
use super::super::{Error, replace};
use super::{Gathered, Pairs, ScanPair};

/// Which shingles of a document are taken, by its words.
///
/// ```
/// use twinprint_native::scan::{SamplingPlan, SamplingStep};
/// let step = |words, divisor| SamplingStep { words, divisor };
/// let plan = SamplingPlan::new("shingle 10", 0.85, vec![step(0, 8), step(500, 16)])?;
/// assert_eq!((plan.divisor(499), plan.divisor(500)), (8, 16));
/// assert!(SamplingPlan::new("shingle 10", 0.85, vec![step(0, 8), step(500, 12)]).is_err());
/// # Ok::<(), twinprint_native::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SamplingPlan {
    /// The id of the recipe that shingles are made by.
    pub recipe: String,
    /// The resemblance from which on samples count as alike, for which the plan was made.
    pub threshold: f64,
    /// Which part of the shingles is taken, by the number of words.
    pub steps: Vec<SamplingStep>,
}

/// From `words` on, one shingle in `divisor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplingStep {
    /// The words.
    pub words: u32,
    /// By what the hash of a shingle is divided: those that leave nothing are taken.
    pub divisor: u32,
}

/// What a plan must be.
const EXPECTED: &str = "a plan as twinprint study sampling writes it: steps from 0 words on, each divisor a multiple of the one before it";

impl SamplingPlan {
    /// A plan of these steps.
    ///
    /// # Errors
    /// [`Error::Core`] unless words rise from 0, and each divisor is a multiple of the one before it.
    pub fn new(
        recipe: impl Into<String>,
        threshold: f64,
        steps: Vec<SamplingStep>,
    ) -> Result<SamplingPlan, Error> {
        let from_0 = steps.first().is_some_and(|first| first.words == 0 && first.divisor > 0);
        let nests = |two: &[SamplingStep]| {
            two[0].words < two[1].words && two[1].divisor > 0 && two[1].divisor.is_multiple_of(two[0].divisor)
        };
        if !from_0 || !steps.windows(2).all(nests) || !(0.0..=1.0).contains(&threshold) {
            return Err(refused(&steps));
        }
        Ok(SamplingPlan { recipe: recipe.into(), threshold, steps })
    }

    /// The plan in a file.
    ///
    /// # Errors
    /// [`Error::Unreadable`]; [`Error::Core`] if it is none.
    pub fn read(path: &Path) -> Result<SamplingPlan, Error> {
        let place = || path.to_string_lossy().into_owned();
        let text = fs::read(path).map_err(|reason| Error::Unreadable { place: place(), reason })?;
        let plan: SamplingPlan = serde_json::from_slice(&text).map_err(|_| refused(place()))?;
        SamplingPlan::new(plan.recipe, plan.threshold, plan.steps)
    }

    /// Writes the plan to a file.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        replace(path, self.json().as_bytes())
    }

    /// The plan as it is written.
    pub fn json(&self) -> String {
        // Numbers and text always have a form in JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// By what the hashes of a document with `words` words are divided.
    pub fn divisor(&self, words: u32) -> u32 {
        let step = self.steps.partition_point(|step| step.words <= words);
        self.steps[step.saturating_sub(1)].divisor
    }

    /// The threshold in thousandths.
    pub fn thousandths(&self) -> u32 {
        (1000.0 * self.threshold).round() as u32
    }

    /// The different divisors, rising.
    fn divisors(&self) -> Vec<u32> {
        let mut divisors: Vec<u32> = self.steps.iter().map(|step| step.divisor).collect();
        divisors.dedup();
        divisors
    }
}

fn refused(value: impl std::fmt::Debug) -> Error {
    let value = format!("{value:?}");
    Error::Core(twinprint::Error::InvalidOption { option: "plan", value, expected: EXPECTED })
}

/// A search by samples.
pub(super) struct Sampled<'a> {
    pub(super) plan: &'a SamplingPlan,
    /// What samples must share.
    pub(super) need: Need,
    /// What all shingles must share; samples without it are taken as they are.
    pub(super) confirm: Option<Need>,
    pub(super) place: &'a Workspace,
}

/// The pairs that are confirmed together.
const BATCH: usize = 1 << 14;

impl Sampled<'_> {
    /// All pairs whose samples are alike, sorted.
    pub(super) fn pairs<'a>(
        &self,
        gathered: &'a Gathered,
        allowed: &(dyn Fn(u32, u32) -> bool + Sync),
        progress: Progress<'_>,
    ) -> Result<Pairs<'a>, Error> {
        let divisors: Vec<u32> =
            gathered.catalogue.rows().iter().map(|row| self.plan.divisor(row.words)).collect();
        let mut found: Sorter<(u64, u32)> =
            Sorter::new(self.place.memory / 4, &self.place.folder, Repeats::Drop);
        let place = Workspace { memory: self.place.memory / 2, folder: self.place.folder.clone() };
        for divisor in self.plan.divisors() {
            let samples = samples(gathered, &divisors, divisor, self.place)?;
            let coarser =
                |a: u32, b: u32| divisors[a as usize].max(divisors[b as usize]) == divisor && allowed(a, b);
            for pair in overlap::join(&samples, self.need, &coarser, &place, progress)? {
                let overlap::Overlap { a, b, shared } = pair?;
                let size = |document: u32| samples.length(document as usize) as f32;
                let score = shared as f32 / (size(a) + size(b) - shared as f32);
                found.push((overlap::pair(a, b), score.to_bits()))?;
            }
        }
        let confirm = self.confirm;
        let mut found = found.finish()?.peekable();
        let batches = iter::from_fn(move || {
            found.peek()?;
            let batch: Result<Vec<(u64, u32)>, Error> = found.by_ref().take(BATCH).collect();
            Some(batch.and_then(|batch| confirmed(gathered, confirm, &batch)))
        });
        Ok(Box::new(batches.flat_map(|batch| {
            let (found, error) = match batch {
                Ok(found) => (found, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            found.into_iter().map(Ok).chain(error.map(Err))
        })))
    }
}

/// The samples by a divisor of all documents whose own is no coarser.
fn samples(gathered: &Gathered, divisors: &[u32], divisor: u32, place: &Workspace) -> Result<Lists, Error> {
    let mut samples = Lists::temporary(&place.folder)?;
    let mut sample = Vec::new();
    gathered.shingles.for_each(|document, shingles| {
        sample.clear();
        if divisors[document] <= divisor {
            let taken = |shingle: &&u64| shingle.is_multiple_of(divisor.into());
            sample.extend(shingles.iter().filter(taken));
        }
        samples.push(&sample).map(drop)
    })?;
    Ok(samples)
}

/// Those of some pairs whose shingles share enough, or all of them.
fn confirmed(
    gathered: &Gathered,
    confirm: Option<Need>,
    pairs: &[(u64, u32)],
) -> Result<Vec<ScanPair>, Error> {
    let Some(need) = confirm else {
        let raw = |&(pair, score): &(u64, u32)| {
            let (a, b) = overlap::sides(pair);
            ScanPair { a, b, shared: None, score: f32::from_bits(score) }
        };
        return Ok(pairs.iter().map(raw).collect());
    };
    let look = |(x, y, bytes): &mut (Vec<u64>, Vec<u64>, Vec<u8>), &(pair, score): &(u64, u32)| {
        let (a, b) = overlap::sides(pair);
        let read = |document: u32, list: &mut Vec<u64>, bytes: &mut Vec<u8>| {
            gathered.shingles.read(document as usize..document as usize + 1, list, bytes)
        };
        if let Err(error) = read(a, x, bytes).and_then(|()| read(b, y, bytes)) {
            return Some(Err(error));
        }
        let shared = overlap::shared(x, y);
        let enough = shared >= need.of(x.len() as u32, y.len() as u32);
        enough.then_some(Ok(ScanPair { a, b, shared: Some(shared), score: f32::from_bits(score) }))
    };
    pairs.par_iter().with_min_len(256).map_init(Default::default, look).flatten_iter().collect()
}
