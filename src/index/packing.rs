//! Which passages have a shingle, as codes of a table: the shingle's highest bits, and below them the passage's number.
//!
//! Naively, a table has each shingle once, and beside it all passages in which it begins, as a table of fingerprints has their
//! ordinals. But a shingle is mostly in one passage, so every one would take the bits of a number and of a count, besides a
//! place for its group. Here the number stands in the lowest bits of the code itself, where the hash had bits to spare; all
//! passages of a shingle are the codes that begin as it does, and follow one another. What is coded is the step from one code
//! to the next, so the number costs no more than its bits.

use crate::error::Error;
use crate::simhash::Bits;
use crate::table::{Limits, Load, Plan};

/// How shingles and passages of a segment make codes.
///
/// ```
/// use twinprint::index::Packing;
/// let packing = Packing::of(1000);
/// assert_eq!(packing.bits(), 54); // of the hash; ten are the passage's.
/// let code = packing.code(0xFEDC_BA98_7654_3210, 999);
/// assert_eq!(packing.passage(code), 999);
/// let (first, last) = packing.range(0xFEDC_BA98_7654_3210);
/// assert!((first..=last).contains(&code));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// The bits of a passage's number, from 1 to 32.
    passage_bits: u32,
}

impl Packing {
    /// Of a segment with this many passages.
    pub fn of(passages: u32) -> Self {
        Packing { passage_bits: (u32::BITS - passages.saturating_sub(1).leading_zeros()).max(1) }
    }

    /// How many of the highest bits of a hash there are in a code.
    pub fn bits(self) -> u32 {
        u64::BITS - self.passage_bits
    }

    /// The bits of a code that are the passage's number.
    fn low(self) -> u64 {
        u64::MAX >> self.bits()
    }

    /// The code of a shingle that begins in a passage, by its number in the segment.
    pub fn code(self, hash: u64, passage: u32) -> u64 {
        hash & !self.low() | u64::from(passage) & self.low()
    }

    /// The passage of a code.
    pub fn passage(self, code: u64) -> u32 {
        (code & self.low()) as u32
    }

    /// The shingle of a code, as far as it has its bits; the others are zero.
    pub fn hash(self, code: u64) -> u64 {
        code & !self.low()
    }

    /// The first and the last code that a shingle may have.
    pub fn range(self, hash: u64) -> (u64, u64) {
        self.prefix_range(hash, u64::BITS)
    }

    /// The first and the last code that shingles may have that begin with the first `bits` bits of this one, at least one.
    pub fn prefix_range(self, hash: u64, bits: u32) -> (u64, u64) {
        let rest = u64::MAX >> bits.clamp(1, self.bits());
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
