//! What a document is reduced to where many are compared: the part of a recipe that [`sketch`](crate::sketch) reads.

use alloc::string::ToString;
use core::fmt;

use crate::error::Error;
use crate::imatch::Band;
use crate::lexicon::Lexicons;
use crate::shingle::Sampling;
use crate::simhash::Bits;

/// What a document is reduced to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sketching {
    /// One number for the sequence of all its tokens (Henzinger 2006, section 3: identity sets).
    Whole,
    /// Its shingles, all or a sample of them (Broder 1997; Ye, Wen and Ma 2006).
    Shingles(Sampling),
    /// Those of its shingles that winnowing selects (Schleimer, Wilkerson and Aiken 2003).
    Winnowed {
        /// The window: the shingles in a row of which one is selected.
        window: usize,
    },
    /// One shingle in `divisor`, fewer of long documents (Ye, Wen and Ma 2006, section 4.5).
    Adaptive {
        /// By what the hash of a long document's shingle is divided.
        divisor: u64,
        /// Documents of fewer words are short.
        short: usize,
        /// By what the hash of a short document's shingle is divided; it divides the other divisor.
        short_divisor: u64,
    },
    /// Min-values over its shingles (Broder; Fetterly; Henzinger 2006, section 2, Algorithm B).
    MinValues(MinHashing),
    /// Supershingles, each made of `length` min-values.
    Supershingles {
        /// The min-values they are made of.
        min_values: MinHashing,
        /// How many min-values make one.
        length: usize,
    },
    /// A random projection of its tokens to 384 bits (Henzinger 2006, section 2, Algorithm C).
    Projection,
    /// Supershingles and a projection (Henzinger 2006, section 3.5).
    Combined {
        /// The min-values that supershingles are made of.
        min_values: MinHashing,
        /// How many min-values make a supershingle.
        length: usize,
    },
    /// One number for the set of its terms within a band of weights, from each lexicon (Chowdhury; Kołcz).
    IMatch {
        /// The weights of the terms that count.
        band: Band,
        /// The lexicons.
        lexicons: Lexicons,
    },
    /// A checksum of each bucket of its words (Pugh and Henzinger).
    Buckets {
        /// How many buckets.
        buckets: usize,
    },
    /// A simhash of its weighted shingles from each lexicon (Manku, Jain and Das Sarma 2007, section 2; the fusion
    /// paper, section 3).
    Simhash {
        /// The bits of each fingerprint.
        bits: Bits,
        /// The lexicons.
        lexicons: Lexicons,
    },
}

/// How min-values are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinHashing {
    /// How many.
    pub values: usize,
    /// Whether each occurrence of a shingle is an element of its own (Henzinger 2006, section 4, suggests a weighting by
    /// frequency).
    pub weighted: bool,
    /// Whether the window of a shingle goes on from the end of the document to its beginning (Fetterly et al. 2003;
    /// Henzinger 2006, note 1, leaves that out).
    pub wrapped: bool,
}

impl MinHashing {
    /// `values` min-values, of each shingle once, with no window that goes on from the end.
    ///
    /// ```
    /// use twinprint::{MinHashing, Recipe, Sketching};
    /// let recipe = Recipe::default().with_sketching(Sketching::MinValues(MinHashing::new(84).with_wrapped(true)));
    /// assert!(recipe.to_string().ends_with("\nsketch min-values 84 wrapped\n"));
    /// ```
    pub fn new(values: usize) -> Self {
        MinHashing { values, weighted: false, wrapped: false }
    }

    /// With each occurrence of a shingle as an element of its own, or without.
    ///
    /// ```
    /// assert!(twinprint::MinHashing::new(84).with_weighted(true).weighted);
    /// ```
    pub fn with_weighted(self, weighted: bool) -> Self {
        MinHashing { weighted, ..self }
    }

    /// With windows that go on from the end of the document to its beginning, or without.
    ///
    /// ```
    /// assert!(twinprint::MinHashing::new(84).with_wrapped(true).wrapped);
    /// ```
    pub fn with_wrapped(self, wrapped: bool) -> Self {
        MinHashing { wrapped, ..self }
    }
}

