//! What sentences say, weighed by how many of both documents say it (tf-isf: term frequency, inverse sentence frequency).

use alloc::vec::Vec;
use core::ops::Range;

use super::sentences::{Said, Sentences};
use crate::elementary::{logarithm, square_root};

/// Of how many sentences, at most, a content's weight is looked at: in thousandths, and at least and at most this many.
const SHARE: (u32, u32, u32) = (200, 8, 100);

/// The contents of a document's sentences: numbers that both documents have in common, and weights.
#[derive(Debug)]
pub(super) struct Contents {
    starts: Vec<u32>,
    weighed: Vec<(u32, f64)>,
    norms: Vec<f64>,
}

impl Contents {
    fn new(starts: Vec<u32>, weighed: Vec<(u32, f64)>) -> Self {
        let norm = |bounds: &[u32]| {
            let own = &weighed[bounds[0] as usize..bounds[1] as usize];
            square_root(own.iter().map(|(_, weight)| weight * weight).sum())
        };
        let norms = starts.windows(2).map(norm).collect();
        Contents { starts, weighed, norms }
    }

    /// How many sentences there are.
    pub(super) fn len(&self) -> usize {
        self.norms.len()
    }

    /// What a sentence says, by number, rising.
    pub(super) fn of(&self, sentence: usize) -> &[(u32, f64)] {
        &self.weighed[self.starts[sentence] as usize..self.starts[sentence + 1] as usize]
    }

    /// The length of its vector.
    pub(super) fn norm(&self, sentence: usize) -> f64 {
        self.norms[sentence]
    }

    /// What some sentences say together, by number, rising.
    fn together(&self, sentences: &Range<u32>) -> Vec<(u32, f64)> {
        let (first, last) = (self.starts[sentences.start as usize], self.starts[sentences.end as usize]);
        let mut all = self.weighed[first as usize..last as usize].to_vec();
        // Stable: sums are of the same order on every face.
        all.sort_by_key(|&(number, _)| number);
        all.dedup_by(|next, sum| {
            let same = next.0 == sum.0;
            if same {
                sum.1 += next.1;
            }
            same
        });
        all
    }
}

/// The cosine of what sentences of one document and of another say together.
pub(super) fn likeness(a: (&Contents, &Range<u32>), b: (&Contents, &Range<u32>)) -> f64 {
    let (a, b) = (a.0.together(a.1), b.0.together(b.1));
    let (mut i, mut j, mut product) = (0, 0, 0.0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.0 == y.0 {
            product += x.1 * y.1;
        }
        (i, j) = (i + usize::from(x.0 <= y.0), j + usize::from(y.0 <= x.0));
    }
    let norm = |all: &[(u32, f64)]| square_root(all.iter().map(|(_, weight)| weight * weight).sum());
    let norms = norm(&a) * norm(&b);
    if norms > 0.0 { product / norms } else { 0.0 }
}

/// Weighs what the sentences of two documents say. Contents are numbered as they rise, and each document has them in that order: both
/// are read through once, side by side. Gives the hash of each number, too.
pub(super) fn weigh(a: &Sentences, b: &Sentences) -> (Contents, Contents, Vec<u64>) {
    let sentences = a.len() + b.len();
    let (share, least, most) = SHARE;
    let most = (sentences as u64 * u64::from(share) / 1000).clamp(least.into(), most.into()) as usize;
    let rarities: Vec<f64> = (1..=most).map(|df| logarithm(sentences as f64 / df as f64)).collect();
    let (mut of_a, mut of_b) = (Weighing::new(a), Weighing::new(b));
    let (mut left_a, mut left_b) = (&a.said[..], &b.said[..]);
    let mut hashes = Vec::new();
    while let Some(content) = left_a.iter().take(1).chain(left_b.first()).map(|said| said.content).min() {
        let (own_a, own_b) = (split_off(&mut left_a, content), split_off(&mut left_b, content));
        let Some(&rarity) = rarities.get(own_a.len() + own_b.len() - 1) else { continue };
        of_a.weigh(own_a, hashes.len() as u32, rarity);
        of_b.weigh(own_b, hashes.len() as u32, rarity);
        hashes.push(content);
    }
    (of_a.finish(), of_b.finish(), hashes)
}

/// Takes from the front of `left` all that is of this content.
fn split_off<'a>(left: &mut &'a [Said], content: u64) -> &'a [Said] {
    let own = left.iter().take_while(|said| said.content == content).count();
    let (own, rest) = left.split_at(own);
    *left = rest;
    own
}

/// Sentences rarely say a thing more often than this: the weights of up to this many times are computed once.
const FEW_TIMES: u32 = 8;

/// The contents of a document as they are weighed one after the other.
struct Weighing {
    /// Where each sentence's begin, and where the next comes.
    starts: Vec<u32>,
    next: Vec<u32>,
    weighed: Vec<(u32, f64)>,
    often: Vec<f64>,
}

impl Weighing {
    fn new(document: &Sentences) -> Self {
        let mut start = 0;
        let starts: Vec<u32> = document
            .sizes
            .iter()
            .map(|size| {
                start += size;
                start - size
            })
            .collect();
        Weighing {
            next: starts.clone(),
            starts,
            weighed: alloc::vec![(0, 0.0); start as usize],
            often: (1..=FEW_TIMES).map(weight_of).collect(),
        }
    }

    fn weigh(&mut self, said: &[Said], number: u32, rarity: f64) {
        for one in said {
            let often = self.often.get(one.times as usize - 1).copied();
            let next = &mut self.next[one.sentence as usize];
            self.weighed[*next as usize] = (number, often.unwrap_or_else(|| weight_of(one.times)) * rarity);
            *next += 1;
        }
    }

    /// Without the room of what weighs nothing.
    fn finish(self) -> Contents {
        let mut starts = alloc::vec![0];
        let mut weighed = Vec::with_capacity(self.weighed.len());
        for (&start, &end) in self.starts.iter().zip(&self.next) {
            weighed.extend_from_slice(&self.weighed[start as usize..end as usize]);
            starts.push(weighed.len() as u32);
        }
        Contents::new(starts, weighed)
    }
}

/// What a content weighs that a sentence says `times` times.
fn weight_of(times: u32) -> f64 {
    1.0 + logarithm(f64::from(times))
}
