//! I-Match: one hash of the words that tell most about a document (Chowdhury, Frieder, Grossman and McCabe 2002), and
//! one from each of several random lexicons (Kołcz, Chowdhury and Alspector 2004).
//!
//! The words that matter are those whose weight lies in a band of the weights there are: neither the commonest, which
//! every document has, nor the rarest, which are mostly slips. They are sorted and hashed together, each once, so that
//! neither order nor frequency counts. One such word more or less gives another hash; so random lexicons give further
//! hashes, some of which have not the word that was changed.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::Error;
use crate::hash::{Roller, Rolling};
use crate::lexicon::Lexicons;
use crate::shingle::MASKED;

/// The weights that count, in thousandths of the largest weight there is: of a word's inverse document frequency,
/// normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Band {
    /// The smallest that counts.
    pub low: u32,
    /// The largest that counts.
    pub high: u32,
}

/// A document's I-Match hashes, one a lexicon.
///
/// ```
/// use twinprint::imatch::{Band, IMatch};
/// use twinprint::lexicon::Lexicons;
///
/// let lexicons = Lexicons::default();
/// let band = Band { low: 200, high: 900 };
/// // Of weights up to 100, those from 20 to 90 count: words 2 and 3.
/// let a = IMatch::of(&[1, 2, 3, 4], &[5, 50, 60, 100], 100, band, &lexicons);
/// let b = IMatch::of(&[3, 2, 1, 3], &[60, 50, 5, 60], 100, band, &lexicons);
/// assert!(a.is_alike(&b, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IMatch {
    /// The hash from each lexicon; none where it leaves no word of the document in the band, which equals nothing.
    pub signatures: Vec<Option<u64>>,
}

impl Band {
    /// Every word.
    pub const ALL: Band = Band { low: 0, high: 1000 };

    /// Refuses numbers out of range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless the band lies within 0 and 1000.
    pub fn check(&self) -> Result<(), Error> {
        if self.low <= self.high && self.high <= 1000 {
            return Ok(());
        }
        let value = self.low.to_string() + "-" + &self.high.to_string();
        let expected = "two rising numbers of thousandths from 0 to 1000";
        Err(Error::InvalidOption { option: "band", value, expected })
    }

    /// Whether a weight counts, `largest` being the largest there is.
    #[inline]
    pub fn holds(&self, weight: u16, largest: u16) -> bool {
        let (weight, largest) = (u64::from(weight) * 1000, u64::from(largest));
        (u64::from(self.low) * largest..=u64::from(self.high) * largest).contains(&weight)
    }
}

impl IMatch {
    /// The hashes of a document from its words' hashes and their weights, one a word. [`MASKED`] words are skipped.
    pub fn of(tokens: &[u64], weights: &[u16], largest: u16, band: Band, lexicons: &Lexicons) -> Self {
        let words = tokens.iter().zip(weights);
        let counts = |&(&token, &weight): &(&u64, &u16)| token != MASKED && band.holds(weight, largest);
        let mut words: Vec<u64> = words.filter(counts).map(|(&token, _)| token).collect();
        words.sort_unstable();
        words.dedup();
        let signature = |lexicon| {
            let mut held = words.iter().filter(|&&word| lexicons.holds(lexicon, word)).peekable();
            held.peek()?;
            let mut roller = Roller::new(1);
            held.for_each(|&word| roller.fill(word));
            Some(roller.hash())
        };
        IMatch { signatures: (0..lexicons.count()).map(signature).collect() }
    }

    /// In how many lexicons the hashes are equal.
    pub fn agreeing(&self, other: &IMatch) -> usize {
        agreeing(&self.signatures, &other.signatures)
    }

    /// Whether at least `agree` hashes are equal: 1 for any, as Kołcz has it, or a majority. Where both documents have
    /// fewer hashes than that, as short ones do, all that either has must be equal, so that identical documents are
    /// alike; documents without any are alike to none.
    pub fn is_alike(&self, other: &IMatch, agree: usize) -> bool {
        is_alike(&self.signatures, &other.signatures, agree)
    }
}

/// How many hashes are equal, each at its place.
pub fn agreeing(a: &[Option<u64>], b: &[Option<u64>]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a.is_some() && a == b).count()
}

/// Whether at least `agree` hashes are equal, or all that either has where both have fewer.
pub fn is_alike(a: &[Option<u64>], b: &[Option<u64>], agree: usize) -> bool {
    let present = |hashes: &[Option<u64>]| hashes.iter().flatten().count();
    agreeing(a, b) >= agree.min(present(a).max(present(b))).max(1)
}
