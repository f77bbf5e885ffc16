//! What a distance says of two documents: how much they share.

use crate::elementary::square_root;

/// A value between two others within which it is in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Estimate {
    /// The lower end.
    pub low: f64,
    /// The value.
    pub estimate: f64,
    /// The upper end.
    pub high: f64,
}

/// The resemblance of two documents' sets, of whose `bits` bits of min-values `differing` differ: one less twice the share that differs
/// (Li and König 2010, theorem 1, with b = 1 and sets that are small beside all there may be). The interval is that of the share.
pub(super) fn resemblance(differing: u32, bits: u32) -> Estimate {
    let share = f64::from(differing) / f64::from(bits);
    // Wilson's interval: it has a width where nothing differs, too.
    let n = f64::from(bits);
    let (z, square) = (1.96, 1.96 * 1.96);
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = z * square_root(share * (1.0 - share) / n + square / (4.0 * n * n)) / (1.0 + square / n);
    let of = |share: f64| (1.0 - 2.0 * share).clamp(0.0, 1.0);
    Estimate { low: of(middle + half), estimate: of(share), high: of(middle - half) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_fingerprints_are_of_one_document_and_half_of_the_bits_says_nothing_is_shared() {
        assert_eq!((resemblance(0, 128).estimate, resemblance(64, 128).estimate), (1.0, 0.0));
        assert_eq!(resemblance(0, 128).high, 1.0);
        assert!(resemblance(0, 128).low > 0.9);
    }

    #[test]
    fn a_quarter_of_the_bits_says_that_half_is_shared() {
        let estimate = resemblance(32, 128);
        assert_eq!(estimate.estimate, 0.5);
        // Of Wilson's interval for 32 of 128: from .183 to .331.
        assert!(
            (estimate.low - 0.337).abs() < 0.002 && (estimate.high - 0.634).abs() < 0.002,
            "{estimate:?}"
        );
    }
}
