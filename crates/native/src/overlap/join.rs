//! All pairs of sets that share enough, by the rarest members of each.
//!
//! Order the members of all sets alike, the rarest first. If two sets of which one must share s of its n members with the other
//! do so, then one of its first n - s + 1 members is shared: the others alone are too few (Chaudhuri, Ganti and Kaushik 2006,
//! prefix filtering). So the prefixes of all sets go into an index, and each set looks up the members of its own, which are rare;
//! it is compared with what it finds there, and with nothing else. Sets are taken by their size, so that an index holds the
//! shorter prefix that is enough for partners that are no smaller (Bayardo, Ma and Srikant 2007; Xiao et al. 2008), and where a
//! member stands in both sets bounds what can follow (Xiao et al. 2008, positional filtering).
//!
//! Besides, a member that no other set has is of no use. Counters that never count too little tell most of these
//! ([`Counts`]): they are left out of all that follows, and so are all sets that have too few others, most of a corpus.
//!
//! Memory is bounded: lists of members stay on the disk, or in memory when there is room; when an index would be too large,
//! sets are indexed part after part. Complexity: the sum over all sets of the prefixes' postings, and a merge for each candidate.

use core::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{iter, vec};

use rayon::prelude::*;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::sort::{Repeats, Sorter};
use super::across::Across;
use super::cores::on_all_cores;
use super::counts::Counts;
use super::glance::{Glance, Glances};
use super::index::{ENTRY, Entry, Index};
use super::leaders::Measured;
use super::{Need, Overlaps, Workspace, of_pair, pair};

/// How far a join has come.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// The sets that a core looks up before it takes the next.
const BATCH: usize = 64;
/// The pairs that a core gathers before it hands them over.
const HANDED: usize = 1 << 12;

