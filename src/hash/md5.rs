//! MD5 (RFC 1321) of many short messages at once.
//!
//! Naively: one message after the other. Each of the 64 steps of a block waits for the step before it, so a processor
//! does little at a time. Here sixteen messages go side by side, a step of all of them at a time, in a form that compilers
//! turn into vector instructions: a loop over lanes, around the 64 steps written out. Messages are a text's ranges, which
//! overlap as shingles do, and wait until there are sixteen of the same number of blocks.

use alloc::vec::Vec;
use core::ops::Range;

use crate::cpu;

/// The lanes of the vector registers of AVX2; of those that every processor has, two or more together.
const HALF: usize = 8;
/// Two chains of steps keep the processor busy while each waits for itself.
const LANES: usize = 2 * HALF;
const BLOCK: usize = 64;
/// Bytes of a block that the message's length takes.
const LENGTH: usize = 8;
/// Messages of fewer blocks wait with their like, the others together.
const CLASSES: usize = 4;

type Lane = [u32; LANES];

const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The leading 32 bits of the fraction of |sin(i + 1)|.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

/// All bits of the bytes that are kept, from the start of the slice that ends where the message does; then none.
static KEPT: [u8; 2 * BLOCK] = {
    let mut bytes = [0; 2 * BLOCK];
    let mut at = 0;
    while at < BLOCK {
        bytes[at] = 0xff;
        at += 1;
    }
    bytes
};

/// The byte put behind a message.
static END: [u8; 2 * BLOCK] = {
    let mut bytes = [0; 2 * BLOCK];
    bytes[BLOCK] = 0x80;
    bytes
};

/// MD5s of many ranges of one text.
///
/// ```
/// use twinprint::hash::{self, Md5Lanes};
/// let mut lanes = Md5Lanes::new(b"a rose is a rose");
/// lanes.add(0..6);
/// lanes.add(2..9);
/// lanes.add(10..16);
/// let digests = lanes.finish();
/// assert_eq!(digests[1], hash::md5(b"rose is"));
/// assert_eq!(digests[0], digests[2]);
/// ```
#[derive(Debug, Clone)]
pub struct Md5Lanes<'a> {
    text: &'a [u8],
    waiting: [[Message; LANES]; CLASSES],
    counts: [usize; CLASSES],
    digests: Vec<u128>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Message {
    number: usize,
    start: usize,
    length: usize,
}

impl<'a> Md5Lanes<'a> {
    /// Hashes ranges of `text`.
    pub fn new(text: &'a [u8]) -> Self {
        Md5Lanes { text, waiting: Default::default(), counts: [0; CLASSES], digests: Vec::new() }
    }

    /// Adds a range of the text; what is beyond its end is cut off.
    #[inline]
    pub fn add(&mut self, range: Range<usize>) {
        let end = range.end.min(self.text.len());
        let start = range.start.min(end);
        let message = Message { number: self.digests.len(), start, length: end - start };
        self.digests.push(0);
        let class = message.blocks().min(CLASSES) - 1;
        self.waiting[class][self.counts[class]] = message;
        self.counts[class] += 1;
        if self.counts[class] == LANES {
            self.hash(class);
        }
    }

    /// The digests in the order in which the ranges were added, each as [`md5`](super::md5) gives it.
    pub fn finish(mut self) -> Vec<u128> {
        for class in 0..CLASSES {
            if let Some(last) = self.counts[class].checked_sub(1) {
                let spare = self.waiting[class][last];
                self.waiting[class][last..].fill(spare);
                self.hash(class);
            }
        }
        self.digests
    }

    /// Hashes the messages that wait in a class.
    fn hash(&mut self, class: usize) {
        self.counts[class] = 0;
        let messages = &self.waiting[class];
        let mut states = INITIAL.map(|word| [word; LANES]);
        let mut words = [[0; LANES]; 16];
        let blocks = || messages.iter().map(Message::blocks);
        let (least, most) = (blocks().min().unwrap_or(0), blocks().max().unwrap_or(0));
        for round in 0..most {
            for (lane, message) in messages.iter().enumerate() {
                let block = message.block(self.text, round);
                for (pair, eight) in words.as_chunks_mut::<2>().0.iter_mut().zip(block) {
                    pair[0][lane] = eight as u32;
                    pair[1][lane] = (eight >> 32) as u32;
                }
            }
            cpu::best(Compress { states: &mut states, words: &words });
            if round + 1 < least {
                continue;
            }
            for (lane, message) in
                messages.iter().enumerate().filter(|(_, message)| message.blocks() == round + 1)
            {
                let digest =
                    states.iter().rev().fold(0, |digest, word| digest << 32 | u128::from(word[lane]));
                self.digests[message.number] = digest;
            }
        }
    }
}

