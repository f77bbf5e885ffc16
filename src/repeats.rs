//! Runs of words that stand more than once in a corpus: what is compared of a document, so that none is missed.
//!
//! Naively, every run of n words is compared with every other. By [winnowing](crate::shingle::winnow) each run is given an *anchor*:
//! of its shingles of w words the one with the smallest hash, the rightmost of equal ones. The same run has the same anchor at the
//! same place wherever it stands, as it is chosen among the run's own words alone. A run of n words has t = n - w + 1 shingles, so
//! w + t - 1 = n, and about 2 in t + 1 shingles are an anchor. Runs that follow one another and have one anchor are taken together:
//! [`Anchored`] has a key of all their words. What has one [anchor](Anchored::anchor) and another key shares perhaps some of these runs:
//! of those each is looked at by [itself](RunHashes::run).
//!
//! Words are compared by 128 bits, never by the hash of an anchor: polynomials of the tokens modulo 2^61 - 1, at two points.
//!
//! ```
//! use twinprint::repeats::{RunHashes, Repeats};
//! let words = |text: &str| text.split(' ').map(twinprint::hash::token).collect::<Vec<u64>>();
//! let repeats = Repeats::new(4)?;
//! let [a, b] = ["one two three four five", "zero one two three four"].map(|text| RunHashes::new(&words(text)));
//! assert_eq!(a.run(0..4), b.run(1..5));
//! let (a, b) = (repeats.anchored(&a), repeats.anchored(&b));
//! assert!(a.iter().any(|a| b.iter().any(|b| a.anchor() == b.anchor())), "they share a run of four words");
//! # Ok::<(), twinprint::Error>(())
//! ```

use alloc::collections::VecDeque;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Error;
use crate::hash::mix;

/// The longest run that can be asked for, in words.
pub const LONGEST: usize = 10_000;
/// The bits of a key that tell its anchor.
const ANCHOR_BITS: u32 = 40;
/// The modulus, a prime.
const PRIME: u64 = (1 << 61) - 1;
/// The points at which polynomials are taken, drawn once.
const POINTS: [u64; 2] = [0x1b87_3593_cc9e_2d51 & PRIME, 0x0e65_46b6_4c2b_2ae3 & PRIME];
/// Tells the tokens of the second polynomial from those of the first, as both are taken modulo 2^61 - 1.
const SECOND: u64 = 0x9e37_79b9_7f4a_7c15;

/// How runs are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// The words of a run.
    n: usize,
    /// The words of a shingle.
    w: usize,
}

/// Runs of a document that follow one another and have one anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchored {
    /// What tells all their words, and where among them the anchor is.
    pub key: u128,
    /// The first word of the first.
    pub first: u32,
    /// How many runs: at most as many as a run has words.
    pub runs: u32,
}

impl Anchored {
    /// What runs of the same words have in common.
    pub fn anchor(&self) -> u128 {
        anchor(self.key)
    }
}

/// What keys of the same anchor have in common.
pub fn anchor(key: u128) -> u128 {
    key >> (128 - ANCHOR_BITS)
}

impl Repeats {
    /// For runs of `n` words.
    ///
    /// ```
    /// use twinprint::repeats::Repeats;
    /// assert!(Repeats::new(50).is_ok() && Repeats::new(1).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for fewer than 2 and for more than [`LONGEST`].
    pub fn new(n: usize) -> Result<Repeats, Error> {
        if !(2..=LONGEST).contains(&n) {
            let expected = "a run of 2 to 10,000 words";
            return Err(Error::InvalidOption { option: "run", value: n.to_string(), expected });
        }
        Ok(Repeats { n, w: n.div_ceil(2) })
    }

    /// The words of a run.
    pub fn words(self) -> usize {
        self.n
    }

    /// All runs of a document, in their order, those with one anchor together; none of a document of fewer words than a run has.
    pub fn anchored(self, hashes: &RunHashes) -> Vec<Anchored> {
        let Repeats { n, w } = self;
        let (words, t) = (hashes.words(), n - w + 1);
        let Some(runs) = (words + 1).checked_sub(n) else { return Vec::new() };
        let power = power(0, w);
        let mut anchors: Vec<(u32, Anchored)> = Vec::with_capacity(2 * runs / (t + 1) + 1);
        let mut waiting: VecDeque<(u64, usize)> = VecDeque::with_capacity(t);
        for place in 0..runs + t - 1 {
            let hash = mix(between(&hashes.prefixes[0], place..place + w, power));
            while waiting.back().is_some_and(|&(other, _)| other >= hash) {
                waiting.pop_back();
            }
            waiting.push_back((hash, place));
            let Some(run) = (place + 1).checked_sub(t) else { continue };
            while waiting.front().is_some_and(|&(_, place)| place < run) {
                waiting.pop_front();
            }
            let Some(&(hash, at)) = waiting.front() else { continue };
            match anchors.last_mut() {
                Some((last, anchored)) if *last == at as u32 => anchored.runs += 1,
                _ => anchors.push((at as u32, Anchored { key: hash.into(), first: run as u32, runs: 1 })),
            }
        }
        let with_key = |(at, anchored): (u32, Anchored)| {
            let Anchored { key: hash, first, runs } = anchored;
            let [low, high] = hashes.of(first as usize..first as usize + runs as usize + n - 1);
            // Where the anchor is, and how many runs, so that what is equal has the same runs.
            let within = u64::from(at - first) << 32 | u64::from(runs);
            let words = u128::from(mix(high ^ mix(within))) << 64 | u128::from(mix(low));
            let anchor = hash << (128 - 64) >> (128 - ANCHOR_BITS) << (128 - ANCHOR_BITS);
            Anchored { key: anchor | words << ANCHOR_BITS >> ANCHOR_BITS, first, runs }
        };
        anchors.into_iter().map(with_key).collect()
    }
}

