//! A part of a corpus, on which a plan is sought: its documents in fine groups of lengths, and all trials on them.

use core::ops::Range;

use rayon::prelude::*;

use super::Trial;
use super::adaptive::{PlanTarget, is_drawn};
use super::agreed::{AlikePair, TrialCounter};
use super::bins::{Bins, bin};
use super::count::{MEMBER, count};
use super::groups::LengthGroups;
use super::jackknife::Parts;
use super::sets::{SHINGLE, Sets};
use twinprint_native::Error;
use twinprint_native::blobs::Lists;
use twinprint_native::overlap::{self, Need, Progress, Workspace};
use twinprint_native::scan::Gathered;

/// Where groups may begin, in words.
const BORDERS: [u32; 19] =
    [25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 650, 800, 1000, 1500, 2000, 3000, 4000, 6000, 9000];
/// Groups of fewer pairs that are alike are joined to the next.
const FEW: i64 = 100;

/// The groups that a plan's are made of.
pub(super) fn fine_groups() -> LengthGroups {
    LengthGroups::new(BORDERS.into())
}

/// Documents that were drawn.
pub(super) struct DrawnDocuments {
    sets: Sets,
    /// Of each, the part of the jackknife and the fine group that it is in.
    parts: Vec<u64>,
    labels: Vec<u16>,
    /// The pairs of them that are alike.
    pairs: Vec<AlikePair>,
}

/// What trials came to, by the fine group of the longer document: for each divisor, over all its remainders.
pub(super) struct TrialTally {
    found: Vec<Vec<Bins>>,
    right: Vec<Vec<Bins>>,
    /// All pairs that are alike, by fine group.
    alike: Vec<Bins>,
    divisors: Vec<u32>,
}

impl DrawnDocuments {
    pub(super) fn new(
        gathered: &Gathered,
        wanted: &PlanTarget,
        parts: &Parts,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<DrawnDocuments, Error> {
        let groups = fine_groups();
        let mut drawn = DrawnDocuments {
            sets: Sets::default(),
            parts: Vec::new(),
            labels: Vec::new(),
            pairs: Vec::new(),
        };
        let mut lists = Lists::temporary(&place.folder)?;
        gathered.shingles.for_each(|ordinal, shingles| {
            let row = gathered.catalogue.row(ordinal as u32);
            if row.first == ordinal as u32 && is_drawn(row.first, wanted) {
                let label = groups.of(row.words) as u16;
                drawn.sets.push(shingles, label);
                drawn.labels.push(label);
                drawn.parts.push(parts.of(row.first));
                lists.push(shingles)?;
                check(&drawn.sets, 2, place)?;
            }
            Ok(())
        })?;
        drawn.sets.seal(&wanted.divisors);
        let need = Need::Resemblance { thousandths: 500 };
        for pair in overlap::join(&lists, need, &|_, _| true, place, progress)? {
            let overlap::Overlap { a, b, shared } = pair?;
            let sizes = lists.length(a as usize) + lists.length(b as usize);
            if let Some(bin) = bin(shared.into(), sizes as u64 - u64::from(shared)) {
                drawn.pairs.push(AlikePair { a, b, bin: bin as u8 });
            }
        }
        Ok(drawn)
    }

    /// How many documents there are.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The fine group that a pair is counted in.
    fn label(&self, pair: &AlikePair) -> u16 {
        self.labels[pair.a as usize].max(self.labels[pair.b as usize])
    }

    /// How many pairs of some fine groups are alike.
    pub(super) fn alike(&self, span: Range<usize>, reach: usize) -> i64 {
        let is_in = |pair: &&AlikePair| {
            usize::from(pair.bin) >= reach && span.contains(&usize::from(self.label(pair)))
        };
        self.pairs.iter().filter(is_in).count() as i64
    }

    /// Fine groups joined, from the longest documents down, until each has enough pairs.
    pub(super) fn spans(&self, groups: &LengthGroups, reach: usize) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        let mut end = groups.len();
        for start in (0..groups.len()).rev() {
            if self.alike(start..end, reach) >= FEW {
                spans.push(start..end);
                end = start;
            }
        }
        match spans.last_mut() {
            // The shortest that are left are too few for a group of their own.
            Some(last) if end > 0 => last.start = 0,
            None => spans.push(0..groups.len()),
            _ => {}
        }
        spans.reverse();
        spans
    }

