//! Hashes of tokens and shingles: the only module that knows MD5 and Rabin's fingerprints.
//!
//! A token's hash takes in eight bytes with each step, so that most words need one, and no branch by their length. A
//! shingle's hash is a polynomial of its tokens' hashes modulo 2^64, finished by a mixing step, so that a window of w
//! tokens rolls on in O(1). Both need 64-bit wrapping products only, which cost the same in wasm as natively.

#[cfg(any(not(target_family = "wasm"), feature = "lanes"))]
mod md5;
mod rabin;

use ::md5::{Digest, Md5};

#[cfg(any(not(target_family = "wasm"), feature = "lanes"))]
pub use self::md5::Md5Lanes;
pub use rabin::{Rabin, RabinRoller, RabinWidth};

/// The 64-bit hash of a token's folded text: its UTF-8 bytes, eight at a time, little-endian, the last padded with zeros,
/// are taken in one after the other, each followed by [`mix`]; what they are taken into begins as the length in bytes
/// times 2^64 divided by the golden ratio. So different words of one length up to eight bytes never collide.
///
/// ```
/// use twinprint::hash::{mix, token};
/// let rose = u64::from_le_bytes(*b"rose\0\0\0\0");
/// assert_eq!(token("rose"), mix(4u64.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ rose));
/// assert_ne!(token("rose"), token("roses"));
/// ```
#[inline]
pub fn token(folded: &str) -> u64 {
    name(folded.as_bytes())
}

/// As [`token`], of bytes that need not be UTF-8.
#[inline]
pub(crate) fn name(bytes: &[u8]) -> u64 {
    let (eights, rest) = bytes.as_chunks::<8>();
    let start = (bytes.len() as u64).wrapping_mul(FACTOR);
    let hash = eights.iter().fold(start, |hash, &eight| mix(hash ^ u64::from_le_bytes(eight)));
    if rest.is_empty() { hash } else { mix(hash ^ padded(rest)) }
}

/// The [`token`] of a word of one to 16 bytes, given as two numbers of eight, the first byte of each the lowest.
#[inline]
pub(crate) fn short_token([first, second]: [u64; 2], length: usize) -> u64 {
    let hash = mix((length as u64).wrapping_mul(FACTOR) ^ first);
    if length > 8 { mix(hash ^ second) } else { hash }
}

/// Up to seven bytes as a number. Two reads that overlap take fewer branches than one for each byte.
#[inline]
fn padded(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(&first), Some(&last)) => {
            let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
            u64::from(first) | u64::from(last) << (8 * (length - 4))
        }
        _ => bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
    }
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

/// A hash of the last w tokens of a sequence, which rolls on by one step for each token.
pub trait Rolling {
    /// Empties the window.
    fn restart(&mut self);

    /// Takes in a token while the window is still filling.
    fn fill(&mut self, entering: u64);

    /// Moves the full window on by a token.
    fn roll(&mut self, entering: u64, leaving: u64);

    /// The hash of the window.
    fn hash(&self) -> u64;
}

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
}

impl Rolling for Roller {
    #[inline]
    fn restart(&mut self) {
        self.sum = 0;
    }

    #[inline]
    fn fill(&mut self, entering: u64) {
        self.sum = self.sum.wrapping_mul(FACTOR).wrapping_add(entering);
    }

    #[inline]
    fn roll(&mut self, entering: u64, leaving: u64) {
        self.fill(entering);
        self.sum = self.sum.wrapping_sub(leaving.wrapping_mul(self.leaving_factor));
    }

    #[inline]
    fn hash(&self) -> u64 {
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
        fn a_token_takes_in_its_bytes_by_eight(word in "[a-zé]{1,40}") {
            let bytes = word.as_bytes();
            let naive = bytes.chunks(8).fold((bytes.len() as u64).wrapping_mul(super::FACTOR), |hash, eight| {
                let mut padded = [0; 8];
                padded[..eight.len()].copy_from_slice(eight);
                super::mix(hash ^ u64::from_le_bytes(padded))
            });
            prop_assert_eq!(super::token(&word), naive);
        }

        #[test]
        fn a_short_token_is_the_token(word in "[a-z]{1,16}") {
            let mut padded = [0; 16];
            padded[..word.len()].copy_from_slice(word.as_bytes());
            let whole = u128::from_le_bytes(padded);
            let eights = [whole as u64, (whole >> 64) as u64];
            prop_assert_eq!(super::short_token(eights, word.len()), super::token(&word));
        }
    }
}
