//! Min-wise sketches: m values of a document, of which two documents share as many as their resemblance says (Broder
//! 1997; Fetterly, Manasse and Najork 2003; Henzinger 2006, Alg. B).
//!
//! Naively, every shingle is hashed by m independent functions, and the smallest value of each is kept: m hashes a
//! shingle. Only one value in n is ever kept, so the functions here are such that small values are found first. The
//! value of function i at shingle x is a pair (round, fraction), compared in this order:
//!
//! - In each of a few rounds a shingle throws as many darts as a Poisson variable of mean 1 says, each at one of
//!   the m functions, with a fraction of 64 bits. The first round in which a dart of x hits function i, and the smallest
//!   fraction there, are the value. Darts that are Poisson in number fall on the m functions as m *independent* Poisson
//!   variables, so the m functions are independent, and the number of min-values that two documents share is exactly
//!   binomial, as with m separate functions.
//! - A function that no dart of the whole document has hit takes the smallest of a hash of its own over the shingles:
//!   the last round.
//!
//! Rounds end when every function is hit: a document of n shingles throws about n darts a round and needs some m ln m,
//! so all but short ones are done in one to four rounds, two hashes a shingle each, whatever m is.
//!
//! A value is kept as its fraction alone: two documents share it when the same shingle's same dart gave it (or by a
//! chance of one in 2^64). Only integers are used: "as many darts as" is a table of the distribution in 32 bits.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::hash::{self, Roller, Rolling};

/// How many min-values there are and how many make a supershingle.
///
/// ```
/// use twinprint::{hash, minhash::MinHash, shingle};
/// let sketch = |text: &str| {
///     let tokens: Vec<u64> = text.split(' ').map(hash::token).collect();
///     let mut shingles = Vec::new();
///     shingle::roll(&tokens, 2, |hash, _| shingles.push(hash));
///     MinHash::HENZINGER.min_values(&shingles)
/// };
/// let (a, b) = (sketch("a rose is a rose is a rose"), sketch("a rose is a rose"));
/// assert_eq!(a.resemblance(&b), 1.0); // the same set of three shingles
/// let supershingles = MinHash::HENZINGER.supershingles(&a);
/// assert_eq!(supershingles.b_similarity(&MinHash::HENZINGER.supershingles(&b)), 6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MinHash {
    /// The number of min-values, from 1 to [`MinHash::MAX_M`].
    pub m: usize,
    /// How many min-values make a supershingle; m is divisible by it.
    pub l: usize,
}

/// A document's min-values, one a function; none for a document without shingles, which resembles nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MinValues(pub Vec<u64>);

/// A document's supershingles: hashes of l min-values in a row and of their place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Supershingles(pub Vec<u64>);

impl MinHash {
    /// Fetterly, Manasse and Najork's sketch, and Henzinger's (2006, section 2): 84 min-values, 14 to each of six
    /// supershingles. Theirs are of shingles of 5 words that wrap ([`wrap`]), hers of 8 words that do not.
    pub const HENZINGER: MinHash = MinHash { m: 84, l: 14 };

    /// The most min-values there may be.
    pub const MAX_M: usize = 4096;

    /// The equal supershingles from which on two documents are B-similar.
    pub const ALIKE: usize = 2;

    /// Refuses numbers out of range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless m is from 1 to [`MinHash::MAX_M`] and divisible by l.
    pub fn check(&self) -> Result<(), Error> {
        if !(1..=Self::MAX_M).contains(&self.m) {
            let expected = "a number of min-values from 1 to 4096";
            return Err(Error::InvalidOption { option: "min-values", value: self.m.to_string(), expected });
        }
        if self.l == 0 || !self.m.is_multiple_of(self.l) {
            let expected = "a divisor of the number of min-values";
            return Err(Error::InvalidOption { option: "supershingle", value: self.l.to_string(), expected });
        }
        Ok(())
    }