impl Message {
    fn blocks(&self) -> usize {
        (self.length + LENGTH) / BLOCK + 1
    }

    /// A block of the padded message, as eight little-endian numbers; nothing but zeros after the last.
    #[inline]
    fn block(&self, text: &[u8], round: usize) -> [u64; 8] {
        let done = (round * BLOCK).min(self.length);
        let rest = &text[self.start + done..];
        let mut block = match rest.first_chunk() {
            Some(block) => eights(block),
            None => {
                let mut padded = [0; BLOCK];
                padded[..rest.len()].copy_from_slice(rest);
                eights(&padded)
            }
        };
        let left = self.length - done;
        if left < BLOCK {
            let kept = eights(from(&KEPT, BLOCK - left));
            let end = eights(from(&END, if self.length / BLOCK == round { BLOCK - left } else { 0 }));
            for ((eight, kept), end) in block.iter_mut().zip(kept).zip(end) {
                *eight = *eight & kept | end;
            }
        }
        if round + 1 == self.blocks() {
            block[7] = 8 * self.length as u64;
        }
        block
    }
}

#[inline]
fn eights(block: &[u8; BLOCK]) -> [u64; 8] {
    core::array::from_fn(|i| u64::from_le_bytes(core::array::from_fn(|j| block[8 * i + j])))
}

#[inline]
fn from(bytes: &'static [u8; 2 * BLOCK], start: usize) -> &'static [u8; BLOCK] {
    bytes[start..].first_chunk().unwrap_or(&[0; BLOCK])
}

/// Takes a block of each lane into its state.
struct Compress<'a> {
    states: &'a mut [Lane; 4],
    words: &'a [Lane; 16],
}

impl cpu::Work for Compress<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        compress(self.states, self.words);
    }
}

/// In wasm this alone has vectors: with them everywhere, the fusion recipe took a tenth longer.
#[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn compress(states: &mut [Lane; 4], words: &[Lane; 16]) {
    for lane in 0..HALF {
        let other = lane + HALF;
        let mut one = [0, 1, 2, 3].map(|i| states[i][lane]);
        let mut two = [0, 1, 2, 3].map(|i| states[i][other]);
        macro_rules! steps {
            ($($number:literal)*) => { $(
                one = step::<$number>(one, words, lane);
                two = step::<$number>(two, words, other);
            )* };
        }
        steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        steps!(32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
        for (state, (one, two)) in states.iter_mut().zip(one.into_iter().zip(two)) {
            state[lane] = state[lane].wrapping_add(one);
            state[other] = state[other].wrapping_add(two);
        }
    }
}

#[inline(always)]
fn step<const NUMBER: usize>([a, b, c, d]: [u32; 4], words: &[Lane; 16], lane: usize) -> [u32; 4] {
    let (choice, word) = match NUMBER / 16 {
        0 => (d ^ (b & (c ^ d)), NUMBER),
        1 => (c ^ (d & (b ^ c)), 5 * NUMBER + 1),
        2 => (b ^ c ^ d, 3 * NUMBER + 5),
        _ => (c ^ (b | !d), 7 * NUMBER),
    };
    let sum = a.wrapping_add(choice).wrapping_add(SINES[NUMBER]).wrapping_add(words[word % 16][lane]);
    [d, b.wrapping_add(sum.rotate_left(SHIFTS[NUMBER / 16][NUMBER % 4])), b, c]
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lanes_give_each_message_its_md5(
            text in prop::collection::vec(any::<u8>(), 0..400),
            ends in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..60),
            near_a_block in prop::collection::vec((0usize..40, 50usize..70), 0..20),
        ) {
            let drawn = ends.iter().map(|(x, y)| (x.index(text.len() + 1), y.index(text.len() + 1)));
            let ranges: Vec<Range<usize>> = drawn
                .map(|(x, y)| x.min(y)..x.max(y))
                .chain(near_a_block.into_iter().map(|(start, length)| start..start + length))
                .filter(|range| range.end <= text.len())
                .collect();
            let mut lanes = Md5Lanes::new(&text);
            ranges.iter().cloned().for_each(|range| lanes.add(range));
            let expected: Vec<u128> = ranges.into_iter().map(|range| crate::hash::md5(&text[range])).collect();
            prop_assert_eq!(lanes.finish(), expected);
        }
    }
}
