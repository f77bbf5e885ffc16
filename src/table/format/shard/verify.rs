//! Everything in a shard checked, whether it is requested or not.

use alloc::format;

use super::Shard;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::block::{self, Scratch};
use crate::table::format::data::Data;
use crate::table::format::header::{IdsHeader, PADDING};

impl<C: Code, D: AsRef<[u8]>> Shard<C, D> {
    /// Checks everything: each checksum, that the codes are sorted, as many as the head says and in the range, that no
    /// block or group ends before what is in it, and that the document ordinals are as many as the head says.
    ///
    /// # Errors
    /// [`Error::BadTable`] with the first thing that is wrong.
    pub fn verify(&self) -> Result<(), Error> {
        let (mut codes, mut before, mut scratch) = (0, None, Scratch::new());
        for number in 0..self.blocks() {
            if self.header.ids.is_some() && self.rank_of(number) != codes {
                return Err(
                    self.bad(format!("block {number} begins after {codes} codes, not as its rank says"))
                );
            }
            let (count, last) = self.verify_block(number, before, &mut scratch)?;
            codes += count;
            before = Some(last);
        }
        if codes != self.header.codes {
            return Err(self.bad(format!("it holds {codes} codes, not {}", self.header.codes)));
        }
        let bytes = self.data.as_ref();
        let padded = |end: u64| bytes[(end - PADDING) as usize..end as usize].iter().all(|&byte| byte == 0);
        if !padded(self.places.groups) || !padded(self.places.end) {
            return Err(self.bad("the bytes after its blocks are not zero".into()));
        }
        self.header.ids.map_or(Ok(()), |ids| self.verify_ordinals(ids))
    }

    fn verify_ordinals(&self, ids: IdsHeader) -> Result<(), Error> {
        let mut ordinals = 0u64;
        for number in 0..self.groups() {
            ordinals = ordinals.saturating_add(self.verify_group(number, ids)?);
        }
        if ordinals != ids.ordinals {
            return Err(self.bad(format!("it holds {ordinals} document ordinals, not {}", ids.ordinals)));
        }
        Ok(())
    }
}

impl<C: Code, D: Data> Shard<C, D> {
    /// Checks a block, of which all codes are above the one before it. Gives how many they are, and the last.
    pub(super) fn verify_block(
        &self,
        number: usize,
        before: Option<C>,
        scratch: &mut Scratch<C>,
    ) -> Result<(u64, C), Error> {
        let (low, high) = self.range();
        let mut runs = self.runs(number)?;
        let (mut codes, mut bits, mut last) = (0, 0, before);
        loop {
            let run = runs.next(scratch).map_err(|_| self.torn(number))?;
            let Some((&first, &end)) = run.first().zip(run.last()) else { break };
            let follows = last.is_none_or(|last| last < first) && run.is_sorted_by(|a, b| a < b);
            let vacant = C::low(self.header.zeros);
            if run.iter().any(|&code| code & vacant != C::ZERO) {
                return Err(self.bad(format!("codes of block {number} have bits that are left out")));
            }
            if !follows || first < low || end > high {
                return Err(
                    self.bad(format!("the codes of block {number} are not sorted and in their range"))
                );
            }
            let taken = |codes: &[C]| block::bits(self.header.steps(), &self.header.lengths, codes);
            // The key takes no bits.
            bits += last.filter(|_| codes > 0).map_or(0, |last| taken(&[last, first])) + taken(run);
            codes += run.len() as u64;
            last = Some(end);
        }
        if bits > 8 * (u64::from(self.header.block) - self.header.block_head() as u64) {
            return Err(self.torn(number));
        }
        Ok((codes, last.unwrap_or(low)))
    }

    /// Checks a group, and tells how many ordinals are in it.
    pub(super) fn verify_group(&self, number: usize, ids: IdsHeader) -> Result<u64, Error> {
        let Some(group) = self.group(number, ids)? else { return Ok(0) };
        group.count().ok_or_else(|| self.other_end(number))
    }
}
