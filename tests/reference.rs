//! The naive reference: every definition in its shortest form, with no care for speed. The fast paths are held
//! to it by property tests, and the numbers of `vectors.json` are checked against it.

use std::collections::BTreeSet;

use twinprint::hash;

/// A document's own words in order; `None` for a word that is template text.
pub(crate) type Own<'a> = Vec<Option<&'a str>>;

/// A document without template text.
pub(crate) fn own<S: AsRef<str>>(words: &[S]) -> Own<'_> {
    words.iter().map(|word| Some(word.as_ref())).collect()
}

/// A document's words without those in a run of at least `n` words (or of all words of a shorter template) that a
/// template has, too.
pub(crate) fn own_words<'a>(words: &'a [String], templates: &[Vec<String>], n: usize) -> Own<'a> {
    let mut own_words = own(words);
    for template in templates {
        let shared = in_shared_run(&own(words), &own(template), n.min(template.len()));
        own_words.iter_mut().zip(shared).filter(|(_, shared)| *shared).for_each(|(word, _)| *word = None);
    }
    own_words
}

/// A document's shingles in order: every run of `w` own words, or all own words together where there is none.
fn shingles<'a>(words: &Own<'a>, w: usize) -> Vec<Vec<&'a str>> {
    let windows: Vec<Vec<&str>> =
        words.windows(w).filter_map(|window| window.iter().copied().collect()).collect();
    if windows.is_empty() { vec![words.iter().copied().flatten().collect()] } else { windows }
}

/// Shared shingles, shingles of a, shingles of b: as sets.
pub(crate) fn overlap(a: &Own<'_>, b: &Own<'_>, w: usize) -> (usize, usize, usize) {
    let (a, b) = (shingles(a, w), shingles(b, w));
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (a.iter().collect(), b.iter().collect());
    (a.intersection(&b).count(), a.len(), b.len())
}

/// Which words of `a` lie in a run of at least `n` own words that `b` has, too.
pub(crate) fn in_shared_run(a: &Own<'_>, b: &Own<'_>, n: usize) -> Vec<bool> {
    let mut covered = vec![false; a.len()];
    for (i, window) in a.windows(n).enumerate() {
        if !window.contains(&None) && b.windows(n).any(|other| other == window) {
            covered[i..i + n].fill(true);
        }
    }
    covered
}

/// The length of the longest run of own words that both have.
pub(crate) fn longest_common_run(a: &Own<'_>, b: &Own<'_>) -> usize {
    let mut longest = 0;
    let mut row = vec![0; b.len() + 1];
    for x in a {
        for (j, y) in b.iter().enumerate().rev() {
            row[j + 1] = if x.is_some() && x == y { row[j] + 1 } else { 0 };
            longest = longest.max(row[j + 1]);
        }
    }
    longest
}

/// The hash of each shingle, in order, from its definition.
pub(crate) fn shingle_hashes(words: &Own<'_>, w: usize) -> Vec<u64> {
    let factor = 0x9E37_79B9_7F4A_7C15_u64;
    let sum = |shingle: &Vec<&str>| {
        shingle.iter().fold(0u64, |sum, word| sum.wrapping_mul(factor).wrapping_add(hash::token(word)))
    };
    shingles(words, w).iter().map(|shingle| hash::mix(sum(shingle))).collect()
}

/// The MD5 of each shingle's words joined by spaces, in order.
pub(crate) fn md5_shingles(words: &Own<'_>, w: usize) -> Vec<u128> {
    shingles(words, w).iter().map(|shingle| hash::md5(shingle.join(" ").as_bytes())).collect()
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

/// The remainder of a polynomial over GF(2), its coefficients as bits from the highest, by one of `width + 1` bits
/// without its leading term: a bit at a time, after a 1.
pub(crate) fn rabin(bits: impl Iterator<Item = bool>, modulus: u64, width: u32) -> u64 {
    let modulus = u128::from(modulus) | 1 << width;
    let remainder = bits.fold(1, |sum: u128, bit| {
        let sum = sum << 1 | u128::from(bit);
        if sum >> width == 1 { sum ^ modulus } else { sum }
    });
    remainder as u64
}

/// Whether a polynomial over GF(2) of degree `width`, without its leading term, is irreducible, by Rabin's test:
/// t^(2^width) is t, and t^(2^(width / q)) - t has no factor in common with it for any prime q that divides the width.
pub(crate) fn is_irreducible(modulus: u64, width: u32) -> bool {
    let whole = u128::from(modulus) | 1 << width;
    let times = |a: u128, b: u128| {
        (0..width).rev().fold(0, |sum: u128, bit| {
            let sum = sum << 1 ^ if b >> bit & 1 == 1 { a } else { 0 };
            if sum >> width & 1 == 1 { sum ^ whole } else { sum }
        })
    };
    let degree = |a: u128| 127 - a.leading_zeros();
    let coprime = |mut a: u128, mut b: u128| {
        while b != 0 {
            while a != 0 && degree(a) >= degree(b) {
                a ^= b << (degree(a) - degree(b));
            }
            (a, b) = (b, a);
        }
        a == 1
    };
    let squared = |times_squared: u32| (0..times_squared).fold(2, |power, _| times(power, power));
    let prime = |q: u32| q > 1 && (2..q).all(|divisor| !q.is_multiple_of(divisor));
    squared(width) == 2
        && (1..=width)
            .filter(|&q| prime(q) && width.is_multiple_of(q))
            .all(|q| coprime(whole, squared(width / q) ^ 2))
}

/// Of every `t` shingles in a row, or of all where there are fewer, the rightmost with the smallest hash, in order.
pub(crate) fn winnow(shingles: &[(u64, u32)], t: usize) -> Vec<(u64, u32)> {
    let selected: BTreeSet<usize> = (0..(shingles.len() + 1).saturating_sub(t).max(1))
        .filter_map(|start| {
            (start..shingles.len().min(start + t)).min_by_key(|&at| (shingles[at].0, std::cmp::Reverse(at)))
        })
        .collect();
    selected.into_iter().map(|at| shingles[at]).collect()
}

/// The weight of a term that `containing` of `documents` documents have, 255 of them at most: the largest r for which
/// (documents / containing)^8 is at least 2^(r - 1/2), and so both sides' squares.
pub(crate) fn idf(documents: u8, containing: u8) -> u16 {
    let power = |base: u8| u128::from(base).pow(16);
    let reaches = |r: &u16| {
        let least = power(containing) as f64 * 2f64.powi(2 * i32::from(*r) - 1);
        power(documents) as f64 >= least
    };
    (1..=64).rev().find(reaches).unwrap_or(1)
}