    /// The min-values of a set of shingles; repetitions change nothing.
    pub fn min_values(&self, shingles: &[u64]) -> MinValues {
        if shingles.is_empty() || self.m == 0 {
            return MinValues(Vec::new());
        }
        let mut values = vec![NOT_HIT; self.m];
        let mut found = vec![NOT_HIT; self.m];
        for round in 0..ROUNDS {
            throw_darts(shingles, round, &mut found);
            let mut missing = 0;
            for (value, found) in values.iter_mut().zip(&mut found) {
                *value = if *value == NOT_HIT { *found } else { *value };
                *found = NOT_HIT;
                missing += usize::from(*value == NOT_HIT);
            }
            if missing == 0 {
                return MinValues(values);
            }
        }
        for (i, value) in values.iter_mut().enumerate().filter(|(_, value)| **value == NOT_HIT) {
            let seed = hash::mix(LAST_ROUND.wrapping_add(i as u64));
            *value = shingles.iter().map(|shingle| hash::mix(shingle ^ seed)).min().unwrap_or(NOT_HIT);
        }
        MinValues(values)
    }

    /// The supershingles of a document's min-values: `m / l`, or none where there are no min-values.
    pub fn supershingles(&self, values: &MinValues) -> Supershingles {
        let fingerprint = |(place, values): (usize, &[u64])| {
            let mut roller = Roller::new(values.len());
            roller.fill(place as u64 + 1);
            values.iter().for_each(|&value| roller.fill(value));
            roller.hash()
        };
        Supershingles(values.0.chunks_exact(self.l.max(1)).enumerate().map(fingerprint).collect())
    }
}

impl MinValues {
    /// How many min-values are equal, each at its place.
    pub fn equal(&self, other: &MinValues) -> usize {
        equal(&self.0, &other.0)
    }

    /// The resemblance as estimated: the share of equal min-values, unbiased, with the variance `R (1 - R) / m`. 0 for
    /// a document without shingles.
    pub fn resemblance(&self, other: &MinValues) -> f64 {
        if self.0.is_empty() { 0.0 } else { self.equal(other) as f64 / self.0.len() as f64 }
    }
}

impl Supershingles {
    /// The B-similarity: how many supershingles are equal, each at its place.
    pub fn b_similarity(&self, other: &Supershingles) -> usize {
        equal(&self.0, &other.0)
    }

    /// A hash of every pair of supershingles: two documents have one in common exactly when their B-similarity is 2 or
    /// more (Broder 1997; Henzinger 2006, note 2).
    ///
    /// ```
    /// use twinprint::minhash::Supershingles;
    /// let megashingles: Vec<u64> = Supershingles(vec![1, 2, 3, 4, 5, 6]).megashingles().collect();
    /// assert_eq!(megashingles.len(), 15);
    /// ```
    pub fn megashingles(&self) -> impl Iterator<Item = u64> + '_ {
        let pair = |first: u64, second: u64| {
            let mut roller = Roller::new(2);
            roller.fill(first);
            roller.fill(second);
            roller.hash()
        };
        let all = &self.0;
        (0..all.len()).flat_map(move |i| all[i + 1..].iter().map(move |&second| pair(all[i], second)))
    }

    /// How many megashingles two documents have in common: of n equal supershingles n (n - 1) / 2.
    ///
    /// ```
    /// use twinprint::minhash::Supershingles;
    /// let (a, b) = (Supershingles(vec![1, 2, 3, 4]), Supershingles(vec![1, 2, 3, 9]));
    /// assert_eq!((a.b_similarity(&b), a.megashingles_in_common(&b)), (3, 3));
    /// ```
    pub fn megashingles_in_common(&self, other: &Supershingles) -> usize {
        let mut own: Vec<u64> = self.megashingles().collect();
        own.sort_unstable();
        other.megashingles().filter(|megashingle| own.binary_search(megashingle).is_ok()).count()
    }
}

