//! Of each set the one that resembles it most.
//!
//! All pairs that resemble each other enough are too many where thousands of sets are nearly one, as of forms that were filled in: each
//! resembles each. So here each set looks for its nearest alone, among those that share one of its rare members, the rarest
//! first. What follows a member in the order of rarity bounds what a set shares with those that are met there for the first time; once
//! that is too little to be nearer than the nearest so far, the search ends (as in the top-k join of Xiao, Wang, Lin and Shang 2009).
//! Where a member is rare, it is only counted how many of such each set has that is met; the sets that may be nearest are then compared first,
//! and those that no longer can be are not. Of members that many have, sets are ranked by their size, and those of one size by the order that decides between equals: so the first
//! of a size that resembles as much as any of that size could, ends the search among them.

use core::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec;

use super::super::Error;
use super::super::blobs::Lists;
use super::cores::on_all_cores;
use super::counts::Counts;
use super::glance::{Glance, Glances};
use super::index::{ENTRY, Entry, Index};
use super::join::{Core, ListCache, Prefix, Sets};
use super::{Need, Overlap, Progress, Workspace, rarest, shared};

/// The sets that a core looks up before it takes the next.
const BATCH: usize = 64;
/// A member that no more sets have is rare: what they share of such is counted before any of them is compared.
const RARE: usize = 256;

/// Of which sets the nearest are looked for, among which.
pub struct Among<'a> {
    /// The least resemblance that counts, in thousandths.
    pub thousandths: u32,
    /// Whether a set may be the nearest of another, by its number.
    pub taken: &'a dyn Fn(u32) -> bool,
    /// Whether the nearest of a set that may be one is looked for.
    pub asked: &'a (dyn Fn(u32) -> bool + Sync),
    /// Of sets that are equally near, the one of which this is least is the nearest; each has a number of its own.
    pub order: &'a (dyn Fn(u32) -> u32 + Sync),
}

/// Of each of these sets the one that resembles it most, if that is enough; sorted. Lists are as for [`join`](super::join()), and `counts` are of
/// them. `progress` is called with how many sets of how many were looked up.
///
/// ```
/// use twinprint_native::{blobs::{Blobs, Lists}, overlap::{self, Among, Counts, Workspace}};
/// let mut lists = Lists::new(Blobs::new(tempfile::tempfile()?, "lists"));
/// let spread = |numbers: &[u64]| {
///     let mut list: Vec<u64> = numbers.iter().map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
///     list.sort_unstable();
///     list
/// };
/// for numbers in [&[1, 2, 3][..], &[1, 2, 3, 4], &[1, 2, 3, 4, 5]] {
///     lists.push(&spread(numbers))?;
/// }
/// let place = Workspace { memory: 1 << 20, folder: std::env::temp_dir() };
/// let among = Among { thousandths: 700, taken: &|_| true, asked: &|_| true, order: &|number| number };
/// let counts = Counts::of(&lists, place.memory / 4)?;
/// let nearest = overlap::nearest(&lists, &counts, &among, &place, &|_, _| ())?;
/// let pairs: Vec<_> = nearest.iter().map(|pair| (pair.a, pair.b, pair.shared)).collect();
/// assert_eq!(pairs, [(0, 1, 3), (1, 2, 4), (2, 1, 4)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`], with the folder.
pub fn nearest(
    lists: &Lists,
    counts: &Counts,
    among: &Among<'_>,
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Vec<Overlap>, Error> {
    let quarter = place.memory / 4;
    let need = Need::Resemblance { thousandths: among.thousandths };
    let by_size = |number, size| u64::from(size) << 32 | u64::from((among.order)(number));
    let common = |list: &[u64], common: &mut Vec<u64>| counts.common(list, common);
    let sets = Sets { need, prefix: Prefix::ForAll, taken: among.taken, common: &common, rank: &by_size };
    let core = Core::of(lists, &sets, place)?;
    let mut found: Vec<Option<Near>> = vec![None; core.sets.len()];
    let parts = core.parts(quarter / ENTRY);
    let (done, all) = (AtomicUsize::new(0), core.sets.len() * parts.len());
    for part in parts {
        let index = core.index(part.clone(), counts)?;
        let cache_capacity = place.memory / 32 / (rayon::current_num_threads() * size_of::<u64>());
        let search = Search {
            core: &core,
            need,
            counts,
            index: &index,
            last: core.last_indexed(&part, counts)?,
            glances: core.glances(&part, place.memory / 16)?,
            part,
            asked: among.asked,
            order: among.order,
            cache_capacity,
        };
        search.look_up_all(&mut found, &|sets| {
            progress(done.fetch_add(sets, Ordering::Relaxed) + sets, all);
        })?;
    }
    let nearest = core.sets.iter().zip(found).filter_map(|(&(number, _), near)| {
        near.map(|near| Overlap { a: number, b: core.sets[near.rank as usize].0, shared: near.shared })
    });
    let mut nearest: Vec<Overlap> = nearest.collect();
    nearest.sort_unstable();
    Ok(nearest)
}

/// The nearest set so far, by its rank.
#[derive(Debug, Clone, Copy)]
struct Near {
    rank: u32,
    shared: u32,
    resemblance: f64,
    /// What decides between it and one that is equally near.
    order: u32,
}

/// A part of the sets in an index, and all that are looked up in it.
struct Search<'a> {
    core: &'a Core,
    need: Need,
    counts: &'a Counts,
    index: &'a Index,
    part: Range<u32>,
    glances: Glances,
    /// The last member of each set of the part that the index has.
    last: Vec<(u8, u64)>,
    asked: &'a (dyn Fn(u32) -> bool + Sync),
    order: &'a (dyn Fn(u32) -> u32 + Sync),
    cache_capacity: usize,
}

