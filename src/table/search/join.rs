//! Many queries against many fingerprints (Manku, Jain and Das Sarma 2007, section 3.3): tables of the queries, past which
//! the fingerprints stream.
//!
//! Naively, every query is looked up in tables of all fingerprints, which must be made first and held; or every
//! fingerprint in tables of the queries, as the paper has it. This is what is done here; but of a million queries none
//! has a prefix of 25 bits in common with 97 of 100 fingerprints. So before each table stands a filter: a bit for
//! every prefix, set where a query has it, small enough for a cache near the processor. Whole runs of fingerprints pass it
//! without a branch, and the few that are left are looked up together, as in [`Plain`].
//!
//! Still all filters and tables together are larger than such a cache. So a chunk of fingerprints is first dealt out by
//! the bits that lead: then one small place of a filter and its table is read after the other. Of the ten pairs of five
//! blocks three times three, two and one begin with the same block and are dealt out for together; and for the four that
//! begin with the first block, fingerprints that come in ascending order are dealt out already.

use alloc::vec;
use alloc::vec::Vec;

use super::plain::{Plain, PlainTable, scan};
use super::radix;
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::plan::cover::binomial;
use crate::table::plan::lead::{Lead, User};
use crate::table::plan::plans::Plan;
use crate::table::plan::table::Table;

/// How many places a filter has for each query, as a power of two: one in 32 that have no query's prefix pass.
const SPARSE: u32 = 5;

/// The most bits of a prefix that a filter is read by: 8 MiB, of which a few fit into a third-level cache.
const MOST: u32 = 26;

/// How many leading bits fingerprints are dealt out by: of a filter of 4 MiB, 16 KiB are read at a time.
const SLICES: u32 = 8;

/// How many fingerprints are dealt out at most: enough that it is worth going over all tables.
const SEGMENT: usize = 1 << 20;

/// How many fingerprints pass a filter before those that are left are looked up.
const BLOCK: usize = 1 << 11;

/// How many look-ups wait for memory together.
const AT_ONCE: usize = 64;

/// What it costs, in queries compared, to ask a filter, and to look one up.
const ASKED: f64 = 4.0;
const LOOKED_UP: f64 = 40.0;

/// A query and a fingerprint within k bits of it; or, in a join of fingerprints with themselves, the smaller and the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair<C> {
    /// The query.
    pub query: C,
    /// The fingerprint.
    pub fingerprint: C,
    /// In how many bits they differ.
    pub distance: u32,
}

/// The plan by which this number of queries is joined fastest with many more fingerprints.
///
/// # Errors
/// [`Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K).
pub fn join_plan<C: Code>(k: u32, queries: u64) -> Result<Plan, Error> {
    let work = |plan: &Plan| plan.tables().iter().map(|table| work(table, queries)).sum::<f64>();
    let plans = Plan::all(C::bits(), k)?;
    let least = plans.into_iter().min_by(|a, b| work(a).total_cmp(&work(b)));
    least.map_or_else(|| Plan::for_tables(C::bits(), k, k as usize + 1), Ok)
}

/// What a fingerprint costs in one table, in queries compared.
fn work(table: &Table, queries: u64) -> f64 {
    let log = queries.max(1).ilog2();
    let (guide, filter) = (table.prefix().min(log), table.prefix().min(log + SPARSE).min(MOST));
    let share = |bits: u32| queries as f64 / (1u64 << bits) as f64;
    if table.radius() > 0 {
        let probes: u64 = (0..=table.radius().min(guide)).map(|flips| binomial(guide, flips)).sum();
        return probes as f64 * (LOOKED_UP + share(guide));
    }
    ASKED + share(filter).min(1.0) * (LOOKED_UP + share(guide))
}

/// Tables of queries, past which fingerprints stream.
///
/// ```
/// use twinprint::table::{Join, Pair};
/// let join = Join::new(&[0u64, 0xFF], 3)?;
/// let mut pairs = Vec::new();
/// join.scan(&[1, 7, 0xF0, 0xFE], |pair| {
///     pairs.push(pair);
///     true
/// });
/// pairs.sort();
/// let pair = |query, fingerprint, distance| Pair { query, fingerprint, distance };
/// assert_eq!(pairs, [pair(0, 1, 1), pair(0, 7, 3), pair(0xFF, 0xFE, 1)]);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Join<C> {
    plain: Plain<C>,
    /// One for each table; none where it would let most pass.
    filters: Vec<Option<Filter<C>>>,
    /// Tables that begin with the same bits.
    sweeps: Vec<(Lead<C>, Vec<usize>)>,
}

impl<C: Code> Join<C> {
    /// The tables of queries, which must be distinct and in ascending order, by [`join_plan`].
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for queries that are not so, 2^32 of them or more, or k above [`MAX_K`](crate::table::MAX_K).
    pub fn new(queries: &[C], k: u32) -> Result<Self, Error> {
        let plan = join_plan::<C>(k, queries.len() as u64)?;
        Ok(Join::of(&plan, Plain::new(&plan, queries)?))
    }

