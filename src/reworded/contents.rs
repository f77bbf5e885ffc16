//! What sentences say, weighed by how many of both documents say it (tf-isf: term frequency, inverse sentence frequency).

use alloc::vec::Vec;
use core::ops::Range;

use super::Sentences;
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

/// Weighs what the sentences of two documents say.
pub(super) fn weigh(a: &Sentences, b: &Sentences) -> (Contents, Contents) {
    let sentences = a.len() + b.len();
    let of = |number: usize| match number.checked_sub(a.len()) {
        None => a.contents(number),
        Some(number) => b.contents(number),
    };
    let mut all: Vec<(u64, u32, u32)> = Vec::new();
    for number in 0..sentences {
        all.extend(of(number).iter().map(|&(content, times)| (content, number as u32, times)));
    }
    all.sort_unstable();
    let (share, least, most) = SHARE;
    let most = (sentences as u64 * u64::from(share) / 1000).clamp(least.into(), most.into()) as usize;
    // By sentence, then by number: numbers rise as they are given.
    let mut weighed: Vec<(u32, u32, f64)> = Vec::new();
    let said = all.chunk_by(|x, y| x.0 == y.0).filter(|said| said.len() <= most);
    for (said, number) in said.zip(0..) {
        let rarity = logarithm(sentences as f64 / said.len() as f64);
        weighed.extend(
            said.iter().map(|&(_, sentence, times)| {
                (sentence, number, (1.0 + logarithm(f64::from(times))) * rarity)
            }),
        );
    }
    weighed.sort_by_key(|&(sentence, number, _)| (sentence, number));
    let document = |sentences: Range<usize>| {
        let first = weighed.partition_point(|one| (one.0 as usize) < sentences.start);
        let last = weighed.partition_point(|one| (one.0 as usize) < sentences.end);
        let own = &weighed[first..last];
        let start = |sentence: usize| own.partition_point(|one| (one.0 as usize) < sentence) as u32;
        let starts = (sentences.start..=sentences.end).map(start).collect();
        Contents::new(starts, own.iter().map(|&(_, number, weight)| (number, weight)).collect())
    };
    (document(0..a.len()), document(a.len()..sentences))
}
