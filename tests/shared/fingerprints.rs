//! Fingerprints that tests make, and the pairs among them by the reference.

use proptest::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{Code, Pair};

use super::reference;

/// Kinds of fingerprints: spread evenly; in a few clusters; consecutive numbers; all but alike, in the leading bits or in
/// those that end.
pub(crate) fn fingerprints(bits: Bits) -> impl Strategy<Value = Vec<u128>> {
    let f = bits.count();
    let kept = u128::MAX >> (128 - f);
    let numbers = |most: usize| prop::collection::vec(any::<u128>(), 0..most);
    let clusters = (numbers(5), prop::collection::vec((any::<usize>(), any::<[u8; 5]>()), 0..600));
    let clustered = clusters.prop_map(move |(centres, flips)| {
        let member = |(centre, flips): (usize, [u8; 5])| {
            let centre = centres.get(centre % centres.len().max(1)).copied().unwrap_or(0);
            flips.iter().fold(centre, |code, &at| code ^ 1 << (u32::from(at) % f))
        };
        flips.into_iter().map(member).collect::<Vec<_>>()
    });
    let run =
        (any::<u128>(), 0..600u128).prop_map(|(first, n)| (0..n).map(|i| first.wrapping_add(i)).collect());
    let crowd = prop::collection::vec(0..1024u128, 0..600);
    let high = crowd.clone().prop_map(move |crowd| crowd.into_iter().map(|code| code << (f - 10)).collect());
    let kinds = prop_oneof![numbers(600), clustered, run, crowd, high];
    kinds.prop_map(move |codes: Vec<u128>| sorted(codes.into_iter().map(|code| code & kept).collect()))
}

/// Distinct and in ascending order.
pub(crate) fn sorted(mut codes: Vec<u128>) -> Vec<u128> {
    codes.sort_unstable();
    codes.dedup();
    codes
}

pub(crate) fn codes<C: Code>(numbers: &[u128]) -> Vec<C> {
    numbers.iter().map(|&number| C::truncated(number)).collect()
}

/// Queries and fingerprints as numbers, in order; and that distances are right.
pub(crate) fn numbers<C: Code>(mut pairs: Vec<Pair<C>>) -> Vec<(u128, u128)> {
    pairs.sort_unstable();
    let number = |pair: &Pair<C>| {
        assert_eq!(pair.distance, (pair.query ^ pair.fingerprint).ones());
        (pair.query.widened(), pair.fingerprint.widened())
    };
    pairs.iter().map(number).collect()
}

/// The pairs of these among themselves, the smaller first.
pub(crate) fn pairs_among(fingerprints: &[u128], k: u32) -> Vec<(u128, u128)> {
    let mut pairs = reference::pairs_within(fingerprints, fingerprints, k);
    pairs.retain(|(a, b)| a < b);
    pairs
}

/// Some with one or two bits flipped, so that they are near to one another.
pub(crate) fn flipped(fingerprints: &[u128], f: u32, flips: &[(usize, u32, u32)]) -> Vec<u128> {
    let flip = |&(at, a, b): &(usize, u32, u32)| {
        let from = fingerprints.get(at % fingerprints.len().max(1)).copied().unwrap_or(0);
        from ^ 1 << (a % f) ^ 1 << (b % f)
    };
    sorted(flips.iter().map(flip).collect())
}
