//! How many passages of an index are of what a document is about.
//!
//! How rare a feature is, is counted among all passages. But in an index of many subjects and languages, what is usual in one looks
//! rare: of a million pages of manuals a few thousand pieces of books have nearly all words of novels, so that two novels seem to have
//! much in common that no one else has. So it is counted how often features from places that are [far](FAR) apart in the document
//! are found in one passage, which is by chance, as no passage that was copied is so long. By chance `n` pairs of features found would
//! meet in `n / S` passages, if `S` passages were all as likely to have them; that is the estimate of `S`, the kindred passages.
//!
//! A document too short to have far places tells nothing: of it a quarter of all passages are taken to be kindred.

use alloc::vec::Vec;

use super::query::Query;
use super::suspects::{FeatureHit, STEP};

/// From how many [`STEP`]s apart on places are far: no passage has as many words.
const FAR: usize = 3;

/// Features that more passages have tell little of what a document is about.
const COMMON: usize = 256;

/// The fewest passages that are taken to be kindred, if there are as many: a small index is of one subject.
const LEAST: u64 = 2048;

/// The first guess is that one passage in this many is kindred. It counts as much as if this many pairs had been found in one passage.
const GUESS: u64 = 4;

/// How many of the passages are kindred, given the passages that have each hash, and what was found, by passage.
pub(super) fn kindred(query: &Query, postings: &[Vec<u64>], hits: &[FeatureHit], passages: u64) -> u64 {
    let mut known = alloc::vec![false; postings.len()];
    let tells = |hash: usize| postings[hash].len() <= COMMON && !core::mem::replace(&mut known[hash], true);
    let tell: Vec<bool> = query.features.iter().map(|feature| feature.hash as usize).map(tells).collect();
    let place = |feature: u32| (query.features[feature as usize].words.start / STEP) as usize;
    let mut at_place =
        alloc::vec![0; query.features.last().map_or(0, |last| (last.words.start / STEP) as usize + 1)];
    let mut within = 0_u64;
    let mut places: Vec<(usize, u64)> = Vec::new();
    for own in hits.chunk_by(|a, b| a.0 == b.0) {
        places.clear();
        places.extend(own.iter().filter(|hit| tell[hit.1 as usize]).map(|hit| (place(hit.1), 1)));
        places.iter().for_each(|&(place, _)| at_place[place] += 1);
        within = within.saturating_add(far_pairs(&places));
    }
    let all = far_pairs(&at_place.into_iter().enumerate().collect::<Vec<_>>());
    let kindred = all.saturating_add(passages) / within.saturating_add(GUESS);
    kindred.max(LEAST).min(passages)
}

/// How many pairs there are of those at far places, given how many are at each, by place.
fn far_pairs(counts: &[(usize, u64)]) -> u64 {
    let mut behind = counts.iter().peekable();
    let (mut before, mut pairs) = (0, 0_u64);
    for &(place, count) in counts {
        while let Some((_, more)) = behind.next_if(|(other, _)| other + FAR <= place) {
            before += more;
        }
        pairs = pairs.saturating_add(before * count);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{Query, far_pairs, kindred};
    use crate::hash::mix;
    use crate::index::{Design, Indexer};
    use crate::text::Document;

    #[test]
    fn what_is_found_in_one_passage_of_a_hundred_tells_that_they_are_kindred() {
        const PASSAGES: u64 = 1_000_000;
        const KINDRED: u64 = PASSAGES / 100;
        let text: String = (0..2_000_u64).map(|at| alloc::format!("word{} ", mix(at) % 100_000)).collect();
        let signed =
            Indexer::new(&Design::default(), None).unwrap().sign(&Document::plain("a", &text)).unwrap();
        let query = Query::new(&signed, 8, 18).unwrap();
        // Each hash in eight passages, drawn among those that are kindred.
        let drawn = |hash: u64| (0..8).map(move |number| mix(hash << 8 | number) % KINDRED).collect();
        let postings: Vec<Vec<u64>> = (0..query.hashes.len() as u64).map(drawn).collect();
        let found = |(number, hash): (u32, u32)| {
            postings[hash as usize].iter().map(move |&passage| (passage, number))
        };
        let numbers = (0..).zip(query.features.iter().map(|feature| feature.hash));
        let mut hits: Vec<(u64, u32)> = numbers.flat_map(found).collect();
        hits.sort_unstable();
        let estimate = kindred(&query, &postings, &hits, PASSAGES);
        assert!((KINDRED * 9 / 10..KINDRED * 11 / 10).contains(&estimate), "{estimate} of {KINDRED}");
        assert_eq!(kindred(&query, &postings, &[], PASSAGES), PASSAGES / 4);
        assert_eq!(kindred(&query, &postings, &[], 1_000), 1_000);
    }

    #[test]
    fn pairs_are_counted_of_places_that_are_far_apart_as_each_with_each_gives() {
        let counts: [(usize, u64); 6] = [(0, 2), (0, 1), (1, 5), (3, 7), (4, 1), (9, 3)];
        let naive: u64 = counts
            .iter()
            .flat_map(|a| counts.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a.0 + 3 <= b.0)
            .map(|(a, b)| a.1 * b.1)
            .sum();
        assert_eq!(far_pairs(&counts), naive);
        assert_eq!(far_pairs(&[]), 0);
    }
}
