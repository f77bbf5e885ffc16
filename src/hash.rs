//! Hashes of tokens and shingles: the only file that knows xxh64 and md5.
//!
//! A token's hash is the XXH64 (seed 0) of its folded UTF-8 bytes. xxh64 needs 64-bit wrapping products only, so
//! it costs the same in wasm as natively.

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

/// The 128-bit MD5 of `bytes`, as a little-endian number.
pub fn md5(bytes: &[u8]) -> u128 {
    u128::from_le_bytes(Md5::digest(bytes).into())
}
