//! Which passages have a shingle or a pair, as codes of a table: the hash's highest bits, and below them the passage's number.
//!
//! Naively, a table has each shingle once, and beside it all passages in which it begins, as a table of fingerprints has their
//! ordinals. But a shingle is mostly in one passage, so every one would take the bits of a number and of a count, besides a
//! place for its group. Here the number stands in the lowest bits of the code itself, where the hash had bits to spare; all
//! passages of a shingle are the codes that begin as it does, and follow one another. What is coded is the step from one code
//! to the next, so the number costs no more than its bits.
//!
//! Of hashes there are no more bits than tell them apart. A design with pairs keeps [`KEPT`] of them: of 50 million shingles, those of
//! a million documents, one in 2,700 is taken for another, which its pairs tell. The bits below the passage's number are then zero, and no table keeps
//! them ([`Histogram::without_lowest`](crate::table::Histogram::without_lowest)).

use super::Design;
use crate::error::Error;
use crate::simhash::Bits;
use crate::table::{Limits, Load, Plan};

/// The bits that are kept of a hash in an index with pairs, if the passages' numbers leave as many.
const KEPT: u32 = 38;

/// How hashes and passages of a segment make codes.
///
/// ```
/// use twinprint::index::{Design, Packing};
/// let packing = Packing::of(1000, &Design::default());
/// assert_eq!(packing.bits(), 38); // of the hash; ten are the passage's,
/// assert_eq!(packing.zeros(), 16); // and these are left.
/// let code = packing.code(0xFEDC_BA98_7654_3210, 999);
/// assert_eq!(packing.passage(code), 999);
/// let (first, last) = packing.range(0xFEDC_BA98_7654_3210);
/// assert!((first..=last).contains(&code));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// How many of the highest bits are the hash's, at least 32.
    bits: u32,
    /// How many of the lowest bits are zero; those between are the passage's number.
    zeros: u32,
}

impl Packing {
    /// Of a segment with this many passages, by a design.
    pub fn of(passages: u32, design: &Design) -> Self {
        let passage_bits = (u32::BITS - passages.saturating_sub(1).leading_zeros()).max(1);
        let left = u64::BITS - passage_bits;
        let bits = if design.pairs.is_some() { left.min(KEPT) } else { left };
        Packing { bits, zeros: left - bits }
    }

    /// How many of the highest bits of a hash there are in a code.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// How many of the lowest bits of every code are zero.
    pub fn zeros(self) -> u32 {
        self.zeros
    }

    /// The bits of a code that are not the hash's.
    fn low(self) -> u64 {
        u64::MAX >> self.bits
    }

    /// The code of a shingle or a pair that begins in a passage, by its number in the segment.
    pub fn code(self, hash: u64, passage: u32) -> u64 {
        hash & !self.low() | u64::from(passage) << self.zeros & self.low()
    }

    /// Whether a number is a code: nothing stands below its passage.
    pub fn is_code(self, number: u64) -> bool {
        number.trailing_zeros() >= self.zeros
    }

    /// The passage of a code.
    pub fn passage(self, code: u64) -> u32 {
        ((code & self.low()) >> self.zeros) as u32
    }

    /// The hash of a code, as far as it has its bits; the others are zero.
    pub fn hash(self, code: u64) -> u64 {
        code & !self.low()
    }

    /// The first and the last code that a hash may have.
    pub fn range(self, hash: u64) -> (u64, u64) {
        self.prefix_range(hash, u64::BITS)
    }

    /// The first and the last code that hashes may have that begin with the first `bits` bits of this one, at least one.
    pub fn prefix_range(self, hash: u64, bits: u32) -> (u64, u64) {
        let rest = u64::MAX >> bits.clamp(1, self.bits);
        (hash & !rest, hash | rest)
    }

    /// The plan of a table of this many codes: one table, of which ranges are read.
    ///
    /// # Errors
    /// As [`Plan::choose`].
    pub fn plan(codes: u64) -> Result<Plan, Error> {
        let limits = Limits { tables: Some(1), ..Limits::default() };
        Plan::choose(Bits::B64, 0, Load::new(codes.max(1)), limits)
    }
}
