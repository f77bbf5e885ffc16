//! Members that sets of different groups have: no others are of use where only pairs of different groups are looked for.
//!
//! Of thousands of sets that are nearly one, all is shared within their group alone. Naively each member has a list of its groups; here
//! members share places, each of which knows one group, or that there are several. So a member may seem to be of several groups
//! that is of one, and never the other way round.

use super::super::Error;
use super::super::blobs::Lists;
use super::super::with_huge_pages;
use super::counts::common_of;

/// Whether a member is in sets of several groups.
pub(super) struct Across {
    /// For all members that agree in their highest bits the group of the sets that have them.
    groups: Vec<u32>,
    shift: u32,
}

const NONE: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

impl Across {
    /// Of lists in groups, as [`Counts`](super::Counts); at most `memory` bytes are taken, or a few.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub(super) fn of(lists: &Lists, group: &dyn Fn(u32) -> u32, memory: usize) -> Result<Across, Error> {
        let numbers = lists.ends().last().map_or(0, |end| end / 8);
        let wanted = numbers.clamp(1 << 10, 1 << 40).next_power_of_two();
        let bits = wanted.ilog2().min((memory as u64 / 4).max(1 << 10).ilog2());
        let mut groups = with_huge_pages(1 << bits);
        groups.resize(1 << bits, NONE);
        let shift = 64 - bits;
        lists.for_each(|number, list| {
            let own = group(number as u32);
            for member in list {
                let group = &mut groups[(member >> shift) as usize];
                *group = if *group == NONE || *group == own { own } else { SEVERAL };
            }
            Ok(())
        })?;
        Ok(Across { groups, shift })
    }

    /// Leaves of a list the members that sets of several groups may have.
    pub(super) fn common(&self, list: &[u64], common: &mut Vec<u64>) {
        common_of(list, |member| self.groups[(member >> self.shift) as usize] == SEVERAL, common);
    }
}
