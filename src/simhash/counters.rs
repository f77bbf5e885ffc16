//! The counters under a simhash: how much weight each bit has.
//!
//! Naively: a counter for each bit; each feature adds its weight to the counters of its hash's 1-bits and takes it
//! from the others; the fingerprint has a 1 where the sum is positive. A sum is positive when the ones weigh more than
//! half of all, so it is enough to add up the ones.
//!
//! - With all weights one, the counters are kept bit by bit in words ([`Vertical`]): eight hashes are added by a tree
//!   of full adders, some five operations a hash instead of 64 additions.
//! - With any weights ([`WeightedSimhash`]), a byte of the hash is looked up as eight masks of 16 bits, which let
//!   through the weight or nothing, and four such counters are added at once in a word. A block of features is counted
//!   so, as long as all its weights together fit 16 bits, and then added to the long sums.

use core::fmt;

use super::Bits;
use crate::hash;

/// Counters of `64 * N` bits, for features of weight one.
#[derive(Clone)]
pub(super) struct Vertical<const N: usize> {
    columns: [Column; N],
    features: u64,
}

/// The counters of 64 bits.
#[derive(Clone, Copy)]
struct Column {
    /// Bit i of `planes[p]` is bit p of the count of ones at bit i. A document has fewer than 2^32 words.
    planes: [u64; 32],
    waiting: [u64; 8],
}

impl<const N: usize> Default for Vertical<N> {
    fn default() -> Self {
        Vertical { columns: [Column { planes: [0; 32], waiting: [0; 8] }; N], features: 0 }
    }
}

impl<const N: usize> Vertical<N> {
    /// Adds a feature by its `64 * N` bits.
    #[inline]
    pub(super) fn add(&mut self, bits: [u64; N]) {
        let place = (self.features % 8) as usize;
        for (column, word) in self.columns.iter_mut().zip(bits) {
            column.waiting[place] = word;
        }
        self.features += 1;
        if place == 7 {
            self.columns.iter_mut().for_each(Column::add_eight);
        }
    }

    /// How many features there are.
    pub(super) fn features(&self) -> u64 {
        self.features
    }

    /// A 1 at each bit that more than half of the features have. The counters begin anew.
    pub(super) fn finish(&mut self) -> [u64; N] {
        let rest = (self.features % 8) as usize;
        let half = self.features / 2;
        let bits = core::array::from_fn(|n| {
            let column = &mut self.columns[n];
            if rest > 0 {
                column.waiting[rest..].fill(0);
                column.add_eight();
            }
            column.above(half)
        });
        *self = Self::default();
        bits
    }
}

impl<const N: usize> fmt::Debug for Vertical<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vertical({} features)", self.features)
    }
}

impl Column {
    #[inline]
    fn add_eight(&mut self) {
        let [a, b, c, d, e, f, g, h] = self.waiting;
        let (ones, twos_1) = full_add(self.planes[0], a, b);
        let (ones, twos_2) = full_add(ones, c, d);
        let (ones, twos_3) = full_add(ones, e, f);
        let (ones, twos_4) = full_add(ones, g, h);
        let (twos, fours_1) = full_add(self.planes[1], twos_1, twos_2);
        let (twos, fours_2) = full_add(twos, twos_3, twos_4);
        let (fours, mut carry) = full_add(self.planes[2], fours_1, fours_2);
        self.planes[..3].copy_from_slice(&[ones, twos, fours]);
        for plane in &mut self.planes[3..] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The bits whose count is above `threshold`: all 64 compared at once, from the highest plane down.
    fn above(&self, threshold: u64) -> u64 {
        let (mut above, mut equal) = (0, u64::MAX);
        for (p, plane) in self.planes.iter().enumerate().rev() {
            if threshold >> p & 1 == 0 {
                above |= equal & plane;
                equal &= !plane;
            } else {
                equal &= plane;
            }
        }
        above
    }
}

/// Sixty-four one-bit additions: the sums and the carries.
#[inline]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | ((a ^ b) & c))
}

/// Adds up features of any weight to a simhash of 32, 64 or 128 bits.
///
/// A fingerprint has a 1 at each bit where the features that have it weigh more than half of all: where the sum of plus and
/// minus weights is positive. The low 64 bits are those of the features' hashes, the high 64 of a 128-bit fingerprint come
/// from a second hash of them; a fingerprint of 32 bits is the low half of one of 64.
///
/// ```
/// use twinprint::simhash::{Bits, WeightedSimhash};
/// let mut simhash = WeightedSimhash::new(Bits::B32);
/// for (feature, weight) in [(0b0110, 5), (0b0111, 1), (0b1100, 3)] {
///     simhash.add(feature, weight);
/// }
/// assert_eq!(simhash.finish(), Some(0b0110));
/// ```
#[derive(Clone)]
pub struct WeightedSimhash {
    bits: Bits,
    hashes: [u64; BLOCK],
    weights: [u32; BLOCK],
    waiting: usize,
    /// The weight of the ones at each bit.
    ones: [u64; 128],
    total: u64,
}

/// The features that are counted at a time: with weights up to 511 they fit 16 bits.
const BLOCK: usize = 128;

/// For each byte, 16 ones for each of its 1-bits.
static MASKS: [[u64; 2]; 256] = masks();