    /// The same of tables that have been made by a plan.
    pub fn of(plan: &Plan, plain: Plain<C>) -> Self {
        let filter = |(table, opened): (&Table, &PlainTable<C>)| Filter::new(table, opened.codes());
        let filters = plan.tables().iter().zip(plain.tables()).map(filter).collect();
        let mut sweeps: Vec<(Lead<C>, Vec<usize>)> = Vec::new();
        for (at, table) in plan.tables().iter().enumerate() {
            let lead = Lead::new(table.order(), table.prefix().min(SLICES));
            match sweeps.iter_mut().find(|(other, _)| *other == lead) {
                Some((_, tables)) => tables.push(at),
                None => sweeps.push((lead, Vec::from([at]))),
            }
        }
        Join { plain, filters, sweeps }
    }

    /// Gives every pair of a query and one of these fingerprints within k bits, each once and in no order, until no more
    /// is wanted. A fingerprint that comes twice is given twice. Tells whether it came to the end.
    pub fn scan(&self, fingerprints: &[C], mut take: impl FnMut(Pair<C>) -> bool) -> bool {
        let (mut dealt, mut left, mut probes) =
            (Vec::new(), vec![C::ZERO; BLOCK], Vec::with_capacity(AT_ONCE));
        for segment in fingerprints.chunks(SEGMENT) {
            let ascending = segment.is_sorted();
            for (lead, tables) in &self.sweeps {
                let segment = if ascending && lead.mask == !C::low(C::BITS - lead.bits) {
                    segment
                } else {
                    radix::deal(segment, &mut dealt, lead);
                    &dealt
                };
                for &table in tables {
                    for block in segment.chunks(BLOCK) {
                        let left = match &self.filters[table] {
                            Some(filter) => cpu::best(Sift { filter, block, left: &mut left }),
                            None => block,
                        };
                        if !self.look_up(table, left, &mut probes, &mut take) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Looks fingerprints up in one table.
    fn look_up(
        &self,
        table: usize,
        fingerprints: &[C],
        probes: &mut Vec<Probe<C>>,
        take: &mut impl FnMut(Pair<C>) -> bool,
    ) -> bool {
        let (opened, mut wanted) = (&self.plain.tables()[table], true);
        for &fingerprint in fingerprints {
            opened.places(fingerprint, self.plain.k(), |place| {
                opened.prefetch_guide(place);
                probes.push(Probe { fingerprint, place, range: (0, 0) });
                if probes.len() == AT_ONCE {
                    wanted &= cpu::best(Read { plain: &self.plain, table, probes, take });
                }
                wanted
            });
            if !wanted {
                return false;
            }
        }
        cpu::best(Read { plain: &self.plain, table, probes, take })
    }
}

/// Which prefixes queries have.
#[derive(Debug)]
struct Filter<C> {
    lead: Lead<C>,
    bits: Vec<u64>,
}

impl<C: Code> Filter<C> {
    /// None where the prefix is so short that most would pass, or is looked up within a radius.
    fn new(table: &Table, queries: &[C]) -> Option<Self> {
        let log = queries.len().max(1).ilog2();
        let bits = table.prefix().min(log + SPARSE).min(MOST);
        if table.radius() > 0 || bits <= log {
            return None;
        }
        let lead = Lead::new(table.order(), bits);
        let mut filter = vec![0u64; (1usize << bits).div_ceil(64)];
        for &query in queries {
            let place = lead.of(query);
            filter[(place / 64) as usize] |= 1 << (place % 64);
        }
        Some(Filter { lead, bits: filter })
    }
}

/// Leaves those fingerprints of a block that a filter lets pass.
struct Sift<'a, C> {
    filter: &'a Filter<C>,
    block: &'a [C],
    left: &'a mut [C],
}

impl<'a, C: Code> cpu::Work for Sift<'a, C> {
    type Output = &'a [C];

    #[inline(always)]
    fn run(self) -> &'a [C] {
        let lead = &self.filter.lead;
        lead.with(self)
    }
}

impl<'a, C: Code> User<C, &'a [C]> for Sift<'a, C> {
    #[inline(always)]
    fn each(self, lead: impl Fn(C) -> u64) -> &'a [C] {
        let (mut end, bits) = (0, &self.filter.bits[..]);
        for &fingerprint in self.block {
            let place = lead(fingerprint);
            self.left[end] = fingerprint;
            // The next overwrites it unless it passes.
            end += (bits[(place / 64) as usize] >> (place % 64) & 1) as usize;
        }
        &self.left[..end]
    }
}

/// A place to look for queries.
struct Probe<C> {
    fingerprint: C,
    place: u64,
    range: (u32, u32),
}

/// Looks at all places, and forgets them.
struct Read<'a, C, T> {
    plain: &'a Plain<C>,
    table: usize,
    probes: &'a mut Vec<Probe<C>>,
    take: &'a mut T,
}

impl<C: Code, T: FnMut(Pair<C>) -> bool> cpu::Work for Read<'_, C, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Read { plain, table, probes, take } = self;
        let (opened, k) = (&plain.tables()[table], plain.k());
        for probe in &mut *probes {
            probe.range = opened.locate(probe.place);
        }
        for Probe { fingerprint, range, .. } in probes.drain(..) {
            let wanted = scan(opened.candidates(fingerprint, range), fingerprint, k, |query| {
                let difference = query ^ fingerprint;
                !plain.is_first(table, difference, k)
                    || take(Pair { query, fingerprint, distance: difference.ones() })
            });
            if !wanted {
                return false;
            }
        }
        true
    }
}
