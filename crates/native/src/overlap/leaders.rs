//! Sets under leaders: what stands for each set is known without all pairs.
//!
//! Of n sets that are nearly one there are n²/2 pairs. But to say which of them is to stand for the others takes only the pairs that
//! such a one is in. So sets come in an order of preference; each that none before it has taken leads, and takes, of those behind it, the ones
//! that its [rule](Leading) says. What is taken looks for nothing: of n sets that are nearly one, the first is compared with n, and the work for a
//! set stays the same, however many there are. Of sets that resemble none each leads, and it is as with [`join`](super::join()): what
//! is compared shares a rare member.
//!
//! Some leaders are looked at together by all cores, as if none of them took another; then they take one after the other, and what was found about
//! one that is taken meanwhile is dropped. One that meets many sets is put off until it is known that it leads, and all cores compare
//! for it. So little is done in vain, and who leads and what is taken depends neither on cores nor on memory.

use core::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::vec;

use rayon::prelude::*;

use super::super::Error;
use super::super::blobs::Lists;
use super::counts::Counts;
use super::glance::{Glance, Glances};
use super::index::{ENTRY, Index};
use super::join::{Core, ListCache, Prefix, Sets};
use super::{Need, Progress, Workspace, rarest, shared};

/// What a leader takes. Sets go by the numbers of their lists.
pub(crate) trait Leading: Sync {
    /// What is found about a leader and a set.
    type Found: Send;
    /// What a core uses again from one set to the next.
    type Scratch: Default + Send;

    /// How many members of a set find it, the rarest of those that another may have: one of them at least is in each leader that
    /// may take it.
    ///
    /// # Errors
    /// What is read of it may be unreadable.
    fn indexed(&self, set: &Measured, scratch: &mut Self::Scratch) -> Result<u32, Error>;

    /// How many members a leader looks up, the rarest of those that another may have.
    fn looked_up(&self, leader: &Measured) -> u32;

    /// Whether a set leads: none has taken it.
    fn leads(&self, set: u32) -> bool;

    /// The members that a leader and a set must share to be compared; none if they are not.
    fn least(&self, leader: u32, set: u32) -> Option<u32>;

    /// Compares a leader with a set that shares so many members with it: none if it does not take it.
    ///
    /// # Errors
    /// What is read of them may be unreadable.
    fn compare(
        &self,
        leader: u32,
        set: u32,
        shared: u32,
        scratch: &mut Self::Scratch,
    ) -> Result<Option<Self::Found>, Error>;

    /// Has a leader take a set, unless it was taken since they were compared.
    ///
    /// # Errors
    /// It may not be written down.
    fn take(&mut self, leader: u32, set: u32, found: Self::Found) -> Result<(), Error>;
}

/// A set by its sizes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) number: u32,
    /// Its members.
    pub(crate) size: u32,
    /// Those of them that another may have.
    pub(crate) common: u32,
}

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// How often a leader came upon a member of a set.
    pub met: u64,
    /// How many pairs of sets were compared.
    pub compared: u64,
}

/// Has the sets with these numbers, the preferred first by `order`, take one another. `need` is the least that any two share of which one takes the
/// other.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`], with the folder; what the rule says.
pub(crate) fn lead<L: Leading>(
    lists: &Lists,
    counts: &Counts,
    need: Need,
    order: &dyn Fn(u32) -> u32,
    rule: &mut L,
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Work, Error> {
    let quarter = place.memory / 4;
    let by_order = |number, _| u64::from(order(number));
    let common = |list: &[u64], common: &mut Vec<u64>| counts.common(list, common);
    let sets = Sets { need, prefix: Prefix::ForAll, taken: &|_| true, common: &common, rank: &by_order };
    let mut core = Core::of(lists, &sets, place)?;
    let all = core.sets.len() as u32;
    let indexed = (0..all).into_par_iter().with_min_len(64);
    let indexed = indexed
        .map_init(L::Scratch::default, |scratch, rank| rule.indexed(&core.measured(rank), scratch))
        .collect::<Result<_, _>>()?;
    core.prefix = Prefix::Each(indexed);
    let parts = core.parts(quarter / ENTRY);
    let whole: usize = parts.iter().map(|part| part.end as usize).sum();
    let (mut done, mut work) = (0, Work::default());
    for part in parts {
        let index = core.index(part.clone(), counts)?;
        let capacity = place.memory / 32 / (rayon::current_num_threads() * size_of::<u64>());
        let glances = core.glances(&part, place.memory / 8)?;
        let search = Search { core: &core, counts, index: &index, part: part.clone(), glances, capacity };
        let mut lookers: Vec<Looker<'_, L>> =
            (0..rayon::current_num_threads()).map(|_| Looker::new(&search)).collect();
        let mut from = 0;
        while from < part.end {
            let (batch, next) = search.batch(from, rule);
            search.have_taken(&batch, &mut lookers, rule)?;
            done += (next - from) as usize;
            from = next;
            progress(done, whole);
        }
        for looker in lookers {
            work.met += looker.work.met;
            work.compared += looker.work.compared;
        }
    }
    Ok(work)
}

/// The leaders that are looked at together.
const BATCH: usize = 256;
/// The sets that one of them may meet before it is put off until it is known that it leads.
const MET: usize = 64;
/// The sets that are compared together with a leader that was put off.
const TOGETHER: usize = 1 << 14;

/// A part of the sets in an index, and those that look for others there.
struct Search<'a> {
    core: &'a Core,
    counts: &'a Counts,
    index: &'a Index,
    part: Range<u32>,
    glances: Glances,
    /// How many numbers a core may keep of the lists that it reads.
    capacity: usize,
}

/// What was found for a leader: the rank of each set that it takes. None if it was put off.
type FoundOf<F> = Option<Vec<(u32, F)>>;