/// Every pair of lists that shares as much as `need` says and that `allowed` lets through. Each list is sorted, has each number
/// once, and its numbers are spread over all 64 bits evenly, as hashes are. `progress` is called with how many sets of how many were
/// looked up. Not for threads of rayon, on which pairs are sorted.
///
/// ```
/// use twinprint_native::{blobs::{Blobs, Lists}, overlap::{self, Need, Workspace}};
/// let mut lists = Lists::new(Blobs::new(tempfile::tempfile()?, "lists"));
/// let spread = |numbers: &[u64]| {
///     let mut list: Vec<u64> = numbers.iter().map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
///     list.sort_unstable();
///     list
/// };
/// lists.push(&spread(&[1, 2, 3]))?;
/// lists.push(&spread(&[4, 5]))?;
/// lists.push(&spread(&[1, 2, 3, 4]))?;
/// let place = Workspace { memory: 1 << 20, folder: std::env::temp_dir() };
/// let need = Need::Resemblance { thousandths: 500 };
/// let found = overlap::join(&lists, need, &|_, _| true, &place, &|_, _| ())?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(found, [overlap::Overlap { a: 0, b: 2, shared: 3 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`], with the folder.
pub fn join(
    lists: &Lists,
    need: Need,
    allowed: &(dyn Fn(u32, u32) -> bool + Sync),
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Overlaps, Error> {
    let found = join_up_to(u64::MAX, lists, need, allowed, place, progress)?;
    Ok(found.unwrap_or_else(|| Box::new(iter::empty())))
}

/// As [`join`], unless there are more than `most` pairs: then none, as soon as that is known.
///
/// # Errors
/// As [`join`].
pub(crate) fn join_up_to(
    most: u64,
    lists: &Lists,
    need: Need,
    allowed: &(dyn Fn(u32, u32) -> bool + Sync),
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Option<Overlaps>, Error> {
    let counts = Counts::of(lists, place.memory / 4)?;
    let common = |list: &[u64], common: &mut Vec<u64>| counts.common(list, common);
    join_by(&Joined { most, lists, need, common: &common, allowed, place }, &counts, progress)
}

/// As [`join`], of lists that are in groups: only pairs of different ones.
///
/// # Errors
/// As [`join`].
pub(crate) fn join_across(
    groups: &(dyn Fn(u32) -> u32 + Sync),
    lists: &Lists,
    need: Need,
    allowed: &(dyn Fn(u32, u32) -> bool + Sync),
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Overlaps, Error> {
    let across = Across::of(lists, groups, place.memory / 4)?;
    let counts = Counts::of(lists, place.memory / 8)?;
    let place = Workspace { memory: place.memory / 2, folder: place.folder.clone() };
    let common = |list: &[u64], common: &mut Vec<u64>| across.common(list, common);
    let allowed = |a: u32, b: u32| groups(a) != groups(b) && allowed(a, b);
    let joined = Joined { most: u64::MAX, lists, need, common: &common, allowed: &allowed, place: &place };
    Ok(join_by(&joined, &counts, progress)?.unwrap_or_else(|| Box::new(iter::empty())))
}

/// What is joined.
struct Joined<'a> {
    /// The most pairs that are given.
    most: u64,
    lists: &'a Lists,
    need: Need,
    common: Common<'a>,
    allowed: &'a (dyn Fn(u32, u32) -> bool + Sync),
    place: &'a Workspace,
}

fn join_by(joined: &Joined<'_>, counts: &Counts, progress: Progress<'_>) -> Result<Option<Overlaps>, Error> {
    let &Joined { most, lists, need, common, allowed, place } = joined;
    let quarter = place.memory / 4;
    let by_size = |number, size| u64::from(size) << 32 | u64::from(number);
    let sets = Sets { need, prefix: Prefix::ForLarger, taken: &|_| true, common, rank: &by_size };
    let core = Core::of(lists, &sets, place)?;
    let sorter = Mutex::new(Sorter::new(quarter, &place.folder, Repeats::Drop));
    let (done, all) = (AtomicUsize::new(0), core.work(quarter / ENTRY));
    let found = AtomicU64::new(0);
    for part in core.parts(quarter / ENTRY) {
        let index = core.index(part.clone(), counts)?;
        let cache_capacity = place.memory / 32 / (rayon::current_num_threads() * size_of::<u64>());
        let search = Search {
            core: &core,
            cache_capacity,
            counts,
            index: &index,
            part,
            allowed,
            sorter: &sorter,
            found: &found,
            most,
        };
        search.look_up_all(&|sets| progress(done.fetch_add(sets, Ordering::Relaxed) + sets, all))?;
        if search.is_over() {
            return Ok(None);
        }
    }
    let found = sorter.into_inner().unwrap_or_else(PoisonError::into_inner).finish()?;
    Ok(Some(Box::new(found.map(|found| found.map(|(numbers, shared): (u64, u32)| of_pair(numbers, shared))))))
}

/// Leaves of a set the members that both of a pair may have.
pub(super) type Common<'a> = &'a dyn Fn(&[u64], &mut Vec<u64>);

/// Which sets are looked at, and in which order they are ranked.
pub(super) struct Sets<'a> {
    pub(super) need: Need,
    pub(super) prefix: Prefix,
    /// By the numbers of lists.
    pub(super) taken: &'a dyn Fn(u32) -> bool,
    pub(super) common: Common<'a>,
    /// By the numbers of lists and how many members they have: each has another.
    pub(super) rank: &'a dyn Fn(u32, u32) -> u64,
}

/// How many of a set's members go into an index.
#[derive(Debug, Clone)]
pub(super) enum Prefix {
    /// As many as are needed for partners that are no smaller.
    ForLarger,
    /// As many as are needed for all partners.
    ForAll,
    /// As many as is said of each, by rank.
    Each(Vec<u32>),
}

/// The sets that can have a partner, reduced to the members that another set may have.
pub(super) struct Core {
    need: Need,
    pub(super) prefix: Prefix,
    /// The members, of each set sorted.
    members: Lists,
    /// All of them, if there is room.
    held: Option<Vec<u64>>,
    /// By rank: the list's place among those of members.
    ranked: Vec<u32>,
    /// By rank: the list's number, and how many members it had.
    pub(super) sets: Vec<(u32, u32)>,
}

impl Core {
    pub(super) fn of(lists: &Lists, of: &Sets<'_>, place: &Workspace) -> Result<Core, Error> {
        let Sets { need, prefix, taken, common: leave, rank } = of;
        let (need, prefix) = (*need, prefix.clone());
        let mut members = Lists::temporary(&place.folder)?;
        let (mut sets, mut common) = (Vec::new(), Vec::new());
        lists.for_each(|number, list| {
            let n = list.len() as u32;
            leave(list, &mut common);
            if taken(number as u32) && need.may_be_met(n, common.len() as u32) {
                sets.push((number as u32, n));
                members.push(&common)?;
            }
            Ok(())
        })?;
        let mut ranked: Vec<u32> = (0..sets.len() as u32).collect();
        ranked.sort_unstable_by_key(|&place| {
            let (number, n) = sets[place as usize];
            rank(number, n)
        });
        let sets = ranked.iter().map(|&place| sets[place as usize]).collect();
        let bytes = members.ends().last().copied().unwrap_or(0);
        let held = match bytes <= (place.memory / 4) as u64 {
            true => {
                let mut held = Vec::new();
                members.read(0..members.len(), &mut held, &mut Vec::new())?;
                Some(held)
            }
            false => None,
        };
        Ok(Core { need, prefix, members, held, ranked, sets })
    }

    /// How many of a set's members another may have.
    pub(super) fn common(&self, rank: u32) -> u32 {
        self.members.length(self.ranked[rank as usize] as usize) as u32
    }

    /// A set by its sizes.
    pub(super) fn measured(&self, rank: u32) -> Measured {
        let (number, size) = self.sets[rank as usize];
        Measured { number, size, common: self.common(rank) }
    }

    /// How many members of a set go into an index.
    pub(super) fn indexed(&self, rank: u32) -> u32 {
        let n = self.sets[rank as usize].1;
        let least = match &self.prefix {
            Prefix::ForLarger => self.need.with_larger(n),
            Prefix::ForAll => self.need.with_smaller(n),
            Prefix::Each(indexed) => return indexed[rank as usize].min(self.common(rank)),
        };
        (self.common(rank) + 1).saturating_sub(least)
    }

    /// Ranges of ranks, of which each has no more entries than these, or is of one set.
    pub(super) fn parts(&self, entries: usize) -> Vec<Range<u32>> {
        let mut parts = Vec::new();
        let (mut start, mut sum) = (0, 0);
        for rank in 0..self.sets.len() as u32 {
            let own = self.indexed(rank) as usize;
            if sum + own > entries.min(u32::MAX as usize) && rank > start {
                parts.push(start..rank);
                (start, sum) = (rank, 0);
            }
            sum += own;
        }
        parts.push(start..self.sets.len() as u32);
        parts
    }

    /// How many sets are looked up in all parts.
    fn work(&self, entries: usize) -> usize {
        self.parts(entries).iter().map(|part| self.sets.len() - part.start as usize).sum()
    }

    pub(super) fn index(&self, part: Range<u32>, counts: &Counts) -> Result<Index, Error> {
        let mut ranks = vec![u32::MAX; self.ranked.len()];
        (0..).zip(&self.ranked).for_each(|(rank, &place)| ranks[place as usize] = rank);
        let entries = part.clone().map(|rank| self.indexed(rank) as usize).sum();
        let mut entries = Vec::with_capacity(entries);
        let mut prefix = Vec::new();
        self.members.for_each(|place, members| {
            let rank = ranks[place];
            if part.contains(&rank) {
                rarest(members, self.indexed(rank) as usize, counts, &mut prefix);
                let rests = (0..members.len() as u32).rev();
                let entry = |(&(_, member), rest)| Entry { member, rank, rest };
                entries.extend(prefix.iter().zip(rests).map(entry));
            }
            Ok(())
        })?;
        Ok(Index::new(entries))
    }

    /// The last member of each set of a part that goes into its index; the least there is where none does.
    pub(super) fn last_indexed(&self, part: &Range<u32>, counts: &Counts) -> Result<Vec<(u8, u64)>, Error> {
        let (mut cache, mut prefix) = (ListCache::new(0), Vec::new());
        let last = part.clone().map(|rank| {
            rarest(self.members(rank, &mut cache)?, self.indexed(rank) as usize, counts, &mut prefix);
            Ok(prefix.last().copied().unwrap_or_default())
        });
        last.collect()
    }

    /// The sets of a part at a glance, if they go into `memory` bytes.
    pub(super) fn glances(&self, part: &Range<u32>, memory: usize) -> Result<Glances, Error> {
        if let Some(none) = Glances::none_of(part.len(), memory) {
            return Ok(none);
        }
        let glance = |cache: &mut ListCache, rank: u32| Ok(Glance::of(self.members(rank, cache)?));
        let ranks = part.clone().into_par_iter().with_min_len(256);
        ranks.map_init(|| ListCache::new(0), glance).collect::<Result<_, _>>().map(Glances::new)
    }

    /// The members of a set, from memory or into `cache`.
    pub(super) fn members<'a>(&'a self, rank: u32, cache: &'a mut ListCache) -> Result<&'a [u64], Error> {
        let place = self.ranked[rank as usize] as usize;
        match &self.held {
            Some(held) => {
                let end = (self.members.ends()[place] / 8) as usize;
                Ok(&held[end - self.members.length(place)..end])
            }
            None => cache.read(&self.members, place),
        }
    }

    /// The first rank whose set is large enough to be a partner of one of `n` members.
    fn first_partner(&self, n: u32) -> u32 {
        let smallest = self.need.smallest_partner(n);
        self.sets.partition_point(|&(_, size)| size < smallest) as u32
    }
}

/// Up to `count` of the rarest members of a set, in the order that all sets share.
pub(crate) fn rarest(members: &[u64], count: usize, counts: &Counts, prefix: &mut Vec<(u8, u64)>) {
    prefix.clear();
    prefix.extend(members.iter().map(|&member| (counts.get(member), member)));
    if count < prefix.len() {
        prefix.select_nth_unstable(count);
        prefix.truncate(count);
    }
    prefix.sort_unstable();
}

/// Lists that were read from the disk; some stay for when they are needed again.
pub(super) struct ListCache {
    slots: Vec<(usize, Vec<u64>)>,
    /// The most numbers in all slots, and how many there are.
    most: usize,
    held: usize,
    bytes: Vec<u8>,
}

/// The most slots for lists.
const SLOTS: usize = 1 << 12;

impl ListCache {
    /// For up to `most` numbers, or for one list.
    pub(super) fn new(most: usize) -> ListCache {
        let slots = if most > 0 { SLOTS } else { 1 };
        ListCache { slots: vec![(usize::MAX, Vec::new()); slots], most, held: 0, bytes: Vec::new() }
    }

    fn read(&mut self, lists: &Lists, number: usize) -> Result<&[u64], Error> {
        let slot = number % self.slots.len();
        if self.slots[slot].0 != number {
            if self.held + lists.length(number) > self.most {
                self.slots.fill((usize::MAX, Vec::new()));
                self.held = 0;
            }
            let (of, list) = &mut self.slots[slot];
            self.held -= list.capacity();
            // What fails to be read is no list that stays.
            *of = usize::MAX;
            lists.read(number..number + 1, list, &mut self.bytes)?;
            *of = number;
            self.held += list.capacity();
        }
        Ok(&self.slots[slot].1)
    }
}

/// A part of the sets in an index, and all that are looked up in it.
struct Search<'a> {
    core: &'a Core,
    /// How many numbers a core may keep of the lists that it reads.
    cache_capacity: usize,
    counts: &'a Counts,
    index: &'a Index,
    part: Range<u32>,
    allowed: &'a (dyn Fn(u32, u32) -> bool + Sync),
    sorter: &'a Mutex<Sorter<(u64, u32)>>,
    /// How many pairs were found.
    found: &'a AtomicU64,
    /// The most that are wanted: if there are more, none is.
    most: u64,
}

