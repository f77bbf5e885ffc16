//! Joins: every pair within k bits is found, once.

use proptest::prelude::*;
use twinprint::Error;
use twinprint::simhash::Bits;
use twinprint::table::{Code, Join, MAX_K, MAX_SELF_JOIN_K, Plain, Plan, SelfJoin, join_plan};

use crate::fingerprints::{codes, fingerprints, flipped, numbers, pairs_among, sorted};
use crate::plain::by_bits;
use crate::reference;

const ALL_BITS: [Bits; 3] = [Bits::B32, Bits::B64, Bits::B128];

/// The pairs found by a plan's tables of queries, or those of the plan chosen.
fn joined<C: Code>(
    plan: Option<&Plan>,
    queries: &[u128],
    fingerprints: &[u128],
    k: u32,
) -> Vec<(u128, u128)> {
    let queries: Vec<C> = codes(queries);
    let join = match plan {
        Some(plan) => Join::of(plan, Plain::new(plan, &queries).unwrap()),
        None => Join::new(&queries, k).unwrap(),
    };
    let mut pairs = Vec::new();
    assert!(join.scan(&codes(fingerprints), |pair| {
        pairs.push(pair);
        true
    }));
    numbers(pairs)
}

fn self_joined<C: Code>(fingerprints: &[u128], k: u32) -> Vec<(u128, u128)> {
    let (fingerprints, mut pairs) = (codes::<C>(fingerprints), Vec::new());
    let join = SelfJoin::new(&fingerprints, k).unwrap();
    for part in 0..join.parts() {
        assert!(join.scan(part, |pair| {
            pairs.push(pair);
            true
        }));
    }
    numbers(pairs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_join_finds_the_pairs_that_comparing_all_finds(
        (bits, fingerprints) in prop::sample::select(&ALL_BITS[..]).prop_flat_map(|bits| (Just(bits), fingerprints(bits))),
        k in 0..=MAX_K,
        plan in any::<prop::sample::Index>(),
        flips in prop::collection::vec(any::<(usize, u32, u32)>(), 0..100),
        unordered in any::<bool>(),
    ) {
        let queries = flipped(&fingerprints, bits.count(), &flips);
        let expected = reference::pairs_within(&queries, &fingerprints, k);
        let mut stream = fingerprints;
        if unordered {
            stream.reverse();
        }
        prop_assert_eq!(&by_bits!(bits, joined(None, &queries, &stream, k)), &expected);
        let plan = plan.get(&Plan::all(bits, k).unwrap()).clone();
        prop_assert_eq!(&by_bits!(bits, joined(Some(&plan), &queries, &stream, k)), &expected);
    }

    #[test]
    fn a_self_join_finds_the_pairs_that_comparing_all_finds(
        (bits, some) in prop::sample::select(&ALL_BITS[..]).prop_flat_map(|bits| (Just(bits), fingerprints(bits))),
        k in 0..=MAX_SELF_JOIN_K,
        flips in prop::collection::vec(any::<(usize, u32, u32)>(), 0..300),
    ) {
        let near = flipped(&some, bits.count(), &flips);
        let fingerprints = sorted([some, near].concat());
        prop_assert_eq!(by_bits!(bits, self_joined(&fingerprints, k)), pairs_among(&fingerprints, k));
    }

}

#[test]
fn a_crowd_is_cut_again_and_only_its_pairs_are_found() {
    // Four clusters, each of all numbers of 12 bits that stand apart from one another: the leading bits tell nothing.
    let spread = |number: u64| (0..12).fold(0, |code, bit| code | (number >> bit & 1) << (5 * bit));
    let mut fingerprints: Vec<u64> = (0..4)
        .flat_map(|c| (0..1 << 12).map(move |number| spread(number) ^ (c * 0x0842_1084_0000_0002)))
        .collect();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    let join = SelfJoin::new(&fingerprints, 2).unwrap();
    let mut found = Vec::new();
    for part in 0..join.parts() {
        join.scan(part, |pair| {
            found.push((pair.query, pair.fingerprint));
            true
        });
    }
    let alike = |a: u64, b: u64| (a ^ b).count_ones() <= 2;
    let pairs = fingerprints.iter().enumerate();
    let pairs = pairs.flat_map(|(at, &a)| fingerprints[at + 1..].iter().map(move |&b| (a, b)));
    let expected: Vec<(u64, u64)> = pairs.filter(|&(a, b)| alike(a, b)).collect();
    found.sort_unstable();
    assert_eq!(found.len(), expected.len());
    assert!(found == expected);
}

#[test]
fn a_join_ends_when_no_more_is_wanted() {
    let fingerprints: Vec<u64> = (0..1_000).collect();
    let mut left = 10;
    let mut some = |_| {
        left -= 1;
        left > 0
    };
    assert!(!Join::new(&fingerprints, 3).unwrap().scan(&fingerprints, &mut some));
    assert_eq!(left, 0);
    let (join, mut pairs) = (SelfJoin::new(&fingerprints, 3).unwrap(), 0);
    assert!(!join.scan(0, |_| {
        pairs += 1;
        pairs < 10
    }));
    assert_eq!(pairs, 10);
}

#[test]
fn the_plan_of_a_join_has_the_prefixes_that_its_queries_ask_for() {
    let shape = |queries| {
        let plan = join_plan::<u64>(3, queries).unwrap();
        (plan.tables().len(), plan.smallest_prefix())
    };
    assert_eq!(shape(1_000_000), (10, 25));
    assert_eq!(shape(1_000), (4, 16));
    assert!(matches!(join_plan::<u64>(9, 1), Err(Error::InvalidOption { option: "k", .. })));
}