impl WeightedSimhash {
    /// Counters for a fingerprint of `bits`.
    pub fn new(bits: Bits) -> Self {
        let (hashes, weights) = ([0; BLOCK], [0; BLOCK]);
        WeightedSimhash { bits, hashes, weights, waiting: 0, ones: [0; 128], total: 0 }
    }

    /// Adds a feature by its hash. A feature that occurs twice counts twice.
    #[inline]
    pub fn add(&mut self, hash: u64, weight: u32) {
        self.hashes[self.waiting] = hash;
        self.weights[self.waiting] = weight;
        self.waiting += 1;
        if self.waiting == BLOCK {
            self.drain();
        }
    }

    /// The fingerprint of what was added, in the low bits; none if nothing was, or nothing that weighs. The counters begin
    /// anew.
    pub fn finish(&mut self) -> Option<u128> {
        self.drain();
        let total = self.total;
        let bit = |(i, &ones): (usize, &u64)| u64::from(ones > total - ones) << i;
        let word = |ones: &[u64]| ones.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        let (low, high) = self.ones.split_at(64);
        let high = if self.bits == Bits::B128 { word(high) } else { 0 };
        let fingerprint = u128::from(high) << 64 | u128::from(word(low));
        self.ones.fill(0);
        self.total = 0;
        (total > 0).then_some(fingerprint)
    }

    /// Adds features by their hashes and weights.
    pub(super) fn add_all(&mut self, hashes: &[u64], weights: &[u32]) {
        for (hashes, weights) in hashes.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
            self.count(hashes, weights);
        }
    }

    /// Counts the features that wait.
    fn drain(&mut self) {
        let (hashes, weights) = (self.hashes, self.weights);
        self.count(&hashes[..self.waiting], &weights[..self.waiting]);
        self.waiting = 0;
    }

    /// Counts a block of features at most.
    fn count(&mut self, hashes: &[u64], weights: &[u32]) {
        self.total += weights.iter().map(|&weight| u64::from(weight)).sum::<u64>();
        match self.bits {
            Bits::B32 => count::<4>(hashes, weights, &mut self.ones),
            Bits::B64 => count::<8>(hashes, weights, &mut self.ones),
            Bits::B128 => {
                let mut high = [0; BLOCK];
                high.iter_mut().zip(hashes).for_each(|(high, &hash)| *high = second(hash));
                let (low_ones, high_ones) = self.ones.split_at_mut(64);
                count::<8>(hashes, weights, low_ones);
                count::<8>(&high[..hashes.len()], weights, high_ones);
            }
        }
    }
}

impl fmt::Debug for WeightedSimhash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WeightedSimhash({} bits, weight {})", self.bits.count(), self.total)
    }
}

/// A feature's second hash: the high bits of a fingerprint of 128.
#[inline]
pub(super) fn second(hash: u64) -> u64 {
    hash::mix(hash ^ 0xD1B5_4A32_D192_ED03)
}

/// The bits that a feature adds to, in a fingerprint of `bits`.
pub fn bits_of(hash: u64, bits: Bits) -> u128 {
    match bits {
        Bits::B32 => u128::from(hash as u32),
        Bits::B64 => u128::from(hash),
        Bits::B128 => u128::from(second(hash)) << 64 | u128::from(hash),
    }
}

/// Adds each weight to the sums of the 1-bits among the low `BYTES` bytes of its hash.
fn count<const BYTES: usize>(hashes: &[u64], weights: &[u32], ones: &mut [u64]) {
    let together: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if together <= u64::from(u16::MAX) {
        count_light::<BYTES>(hashes, weights, ones);
    } else if let (&[hash], &[weight]) = (hashes, weights) {
        for (bit, ones) in ones[..8 * BYTES].iter_mut().enumerate() {
            *ones += (hash >> bit & 1) * u64::from(weight);
        }
    } else {
        let middle = hashes.len() / 2;
        count::<BYTES>(&hashes[..middle], &weights[..middle], ones);
        count::<BYTES>(&hashes[middle..], &weights[middle..], ones);
    }
}

/// As [`count`], of weights that fit 16 bits all together.
fn count_light<const BYTES: usize>(hashes: &[u64], weights: &[u32], ones: &mut [u64]) {
    let mut lanes = [[0u64; 2]; BYTES];
    for (hash, &weight) in hashes.iter().zip(weights) {
        let weight = u64::from(weight) * 0x0001_0001_0001_0001;
        for (lane, byte) in lanes.iter_mut().zip(hash.to_le_bytes()) {
            let mask = &MASKS[usize::from(byte)];
            // No lane's sum exceeds 16 bits, so none carries into the next.
            lane[0] = lane[0].wrapping_add(mask[0] & weight);
            lane[1] = lane[1].wrapping_add(mask[1] & weight);
        }
    }
    for (four, lane) in ones.chunks_exact_mut(4).zip(lanes.as_flattened()) {
        for (i, ones) in four.iter_mut().enumerate() {
            *ones += lane >> (16 * i) & 0xFFFF;
        }
    }
}

const fn masks() -> [[u64; 2]; 256] {
    let mut masks = [[0; 2]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        let (byte, bit) = (at / 8, at % 8);
        if byte >> bit & 1 == 1 {
            masks[byte][bit / 4] |= 0xFFFF << (16 * (bit % 4));
        }
        at += 1;
    }
    masks
}
