//! Tables in memory and joins on all cores.
//!
//! Fingerprints come in chunks, as from a file or a compressed table, so that they need never be in memory together; as
//! many chunks are as there are threads. The pairs found are held in memory, and sorted in the end.

use std::prelude::v1::*;

use rayon::prelude::*;

use super::Error;
use crate::table::{self, Code, Join, Pair, Plain, PlainTable, Plan, SelfJoin};

/// All tables of a plan, as [`Plain::new`] makes them, several at a time.
///
/// # Errors
/// As [`Plain::new`].
pub fn plain<C: Code>(plan: &Plan, codes: &[C]) -> Result<Plain<C>, Error> {
    let make = |room: &mut Vec<C>, table| PlainTable::new(table, codes, room);
    let tables: Result<_, crate::Error> = plan.tables().par_iter().map_init(Vec::new, make).collect();
    Ok(Plain::of(plan, tables?))
}

/// Every pair of a query and a fingerprint within k bits, each once, by query and then by fingerprint. Queries may come
/// in any order and repeat themselves. Chunks are taken one by one; a million fingerprints in ascending order
/// are a good chunk, and any other is right.
///
/// ```
/// use twinprint::native::join;
/// let chunks = [Ok(vec![1u64, 7]), Ok(vec![0xF0, 0xFE])];
/// let pairs = join::join(vec![0xFF, 0], 1, chunks)?;
/// assert_eq!(pairs.iter().map(|pair| (pair.query, pair.fingerprint)).collect::<Vec<_>>(), [(0, 1), (0xFF, 0xFE)]);
/// # Ok::<(), twinprint::native::Error>(())
/// ```
///
/// # Errors
/// The first error among the chunks; [`Error::Core`] as [`Join::new`].
pub fn join<C, I>(mut queries: Vec<C>, k: u32, chunks: I) -> Result<Vec<Pair<C>>, Error>
where
    C: Code,
    I: IntoIterator<Item = Result<Vec<C>, Error>>,
    I::IntoIter: Send,
{
    queries.par_sort_unstable();
    queries.dedup();
    let plan = table::join_plan::<C>(k, queries.len() as u64)?;
    let join = Join::of(&plan, plain(&plan, &queries)?);
    let scanned = chunks.into_iter().par_bridge().map(|chunk| {
        let mut found = Vec::new();
        join.scan(&chunk?, |pair| {
            found.push(pair);
            true
        });
        Ok(found)
    });
    sorted(scanned.collect::<Result<_, Error>>()?)
}

/// Every pair of these fingerprints within k bits, each once, the smaller as the query, by it and then by the larger.
/// Fingerprints may come in any order; of equal ones one is taken.
///
/// ```
/// use twinprint::native::join;
/// let pairs = join::self_join(vec![0xFFu64, 0, 1, 0xFE, 1], 1)?;
/// assert_eq!(pairs.iter().map(|pair| (pair.query, pair.fingerprint)).collect::<Vec<_>>(), [(0, 1), (0xFE, 0xFF)]);
/// # Ok::<(), twinprint::native::Error>(())
/// ```
///
/// # Errors
/// [`Error::Core`] as [`SelfJoin::new`].
pub fn self_join<C: Code>(mut fingerprints: Vec<C>, k: u32) -> Result<Vec<Pair<C>>, Error> {
    fingerprints.par_sort_unstable();
    fingerprints.dedup();
    let join = SelfJoin::new(&fingerprints, k)?;
    let scanned = (0..join.parts()).into_par_iter().map(|part| {
        let mut found = Vec::new();
        join.scan(part, |pair| {
            found.push(pair);
            true
        });
        found
    });
    sorted(scanned.collect())
}

/// All pairs in order, without repetition: a fingerprint may be in several chunks.
fn sorted<C: Code>(found: Vec<Vec<Pair<C>>>) -> Result<Vec<Pair<C>>, Error> {
    let mut pairs = found.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    Ok(pairs)
}
