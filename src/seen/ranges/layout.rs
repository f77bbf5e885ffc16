//! Which bucket of which table a document's row stands in, and where the bucket lies.

use alloc::vec::Vec;
use core::ops::Range;

use super::bucket::{HEAD, bucket_bytes};
use crate::index::MOST_FILE;
use crate::seen::Design;
use crate::seen::index::block_value;
use crate::seen::probes::each_difference;

/// In how many tables a document stands.
const TABLES: u32 = 8;
/// Of how many documents, as a power of two, a bucket has the rows, at least.
const SHARED: u32 = 8;
const FEWEST_BITS: u32 = 4;
const MOST_BITS: u32 = 24;

/// How documents' fingerprints are cut into blocks of bits, whose values are the numbers of their buckets.
///
/// All fingerprints of a document, one after the other, are cut into blocks. A block is so long that 256 to 511 documents would share its value if
/// fingerprints were random. The first eight blocks are looked up, each in a table of its own. A bucket has room for three standard deviations more rows than
/// there are on average; of more, which copies of one document alone come to, some are left out. Every bucket has as many bytes, so that its place is
/// calculated: a directory would be one round trip more.
///
/// ```
/// use twinprint::seen::{BucketLayout, Design};
/// let layout = BucketLayout::of(&Design::default(), 10_000_000);
/// assert_eq!((layout.bits(), layout.tables(), layout.rows()), (15, 8, 358));
/// let read: u64 = layout.probes(&[1, 2, 3, 4, 5]).iter().map(|buckets| buckets.end - buckets.start).sum();
/// assert_eq!(read, 8 * 16, "in each table the value itself, and those that differ in one of its bits");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketLayout {
    bits: u32,
    tables: u32,
    rows: u32,
}

impl BucketLayout {
    /// Of an index of `documents` documents, up to 2^32.
    pub fn of(design: &Design, documents: u64) -> Self {
        let documents = documents.min(1 << 32);
        let bits = documents.max(1).ilog2().saturating_sub(SHARED).clamp(FEWEST_BITS, MOST_BITS);
        let mean = documents.div_ceil(1 << bits);
        let rows = (mean + 3 * mean.isqrt()).next_multiple_of(2).max(16) as u32;
        BucketLayout { bits, tables: TABLES.min(design.bits() / bits), rows }
    }

    /// The bits of a block.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many tables there are.
    pub fn tables(&self) -> u32 {
        self.tables
    }

    /// The most rows of a bucket.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many bits of a document's fingerprints choose the buckets that a look-up reads. The host sees what is read, and so
    /// learns these bits.
    pub fn disclosed_bits(&self) -> u32 {
        self.tables * self.bits
    }

    /// The bytes of the buckets that a look-up reads.
    pub fn bytes_read(&self) -> u64 {
        u64::from(self.tables * (self.bits + 1)) * bucket_bytes(self.rows()) as u64
    }

    /// How many buckets there are, those of the first table first.
    pub fn buckets(&self) -> u64 {
        u64::from(self.tables) << self.bits
    }

    /// How many buckets a file has, if more follow.
    pub fn buckets_of_file(&self) -> u64 {
        ((MOST_FILE - HEAD) / bucket_bytes(self.rows())) as u64
    }

    /// The bucket of a table that has a document's row.
    ///
    /// # Panics
    /// When there is no such table, or fewer fingerprints than the design has.
    pub fn bucket(&self, fingerprints: &[u64], table: u32) -> u64 {
        self.number(table, block_value(fingerprints, table, self.bits))
    }

    /// The buckets in which a look-up reads: those of the document's own blocks, and of all that differ from one in a bit. Such as follow one another
    /// are one range.
    pub fn probes(&self, fingerprints: &[u64]) -> Vec<Range<u64>> {
        let mut numbers = Vec::new();
        for table in 0..self.tables {
            let value = block_value(fingerprints, table, self.bits);
            each_difference(self.bits, self.bits as usize + 1, |difference| {
                numbers.push(self.number(table, value ^ difference));
            });
        }
        numbers.sort_unstable();
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some(last) if last.end == number && !number.is_multiple_of(self.buckets_of_file()) => {
                    last.end += 1;
                }
                _ => ranges.push(number..number + 1),
            }
        }
        ranges
    }

    /// What of a document's fingerprints stands in its rows: those that no block that is looked up has, where there are some.
    pub fn check(fingerprints: &[u64], design: &Design) -> u64 {
        fingerprints[design.of_words().max(2) - 1]
    }

    fn number(&self, table: u32, value: u32) -> u64 {
        u64::from(table) << self.bits | u64::from(value)
    }
}
