//! Which documents hold questions or answers of eval sets, and where: training text that holds what a model is judged by is
//! contaminated.
//!
//! *Items.* An item of an eval set has parts: a question, choices, an answer. Each is looked for by itself, so the order of choices does
//! not matter, and near one another they count together.
//!
//! *Rarity.* What two texts share says little if it is common. So each word of an item weighs what it tells in the corpus itself: `-log2` of
//! how often it stands there, or of how often it follows the one or two words before it in the item, whichever is less. Of "what is the capital of"
//! the first word counts, and hardly anything of the others, where that is a set phrase of the corpus, or a formula that several items have. From the sum goes `log2` of the words of the corpus, the
//! choice of its place: something with n bits would stand by chance in one of 2^n corpora of this size, were words drawn by their frequencies.
//!
//! *Search.* Naively: align every part of every item with every document (Smith and Waterman, 1981). Here:
//! 1. *Count.* One pass over the corpus counts the words of items, and their pairs and triples ([`Rarity`]).
//! 2. *Seed.* Three words in a row of a part that are rare enough together, of shorter parts all words, and eight words in a row of a part that is all formulas, are looked up at each place of a document.
//! 3. *Align.* Where seeds of a part lie along a diagonal and cover a quarter of what it says, both are aligned in a band of 24 words around it: words
//!    that were changed, put in or left out cost a bit or two.
//! 4. *Judge.* An item is found where five words or more of a question of it, an answer of 13 words or more, or several of its parts together, its question among them, reach the bits and the share that a [`Threshold`] wants.

mod align;
mod find;
mod grams;
mod rarity;
mod seeds;
mod set;

pub use find::{Contamination, EvalIndex, Scratch, SharedPart};
pub use rarity::Rarity;
pub use set::{EvalSet, PartKind};

/// What an item must share with a document to be found in it.
///
/// ```
/// use twinprint::evals::Threshold;
/// let strict = Threshold::default().with_bits(30).with_share(0.9);
/// assert_eq!((strict.bits, strict.share_thousandths), (30, 900));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threshold {
    /// The least bits: how rare what is shared is, less the choice of its place.
    pub bits: u32,
    /// The least share of what the part, or the whole item, says, in thousandths.
    pub share_thousandths: u32,
}

impl Default for Threshold {
    /// Fifteen bits, which chance reaches for an item in one of 32,768 corpora, and three fifths of what is said.
    fn default() -> Self {
        Threshold { bits: 15, share_thousandths: 600 }
    }
}

impl Threshold {
    /// With other least bits.
    pub fn with_bits(self, bits: u32) -> Threshold {
        Threshold { bits, ..self }
    }

    /// With another least share, 0 to 1.
    pub fn with_share(self, share: f64) -> Threshold {
        Threshold { share_thousandths: (share.clamp(0.0, 1.0) * 1000.0 + 1e-6) as u32, ..self }
    }
}

/// Bits are counted in sixteenths.
const BIT: u32 = 16;

#[cfg(test)]
mod tests;
