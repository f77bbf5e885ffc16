//! Look-ups hidden among decoys.
//!
//! A service that receives prefixes of hashes, or a host that sends parts of files, may try to find out which document they are of.
//! The document's own order would help it. So decoys stand among them, and all are sent in an order drawn at
//! random. An [`IndexCheck`](super::IndexCheck) skips what decoys find, so that nothing found changes.
//!
//! What is looked up is no random number: winnowing selects small hashes. So each decoy begins as a real number does, and cannot be told
//! by its value. It follows from that number and a secret that stays on the device: who checks a text again sends the same decoys again,
//! and comparing the two look-ups takes none away. Texts are decoyed in the buckets of sources that are decoys. `tests/index/adversary.rs`
//! plays the service, and measures what is still told.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::{BUCKET, LookupRequest, TEXT_BUCKET};
use crate::hash;

/// Where randomness comes from: fills bytes with what nobody can guess.
pub type Random<'a> = dyn FnMut(&mut [u8]) + 'a;

/// What decoys follow from, beside the numbers that they hide. Whoever has it can tell them: it stays on the device.
pub type Secret = [u8; 16];

/// How many of the first bits of a decoy are those of the number that it hides.
const ALIKE: u32 = 8;

/// How often a decoy is drawn anew that is there already, before there is none.
const ATTEMPTS: u32 = 16;

/// Buckets of texts in a bucket of sources.
const TEXTS: u32 = BUCKET / TEXT_BUCKET;

/// Decoys for the look-ups of one check.
#[derive(Debug, Clone)]
pub struct Disguise {
    percent: u32,
    padded: bool,
    secret: Secret,
    /// The buckets of sources that are decoys: those of texts lie in them.
    sources: Vec<u32>,
}

impl Disguise {
    /// This many decoys for each hundred of a list's own numbers, rounded up. Padded, a list of numbers is as long as the next power of
    /// two, so that its length says little of the document's; how many buckets are fetched follows from what was found.
    ///
    /// ```
    /// use twinprint::index::{Disguise, LookupRequest};
    /// let mut state = 1u8;
    /// let mut random = |bytes: &mut [u8]| for byte in bytes { state = state.wrapping_mul(5).wrapping_add(3); *byte = state };
    /// let mut disguise = Disguise::new(100, true, [7; 16]);
    /// let lookup = LookupRequest { shingles: vec![7, 8, 9, 10, 11], sources: vec![2], ..LookupRequest::default() };
    /// let hidden = disguise.hide(&lookup, 4, &mut random);
    /// assert_eq!((hidden.shingles.len(), hidden.sources.len()), (16, 2));
    /// assert!(lookup.shingles.iter().all(|shingle| hidden.shingles.contains(shingle)));
    /// ```
    pub fn new(percent: u32, padded: bool, secret: Secret) -> Disguise {
        Disguise { percent, padded, secret, sources: Vec::new() }
    }

    /// The look-up with decoys among its own, all in a random order; of an index that has this many buckets of sources. A decoy is none of
    /// the look-up's own, and there once; where too few numbers or buckets are left there are fewer.
    pub fn hide(&mut self, lookup: &LookupRequest, buckets: u32, random: &mut Random<'_>) -> LookupRequest {
        let mut hidden = lookup.clone();
        let bits = lookup.prefixes.bits.min(64);
        self.hide_numbers(&mut hidden.fingerprints, 64, random);
        self.hide_numbers(&mut hidden.shingles, 64, random);
        self.hide_numbers(&mut hidden.prefixes.fingerprints, bits, random);
        self.hide_numbers(&mut hidden.prefixes.shingles, bits, random);
        let count = if buckets > 0 { self.share(hidden.sources.len()) } else { 0 };
        let sources = self.draw(&hidden.sources, count, |drawn, _| (drawn % u64::from(buckets)) as u32);
        self.sources.extend(&sources);
        add(&mut hidden.sources, sources, random);
        let count = if self.sources.is_empty() { 0 } else { self.share(hidden.texts.len()) };
        let texts = self.draw(&hidden.texts, count, |drawn, _| {
            let bucket = self.sources[drawn as usize % self.sources.len()];
            // Of the last there may be but one.
            let texts = if bucket + 1 == buckets { 1 } else { TEXTS };
            bucket * TEXTS + (drawn >> 32) as u32 % texts
        });
        add(&mut hidden.texts, texts, random);
        hidden
    }

    /// How many decoys go with this many.
    fn share(&self, own: usize) -> usize {
        own.saturating_mul(self.percent as usize).div_ceil(100)
    }

    /// Adds to numbers of which the first bits are looked up.
    fn hide_numbers(&self, numbers: &mut Vec<u64>, bits: u32, random: &mut Random<'_>) {
        let mask = u64::MAX.checked_shl(64 - bits).unwrap_or(0);
        let alike = u64::MAX << (64 - ALIKE);
        let own = numbers.len();
        let with_decoys = own + self.share(own);
        let all = if self.padded && own > 0 { with_decoys.next_power_of_two() } else { with_decoys };
        let decoys = self.draw(numbers, all - own, |drawn, own| (own & alike | drawn & !alike) & mask);
        add(numbers, decoys, random);
    }

    /// This many decoys for a list, or fewer: each made of what is drawn for a number of the list's own, and that number.
    fn draw<T>(&self, own: &[T], count: usize, make: impl Fn(u64, T) -> T) -> Vec<T>
    where
        T: Copy + Ord + Into<u64>,
    {
        let mut known: BTreeSet<T> = own.iter().copied().collect();
        // An order of their own: those that have more decoys than others are not the first of the document.
        let mut order: Vec<T> = known.iter().copied().collect();
        order.sort_by_cached_key(|&own| self.drawn(own.into(), 0));
        let mut decoys = Vec::new();
        for (round, &number) in
            (0..).flat_map(|round| order.iter().map(move |number| (round, number))).take(count)
        {
            let first = 1 + round * ATTEMPTS;
            let mut drawn =
                (first..first + ATTEMPTS).map(|attempt| make(self.drawn(number.into(), attempt), number));
            decoys.extend(drawn.find(|&decoy| known.insert(decoy)));
        }
        decoys
    }

    /// What is drawn for a number: always the same, and told by nobody without the secret.
    fn drawn(&self, number: u64, attempt: u32) -> u64 {
        let mut bytes = [0; 28];
        bytes[..16].copy_from_slice(&self.secret);
        bytes[16..24].copy_from_slice(&number.to_le_bytes());
        bytes[24..].copy_from_slice(&attempt.to_le_bytes());
        hash::md5(&bytes) as u64
    }
}

/// Puts decoys among what they hide.
fn add<T>(items: &mut Vec<T>, decoys: Vec<T>, random: &mut Random<'_>) {
    items.extend(decoys);
    shuffle(items, random);
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
