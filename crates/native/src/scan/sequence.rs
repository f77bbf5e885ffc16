//! The shingles of a document as they follow one another, each by its place among the distinct ones: four bytes rather than eight.

/// The places of shingles among the distinct ones, which are sorted, two to a number. Of a shingle that does not count there is none.
pub(super) fn pack(in_order: &[u64], distinct: &[u64]) -> Vec<u64> {
    let place = |shingle: &u64| distinct.binary_search(shingle).map_or(u32::MAX, |place| place as u32);
    let pair =
        |pair: &[u64]| u64::from(place(&pair[0])) | u64::from(pair.get(1).map_or(u32::MAX, place)) << 32;
    in_order.chunks(2).map(pair).collect()
}

/// The places that were packed; behind an odd number of them one that is none.
pub(crate) fn places(packed: &[u64]) -> impl Iterator<Item = u32> {
    packed.iter().flat_map(|&pair| [pair as u32, (pair >> 32) as u32]).filter(|&place| place != u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_shingles_in_their_order() {
        let in_order = [30, 10, 30, 20, 10];
        let packed = pack(&in_order, &[10, 20, 30]);
        assert_eq!(packed.len(), 3);
        assert_eq!(places(&packed).collect::<Vec<_>>(), [2, 0, 2, 1, 0]);
    }
}
