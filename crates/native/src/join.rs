//! Tables in memory and joins on all cores.
//!
//! Fingerprints come in chunks, as from a file or a compressed table, so that they need never be in memory together: a
//! few chunks wait while each core is at one. Pairs go through a [`Sorter`] within bounded memory, and through a disk
//! when there are more; those few that a memory holds are a special case of it.
//!
//! The cores' threads are not rayon's: one of them has the sorter while it sorts, on rayon's threads, and these would
//! otherwise meanwhile take up another chunk, and wait for the sorter that they themselves hold.

use crate::sort::StoredCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::prelude::*;

use super::Error;
use super::sort::{Repeats, Sorted, Sorter, sort};
use twinprint::table::{self, Join, Pair, Plain, PlainTable, Plan, SelfJoin};

/// The pairs that a core gathers before it hands them over: enough that cores seldom wait for one another.
const BATCH: usize = 1 << 12;

/// All tables of a plan, as [`Plain::new`] makes them, several at a time.
///
/// # Errors
/// As [`Plain::new`].
pub fn plain<C: StoredCode>(plan: &Plan, codes: &[C]) -> Result<Plain<C>, Error> {
    let make = |scratch: &mut Vec<C>, table| PlainTable::new(table, codes, scratch);
    let tables: Result<_, twinprint::Error> = plan.tables().par_iter().map_init(Vec::new, make).collect();
    Ok(Plain::of(plan, tables?))
}

/// Every pair of a query and a fingerprint within k bits, each once, by query and then by fingerprint. Queries may come
/// in any order and repeat themselves. Chunks are taken one by one; a million fingerprints in ascending order
/// are a good chunk, and any other is right.
///
/// ```
/// use twinprint_native::join;
/// let chunks = [Ok(vec![1u64, 7]), Ok(vec![0xF0, 0xFE])];
/// let pairs = join::join(vec![0xFF, 0], 1, chunks)?;
/// assert_eq!(pairs.iter().map(|pair| (pair.query, pair.fingerprint)).collect::<Vec<_>>(), [(0, 1), (0xFF, 0xFE)]);
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// The first error among the chunks; [`Error::Core`] as [`Join::new`].
pub fn join<C, I>(queries: Vec<C>, k: u32, chunks: I) -> Result<Vec<Pair<C>>, Error>
where
    C: StoredCode,
    I: IntoIterator<Item = Result<Vec<C>, Error>>,
{
    let stream = |give: Give<'_, Vec<C>>| {
        for chunk in chunks {
            if !give(chunk?) {
                break;
            }
        }
        Ok(())
    };
    join_in(queries, k, stream, in_memory())?.collect()
}

/// As [`join`], of any number of pairs: `stream` gives the chunks, until no more is wanted, and pairs go through a sorter
/// that is to drop repeats. Not for threads of rayon, on which the sorter sorts.
///
/// ```
/// use twinprint_native::join;
/// use twinprint_native::sort::{Repeats, Sorter};
/// let sorter = Sorter::new(1 << 20, std::env::temp_dir(), Repeats::Drop);
/// let stream = |give: join::Give<'_, Vec<u64>>| {
///     give(vec![1, 7]);
///     give(vec![0xF0, 0xFE]);
///     Ok(())
/// };
/// let pairs = join::join_in(vec![0xFF, 0], 1, stream, sorter)?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(pairs.iter().map(|pair| (pair.query, pair.fingerprint)).collect::<Vec<_>>(), [(0, 1), (0xFF, 0xFE)]);
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// What `stream` returns; [`Error::Core`] as [`Join::new`]; as [`Sorter::push`].
pub fn join_in<C: StoredCode>(
    mut queries: Vec<C>,
    k: u32,
    stream: impl FnOnce(Give<'_, Vec<C>>) -> Result<(), Error>,
    sorter: Sorter<(C, C)>,
) -> Result<Pairs<C>, Error> {
    sort(&mut queries);
    queries.dedup();
    let plan = table::join_plan::<C>(k, queries.len() as u64)?;
    let join = Join::of(&plan, plain(&plan, &queries)?);
    drop(queries);
    let work = |chunk: Vec<C>, found: &mut PairBatch<'_, C>| join.scan(&chunk, |pair| found.take(pair));
    on_all_cores(stream, work, sorter)
}

/// Every pair of these fingerprints within k bits, each once, the smaller as the query, by it and then by the larger.
/// Fingerprints may come in any order; of equal ones one is taken.
///
/// ```
/// use twinprint_native::join;
/// let pairs = join::self_join(vec![0xFFu64, 0, 1, 0xFE, 1], 1)?;
/// assert_eq!(pairs.iter().map(|pair| (pair.query, pair.fingerprint)).collect::<Vec<_>>(), [(0, 1), (0xFE, 0xFF)]);
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// [`Error::Core`] as [`SelfJoin::new`].
pub fn self_join<C: StoredCode>(fingerprints: Vec<C>, k: u32) -> Result<Vec<Pair<C>>, Error> {
    self_join_in(fingerprints, k, |_, _| (), in_memory())?.collect()
}

/// As [`self_join`], of any number of pairs, which go through a sorter that is to drop repeats; the fingerprints stay in
/// memory, and each core takes as much again twice. `begun` is called with which part is next, of how many. Not for threads of
/// rayon, on which the sorter sorts.
///
/// # Errors
/// [`Error::Core`] as [`SelfJoin::new`]; as [`Sorter::push`].
pub fn self_join_in<C: StoredCode>(
    mut fingerprints: Vec<C>,
    k: u32,
    mut begun: impl FnMut(usize, usize),
    sorter: Sorter<(C, C)>,
) -> Result<Pairs<C>, Error> {
    sort(&mut fingerprints);
    fingerprints.dedup();
    let join = SelfJoin::new(&fingerprints, k)?;
    let parts = |give: Give<'_, usize>| {
        for part in 0..join.parts() {
            begun(part, join.parts());
            if !give(part) {
                break;
            }
        }
        Ok(())
    };
    on_all_cores(parts, |part, found: &mut PairBatch<'_, C>| join.scan(part, |pair| found.take(pair)), sorter)
}

/// The pairs of a join, sorted and each once. After an error there are none.
#[derive(Debug)]
pub struct Pairs<C>(Sorted<(C, C)>);

impl<C: StoredCode> Iterator for Pairs<C> {
    type Item = Result<Pair<C>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let pair = |(query, fingerprint): (C, C)| Pair {
            query,
            fingerprint,
            distance: (query ^ fingerprint).ones(),
        };
        Some(self.0.next()?.map(pair))
    }
}

