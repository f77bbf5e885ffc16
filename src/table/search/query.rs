//! The look-up of one fingerprint (Manku, Jain and Das Sarma 2007, section 3.1).
//!
//! In each table the query's bits are permuted, and every code is read whose prefix is within the table's radius of the
//! query's. A look-up waits for memory more than it computes. So it goes over its probes several times: to ask for
//! the guides, then for the keys that these lead to, then for the blocks, and only then does it read; meanwhile memory
//! answers all of them at once.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::answer::{Answer, Bound};
use super::family::Family;
use super::probe::Probe;
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::block::Scratch;
use crate::table::format::data::Data;

impl<C: Code, D: Data> Family<C, D> {
    /// Every fingerprint within k bits, each once; k may be smaller than the family's.
    ///
    /// # Errors
    /// [`Error::BadTable`] when a block that is read is damaged, [`Error::InvalidOption`] for a larger k than the family's.
    pub fn query(&self, query: C, k: u32, bound: Bound) -> Result<Answer<C>, Error> {
        self.check_k(k)?;
        cpu::best(Query::new(self, query, k, bound))
    }

    pub(super) fn check_k(&self, k: u32) -> Result<(), Error> {
        let expected = "at most the k that the index was built for";
        let refused = || Error::InvalidOption { option: "k", value: k.to_string(), expected };
        (k <= self.k).then_some(()).ok_or_else(refused)
    }
}

/// How many probes are located and prefetched before the first of them is read: what they need fits into a second-level
/// cache, and a query of any radius takes no more memory than they do.
const AT_ONCE: usize = 256;

/// A query under way.
struct Query<'a, C, D> {
    family: &'a Family<C, D>,
    query: C,
    k: u32,
    bound: Bound,
    /// The probes that are not yet read.
    probes: Vec<Probe<C>>,
    scratch: Scratch<C>,
    /// How many codes may still be read.
    left: u64,
    answer: Answer<C>,
}

impl<C: Code, D: Data> cpu::Work for Query<'_, C, D> {
    type Output = Result<Answer<C>, Error>;

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let (family, mut lookups) = (self.family, self.bound.codes);
        for (table, design) in family.tables.iter().enumerate() {
            let mut outcome = Ok(());
            family.each_range(table, self.query, design.radius().min(self.k), |range| {
                if lookups == 0 {
                    self.answer.truncated = true;
                    return false;
                }
                lookups -= 1;
                family.add_probes(0, table, range, &mut self.probes);
                if self.probes.len() >= AT_ONCE {
                    outcome = cpu::best(Read { query: &mut self });
                }
                outcome.is_ok() && !self.answer.truncated
            });
            outcome?;
        }
        self.read_all()?;
        self.answer.matches.sort_unstable();
        Ok(self.answer)
    }
}

/// Reading the probes that there are.
struct Read<'q, 'a, C, D> {
    query: &'q mut Query<'a, C, D>,
}

impl<C: Code, D: Data> cpu::Work for Read<'_, '_, C, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.query.read_all()
    }
}

impl<'a, C: Code, D: Data> Query<'a, C, D> {
    fn new(family: &'a Family<C, D>, query: C, k: u32, bound: Bound) -> Self {
        let answer = Answer { matches: Vec::new(), truncated: false };
        let (probes, scratch, left) = (Vec::new(), Scratch::new(), bound.codes);
        Query { family, query, k, bound, probes, scratch, left, answer }
    }

    /// Reads the probes that there are, until a bound is reached, and forgets them.
    #[inline(always)]
    fn read_all(&mut self) -> Result<(), Error> {
        let mut probes = core::mem::take(&mut self.probes);
        self.family.locate(&mut probes);
        probes.iter().for_each(|probe| self.family.prefetch(probe));
        for probe in &probes {
            if self.answer.truncated {
                break;
            }
            self.answer.truncated = !self.read(probe)?;
        }
        probes.clear();
        self.probes = probes;
        Ok(())
    }

    /// Reads the codes of a probe. Tells whether it came to their end, or a bound was reached.
    #[inline(always)]
    fn read(&mut self, probe: &Probe<C>) -> Result<bool, Error> {
        let shard = &self.family.shards[probe.table][probe.shard];
        let permuted = self.family.tables[probe.table].permute(self.query);
        let (k, mut left) = (self.k, self.left); // not read anew after each match
        for block in probe.block..shard.blocks() {
            if block > probe.block && shard.key(block) > probe.last {
                break;
            }
            let mut runs = shard.runs(block)?;
            left = left.saturating_sub(shard.missing(block) as u64);
            loop {
                let run = runs.next(&mut self.scratch).map_err(|_| shard.torn(block))?;
                let Some(&end) = run.last() else { break };
                let count = run.len() as u64;
                for &code in run {
                    if code.is_within(permuted, k) && probe.first <= code && code <= probe.last {
                        let (table, query, most) = (probe.table, self.query, self.bound.matches);
                        if !self.family.add(table, code, query, k, most, &mut self.answer.matches) {
                            return Ok(false);
                        }
                    }
                }
                let Some(rest) = left.checked_sub(count) else { return Ok(false) };
                left = rest;
                if end >= probe.last {
                    break;
                }
            }
        }
        self.left = left;
        Ok(true)
    }
}
