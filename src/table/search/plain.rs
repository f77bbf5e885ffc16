//! Tables in memory as they are, for the fastest look-up (Manku, Jain and Das Sarma 2007, section 3.1).
//!
//! Naively, a table is searched by bisection: some twenty waits for memory, one after the other. Here the leading bits, so
//! many that about eight fingerprints share them, are an index into a guide, which says where these eight lie: two waits.
//! And since a query waits for memory more than it computes, it asks for the guides of all tables at once, then for the
//! fingerprints of all, and only then reads.
//!
//! Fingerprints stand in a table in the order of their permuted bits, but are themselves not permuted. So a query is
//! compared with them as it is, and nothing must be restored.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::answer::{Answer, Bound, Match};
use super::flips;
use super::radix;
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::plan::lead::{Lead, User};
use crate::table::plan::plans::Plan;
use crate::table::plan::table::Table;

/// How many fingerprints share the bits by which the guide is read, as a power of two: they fill a cache line.
const SHARED: u32 = 3;

/// How many bits beyond the guide's are sorted by, for when many fingerprints share the guide's.
const FURTHER: u32 = 12;

/// From how many fingerprints in one place on the further bits are looked at.
const CROWDED: usize = 64;

/// How many probes wait for memory together: more than a core can ask for at once.
const AT_ONCE: usize = 64;

/// How many queries are under way together.
const QUERIES: usize = 16;

/// How many fingerprints are compared before it is checked whether any of them matches.
const RUN: usize = 16;

/// One table of a [`Plain`].
#[derive(Debug)]
pub struct PlainTable<C> {
    /// The bits of the prefix.
    cover: C,
    radius: u32,
    /// What the guide is read by.
    lead: Lead<C>,
    /// What is sorted by: the guide's bits, and further ones.
    order: Lead<C>,
    /// For each value of the guide's bits where its fingerprints start; and the end.
    guide: Vec<u32>,
    codes: Vec<C>,
}

impl<C: Code> PlainTable<C> {
    /// Sorts fingerprints, which must be distinct and in ascending order, for a table of a plan. `scratch` is for use in
    /// between, and may be used again for the next table.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for fingerprints that are not so, 2^32 of them or more, or a plan for another number of bits.
    pub fn new(table: &Table, codes: &[C], scratch: &mut Vec<C>) -> Result<Self, Error> {
        check(codes)?;
        let bits: u32 = table.order().iter().map(|block| block.length).sum();
        if bits != C::BITS {
            let expected = "a plan for as many bits as the fingerprints have";
            return Err(Error::InvalidOption { option: "bits", value: bits.to_string(), expected });
        }
        let spread = codes.len().max(1).ilog2().saturating_sub(SHARED);
        let lead = Lead::new(table.order(), table.prefix().min(spread));
        // Within a radius the prefix is cut to the guide's bits, which takes the fewest probes.
        let table = if table.radius() == 0 { table.clone() } else { table.clone().shortened(lead.bits) };
        let order = Lead::new(table.order(), table.prefix().min(spread + FURTHER));
        let mut sorted = cpu::with_huge_pages(codes.len());
        sorted.extend_from_slice(codes);
        if table.order().len() > 1 {
            radix::sort_by_lead(&mut sorted, scratch, &order);
        }
        let guide = lead.with(Guide { codes: &sorted, bits: lead.bits });
        Ok(PlainTable { cover: table.lead(), radius: table.radius(), lead, order, guide, codes: sorted })
    }

    /// Whether a query that differs so is looked up where the fingerprint is.
    #[inline(always)]
    pub(super) fn covers(&self, difference: C, k: u32) -> bool {
        (difference & self.cover).ones() <= self.radius.min(k)
    }

    /// Gives each place of the guide where a fingerprint within k bits of the query may be, until no more is wanted.
    #[inline(always)]
    pub(super) fn places(&self, query: C, k: u32, mut take: impl FnMut(u64) -> bool) {
        let place = self.lead.of(query);
        if self.radius.min(k) == 0 {
            take(place);
        } else {
            flips::each(self.lead.bits, self.radius.min(k), |flips: C| {
                take(place ^ flips.leading(self.lead.bits))
            });
        }
    }

    /// The fingerprints, in the table's order.
    pub(super) fn codes(&self) -> &[C] {
        &self.codes
    }

    #[inline(always)]
    pub(super) fn prefetch_guide(&self, place: u64) {
        cpu::prefetch(&self.guide, place as usize);
    }

