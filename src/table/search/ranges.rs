//! The codes from one to another, of many ranges at once: in the order of their places, so that memory is gone through once and
//! a block in which several lie is read once.

use alloc::vec;
use alloc::vec::Vec;

use super::family::Family;
use super::probe::{Probe, Reader};
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::data::Data;

/// How many ranges ahead blocks are requested.
const AHEAD: usize = 6;

/// The codes of a range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InRange<C> {
    /// The first of them, rising.
    pub codes: Vec<C>,
    /// Whether there are more than were requested.
    pub truncated: bool,
}

impl<C: Code, D: Data> Family<C, D> {
    /// The fingerprints of each of these ranges, from its first to its last, both of them inside: up to `most` of each,
    /// the smallest.
    ///
    /// # Errors
    /// [`Error::BadTable`] when a block that is read is damaged; then there is no answer at all.
    pub fn ranges(&self, ranges: &[(C, C)], most: usize) -> Result<Vec<InRange<C>>, Error> {
        let mut probes: Vec<Probe<C>> = Vec::with_capacity(ranges.len());
        for (number, range) in (0..).zip(ranges) {
            self.add_probes(number, 0, *range, &mut probes);
        }
        probes.sort_unstable_by_key(|probe| (probe.shard, probe.first));
        self.locate(&mut probes);
        let mut found = vec![InRange { codes: Vec::new(), truncated: false }; ranges.len()];
        let mut reader = Reader::new(self);
        for (number, probe) in probes.iter().enumerate() {
            if let Some(ahead) = probes.get(number + AHEAD) {
                self.prefetch(ahead);
            }
            let own = &mut found[probe.query as usize];
            let mut left = most - own.codes.len();
            reader.read(probe, |codes, count| {
                own.codes.extend(&codes[..codes.len().min(left)]);
                own.truncated |= codes.len() > left;
                left = left.saturating_sub(count);
                !own.truncated
            })?;
        }
        Ok(found)
    }
}