impl Search<'_> {
    /// Whether there are more pairs than are wanted.
    fn is_over(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.most
    }

    /// Looks all sets up that may have partners in the index; tells `done` how many were.
    fn look_up_all(&self, done: &(dyn Fn(usize) + Sync)) -> Result<(), Error> {
        let all = self.core.sets.len() as u32;
        let batches =
            (self.part.start..all).step_by(BATCH).map(|start| start..(start + BATCH as u32).min(all));
        let look_up = |looker: &mut Looker<'_>, ranks: Range<u32>| {
            ranks.clone().try_for_each(|rank| looker.look_up(rank))?;
            done(ranks.len());
            Ok(())
        };
        on_all_cores(batches, || Looker::new(self), look_up, |mut looker| looker.hand_over())
    }
}

/// What a core needs to look sets up.
struct Looker<'a> {
    search: &'a Search<'a>,
    own: ListCache,
    others: ListCache,
    prefix: Vec<(u8, u64)>,
    /// For each set of the part, the last set plus one that came upon it.
    seen: Vec<u32>,
    candidates: Vec<u32>,
    found: Vec<(u64, u32)>,
}

impl<'a> Looker<'a> {
    fn new(search: &'a Search<'a>) -> Self {
        Looker {
            search,
            own: ListCache::new(0),
            others: ListCache::new(search.cache_capacity),
            prefix: Vec::new(),
            seen: vec![0; search.part.len()],
            candidates: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the partners of a set among those of the index that come before it.
    fn look_up(&mut self, rank: u32) -> Result<(), Error> {
        let &Search { core, counts, index, ref part, allowed, .. } = self.search;
        let (number, n) = core.sets[rank as usize];
        let ranks = core.first_partner(n).max(part.start)..rank.min(part.end);
        let members = core.members(rank, &mut self.own)?;
        let looked_up = (members.len() + 1).saturating_sub(core.need.with_smaller(n) as usize);
        if ranks.is_empty() || looked_up == 0 || self.search.is_over() {
            return Ok(());
        }
        rarest(members, looked_up, counts, &mut self.prefix);
        self.candidates.clear();
        for (&(_, member), rest) in self.prefix.iter().zip((0..members.len() as u32).rev()) {
            for entry in index.of(member, ranks.clone()) {
                let seen = &mut self.seen[(entry.rank - part.start) as usize];
                if *seen == rank + 1 {
                    continue;
                }
                *seen = rank + 1;
                let (other, size) = core.sets[entry.rank as usize];
                // It is the first that both have: what they share beside it comes after it in both.
                if 1 + rest.min(entry.rest) >= core.need.of(n, size) && allowed(number, other) {
                    self.candidates.push(entry.rank);
                }
            }
        }
        for &candidate in &self.candidates {
            let (other, size) = core.sets[candidate as usize];
            let shared = shared(members, core.members(candidate, &mut self.others)?);
            if shared >= core.need.of(n, size) {
                self.found.push((pair(number, other), shared));
            }
        }
        if self.found.len() >= HANDED { self.hand_over() } else { Ok(()) }
    }

    fn hand_over(&mut self) -> Result<(), Error> {
        let &Search { sorter, found, .. } = self.search;
        found.fetch_add(self.found.len() as u64, Ordering::Relaxed);
        sorter.lock().unwrap_or_else(PoisonError::into_inner).extend(self.found.drain(..))
    }
}

/// How many numbers two sorted lists share, each of which has a number once. Without a branch that depends on them: they
/// come in no order that a processor could foresee.
///
/// ```
/// assert_eq!(twinprint_native::overlap::shared(&[1, 3, 5], &[3, 4, 5, 6]), 2);
/// ```
pub fn shared<T: Ord>(a: &[T], b: &[T]) -> u32 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        shared += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    shared
}
