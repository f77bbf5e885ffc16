//! A family of which only the heads are in memory, and what look-ups needed: to search tables where they are published, by
//! ranges of bytes.
//!
//! The head of a shard tells in which block a code is (see `FORMAT.md`). So whoever has the heads of all shards reads a
//! fingerprint's matches in one round: the blocks of all its probes. The documents of a match take a second one: the match may
//! have been found in another table than the first, in which ordinals are, and where in its block it stands is not known before
//! that is read; but the ranks of the block leave one group of ordinals or two, which are fetched along with it.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::family::Family;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::fetched::Fetched;

/// A family of shards of which only what was requested is here.
///
/// ```
/// # use twinprint::{simhash::Bits, table::*};
/// # let codes: Vec<u64> = (0..9000u64).map(twinprint::hash::mix).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
/// # let plan = Plan::for_tables(Bits::B64, 0, 1)?;
/// # let mut histogram = Histogram::new(Coding::Difference);
/// # histogram.add(&codes);
/// # let (family, mut published) = (FamilyId { digest: 0, recipe: [0; 16] }, Vec::new());
/// # let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &codes, ordinals: None };
/// # Writer { plan: &plan, table: 0, family, block: 1024, histogram: &histogram, cut_keys: false }.write(&part, &mut published)?;
/// // Of a shard of 50,000 bytes, the first 570.
/// let head = Header::read("codes", &published)?.head().unwrap();
/// let shard = Fetched::new(published[..head as usize].to_vec(), published.len() as u64);
/// let mut family = Sparse::<u64>::open([("codes".into(), shard)])?;
/// let queries = [codes[500], codes[7000]];
/// let mut rounds = 0;
/// let answers = loop {
///     match family.ask(|family| family.query_many(&queries, 0, Bound::default()))? {
///         Attempt::Done(answers) => break answers,
///         Attempt::Needs(needs) => {
///             rounds += 1;
///             for Needed { shard, bytes } in needs {
///                 family.supply(&shard, bytes.start, &published[bytes.start as usize..bytes.end as usize])?;
///             }
///         }
///     }
/// };
/// assert_eq!((rounds, answers[1].matches[0].fingerprint), (1, codes[7000]));
/// assert!(family.bytes() < 3_000);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Sparse<C> {
    family: Family<C, Fetched>,
}

/// What a look-up says of data that are not all here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<T, N = Needed> {
    /// All that it read was here, and this is what it says.
    Done(T),
    /// What must be had before it can go on.
    Needs(Vec<N>),
}

/// Bytes of a shard that are needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// The shard's name.
    pub shard: String,
    /// Which of its bytes.
    pub bytes: Range<u64>,
}

impl<C: Code> Sparse<C> {
    /// Opens all shards of a family by their heads, in any order.
    ///
    /// # Errors
    /// As [`Family::open`].
    pub fn open(shards: impl IntoIterator<Item = (String, Fetched)>) -> Result<Self, Error> {
        Ok(Sparse { family: Family::of(shards)? })
    }

    /// Does a look-up, or several, if all is here that it reads. If not, it is done on what there is, its outcome thrown away,
    /// and everything reported that it missed.
    ///
    /// # Errors
    /// Those of the look-up.
    pub fn ask<T>(
        &mut self,
        look_up: impl FnOnce(&Family<C, Fetched>) -> Result<T, Error>,
    ) -> Result<Attempt<T>, Error> {
        let outcome = look_up(&self.family);
        let mut needs = Vec::new();
        for shard in self.family.shards_mut() {
            let missed = shard.missed();
            needs.extend(missed.into_iter().map(|bytes| Needed { shard: shard.name().into(), bytes }));
        }
        if needs.is_empty() { outcome.map(Attempt::Done) } else { Ok(Attempt::Needs(needs)) }
    }

    /// Takes bytes that were needed.
    ///
    /// # Errors
    /// [`Error::BadTable`] for others than were requested, and for what is no whole block or group of this shard; then they are
    /// not taken.
    pub fn supply(&mut self, shard: &str, start: u64, bytes: &[u8]) -> Result<(), Error> {
        let Some(shard) = self.family.shards_mut().find(|other| other.name() == shard) else {
            let problem = "it is none of this family's".into();
            return Err(Error::BadTable { table: shard.into(), problem });
        };
        shard.supply(start, bytes)
    }

    /// How many bytes of the shards are here, their heads among them.
    pub fn bytes(&self) -> u64 {
        self.family.shards().iter().flatten().map(|shard| shard.fetched()).sum()
    }
}
