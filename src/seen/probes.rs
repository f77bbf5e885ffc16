//! Which values of a block a near document may have: the likeliest first.

/// Gives differences of a block of `bits` bits: none, then those of one bit, of two and so on, until there are `most`.
///
/// A bit of a near document differs with one probability, and by itself: so of two values the one is likelier that differs in fewer bits. O(p)
/// for p values.
pub(super) fn each_difference(bits: u32, most: usize, take: impl FnMut(u32)) {
    let of_ones = (0..=bits).flat_map(|ones| OfOnes { next: Some(!(u64::MAX << ones)), bits });
    of_ones.take(most).for_each(take);
}

/// All numbers of `bits` bits that have as many ones as the first, in rising order.
struct OfOnes {
    next: Option<u64>,
    bits: u32,
}

impl Iterator for OfOnes {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let number = self.next.filter(|number| number >> self.bits == 0)?;
        // The lowest run of ones loses its highest to the place above, and the rest of it moves to the end.
        self.next = (number != 0).then(|| {
            let lowest = number & number.wrapping_neg();
            let moved = number + lowest;
            moved | ((moved ^ number) / lowest) >> 2
        });
        Some(number as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn differences(bits: u32, most: usize) -> Vec<u32> {
        let mut found = Vec::new();
        each_difference(bits, most, |difference| found.push(difference));
        found
    }

    #[test]
    fn all_differences_come_once_and_those_in_fewer_bits_first() {
        for bits in [1, 2, 9, 16] {
            let mut expected: Vec<u32> = (0..1 << bits).collect();
            expected.sort_by_key(|difference| (difference.count_ones(), *difference));
            assert_eq!(differences(bits, usize::MAX), expected);
            assert_eq!(differences(bits, 3), expected[..expected.len().min(3)]);
        }
        assert_eq!(differences(24, 26).last(), Some(&3));
    }
}