    /// Where the fingerprints of a place are. Asks for their memory.
    #[inline(always)]
    pub(super) fn locate(&self, place: u64) -> (u32, u32) {
        let (start, end) = (self.guide[place as usize], self.guide[place as usize + 1]);
        cpu::prefetch(&self.codes, start as usize);
        cpu::prefetch(&self.codes, (start as usize + end as usize) / 2);
        cpu::prefetch(&self.codes, (end as usize).wrapping_sub(1));
        (start, end)
    }

    /// The fingerprints there, of which those are left out that differ in the further bits of the prefix, if they are many.
    #[inline(always)]
    pub(super) fn candidates(&self, query: C, (start, end): (u32, u32)) -> &[C] {
        let codes = &self.codes[start as usize..end as usize];
        if codes.len() <= CROWDED || self.order.bits == self.lead.bits {
            return codes;
        }
        let wanted = self.order.of(query);
        let from = codes.partition_point(|&code| self.order.of(code) < wanted);
        let length = codes[from..].partition_point(|&code| self.order.of(code) == wanted);
        &codes[from..from + length]
    }
}

/// Refuses what is no set of fingerprints in ascending order, or too large for a guide.
pub(super) fn check<C: Code>(codes: &[C]) -> Result<(), Error> {
    let refused = |value, expected| Err(Error::InvalidOption { option: "fingerprints", value, expected });
    if u32::try_from(codes.len()).is_err() {
        return refused(codes.len().to_string(), "fewer than 4,294,967,296 at a time");
    }
    match codes.windows(2).position(|pair| pair[0] >= pair[1]) {
        Some(at) => refused((at + 1).to_string(), "distinct fingerprints in ascending order"),
        None => Ok(()),
    }
}

/// Gives each code within k bits of the query, until no more is wanted. Tells whether it came to the end.
#[inline(always)]
pub(super) fn scan<C: Code>(mut codes: &[C], query: C, k: u32, mut found: impl FnMut(C) -> bool) -> bool {
    while let Some(at) = next(codes, query, k) {
        if !found(codes[at]) {
            return false;
        }
        codes = &codes[at + 1..];
    }
    true
}

/// Where the first code within k bits of the query is.
#[inline(always)]
fn next<C: Code>(codes: &[C], query: C, k: u32) -> Option<usize> {
    let mut skipped = 0;
    for run in codes.chunks_exact(RUN) {
        // No branch depends on a code here, so that several are compared at a time.
        if run.iter().fold(false, |any, &code| any | code.is_within(query, k)) {
            break;
        }
        skipped += RUN;
    }
    let at = codes[skipped..].iter().position(|&code| code.is_within(query, k))?;
    Some(skipped + at)
}

/// Makes the guide of sorted codes.
struct Guide<'a, C> {
    codes: &'a [C],
    bits: u32,
}

impl<C: Code> User<C, Vec<u32>> for Guide<'_, C> {
    #[inline(always)]
    fn each(self, lead: impl Fn(C) -> u64) -> Vec<u32> {
        let places = (1 << self.bits) + 1;
        let mut guide = cpu::with_huge_pages(places);
        guide.resize(places, 0);
        let mut next = 0;
        for (at, &code) in (0u32..).zip(self.codes) {
            let place = lead(code) as usize;
            if place >= next {
                guide[next..=place].fill(at);
                next = place + 1;
            }
        }
        guide[next..].fill(self.codes.len() as u32);
        guide
    }
}

/// All tables of a plan, in memory as they are.
///
/// ```
/// use twinprint::simhash::Bits;
/// use twinprint::table::{Bound, Match, Plain, Plan};
/// let plan = Plan::for_tables(Bits::B64, 3, 4)?;
/// let tables = Plain::new(&plan, &[0u64, 7, 0xFFFF])?;
/// let answer = tables.query(3, 3, Bound::default())?;
/// let matches = [Match { distance: 1, fingerprint: 7 }, Match { distance: 2, fingerprint: 0 }];
/// assert_eq!((&answer.matches[..], answer.truncated), (&matches[..], false));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct Plain<C> {
    tables: Vec<PlainTable<C>>,
    k: u32,
}

impl<C: Code> Plain<C> {
    /// Makes all tables of a plan of fingerprints, which must be distinct and in ascending order.
    ///
    /// # Errors
    /// As [`PlainTable::new`].
    pub fn new(plan: &Plan, codes: &[C]) -> Result<Self, Error> {
        let mut scratch = Vec::new();
        let tables = plan.tables().iter().map(|table| PlainTable::new(table, codes, &mut scratch));
        Ok(Plain::of(plan, tables.collect::<Result<_, _>>()?))
    }

