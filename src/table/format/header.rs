//! The head of a shard: what the shard is, read with every number checked before it is used.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::block::{BLOCK_HEAD, Coding, MAX_CODES, Steps, block_head};
use super::huffman::{self, Lengths, SYMBOLS};
use super::ids::GROUP;
use super::keys::Cut;
use crate::error::Error;
use crate::simhash::Bits;
use crate::table::plan::blocks;
use crate::table::plan::cover::{MAX_K, MAX_TABLES};
use crate::table::plan::table::Table;
use crate::wire::{self, Fault, Reader, Unknown};

/// What every shard begins with.
pub(super) const MAGIC: [u8; 8] = *b"TWPSHARD";
/// The version that is written and read here.
pub(super) const VERSION: u16 = 1;
/// The flag of shards with document ordinals.
const HAS_IDS: u16 = 1;
/// The flag of shards whose keys are cut. None has both, and there is no other.
const HAS_CUT_KEYS: u16 = 2;
/// The bytes before the order of the bits.
const FIXED: usize = 120;
/// How many zero bytes follow the blocks, and the groups of ordinals, so that whole words can be read up to their ends.
pub(super) const PADDING: u64 = 8;

/// The block sizes that are taken, in bytes.
pub const BLOCKS: core::ops::RangeInclusive<u32> = 32..=65_536;

/// What the shards of one family have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyId {
    /// Tells families apart: the same for the same codes, ordinals and plan.
    pub digest: u64,
    /// The id of the recipe that the fingerprints were made by; zero when that is not known.
    pub recipe: [u8; 16],
}

/// What a shard says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Whose shard it is.
    pub family: FamilyId,
    /// How many bits a code has.
    pub bits: Bits,
    /// The most bits in which what a query finds may differ from it.
    pub k: u32,
    /// Which table the shard is of, of how many.
    pub table: (u16, u16),
    /// Which shard of its table it is, of how many.
    pub shard: (u16, u16),
    /// The table's order of bits, prefix and radius.
    pub design: Table,
    /// How codes are coded by the one before.
    pub coding: Coding,
    /// How many of the lowest bits are zero in every code, and left out.
    pub zeros: u32,
    /// How many of the lowest bits of a block's key stand in the block itself, if its key is cut; if not, all stand in the head.
    pub cut: Option<u32>,
    /// The bytes of a block.
    pub block: u32,
    /// How many codes there are.
    pub codes: u64,
    /// How many blocks.
    pub blocks: u64,
    /// The smallest and the largest code that belong here, whether they are there or not.
    pub range: (u128, u128),
    /// Of the section of document ordinals, if there is one.
    pub ids: Option<IdsHeader>,
    pub(super) lengths: Lengths,
}

/// What a shard says of its document ordinals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdsHeader {
    /// How many there are.
    pub ordinals: u64,
    /// The bits of each, from 1 to 64.
    pub width: u32,
    /// The bytes of all groups.
    pub bytes: u64,
}

