//! Sources ranked by what they explain: against the definition, and what it takes.

use std::ops::Range;

use proptest::prelude::*;
use twinprint::index::rank;

/// Counting every source anew for every place.
fn naive(words: u32, sources: &[Vec<Range<u32>>]) -> Vec<(usize, u32)> {
    let mut left = vec![true; words as usize];
    let mut ranked: Vec<(usize, u32)> = Vec::new();
    while ranked.len() < sources.len() {
        let count = |number: usize| {
            let all = sources[number].iter().flat_map(|stretch| stretch.clone());
            (all.clone().filter(|&word| left[word as usize]).count() as u32, all.count())
        };
        let rest = (0..sources.len()).filter(|number| ranked.iter().all(|(other, _)| other != number));
        let next = rest.max_by_key(|&number| (count(number), std::cmp::Reverse(number))).unwrap();
        ranked.push((next, count(next).0));
        sources[next].iter().flat_map(|stretch| stretch.clone()).for_each(|word| left[word as usize] = false);
    }
    ranked
}

/// Stretches in order and apart, of a document of `words` words.
fn stretches(words: u32) -> impl Strategy<Value = Vec<Range<u32>>> {
    prop::collection::vec((0..words / 4, 1..words / 8), 0..6).prop_map(move |steps| {
        let mut end = 0;
        let stretch = |(gap, length): (u32, u32)| {
            let start = end + gap;
            end = (start + length).min(words);
            (start < end).then_some(start..end)
        };
        steps.into_iter().filter_map(stretch).collect()
    })
}

proptest! {
    #[test]
    fn the_next_source_is_the_one_that_explains_most_of_what_is_left(
        sources in prop::collection::vec(stretches(160), 0..24),
        most in 0usize..30,
    ) {
        let ranking = rank(160, &sources, usize::MAX);
        let naive = naive(160, &sources);
        prop_assert_eq!(&ranking.order, &naive);
        prop_assert_eq!(rank(160, &sources, most).order, &naive[..most.min(naive.len())]);
    }
}

/// Sources that share every so manieth word or so of a document, each at places of its own.
fn scattered(words: u32, sources: u32) -> Vec<Vec<Range<u32>>> {
    let source = |number: u32| {
        let places = (0..20u32)
            .map(|step| (number.wrapping_mul(2_654_435_761).wrapping_add(step * 977_777)) % (words - 40));
        let mut places: Vec<u32> = places.collect();
        places.sort_unstable();
        let mut end = 0;
        let stretch = |place: u32| {
            let stretch = place.max(end)..(place + 8 + number % 30).max(end);
            end = stretch.end;
            (stretch.start < stretch.end).then_some(stretch)
        };
        places.into_iter().filter_map(stretch).collect()
    };
    (0..sources).map(source).collect()
}

#[test]
fn twice_the_document_and_twice_the_sources_take_hardly_more_than_twice_the_counting() {
    let [small, large] =
        [50_000, 100_000].map(|words| rank(words, &scattered(words, words / 10), 100).counted);
    assert!(large < 3 * small, "{small} stretches were counted, then {large}");
    // Naively, each of the hundred places counts every source: 20 stretches of 10,000.
    assert!(large < 100 * 20 * 10_000 / 10, "{large} stretches were counted");
}
