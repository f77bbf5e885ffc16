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
    xxhash_rust::xxh64::xxh64(folded.as_bytes(), 0)
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
