//! All pairs within k bits, of an index or a file of fingerprints with queries or with itself.
//!
//! This is the seam to the join proper, which is to stream the fingerprints past tables of the queries: until then each
//! query is looked up by itself, and a file gets tables in memory first.

use std::prelude::v1::*;

use rayon::prelude::*;

use super::super::Error;
use super::super::sort::{by_prefix, sort};
use super::build::Options;
use super::column::Column;
use super::shards::{Contents, Style, encode};
use crate::table::{Bound, Code, Family, FamilyId};

/// So many queries are answered between two times that pairs are handed over.
const BATCH: usize = 1 << 12;

/// Two fingerprints, and in how many bits they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair<C> {
    /// What was looked for; of a self-join the smaller of the two.
    pub query: C,
    /// What was found.
    pub fingerprint: C,
    /// In how many bits they differ.
    pub distance: u32,
}

/// Where fingerprints are joined from.
#[derive(Debug)]
pub struct Joined<'a, C> {
    family: From<'a, C>,
}

#[derive(Debug)]
enum From<'a, C> {
    Index(&'a Family<C, Vec<u8>>),
    Memory(Family<C, Vec<u8>>),
}

impl<'a, C: Code> Joined<'a, C> {
    /// Those of an index.
    pub fn index(family: &'a Family<C, Vec<u8>>) -> Self {
        Joined { family: From::Index(family) }
    }

    /// These, in any order.
    ///
    /// # Errors
    /// [`crate::Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K).
    pub fn memory(mut codes: Vec<C>, k: u32) -> Result<Self, Error> {
        sort(&mut codes);
        codes.dedup();
        let options = Options { bits: C::bits(), k, ..Options::default() };
        let plan = options.plan(codes.len() as u64)?;
        let style = Style {
            plan: &plan,
            family: FamilyId { digest: 0, recipe: [0; 16] },
            coding: options.coding,
            block: options.block,
            shard: options.shard,
        };
        let mut shards = Vec::new();
        for (table, number) in plan.tables().iter().zip(0..) {
            let codes = Column::Memory(by_prefix(&codes, table));
            let save = |_, bytes: &[u8]| Ok::<_, Error>((String::from("memory"), bytes.to_vec()));
            shards.extend(encode(&style, number, Contents { codes: &codes, documents: None }, save)?);
        }
        Ok(Joined { family: From::Memory(Family::open(shards)?) })
    }

    fn family(&self) -> &Family<C, Vec<u8>> {
        match &self.family {
            From::Index(family) => family,
            From::Memory(family) => family,
        }
    }
}

/// Gives every pair of a query and a fingerprint within k bits of it, sorted and each once, in batches.
///
/// # Errors
/// As [`Family::query`], and what `take` returns.
pub fn join<C: Code>(
    joined: &Joined<'_, C>,
    mut queries: Vec<C>,
    k: u32,
    mut take: impl FnMut(&[Pair<C>]) -> Result<(), Error>,
) -> Result<(), Error> {
    sort(&mut queries);
    queries.dedup();
    each(joined.family(), &queries, k, |_| true, &mut take)
}

/// Gives every pair of two different fingerprints within k bits, sorted and each once, in batches.
///
/// ```
/// use twinprint::native::index::{Joined, Pair, self_join};
/// let joined = Joined::memory(vec![0b0000u64, 0b0111, 0b1111], 3)?;
/// let mut pairs = Vec::new();
/// self_join(&joined, 3, |batch| {
///     pairs.extend_from_slice(batch);
///     Ok(())
/// })?;
/// let pair = |query, fingerprint, distance| Pair { query, fingerprint, distance };
/// assert_eq!(pairs, [pair(0, 0b0111, 3), pair(0b0111, 0b1111, 1)]);
/// # Ok::<(), twinprint::native::Error>(())
/// ```
///
/// # Errors
/// As [`join`].
pub fn self_join<C: Code>(
    joined: &Joined<'_, C>,
    k: u32,
    mut take: impl FnMut(&[Pair<C>]) -> Result<(), Error>,
) -> Result<(), Error> {
    let family = joined.family();
    for shard in &family.shards()[0] {
        let mut codes = Vec::new();
        // The first table has the natural order.
        shard.for_each_run(|run| codes.extend_from_slice(run))?;
        each(family, &codes, k, |pair| pair.query < pair.fingerprint, &mut take)?;
    }
    Ok(())
}

fn each<C: Code>(
    family: &Family<C, Vec<u8>>,
    queries: &[C],
    k: u32,
    is_wanted: impl Fn(&Pair<C>) -> bool + Sync,
    take: &mut impl FnMut(&[Pair<C>]) -> Result<(), Error>,
) -> Result<(), Error> {
    let all = Bound { matches: usize::MAX, codes: u64::MAX };
    for queries in queries.chunks(BATCH) {
        let pairs = queries.par_iter().map(|&query| {
            let matches = family.query(query, k, all)?.matches.into_iter();
            let pairs =
                matches.map(|found| Pair { query, fingerprint: found.fingerprint, distance: found.distance });
            let mut pairs: Vec<Pair<C>> = pairs.filter(&is_wanted).collect();
            pairs.sort_unstable();
            Ok(pairs)
        });
        let pairs: Vec<Vec<Pair<C>>> = pairs.collect::<Result<_, Error>>()?;
        take(&pairs.concat())?;
    }
    Ok(())
}