impl Header {
    /// Reads the head of a shard, and no more: the bytes may end after it, and its checksum is not checked.
    ///
    /// # Errors
    /// [`Error::BadTable`] for what is no head, [`Error::OtherTable`] for another version, and for flags, a number of bits
    /// or a coding that this version does not have.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bad =
            |problem: &dyn Display| Error::BadTable { table: name.into(), problem: problem.to_string() };
        let ends = |fault: Fault| bad(&fault);
        let other = |property, found: String, expected: String| {
            Err(Error::OtherTable { table: name.into(), property, found, expected })
        };
        let mut reader = Reader::new(bytes);
        match reader.head(&MAGIC, &VERSION.to_le_bytes()) {
            Ok(()) => {}
            Err(Unknown::Fault(fault)) => return Err(bad(&fault)),
            Err(Unknown::Version(found)) => {
                return other("version", format!("{found}"), format!("{VERSION}"));
            }
        }
        let flags = reader.u16().map_err(ends)?;
        if ![0, HAS_IDS, HAS_CUT_KEYS].contains(&flags) {
            return other("set of flags", format!("{flags:#06x}"), format!("at most {HAS_CUT_KEYS:#06x}"));
        }
        let [f, k, coding, width] = reader.array().map_err(ends)?;
        let Ok(bits) = Bits::from_count(f.into()) else {
            return other("number of bits", format!("{f}"), "32, 64 or 128".into());
        };
        let steps = Steps { coding: Coding::ALL[usize::from(coding % 2)], zeros: u32::from(coding / 2) };
        let header = Header::parse(&mut reader, flags, (bits, k, steps, width));
        let header = header.map_err(ends)?;
        header.checked().map_err(|problem| bad(&problem))
    }

    /// How many bytes stand before the blocks, all of which must be there to look anything up. None if there would be more bytes
    /// than can be counted.
    pub fn head(&self) -> Option<u64> {
        self.places().map(|places| places.blocks)
    }

    /// The numbers, whether they make sense together or not, from the byte after those that are given on.
    fn parse(
        reader: &mut Reader<'_>,
        flags: u16,
        (bits, k, Steps { coding, zeros }, width): (Bits, u8, Steps, u8),
    ) -> Result<Self, Fault> {
        let (has_ids, cut) = (flags == HAS_IDS, (flags == HAS_CUT_KEYS).then_some(u32::from(width)));
        let width = if cut.is_some() { 0 } else { width };
        let (table, shard) = ((reader.u16()?, reader.u16()?), (reader.u16()?, reader.u16()?));
        let (prefix, radius, runs) = (reader.u8()?, reader.u8()?, reader.u16()?);
        let (block, codes, blocks) = (reader.u32()?, reader.u64()?, reader.u64()?);
        let ids = IdsHeader { ordinals: reader.u64()?, width: width.into(), bytes: reader.u64()? };
        if !has_ids && (ids.ordinals, ids.width, ids.bytes) != (0, 0, 0) {
            return Err(reader.fault("it tells of document ordinals, and says that it has none"));
        }
        let family = FamilyId { digest: reader.u64()?, recipe: reader.array()? };
        let range = (reader.u128()?, reader.u128()?);
        let order = reader.take(2 * usize::from(runs))?.chunks(2);
        let order = order.map(|run| blocks::Block { start: run[0].into(), length: run[1].into() });
        let design = Table::checked(bits, order.collect(), prefix.into(), radius.into());
        let unordered = "its bits stand in no order, or its prefix is longer than they are";
        let design = design.ok_or_else(|| reader.fault(unordered))?;
        let own = reader.take(bits.count() as usize)?;
        let mut lengths = [0; SYMBOLS];
        lengths[..own.len()].copy_from_slice(own);
        let ids = has_ids.then_some(ids);
        Ok(Header {
            family,
            bits,
            k: k.into(),
            table,
            shard,
            design,
            coding,
            zeros,
            cut,
            block,
            codes,
            blocks,
            range,
            ids,
            lengths,
        })
    }

    /// The same, or what makes that no shard can be such.
    fn checked(self) -> Result<Self, &'static str> {
        let is_one_of = |(one, all): (u16, u16)| one < all;
        let has_symbols = self.lengths.iter().any(|&length| length > 0);
        let checks = [
            (self.k <= MAX_K, "its k is above 8"),
            (
                is_one_of(self.table) && usize::from(self.table.1) <= MAX_TABLES,
                "its table is none of 64 at most",
            ),
            (is_one_of(self.shard), "its shard is none of its table's"),
            (self.design.radius() <= self.k, "its radius is above its k"),
            (self.table.0 > 0 || self.design.is_natural(), "its first table has the bits in another order"),
            (BLOCKS.contains(&self.block), "its blocks are smaller than 32 bytes or larger than 65,536"),
            (u32::try_from(self.codes).is_ok(), "it has more than 2^32 - 1 codes"),
            (self.blocks <= self.codes, "it has more blocks than codes"),
            (self.codes.div_ceil(MAX_CODES) <= self.blocks, "it has more codes than fit into its blocks"),
            (has_symbols || self.blocks == self.codes, "it has no Huffman code for the codes of its blocks"),
            (huffman::are_whole(&self.lengths), "its Huffman code is not whole"),
            (
                self.zeros < self.bits.count()
                    && self.lengths[..self.zeros as usize].iter().all(|&length| length == 0),
                "it leaves out more bits than some steps have",
            ),
            (
                self.cut.is_none_or(|bits| self.zeros <= bits && bits < self.bits.count()),
                "its keys have no bits, or not those that are left out",
            ),
            (self.range.0 <= self.range.1, "its range is empty"),
            (self.range.1 <= u128::MAX >> (128 - self.bits.count()), "its range is wider than its codes"),
            (
                self.ids.is_none() || self.table.0 == 0,
                "it has document ordinals, and is not of the first table",
            ),
            (
                self.ids.is_none_or(|ids| (1..=64).contains(&ids.width)),
                "its document ordinals have no bits, or more than 64",
            ),
            (
                self.ids.is_none_or(|ids| ids.ordinals >= self.codes),
                "it has fewer document ordinals than codes",
            ),
        ];
        checks.into_iter().try_for_each(|(holds, problem)| if holds { Ok(()) } else { Err(problem) })?;
        Ok(self)
    }

    /// The bytes of the head.
    pub(super) fn write(&self) -> Vec<u8> {
        let ids = self.ids.unwrap_or(IdsHeader { ordinals: 0, width: 0, bytes: 0 });
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let (flags, last) = match self.cut {
            Some(bits) => (HAS_CUT_KEYS, bits),
            None if self.ids.is_some() => (HAS_IDS, ids.width),
            None => (0, 0),
        };
        bytes.extend(flags.to_le_bytes());
        bytes.extend([
            self.bits.count() as u8,
            self.k as u8,
            self.coding as u8 | (self.zeros as u8) << 1,
            last as u8,
        ]);
        for short in [self.table.0, self.table.1, self.shard.0, self.shard.1] {
            bytes.extend(short.to_le_bytes());
        }
        bytes.extend([self.design.prefix() as u8, self.design.radius() as u8]);
        bytes.extend((self.design.order().len() as u16).to_le_bytes());
        bytes.extend(self.block.to_le_bytes());
        for long in [self.codes, self.blocks, ids.ordinals, ids.bytes, self.family.digest] {
            bytes.extend(long.to_le_bytes());
        }
        bytes.extend(self.family.recipe);
        bytes.extend(self.range.0.to_le_bytes());
        bytes.extend(self.range.1.to_le_bytes());
        for run in self.design.order() {
            bytes.extend([run.start as u8, run.length as u8]);
        }
        bytes.extend(&self.lengths[..self.bits.count() as usize]);
        bytes
    }

    /// How the steps from one code to the next are written.
    pub(super) fn steps(&self) -> Steps {
        Steps { coding: self.coding, zeros: self.zeros }
    }

    /// How the keys are cut, if they are.
    pub(super) fn cut_keys(&self) -> Option<Cut> {
        self.cut.map(|bits| Cut::new(bits, self.range, self.blocks))
    }

    /// How many bytes at the beginning of a block come before its streams.
    pub(super) fn block_head(&self) -> usize {
        block_head(self.cut, self.zeros)
    }

    /// The bytes of all keys in the head.
    fn key_bytes(&self) -> Option<u64> {
        match self.cut_keys() {
            Some(cut) => cut.bytes(),
            None => self.blocks.checked_mul(u64::from(self.bits.count() / 8)),
        }
    }

    /// How many groups of ordinals there are.
    pub(super) fn groups(&self) -> u64 {
        self.ids.map_or(0, |_| self.codes.div_ceil(GROUP as u64))
    }

    /// Where the parts of the shard begin, and where it ends. None beyond 2^64 bytes.
    pub(super) fn places(&self) -> Option<Places> {
        let keys = FIXED as u64 + 2 * self.design.order().len() as u64 + u64::from(self.bits.count());
        let ranks = keys.checked_add(self.key_bytes()?)?;
        let starts = ranks.checked_add(self.ids.map_or(0, |_| 4 * self.blocks))?;
        let sum = starts.checked_add(self.groups() * 8)?;
        let blocks = sum.checked_add(wire::SUM as u64)?;
        let padding = blocks.checked_add(self.blocks.checked_mul(self.block.into())?)?;
        let groups = padding.checked_add(PADDING)?;
        let end = groups.checked_add(self.ids.map_or(0, |ids| ids.bytes))?;
        let end = end.checked_add(if self.ids.is_some() { PADDING } else { 0 })?;
        Some(Places { keys, ranks, starts, sum, blocks, groups, end })
    }
}

/// The bytes at which the parts of a shard begin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    pub(super) keys: u64,
    pub(super) ranks: u64,
    pub(super) starts: u64,
    pub(super) sum: u64,
    pub(super) blocks: u64,
    pub(super) groups: u64,
    pub(super) end: u64,
}

const _: () = assert!(BLOCK_HEAD + size_of::<u128>() < *BLOCKS.start() as usize);