/// The hashes of all runs of a document's words.
#[derive(Debug, Clone)]
pub struct RunHashes {
    /// The polynomial of the words before each word, at either point.
    prefixes: [Vec<u64>; 2],
}

impl RunHashes {
    /// Of the tokens of a document.
    pub fn new(tokens: &[u64]) -> RunHashes {
        let prefixes = |point: u64, other: u64| {
            let mut prefixes = Vec::with_capacity(tokens.len() + 1);
            let mut prefix = 0;
            prefixes.push(prefix);
            prefixes.extend(tokens.iter().map(|&token| {
                let token = if other == 0 { token } else { mix(token ^ other) };
                prefix = sum(times(prefix, point), reduced(token));
                prefix
            }));
            prefixes
        };
        RunHashes { prefixes: [prefixes(POINTS[0], 0), prefixes(POINTS[1], SECOND)] }
    }

    /// How many words the document has.
    pub fn words(&self) -> usize {
        self.prefixes[0].len() - 1
    }

    /// What tells the words of a run from others, in 128 bits.
    ///
    /// # Panics
    /// With words that the document has not.
    pub fn run(&self, words: Range<usize>) -> u128 {
        let length = words.len() as u64;
        let [low, high] = self.of(words);
        u128::from(mix(high ^ mix(length))) << 64 | u128::from(mix(low))
    }

    fn of(&self, words: Range<usize>) -> [u64; 2] {
        [0, 1].map(|at| between(&self.prefixes[at], words.clone(), power(at, words.len())))
    }
}

/// The polynomial of some words, of those of the words before each; `power` is that of the point for as many words.
#[inline]
fn between(prefixes: &[u64], words: Range<usize>, power: u64) -> u64 {
    let before = times(prefixes[words.start], power);
    sum(prefixes[words.end], PRIME - before)
}

/// A point to the power of a number of words, by squares.
fn power(at: usize, mut words: usize) -> u64 {
    let (mut square, mut power) = (POINTS[at], 1);
    while words > 0 {
        if words & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        words >>= 1;
    }
    power
}

#[inline]
fn times(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    sum(product as u64 & PRIME, (product >> 61) as u64)
}

#[inline]
fn sum(x: u64, y: u64) -> u64 {
    let sum = x + y;
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[inline]
fn reduced(token: u64) -> u64 {
    sum(token & PRIME, token >> 61)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn tokens(words: &[u8]) -> Vec<u64> {
        words.iter().map(|&word| mix(word.into())).collect()
    }

    proptest! {
        #[test]
        fn every_run_has_one_anchor_and_the_same_run_has_the_same_everywhere(
            documents in prop::collection::vec(prop::collection::vec(0u8..3, 0..60), 1..4),
            n in 2usize..9,
        ) {
            let repeats = Repeats::new(n).unwrap();
            // Of each run of words: its anchor, and how far behind the anchor's first run it is not known.
            let mut anchors: BTreeMap<&[u8], u128> = BTreeMap::new();
            for document in &documents {
                let hashes = RunHashes::new(&tokens(document));
                let anchored = repeats.anchored(&hashes);
                let runs: Vec<(usize, u128)> = anchored
                    .iter()
                    .flat_map(|some| (some.first..some.first + some.runs).map(|run| (run as usize, some.anchor())))
                    .collect();
                let count = (document.len() + 1).saturating_sub(n);
                prop_assert!(runs.iter().map(|&(run, _)| run).eq(0..count), "{:?}", runs);
                for (run, anchor) in runs {
                    let known = *anchors.entry(&document[run..run + n]).or_insert(anchor);
                    prop_assert_eq!(known, anchor);
                }
            }
        }

        #[test]
        fn keys_are_the_same_of_the_same_words_and_no_others(
            document in prop::collection::vec(0u8..2, 4..80),
            n in 2usize..6,
        ) {
            let hashes = RunHashes::new(&tokens(&document));
            let anchored = Repeats::new(n).unwrap().anchored(&hashes);
            let words = |some: &Anchored| &document[some.first as usize..some.first as usize + some.runs as usize + n - 1];
            for a in &anchored {
                for b in &anchored {
                    if a.key == b.key {
                        prop_assert_eq!(words(a), words(b));
                    }
                }
            }
            let runs = (document.len() + 1).saturating_sub(n);
            for a in 0..runs {
                for b in 0..runs {
                    let same = document[a..a + n] == document[b..b + n];
                    prop_assert_eq!(hashes.run(a..a + n) == hashes.run(b..b + n), same);
                }
            }
        }
    }

    #[test]
    fn few_anchors_stand_for_many_runs() {
        let words: Vec<u64> = (0..100_000).map(mix).collect();
        let anchored = Repeats::new(50).unwrap().anchored(&RunHashes::new(&words));
        // 2 in 27 by chance.
        assert!((7_000..8_000).contains(&anchored.len()), "{}", anchored.len());
    }
}
