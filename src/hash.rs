//! Hashes of tokens and shingles: the only file that knows xxh64 and md5.
//!
//! A token's hash is the XXH64 (seed 0) of its folded UTF-8 bytes. A shingle's hash is a polynomial of its
//! tokens' hashes modulo 2^64, finished by a mixing step, so that a window of w tokens rolls on in O(1). Both
//! need 64-bit wrapping products only, which cost the same in wasm as natively.

use md5::{Digest, Md5};

/// The 64-bit hash of a token's folded text.
///
/// ```
/// assert_eq!(twinprint::hash::token("rose"), twinprint::hash::token("rose"));
/// assert_ne!(twinprint::hash::token("rose"), twinprint::hash::token("roses"));
/// ```
#[inline]
pub fn token(folded: &str) -> u64 {
    let bytes = folded.as_bytes();
    if bytes.len() < 32 { xxh64_short(bytes) } else { xxhash_rust::xxh64::xxh64(bytes, 0) }
}

/// XXH64 with seed 0 of fewer than 32 bytes, nearly every word: inlined where words are read, which the library's
/// function is not.
#[inline]
fn xxh64_short(bytes: &[u8]) -> u64 {
    const P1: u64 = 0x9E37_79B1_85EB_CA87;
    const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
    const P3: u64 = 0x1656_67B1_9E37_79F9;
    const P4: u64 = 0x85EB_CA77_C2B2_AE63;
    const P5: u64 = 0x27D4_EB2F_1656_67C5;
    let mut hash = P5.wrapping_add(bytes.len() as u64);
    let (eights, rest) = bytes.as_chunks::<8>();
    for &eight in eights {
        let lane = u64::from_le_bytes(eight).wrapping_mul(P2).rotate_left(31).wrapping_mul(P1);
        hash = (hash ^ lane).rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
    }
    let (fours, rest) = rest.as_chunks::<4>();
    for &four in fours {
        let lane = u64::from(u32::from_le_bytes(four)).wrapping_mul(P1);
        hash = (hash ^ lane).rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(P2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(P3);
    hash ^ (hash >> 32)
}

/// The 128-bit MD5 of `bytes`, read as a little-endian number.
///
/// ```
/// let digest = twinprint::hash::md5(b"a rose is a rose");
/// assert_eq!(format!("{:02x}", digest & 0xff), "32");
/// ```
pub fn md5(bytes: &[u8]) -> u128 {
    u128::from_le_bytes(Md5::digest(bytes).into())
}

/// The factor of the rolled polynomial: 2^64 divided by the golden ratio, odd, and 5 modulo 8, so that the
/// difference of two of its powers keeps few factors of two and hardly any of the 64 bits are lost when two
/// tokens change places.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Rolls the hash of the last `w` token hashes over a sequence, one step for each token.
///
/// The hash of tokens t1..tw is `mix(t1 * FACTOR^(w-1) + .. + tw)` modulo 2^64.
#[derive(Debug, Clone, Copy)]
pub struct Roller {
    sum: u64,
    leaving_factor: u64,
}

impl Roller {
    /// A roller over windows of `w` tokens.
    pub fn new(w: usize) -> Self {
        let mut leaving_factor: u64 = 1;
        for _ in 0..w {
            leaving_factor = leaving_factor.wrapping_mul(FACTOR);
        }
        Roller { sum: 0, leaving_factor }
    }

    /// Takes in a token while the window is still filling.
    #[inline]
    pub fn fill(&mut self, entering: u64) {
        self.sum = self.sum.wrapping_mul(FACTOR).wrapping_add(entering);
    }

    /// Moves the full window on by a token.
    #[inline]
    pub fn roll(&mut self, entering: u64, leaving: u64) {
        self.fill(entering);
        self.sum = self.sum.wrapping_sub(leaving.wrapping_mul(self.leaving_factor));
    }

    /// The hash of the window.
    #[inline]
    pub fn hash(&self) -> u64 {
        mix(self.sum)
    }
}

/// Spreads every bit over all 64: the finishing step of SplitMix64, a bijection.
#[inline]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_token_hashes_to_its_xxh64_at_every_length(word in "[a-zé]{0,80}") {
            prop_assert_eq!(super::token(&word), xxhash_rust::xxh64::xxh64(word.as_bytes(), 0));
        }
    }
}
