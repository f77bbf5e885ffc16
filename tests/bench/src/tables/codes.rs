//! The fingerprints that tables are made of, and those that are looked up in them.
//!
//! Numbers of one seed are SplitMix64's (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
//! section 4): a counter's steps, mixed one to one, so that no two of them are equal and each is made without the others.

use std::collections::HashSet;
use std::fs;

/// The farthest that neighbours are planted, and that all are asked for: k.
pub(crate) const RADIUS: u32 = 3;

/// How many fingerprints are looked up.
const QUERIES: usize = 100_000;

/// One in this number of fingerprints of the set for a self-join is made of another.
const PLANTED_ONE_IN: usize = 10;

/// One in this number of recorded fingerprints is looked up and not in the set.
const HELD_OUT_ONE_IN: usize = 10;

/// The seeds of the fingerprints, of those looked up, and of the bits flipped.
const CODES: u64 = 1;
const ASKED: u64 = 2;
const FLIPPED: u64 = 3;

/// Where fingerprints are from.
pub(crate) enum Input {
    /// This number of uniform ones.
    Uniform(usize),
    /// Those of real documents.
    Recorded {
        /// Each once, in the order of the documents.
        codes: Vec<u64>,
        /// Those of other documents, to be looked up.
        queries: Vec<u64>,
    },
}

impl Input {
    /// Reads a file of 64-bit numbers, lowest byte first, in any order.
    pub(crate) fn recorded(path: &str) -> Result<Input, String> {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let (numbers, rest) = bytes.as_chunks::<8>();
        if numbers.is_empty() || !rest.is_empty() {
            return Err(format!("{path}: {} bytes, which is no file of 64-bit numbers", bytes.len()));
        }
        let (mut codes, mut queries) = (Vec::new(), Vec::new());
        for (index, &number) in numbers.iter().enumerate() {
            let held_out = index.is_multiple_of(HELD_OUT_ONE_IN) && queries.len() < QUERIES;
            if held_out { &mut queries } else { &mut codes }.push(u64::from_le_bytes(number));
        }
        let mut seen = HashSet::new();
        codes.retain(|&code| seen.insert(code));
        Ok(Input::Recorded { codes, queries })
    }

    /// How many fingerprints the set has.
    pub(crate) fn count(&self) -> usize {
        match self {
            Input::Uniform(count) => *count,
            Input::Recorded { codes, .. } => codes.len(),
        }
    }

    /// The set: distinct, not sorted. Made anew, so that who holds it is charged with its memory.
    pub(crate) fn codes(&self) -> Vec<u64> {
        match self {
            Input::Uniform(count) => (0..*count).map(|index| draw(CODES, index)).collect(),
            Input::Recorded { codes, .. } => codes.clone(),
        }
    }

    /// The set in ascending order.
    pub(crate) fn sorted(&self) -> Vec<u64> {
        let mut codes = self.codes();
        codes.sort_unstable();
        codes
    }

    /// What is looked up. Of uniform ones every other is a fingerprint of the set with none to three bits flipped, the
    /// others have nothing to do with it.
    pub(crate) fn queries(&self) -> Vec<u64> {
        self.many(QUERIES)
    }

    /// The first `queries` of [`queries`](Input::queries), or all if there are fewer.
    pub(crate) fn many(&self, queries: usize) -> Vec<u64> {
        match self {
            Input::Uniform(count) => (0..queries)
                .map(|index| {
                    let number = draw(ASKED, index);
                    if index.is_multiple_of(2) {
                        return number;
                    }
                    let flips = (index / 2) as u32 % (RADIUS + 1);
                    flipped(draw(CODES, number as usize % count), flips, index)
                })
                .collect(),
            Input::Recorded { queries: recorded, .. } => recorded.iter().copied().take(queries).collect(),
        }
    }

    /// The set for a self-join. Of uniform ones a tenth are fingerprints of the others with one to three bits flipped, each
    /// of another, since among uniform ones alone there are no pairs to be found.
    pub(crate) fn related(&self) -> Vec<u64> {
        let mut codes = self.codes();
        if let Input::Uniform(count) = self {
            let first = count - count / PLANTED_ONE_IN;
            for index in first..*count {
                let flips = 1 + index as u32 % RADIUS;
                codes[index] = flipped(codes[index - first], flips, index);
            }
        }
        codes
    }
}

/// A number of a seed's.
fn draw(seed: u64, index: usize) -> u64 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let start = mixed(seed);
    mixed(start.wrapping_add(GOLDEN.wrapping_mul(index as u64 + 1)))
}

fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// The fingerprint with `flips` of its bits flipped.
fn flipped(code: u64, flips: u32, index: usize) -> u64 {
    let mut mask = 0u64;
    let mut bits = draw(FLIPPED, index);
    while mask.count_ones() < flips {
        mask |= 1 << (bits % 64);
        bits = mixed(bits.wrapping_add(1));
    }
    code ^ mask
}
