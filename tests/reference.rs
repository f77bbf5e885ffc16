//! The naive reference: every definition in its shortest form, with no care for speed. The fast paths are held
//! to it by property tests, and the numbers of `vectors.json` come from it.

use std::collections::BTreeSet;

use twinprint::hash;

/// The set of a document's shingles: every run of `w` words, or all words where there are fewer.
pub(crate) fn shingles<'a>(words: &[&'a str], w: usize) -> BTreeSet<Vec<&'a str>> {
    if words.len() < w {
        return BTreeSet::from([words.to_vec()]);
    }
    words.windows(w).map(<[&str]>::to_vec).collect()
}

/// Shared shingles, shingles of a, shingles of b.
pub(crate) fn overlap(a: &[&str], b: &[&str], w: usize) -> (usize, usize, usize) {
    let (a, b) = (shingles(a, w), shingles(b, w));
    (a.intersection(&b).count(), a.len(), b.len())
}

/// Which words of `a` lie in a run of at least `n` words that `b` has, too.
pub(crate) fn in_shared_run(a: &[&str], b: &[&str], n: usize) -> Vec<bool> {
    let mut covered = vec![false; a.len()];
    for (i, window) in a.windows(n).enumerate() {
        if b.windows(n).any(|other| other == window) {
            covered[i..i + n].fill(true);
        }
    }
    covered
}

/// The hash of a shingle, from its definition.
pub(crate) fn shingle_hash(words: &[&str]) -> u64 {
    let factor = 0x9E37_79B9_7F4A_7C15_u64;
    let sum = words.iter().fold(0u64, |sum, word| sum.wrapping_mul(factor).wrapping_add(hash::token(word)));
    hash::mix(sum)
}

/// The simhash of features of weight one: a counter for each bit, up for a 1 and down for a 0.
pub(crate) fn simhash(features: &[u64]) -> u64 {
    let mut fingerprint = 0;
    for bit in 0..64 {
        let sum: i64 = features.iter().map(|hash| if hash >> bit & 1 == 1 { 1 } else { -1 }).sum();
        if sum > 0 {
            fingerprint |= 1 << bit;
        }
    }
    fingerprint
}
