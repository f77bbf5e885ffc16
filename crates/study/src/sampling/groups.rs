//! Documents by how many words they have.

use core::ops::Range;
use std::format;

/// The borders between groups, in words: a document is in the group of the last border that it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LengthGroups(Vec<u32>);

impl LengthGroups {
    /// Ye, Wen and Ma's eleven (2008, table 3): below 500, 500 to 1,000, then by 1,000, and from 9,000 on.
    ///
    /// ```
    /// use twinprint_study::sampling::LengthGroups;
    /// let groups = LengthGroups::papers();
    /// assert_eq!((groups.len(), groups.of(499), groups.of(500), groups.of(9_000)), (11, 0, 1, 10));
    /// assert_eq!((groups.name(1).as_str(), groups.name(10).as_str()), ("500-999", "9000-"));
    /// ```
    pub fn papers() -> LengthGroups {
        LengthGroups::new([500].into_iter().chain((1..10).map(|thousand| 1000 * thousand)).collect())
    }

    /// Between these borders, which rise.
    pub fn new(borders: Vec<u32>) -> LengthGroups {
        debug_assert!(borders.is_sorted(), "borders rise");
        LengthGroups(borders)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len() + 1
    }

    /// Never: documents of any length are in a group.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The group of a document with this many words.
    pub fn of(&self, words: u32) -> usize {
        self.0.partition_point(|&border| border <= words)
    }

    /// The words that documents of a group have; the last goes on without end.
    pub fn words(&self, group: usize) -> Range<u32> {
        let border = |place: usize, none| self.0.get(place).copied().unwrap_or(none);
        group.checked_sub(1).map_or(0, |before| border(before, 0))..border(group, u32::MAX)
    }

    /// What a group is called, as 500-999.
    pub fn name(&self, group: usize) -> String {
        let Range { start, end } = self.words(group);
        match end {
            u32::MAX => format!("{start}-"),
            end => format!("{start}-{}", end - 1),
        }
    }
}