impl Sketching {
    /// Its name in a recipe's text and on every face.
    ///
    /// ```
    /// assert_eq!(twinprint::Sketching::default().name(), "simhash");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Sketching::Whole => "whole",
            Sketching::Shingles(_) => "shingles",
            Sketching::Winnowed { .. } => "winnowed",
            Sketching::Adaptive { .. } => "adaptive",
            Sketching::MinValues(_) => "min-values",
            Sketching::Supershingles { .. } => "supershingles",
            Sketching::Projection => "projection",
            Sketching::Combined { .. } => "combined",
            Sketching::IMatch { .. } => "i-match",
            Sketching::Buckets { .. } => "buckets",
            Sketching::Simhash { .. } => "simhash",
        }
    }

    /// The lexicons, where it has any.
    ///
    /// ```
    /// use twinprint::Sketching;
    /// assert_eq!(Sketching::default().lexicons().map(|lexicons| lexicons.count()), Some(1));
    /// assert_eq!(Sketching::Projection.lexicons(), None);
    /// ```
    pub fn lexicons(&self) -> Option<&Lexicons> {
        match self {
            Sketching::IMatch { lexicons, .. } | Sketching::Simhash { lexicons, .. } => Some(lexicons),
            _ => None,
        }
    }

    /// Refuses values out of range.
    ///
    /// ```
    /// assert!(twinprint::Sketching::Winnowed { window: 0 }.check().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the values taken.
    pub fn check(&self) -> Result<(), Error> {
        let within = |option, value: usize, most: usize, expected| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(Error::InvalidOption { option, value: value.to_string(), expected })
            }
        };
        match self {
            Sketching::Whole | Sketching::Projection => Ok(()),
            Sketching::Shingles(sampling) => sampling.check(),
            Sketching::Winnowed { window } => {
                within("window", *window, 4096, "a window of 1 to 4096 shingles")
            }
            Sketching::Adaptive { divisor, short_divisor, .. } => {
                if *short_divisor == 0 || *divisor == 0 || !divisor.is_multiple_of(*short_divisor) {
                    let expected = "two divisors, the second of which divides the first";
                    let value = alloc::format!("{divisor} and {short_divisor}");
                    return Err(Error::InvalidOption { option: "sampling", value, expected });
                }
                Ok(())
            }
            Sketching::MinValues(min_values) => {
                within("values", min_values.values, 4096, "a number of min-values from 1 to 4096")
            }
            Sketching::Supershingles { min_values, length } | Sketching::Combined { min_values, length } => {
                within("values", min_values.values, 4096, "a number of min-values from 1 to 4096")?;
                let expected = "a number that divides the number of min-values";
                if *length == 0 || !min_values.values.is_multiple_of(*length) {
                    let value = length.to_string();
                    return Err(Error::InvalidOption { option: "length", value, expected });
                }
                Ok(())
            }
            Sketching::IMatch { band, lexicons } => {
                band.check()?;
                lexicons.check()
            }
            Sketching::Buckets { buckets } => {
                within("buckets", *buckets, 4096, "a number of buckets from 1 to 4096")
            }
            Sketching::Simhash { lexicons, .. } => lexicons.check(),
        }
    }
}

impl Default for Sketching {
    /// A simhash of 64 bits, of the whole vocabulary.
    fn default() -> Self {
        Sketching::Simhash { bits: Bits::B64, lexicons: Lexicons::default() }
    }
}

impl fmt::Display for Sketching {
    /// Its part of a recipe's canonical text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())?;
        match self {
            Sketching::Whole | Sketching::Projection => {}
            Sketching::Shingles(Sampling::All) => {}
            Sketching::Shingles(Sampling::Smallest(count)) => write!(f, " smallest {count}")?,
            Sketching::Shingles(Sampling::Remainder { divisor, remainder, at_most }) => {
                write!(f, " remainder {remainder} of {divisor}")?;
                at_most.map_or(Ok(()), |count| write!(f, " at-most {count}"))?;
            }
            Sketching::Winnowed { window } => write!(f, " {window}")?,
            Sketching::Adaptive { divisor, short, short_divisor } => {
                write!(f, " {divisor} below {short} words {short_divisor}")?;
            }
            Sketching::MinValues(min_values) => write!(f, " {min_values}")?,
            Sketching::Supershingles { min_values, length } | Sketching::Combined { min_values, length } => {
                write!(f, " {min_values} length {length}")?;
            }
            Sketching::IMatch { band, .. } => write!(f, " band {} {}", band.low, band.high)?,
            Sketching::Buckets { buckets } => write!(f, " {buckets}")?,
            Sketching::Simhash { bits, .. } => write!(f, " {}", bits.count())?,
        }
        if let Some(lexicons) = self.lexicons().filter(|lexicons| lexicons.count() > 1) {
            write!(f, " leave-out {} seeds", lexicons.leave_out)?;
            lexicons.seeds.iter().try_for_each(|seed| write!(f, " {seed:016x}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for MinHashing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MinHashing { values, weighted, wrapped } = self;
        write!(f, "{values}")?;
        [(weighted, " weighted"), (wrapped, " wrapped")]
            .iter()
            .filter(|(chosen, _)| **chosen)
            .try_for_each(|(_, name)| write!(f, "{name}"))
    }
}
