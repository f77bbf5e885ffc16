//! Bits one after the other from bit 0 up, and small numbers among them in Elias's gamma code.

use alloc::vec::Vec;

use super::bits;
use crate::table::code::Code;

/// Bits written one after the other from bit 0 up.
#[derive(Default)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    held: u128,
    count: u32,
}

impl Bits {
    /// A number from 1 to 2^32, in Elias's gamma code.
    pub(crate) fn push_gamma(&mut self, number: u64) {
        let below = number.ilog2();
        self.push(1 << below, below + 1);
        self.push(number & ((1 << below) - 1), below);
    }

    /// Any number of bits of a code, of which the higher are zero.
    pub(crate) fn push_code<C: Code>(&mut self, code: C, length: u32) {
        let code = code.widened();
        self.push(code as u64, length.min(64));
        self.push((code >> 64) as u64, length.saturating_sub(64));
    }

    /// At most 64 bits.
    pub(super) fn push(&mut self, bits: u64, length: u32) {
        self.held |= u128::from(bits) << self.count;
        self.count += length;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

/// A number in Elias's gamma code at bit `at`, and the bit after it. None if it is beyond 2^32 - 1 or the eight bytes around
/// it are not all there.
pub(crate) fn read(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let below = (bits::word(bytes, at / 8)? >> (at % 8)).trailing_zeros();
    if below >= u32::BITS {
        return None;
    }
    let rest = at + below as usize + 1;
    Some((1 << below | bits::read(bytes, rest, below)? as u32, rest + below as usize))
}
