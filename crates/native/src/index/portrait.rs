//! What an index is like: what it takes, and how its fingerprints are spread (Manku, Jain and Das Sarma 2007, Fig. 2).

use crate::sort::StoredCode;
use rayon::prelude::*;

use twinprint::Error;
use twinprint::table::{Coding, Family, Histogram, Shard};

/// The intervals in which fingerprints are counted, the paper's.
const INTERVALS: u32 = 128;

/// An index in numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Portrait {
    /// What each table takes.
    pub tables: Vec<TableSize>,
    /// How many bits a fingerprint has.
    pub bits: u32,
    /// How many fingerprints there are.
    pub fingerprints: u64,
    /// For each bit from the lowest up, at how many neighbours in the sorted list it is the highest of those that differ
    /// (Fig. 2a).
    pub leading: Vec<u64>,
    /// How many fingerprints are in each of 128 equal intervals of all there could be (Fig. 2b).
    pub fill: Vec<u64>,
}

/// What a table takes.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSize {
    /// Its prefix in bits, and the radius within which it is looked up.
    pub prefix: (u32, u32),
    /// How many shards it is cut into.
    pub shards: usize,
    /// The bytes of its shards, with heads, directories and checksums, and without ordinals.
    pub codes: u64,
    /// The bytes of the ordinals of documents, with their directory and checksums.
    pub ordinals: u64,
}

impl Portrait {
    /// Reads all of the first table.
    ///
    /// # Errors
    /// [`Error::BadTable`] for a shard that is damaged.
    pub fn new<C: StoredCode, D: AsRef<[u8]> + Sync>(family: &Family<C, D>) -> Result<Self, Error> {
        let tables = family.tables().iter().zip(family.shards()).map(|(table, shards)| {
            let all: u64 = shards.iter().map(|shard| shard.bytes().0).sum();
            let ordinals: u64 = shards.iter().map(|shard| shard.bytes().1).sum();
            let prefix = (table.prefix(), table.radius());
            TableSize { prefix, shards: shards.len(), codes: all - ordinals, ordinals }
        });
        let parts = family.shards()[0].par_iter().map(Spread::of).collect::<Result<Vec<_>, _>>()?;
        let mut leading = Histogram::new(Coding::Xor);
        let mut fill = vec![0; INTERVALS as usize];
        let mut before: Option<C> = None;
        for part in parts {
            leading.merge(&part.leading);
            fill.iter_mut().zip(part.fill).for_each(|(all, more)| *all += more);
            if let Some((first, last)) = part.ends {
                before.iter().for_each(|&before| leading.add(&[before, first]));
                before = Some(last);
            }
        }
        Ok(Portrait {
            tables: tables.collect(),
            bits: C::BITS,
            fingerprints: family.len(),
            leading: leading.counts()[..C::BITS as usize].to_vec(),
            fill,
        })
    }

    /// The bits that a sorted list of n random fingerprints takes for each, at the least:
    /// `f - log2 n + 1.4427`.
    pub fn bound(&self) -> f64 {
        f64::from(self.bits) - (self.fingerprints.max(1) as f64).log2() + core::f64::consts::LOG2_E
    }
}

/// How the codes of a shard are spread.
struct Spread<C> {
    leading: Histogram,
    fill: Vec<u64>,
    ends: Option<(C, C)>,
}

impl<C: StoredCode> Spread<C> {
    fn of<D: AsRef<[u8]>>(shard: &Shard<C, D>) -> Result<Self, Error> {
        let (mut leading, mut fill) = (Histogram::new(Coding::Xor), vec![0; INTERVALS as usize]);
        let mut ends: Option<(C, C)> = None;
        shard.for_each_run(|run| {
            let Some((&first, &last)) = run.first().zip(run.last()) else { return };
            leading.add(run);
            run.iter().for_each(|code| fill[code.leading(INTERVALS.ilog2()) as usize] += 1);
            ends.iter().for_each(|&(_, before)| leading.add(&[before, first]));
            ends = Some((ends.map_or(first, |(first, _)| first), last));
        })?;
        Ok(Spread { leading, fill, ends })
    }
}
