//! Simhash: bits of a document, of which similar documents differ in few (Charikar 2002; Manku, Jain and Das Sarma
//! 2007, section 2).
//!
//! - [`Simhash`] and [`Fingerprint`]: 64 bits, every feature of weight one.
//! - [`WeightedSimhash`]: 32, 64 or 128 bits, features of any weight.
//! - [`Signer`] and [`Signature`]: a weighted fingerprint from each of several lexicons (the fusion paper).
//! - [`Projection`]: Charikar's random projection of 384 bits over words (Henzinger 2006, Alg. C).
//!
//! Similar means *at most* k bits apart, throughout, as in Manku, Jain and Das Sarma. The fusion paper says that two
//! documents match when the distance is *smaller than* its threshold; but its thresholds range from 0 to 31, of which 0
//! would match nothing, so its figures are read as "at most" too, and its threshold is our k. Who takes the text by the
//! letter sets k one lower.

mod counters;
mod frequency;
mod projection;
mod signature;

use core::fmt;

pub use counters::WeightedSimhash;
pub use frequency::TermFrequency;
pub use projection::{Projection, Projector};
pub use signature::{Bits, Rule, Signature, Signer, keepers};

pub use counters::bits_of;
pub use projection::entries;

use counters::Vertical;

/// The simhash of a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The number of bits in which two fingerprints differ, from 0 to 64.
    ///
    /// ```
    /// use twinprint::simhash::Fingerprint;
    /// assert_eq!(Fingerprint(0b1011).distance(Fingerprint(0b0010)), 2);
    /// ```
    pub fn distance(self, other: Fingerprint) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Adds up features of weight one to their simhash. A feature that occurs twice counts twice.
///
/// ```
/// use twinprint::simhash::{Fingerprint, Simhash};
/// let mut simhash = Simhash::default();
/// for feature in [0b0110, 0b0111, 0b1100] {
///     simhash.add(feature);
/// }
/// assert_eq!(simhash.finish(), Fingerprint(0b0110));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Simhash {
    counters: Vertical<1>,
}

impl Simhash {
    /// Adds a feature by its hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.counters.add([hash]);
    }

    /// The fingerprint of what was added: a 1 at each bit that more than half of the features have.
    pub fn finish(mut self) -> Fingerprint {
        let [bits] = self.counters.finish();
        Fingerprint(bits)
    }
}
