//! Numbers as bits: the least significant bit of a byte comes first.
//!
//! A sorted set of hashes is written as the gaps between them in a Rice code (Rice 1979): evenly spread hashes have
//! geometrically distributed gaps, for which it is within a few per cent of the shortest code there is.

use alloc::vec::Vec;

use crate::wire::ENDS;

/// The bits of a number without its leading zeros; 0 of 0.
pub(super) fn length(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// The bits of a gap that are written as they are, of `count` hashes of `hash_bits` bits: about the logarithm of the
/// mean gap.
fn rice(count: u64, hash_bits: u32) -> u32 {
    hash_bits.saturating_sub(length(count))
}

const OUT_OF_RANGE: &str = "a hash is out of range";

#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the last byte that are taken; 0 where it is full.
    taken: u32,
}

impl BitWriter {
    /// The lowest `count` bits of a number.
    pub(super) fn bits(&mut self, mut number: u64, mut count: u32) {
        while count > 0 {
            if self.taken == 0 {
                self.bytes.push(0);
            }
            let fit = count.min(8 - self.taken);
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((number & ((1 << fit) - 1)) << self.taken) as u8;
            self.taken = (self.taken + fit) % 8;
            number >>= fit;
            count -= fit;
        }
    }

    /// A rising sequence of hashes.
    pub(super) fn set(&mut self, hashes: impl Iterator<Item = u64>, count: u64, hash_bits: u32) {
        let plain = rice(count, hash_bits);
        let mut next = 0;
        for hash in hashes {
            let gap = hash - next;
            (0..gap >> plain).for_each(|_| self.bits(1, 1));
            self.bits(0, 1);
            self.bits(gap, plain);
            next = hash + 1;
        }
    }

    /// What was written, the last byte filled with zeros.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[derive(Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Bits of the first byte that are read.
    read: u32,
    /// How many bytes there were.
    length: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, read: 0, length: bytes.len() }
    }

    /// A number of `count` bits, at most 64.
    pub(super) fn bits(&mut self, count: u32) -> Result<u64, &'static str> {
        let (mut number, mut have) = (0, 0);
        while have < count {
            let &first = self.bytes.first().ok_or(ENDS)?;
            let fit = (count - have).min(8 - self.read);
            number |= (u64::from(first >> self.read) & ((1 << fit) - 1)) << have;
            have += fit;
            self.skip(fit);
        }
        Ok(number)
    }

    /// `count` hashes, each above the one before it.
    pub(super) fn set(
        &mut self,
        count: u64,
        hash_bits: u32,
        mut hash: impl FnMut(u64) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        let plain = rice(count, hash_bits);
        let mut next: u64 = 0;
        for _ in 0..count {
            let ones = self.ones()?;
            if ones >> (hash_bits - plain) > 0 {
                return Err(OUT_OF_RANGE);
            }
            let gap = (ones << plain) + self.bits(plain)?;
            let found = next + gap;
            if found >> hash_bits > 0 {
                return Err(OUT_OF_RANGE);
            }
            hash(found)?;
            next = found + 1;
        }
        Ok(())
    }

    /// How many ones stand before the next zero, which is read, too.
    fn ones(&mut self) -> Result<u64, &'static str> {
        let mut ones = 0;
        loop {
            let &first = self.bytes.first().ok_or(ENDS)?;
            let found = (first >> self.read).trailing_ones();
            ones += u64::from(found);
            if self.read + found < 8 {
                self.skip(found + 1);
                return Ok(ones);
            }
            self.skip(found);
        }
    }

    /// Goes on to the next whole byte, and returns how many bytes were read.
    pub(super) fn align(&mut self) -> Result<usize, &'static str> {
        match self.bits((8 - self.read) % 8)? {
            0 => Ok(self.length - self.bytes.len()),
            _ => Err("there is something between its parts"),
        }
    }

    /// Moves on by bits of the first byte.
    fn skip(&mut self, count: u32) {
        self.read += count;
        if self.read == 8 {
            self.read = 0;
            self.bytes = &self.bytes[1..];
        }
    }
}
