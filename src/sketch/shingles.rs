//! A document's shingles by a recipe, and samples of them that can be compared.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::hash::RabinRoller;
use crate::minhash;
use crate::recipe::{Recipe, ShingleHash, Sketching};
use crate::resemblance::Overlap;
use crate::shingle::{self, Sampling};
use crate::text::{Reading, Unit};

/// A document's distinct shingles or a sample of them, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShingleSet {
    /// Their hashes; of MD5, the low 64 bits.
    pub hashes: Vec<u64>,
    /// One in this number was taken, by the remainder of the hash.
    pub divisor: u64,
    /// The most that were taken, the smallest.
    pub at_most: Option<usize>,
}

impl ShingleSet {
    /// How many shingles two documents have, and have in common, as far as both samples go: of two that were taken with
    /// different divisors, as much as the larger one leaves; of the smallest, as many of the union. `None` without a
    /// shingle to compare.
    pub fn overlap(&self, other: &ShingleSet) -> Option<Overlap> {
        let divisor = self.divisor.max(other.divisor);
        if self.divisor != other.divisor {
            return self.thinned(divisor).overlap(&other.thinned(divisor));
        }
        let overlap = match self.at_most {
            Some(count) => Overlap::of_smallest(&self.hashes, &other.hashes, count),
            None => Overlap::of(&self.hashes, &other.hashes),
        };
        (overlap.a > 0 && overlap.b > 0).then_some(overlap)
    }

    /// Of the shingles that are compared: how many are in both, and which are in one alone, rising.
    pub(super) fn compared(&self, other: &ShingleSet) -> (usize, Vec<u64>) {
        let divisor = self.divisor.max(other.divisor);
        if self.divisor != other.divisor {
            return self.thinned(divisor).compared(&other.thinned(divisor));
        }
        let mut apart = [&self.hashes[..], &other.hashes].concat();
        apart.sort_unstable();
        apart.dedup();
        apart.truncate(self.at_most.unwrap_or(usize::MAX));
        let compared = apart.len();
        let has = |set: &ShingleSet, hash: &u64| set.hashes.binary_search(hash).is_ok();
        apart.retain(|hash| has(self, hash) != has(other, hash));
        (compared - apart.len(), apart)
    }

    fn thinned(&self, divisor: u64) -> ShingleSet {
        let mut hashes = self.hashes.clone();
        Sampling::Remainder { divisor, remainder: 0, at_most: None }.apply(&mut hashes);
        ShingleSet { hashes, divisor, at_most: self.at_most }
    }
}

/// Makes the shingles of documents, one after the other.
#[derive(Debug)]
pub(super) struct Shingler {
    w: usize,
    hash: ShingleHash,
    needs_reading: bool,
    rabin: Option<RabinRoller>,
    wrapped: Vec<u64>,
    shingles: Vec<u64>,
}

impl Shingler {
    pub(super) fn new(recipe: &Recipe) -> Self {
        Shingler {
            w: recipe.w,
            hash: recipe.shingle_hash,
            needs_reading: recipe.shingle_hash == ShingleHash::Md5 || recipe.text.units != Unit::Words,
            rabin: recipe.shingle_hash.rabin().map(|width| RabinRoller::new(width, recipe.w)),
            wrapped: Vec::new(),
            shingles: Vec::new(),
        }
    }

    /// Whether shingles are made of more than the words' hashes.
    pub(super) fn needs_reading(&self) -> bool {
        self.needs_reading
    }

    /// All shingles in order, of the document's terms; of its reading, where they need one, only the text of the words and
    /// where its units begin.
    pub(super) fn all(&mut self, reading: Option<&Reading>, tokens: &[u64], wrapped: bool) -> &mut Vec<u64> {
        self.shingles.clear();
        if let (Some(reading), ShingleHash::Md5) = (reading, self.hash) {
            let digests = shingle::md5(reading, tokens, self.w);
            self.shingles.extend(digests.into_iter().map(|digest| digest as u64));
            return &mut self.shingles;
        }
        let mut units = reading.map_or(Cow::Borrowed(tokens), |reading| shingle::units(reading, tokens));
        if wrapped {
            self.wrapped.clear();
            self.wrapped.extend_from_slice(&units);
            minhash::wrap(&mut self.wrapped, self.w);
            units = (&self.wrapped[..]).into();
        }
        let shingles = &mut self.shingles;
        let sink = |hash, _| shingles.push(hash);
        match &mut self.rabin {
            Some(rabin) => shingle::roll_by(rabin, &units, self.w, sink),
            None => shingle::roll(&units, self.w, sink),
        };
        &mut self.shingles
    }

    /// The shingles that a document is reduced to.
    pub(super) fn sample(
        &mut self,
        reading: Option<&Reading>,
        tokens: &[u64],
        sketching: &Sketching,
    ) -> ShingleSet {
        let words = tokens.len();
        let shingles = self.all(reading, tokens, false);
        let (mut divisor, mut at_most) = (1, None);
        let mut hashes = match *sketching {
            Sketching::Winnowed { window } => {
                let placed: Vec<(u64, u32)> = shingles.iter().copied().zip(0..).collect();
                let selected = shingle::winnow(&placed, window).unwrap_or_default();
                selected.into_iter().map(|(hash, _)| hash).collect()
            }
            _ => core::mem::take(shingles),
        };
        hashes.sort_unstable();
        let sampling = match *sketching {
            Sketching::Shingles(sampling) => sampling,
            Sketching::Adaptive { divisor: long, short, short_divisor } => {
                divisor = if words < short { short_divisor } else { long };
                Sampling::Remainder { divisor, remainder: 0, at_most: None }
            }
            _ => Sampling::All,
        };
        if let Sampling::Smallest(count) | Sampling::Remainder { at_most: Some(count), .. } = sampling {
            at_most = Some(count);
        }
        sampling.apply(&mut hashes);
        ShingleSet { hashes, divisor, at_most }
    }
}
