//! Shares that are known of a sample only, with the bounds between which they are.

use crate::elementary::square_root;
use crate::index::Estimate;

/// The square of the normal distribution's 97.5 % quantile.
const SQUARE: f64 = 1.959_963_984_540_054 * 1.959_963_984_540_054;

impl Estimate {
    /// A share that is known.
    pub fn exact(value: f64) -> Self {
        Estimate { value, low: value, high: value }
    }

    /// The share of a whole of which a sample has `hits` in `of`, with the bounds of Wilson's score interval (1927,
    /// "Probable inference, the law of succession, and statistical inference"), which holds for small samples and at
    /// either end, too. Of an empty sample, anything may be true.
    ///
    /// ```
    /// use twinprint::index::Estimate;
    /// let all = Estimate::of_sample(10, 10);
    /// assert_eq!((all.value, all.high), (1.0, 1.0));
    /// assert!((all.low - 0.7225).abs() < 0.0001);
    /// ```
    pub fn of_sample(hits: u32, of: u32) -> Self {
        if of == 0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let n = f64::from(of);
        let share = f64::from(hits.min(of)) / n;
        let middle = share + SQUARE / (2.0 * n);
        let half = square_root(SQUARE * (share * (1.0 - share) / n + SQUARE / (4.0 * n * n)));
        let scale = 1.0 + SQUARE / n;
        // At the ends the bound is the end, which rounding may miss.
        let low = if hits == 0 { 0.0 } else { (middle - half) / scale };
        let high = if hits >= of { 1.0 } else { (middle + half) / scale };
        Estimate { value: share, low, high }
    }

    /// What a function that rises makes of it.
    pub(super) fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Estimate { value: rising(self.value), low: rising(self.low), high: rising(self.high) }
    }
}