impl Search<'_> {
    /// The next ranks that lead, as far as is known, and where those behind them begin.
    fn batch(&self, from: u32, rule: &impl Leading) -> (Vec<u32>, u32) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut next = from;
        while next < self.part.end && batch.len() < BATCH {
            if rule.leads(self.core.sets[next as usize].0) {
                batch.push(next);
            }
            next += 1;
        }
        (batch, next)
    }

    /// Has some ranks take what they lead.
    fn have_taken<L: Leading>(
        &self,
        batch: &[u32],
        lookers: &mut [Looker<'_, L>],
        rule: &mut L,
    ) -> Result<(), Error> {
        for (&rank, found) in batch.iter().zip(self.look_ahead(batch, lookers, rule)?) {
            let number = self.core.sets[rank as usize].0;
            if !rule.leads(number) {
                continue;
            }
            if let Some(found) = found {
                for (set, found) in found {
                    rule.take(number, self.core.sets[set as usize].0, found)?;
                }
                continue;
            }
            let [first, ..] = &mut *lookers else { continue };
            first.look_up(rank, usize::MAX, rule)?;
            let candidates = core::mem::take(&mut first.candidates);
            for together in candidates.chunks(TOGETHER) {
                let share = together.len().div_ceil(lookers.len());
                let found = lookers
                    .par_iter_mut()
                    .zip(together.par_chunks(share))
                    .map(|(looker, candidates)| looker.compare_all(rank, candidates, rule))
                    .collect::<Result<Vec<_>, _>>()?;
                for (set, found) in found.into_iter().flatten() {
                    rule.take(number, self.core.sets[set as usize].0, found)?;
                }
            }
        }
        Ok(())
    }

    /// What some ranks would take, if all of them led.
    fn look_ahead<L: Leading>(
        &self,
        batch: &[u32],
        lookers: &mut [Looker<'_, L>],
        rule: &L,
    ) -> Result<Vec<FoundOf<L::Found>>, Error> {
        let found: Vec<Mutex<FoundOf<L::Found>>> = batch.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let look = |looker: &mut Looker<'_, L>| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&rank) = batch.get(at) else { return Ok(()) };
                if looker.look_up(rank, MET, rule)? {
                    let candidates = core::mem::take(&mut looker.candidates);
                    let taken = looker.compare_all(rank, &candidates, rule);
                    looker.candidates = candidates;
                    *found[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(taken?);
                }
            }
        };
        lookers.par_iter_mut().map(look).collect::<Result<(), Error>>()?;
        Ok(found
            .into_iter()
            .map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect())
    }
}

/// What a core needs to look sets up.
struct Looker<'a, L: Leading> {
    search: &'a Search<'a>,
    own: ListCache,
    others: ListCache,
    prefix: Vec<(u8, u64)>,
    /// For each set of the part, the last look that came upon it.
    seen: Vec<u32>,
    looks: u32,
    /// The ranks that were met, and what each must share.
    candidates: Vec<(u32, u32)>,
    scratch: L::Scratch,
    work: Work,
}

impl<'a, L: Leading> Looker<'a, L> {
    fn new(search: &'a Search<'a>) -> Self {
        Looker {
            search,
            own: ListCache::new(0),
            others: ListCache::new(search.capacity),
            prefix: Vec::new(),
            seen: vec![0; search.part.len()],
            looks: 0,
            candidates: Vec::new(),
            scratch: L::Scratch::default(),
            work: Work::default(),
        }
    }

    /// Finds the sets behind a leader that may share enough with it, sorted; false if they are more than `most`.
    fn look_up(&mut self, rank: u32, most: usize, rule: &L) -> Result<bool, Error> {
        let &Search { core, counts, index, ref part, .. } = self.search;
        self.candidates.clear();
        let ranks = (rank + 1).max(part.start)..part.end;
        if ranks.is_empty() {
            return Ok(true);
        }
        self.looks += 1;
        let measured = core.measured(rank);
        let members = core.members(rank, &mut self.own)?;
        rarest(members, rule.looked_up(&measured) as usize, counts, &mut self.prefix);
        for (&(_, member), rest) in self.prefix.iter().zip((0..members.len() as u32).rev()) {
            for entry in index.of(member, ranks.clone()) {
                self.work.met += 1;
                let seen = &mut self.seen[(entry.rank - part.start) as usize];
                if *seen == self.looks {
                    continue;
                }
                *seen = self.looks;
                let other = core.sets[entry.rank as usize].0;
                let Some(least) = rule.least(measured.number, other) else { continue };
                // It is the first that both have: what they share beside it comes after it in both.
                if 1 + rest.min(entry.rest) >= least {
                    self.candidates.push((entry.rank, least));
                    if self.candidates.len() > most {
                        return Ok(false);
                    }
                }
            }
        }
        self.candidates.sort_unstable();
        Ok(true)
    }

    /// Those of some sets that a leader takes.
    fn compare_all(
        &mut self,
        rank: u32,
        candidates: &[(u32, u32)],
        rule: &L,
    ) -> Result<Vec<(u32, L::Found)>, Error> {
        let Search { core, glances, part, .. } = self.search;
        let number = core.sets[rank as usize].0;
        let members = core.members(rank, &mut self.own)?;
        let glance = Glance::of(members);
        let mut found = Vec::new();
        for &(other, least) in candidates {
            self.work.compared += 1;
            if glances.may_share(other - part.start, core.common(other), &glance) < least {
                continue;
            }
            let shared = shared(members, core.members(other, &mut self.others)?);
            if shared < least {
                continue;
            }
            let set = core.sets[other as usize].0;
            found.extend(rule.compare(number, set, shared, &mut self.scratch)?.map(|found| (other, found)));
        }
        Ok(found)
    }
}
