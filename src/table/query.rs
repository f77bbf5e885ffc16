//! The look-up of one fingerprint (Manku, Jain and Das Sarma 2007, section 3.1).
//!
//! In each table the query's bits are permuted, and every code is read whose prefix is within the table's radius of the
//! query's. A look-up waits for memory more than it computes. So it goes over its probes several times: to ask for
//! the guides, then for the keys that these lead to, then for the blocks, and only then does it read; meanwhile memory
//! answers all of them at once.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::answer::{Answer, Bound, Match};
use super::block::Room;
use super::code::Code;
use super::cpu;
use super::family::Family;
use super::probe::Probe;
use crate::error::Error;

impl<C: Code, D: AsRef<[u8]>> Family<C, D> {
    /// Every fingerprint within k bits, each once; k may be smaller than the family's.
    ///
    /// # Errors
    /// [`Error::BadTable`] when a block that is read is damaged, [`Error::InvalidOption`] for a larger k than the family's.
    pub fn query(&self, query: C, k: u32, bound: Bound) -> Result<Answer<C>, Error> {
        self.check_k(k)?;
        cpu::best(Query { family: self, query, k, bound })
    }

    pub(super) fn check_k(&self, k: u32) -> Result<(), Error> {
        let expected = "at most the k that the index was built for";
        let refused = || Error::InvalidOption { option: "k", value: k.to_string(), expected };
        (k <= self.k).then_some(()).ok_or_else(refused)
    }
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
        let mut probes = Vec::new();
        let mut truncated = !family.add_probes_of((0, query), k, bound.codes, &mut probes);
        family.locate(&mut probes);
        probes.iter().for_each(|probe| family.prefetch(probe));
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
