//! Charikar's random projection, as Henzinger's Alg. C has it (2006, section 2): 384 bits of a document, of which as
//! many agree as the angle between two documents' vectors of word counts is small.
//!
//! Naively: each word is given 384 random entries of +1 or -1; the entries of all words of the sequence are added up,
//! so that a word counts as often as it occurs; a positive sum becomes a 1, any other a 0. Here a word's entries are
//! the bits of six hashes of its hash, and the ones are counted in vertical counters. Order does not count.

use super::counters::Vertical;
use crate::hash;
use crate::shingle::MASKED;

/// The random projection of a document: 384 bits, bit i of word n being dimension `64 n + i`.
///
/// ```
/// use twinprint::{hash, simhash::Projection};
/// let of = |text: &str| Projection::of(text.split(' ').map(hash::token));
/// let (a, b) = (of("a rose is a rose is a rose"), of("rose rose rose is is a a a"));
/// assert_eq!(a.similarity(&b), 384); // the same words as often
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Projection(pub [u64; 6]);

impl Projection {
    /// The number of bits, Henzinger's b.
    pub const BITS: u32 = 384;

    /// The bits that agree from which on two documents are C-similar (section 3.3; section 2 has "above").
    pub const THRESHOLD: u32 = 372;

    /// The bits that agree from which on B-similar pairs are kept in the combined algorithm (section 3.5).
    pub const COMBINED_THRESHOLD: u32 = 355;

    /// The fewest pieces that miss no C-similar pair: those that differ in 12 bits have one of 13 pieces in common.
    pub const COMPLETE_PIECES: usize = 13;

    /// The projection of a sequence of words; [`MASKED`] ones are skipped. Without a word every bit is 0.
    pub fn of(tokens: impl IntoIterator<Item = u64>) -> Self {
        let mut projector = Projector::default();
        tokens.into_iter().for_each(|token| projector.add(token));
        projector.finish()
    }

    /// The C-similarity: how many bits agree, from 0 to 384.
    pub fn similarity(&self, other: &Projection) -> u32 {
        let differ: u32 = self.0.iter().zip(other.0).map(|(a, b)| (a ^ b).count_ones()).sum();
        Self::BITS - differ
    }

    /// The twelve pieces of 32 bits by which Henzinger finds candidates (section 3.3): pairs that differ in at most 11
    /// bits, C-similarity 373 or more, have a piece in common at the same place. Pairs at 372 may have none, as in the
    /// paper; [`pieces_of`](Self::pieces_of) thirteen misses none, and for d bits d + 1.
    pub fn pieces(&self) -> [u32; 12] {
        core::array::from_fn(|piece| (self.0[piece / 2] >> (32 * (piece % 2))) as u32)
    }

    /// The bits cut into `pieces` pieces, in order, their lengths equal or one apart: of pairs that differ in fewer bits
    /// than there are pieces, one piece at least is the same. A piece has from 1 to 64 bits, so there are from six to
    /// 384 pieces; other counts are taken as the nearest.
    ///
    /// ```
    /// use twinprint::simhash::Projection;
    /// let projection = Projection([0, 0, 0, 0, 0, 1 << 63]);
    /// let pieces: Vec<u64> = projection.pieces_of(Projection::COMPLETE_PIECES).collect();
    /// assert_eq!(pieces, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 29]); // the last has 30 bits
    /// ```
    pub fn pieces_of(&self, count: usize) -> impl Iterator<Item = u64> + use<> {
        let bits = self.0;
        let total = Self::BITS as usize;
        let count = count.clamp(total / 64, total);
        (0..count).map(move |piece| {
            let (start, end) = (piece * total / count, (piece + 1) * total / count);
            let (word, shift) = (start / 64, start % 64);
            let low = bits[word] >> shift;
            let high = bits.get(word + 1).map_or(0, |next| next.checked_shl(64 - shift as u32).unwrap_or(0));
            (low | high) & (u64::MAX >> (64 - (end - start)))
        })
    }
}

/// Adds up the words of a document to its projection. A word that occurs twice counts twice.
#[derive(Debug, Clone, Default)]
pub struct Projector {
    counters: Vertical<6>,
}

impl Projector {
    /// Adds a word by its hash; [`MASKED`] is skipped.
    #[inline]
    pub fn add(&mut self, token: u64) {
        if token != MASKED {
            self.counters.add(entries(token));
        }
    }

    /// The projection of what was added; the sums begin anew.
    pub fn finish(&mut self) -> Projection {
        Projection(self.counters.finish())
    }
}

/// A word's 384 entries, a 1 for +1 and a 0 for -1: six steps of SplitMix64.
#[inline]
pub fn entries(token: u64) -> [u64; 6] {
    core::array::from_fn(|n| {
        hash::mix(token.wrapping_add((n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    })
}
