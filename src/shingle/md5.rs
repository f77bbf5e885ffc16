//! MD5 as the hash that names a shingle (Ye, Wen and Ma 2006, section 3.2).
//!
//! Naively: join each shingle's words and hash them. Here a document's words are joined once, as they are read: a shingle
//! is a range of that text, and ranges are hashed several at a time (`Md5Lanes`); in the small wasm module, where
//! they would weigh more than they bring, one after the other.

use alloc::vec::Vec;

use super::{MASKED, windows};
use crate::hash;
use crate::text::Reading;

/// The 128-bit MD5 of every shingle's folded words, joined by single spaces (Ye, Wen and Ma 2006, section 3.2),
/// over the same windows as [`roll`](super::roll), in order; none unless the document was read with its words.
///
/// `tokens` are the document's tokens, [`MASKED`] where they are template text.
pub fn md5(reading: &Reading, tokens: &[u64], w: usize) -> Vec<u128> {
    let (joined, ends) = reading.joined_words();
    if ends.len() != tokens.len() {
        return Vec::new();
    }
    let range = |position: u32| {
        let first = position as usize;
        let start = first.checked_sub(1).map_or(0, |before| ends[before] as usize + 1);
        start..ends[first + w - 1] as usize
    };
    #[cfg(any(not(target_family = "wasm"), feature = "lanes"))]
    let digests = {
        let mut lanes = hash::Md5Lanes::new(joined.as_bytes());
        windows(tokens, w, |_, position| lanes.add(range(position)));
        lanes.finish()
    };
    #[cfg(not(any(not(target_family = "wasm"), feature = "lanes")))]
    let digests = {
        let mut digests = Vec::with_capacity(tokens.len());
        windows(tokens, w, |_, position| digests.push(hash::md5(&joined.as_bytes()[range(position)])));
        digests
    };
    if !digests.is_empty() {
        return digests;
    }
    let own = reading.words().zip(tokens).filter(|(_, token)| **token != MASKED).map(|(word, _)| word);
    let own: Vec<&str> = own.collect();
    if own.is_empty() { digests } else { alloc::vec![hash::md5(own.join(" ").as_bytes())] }
}
