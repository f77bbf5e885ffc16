//! Where to look in a family: for each table the ranges of codes whose prefix is within the table's radius of a query's.

use alloc::vec::Vec;

use super::answer::Match;
use super::family::Family;
use super::flips;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::block::Scratch;
use crate::table::format::data::Data;
use crate::table::plan::table::Table;

/// A place to look: the codes of a shard from `first` to `last`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probe<C> {
    /// What it is looked at for: which of several queries, or which of several prefixes.
    pub(super) query: u32,
    pub(super) table: usize,
    pub(super) shard: usize,
    pub(super) first: C,
    pub(super) last: C,
    /// The block in which it begins, once it was located.
    pub(super) block: usize,
}

impl<C: Code, D: Data> Family<C, D> {
    /// Gives each range of a table's codes whose prefix is within `radius` bits of the query's, until `take` wants no more.
    #[inline(always)]
    pub(super) fn each_range(
        &self,
        table: usize,
        query: C,
        radius: u32,
        mut take: impl FnMut((C, C)) -> bool,
    ) {
        let design = &self.tables[table];
        let (permuted, low) = (design.permute(query), C::low(C::BITS - design.prefix()));
        flips::each(design.prefix(), radius, |pattern| {
            let first = (permuted ^ pattern) & !low;
            take((first, first | low))
        });
    }

    /// Adds a probe in each shard of which the range has codes, and asks for its guide.
    #[inline(always)]
    pub(super) fn add_probes(&self, query: u32, table: usize, range: (C, C), probes: &mut Vec<Probe<C>>) {
        let (first, last) = range;
        let shards = &self.shards[table];
        let from = match shards.len() {
            1 => 0,
            _ => shards.partition_point(|shard| shard.range().1 < first),
        };
        for (shard, opened) in shards.iter().enumerate().skip(from) {
            let (low, high) = opened.range();
            if low > last {
                break;
            }
            if !opened.is_empty() {
                let first = first.max(low);
                opened.prefetch_guide(first);
                probes.push(Probe { query, table, shard, first, last: last.min(high), block: 0 });
            }
        }
    }

    /// Finds the block in which each probe begins.
    #[inline(always)]
    pub(super) fn locate(&self, probes: &mut [Probe<C>]) {
        for probe in &*probes {
            self.shards[probe.table][probe.shard].prefetch_keys(probe.first);
        }
        for probe in probes {
            probe.block = self.shards[probe.table][probe.shard].block_of(probe.first);
        }
    }

    /// Asks for the block in which a probe begins.
    #[inline(always)]
    pub(super) fn prefetch(&self, probe: &Probe<C>) {
        self.shards[probe.table][probe.shard].prefetch_block(probe.block);
    }

    /// Adds a code of a table to the matches, unless a table before it did. False if there is no room.
    pub(super) fn add(
        &self,
        table: usize,
        code: C,
        query: C,
        k: u32,
        most: usize,
        matches: &mut Vec<Match<C>>,
    ) -> bool {
        let fingerprint = self.tables[table].restore(code);
        let difference = fingerprint ^ query;
        let covers = |(design, lead): (&Table, &C)| (difference & *lead).ones() <= design.radius().min(k);
        if self.tables[..table].iter().zip(&self.leads).any(covers) {
            return true;
        }
        let has_room = matches.len() < most;
        if has_room {
            matches.push(Match { distance: difference.ones(), fingerprint });
        }
        has_room
    }
}

/// Reads probes in the order of their places, so that a block in which several look is read once.
pub(super) struct Reader<'a, C, D> {
    family: &'a Family<C, D>,
    /// The block at hand: of which table and shard, and its number.
    at: Option<(usize, usize, usize)>,
    codes: Vec<C>,
    scratch: Scratch<C>,
}

impl<'a, C: Code, D: Data> Reader<'a, C, D> {
    pub(super) fn new(family: &'a Family<C, D>) -> Self {
        Reader { family, at: None, codes: Vec::new(), scratch: Scratch::new() }
    }

    /// Gives the codes of a probe that was located, a block's at a time, and how many count as read, until `take` wants no more.
    pub(super) fn read(
        &mut self,
        probe: &Probe<C>,
        mut take: impl FnMut(&[C], usize) -> bool,
    ) -> Result<(), Error> {
        let shard = &self.family.shards[probe.table][probe.shard];
        for block in probe.block..shard.blocks() {
            if block > probe.block && shard.key(block) > probe.last {
                break;
            }
            if self.at != Some((probe.table, probe.shard, block)) {
                self.at = None;
                shard.read_block(block, &mut self.scratch, &mut self.codes)?;
                self.at = Some((probe.table, probe.shard, block));
            }
            let from = self.codes.partition_point(|&code| code < probe.first);
            let to = self.codes.partition_point(|&code| code <= probe.last);
            let codes = &self.codes[from..to.max(from)];
            if !take(codes, codes.len().max(shard.missing(block))) || to < self.codes.len() {
                break;
            }
        }
        Ok(())
    }
}
