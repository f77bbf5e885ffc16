//! A family: all tables of a plan, and the look-up in them (Manku, Jain and Das Sarma 2007, section 3.1).
//!
//! In each table the query's bits are permuted, and every code is read whose prefix is within the table's radius of the
//! query's. A look-up waits for memory more than it computes. So it goes over its probes several times: to ask for
//! the guides, then for the keys that these lead to, then for the blocks, and only then does it read; meanwhile memory
//! answers all of them at once.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::block::Room;
use super::code::Code;
use super::header::{FamilyId, Header};
use super::shard::{Decoders, Shard};
use super::{Table, cpu, flips};
use crate::error::Error;

/// A fingerprint that is within k bits of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match<C> {
    /// In how many bits it differs.
    pub distance: u32,
    /// The fingerprint.
    pub fingerprint: C,
}

/// What a query found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer<C> {
    /// Each fingerprint once, the nearest first.
    pub matches: Vec<Match<C>>,
    /// Whether there may be more, which were not looked for because a [`Bound`] was reached.
    pub truncated: bool,
}

/// The most that a query may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// How many matches it may find.
    pub matches: usize,
    /// How many codes it may read, a probe counting as one at least.
    pub codes: u64,
}

impl Default for Bound {
    /// 10,000 matches, and 100 million codes: a quarter of a second.
    fn default() -> Self {
        Bound { matches: 10_000, codes: 100_000_000 }
    }
}

/// All tables of a plan, each in one shard or several.
#[derive(Debug)]
pub struct Family<C, D> {
    tables: Vec<Table>,
    k: u32,
    /// Those of each table, in the order of their ranges.
    shards: Vec<Vec<Shard<C, D>>>,
}

/// A place to look: the codes of a shard from `first` to `last`.
struct Probe<C> {
    table: usize,
    shard: usize,
    first: C,
    last: C,
    block: usize,
}

impl<C: Code, D: AsRef<[u8]>> Family<C, D> {
    /// Opens all shards of a family, in any order; each comes with the name that errors call it by.
    ///
    /// # Errors
    /// As [`Shard::open`], and [`Error::BadTable`] when shards are not of one family, or one is missing or there twice.
    pub fn open(shards: impl IntoIterator<Item = (String, D)>) -> Result<Self, Error> {
        let mut decoders = Decoders::default();
        let opened: Result<Vec<Shard<C, D>>, Error> =
            shards.into_iter().map(|(name, data)| Shard::open_sharing(&name, data, &mut decoders)).collect();
        let mut opened = opened?;
        opened.sort_by_key(|shard| (shard.header().table.0, shard.header().shard.0));
        let Some(first) = opened.first().map(|shard| shard.header().clone()) else {
            return Err(Error::BadTable { table: "tables".into(), problem: "there is no shard".into() });
        };
        let mut shards: Vec<Vec<Shard<C, D>>> = (0..first.table.1).map(|_| Vec::new()).collect();
        for shard in opened {
            check_kin(shard.name(), shard.header(), &first)?;
            shards[usize::from(shard.header().table.0)].push(shard);
        }
        for (table, shards) in shards.iter().enumerate() {
            check_whole(table, shards)?;
        }
        let tables = shards.iter().map(|shards| shards[0].header().design.clone()).collect();
        Ok(Family { tables, k: first.k, shards })
    }

    /// What all shards have in common.
    pub fn id(&self) -> FamilyId {
        self.shards[0][0].header().family
    }

