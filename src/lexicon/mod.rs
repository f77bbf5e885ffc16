//! Lexicons: which terms count, and how much.
//!
//! Random lexicons after Kołcz, as the fusion paper takes them over (section 3.2): the first lexicon is the whole
//! vocabulary, each further one leaves out a share of the terms, chosen by a seeded hash, so that no list is stored. A
//! document is filtered by each lexicon before it is shingled, and gets a fingerprint from each: two documents that an
//! edit has moved apart in one lexicon may still agree in another, which has not the edited words.
#![doc = include_str!("MODEL.md")]

mod model;

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::Error;
use crate::hash;
pub use model::{Model, ModelId, idf};

/// Keeps the seed 0 from being mixed to 0.
const SEEDS: u64 = 0x5EED_5EED_5EED_5EED;

/// The whole vocabulary and, for each seed, a random lexicon that leaves out a share of it.
///
/// ```
/// use twinprint::{hash, lexicon::Lexicons};
/// let lexicons = Lexicons { leave_out: 300, seeds: vec![1, 2, 3, 4] };
/// assert_eq!(lexicons.count(), 5);
/// assert!(lexicons.holds(0, hash::token("rose")));
/// let words: Vec<u64> = (0..10_000).map(|word| hash::token(&word.to_string())).collect();
/// let held = words.iter().filter(|&&word| lexicons.holds(1, word)).count();
/// assert!((6_800..7_200).contains(&held));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lexicons {
    /// The share of terms that each random lexicon leaves out, in thousandths.
    pub leave_out: u32,
    /// A seed for each random lexicon.
    pub seeds: Vec<u64>,
}

impl Lexicons {
    /// The most lexicons there may be.
    pub const MAX: usize = 64;

    /// The share of terms that a random lexicon leaves out by default: a third, in thousandths. The fusion
    /// paper names no share.
    pub const LEAVE_OUT: u32 = 333;

    /// The whole vocabulary and random lexicons, `count` in all, whose seeds are drawn from one.
    ///
    /// ```
    /// use twinprint::lexicon::Lexicons;
    /// assert_eq!(Lexicons::seeded(7, 5).count(), 5);
    /// assert_eq!(Lexicons::seeded(7, 5).seeds[..2], Lexicons::seeded(7, 3).seeds);
    /// ```
    pub fn seeded(seed: u64, count: usize) -> Self {
        let seeds = (1..count as u64).map(|lexicon| hash::mix(hash::mix(seed ^ SEEDS).wrapping_add(lexicon)));
        Lexicons { leave_out: Self::LEAVE_OUT, seeds: seeds.collect() }
    }

    /// How many lexicons there are, with the whole one.
    pub fn count(&self) -> usize {
        1 + self.seeds.len()
    }

    /// Whether a lexicon, counted from 0, the whole one, has a token.
    #[inline]
    pub fn holds(&self, lexicon: usize, token: u64) -> bool {
        lexicon == 0 || {
            // A number from 0 to 999 from the leading 32 bits, each as likely as the next within one in four million.
            let spread = ((hash::mix(token ^ self.seeds[lexicon - 1]) >> 32) * 1000) >> 32;
            spread >= u64::from(self.leave_out)
        }
    }

    /// Refuses numbers out of range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless there are at most [`Lexicons::MAX`] lexicons that leave out at most 900 of 1,000.
    pub fn check(&self) -> Result<(), Error> {
        if self.count() > Self::MAX {
            let expected = "at most 64 lexicons";
            return Err(Error::InvalidOption {
                option: "lexicons",
                value: self.count().to_string(),
                expected,
            });
        }
        if self.leave_out > 900 {
            let expected = "thousandths from 0 to 900";
            return Err(Error::InvalidOption {
                option: "leave-out",
                value: self.leave_out.to_string(),
                expected,
            });
        }
        Ok(())
    }
}
