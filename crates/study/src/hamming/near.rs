//! All pairs of documents at each distance to K bits: how many there are by length, and some of them drawn at random.

use rayon::prelude::*;

use super::super::draw::Draw;
use super::{FingerprintPostings, Lengths};
use twinprint::Error;
use twinprint::table::SelfJoin;

/// The pairs of documents within K bits of one another.
#[derive(Debug, Clone)]
pub struct NearPairs {
    /// By distance from 0 to K, then by length.
    strata: Vec<Vec<DistanceStratum>>,
}

/// The pairs at one distance, of one length.
#[derive(Debug, Clone)]
struct DistanceStratum {
    pairs: u64,
    draw: Draw,
}

/// What is drawn from the pairs, and how they are grouped.
#[derive(Debug, Clone, Copy)]
pub struct HammingDrawing<'a> {
    /// The largest distance, in bits.
    pub k: u32,
    /// How pairs are grouped by length.
    pub lengths: &'a Lengths,
    /// How many pairs are drawn at each distance, and of each length.
    pub sample: usize,
    /// What they are drawn by.
    pub seed: u64,
}

impl NearPairs {
    /// Finds them all, on all cores. `words` has the words of each document. Time goes with the pairs of fingerprints that are
    /// compared ([`SelfJoin`]) and with the pairs of documents found; memory with the documents.
    ///
    /// ```
    /// use twinprint_study::hamming::{HammingDrawing, FingerprintPostings, Lengths, NearPairs};
    /// let postings = FingerprintPostings::new(vec![(0, 0), (0b11, 1), (0b11, 2)]);
    /// let drawing = HammingDrawing { k: 10, lengths: &Lengths::default(), sample: 1, seed: 7 };
    /// let near = NearPairs::find(&postings, &[50, 50, 300], &drawing)?;
    /// assert_eq!([near.pairs(0), near.pairs(1), near.pairs(2)], [1, 0, 2]);
    /// assert_eq!(near.drawn(2).count(), 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for k above [`MAX_SELF_JOIN_K`](twinprint::table::MAX_SELF_JOIN_K).
    pub fn find(
        postings: &FingerprintPostings,
        words: &[u32],
        drawing: &HammingDrawing<'_>,
    ) -> Result<NearPairs, Error> {
        let join = SelfJoin::new(postings.codes(), drawing.k)?;
        let take = |near: &mut NearPairs, distance: u32, a: u32, b: u32| {
            let length = drawing.lengths.of(words[a as usize].min(words[b as usize]));
            let stratum = &mut near.strata[distance as usize][length];
            stratum.pairs += 1;
            stratum.draw.offer(a, b);
        };
        let parts = (0..join.parts()).into_par_iter().map(|part| {
            let mut near = NearPairs::none(drawing);
            join.scan(part, |pair| {
                for &a in postings.of(pair.query) {
                    for &b in postings.of(pair.fingerprint) {
                        take(&mut near, pair.distance, a, b);
                    }
                }
                true
            });
            near
        });
        let mut near = parts.reduce(|| NearPairs::none(drawing), NearPairs::merged);
        for (_, documents) in postings.iter() {
            for (at, &b) in documents.iter().enumerate() {
                documents[..at].iter().for_each(|&a| take(&mut near, 0, a, b));
            }
        }
        Ok(near)
    }

    fn none(drawing: &HammingDrawing<'_>) -> NearPairs {
        let stratum = DistanceStratum { pairs: 0, draw: Draw::new(drawing.seed, drawing.sample) };
        NearPairs { strata: vec![vec![stratum; drawing.lengths.count()]; drawing.k as usize + 1] }
    }

    fn merged(mut self, other: NearPairs) -> NearPairs {
        let own = self.strata.iter_mut().flatten();
        for (stratum, other) in own.zip(other.strata.into_iter().flatten()) {
            stratum.pairs += other.pairs;
            stratum.draw.merge(other.draw);
        }
        self
    }

    /// The largest distance.
    pub fn k(&self) -> u32 {
        self.strata.len() as u32 - 1
    }

    /// How many pairs there are at exactly a distance.
    pub fn pairs(&self, distance: u32) -> u64 {
        self.strata[distance as usize].iter().map(|stratum| stratum.pairs).sum()
    }

    /// How many of these are of a length.
    pub fn pairs_of(&self, distance: u32, length: usize) -> u64 {
        self.strata[distance as usize][length].pairs
    }

    /// Pairs at exactly a distance, drawn at random from all.
    pub fn drawn(&self, distance: u32) -> impl Iterator<Item = (u32, u32)> + use<> {
        let mut strata = self.strata[distance as usize].iter().map(|stratum| &stratum.draw);
        let mut all = strata.next().cloned().unwrap_or_else(|| Draw::new(0, 0));
        strata.for_each(|draw| all.merge(draw.clone()));
        all.pairs()
    }

    /// Pairs at exactly a distance, drawn at random from those of a length.
    pub fn drawn_of(&self, distance: u32, length: usize) -> impl Iterator<Item = (u32, u32)> + use<> {
        self.strata[distance as usize][length].draw.pairs()
    }
}
