//! Sorted codes in blocks of a fixed number of bytes (Manku, Jain and Das Sarma 2007, section 3.2).
//!
//! The first code of a block is its key, and stands in the directory. Of each code after it is kept how it differs from
//! the one before, by one of two [`Coding`]s, of which the highest bit set is coded by a Huffman code and the bits below it
//! follow as they are, but for the lowest that are zero in all codes of the table. The paper writes the two parts of a code side by side; here all Huffman codes of a block go before
//! all remaining bits (see `bits.rs`), which takes as much room and is read several times as fast.
//!
//! A block is its checksum (4 bytes), the number of codes after the key (2 bytes), the lowest bits of its key where those in the
//! directory are cut (see `keys.rs`), and the two streams.

use super::bits::{self, Streams};
use super::huffman::{BEYOND, CHUNK, Decoder, Lengths, NO_SYMBOLS, SYMBOLS, Symbols, codes};
use crate::table::code::Code;
use crate::wire;

/// How a code is coded by the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coding {
    /// By their XOR: the paper's.
    Xor,
    /// By their arithmetic difference, whose number of bits varies less, so that it costs some 5 % less.
    #[default]
    Difference,
}

/// How the steps from one code to the next are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) coding: Coding,
    /// How many of the lowest bits are zero in every code, and left out. No code is told by a step of fewer bits.
    pub(super) zeros: u32,
}

impl Coding {
    /// Every coding, in the order of the numbers that stand for them in a shard.
    pub const ALL: [Coding; 2] = [Coding::Xor, Coding::Difference];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Xor => "xor",
            Coding::Difference => "difference",
        }
    }

    #[inline(always)]
    fn between<C: Code>(self, before: C, code: C) -> C {
        match self {
            Coding::Xor => before ^ code,
            Coding::Difference => code.minus(before),
        }
    }
}

/// The bytes of a block's checksum and its count.
pub(super) const BLOCK_HEAD: usize = 6;

/// How many bytes of a block come before its streams, where `cut` bits of its key are in it, of which the lowest `zeros` are left out.
pub(super) fn block_head(cut: Option<u32>, zeros: u32) -> usize {
    BLOCK_HEAD + cut.map_or(0, |cut| (cut - zeros).div_ceil(8) as usize)
}

/// How many codes a block may hold: its key, and as many more as its count can tell.
pub(super) const MAX_CODES: u64 = 1 + u16::MAX as u64;

/// Counts how often each number of bits remains in the steps from one of these codes to the next.
pub(super) fn count<C: Code>(coding: Coding, codes: &[C], counts: &mut [u64; SYMBOLS]) {
    for pair in codes.windows(2) {
        counts[remaining(coding.between(pair[0], pair[1])) as usize] += 1;
    }
}

/// How many bits of both streams the steps from one of these codes to the next take.
pub(super) fn bits<C: Code>(steps: Steps, lengths: &Lengths, codes: &[C]) -> u64 {
    let bits = |low: u32| u64::from(low - steps.zeros) + u64::from(lengths[low as usize % SYMBOLS]);
    codes.windows(2).map(|pair| bits(remaining(steps.coding.between(pair[0], pair[1])))).sum()
}

/// How many bits of a step stand below the highest that is set.
#[inline(always)]
fn remaining<C: Code>(step: C) -> u32 {
    step.length().saturating_sub(1)
}

/// Writes blocks of one length in bytes.
pub(super) struct BlockWriter {
    steps: Steps,
    codes: [(u16, u8); SYMBOLS],
    streams: Streams,
    /// How many of the lowest bits of its key are in a block.
    cut: u32,
    /// How many bytes come before the streams, and how many bits there are of these.
    head: usize,
    bits: usize,
}

impl BlockWriter {
    /// Of blocks of `bytes` bytes, which have the lowest `cut` bits of their keys, if those are cut.
    pub(super) fn new(steps: Steps, lengths: &Lengths, bytes: usize, cut: Option<u32>) -> Self {
        let head = block_head(cut, steps.zeros);
        let bytes = bytes - head;
        let (streams, cut) = (Streams::new(bytes), cut.unwrap_or(0));
        BlockWriter { steps, codes: codes(lengths), streams, cut, head, bits: 8 * bytes }
    }

    /// Writes as many of the codes as fit, the first of which is the block's key, and says how many they were.
    #[inline(always)]
    pub(super) fn write<C: Code>(&mut self, codes: &[C], number: u64, block: &mut [u8]) -> usize {
        let count = match self.steps.coding {
            Coding::Xor => self.fill(codes, |before, code| before ^ code),
            Coding::Difference => self.fill(codes, |before, code| code.minus(before)),
        };
        let (head, streams) = block.split_at_mut(self.head);
        self.streams.finish(streams);
        head[4..BLOCK_HEAD].copy_from_slice(&(count as u16).to_le_bytes());
        let own = &mut head[BLOCK_HEAD..];
        let lowest = (codes[0] & C::low(self.cut)) >> self.steps.zeros;
        own.copy_from_slice(&lowest.to_bytes()[..own.len()]);
        let sum = checksum(&block[4..], number);
        block[..4].copy_from_slice(&sum.to_le_bytes());
        count + 1
    }

