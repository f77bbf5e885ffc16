//! How alike two sketches are, and from where on that counts.

use alloc::string::ToString;
use core::fmt;

use super::{Sketch, Value};
use crate::error::Error;
use crate::simhash::Rule;

/// When two sketches count as alike: a measure, with its threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alike {
    /// They are the same.
    Equal,
    /// So much of what either has is in both; of samples and min-values it is estimated.
    Resemblance {
        /// The least that counts, in thousandths.
        thousandths: u32,
    },
    /// So much of what one of them has is in the other, whichever is more.
    Containment {
        /// The least that counts, in thousandths.
        thousandths: u32,
    },
    /// At least `shingles` shingles are in both.
    InCommon {
        /// The least number that counts.
        shingles: u32,
    },
    /// At least `parts` parts are equal in both: supershingles, min-values, signatures, checksums, bits of a projection.
    Agreeing {
        /// The least number that counts.
        parts: u32,
    },
    /// At least `megashingles` pairs of supershingles are equal in both (Broder 1997; Henzinger 2006, note 2): one where two supershingles
    /// are, three where three are.
    Megashingles {
        /// The least number that counts.
        megashingles: u32,
    },
    /// At most `k` bits of their simhashes differ.
    Within {
        /// The most that counts.
        k: u32,
        /// How several lexicons' distances make one.
        rule: Rule,
    },
    /// At least `supershingles` and `bits` agree; or, for pairs of different sites, `elsewhere` bits alone (Henzinger 2006,
    /// section 3.5).
    Combined {
        /// The least number of supershingles.
        supershingles: u32,
        /// The least number of bits.
        bits: u32,
        /// For pairs of different sites, the least number of bits, whatever the supershingles.
        elsewhere: Option<u32>,
    },
}

impl Alike {
    /// Whether two sketches are alike.
    ///
    /// # Errors
    /// As [`score`](Alike::score).
    pub fn holds(&self, a: &Sketch, b: &Sketch) -> Result<bool, Error> {
        Ok(self.score(a, b)?.is_some_and(|score| self.counts(score)))
    }

    /// Whether two sketches with this score are alike.
    pub fn counts(&self, score: f64) -> bool {
        if self.is_distance() { score <= self.threshold() } else { score >= self.threshold() }
    }

