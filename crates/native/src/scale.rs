//! What a score means, and the whole number it is counted under.

use serde::Serialize;
use std::format;

/// What a method's score says about two documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// A whole number from 0, the less the more alike: bits in which fingerprints differ.
    Distance,
    /// A whole number from 0, the more the more alike: features shared.
    Count,
    /// A number from 0 to 1, the more the more alike, kept to the nearest ten-thousandth: resemblance.
    Fraction,
}

/// Scores beyond this are counted as this.
const MOST: f64 = 65_535.0;

const PARTS: f64 = 10_000.0;

impl Scale {
    /// The level of a score: the higher, the more alike. Scores that are no numbers, or below 0, count as 0.
    ///
    /// ```
    /// use twinprint_native::scale::Scale;
    /// assert!(Scale::Distance.level(3.0) > Scale::Distance.level(4.0));
    /// assert!(Scale::Fraction.level(0.51) > Scale::Fraction.level(0.5));
    /// assert_eq!(Scale::Fraction.threshold(Scale::Fraction.level(0.25)), 0.25);
    /// ```
    pub fn level(self, score: f64) -> i32 {
        // The cast takes what is no number to 0.
        match self {
            Scale::Distance => -(score.clamp(0.0, MOST) as i32),
            Scale::Count => score.clamp(0.0, MOST) as i32,
            Scale::Fraction => (score.clamp(0.0, 1.0) * PARTS).round() as i32,
        }
    }

    /// The score that a level stands for.
    pub fn threshold(self, level: i32) -> f64 {
        match self {
            Scale::Distance | Scale::Count => f64::from(level.unsigned_abs()),
            Scale::Fraction => f64::from(level) / PARTS,
        }
    }

    /// A threshold as a rule: "<= 3" for a distance, ">= 2" or ">= 0.4375" for the others.
    ///
    /// ```
    /// use twinprint_native::scale::Scale;
    /// assert_eq!(Scale::Distance.rule(3.0), "<= 3");
    /// assert_eq!(Scale::Fraction.rule(0.5), ">= 0.5");
    /// ```
    pub fn rule(self, threshold: f64) -> String {
        match self {
            Scale::Distance => format!("<= {threshold}"),
            Scale::Count | Scale::Fraction => format!(">= {threshold}"),
        }
    }

    /// What the threshold is a threshold of, for an axis.
    pub fn axis(self) -> &'static str {
        match self {
            Scale::Distance => "largest distance that matches",
            Scale::Count => "fewest equal features that match",
            Scale::Fraction => "least similarity that matches",
        }
    }
}
