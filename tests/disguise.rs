//! Questions hidden among others, and which source explains what.

use proptest::prelude::*;
use twinprint::index::{
    Disguise, Estimate, Explained, Findings, FoundPassage, FoundSource, LookupRequest, Prefixes,
};
use twinprint::report::Place;

const SECRET: [u8; 16] = *b"kept on a device";

fn random(mut state: u64) -> impl FnMut(&mut [u8]) {
    move |bytes| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
    }
}

fn sorted<T: Ord + Clone>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort();
    items
}

/// The numbers of `hidden` that are left when those of `own` are taken out, each once; `None` if one is not there.
fn without(hidden: &[u64], own: &[u64]) -> Option<Vec<u64>> {
    let mut left = hidden.to_vec();
    for number in own {
        left.swap_remove(left.iter().position(|other| other == number)?);
    }
    Some(left)
}

proptest! {
    #[test]
    fn what_is_hidden_is_all_there_with_as_many_others(
        numbers in prop::collection::btree_set(any::<u64>(), 0..40),
        bits in 1u32..=64,
        percent in 0u32..250,
        seed in any::<u64>(),
    ) {
        let numbers: Vec<u64> = numbers.into_iter().collect();
        let mask = u64::MAX << (64 - bits);
        let begin: Vec<u64> = numbers.iter().map(|number| number & mask).collect();
        let prefixes = Prefixes { bits, fingerprints: begin.clone(), shingles: begin.clone() };
        let lookup = LookupRequest { fingerprints: numbers.clone(), shingles: numbers.clone(), k: 3, prefixes, ..LookupRequest::default() };
        let hidden = Disguise::new(percent, false, SECRET).hide(&lookup, 0, &mut random(seed));
        let expected = (numbers.len() * percent as usize).div_ceil(100);
        let lists = [
            (&hidden.fingerprints, &numbers), (&hidden.shingles, &numbers),
            (&hidden.prefixes.fingerprints, &begin), (&hidden.prefixes.shingles, &begin),
        ];
        for (hidden, own) in lists {
            let drawn = without(hidden, own).expect("all of its own are there");
            prop_assert!(drawn.iter().all(|decoy| !own.contains(decoy)), "no decoy is one of its own");
            prop_assert_eq!(sorted(&drawn).windows(2).filter(|two| two[0] == two[1]).count(), 0);
            if bits >= 24 {
                prop_assert_eq!(drawn.len(), expected);
            }
            prop_assert!(drawn.len() <= expected);
        }
        prop_assert!(hidden.prefixes.fingerprints.iter().all(|prefix| prefix & !mask == 0), "a prefix has {bits} bits");
        prop_assert_eq!((hidden.k, hidden.prefixes.bits, hidden.describe), (3, bits, false));
    }

    #[test]
    fn buckets_drawn_are_the_indexs_and_none_is_asked_for_twice(
        own in prop::collection::btree_set(0u32..50, 0..50),
        extra in 0u32..20,
        percent in 0u32..250,
        seed in any::<u64>(),
    ) {
        let own: Vec<u32> = own.into_iter().collect();
        let of = own.last().map_or(0, |last| last + 1) + extra;
        let lookup = LookupRequest { sources: own.clone(), ..LookupRequest::default() };
        let hidden = sorted(&Disguise::new(percent, false, SECRET).hide(&lookup, of, &mut random(seed)).sources);
        let most = (own.len() + (own.len() * percent as usize).div_ceil(100)).min(of as usize).max(own.len());
        prop_assert!(hidden.len() <= most);
        // While half of the buckets are free, sixteen draws do not all meet one that is not.
        prop_assert!(most * 2 > of as usize || hidden.len() == most, "{} of {most}", hidden.len());
        prop_assert!(hidden.windows(2).all(|two| two[0] < two[1]), "{:?} has one twice", hidden);
        prop_assert!(own.iter().all(|bucket| hidden.contains(bucket)));
        prop_assert!(hidden.iter().all(|&bucket| bucket < of));
    }

    #[test]
    fn texts_that_are_decoys_lie_in_sources_that_are(
        own in prop::collection::btree_set(0u32..40, 1..10),
        seed in any::<u64>(),
    ) {
        const BUCKETS: u32 = 100;
        let own: Vec<u32> = own.into_iter().collect();
        let mut disguise = Disguise::new(100, true, SECRET);
        let sources = LookupRequest { sources: own.clone(), ..LookupRequest::default() };
        let sources = disguise.hide(&sources, BUCKETS, &mut random(seed)).sources;
        let of_own: Vec<u32> = own.iter().map(|source| source * 8 + 3).collect();
        let texts = LookupRequest { texts: of_own.clone(), ..LookupRequest::default() };
        let hidden = disguise.hide(&texts, BUCKETS, &mut random(seed)).texts;
        prop_assert!(hidden.len() >= 2 * own.len());
        for text in hidden.iter().filter(|text| !of_own.contains(text)) {
            prop_assert!(sources.contains(&(text / 8)) && !own.contains(&(text / 8)), "{text} lies in a decoy");
            prop_assert!(*text <= (BUCKETS - 1) * 8, "it is there");
        }
    }

    #[test]
    fn each_covered_place_is_explained_by_the_first_source_that_has_it(
        covered in places(),
        sources in prop::collection::vec(places(), 0..5),
    ) {
        let findings = findings(&covered, &sources);
        let naive: Vec<Option<usize>> = (0..60)
            .map(|at| {
                let has = |places: &[Place]| places.iter().any(|place| place.start <= at && at < place.end);
                sources.iter().position(|source| has(&covered) && has(source))
            })
            .collect();
        let explained = findings.explained_by();
        let mut explained_by = vec![None; 60];
        for Explained { place, source } in &explained {
            explained_by[place.start as usize..place.end as usize].fill(Some(*source));
        }
        prop_assert_eq!(explained_by, naive);
        let apart = |two: &[Explained]| {
            two[0].place.end < two[1].place.start
                || (two[0].place.end == two[1].place.start && two[0].source != two[1].source)
        };
        prop_assert!(explained.windows(2).all(apart), "{:?} are in order and apart", explained);
    }
}

