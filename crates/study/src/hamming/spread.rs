//! How fingerprints lie in the space of their 64 bits (Manku, Jain and Das Sarma 2007, section 4.2, Fig. 2).

use twinprint::table::{Coding, Histogram};

/// Into how many equal parts the space is cut.
pub const BUCKETS: usize = 128;

/// Where fingerprints lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    /// How many distinct fingerprints there are.
    pub distinct: u64,
    /// For each bit how often it is the highest in which a distinct fingerprint differs from the next in order (Fig. 2a).
    pub leading: [u64; 64],
    /// How many documents have a fingerprint in each 128th of the space, in order (Fig. 2b).
    pub buckets: [u64; BUCKETS],
}

impl Spread {
    /// Of distinct sorted fingerprints, each with the number of documents that have it.
    ///
    /// ```
    /// use twinprint_study::hamming::Spread;
    /// let spread = Spread::of([(0, 1), (1, 5), (1 << 63, 1)]);
    /// assert_eq!((spread.leading[0], spread.leading[63]), (1, 1));
    /// assert_eq!((spread.buckets[0], spread.buckets[64]), (6, 1));
    /// ```
    pub fn of(fingerprints: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let (mut codes, mut buckets) = (Vec::new(), [0; BUCKETS]);
        for (code, documents) in fingerprints {
            codes.push(code);
            buckets[(code >> 57) as usize] += documents;
        }
        let mut steps = Histogram::new(Coding::Xor);
        steps.add(&codes);
        let mut leading = [0; 64];
        leading.copy_from_slice(&steps.counts()[..64]);
        Spread { distinct: codes.len() as u64, leading, buckets }
    }

    /// How often each bit would lead on average if the fingerprints were as many random numbers: both halves of the space
    /// below a prefix must hold some.
    pub fn leading_at_random(&self) -> [f64; 64] {
        let n = self.distinct as f64;
        core::array::from_fn(|bit| {
            let prefixes = 2f64.powi(63 - bit as i32);
            let half = 0.5 / prefixes;
            // Of few fingerprints below a prefix two in different halves; the exact form would be lost in rounding.
            let both = match n * half < 1e-4 {
                true => n * (n - 1.0) * half * half,
                false => {
                    let missed = |share: f64| (n * (-share).ln_1p()).exp();
                    1.0 - 2.0 * missed(half) + missed(2.0 * half)
                }
            };
            prefixes * both
        })
    }

    /// How many documents the fullest bucket has, which it is, and the mean.
    pub fn fullest(&self) -> (u64, usize, f64) {
        let all: u64 = self.buckets.iter().sum();
        let (most, at) = self
            .buckets
            .iter()
            .zip(0..)
            .max_by_key(|&(&most, at)| (most, usize::MAX - at))
            .unwrap_or((&0, 0));
        (*most, at, all as f64 / BUCKETS as f64)
    }
}
