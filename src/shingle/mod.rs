//! w-shingles: every run of w tokens of a document (Broder 1997; Ye, Wen and Ma 2006, section 3.1).
//!
//! Naively: hash each of the `n - w + 1` windows from its start, w steps a window. Here the hash is rolled, one
//! step a window ([`Roller`]). A document of fewer than w tokens makes one shingle of all of them, so every
//! document with a word has a shingle, and identical documents have identical ones.

mod index;
mod md5;
mod sample;
mod units;
mod widespread;
mod winnow;

use alloc::string::ToString;

use crate::error::Error;
use crate::hash::{Roller, Rolling};
use crate::text::{self, TextOptions};
pub use index::HashIndex;
pub use md5::md5;
pub use sample::{Sampling, ShingleValue, without};
pub use units::units;
pub use widespread::widespread;
pub use winnow::winnow;

/// The longest shingle, in words; a power of two.
pub const MAX_W: usize = 64;

/// The token that stands for a word shared with a template: no shingle contains it and it equals nothing.
///
/// A true token with this hash, one in 2^64, would be taken for template text.
pub const MASKED: u64 = 0;

/// Calls `sink` with the hash of every window of `w` tokens that has no [`MASKED`] token in it, and with the
/// position of its first token.
///
/// Where there is no such window, the tokens that are not masked make one shingle together, at the position of
/// the first of them; where there is none at all, `sink` is not called. Returns whether there was a full window.
///
/// ```
/// use twinprint::{hash, shingle};
/// let rose: Vec<u64> = "a rose is a rose is a rose".split(' ').map(hash::token).collect();
/// let mut hashes = Vec::new();
/// shingle::roll(&rose, 4, |hash, _position| hashes.push(hash));
/// assert_eq!(hashes.len(), 5);
/// hashes.sort();
/// hashes.dedup();
/// assert_eq!(hashes.len(), 3); // Broder's example: three shingles
/// ```
#[inline]
pub fn roll(tokens: &[u64], w: usize, sink: impl FnMut(u64, u32)) -> bool {
    roll_by(&mut Roller::new(w), tokens, w, sink)
}

/// As [`roll`], with another hash than the default one: `roller` must roll over windows of `w` tokens.
///
/// ```
/// use twinprint::{hash::{RabinRoller, RabinWidth}, shingle};
/// let mut hashes = Vec::new();
/// let mut roller = RabinRoller::new(RabinWidth::Bits40, 2);
/// shingle::roll_by(&mut roller, &[1, 2, 3, 1, 2], 2, |hash, _position| hashes.push(hash));
/// assert_eq!(hashes.len(), 4);
/// assert_eq!(hashes[0], hashes[3]);
/// ```
#[inline]
pub fn roll_by(roller: &mut impl Rolling, tokens: &[u64], w: usize, mut sink: impl FnMut(u64, u32)) -> bool {
    let mut any = false;
    windows_by(roller, tokens, w, |hash, position| {
        any = true;
        sink(hash, position);
    });
    if any {
        return true;
    }
    let mut own = tokens.iter().enumerate().filter(|(_, token)| **token != MASKED);
    if let Some((first, &token)) = own.next() {
        roller.restart();
        roller.fill(token);
        own.for_each(|(_, &token)| roller.fill(token));
        sink(roller.hash(), first as u32);
    }
    false
}

/// Calls `sink` with the hash of every full window of `w` words of plain text, straight from the text: nothing is kept
/// but the last w words' hashes. Returns how many words there are.
///
/// ```
/// use twinprint::{shingle, text::TextOptions};
/// let mut hashes = Vec::new();
/// let words = shingle::of_text("a rose is a rose is a rose", &TextOptions::default(), 4, |hash| hashes.push(hash))?;
/// assert_eq!((words, hashes.len()), (8, 5));
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`text::for_each_token`], and [`Error::InvalidOption`] unless 1 <= w <= [`MAX_W`].
pub fn of_text(
    text: &str,
    options: &TextOptions,
    w: usize,
    mut sink: impl FnMut(u64),
) -> Result<usize, Error> {
    check_w(w)?;
    let mut last = [0; MAX_W];
    let mut roller = Roller::new(w);
    let mut words: usize = 0;
    text::for_each_token(text, options, |token| {
        // Until the window is full, zeros leave it.
        roller.roll(token, last[words.wrapping_sub(w) % MAX_W]);
        last[words % MAX_W] = token;
        words += 1;
        if words >= w {
            sink(roller.hash());
        }
    })?;
    Ok(words)
}

/// Refuses lengths of a shingle that are out of range.
///
/// # Errors
/// [`Error::InvalidOption`] unless 1 <= w <= [`MAX_W`].
pub fn check_w(w: usize) -> Result<(), Error> {
    let expected = "a number of words from 1 to 64";
    if (1..=MAX_W).contains(&w) {
        Ok(())
    } else {
        Err(Error::InvalidOption { option: "shingle", value: w.to_string(), expected })
    }
}

/// Calls `sink` with the hash and the position of every window of `w` tokens without a [`MASKED`] one; shorter
/// stretches have none.
#[inline]
pub fn windows(tokens: &[u64], w: usize, sink: impl FnMut(u64, u32)) {
    windows_by(&mut Roller::new(w), tokens, w, sink);
}

#[inline]
fn windows_by(roller: &mut impl Rolling, tokens: &[u64], w: usize, mut sink: impl FnMut(u64, u32)) {
    let mut start = 0;
    for stretch in tokens.split(|&token| token == MASKED) {
        if stretch.len() >= w && w > 0 {
            roller.restart();
            for &token in &stretch[..w] {
                roller.fill(token);
            }
            sink(roller.hash(), start as u32);
            for (i, (&leaving, &entering)) in stretch.iter().zip(&stretch[w..]).enumerate() {
                roller.roll(entering, leaving);
                sink(roller.hash(), (start + i + 1) as u32);
            }
        }
        start += stretch.len() + 1;
    }
}