#[test]
fn the_order_of_what_is_hidden_is_not_the_documents() {
    let numbers: Vec<u64> = (0..1000).collect();
    let lookup = LookupRequest { shingles: numbers.clone(), ..LookupRequest::default() };
    let hidden = Disguise::new(0, false, SECRET).hide(&lookup, 0, &mut random(7)).shingles;
    let followed = hidden.windows(2).filter(|two| two[1] == two[0] + 1).count();
    assert!(followed < 10, "{followed} of 999 numbers are followed by their successors");
}

#[test]
fn a_padded_list_is_a_power_of_two_long() {
    for (own, padded) in [(1, 2), (2, 4), (3, 8), (4, 8), (5, 16), (300, 1024), (512, 1024)] {
        let lookup = LookupRequest {
            shingles: (0..own).map(|number| number << 40).collect(),
            ..LookupRequest::default()
        };
        let hidden = Disguise::new(100, true, SECRET).hide(&lookup, 0, &mut random(7));
        assert_eq!(hidden.shingles.len(), padded, "of {own}");
    }
    let nothing = Disguise::new(100, true, SECRET).hide(&LookupRequest::default(), 5, &mut random(7));
    assert_eq!(nothing, LookupRequest::default(), "nothing is looked up for nothing");
}

#[test]
fn one_secret_draws_the_same_decoys_and_another_does_not() {
    let lookup =
        LookupRequest { shingles: (0..100).map(|number| number << 40).collect(), ..LookupRequest::default() };
    let decoys = |secret, seed| {
        sorted(&Disguise::new(100, false, secret).hide(&lookup, 0, &mut random(seed)).shingles)
    };
    assert_eq!(decoys(SECRET, 1), decoys(SECRET, 2));
    let other = decoys([0; 16], 1);
    let both = decoys(SECRET, 1).iter().filter(|number| other.contains(number)).count();
    assert_eq!(both, 100, "the lookup's own alone");
}

fn places() -> impl Strategy<Value = Vec<Place>> {
    let place = (0u32..60, 0u32..60).prop_map(|(a, b)| Place { start: a.min(b), end: a.max(b) });
    prop::collection::vec(place, 0..6)
}

fn findings(covered: &[Place], sources: &[Vec<Place>]) -> Findings {
    let nothing = Estimate { value: 0.0, low: 0.0, high: 0.0 };
    let source = |places: &Vec<Place>| FoundSource {
        first: 0,
        id: "source".into(),
        title: None,
        url: None,
        words: 0,
        shared: 0,
        explains: 0,
        containment: nothing,
        containment_of_source: nothing,
        resemblance: nothing,
        longest_run: 0,
        distance: None,
        exact: false,
        passages: places
            .iter()
            .map(|&place| FoundPassage { document: place, source: place, words: 0, how: "shingles" })
            .collect(),
    };
    Findings {
        document: "document".into(),
        words: 60,
        explained: 0,
        share: 0.0,
        covered: covered.to_vec(),
        sources: sources.iter().map(source).collect(),
        more_sources: 0,
        truncated: false,
        missing: Vec::new(),
        recipe: String::new(),
    }
}
