//! Groups of pairs by length: how many bits a changed word moves depends on how many words there are.

use std::format;

use twinprint_native::display::count;

/// Groups of pairs by the words of the shorter document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lengths {
    /// Where each group but the first begins, ascending.
    borders: Vec<u32>,
}

impl Lengths {
    /// Groups that begin at these numbers of words, beside the one that begins at none.
    ///
    /// ```
    /// use twinprint_study::hamming::Lengths;
    /// let lengths = Lengths::new([500, 100]);
    /// assert_eq!([lengths.of(99), lengths.of(100), lengths.of(9_000)], [0, 1, 2]);
    /// assert_eq!(lengths.names(), ["below 100 words", "100 to 499 words", "500 words and more"]);
    /// ```
    pub fn new(borders: impl IntoIterator<Item = u32>) -> Self {
        let mut borders: Vec<u32> = borders.into_iter().filter(|&border| border > 0).collect();
        borders.sort_unstable();
        borders.dedup();
        Lengths { borders }
    }

    /// How many groups there are.
    pub fn count(&self) -> usize {
        self.borders.len() + 1
    }

    /// The group of documents with this many words.
    pub fn of(&self, words: u32) -> usize {
        self.borders.partition_point(|&border| border <= words)
    }

    /// What each group is called.
    pub fn names(&self) -> Vec<String> {
        let name =
            |group: usize| match (group.checked_sub(1).map(|at| self.borders[at]), self.borders.get(group)) {
                (None, None) => "any length".into(),
                (None, Some(&end)) => format!("below {} words", count(end)),
                (Some(start), Some(&end)) => format!("{} to {} words", count(start), count(end - 1)),
                (Some(start), None) => format!("{} words and more", count(start)),
            };
        (0..self.count()).map(name).collect()
    }
}

impl Default for Lengths {
    /// At 100, 200, 500, 1,000 and 2,000 words.
    fn default() -> Self {
        Lengths::new([100, 200, 500, 1_000, 2_000])
    }
}