    /// Writes the streams, and says how many codes after the first are in them. Panics at a step that has no Huffman code.
    #[inline(always)]
    fn fill<C: Code>(&mut self, codes: &[C], step: impl Fn(C, C) -> C) -> usize {
        let zeros = self.steps.zeros;
        let (mut front, mut back) = self.streams.begin();
        let (mut left, mut count, mut is_known) = (self.bits, 0, true);
        for pair in codes.windows(2).take(usize::from(u16::MAX)) {
            let step = step(pair[0], pair[1]);
            let low = remaining(step);
            let (symbol, length) = self.codes[low as usize % SYMBOLS];
            // A step of fewer bits than are left out was not counted.
            let kept = low.saturating_sub(zeros);
            let Some(rest) = left.checked_sub(usize::from(length) + kept as usize) else { break };
            is_known &= length > 0;
            front.push(symbol.into(), length.into());
            back.push((step & !(C::ONE << low)) >> zeros, kept);
            (left, count) = (rest, count + 1);
        }
        assert!(is_known, "every step was counted");
        count
    }
}

/// The low 32 bits of the XXH64 of a block after its checksum, seeded by the number of the block in its shard.
pub(super) fn checksum(bytes: &[u8], number: u64) -> u32 {
    wire::checksum(number, bytes) as u32
}

/// A block within the bytes of its shard. Beyond its end at least eight bytes follow, whatever they are.
#[derive(Clone, Copy)]
pub(super) struct Block<'a, C> {
    pub(super) key: C,
    pub(super) bytes: &'a [u8],
    pub(super) length: usize,
    /// How many of the bytes come before the streams.
    pub(super) head: usize,
}

impl<C: Code> Block<'_, C> {
    /// Whether the checksum is right. While fuzzing any is.
    pub(super) fn has_right_sum(&self, number: u64) -> bool {
        u32::from_bytes(self.bytes) == checksum(&self.bytes[4..self.length], number) || cfg!(fuzzing)
    }

    /// How many codes are in it, its key among them.
    fn count(&self) -> usize {
        1 + usize::from(u16::from_le_bytes([self.bytes[4], self.bytes[5]]))
    }
}

/// The codes of a block in their order, the key first, in runs of at most [`CHUNK`].
pub(crate) struct Runs<'a, C> {
    steps: Steps,
    decoder: &'a Decoder,
    streams: &'a [u8],
    /// The code before the next run; before the first, the key.
    code: C,
    is_first: bool,
    left: usize,
    /// The bit of the front stream that is read next, and the one of the back stream below which is read.
    front: usize,
    back: usize,
    /// How many symbols were read already.
    found: usize,
}

/// The streams of a block end before its codes do.
#[derive(Debug)]
pub(crate) struct Torn;

/// Scratch for a run and its symbols.
pub(crate) struct Scratch<C> {
    run: [C; CHUNK],
    symbols: Symbols,
}

impl<C: Code> Scratch<C> {
    pub(crate) fn new() -> Self {
        Scratch { run: [C::ZERO; CHUNK], symbols: NO_SYMBOLS }
    }
}

impl<'a, C: Code> Runs<'a, C> {
    #[inline(always)]
    pub(super) fn new(block: &Block<'a, C>, steps: Steps, decoder: &'a Decoder) -> Self {
        Runs {
            steps,
            decoder,
            streams: &block.bytes[block.head..],
            code: block.key,
            is_first: true,
            left: block.count(),
            front: 0,
            back: 8 * (block.length - block.head),
            found: 0,
        }
    }

    /// The next run, empty at the end.
    #[inline(always)]
    pub(crate) fn next<'r>(&mut self, scratch: &'r mut Scratch<C>) -> Result<&'r [C], Torn> {
        let count = self.left.min(CHUNK);
        if count == 0 {
            return Ok(&[]);
        }
        let first = usize::from(self.is_first);
        scratch.run[0] = self.code;
        let wanted = count - first;
        let read = self.decoder.read(self.streams, self.front, wanted, &mut scratch.symbols, self.found);
        (self.found, self.front) = read.ok_or(Torn)?;
        let (codes, symbols) = (&mut scratch.run[first..count], &scratch.symbols[..wanted]);
        self.back = match self.steps {
            Steps { coding: Coding::Xor, zeros } => {
                self.step(codes, symbols, zeros, |before, step| before ^ step)
            }
            Steps { coding: Coding::Difference, zeros: 0 } => self.step(codes, symbols, 0, C::plus),
            Steps { coding: Coding::Difference, zeros } => self.step(codes, symbols, zeros, C::plus),
        }
        .ok_or(Torn)?;
        self.code = scratch.run[count - 1];
        self.left -= count;
        self.is_first = false;
        // Some were read beyond those wanted: those of the next run, or after the last code anything.
        scratch.symbols.copy_within(wanted..wanted + BEYOND, 0);
        self.found -= wanted;
        Ok(&scratch.run[..count])
    }

    /// The codes that steps with these numbers of remaining bits lead to, and the bit below which the next steps' are. None if
    /// there are fewer bits.
    #[inline(always)]
    fn step(&self, codes: &mut [C], symbols: &[u8], zeros: u32, after: impl Fn(C, C) -> C) -> Option<usize> {
        // No symbol has a code that is below the bits left out.
        let bits: usize = symbols.iter().map(|&low| usize::from(low) - zeros as usize).sum();
        let end = self.back.checked_sub(bits)?;
        let (mut code, mut at) = (self.code, self.back);
        for (place, &low) in codes.iter_mut().zip(symbols) {
            let kept = u32::from(low) - zeros;
            at -= kept as usize;
            let rest: C = bits::read_code(self.streams, at, kept)?;
            code = after(code, C::ONE << u32::from(low) | rest << zeros);
            *place = code;
        }
        Some(end)
    }
}
