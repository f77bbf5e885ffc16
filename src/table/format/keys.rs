//! Keys that are cut: their highest bits stand in the head, as Elias (1974) and Fano (1971) code numbers that rise, and the others in
//! the blocks.
//!
//! Who reads a published shard needs the keys of all blocks before any block. Naively each key is as long as a code. But few
//! bits tell blocks apart: the head keeps as few as leave some [`CODES`] codes with the same ones. A block is read in vain only where
//! its key and the code that is looked for have the same, at one look-up in fifty.

use alloc::vec;
use alloc::vec::Vec;

use super::bits;
use crate::table::code::Code;

/// How many codes of a shard have the same highest bits, those that the head has of a key, on average and at the least.
const CODES: u32 = 4;

/// How the keys of a shard are cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    /// How many of the lowest bits are not in the head.
    bits: u32,
    /// The least value of the highest bits, and how much more they may be.
    least: u128,
    span: u128,
    keys: u64,
}

impl Cut {
    /// Of `keys` keys in a range, whose lowest `bits` bits are not in the head.
    pub(super) fn new(bits: u32, range: (u128, u128), keys: u64) -> Self {
        let least = range.0 >> bits;
        Cut { bits, least, span: (range.1 >> bits) - least, keys }
    }

    /// How many of the lowest bits a writer leaves to the blocks, of a shard of `codes` codes of which `zeros` bits are left out.
    pub(super) fn bits<C: Code>(range: (C, C), codes: usize, zeros: u32) -> u32 {
        let apart = (range.1.minus(range.0).widened() / codes.max(1) as u128).max(1);
        (apart.ilog2() + CODES.ilog2()).clamp(zeros, C::BITS - 1)
    }

    /// How many of the lowest bits of each value are written as they are.
    fn low(&self) -> u32 {
        (self.span / u128::from(self.keys.max(1))).checked_ilog2().unwrap_or(0)
    }

    /// How many bits tell the others: one a key, and one for each value there is of them.
    fn high_bits(&self) -> u128 {
        u128::from(self.keys) + (self.span >> self.low()) + 1
    }

    /// How many bytes all keys take in the head.
    pub(super) fn bytes(&self) -> Option<u64> {
        if self.keys == 0 {
            return Some(0);
        }
        let low = u128::from(self.keys) * u128::from(self.low());
        u64::try_from((low + self.high_bits()).div_ceil(8)).ok()
    }

    /// The bytes of keys that rise.
    pub(super) fn encode<C: Code>(&self, keys: impl Iterator<Item = C>) -> Vec<u8> {
        let mut bytes = vec![0; self.bytes().unwrap_or(0) as usize];
        let mut set = |bit: u64| bytes[(bit / 8) as usize] |= 1 << (bit % 8);
        let low = self.low();
        for (i, key) in (0u64..).zip(keys) {
            let value = (key.widened() >> self.bits) - self.least;
            (0..low)
                .filter(|bit| value >> bit & 1 == 1)
                .for_each(|bit| set(i * u64::from(low) + u64::from(bit)));
            set(self.keys * u64::from(low) + (value >> low) as u64 + i);
        }
        bytes
    }

    /// The keys with their lowest bits zero, from bytes that eight others follow. None if they are not as many, or are beyond the range.
    pub(super) fn decode<C: Code>(&self, bytes: &[u8]) -> Option<Vec<C>> {
        if self.keys == 0 {
            return Some(Vec::new());
        }
        let (low, mut keys) = (self.low(), Vec::with_capacity(self.keys as usize));
        let start = self.keys as usize * low as usize;
        for at in 0..self.high_bits() as usize {
            if bytes.get((start + at) / 8)? >> ((start + at) % 8) & 1 == 0 {
                continue;
            }
            let high = (at - keys.len()) as u128;
            let value = high << low | bits::read_code::<u128>(bytes, keys.len() * low as usize, low)?;
            if value > self.span || keys.len() as u64 == self.keys {
                return None;
            }
            keys.push(C::truncated(self.least + value) << self.bits);
        }
        (keys.len() as u64 == self.keys).then_some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys take at most two bits more than the logarithm of how many values there are for each.
    #[test]
    fn cut_keys_come_back_without_their_lowest_bits() {
        for (bits, range, keys) in [
            (0, (0, 0), vec![0u64]),
            (0, (5, 9), vec![5, 5, 9]),
            (4, (0, u64::MAX), vec![]),
            (63, (0, u64::MAX), vec![1, 1 << 63]),
            (40, (1 << 62, 1 << 63), (0..9000).map(|i| (1 << 62) + i * i * 50_000_000_000).collect()),
        ] {
            let range: (u64, u64) = range;
            let cut = Cut::new(bits, (range.0.into(), range.1.into()), keys.len() as u64);
            let mut bytes = cut.encode(keys.iter().copied());
            assert_eq!(bytes.len() as u64, cut.bytes().unwrap());
            let each = cut.span as f64 / keys.len().max(1) as f64;
            assert!(bytes.len() as f64 * 8.0 <= keys.len() as f64 * (each.max(1.0).log2() + 2.0) + 9.0);
            bytes.extend([0xFF; 8]);
            let cut_keys: Vec<u64> = keys.iter().map(|key| key >> bits << bits).collect();
            assert_eq!(cut.decode::<u64>(&bytes), Some(cut_keys));
        }
    }

    #[test]
    fn bytes_of_other_keys_are_refused() {
        let cut = Cut::new(0, (0, 100), 2);
        let padded = |bytes: &[u8]| [bytes, &[0; 8]].concat();
        let bytes = cut.encode([3u64, 90].into_iter());
        assert_eq!(cut.decode::<u64>(&padded(&bytes)), Some(vec![3, 90]));
        assert_eq!(cut.decode::<u64>(&padded(&vec![0; bytes.len()])), None, "there is no key");
        assert_eq!(cut.decode::<u64>(&padded(&vec![0xFF; bytes.len()])), None, "there are more");
        assert_eq!(cut.decode::<u64>(&bytes[..1]), None, "it ends");
        let beyond = Cut::new(0, (0, 127), 2).encode([3u64, 127].into_iter());
        assert_eq!(cut.decode::<u64>(&padded(&beyond)), None, "a key is beyond the range");
    }
}