    /// Runs all trials without one of the parts.
    pub(super) fn tallied(
        &self,
        wanted: &PlanTarget,
        without: Option<u64>,
        place: &Workspace,
        step: &(dyn Fn() + Sync),
    ) -> Result<TrialTally, Error> {
        let fine = BORDERS.len() + 1;
        let stays = |document: usize| without != Some(self.parts[document]);
        let mut tally = TrialTally {
            found: Vec::new(),
            right: Vec::new(),
            alike: vec![Bins::default(); fine],
            divisors: wanted.divisors.clone(),
        };
        for &divisor in &wanted.divisors {
            let trials: Vec<Trial> = Trial::all(&[divisor]).collect();
            let mut found = vec![Bins::default(); fine];
            for some in trials.chunks(check(&self.sets, divisor, place)?) {
                let counted: Vec<_> =
                    some.par_iter().map(|&trial| count(self.sets.sample(trial, stays).0, fine)).collect();
                for counted in counted {
                    found.iter_mut().zip(&counted.0).for_each(|(all, some)| all.add(some));
                }
            }
            tally.found.push(found);
            step();
        }
        let mut by_label: Vec<Vec<AlikePair>> = vec![Vec::new(); fine];
        for pair in &self.pairs {
            if stays(pair.a as usize) && stays(pair.b as usize) {
                by_label[usize::from(self.label(pair))].push(*pair);
                tally.alike[usize::from(self.label(pair))].0[usize::from(pair.bin)] += 1;
            }
        }
        let right: Vec<Vec<Bins>> = by_label
            .par_iter()
            .map(|pairs| {
                let mut agreement = TrialCounter::new(&self.sets, &wanted.divisors, wanted.bin());
                pairs.iter().for_each(|&pair| agreement.look_at(pair));
                let mut trials = agreement.agreed.trials.iter();
                let of = |&divisor: &u32| {
                    let mut all = Bins::default();
                    trials.by_ref().take(divisor as usize).for_each(|trial| all.add(trial));
                    all
                };
                wanted.divisors.iter().map(of).collect()
            })
            .collect();
        let by_ratio = |ratio: usize| right.iter().map(|of: &Vec<Bins>| of[ratio].clone()).collect();
        tally.right = (0..wanted.divisors.len()).map(by_ratio).collect();
        Ok(tally)
    }
}

impl TrialTally {
    /// Of the pairs of some fine groups.
    pub(super) fn precision(&self, ratio: usize, span: Range<usize>, reach: usize) -> Option<f64> {
        let reaching = |of: &[Vec<Bins>]| {
            of[ratio][span.clone()].iter().map(|bins| bins.reaching()[reach]).sum::<i64>() as f64
        };
        let found = reaching(&self.found);
        (found > 0.0).then(|| reaching(&self.right) / found)
    }

    /// The share of the pairs of some fine groups that are found, over all remainders.
    pub(super) fn recall(&self, ratio: usize, span: Range<usize>, reach: usize) -> Option<f64> {
        let reaching =
            |of: &[Bins]| of[span.clone()].iter().map(|bins| bins.reaching()[reach]).sum::<i64>() as f64;
        let alike = reaching(&self.alike) * f64::from(self.divisors[ratio]);
        (alike > 0.0).then(|| reaching(&self.right[ratio]) / alike)
    }
}

/// How many trials of a divisor go into memory at once beside the sets.
fn check(sets: &Sets, divisor: u32, place: &Workspace) -> Result<usize, Error> {
    let (held, one) = (sets.shingles() * SHINGLE, (sets.shingles() / divisor as usize + 1024) * MEMBER);
    match place.memory.saturating_sub(held) / one {
        0 => Err(Error::Memory { needed: (held + one) as u64 }),
        some => Ok(some.min(rayon::current_num_threads())),
    }
}
