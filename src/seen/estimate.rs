//! What a distance says of two documents: how much they share.

use crate::elementary::square_root;

/// A value between two others within which it is in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Estimate {
    /// The lower end.
    pub low: f64,
    /// The value.
    pub estimate: f64,
    /// The upper end.
    pub high: f64,
}

/// The resemblance of two documents' sets of shingles, of whose fingerprints with so many bits so many differ.
///
/// Of two sets that are counted alike, the angle between their vectors is pi times the share of the bits of a simhash that differ (Charikar
/// 2002), and its cosine c is the shared elements by the root of the product of both numbers. If these are equal, the resemblance is
/// c / (2 - c). The interval is that of the share.
pub(super) fn resemblance(differing: u32, bits: u32) -> Estimate {
    let share = f64::from(differing) / f64::from(bits);
    // Wilson's interval: it has a width where nothing differs, too.
    let n = f64::from(bits);
    let (z, square) = (1.96, 1.96 * 1.96);
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = z * square_root(share * (1.0 - share) / n + square / (4.0 * n * n)) / (1.0 + square / n);
    let of = |share: f64| {
        let cosine = cosine(core::f64::consts::PI * share.clamp(0.0, 0.5));
        cosine / (2.0 - cosine)
    };
    Estimate { low: of(middle + half), estimate: of(share), high: of(middle - half) }
}

/// Of angles up to a right one, by its series: after eleven terms it has fallen below a double's precision.
fn cosine(angle: f64) -> f64 {
    let (square, mut term, mut sum) = (angle * angle, 1.0, 0.0);
    for even in (0..22).step_by(2) {
        sum += term;
        term *= -square / f64::from((even + 1) * (even + 2));
    }
    sum.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_fingerprints_are_of_one_document_and_half_of_the_bits_says_nothing_is_shared() {
        assert_eq!((resemblance(0, 128).estimate, resemblance(64, 128).estimate < 1e-9), (1.0, true));
        assert_eq!(resemblance(0, 128).high, 1.0);
        assert!(resemblance(0, 128).low > 0.9);
    }

    #[test]
    fn a_third_of_a_right_angle_has_the_cosine_of_thirty_degrees() {
        let estimate = resemblance(20, 120);
        assert!((estimate.estimate - 0.866_025_4 / (2.0 - 0.866_025_4)).abs() < 1e-6);
        assert!(estimate.low < estimate.estimate && estimate.estimate < estimate.high);
    }
}