    /// The most bits in which what a query finds may differ from it.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How many fingerprints there are, each counted once.
    pub fn len(&self) -> u64 {
        self.shards[0].iter().map(Shard::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The design of each table.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The shards of each table, in the order of their ranges. Those of the first have all fingerprints in their natural order.
    pub fn shards(&self) -> &[Vec<Shard<C, D>>] {
        &self.shards
    }

    /// Every fingerprint within k bits, each once; k may be smaller than the family's.
    ///
    /// # Errors
    /// [`Error::BadTable`] when a block that is read is damaged, [`Error::InvalidOption`] for a larger k than the family's.
    pub fn query(&self, query: C, k: u32, bound: Bound) -> Result<Answer<C>, Error> {
        if k > self.k {
            let expected = "at most the k that the index was built for";
            return Err(Error::InvalidOption { option: "k", value: k.to_string(), expected });
        }
        cpu::best(Query { family: self, query, k, bound })
    }

    /// A probe in each shard of which the range has codes.
    #[inline(always)]
    fn add_probes(&self, table: usize, first: C, last: C, probes: &mut Vec<Probe<C>>) {
        let shards = &self.shards[table];
        let from = match shards.len() {
            1 => 0,
            _ => shards.partition_point(|shard| shard.range().1 < first),
        };
        for (shard, opened) in shards.iter().enumerate().skip(from) {
            let (low, high) = opened.range();
            if low > last {
                break;
            }
            if !opened.is_empty() {
                let first = first.max(low);
                opened.prefetch_guide(first);
                probes.push(Probe { table, shard, first, last: last.min(high), block: 0 });
            }
        }
    }

    /// Finds the block in which each probe begins, and asks for it.
    #[inline(always)]
    fn locate(&self, probes: &mut [Probe<C>]) {
        for probe in &*probes {
            self.shards[probe.table][probe.shard].prefetch_keys(probe.first);
        }
        for probe in probes {
            let shard = &self.shards[probe.table][probe.shard];
            probe.block = shard.block_of(probe.first);
            shard.prefetch_block(probe.block);
        }
    }

    /// Whether no table before this one is probed for fingerprints that differ so from the query.
    fn is_first(&self, table: usize, difference: C, k: u32) -> bool {
        !self.tables[..table].iter().any(|design| {
            let leading = design.permute(difference) & !C::low(C::BITS - design.prefix());
            leading.ones() <= design.radius().min(k)
        })
    }

    /// The documents that have a fingerprint: their ordinals, at most so many, and how many they are. None if no document
    /// has it.
    ///
    /// # Errors
    /// As [`Shard::ordinals`].
    pub fn ordinals(&self, fingerprint: C, most: usize) -> Result<Option<(Vec<u64>, u32)>, Error> {
        let code = self.tables[0].permute(fingerprint);
        let at = self.shards[0].partition_point(|shard| shard.range().1 < code);
        self.shards[0][at].ordinals(code, most)
    }
}

fn check_kin(name: &str, header: &Header, first: &Header) -> Result<(), Error> {
    let kin = header.family == first.family
        && (header.k, header.table.1, header.bits) == (first.k, first.table.1, first.bits);
    if kin {
        return Ok(());
    }
    let problem = format!("it is of another family than {} of table {}", first.shard.0, first.table.0);
    Err(Error::BadTable { table: name.into(), problem })
}

/// That shards of a table follow one another from the first code there can be to the last.
fn check_whole<C: Code, D: AsRef<[u8]>>(table: usize, shards: &[Shard<C, D>]) -> Result<(), Error> {
    let missing = |number: usize| {
        let problem = format!("shard {number} of table {table} is missing, there twice or of another range");
        Err(Error::BadTable { table: "tables".into(), problem })
    };
    let mut next = Some(C::ZERO);
    for (number, shard) in shards.iter().enumerate() {
        let (header, (low, high)) = (shard.header(), shard.range());
        let alike =
            header.design == shards[0].header().design && header.shard.1 == shards[0].header().shard.1;
        if usize::from(header.shard.0) != number || next != Some(low) || !alike {
            return missing(number);
        }
        next = (high < C::MAX).then(|| high.plus(C::ONE));
    }
    if next.is_some() || shards.len() != usize::from(shards[0].header().shard.1) {
        return missing(shards.len());
    }
    Ok(())
}

/// A query under way.
struct Query<'a, C, D> {
    family: &'a Family<C, D>,
    query: C,
    k: u32,
    bound: Bound,
}

impl<C: Code, D: AsRef<[u8]>> cpu::Work for Query<'_, C, D> {
    type Output = Result<Answer<C>, Error>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Query { family, query, k, bound } = self;
        let (mut probes, mut truncated) = (Vec::new(), false);
        for (table, design) in family.tables.iter().enumerate() {
            let (permuted, low) = (design.permute(query), C::low(C::BITS - design.prefix()));
            flips::each(design.prefix(), design.radius().min(k), |pattern| {
                let first = (permuted ^ pattern) & !low;
                family.add_probes(table, first, first | low, &mut probes);
                truncated = probes.len() as u64 > bound.codes;
                !truncated
            });
        }
        family.locate(&mut probes);
        let (mut matches, mut left, mut room) = (Vec::new(), bound.codes, Room::new());
        for probe in &probes {
            if truncated {
                break;
            }
            truncated = !self.read(probe, &mut room, &mut left, &mut matches)?;
        }
        matches.sort_unstable();
        Ok(Answer { matches, truncated })
    }
}

impl<C: Code, D: AsRef<[u8]>> Query<'_, C, D> {
    /// Reads the codes of a probe. Tells whether it came to their end, or a bound was reached.
    #[inline(always)]
    fn read(
        &self,
        probe: &Probe<C>,
        room: &mut Room<C>,
        left: &mut u64,
        matches: &mut Vec<Match<C>>,
    ) -> Result<bool, Error> {
        let shard = &self.family.shards[probe.table][probe.shard];
        let permuted = self.family.tables[probe.table].permute(self.query);
        for block in probe.block..shard.blocks() {
            if block > probe.block && shard.key(block) > probe.last {
                break;
            }
            let mut runs = shard.runs(block)?;
            loop {
                let run = runs.next(room).map_err(|_| shard.torn(block))?;
                let Some(&end) = run.last() else { break };
                for &code in run {
                    if code.is_within(permuted, self.k)
                        && probe.first <= code
                        && code <= probe.last
                        && !self.add(probe.table, code, matches)
                    {
                        return Ok(false);
                    }
                }
                let Some(rest) = left.checked_sub(run.len() as u64) else { return Ok(false) };
                *left = rest;
                if end >= probe.last {
                    return Ok(true);
                }
            }
        }
        Ok(true)
    }

    /// Adds a code to the matches, unless a table before this one did. False if there is no room.
    fn add(&self, table: usize, code: C, matches: &mut Vec<Match<C>>) -> bool {
        let fingerprint = self.family.tables[table].restore(code);
        let difference = fingerprint ^ self.query;
        if !self.family.is_first(table, difference, self.k) {
            return true;
        }
        let has_room = matches.len() < self.bound.matches;
        if has_room {
            matches.push(Match { distance: difference.ones(), fingerprint });
        }
        has_room
    }
}
