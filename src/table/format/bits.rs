//! Bits in a block: two streams in one run of bytes, one from the front, the other from the back, until they meet.
//!
//! Bit i of a run of bytes is bit `i % 8`, of worth `2^(i % 8)`, of byte `i / 8`. The front stream holds the Huffman codes,
//! one after the other from bit 0 up. The back stream holds the bits that remain of each code: the first lie just below
//! the end, the second just below the first. So a decoder finds the lengths of many codes in one step, and then reads
//! their bits from places that it knows, instead of waiting for each code to tell where the next begins.

use alloc::vec;
use alloc::vec::Vec;

use crate::table::code::Code;

/// The most bits that are read or written in one step: 64, less the 7 that a place may lie within its byte.
pub(super) const STEP: u32 = 56;

/// The eight bytes from here as a number, lowest first; none if they are not all there.
#[inline(always)]
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|eight| u64::from_le_bytes(*eight))
}

/// `length` bits from bit `at` up, at most [`STEP`]; none if the eight bytes around them are not all there.
#[inline(always)]
pub(super) fn read(bytes: &[u8], at: usize, length: u32) -> Option<u64> {
    Some(word(bytes, at / 8)? >> (at % 8) & ((1 << length) - 1))
}

/// As [`read`], any number of bits of a code.
#[inline(always)]
pub(crate) fn read_code<C: Code>(bytes: &[u8], at: usize, length: u32) -> Option<C> {
    let part = |from: u32| {
        let part = read(bytes, at + from as usize, (length - from).min(STEP))?;
        Some(C::truncated(part.into()) << from)
    };
    let mut code = part(0)?;
    if C::BITS > STEP && length > STEP {
        code = code | part(STEP)?;
    }
    if C::BITS > 2 * STEP && length > 2 * STEP {
        code = code | part(2 * STEP)?;
    }
    Some(code)
}

/// The two streams of a run of bytes that is being written, each in bytes of its own.
pub(super) struct Streams {
    front: Vec<u8>,
    back: Vec<u8>,
    bytes: usize,
}

impl Streams {
    /// For runs of this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // Eight bytes are written at once, some of them before or after the run.
        Streams { front: vec![0; bytes + 8], back: vec![0; bytes + 8], bytes }
    }

    /// Begins a run.
    #[inline(always)]
    pub(super) fn begin(&mut self) -> (Front<'_>, Back<'_>) {
        self.front.fill(0);
        self.back.fill(0);
        let end = self.back.len();
        (
            Front { bytes: &mut self.front, at: 0, held: 0, count: 0 },
            Back { bytes: &mut self.back, end, held: 0, count: 0 },
        )
    }

    /// Puts both streams where they belong; they must not be more than fit.
    #[inline(always)]
    pub(super) fn finish(&self, bytes: &mut [u8]) {
        for ((byte, front), back) in bytes[..self.bytes].iter_mut().zip(&self.front).zip(&self.back[8..]) {
            *byte = front | back;
        }
    }
}

/// Writes the front stream.
pub(super) struct Front<'a> {
    bytes: &'a mut [u8],
    at: usize,
    /// The bits that are not yet in the bytes, and how many: at most 7 between writes.
    held: u64,
    count: u32,
}

impl Front<'_> {
    /// Appends bits, at most [`STEP`].
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, length: u32) {
        self.held |= bits << self.count;
        self.count += length;
        self.bytes[self.at..][..8].copy_from_slice(&self.held.to_le_bytes());
        self.at += self.count as usize / 8;
        self.held >>= self.count & !7;
        self.count %= 8;
    }
}

/// Writes the back stream.
pub(super) struct Back<'a> {
    bytes: &'a mut [u8],
    end: usize,
    /// As of the front; they are the highest bits.
    held: u64,
    count: u32,
}

impl Back<'_> {
    /// Appends any number of bits of a code, of which the higher are zero.
    #[inline(always)]
    pub(super) fn push<C: Code>(&mut self, bits: C, length: u32) {
        let part = |from: u32| (bits >> from).widened() as u64 & ((1 << STEP) - 1);
        if C::BITS > 2 * STEP && length > 2 * STEP {
            self.push_part(part(2 * STEP), length - 2 * STEP);
        }
        if C::BITS > STEP && length > STEP {
            self.push_part(part(STEP), (length - STEP).min(STEP));
        }
        self.push_part(part(0), length.min(STEP));
    }

    /// At most [`STEP`] bits.
    #[inline(always)]
    fn push_part(&mut self, bits: u64, length: u32) {
        self.held |= bits << (STEP - length) << 8 >> self.count;
        self.count += length;
        self.bytes[self.end - 8..][..8].copy_from_slice(&self.held.to_le_bytes());
        self.end -= self.count as usize / 8;
        self.held <<= self.count & !7;
        self.count %= 8;
    }
}