    /// The tables of a plan, in its order, each made apart of the same fingerprints.
    pub fn of(plan: &Plan, tables: Vec<PlainTable<C>>) -> Self {
        Plain { tables, k: plan.k() }
    }

    /// The most bits in which what a query finds may differ from it.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How many fingerprints there are.
    pub fn len(&self) -> usize {
        self.tables.first().map_or(0, |table| table.codes.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of memory that the tables take.
    pub fn bytes(&self) -> u64 {
        let bytes = |table: &PlainTable<C>| size_of_val(&table.codes[..]) + size_of_val(&table.guide[..]);
        self.tables.iter().map(|table| bytes(table) as u64).sum()
    }

    /// Every fingerprint within k bits, each once; k may be smaller than the plan's.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a larger k than the plan's.
    pub fn query(&self, query: C, k: u32, bound: Bound) -> Result<Answer<C>, Error> {
        let mut answers = self.query_many(&[query], k, bound)?;
        Ok(answers.pop().unwrap_or_default())
    }

    /// The answers to many queries, in their order, faster than one by one: some wait for memory while others are read.
    /// The bound is one for each query.
    ///
    /// # Errors
    /// As [`query`](Plain::query).
    pub fn query_many(&self, queries: &[C], k: u32, bound: Bound) -> Result<Vec<Answer<C>>, Error> {
        if k > self.k {
            let expected = "at most the k that the tables were made for";
            return Err(Error::InvalidOption { option: "k", value: k.to_string(), expected });
        }
        let mut answers = Vec::with_capacity(queries.len());
        let (mut group, mut probes) =
            (Vec::with_capacity(queries.len().min(QUERIES)), Vec::with_capacity(AT_ONCE));
        for queries in queries.chunks(QUERIES) {
            group.extend(queries.iter().map(|&query| Progress {
                query,
                answer: Answer::default(),
                left: bound.codes,
            }));
            self.search(&mut group, k, bound.matches, &mut probes);
            answers.extend(group.drain(..).map(|mut progress| {
                progress.answer.matches.sort_unstable();
                progress.answer
            }));
        }
        Ok(answers)
    }

    /// Looks up all queries of a group.
    fn search(&self, group: &mut [Progress<C>], k: u32, most: usize, probes: &mut Vec<Probe>) {
        for query in 0..group.len() {
            for (table, opened) in self.tables.iter().enumerate() {
                opened.places(group[query].query, k, |place| {
                    opened.prefetch_guide(place);
                    probes.push(Probe { query, table, place, range: (0, 0) });
                    if probes.len() == AT_ONCE {
                        cpu::best(Read { plain: self, probes, group, k, most });
                    }
                    !group[query].answer.truncated
                });
            }
        }
        cpu::best(Read { plain: self, probes, group, k, most });
    }

    pub(super) fn tables(&self) -> &[PlainTable<C>] {
        &self.tables
    }

    /// Whether no table before this one is looked up for what differs so from a query, and this one is.
    #[inline(always)]
    pub(super) fn is_first(&self, table: usize, difference: C, k: u32) -> bool {
        self.tables.iter().position(|table| table.covers(difference, k)) == Some(table)
    }
}

/// A query and what it found so far.
struct Progress<C> {
    query: C,
    answer: Answer<C>,
    /// How many codes may still be read.
    left: u64,
}

/// A place to look.
struct Probe {
    query: usize,
    table: usize,
    place: u64,
    range: (u32, u32),
}

/// Looks at all places, and forgets them.
struct Read<'a, C> {
    plain: &'a Plain<C>,
    probes: &'a mut Vec<Probe>,
    group: &'a mut [Progress<C>],
    k: u32,
    most: usize,
}

impl<C: Code> cpu::Work for Read<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Read { plain, probes, group, k, most } = self;
        for probe in &mut *probes {
            probe.range = plain.tables[probe.table].locate(probe.place);
        }
        for probe in probes.drain(..) {
            let Progress { query, answer, left } = &mut group[probe.query];
            let candidates = plain.tables[probe.table].candidates(*query, probe.range);
            let cost = candidates.len().max(1) as u64;
            let allowed = candidates.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
            answer.truncated |= cost > *left;
            *left = left.saturating_sub(cost);
            let whole = scan(&candidates[..allowed], *query, k, |fingerprint| {
                let difference = fingerprint ^ *query;
                if !plain.is_first(probe.table, difference, k) {
                    return true;
                }
                let has_room = answer.matches.len() < most;
                if has_room {
                    answer.matches.push(Match { distance: difference.ones(), fingerprint });
                }
                has_room
            });
            answer.truncated |= !whole;
        }
    }
}
