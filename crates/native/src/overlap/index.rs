//! Where the rare members of sets stand: an inverted index over prefixes.

use core::ops::Range;

use rayon::prelude::*;

/// A member of a set's prefix. Sets are known by their rank: the smaller a set, the lower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) member: u64,
    pub(super) rank: u32,
    /// How many members follow it in the set's order of rarity.
    pub(super) rest: u32,
}

/// Bytes that an entry takes, with its part of the directory.
pub(super) const ENTRY: usize = size_of::<Entry>() + size_of::<u32>();

/// Entries by member and rank.
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Where the entries begin whose members have these highest bits, about one a place.
    starts: Vec<u32>,
    shift: u32,
}

impl Index {
    /// Of at most 2^32 - 1 entries in any order, whose members are spread evenly.
    pub(super) fn new(mut entries: Vec<Entry>) -> Index {
        entries.par_sort_unstable();
        let bits = (entries.len().max(2)).ilog2();
        let shift = 64 - bits;
        let mut starts = vec![0u32; (1 << bits) + 1];
        for entry in &entries {
            starts[(entry.member >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Index { entries, starts, shift }
    }

    /// The entries of a member, of sets with these ranks.
    #[inline]
    pub(super) fn of(&self, member: u64, ranks: Range<u32>) -> &[Entry] {
        let place = (member >> self.shift) as usize;
        let near = &self.entries[self.starts[place] as usize..self.starts[place + 1] as usize];
        let near = match near {
            [] => return near,
            [first, ..] if first.member == member => near,
            _ => &near[near.partition_point(|entry| entry.member < member)..],
        };
        let of = |rank: u32| near.partition_point(|entry| (entry.member, entry.rank) < (member, rank));
        &near[of(ranks.start)..of(ranks.end)]
    }
}
