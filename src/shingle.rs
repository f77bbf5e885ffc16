//! w-shingles: every run of w tokens of a document (Broder 1997; Ye, Wen and Ma 2006, section 3.1).
//!
//! Naively: hash each of the `n - w + 1` windows from its start, w steps a window. Here the hash is rolled, one
//! step a window ([`Roller`]). A document of fewer than w tokens makes one shingle of all of them, so every
//! document with a word has a shingle, and identical documents have identical ones.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::Error;
use crate::hash::{self, Roller};
use crate::text::{self, TextOptions};

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
pub fn roll(tokens: &[u64], w: usize, mut sink: impl FnMut(u64, u32)) -> bool {
    let mut any = false;
    windows(tokens, w, |hash, position| {
        any = true;
        sink(hash, position);
    });
    if any {
        return true;
    }
    let mut own = tokens.iter().enumerate().filter(|(_, token)| **token != MASKED);
    if let Some((first, &token)) = own.next() {
        let mut roller = Roller::new(w);
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
pub fn windows(tokens: &[u64], w: usize, mut sink: impl FnMut(u64, u32)) {
    let mut start = 0;
    for stretch in tokens.split(|&token| token == MASKED) {
        if stretch.len() >= w && w > 0 {
            let mut roller = Roller::new(w);
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

/// Hashes in order, each with its position: to find what two documents share by merging.
#[derive(Debug, Clone, Default)]
pub struct HashIndex {
    hashes: Vec<u64>,
    positions: Vec<u32>,
}

impl HashIndex {
    /// Sorts `entries` by hash, then position. They must come with their positions rising.
    ///
    /// Hashes spread evenly, so one scatter by their leading bits leaves buckets of a few entries: linear time,
    /// and `n log n` at worst, when many are equal.
    pub fn new(entries: &[(u64, u32)]) -> Self {
        let bits = entries.len().checked_ilog2().unwrap_or(0).saturating_sub(1).min(20);
        let bucket_of = |hash: u64| (hash.rotate_left(bits) & ((1 << bits) - 1)) as usize;
        let mut ends = alloc::vec![0u32; (1 << bits) + 1];
        for &(hash, _) in entries {
            ends[bucket_of(hash) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut sorted = alloc::vec![(0, 0); entries.len()];
        for &entry in entries {
            let place = &mut ends[bucket_of(entry.0)];
            sorted[*place as usize] = entry;
            *place += 1;
        }
        let mut start = 0;
        for &end in &ends[..1 << bits] {
            sort_bucket(&mut sorted[start..end as usize]);
            start = end as usize;
        }
        HashIndex {
            hashes: sorted.iter().map(|&(hash, _)| hash).collect(),
            positions: sorted.iter().map(|&(_, position)| position).collect(),
        }
    }

    /// The index of a document's windows of `width` words.
    pub fn of_windows(tokens: &[u64], width: usize) -> Self {
        let mut entries = Vec::with_capacity(tokens.len());
        windows(tokens, width, |hash, position| entries.push((hash, position)));
        HashIndex::new(&entries)
    }

    /// The hashes, sorted, with repetitions.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The sorted hashes alone.
    pub fn into_hashes(self) -> Vec<u64> {
        self.hashes
    }

    /// The positions at which `hash` stands, rising.
    pub fn positions(&self, hash: u64) -> &[u32] {
        let start = self.hashes.partition_point(|&other| other < hash);
        let length = self.hashes[start..].partition_point(|&other| other == hash);
        &self.positions[start..start + length]
    }

    /// Calls `sink` with the positions, here and in `other`, of every hash that both have.
    pub fn join<'a>(&'a self, other: &'a HashIndex, mut sink: impl FnMut(&'a [u32], &'a [u32])) {
        let (a, b) = (&self.hashes, &other.hashes);
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (x, y) = (a[i], b[j]);
            if x == y {
                let run_a = a[i..].iter().take_while(|&&hash| hash == x).count();
                let run_b = b[j..].iter().take_while(|&&hash| hash == x).count();
                sink(&self.positions[i..i + run_a], &other.positions[j..j + run_b]);
                i += run_a;
                j += run_b;
            } else {
                i += usize::from(x < y);
                j += usize::from(y < x);
            }
        }
    }
}

/// Sorts a bucket, of two or three entries as a rule: by insertion, without a call. Many equal hashes make a long one,
/// which then is in order already.
#[inline]
fn sort_bucket(bucket: &mut [(u64, u32)]) {
    const FEW: usize = 16;
    if bucket.len() > FEW {
        return bucket.sort_unstable();
    }
    for end in 1..bucket.len() {
        let mut at = end;
        while at > 0 && bucket[at] < bucket[at - 1] {
            bucket.swap(at, at - 1);
            at -= 1;
        }
    }
}
