//! A shard of which the blocks and the groups of ordinals come one by one.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::Shard;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::block::Scratch;
use crate::table::format::fetched::Fetched;

impl<C: Code> Shard<C, Fetched> {
    /// What was missed since this was last called.
    pub(crate) fn missed(&mut self) -> Vec<Range<u64>> {
        self.data.missed()
    }

    /// How many of its bytes are here.
    pub(crate) fn fetched(&self) -> u64 {
        self.data.bytes()
    }

    /// Takes bytes that were missed, if every block and group in them is whole: besides their checksums, which tell a block from
    /// others of its shard, that their codes fit into what the head says, so that most of another shard are found out, too.
    ///
    /// # Errors
    /// [`Error::BadTable`]; then none of the bytes are taken.
    pub(crate) fn supply(&mut self, start: u64, bytes: &[u8]) -> Result<(), Error> {
        let end = start.saturating_add(bytes.len() as u64);
        if !self.data.insert(start, bytes) {
            return Err(self.bad(format!("its bytes {start} to {end} were not requested")));
        }
        let checked = self.check_blocks(start, end).and_then(|()| self.check_groups(start, end));
        if checked.is_err() {
            self.data.remove(start);
        }
        checked
    }

    /// Checks the blocks that are whole between these bytes.
    fn check_blocks(&self, start: u64, end: u64) -> Result<(), Error> {
        let length = u64::from(self.header.block);
        let place = |at: u64| at.saturating_sub(self.places.blocks).min(self.header.blocks * length);
        let (first, after) = (place(start).div_ceil(length), place(end) / length);
        let mut scratch = Scratch::new();
        for number in first as usize..after as usize {
            let (codes, highest) = self.verify_block(number, None, &mut scratch)?;
            if number + 1 < self.blocks() && !self.is_before(highest, number + 1) {
                return Err(self.bad(format!("block {number} does not end below the next one's key")));
            }
            if self.header.ids.is_some() && codes != self.rank_of(number + 1) - self.rank_of(number) {
                return Err(self.bad(format!("block {number} has {codes} codes, not what its rank says")));
            }
        }
        Ok(())
    }

    /// Checks the groups of ordinals that are whole between these bytes.
    fn check_groups(&self, start: u64, end: u64) -> Result<(), Error> {
        let Some(ids) = self.header.ids else { return Ok(()) };
        let (first, end) = (start.saturating_sub(self.places.groups), end.saturating_sub(self.places.groups));
        let (mut number, mut after) = (0, self.groups());
        while number < after {
            let middle = number + (after - number) / 2;
            if self.group_start(middle, ids) < first { number = middle + 1 } else { after = middle }
        }
        while number < self.groups() && self.group_start(number + 1, ids) <= end {
            self.verify_group(number, ids)?;
            number += 1;
        }
        Ok(())
    }
}
