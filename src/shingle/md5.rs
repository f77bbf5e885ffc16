//! MD5 as the hash that names a shingle (Ye, Wen and Ma 2006, section 3.2).
//!
//! Naively: join each shingle's words and hash them. Here a document's words are joined once: a shingle is a range of
//! that text, and ranges are hashed several at a time ([`Md5Lanes`]).

use alloc::string::String;
use alloc::vec::Vec;

use super::{MASKED, windows};
use crate::hash::{self, Md5Lanes};

/// The 128-bit MD5 of every shingle's folded words, joined by single spaces (Ye, Wen and Ma 2006, section 3.2),
/// over the same windows as [`roll`](super::roll), in order.
///
/// `words` are the folded words, `tokens` their hashes, masked where they are template text.
pub fn md5<'a>(words: impl Iterator<Item = &'a str> + Clone, tokens: &[u64], w: usize) -> Vec<u128> {
    let mut joined = String::new();
    let mut ends = Vec::with_capacity(tokens.len());
    for word in words.clone() {
        joined.push_str(word);
        ends.push(joined.len());
        joined.push(' ');
    }
    let mut lanes = Md5Lanes::new(joined.as_bytes());
    windows(tokens, w, |_, position| {
        let first = position as usize;
        let start = first.checked_sub(1).map_or(0, |before| ends[before] + 1);
        lanes.add(start..ends[first + w - 1]);
    });
    let digests = lanes.finish();
    if !digests.is_empty() {
        return digests;
    }
    let own = words.zip(tokens).filter(|(_, token)| **token != MASKED).map(|(word, _)| word);
    let own: Vec<&str> = own.collect();
    if own.is_empty() { digests } else { alloc::vec![hash::md5(own.join(" ").as_bytes())] }
}