impl Search<'_> {
    /// Looks all sets up; `found` is the nearest of each by rank, before and after. Tells `done` how many were looked up.
    fn look_up_all(&self, found: &mut [Option<Near>], done: &(dyn Fn(usize) + Sync)) -> Result<(), Error> {
        let batches = (0u32..).step_by(BATCH).zip(found.chunks_mut(BATCH));
        let look_up = |looker: &mut Looker<'_>, (first, batch): (u32, &mut [Option<Near>])| {
            for (rank, near) in (first..).zip(batch.iter_mut()) {
                looker.look_up(rank, near)?;
            }
            done(batch.len());
            Ok(())
        };
        on_all_cores(batches, || Looker::new(self), look_up, |_| Ok(()))
    }
}

/// What a core needs to look sets up.
struct Looker<'a> {
    search: &'a Search<'a>,
    own: ListCache,
    prefix: Vec<(u8, u64)>,
    comparer: Comparer<'a>,
}

/// Compares a set with those of the index that share members with it.
struct Comparer<'a> {
    search: &'a Search<'a>,
    lists: ListCache,
    /// For each set of the part.
    of_sets: Vec<Meeting>,
    /// The ranks of those that share rare members with the set that is looked up.
    candidates: Vec<u32>,
}

/// How a set was met.
#[derive(Debug, Clone, Copy, Default)]
struct Meeting {
    /// The last set plus one that came upon it.
    by: u32,
    /// How many rare members they share.
    shared: u32,
    /// How many members follow the last of them at least in one of the sets.
    rest: u32,
}

/// The set that is looked up.
#[derive(Clone, Copy)]
struct Own<'a> {
    rank: u32,
    n: u32,
    members: &'a [u64],
    glance: Glance,
}

impl<'a> Looker<'a> {
    fn new(search: &'a Search<'a>) -> Self {
        let lists = ListCache::new(search.cache_capacity);
        let of_sets = vec![Meeting::default(); search.part.len()];
        Looker {
            search,
            own: ListCache::new(0),
            prefix: Vec::new(),
            comparer: Comparer { search, lists, of_sets, candidates: Vec::new() },
        }
    }

    /// Finds the nearest of a set, if one of the index is nearer than `near`.
    fn look_up(&mut self, rank: u32, near: &mut Option<Near>) -> Result<(), Error> {
        let Search { core, need, counts, index, part, asked, .. } = self.search;
        let (number, n) = core.sets[rank as usize];
        if !asked(number) {
            return Ok(());
        }
        let members = core.members(rank, &mut self.own)?;
        rarest(members, core.indexed(rank) as usize, counts, &mut self.prefix);
        let own = Own { rank, n, members, glance: Glance::of(members) };
        let is_rare = |&&(_, member): &&(u8, u64)| index.of(member, part.clone()).len() <= RARE;
        let rare = self.prefix.iter().take_while(is_rare).count();
        let (rare, common) = self.prefix.split_at(rare);
        self.comparer.by_rare(rare, own, near)?;
        let rests = (0..(members.len() - rare.len()) as u32).rev();
        for (&(_, member), rest) in common.iter().zip(rests) {
            let most = rest + 1;
            if near.is_some_and(|near| resemblance(most, n, most) < near.resemblance) {
                break;
            }
            let mut entries = index.of(member, part.clone());
            while let Some(entry) = entries.first() {
                let size = core.sets[entry.rank as usize].1;
                // The larger it is, the more they must share.
                if most < need.of(n, size) {
                    break;
                }
                let end = entries.partition_point(|entry| core.sets[entry.rank as usize].1 <= size);
                let (of_size, larger) = entries.split_at(end);
                entries = larger;
                let could_be = resemblance(most.min(size), n, size);
                if near.is_some_and(|near| could_be < near.resemblance) {
                    match size < most {
                        true => continue,
                        // The larger it is, the less it resembles.
                        false => break,
                    }
                }
                self.comparer.by_common(of_size, own, most, near)?;
            }
        }
        Ok(())
    }
}

