//! How the blocks of documents' fingerprints make the codes of a table.

use crate::error::Error;
use crate::seen::Design;
use crate::seen::documents::SCANNED;
use crate::simhash::Bits;
use crate::table::{Limits, Load, Plan};

/// Up to how many documents of a segment each is compared with what is looked up.
const MOST_COMPARED: u32 = SCANNED as u32;

/// The bits of a block, and how many values of each are looked up in blocks of the fewest bits.
const FEWEST_BITS: u32 = 16;
const MOST_BITS: u32 = 24;
const FEWEST_PROBES: u32 = 32;
/// By how much more there are for each bit more than a multiple of four, in 128ths: for four bits twice as many.
const PROBES_MORE: [u32; 4] = [128, 152, 181, 215];

/// How many documents have one value of a block, about, as a power of two.
const SHARED: u32 = 2;

/// How the fingerprints of a segment's documents are cut into blocks, and what of them stands in its table.
///
/// All fingerprints of a document, one after the other, are cut into blocks. A block is so long that some four documents of the segment
/// would share its value if fingerprints were random. For each block a document has a code: which block it is, its value, and the document's number. All
/// codes are one table, in which those of a value follow one another.
///
/// ```
/// use twinprint::seen::{BlockLayout, Design};
/// let layout = BlockLayout::of(&Design::default(), 1_000_000).expect("more than are compared");
/// assert_eq!((layout.bits(), layout.blocks()), (17, 18));
/// let code = layout.code(&[1, 2, 3, 4, 5], 0, 77);
/// let (first, last) = layout.range(0, 1); // of block 0, whose value is 1
/// assert!((first..=last).contains(&code));
/// assert_eq!(layout.document(code), 77);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockLayout {
    bits: u32,
    blocks: u32,
    /// How many of the highest bits of a code tell blocks apart.
    block_bits: u32,
    /// How many of them are a document's number.
    document_bits: u32,
}

impl BlockLayout {
    /// Of a segment with this many documents; none if it has no table.
    pub fn of(design: &Design, documents: u32) -> Option<Self> {
        if documents <= MOST_COMPARED {
            return None;
        }
        let bits = documents.ilog2().saturating_sub(SHARED).clamp(FEWEST_BITS, MOST_BITS);
        let blocks = design.bits() / bits;
        Some(BlockLayout { bits, blocks, block_bits: width(blocks), document_bits: width(documents) })
    }

    /// The bits of a block.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// How many values of each block are looked up.
    pub fn probes(&self) -> usize {
        let more = self.bits - FEWEST_BITS;
        ((FEWEST_PROBES << (more / 4)) * PROBES_MORE[(more % 4) as usize] / 128) as usize
    }

    /// How many of the lowest bits of every code are zero.
    pub fn zeros(&self) -> u32 {
        u64::BITS - self.block_bits - self.bits - self.document_bits
    }

    /// The value of a block of a document's fingerprints.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn value(&self, fingerprints: &[u64], block: u32) -> u32 {
        block_value(fingerprints, block, self.bits)
    }

    /// The code of a document's block, by its number in the segment.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn code(&self, fingerprints: &[u64], block: u32, document: u32) -> u64 {
        self.first(block, self.value(fingerprints, block)) | u64::from(document) << self.zeros()
    }

    /// The first and the last code that a value of a block may have.
    pub fn range(&self, block: u32, value: u32) -> (u64, u64) {
        let first = self.first(block, value);
        (first, first | !(u64::MAX << (self.document_bits + self.zeros())))
    }

    /// The block of a code.
    pub fn block(&self, code: u64) -> u32 {
        (code >> (u64::BITS - self.block_bits)) as u32
    }

    /// The document of a code.
    pub fn document(&self, code: u64) -> u32 {
        (code >> self.zeros() & !(u64::MAX << self.document_bits)) as u32
    }

    /// The plan of the table of this many codes: one table, of which ranges are read.
    ///
    /// # Errors
    /// As [`Plan::choose`].
    pub fn plan(codes: u64) -> Result<Plan, Error> {
        let limits = Limits { tables: Some(1), ..Limits::default() };
        Plan::choose(Bits::B64, 0, Load::new(codes.max(1)), limits)
    }

    fn first(&self, block: u32, value: u32) -> u64 {
        (u64::from(block) << self.bits | u64::from(value)) << (self.document_bits + self.zeros())
    }
}

/// The value of a block of `bits` bits, fewer than 32, of all fingerprints one after the other.
pub(in crate::seen) fn block_value(fingerprints: &[u64], block: u32, bits: u32) -> u32 {
    let (word, shift) = ((block * bits / u64::BITS) as usize, block * bits % u64::BITS);
    let high = fingerprints.get(word + 1).map_or(0, |&next| u128::from(next) << u64::BITS);
    ((high | u128::from(fingerprints[word])) >> shift) as u32 & !(u32::MAX << bits)
}

/// The bits of numbers below a number.
fn width(numbers: u32) -> u32 {
    (u32::BITS - numbers.saturating_sub(1).leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;
    use alloc::vec::Vec;

    #[test]
    fn blocks_are_the_bits_of_all_fingerprints_in_a_row_and_codes_lie_in_the_range_of_their_value() {
        for (bytes, documents) in [(16, 20_000), (40, 3_000_000), (80, 100_000_000), (40, u32::MAX)] {
            let design = Design::of_bytes(bytes).unwrap();
            let layout = BlockLayout::of(&design, documents).unwrap();
            let fingerprints: Vec<u64> = (0..design.fingerprints() as u64).map(mix).collect();
            let bit = |at: u32| fingerprints[(at / 64) as usize] >> (at % 64) & 1;
            for block in 0..layout.blocks() {
                let bits = (0..layout.bits()).map(|at| bit(block * layout.bits() + at) << at).sum::<u64>();
                assert_eq!(u64::from(layout.value(&fingerprints, block)), bits);
                let code = layout.code(&fingerprints, block, documents - 1);
                let (first, last) = layout.range(block, bits as u32);
                assert!((first..=last).contains(&code) && code.trailing_zeros() >= layout.zeros());
                assert_eq!((layout.block(code), layout.document(code)), (block, documents - 1));
            }
        }
        assert_eq!(BlockLayout::of(&Design::default(), MOST_COMPARED), None);
    }

    #[test]
    fn more_values_are_looked_up_of_longer_blocks() {
        let probes = |documents| BlockLayout::of(&Design::default(), documents).unwrap();
        let of = |documents| (probes(documents).bits(), probes(documents).probes());
        assert_eq!(
            [20_000, 1 << 20, 1 << 24, 100_000_000].map(of),
            [(16, 32), (18, 45), (22, 90), (24, 128)]
        );
        assert_eq!(of(1 << 19), (17, 38));
    }
}
