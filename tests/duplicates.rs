//! Near-duplicates of texts in memory: every pair, against comparing each with each.

use proptest::prelude::*;
use twinprint::{Error, NearDuplicate, Recipe, ShingleHash, compare, near_duplicates, near_duplicates_by};

/// Texts out of few words, some of them again with a change, some without a word.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let words = prop::collection::vec(0u32..12, 0..14);
    let changed = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u32..12);
    (prop::collection::vec(words, 1..25), prop::collection::vec(changed, 0..15)).prop_map(
        |(mut texts, changed)| {
            for (which, at, word) in changed {
                let mut again = which.get(&texts).clone();
                if !again.is_empty() {
                    let at = at.index(again.len());
                    again[at] = word;
                }
                texts.push(again);
            }
            let text = |words: Vec<u32>| words.iter().map(|word| format!("w{word} ")).collect::<String>();
            texts.into_iter().map(text).collect()
        },
    )
}

proptest! {
    #[test]
    fn every_pair_that_resembles_enough_is_found_and_no_other(texts in texts(), threshold in 0.01f64..=1.0) {
        let found = near_duplicates(&texts, threshold).unwrap();
        let mut pairs = found.pairs.iter();
        for (a, first) in texts.iter().enumerate() {
            for (b, second) in texts.iter().enumerate().skip(a + 1) {
                let Ok(report) = compare(first, second) else { continue };
                let numbers = report.numbers;
                if numbers.resemblance >= threshold {
                    let NearDuplicate { a: own_a, b: own_b, resemblance, containment_a, containment_b, .. } =
                        pairs.next().unwrap();
                    prop_assert_eq!((*own_a, *own_b), (a, b));
                    prop_assert_eq!(*resemblance, numbers.resemblance);
                    prop_assert_eq!((*containment_a, *containment_b), (numbers.containment_a, numbers.containment_b));
                }
            }
        }
        prop_assert!(pairs.next().is_none());
        let empty = texts.iter().enumerate().filter(|(_, text)| text.is_empty()).map(|(place, _)| place);
        prop_assert!(found.refused.iter().map(|(place, _)| *place).eq(empty));
        let no_words = |(_, error): &(usize, Error)| matches!(error, Error::NoWords { .. });
        prop_assert!(found.refused.iter().all(no_words));
    }

    #[test]
    fn thresholds_that_pairs_meet_exactly_leave_none_out(texts in texts()) {
        let all = near_duplicates(&texts, f64::MIN_POSITIVE).unwrap().pairs;
        for pair in &all {
            let found = near_duplicates(&texts, pair.resemblance).unwrap().pairs;
            let expected: Vec<_> =
                all.iter().filter(|other| other.resemblance >= pair.resemblance).copied().collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn clusters_are_what_pairs_join(texts in texts(), threshold in 0.1f64..=1.0) {
        let found = near_duplicates(&texts, threshold).unwrap();
        let mut cluster: Vec<usize> = (0..texts.len()).collect();
        for _ in &texts {
            for pair in &found.pairs {
                let least = cluster[pair.a].min(cluster[pair.b]);
                (cluster[pair.a], cluster[pair.b]) = (least, least);
            }
        }
        let of = |first: usize| (0..texts.len()).filter(|&text| cluster[text] == first).collect::<Vec<_>>();
        let expected: Vec<Vec<usize>> = (0..texts.len()).map(of).filter(|texts| texts.len() > 1).collect();
        prop_assert_eq!(found.clusters(), expected);
    }
}

#[test]
fn shingles_may_be_longer_and_hashed_otherwise() {
    let texts = ["one two three four five six", "one two three four five seven"];
    for hash in [ShingleHash::Rolled64, ShingleHash::Md5, ShingleHash::Rabin40] {
        let recipe = Recipe::default().with_w(5).with_shingle_hash(hash);
        assert_eq!(near_duplicates_by(&recipe, &texts, 0.1).unwrap().pairs[0].resemblance, 1.0 / 3.0);
    }
    assert_eq!(near_duplicates_by(&Recipe::default().with_w(0), &texts, 0.1).unwrap_err().place(), "shingle");
}

#[test]
fn a_threshold_that_is_no_share_is_refused() {
    for threshold in [0.0, -1.0, 1.1, f64::NAN] {
        let error = near_duplicates(&["a"], threshold).unwrap_err();
        assert_eq!(error.place(), "threshold", "{threshold}");
    }
    assert!(near_duplicates::<String>(&[], 1.0).unwrap().pairs.is_empty());
}
