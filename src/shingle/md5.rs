//! MD5 as the hash that names a shingle.

use alloc::string::String;
use alloc::vec::Vec;

use super::{MASKED, windows};
use crate::hash;

/// The 128-bit MD5 of every shingle's folded words, joined by single spaces (Ye, Wen and Ma 2006, section 3.2),
/// over the same windows as [`roll`], in order.
///
/// `words` are the folded words, `tokens` their hashes, masked where they are template text.
pub fn md5<'a>(words: impl Iterator<Item = &'a str>, tokens: &[u64], w: usize) -> Vec<u128> {
    let words: Vec<&str> = words.collect();
    let mut digests = Vec::new();
    let mut joined = String::new();
    let mut digest = |window: &mut dyn Iterator<Item = &str>| {
        joined.clear();
        for word in window {
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(word);
        }
        digests.push(hash::md5(joined.as_bytes()));
    };
    let mut any = false;
    windows(tokens, w, |_, position| {
        any = true;
        digest(&mut words[position as usize..][..w].iter().copied());
    });
    let mut own =
        words.iter().zip(tokens).filter(|(_, token)| **token != MASKED).map(|(word, _)| *word).peekable();
    if !any && own.peek().is_some() {
        digest(&mut own);
    }
    digests
}
