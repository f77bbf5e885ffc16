//! How far chance may have moved a number: 95 % intervals of shares, of means of trials, and of whatever is drawn again.

pub use crate::eval::{Interval, SplitMix, percentile_interval};

/// The point of the normal law that 2.5 % are above.
const NORMAL: f64 = 1.959_964;

/// The interval (Wilson 1927) of a share that is as sure as one of `n` that were counted independently, which need not be a whole number, above
/// 0. It keeps between 0 and 1 and says something of shares of 0 and 1, too.
///
/// ```
/// use twinprint_study::intervals::wilson_of;
/// let interval = wilson_of(0.0, 10.0);
/// assert!(interval.low == 0.0 && (0.277..0.278).contains(&interval.high));
/// ```
pub fn wilson_of(share: f64, n: f64) -> Interval {
    let z2 = NORMAL * NORMAL;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NORMAL * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    // Rounding must not take the end of a share of 0 or 1 from where it is.
    Interval {
        low: if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) },
        high: if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) },
    }
}

/// The mean of trials, and how they spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrialSummary {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of a sample; none of a single one.
    pub deviation: Option<f64>,
    /// The interval of the mean by Student's law; none of a single one.
    pub interval: Option<Interval>,
    /// The least and the greatest.
    pub extent: Interval,
}

impl TrialSummary {
    /// The same of a figure that is never outside bounds, of which Student's law knows nothing.
    ///
    /// ```
    /// use twinprint_study::intervals::summarize;
    /// let shares = summarize(&[0.9, 1.0]).expect("there are two").within(0.0, 1.0);
    /// assert_eq!(shares.interval.map(|interval| interval.high), Some(1.0));
    /// ```
    pub fn within(self, least: f64, most: f64) -> TrialSummary {
        let clamp = |end: f64| end.clamp(least, most);
        let bounded = |of: Interval| Interval { low: clamp(of.low), high: clamp(of.high) };
        TrialSummary { interval: self.interval.map(bounded), ..self }
    }
}

/// Sums up trials; none if there is none.
///
/// ```
/// use twinprint_study::intervals::summarize;
/// let summarize = summarize(&[0.5, 0.6, 0.7]).expect("there are three");
/// assert!((summarize.mean - 0.6).abs() < 1e-12 && (summarize.deviation.unwrap() - 0.1).abs() < 1e-12);
/// let interval = summarize.interval.unwrap();
/// assert!((0.351..0.352).contains(&interval.low) && (0.848..0.849).contains(&interval.high));
/// ```
pub fn summarize(values: &[f64]) -> Option<TrialSummary> {
    let count = values.len();
    if count == 0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / count as f64;
    let deviation = (count > 1).then(|| {
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (squares / (count - 1) as f64).sqrt()
    });
    let interval = deviation.map(|deviation| {
        let half = student(count - 1) * deviation / (count as f64).sqrt();
        Interval { low: mean - half, high: mean + half }
    });
    let extent = Interval {
        low: values.iter().copied().fold(f64::INFINITY, f64::min),
        high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    };
    Some(TrialSummary { count, mean, deviation, interval, extent })
}

/// The point of Student's law, with these degrees of freedom, that 2.5 % are above: tabled to 30, then between tabled
/// points by the inverse of the degrees.
fn student(degrees: usize) -> f64 {
    const FEW: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    const MANY: [(f64, f64); 5] =
        [(0.0, NORMAL), (1.0 / 120.0, 1.980), (1.0 / 60.0, 2.000), (1.0 / 40.0, 2.021), (1.0 / 30.0, 2.042)];
    if let Some(point) = degrees.checked_sub(1).and_then(|place| FEW.get(place)) {
        return *point;
    }
    let inverse = 1.0 / degrees as f64;
    let above = MANY.iter().position(|(other, _)| *other >= inverse).unwrap_or(MANY.len() - 1).max(1);
    let ((x0, y0), (x1, y1)) = (MANY[above - 1], MANY[above]);
    y0 + (y1 - y0) * (inverse - x0) / (x1 - x0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        // Newcombe 1998, table I: 81 of 263 and 15 of 148.
        let close = |interval: Interval, low: f64, high: f64| {
            (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5
        };
        assert!(close(wilson_of(81.0 / 263.0, 263.0), 0.2553, 0.3662));
        assert!(close(wilson_of(15.0 / 148.0, 148.0), 0.0624, 0.1605));
        assert_eq!(wilson_of(1.0, 29.0).high, 1.0);
    }

    #[test]
    fn the_points_of_students_law_fall_to_that_of_the_normal_law() {
        let points: Vec<f64> = (1..2000).map(student).collect();
        assert!(points.windows(2).all(|two| two[0] >= two[1]), "{points:?}");
        assert!((student(50) - 2.009).abs() < 0.001 && (student(1_000_000) - NORMAL).abs() < 0.001);
    }

    #[test]
    fn a_single_trial_has_a_mean_and_no_spread() {
        let one = summarize(&[0.25]).unwrap();
        assert_eq!((one.mean, one.deviation, one.interval), (0.25, None, None));
        assert_eq!(summarize(&[]), None);
    }
}
