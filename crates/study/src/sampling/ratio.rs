//! Ratios at which shingles are sampled, and every remainder of each as a trial.

/// A sample of shingles: those whose hash, divided, leaves a remainder (Ye, Wen and Ma 2008, section 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trial {
    /// By what is divided: one shingle in `divisor` is taken.
    pub divisor: u32,
    /// What is left, less than the divisor.
    pub remainder: u32,
}

impl Trial {
    /// Every remainder of these divisors, divisor by divisor.
    ///
    /// ```
    /// use twinprint_study::sampling::Trial;
    /// let trials: Vec<Trial> = Trial::all(&[2, 3]).collect();
    /// assert_eq!((trials.len(), trials[4]), (5, Trial { divisor: 3, remainder: 2 }));
    /// ```
    pub fn all(divisors: &[u32]) -> impl Iterator<Item = Trial> + '_ {
        divisors.iter().flat_map(|&divisor| (0..divisor).map(move |remainder| Trial { divisor, remainder }))
    }

    /// Whether a hash is in the sample.
    #[inline]
    pub fn takes(self, hash: u64) -> bool {
        hash % u64::from(self.divisor) == u64::from(self.remainder)
    }
}
