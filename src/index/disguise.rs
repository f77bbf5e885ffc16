//! Look-ups hidden among decoys.
//!
//! A service that receives prefixes of hashes, or a host that sends parts of files, may try to find out which document they are of.
//! The document's own order would help it. So decoys, drawn at random, stand among them, and all are sent in an order drawn at
//! random. An [`IndexCheck`](super::IndexCheck) skips what decoys find, so that nothing found changes.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::LookupRequest;

/// Where randomness comes from: fills bytes with what nobody can guess.
pub type Random<'a> = dyn FnMut(&mut [u8]) + 'a;

/// How many decoys stand among the fingerprints and shingles of a look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disguise {
    /// This many for each hundred of its own, list by list and rounded up.
    pub percent: u32,
    /// How many buckets of sources the index has: those drawn are below.
    pub source_buckets: u32,
    /// How many buckets of texts it has.
    pub text_buckets: u32,
}

impl Disguise {
    /// The look-up with decoys among its own, all in a random order. Numbers drawn are as long as its own: of a prefix
    /// they have as many bits. Of buckets fewer are drawn when there are no more.
    ///
    /// ```
    /// use twinprint::index::{Disguise, LookupRequest};
    /// let mut state = 1u8;
    /// let mut random = |bytes: &mut [u8]| for byte in bytes { state = state.wrapping_mul(5).wrapping_add(3); *byte = state };
    /// let disguise = Disguise { percent: 100, source_buckets: 4, text_buckets: 0 };
    /// let lookup = LookupRequest { shingles: vec![7, 8, 9], sources: vec![2], ..LookupRequest::default() };
    /// let hidden = disguise.hide(&lookup, &mut random);
    /// assert_eq!((hidden.shingles.len(), hidden.sources.len()), (6, 2));
    /// assert!(lookup.shingles.iter().all(|shingle| hidden.shingles.contains(shingle)));
    /// ```
    pub fn hide(&self, lookup: &LookupRequest, random: &mut Random<'_>) -> LookupRequest {
        let mut hidden = lookup.clone();
        let all = u64::MAX;
        let first = all.checked_shl(64 - lookup.prefixes.bits.min(64)).unwrap_or(0);
        self.hide_numbers(&mut hidden.fingerprints, all, random);
        self.hide_numbers(&mut hidden.shingles, all, random);
        self.hide_numbers(&mut hidden.prefixes.fingerprints, first, random);
        self.hide_numbers(&mut hidden.prefixes.shingles, first, random);
        self.hide_buckets(&mut hidden.sources, self.source_buckets, random);
        self.hide_buckets(&mut hidden.texts, self.text_buckets, random);
        hidden
    }

    /// How many are drawn for this many.
    fn share(&self, of: usize) -> usize {
        of.saturating_mul(self.percent as usize).div_ceil(100)
    }

    fn hide_numbers(&self, numbers: &mut Vec<u64>, mask: u64, random: &mut Random<'_>) {
        let drawn = (0..self.share(numbers.len())).map(|_| draw(random) & mask);
        let drawn: Vec<u64> = drawn.collect();
        numbers.extend(drawn);
        shuffle(numbers, random);
    }

    fn hide_buckets(&self, buckets: &mut Vec<u32>, of: u32, random: &mut Random<'_>) {
        let mut known: BTreeSet<u32> = buckets.iter().copied().collect();
        for _ in 0..self.share(buckets.len()) {
            if known.len() as u64 >= u64::from(of) {
                break;
            }
            // The first from there on that is not looked up: a draw is never in vain, however few are left.
            let mut bucket = (draw(random) % u64::from(of)) as u32;
            while !known.insert(bucket) {
                bucket = (bucket + 1) % of;
            }
            buckets.push(bucket);
        }
        shuffle(buckets, random);
    }
}

fn draw(random: &mut Random<'_>) -> u64 {
    let mut bytes = [0; 8];
    random(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// Fisher and Yates's shuffle. A remainder of 64 bits prefers small numbers by less than one in 2^32.
fn shuffle<T>(items: &mut [T], random: &mut Random<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, (draw(random) % (last as u64 + 1)) as usize);
    }
}