/// Makes every shingle's window wrap from the end of the document to its beginning, as in Fetterly, Manasse and
/// Najork: n words have n windows of `w`. Henzinger's do not wrap (2006, note 1). A document of fewer than `w` words
/// stays as it is.
///
/// ```
/// use twinprint::minhash;
/// let mut tokens = vec![1, 2, 3, 4];
/// minhash::wrap(&mut tokens, 3);
/// assert_eq!(tokens, [1, 2, 3, 4, 1, 2]);
/// ```
pub fn wrap(tokens: &mut Vec<u64>, w: usize) {
    if tokens.len() >= w {
        tokens.extend_from_within(..w.saturating_sub(1));
    }
}

/// Makes each repetition of a shingle an element of its own, so that min-values estimate the resemblance of
/// *multisets*: frequency counts, which Henzinger suggests for Alg. B (2006, section 4). Sorts the shingles; first
/// occurrences stay as they are.
///
/// ```
/// use twinprint::minhash;
/// let mut shingles = [7, 5, 7];
/// minhash::number_occurrences(&mut shingles);
/// assert_eq!(shingles[..2], [5, 7]);
/// assert_ne!(shingles[2], 7);
/// ```
pub fn number_occurrences(shingles: &mut [u64]) {
    shingles.sort_unstable();
    for run in shingles.chunk_by_mut(|a, b| a == b) {
        for (occurrence, shingle) in run.iter_mut().enumerate().skip(1) {
            *shingle = hash::mix(*shingle ^ hash::mix(occurrence as u64));
        }
    }
}

/// The number of rounds with darts. Documents of m / 2 shingles have then hit all but a seventh of the functions;
/// shorter ones cost at most a hash a function and shingle.
const ROUNDS: u64 = 4;

/// The value of a function that no dart has hit. A dart of this very fraction, one in 2^64, counts as none.
const NOT_HIT: u64 = u64::MAX;

/// Where the seeds of the last round start.
const LAST_ROUND: u64 = 0x6A09_E667_F3BC_C908;

/// Tells the darts of a shingle apart, and the rounds.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// `MORE_DARTS[j]` is the probability of at most j darts in units of 2^-32: a Poisson variable of mean 1. Nobody throws
/// more than twelve.
const MORE_DARTS: [u64; 13] = [
    0x5E2D_58D9,
    0xBC5A_B1B1,
    0xEB71_5E1E,
    0xFB23_9797,
    0xFF10_25F5,
    0xFFD9_0F3C,
    0xFFFA_8B72,
    0xFFFF_540C,
    0xFFFF_ED1F,
    0xFFFF_FE21,
    0xFFFF_FFD5,
    0xFFFF_FFFC,
    0x1_0000_0000,
];

/// Throws the darts of a round and keeps the smallest fraction that hit each function.
///
/// Without a branch on chance: a block of shingles throws first darts, those of them that have a second throw it, and
/// so on.
fn throw_darts(shingles: &[u64], round: u64, found: &mut [u64]) {
    const BLOCK: usize = 256;
    let m = found.len() as u64;
    let start = round.wrapping_mul(STEP);
    let mut throwers = [0; BLOCK];
    for block in shingles.chunks(BLOCK) {
        let mut left = 0;
        for shingle in block {
            let thrower = hash::mix(shingle.wrapping_add(start));
            throwers[left] = thrower;
            left += usize::from(thrower >> 32 >= MORE_DARTS[0]);
        }
        for (dart, &more) in (1..).zip(&MORE_DARTS[1..]) {
            let mut next = 0;
            for i in 0..left {
                let thrower = throwers[i];
                let fraction = hash::mix(thrower.wrapping_add(STEP.wrapping_mul(dart)));
                // The low half says which function is hit, each as likely as the next within m in 2^32; the high half
                // decides between fractions.
                let hit = &mut found[(((fraction & 0xFFFF_FFFF) * m) >> 32) as usize];
                *hit = fraction.min(*hit);
                throwers[next] = thrower;
                next += usize::from(thrower >> 32 >= more);
            }
            left = next;
            if left == 0 {
                break;
            }
        }
    }
}

/// How many of two sequences' items are equal, each at its place.
fn equal(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a == b).count()
}
