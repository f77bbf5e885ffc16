//! The look-up of many fingerprints at once: their probes in the order of their places, so that memory is gone through once
//! and a block in which several look is read once.

use alloc::vec;
use alloc::vec::Vec;

use super::answer::{Answer, Bound};
use super::family::Family;
use super::probe::{Probe, Reader};
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::data::Data;

/// How many probes are made at once, at most: of some 60 bytes each.
const AT_ONCE: usize = 1 << 20;

/// How many probes ahead blocks are requested.
const AHEAD: usize = 6;

impl<C: Code, D: Data> Family<C, D> {
    /// As [`query`](Family::query) of each of these, in their order, each within the bound.
    ///
    /// # Errors
    /// As of [`query`](Family::query); then there is no answer at all.
    pub fn query_many(&self, queries: &[C], k: u32, bound: Bound) -> Result<Vec<Answer<C>>, Error> {
        self.check_k(k)?;
        let mut answers = vec![Answer { matches: Vec::new(), truncated: false }; queries.len()];
        let mut next = 0;
        while next < queries.len() {
            let (first, mut probes) = (next, Vec::new());
            while next < queries.len()
                && self.add_all_probes((next - first) as u32, queries[next], k, &mut probes)
            {
                next += 1;
            }
            let batch = Batch { family: self, queries: &queries[first..next], k, bound };
            batch.answer(probes, &mut answers[first..next])?;
            if next == first {
                // One query alone has more probes than are made at once.
                answers[next] = self.query(queries[next], k, bound)?;
                next += 1;
            }
        }
        Ok(answers)
    }

    /// Adds the probes of a query. If they are more than are made at once, adds none, and tells so.
    fn add_all_probes(&self, number: u32, query: C, k: u32, probes: &mut Vec<Probe<C>>) -> bool {
        let before = probes.len();
        for (table, design) in self.tables.iter().enumerate() {
            self.each_range(table, query, design.radius().min(k), |range| {
                self.add_probes(number, table, range, probes);
                probes.len() <= AT_ONCE
            });
        }
        let has_room = probes.len() <= AT_ONCE;
        if !has_room {
            probes.truncate(before);
        }
        has_room
    }
}

/// Queries that are answered together.
struct Batch<'a, C, D> {
    family: &'a Family<C, D>,
    queries: &'a [C],
    k: u32,
    bound: Bound,
}

impl<C: Code, D: Data> Batch<'_, C, D> {
    fn answer(&self, mut probes: Vec<Probe<C>>, answers: &mut [Answer<C>]) -> Result<(), Error> {
        probes.sort_unstable_by_key(|probe| (probe.table, probe.shard, probe.first));
        self.family.locate(&mut probes);
        let mut left = vec![self.bound.codes; self.queries.len()];
        let mut reader = Reader::new(self.family);
        let mut near = Vec::new();
        for (number, probe) in probes.iter().enumerate() {
            if let Some(ahead) = probes.get(number + AHEAD) {
                self.family.prefetch(ahead);
            }
            let query = probe.query as usize;
            let (answer, left) = (&mut answers[query], &mut left[query]);
            if answer.truncated {
                continue;
            }
            let permuted = self.family.tables[probe.table].permute(self.queries[query]);
            reader.read(probe, |codes, count| {
                near.clear();
                cpu::best(Near { codes, query: permuted, k: self.k, near: &mut near });
                let (query, most) = (self.queries[query], self.bound.matches);
                let add =
                    |&code| self.family.add(probe.table, code, query, self.k, most, &mut answer.matches);
                answer.truncated = !near.iter().all(add) || left.checked_sub(count as u64).is_none();
                *left = left.saturating_sub(count as u64);
                !answer.truncated
            })?;
        }
        answers.iter_mut().for_each(|answer| answer.matches.sort_unstable());
        Ok(())
    }
}

/// Finds the codes within k bits of a query.
struct Near<'a, C> {
    codes: &'a [C],
    query: C,
    k: u32,
    near: &'a mut Vec<C>,
}

impl<C: Code> cpu::Work for Near<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.near.extend(self.codes.iter().filter(|code| code.is_within(self.query, self.k)));
    }
}
