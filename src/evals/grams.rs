//! Distinct hashes, each with a number: whether a hash is among them takes one look, as a rule.

use alloc::vec::Vec;

/// Hashes in an open table, twice as large as it must be. What is empty is 0, which no hash is: it is counted as 1.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    slots: Vec<u64>,
}

impl Grams {
    /// Of hashes, which may repeat.
    pub(super) fn new(mut hashes: Vec<u64>) -> Grams {
        hashes.sort_unstable();
        hashes.dedup();
        let mut grams = Grams { slots: alloc::vec![0; (2 * hashes.len()).next_power_of_two().max(2)] };
        for hash in hashes {
            let slot = grams.slot(hash);
            grams.slots[slot] = hash.max(1);
        }
        grams
    }

    /// How many numbers there are: more than hashes.
    pub(super) fn numbers(&self) -> usize {
        self.slots.len()
    }

    /// The number of a hash, if it is among them.
    #[inline]
    pub(super) fn number(&self, hash: u64) -> Option<usize> {
        let slot = self.slot(hash);
        (self.slots.get(slot).is_some_and(|&held| held != 0)).then_some(slot)
    }

    /// Where a hash is, or would be: half of the slots are empty, so that there is always an end.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        let (hash, mask) = (hash.max(1), self.slots.len().wrapping_sub(1));
        let mut slot = hash as usize & mask;
        while self.slots.get(slot).is_some_and(|&held| held != 0 && held != hash) {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::Grams;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_hash_has_a_number_of_its_own_and_others_have_none(
            hashes in proptest::collection::vec(0u64..200, 0..60), other in 0u64..400,
        ) {
            let grams = Grams::new(hashes.clone());
            let distinct: alloc::collections::BTreeSet<u64> = hashes.iter().map(|&hash| hash.max(1)).collect();
            let numbers: alloc::collections::BTreeSet<usize> = distinct.iter().filter_map(|&hash| grams.number(hash)).collect();
            prop_assert_eq!(numbers.len(), distinct.len());
            prop_assert!(numbers.iter().all(|&number| number < grams.numbers()));
            prop_assert_eq!(grams.number(other).is_some(), distinct.contains(&other.max(1)));
        }
    }

    #[test]
    fn among_none_there_is_none() {
        assert_eq!(Grams::new(Vec::new()).number(0), None);
        assert_eq!(Grams::default().number(7), None);
    }
}