impl Comparer<'_> {
    /// Compares a set with those that share rare members with it, of which these are all: first those that may be nearest.
    fn by_rare(&mut self, rare: &[(u8, u64)], own: Own<'_>, near: &mut Option<Near>) -> Result<(), Error> {
        let &Search { core, index, ref part, order, ref last, .. } = self.search;
        self.candidates.clear();
        for (&(_, member), rest) in rare.iter().zip((0..own.members.len() as u32).rev()) {
            for entry in index.of(member, part.clone()).iter().filter(|entry| entry.rank != own.rank) {
                let meeting = &mut self.of_sets[(entry.rank - part.start) as usize];
                if meeting.by != own.rank + 1 {
                    *meeting = Meeting { by: own.rank + 1, ..Meeting::default() };
                    self.candidates.push(entry.rank);
                }
                meeting.shared += 1;
                meeting.rest = rest.min(entry.rest);
            }
        }
        let after = (own.members.len() - rare.len()) as u32;
        let mut candidates = Vec::with_capacity(self.candidates.len());
        for &rank in &self.candidates {
            let place = (rank - part.start) as usize;
            let Meeting { shared, rest, .. } = self.of_sets[place];
            // Where the index has more of it than the last rare member, they share no others up to that.
            let is_whole = rare.last().is_some_and(|rare| *rare < last[place]);
            let (number, size) = core.sets[rank as usize];
            let may = (shared + if is_whole { rest.min(after) } else { rest }).min(size);
            candidates.push((resemblance(may, own.n, size), order(number), rank, may));
        }
        candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (could_be, order, rank, may) in candidates {
            if near.is_some_and(|near| (could_be, near.order) < (near.resemblance, order)) {
                break;
            }
            self.compare(own, rank, may, near)?;
        }
        Ok(())
    }

    /// Compares a set with those of one size that have a member in common with it, the first by their order, as long as one may be nearer;
    /// they share `most` at most.
    fn by_common(
        &mut self,
        of_size: &[Entry],
        own: Own<'_>,
        most: u32,
        near: &mut Option<Near>,
    ) -> Result<(), Error> {
        let &Search { core, ref part, order, .. } = self.search;
        for entry in of_size {
            let (other, size) = core.sets[entry.rank as usize];
            let could_be = resemblance(most.min(size), own.n, size);
            // Those behind it are of the same size, and come later in order.
            if near.is_some_and(|near| (could_be, near.order) < (near.resemblance, order(other))) {
                break;
            }
            let meeting = &mut self.of_sets[(entry.rank - part.start) as usize];
            if entry.rank != own.rank && meeting.by != own.rank + 1 {
                meeting.by = own.rank + 1;
                self.compare(own, entry.rank, most.min(1 + entry.rest), near)?;
            }
        }
        Ok(())
    }

    /// Compares two sets, which share `may` at most.
    fn compare(&mut self, own: Own<'_>, rank: u32, may: u32, near: &mut Option<Near>) -> Result<(), Error> {
        let &Search { core, need, order, ref glances, ref part, .. } = self.search;
        let (number, size) = core.sets[rank as usize];
        let least = need.of(own.n, size);
        let may = may.min(glances.may_share(rank - part.start, core.common(rank), &own.glance));
        let could_be = resemblance(may, own.n, size);
        if may < least || near.is_some_and(|near| (could_be, near.order) < (near.resemblance, order(number)))
        {
            return Ok(());
        }
        let shared = shared(own.members, core.members(rank, &mut self.lists)?);
        let found =
            Near { rank, shared, resemblance: resemblance(shared, own.n, size), order: order(number) };
        let is_nearer = |near: Near| {
            found.resemblance > near.resemblance
                || found.resemblance == near.resemblance && found.order < near.order
        };
        if shared >= least && near.is_none_or(is_nearer) {
            *near = Some(found);
        }
        Ok(())
    }
}

/// The resemblance of two sets of `a` and `b` elements that share `shared` of them.
fn resemblance(shared: u32, a: u32, b: u32) -> f64 {
    twinprint::resemblance::Overlap { shared: shared.into(), a: a.into(), b: b.into() }.resemblance()
}