    /// How alike two sketches are, or, of simhashes, how far apart ([`is_distance`](Alike::is_distance)); of the combined
    /// algorithm, the bits that agree, for pairs that its supershingles let through, and by site also for pairs of
    /// different sites, less the bits that these need more, so that one threshold does for both. `None` where there is
    /// nothing to go by, such as signatures of a document without a word in any lexicon.
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] when the sketches are of different recipes, [`Error::InvalidOption`] when they have not what is
    /// measured.
    pub fn score(&self, a: &Sketch, b: &Sketch) -> Result<Option<f64>, Error> {
        a.same_recipe(b)?;
        let number = |number: u32| Some(f64::from(number));
        Ok(match (*self, &a.value, &b.value) {
            (Alike::Equal, x, y) => number(u32::from(x == y)),
            (Alike::Within { rule, .. }, Value::Simhash(x), Value::Simhash(y)) => {
                Some(x.distance(y, rule)).filter(|&distance| distance < u32::MAX).map(f64::from)
            }
            (
                Alike::Combined { supershingles, bits, elsewhere },
                Value::Combined(s, x),
                Value::Combined(t, y),
            ) => {
                let agreeing = f64::from(x.similarity(y));
                match elsewhere.filter(|_| a.is_elsewhere(b)) {
                    Some(elsewhere) => Some(agreeing + f64::from(bits) - f64::from(elsewhere)),
                    None => (s.b_similarity(t) >= supershingles as usize).then_some(agreeing),
                }
            }
            (Alike::Resemblance { .. }, Value::MinValues(x), Value::MinValues(y)) => Some(x.resemblance(y)),
            (Alike::Resemblance { .. }, Value::Shingles(x), Value::Shingles(y)) => {
                x.overlap(y).map(|overlap| overlap.resemblance())
            }
            (Alike::Containment { .. }, Value::Shingles(x), Value::Shingles(y)) => {
                x.overlap(y).map(|overlap| overlap.containment_a().max(overlap.containment_b()))
            }
            (Alike::InCommon { .. }, Value::Shingles(x), Value::Shingles(y)) => {
                Some(x.overlap(y).map_or(0.0, |overlap| overlap.shared as f64))
            }
            (Alike::Megashingles { .. }, Value::Supershingles(x), Value::Supershingles(y)) => {
                Some(x.megashingles_in_common(y) as f64)
            }
            (Alike::Agreeing { .. }, x, y) => Some(agreeing(x, y).ok_or_else(|| self.unfit(x))? as f64),
            (_, x, _) => return Err(self.unfit(x)),
        })
    }

    /// The score from which on two sketches are alike, or up to which, if it is a distance.
    pub fn threshold(&self) -> f64 {
        match *self {
            Alike::Equal => 1.0,
            Alike::Resemblance { thousandths } | Alike::Containment { thousandths } => {
                f64::from(thousandths) / 1000.0
            }
            Alike::InCommon { shingles: number }
            | Alike::Agreeing { parts: number }
            | Alike::Megashingles { megashingles: number }
            | Alike::Combined { bits: number, .. }
            | Alike::Within { k: number, .. } => f64::from(number),
        }
    }

    /// Whether less means more alike.
    pub fn is_distance(&self) -> bool {
        matches!(self, Alike::Within { .. })
    }

    /// Whether the score is a share, from 0 to 1.
    pub fn is_share(&self) -> bool {
        matches!(self, Alike::Resemblance { .. } | Alike::Containment { .. })
    }

    fn unfit(&self, value: &Value) -> Error {
        let expected = match value {
            Value::Simhash(_) => "a number of bits within which simhashes are alike",
            Value::Shingles { .. } => "a resemblance, a containment or a number of shingles in common",
            Value::MinValues(_) => "a resemblance",
            Value::Combined(..) => "a number of supershingles and of bits",
            _ => "a number of parts that agree",
        };
        Error::InvalidOption { option: "alike", value: self.to_string(), expected }
    }
}

/// How many parts of two sketches of the same kind are equal.
fn agreeing(a: &Value, b: &Value) -> Option<usize> {
    Some(match (a, b) {
        (Value::Supershingles(x), Value::Supershingles(y)) => x.b_similarity(y),
        (Value::MinValues(x), Value::MinValues(y)) => x.equal(y),
        (Value::Projection(x), Value::Projection(y)) => x.similarity(y) as usize,
        (Value::IMatch(x), Value::IMatch(y)) => x.agreeing(y),
        (Value::Buckets(x), Value::Buckets(y)) => x.similarity(y),
        _ => return None,
    })
}

impl fmt::Display for Alike {
    /// As "at most 3 bits apart in any lexicon".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |f: &mut fmt::Formatter<'_>, thousandths: u32| {
            write!(f, "at least {}.{:03}", thousandths / 1000, thousandths % 1000)
        };
        match *self {
            Alike::Equal => write!(f, "equal"),
            Alike::Resemblance { thousandths } => {
                write!(f, "resemblance ")?;
                share(f, thousandths)
            }
            Alike::Containment { thousandths } => {
                write!(f, "containment ")?;
                share(f, thousandths)
            }
            Alike::InCommon { shingles } => write!(f, "at least {shingles} shingles in common"),
            Alike::Agreeing { parts } => write!(f, "at least {parts} equal"),
            Alike::Megashingles { megashingles } => {
                write!(f, "at least {megashingles} megashingles in common")
            }
            Alike::Within { k, rule: Rule::Any } => write!(f, "at most {k} bits apart in any lexicon"),
            Alike::Within { k, rule: Rule::Sum } => write!(f, "at most {k} bits apart over all lexicons"),
            Alike::Within { k, rule: Rule::Majority } => {
                write!(f, "at most {k} bits apart in most lexicons")
            }
            Alike::Combined { supershingles, bits, elsewhere } => {
                write!(f, "at least {supershingles} supershingles and {bits} bits equal")?;
                elsewhere.map_or(Ok(()), |bits| write!(f, ", or on another site {bits} bits"))
            }
        }
    }
}
