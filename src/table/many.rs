//! The look-up of many fingerprints at once: their probes in the order of their places, so that memory is gone through once
//! and a block in which several look is read once.

use alloc::vec;
use alloc::vec::Vec;

use super::answer::{Answer, Bound, Match};
use super::code::Code;
use super::cpu;
use super::family::Family;
use super::probe::{Probe, Reader};
use crate::error::Error;

/// How many probes are made at once, about: of some 40 bytes each.
const AT_ONCE: usize = 1 << 20;

/// How many probes ahead blocks are asked for.
const AHEAD: usize = 6;

impl<C: Code, D: AsRef<[u8]>> Family<C, D> {
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
            while next < queries.len() && (next == first || probes.len() < AT_ONCE) {
                let (before, number) = (probes.len() as u64, (next - first) as u32);
                let most = before.saturating_add(bound.codes);
                answers[next].truncated = !self.add_probes_of((number, queries[next]), k, most, &mut probes);
                next += 1;
            }
            let batch = Batch { family: self, queries: &queries[first..next], k, bound };
            batch.answer(probes, &mut answers[first..next])?;
        }
        Ok(answers)
    }
}

/// Queries that are answered together.
struct Batch<'a, C, D> {
    family: &'a Family<C, D>,
    queries: &'a [C],
    k: u32,
    bound: Bound,
}

impl<C: Code, D: AsRef<[u8]>> Batch<'_, C, D> {
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
            reader.read(probe, |codes| {
                near.clear();
                cpu::best(Near { codes, query: permuted, k: self.k, near: &mut near });
                answer.truncated = !self.add(probe, &near, &mut answer.matches)
                    || left.checked_sub(codes.len() as u64).is_none();
                *left = left.saturating_sub(codes.len() as u64);
                !answer.truncated
            })?;
        }
        answers.iter_mut().for_each(|answer| answer.matches.sort_unstable());
        Ok(())
    }

    /// Adds codes to the matches, unless a table before this one did. False if there is no room.
    fn add(&self, probe: &Probe<C>, near: &[C], matches: &mut Vec<Match<C>>) -> bool {
        for &code in near {
            let fingerprint = self.family.tables[probe.table].restore(code);
            let difference = fingerprint ^ self.queries[probe.query as usize];
            if self.family.is_first(probe.table, difference, self.k) {
                if matches.len() == self.bound.matches {
                    return false;
                }
                matches.push(Match { distance: difference.ones(), fingerprint });
            }
        }
        true
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
