//! The document ordinals of a shard's codes: which documents have each code, in groups of [`GROUP`] codes.
//!
//! A group is its checksum (4 bytes), for each of its codes the number of its documents, and then all ordinals, each in
//! as many bits as the largest of the shard takes. Most codes have one document, so the numbers are in Elias's gamma code,
//! in which 1 is one bit: as many zero bits as the number has below its highest, then a one, then those bits.

use alloc::vec::Vec;

use super::bits;
use super::block::checksum;
use super::gamma::{self, Bits};
use crate::wire::Reader;

/// How many codes' ordinals stand together: enough that a group's place costs a quarter of a bit a code, and few enough
/// that counting up to one of them takes a microsecond at most.
pub(super) const GROUP: usize = 256;

const HEAD: usize = 4;

/// The ordinals of the documents that have each of some codes.
#[derive(Debug, Clone, Copy)]
pub struct Ordinals<'a> {
    /// How many documents have each code, at least 1.
    pub counts: &'a [u32],
    /// Their ordinals, code by code.
    pub ordinals: &'a [u64],
}

impl Ordinals<'_> {
    /// Whether there is a count for each of `codes` codes, at least 1, and as many ordinals as they say.
    pub(super) fn are_of(&self, codes: usize) -> bool {
        let sum: u64 = self.counts.iter().map(|&count| u64::from(count)).sum();
        self.counts.len() == codes && !self.counts.contains(&0) && sum == self.ordinals.len() as u64
    }

    /// The bits of the largest, but one at least, so that no number of ordinals takes no room.
    pub(super) fn width(&self) -> u32 {
        self.ordinals.iter().map(|&ordinal| u64::BITS - ordinal.leading_zeros()).max().unwrap_or(0).max(1)
    }

    /// The groups one after the other, and where each begins.
    pub(super) fn groups(&self, width: u32) -> (Vec<u8>, Vec<u64>) {
        let (mut bytes, mut starts, mut taken) = (Vec::new(), Vec::new(), 0);
        for (counts, number) in self.counts.chunks(GROUP).zip(0..) {
            let start = bytes.len();
            starts.push(start as u64);
            let mut bits = Bits::default();
            counts.iter().for_each(|&count| bits.push_gamma(count.into()));
            let sum: usize = counts.iter().map(|&count| count as usize).sum();
            for &ordinal in &self.ordinals[taken..taken + sum] {
                bits.push(ordinal, width);
            }
            taken += sum;
            let bits = bits.finish();
            bytes.extend(checksum(&bits, number).to_le_bytes());
            bytes.extend(bits);
        }
        (bytes, starts)
    }
}

/// A group of codes, followed by at least eight bytes, whatever they are.
pub(super) struct Group<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) length: usize,
    pub(super) codes: usize,
    pub(super) width: u32,
}

impl Group<'_> {
    /// Whether the checksum is right. While fuzzing any is.
    pub(super) fn has_right_sum(&self, number: u64) -> bool {
        let sum = self.bytes.get(HEAD..self.length).map(|bits| checksum(bits, number));
        Reader::new(self.bytes).u32().ok() == sum || cfg!(fuzzing)
    }

    /// The first ordinals of a code, at most `most`, and how many it has. None if there is no such code, or the ordinals do
    /// not end where the group does.
    pub(super) fn ordinals(&self, place: usize, most: usize) -> Option<(Vec<u64>, u32)> {
        let (counts, at) = self.counts()?;
        self.total(&counts, at)?;
        let (bits, count) = (self.bytes.get(HEAD..)?, *counts.get(place)?);
        let before: u64 = counts[..place].iter().map(|&count| u64::from(count)).sum();
        let ordinals = (before..before + u64::from(count)).take(most).map(|number| {
            let at = at as u64 + number * u64::from(self.width); // more bits than a `usize` counts, perhaps
            bits::read_code(bits.get((at / 8) as usize..)?, (at % 8) as usize, self.width)
        });
        Some((ordinals.collect::<Option<_>>()?, count))
    }

    /// How many ordinals there are in all. None if they do not end where the group does.
    pub(super) fn count(&self) -> Option<u64> {
        let (counts, at) = self.counts()?;
        self.total(&counts, at)
    }

    /// As [`count`](Group::count), of these counts, after which the ordinals begin at bit `at`. So no bit of them is beyond what
    /// there is in memory.
    fn total(&self, counts: &[u32], at: usize) -> Option<u64> {
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        let end = total.checked_mul(self.width.into())?.checked_add(at as u64)?;
        (end.div_ceil(8) == self.length.checked_sub(HEAD)? as u64).then_some(total)
    }

    /// How many ordinals each code has, and the bit at which the first of all begins.
    fn counts(&self) -> Option<(Vec<u32>, usize)> {
        let bits = self.bytes.get(HEAD..)?;
        let (mut counts, mut at) = (Vec::with_capacity(self.codes), 0);
        for _ in 0..self.codes {
            let (count, next) = gamma::read(bits, at)?;
            counts.push(count);
            at = next;
        }
        Some((counts, at))
    }
}