/// What takes one piece of work after the other, and tells whether more is wanted.
pub type Give<'a, W> = &'a mut dyn FnMut(W) -> bool;

/// For as many pairs as there may be.
fn in_memory<C: StoredCode>() -> Sorter<(C, C)> {
    Sorter::new(usize::MAX, "", Repeats::Drop)
}

/// Does what `pieces` gives by `work` on all cores, and sorts what is found.
fn on_all_cores<C: StoredCode, W: Send>(
    pieces: impl FnOnce(Give<'_, W>) -> Result<(), Error>,
    work: impl Fn(W, &mut PairBatch<'_, C>) -> bool + Sync,
    sorter: Sorter<(C, C)>,
) -> Result<Pairs<C>, Error> {
    let cores = rayon::current_num_threads();
    let (given, waiting) = sync_channel(cores);
    let (waiting, all) = (Arc::new(Mutex::new(waiting)), Mutex::new(All { sorter, error: None }));
    thread::scope(|scope| {
        // It ends with this closure, after an error and a panic, too; and then so do the threads.
        let given = given;
        for _ in 0..cores {
            let (waiting, found) =
                (waiting.clone(), PairBatch { batch: Vec::with_capacity(BATCH), all: &all });
            let work = &work;
            scope.spawn(move || work_off(&waiting, work, found));
        }
        // The threads alone have it now: when all have failed, nothing more can be given.
        drop(waiting);
        pieces(&mut |piece| given.send(piece).is_ok())
    })?;
    let All { sorter, error } = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(()), Err)?;
    Ok(Pairs(sorter.finish()?))
}

/// Does one piece after the other until there is none or a core has failed.
fn work_off<C: StoredCode, W>(
    waiting: &Mutex<Receiver<W>>,
    work: impl Fn(W, &mut PairBatch<'_, C>) -> bool,
    mut found: PairBatch<'_, C>,
) {
    loop {
        let next = locked(waiting).recv();
        let Ok(piece) = next else { return };
        if !work(piece, &mut found) || !found.hand_over() {
            return;
        }
    }
}

/// What all cores found, and what went wrong first.
struct All<C> {
    sorter: Sorter<(C, C)>,
    error: Option<Error>,
}

/// What a core found and has not handed over.
struct PairBatch<'a, C> {
    batch: Vec<(C, C)>,
    all: &'a Mutex<All<C>>,
}

impl<C: StoredCode> PairBatch<'_, C> {
    /// Takes a pair, and tells whether more are wanted.
    fn take(&mut self, pair: Pair<C>) -> bool {
        self.batch.push((pair.query, pair.fingerprint));
        self.batch.len() < BATCH || self.hand_over()
    }

    fn hand_over(&mut self) -> bool {
        let mut all = locked(self.all);
        if all.error.is_none() {
            all.error = all.sorter.extend(self.batch.drain(..)).err();
        }
        all.error.is_none()
    }
}

/// A thread that panicked ends the scope, whatever the others do.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
