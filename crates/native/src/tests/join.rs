//! Joins on all cores: the pairs of the reference.

use proptest::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::MAX_K;
use twinprint_native::{Error, join};

use super::fingerprints::{codes, fingerprints, flipped, numbers, pairs_among};
use super::reference;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn all_cores_find_the_same_in_order_however_fingerprints_come(
        fingerprints in fingerprints(Bits::B64),
        k in 0..=MAX_K,
        flips in prop::collection::vec(any::<(usize, u32, u32)>(), 0..100),
        chunk in 1usize..200,
    ) {
        let queries = flipped(&fingerprints, 64, &flips);
        let again = || codes::<u64>(&[&queries[..], &queries[..]].concat());
        // Every chunk comes twice.
        let chunks = fingerprints.chunks(chunk).flat_map(|chunk| [codes(chunk), codes(chunk)]);
        let pairs = join::join(again(), k, chunks.map(Ok)).unwrap();
        prop_assert!(pairs.is_sorted());
        prop_assert_eq!(numbers(pairs), reference::pairs_within(&queries, &fingerprints, k));
        let pairs = join::self_join(again(), k).unwrap();
        prop_assert!(pairs.is_sorted());
        prop_assert_eq!(numbers(pairs), pairs_among(&queries, k));
    }
}

#[test]
fn a_chunk_that_cannot_be_read_ends_a_join() {
    let missing = || Error::Unreadable { place: "a.bin".into(), reason: std::io::ErrorKind::NotFound.into() };
    let chunks = [Ok(vec![1u64]), Err(missing()), Ok(vec![2])];
    assert!(matches!(join::join(vec![1u64], 3, chunks), Err(Error::Unreadable { .. })));
}
