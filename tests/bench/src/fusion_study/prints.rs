//! Simhashes of a set's documents, in every form that the studies ask for.
//!
//! A print of 32 bits is the low half of one of 64, which is the low half of one of 128; and the first lexicons of ten are
//! those of five. So documents are signed once, at the greatest length and number, and the others are cut out.

use rayon::prelude::*;
use twinprint::hash::mix;
use twinprint::lexicon::Lexicons;
use twinprint::simhash::{Bits, Rule, Signature, Signer, TermFrequency};
use twinprint_native::Error;
use twinprint_study::eval::{Evaluation, Scale};

use crate::set::{Set, Words};

pub(crate) const SEEDS: [u64; 5] = [0, 1, 2, 3, 4];

/// What prints are made by.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) w: usize,
    pub(crate) lexicons: Lexicons,
    pub(crate) weighted: bool,
    /// Of the words' hashes.
    pub(crate) seed: u64,
}

impl Shape {
    /// The paper's: words and lexicons of a seed.
    pub(crate) fn seeded(w: usize, lexicons: usize, seed: u64) -> Shape {
        Shape { w, lexicons: Lexicons::seeded(seed, lexicons), weighted: true, seed }
    }
}

pub(crate) type Signatures = Vec<Option<Signature>>;

/// Prints of 128 bits. A shingle counts once, however often it occurs: the paper (section 3.1) sums the IDF of its words.
pub(crate) fn sign(words: &[Words], shape: &Shape) -> Result<Signatures, Error> {
    let signer = Signer::new(shape.w, Bits::B128, shape.lexicons.clone())?.with_tf(TermFrequency::Once);
    let sign = |signer: &mut Signer, words: &Words| {
        let tokens: Vec<u64> = words.tokens.iter().map(|&token| seeded(token, shape.seed)).collect();
        Some(signer.sign(&tokens, shape.weighted.then_some(&words.weights)))
    };
    Ok(words.par_iter().map_init(|| signer.clone(), sign).collect())
}

/// Fingerprints of the whole vocabulary by `hashes` independent hashes, in place of lexicons.
pub(crate) fn sign_by_hashes(words: &[Words], w: usize, hashes: u64, seed: u64) -> Result<Signatures, Error> {
    let mut together: Signatures = Vec::new();
    for hash in 0..hashes {
        let shape = Shape { lexicons: Lexicons::default(), ..Shape::seeded(w, 1, 1 + seed * hashes + hash) };
        let next = sign(words, &shape)?;
        if together.is_empty() {
            together = next;
        } else {
            for (all, next) in together.iter_mut().flatten().zip(next.into_iter().flatten()) {
                all.fingerprints.extend(next.fingerprints);
            }
        }
    }
    Ok(together)
}

fn seeded(token: u64, seed: u64) -> u64 {
    if seed == 0 { token } else { mix(token ^ mix(seed)) }
}

/// Fingerprints of `bits` from the first `lexicons`.
pub(crate) fn cut(signatures: &Signatures, bits: Bits, lexicons: usize) -> Signatures {
    let mask = u128::MAX >> (128 - bits.count());
    let cut = |signature: &Signature| Signature {
        bits,
        fingerprints: signature.fingerprints[..lexicons]
            .iter()
            .map(|print| print.map(|print| print & mask))
            .collect(),
    };
    signatures.iter().map(|signature| signature.as_ref().map(cut)).collect()
}

/// How well their distances tell copies.
pub(crate) fn judge(set: &Set, signatures: &Signatures, rule: Rule) -> Evaluation {
    set.judge(signatures, Scale::Distance, |a, b| distance(a, b, rule))
}

pub(crate) fn distance(a: &Signature, b: &Signature, rule: Rule) -> Option<f64> {
    Some(a.distance(b, rule)).filter(|&distance| distance < u32::MAX).map(f64::from)
}
