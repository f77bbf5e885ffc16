//! Pairs by how alike they are, in hundredths from a half on: the thresholds of Ye, Wen and Ma.

use serde::{Deserialize, Serialize};

/// How many thresholds there are: 0.50, 0.51, and so on to 0.99.
pub const THRESHOLDS: usize = 50;

/// The threshold of a bin, in hundredths.
pub fn hundredths(bin: usize) -> u32 {
    bin as u32 + 50
}

/// The last threshold that two sets reach by what they share of their union; none below a half, and none of nothing.
///
/// ```
/// use twinprint_study::sampling::bin;
/// assert_eq!((bin(1, 2), bin(49, 100), bin(85, 100), bin(3, 3), bin(0, 0)), (Some(0), None, Some(35), Some(49), None));
/// ```
#[inline]
pub fn bin(shared: u64, union: u64) -> Option<usize> {
    let whole = (100 * shared).checked_div(union)?;
    (whole >= 50).then(|| (whole as usize - 50).min(THRESHOLDS - 1))
}

/// How many pairs reach each threshold and not the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bins(pub Vec<i64>);

impl Default for Bins {
    fn default() -> Self {
        Bins(std::vec![0; THRESHOLDS])
    }
}

impl Bins {
    /// How many pairs reach each threshold.
    ///
    /// ```
    /// use twinprint_study::sampling::Bins;
    /// let mut bins = Bins::default();
    /// (bins.0[0], bins.0[35]) = (3, 2);
    /// let reaching = bins.reaching();
    /// assert_eq!((reaching[0], reaching[1], reaching[35], reaching[36]), (5, 2, 2, 0));
    /// ```
    pub fn reaching(&self) -> Vec<i64> {
        let mut reaching = self.0.clone();
        for bin in (0..reaching.len().saturating_sub(1)).rev() {
            reaching[bin] += reaching[bin + 1];
        }
        reaching
    }

    /// Takes the pairs of others, too.
    pub fn add(&mut self, other: &Bins) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, more)| *own += more);
    }
}
