//! Samples of shingles against their definitions and guarantees.

use std::collections::BTreeSet;

use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint::resemblance::Overlap;
use twinprint::shingle::{self, Sampling, winnow};

use crate::reference;

/// `count` even hashes, from a counter.
fn hashes(seed: u64, count: u64) -> impl Iterator<Item = u64> {
    (1..=count).map(move |number| mix(mix(seed) ^ number))
}

fn sorted(hashes: impl IntoIterator<Item = u64>) -> Vec<u64> {
    BTreeSet::from_iter(hashes).into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_sample_is_what_the_definition_keeps(
        shingles in prop::collection::vec(any::<u64>().prop_map(|x| x % 200), 0..100),
        divisor in 1u64..6,
        remainder in 0u64..6,
        count in 1usize..40,
    ) {
        let remainder = remainder % divisor;
        let set: BTreeSet<u64> = shingles.iter().copied().collect();
        let mut list = shingles;
        list.sort();
        let kept = |sampling: Sampling| {
            let mut list = list.clone();
            sampling.apply(&mut list);
            list
        };
        let with_remainder: Vec<u64> = set.iter().copied().filter(|x| x % divisor == remainder).collect();
        let few: Vec<u64> = with_remainder.iter().copied().take(count).collect();
        let smallest: Vec<u64> = set.iter().copied().take(count).collect();
        prop_assert_eq!(kept(Sampling::All), set.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(kept(Sampling::Remainder { divisor, remainder, at_most: None }), with_remainder);
        prop_assert_eq!(kept(Sampling::Remainder { divisor, remainder, at_most: Some(count) }), few);
        prop_assert_eq!(kept(Sampling::Smallest(count)), smallest);
    }

    #[test]
    fn a_remainder_by_a_power_of_two_is_that_of_all_128_bits(
        shingles in prop::collection::vec(any::<u128>(), 0..60),
        (power, remainder) in (0u32..64, any::<u64>()),
    ) {
        let divisor = 1u64 << power;
        let remainder = remainder % divisor;
        let mut sample = shingles.clone();
        sample.extend([u128::from(remainder), u128::MAX - u128::from(divisor - 1 - remainder)]);
        sample.sort_unstable();
        let mut expected = sample.clone();
        expected.dedup();
        expected.retain(|shingle| shingle % u128::from(divisor) == u128::from(remainder));
        Sampling::Remainder { divisor, remainder, at_most: None }.apply(&mut sample);
        prop_assert!(!sample.is_empty());
        prop_assert_eq!(sample, expected);
    }

    #[test]
    fn the_samples_of_all_remainders_are_all_shingles(shingles in prop::collection::vec(any::<u128>(), 0..60), divisor in 1u64..9) {
        let all: BTreeSet<u128> = shingles.into_iter().collect();
        let mut together = BTreeSet::new();
        for remainder in 0..divisor {
            let mut sample: Vec<u128> = all.iter().copied().collect();
            Sampling::Remainder { divisor, remainder, at_most: None }.apply(&mut sample);
            for shingle in sample {
                prop_assert!(together.insert(shingle), "no shingle has two remainders");
            }
        }
        prop_assert_eq!(together, all);
    }

    #[test]
    fn frequent_shingles_are_left_out(shingles in prop::collection::vec(0u64..50, 0..60), frequent in prop::collection::btree_set(0u64..50, 0..30)) {
        let mut list = shingles;
        list.sort();
        let expected: Vec<u64> = list.iter().copied().filter(|shingle| !frequent.contains(shingle)).collect();
        shingle::without(&mut list, &frequent.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(list, expected);
    }

    #[test]
    fn the_smallest_of_the_union_need_only_the_smallest_of_each(
        a in prop::collection::btree_set(0u64..100, 0..60),
        b in prop::collection::btree_set(0u64..100, 0..60),
        n in 1usize..80,
    ) {
        let smallest: BTreeSet<u64> = a.union(&b).copied().take(n).collect();
        let count = |set: &BTreeSet<u64>| smallest.intersection(set).count() as u64;
        let shared = smallest.iter().filter(|x| a.contains(x) && b.contains(x)).count() as u64;
        let expected = Overlap { shared, a: count(&a), b: count(&b) };
        let (a, b): (Vec<u64>, Vec<u64>) = (a.into_iter().collect(), b.into_iter().collect());
        prop_assert_eq!(Overlap::of_smallest(&a, &b, n), expected);
        let kept = |list: &[u64]| list.iter().copied().take(n).collect::<Vec<_>>();
        prop_assert_eq!(Overlap::of_smallest(&kept(&a), &kept(&b), n), expected);
    }

    #[test]
    fn winnowing_selects_the_rightmost_smallest_of_every_window(hashes in prop::collection::vec(0u64..20, 0..60), t in 1usize..12) {
        let shingles: Vec<(u64, u32)> = hashes.into_iter().zip((5..).step_by(3)).collect();
        prop_assert_eq!(winnow(&shingles, t).unwrap(), reference::winnow(&shingles, t));
    }

    #[test]
    fn a_shared_run_of_w_and_t_less_one_tokens_shares_a_selected_shingle(
        before in [prop::collection::vec(1u64..5, 0..20), prop::collection::vec(1u64..5, 0..20)],
        after in [prop::collection::vec(1u64..5, 0..20), prop::collection::vec(1u64..5, 0..20)],
        (w, t, shared) in (1usize..6, 1usize..8).prop_flat_map(|(w, t)| {
            (Just(w), Just(t), prop::collection::vec(1u64..5, w + t - 1))
        }),
    ) {
        let selected_within = |i: usize| -> BTreeSet<(u64, usize)> {
            let tokens = [&before[i][..], &shared, &after[i]].concat();
            let mut shingles = Vec::new();
            shingle::windows(&tokens, w, |hash, position| shingles.push((hash, position)));
            let inside = before[i].len()..before[i].len() + t;
            let selected = winnow(&shingles, t).unwrap().into_iter();
            selected
                .filter(|(_, position)| inside.contains(&(*position as usize)))
                .map(|(hash, position)| (hash, position as usize - before[i].len()))
                .collect()
        };
        prop_assert!(selected_within(0).intersection(&selected_within(1)).next().is_some());
    }
}

#[test]
fn repetitions_count_once_and_nothing_resembles_nothing() {
    let nothing = Overlap { shared: 0, a: 0, b: 0 };
    assert_eq!(Overlap::of::<u64>(&[], &[]), nothing);
    assert_eq!(Overlap::of(&[1], &[]), Overlap { a: 1, ..nothing });
    assert_eq!((nothing.resemblance(), nothing.containment_a(), nothing.containment_b()), (0.0, 0.0, 0.0));
    assert_eq!(Overlap::of_smallest(&[1, 1, 2], &[1, 2], 2), Overlap { shared: 2, a: 2, b: 2 });
    assert_eq!(Overlap::of_smallest(&[1, 2], &[1, 1, 2], 2), Overlap { shared: 2, a: 2, b: 2 });
}

#[test]
fn winnowing_selects_two_in_t_and_one_more() {
    for t in [1, 4, 9, 50] {
        let shingles: Vec<(u64, u32)> = hashes(t, 200_000).zip(0..).collect();
        let selected = winnow(&shingles, t as usize).unwrap().len() as f64;
        // Whether a window selects anew does not depend on windows more than t away.
        let (windows, p) = ((200_001 - t) as f64, 2.0 / (t + 1) as f64);
        let deviation = (windows * p * (1.0 - p) * (2 * t + 1) as f64).sqrt();
        assert!((selected - windows * p).abs() <= 4.0 * deviation, "{t}: {selected}");
    }
}

#[test]
fn a_sample_by_remainder_keeps_one_in_the_divisor() {
    for divisor in [2u64, 4, 16, 25] {
        for remainder in 0..divisor {
            let mut shingles = sorted(hashes(7, 100_000));
            Sampling::Remainder { divisor, remainder, at_most: None }.apply(&mut shingles);
            let (n, p) = (100_000.0, 1.0 / divisor as f64);
            // 47 samples: five standard deviations, one chance in 35,000 among them all.
            let deviation = (n * p * (1.0 - p)).sqrt();
            assert!((shingles.len() as f64 - n * p).abs() <= 5.0 * deviation, "{divisor} {remainder}");
        }
    }
}

#[test]
fn samples_estimate_resemblance_without_bias() {
    // Of 900 shingles, each document has 750, and both have 600.
    let (pairs, n) = (1000, 64);
    let resemblance = 600.0 / 900.0;
    let [mut by_remainder, mut by_smallest] = [0.0, 0.0];
    for pair in 0..pairs {
        let union: Vec<u64> = hashes(pair, 900).collect();
        let (a, b) = (sorted(union[..750].iter().copied()), sorted(union[150..].iter().copied()));
        let kept = |sampling: Sampling, list: &[u64]| {
            let mut list = list.to_vec();
            sampling.apply(&mut list);
            list
        };
        let remainder = Sampling::Remainder { divisor: 4, remainder: 1, at_most: None };
        by_remainder += Overlap::of(&kept(remainder, &a), &kept(remainder, &b)).resemblance();
        let smallest = Sampling::Smallest(n);
        by_smallest += Overlap::of_smallest(&kept(smallest, &a), &kept(smallest, &b), n).resemblance();
    }
    // The mean of 1,000 estimates, each of at least 64 draws.
    let deviation = (resemblance * (1.0 - resemblance) / 64.0 / pairs as f64).sqrt();
    for mean in [by_remainder / pairs as f64, by_smallest / pairs as f64] {
        assert!((mean - resemblance).abs() <= 4.0 * deviation, "{mean} for {resemblance}");
    }
}

#[test]
fn sampling_that_could_keep_nothing_is_refused() {
    let refused = |sampling: Sampling| sampling.check().is_err();
    assert!(refused(Sampling::Smallest(0)));
    assert!(refused(Sampling::Remainder { divisor: 25, remainder: 25, at_most: None }));
    assert!(refused(Sampling::Remainder { divisor: 0, remainder: 0, at_most: None }));
    assert!(refused(Sampling::Remainder { divisor: 2, remainder: 0, at_most: Some(0) }));
    assert!(!refused(Sampling::BRODER));
    assert!(winnow(&[], 0).is_err());
}
