//! The MD5s of a document's shingles as a list of numbers: the low halves of all, sorted, then the high halves in the same order.

/// The numbers of MD5s, of which equal ones are taken once.
pub(super) fn pack(mut digests: Vec<u128>) -> Vec<u64> {
    digests.sort_unstable_by_key(|digest| digest.rotate_left(64));
    digests.dedup();
    let low = digests.iter().map(|&digest| digest as u64);
    let high = digests.iter().map(|&digest| (digest >> 64) as u64);
    low.chain(high).collect()
}

/// The low and the high halves of what [`pack`] made.
pub(super) fn halves(numbers: &[u64]) -> (&[u64], &[u64]) {
    numbers.split_at(numbers.len() / 2)
}
