//! However much is asked for, an answer has its bounds, and says so.

use std::cell::Cell;

use proptest::prelude::*;
use twinprint::Error;
use twinprint::index::service::{
    Form, IndexBackend, LONGEST_BODY, MOST_NUMBERS, MOST_PROBES, RequestBody, ResponseBody, Service, pieces,
    rejoined,
};
use twinprint::index::{Limits, LookupRequest, LookupResponse, Prefixes};

use super::fake::{Fake, manifest};
use super::lookup;

/// The response of a service to a look-up.
fn response_of(index: Fake, asked: &LookupRequest) -> LookupResponse {
    let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(Form::Binary);
    let response = index.service().respond(&lookup(&body, Form::Binary));
    assert_eq!(response.status, 200);
    ResponseBody::decode(Form::Binary, asked, &response.body, "it").expect("an answer").answer
}

#[test]
fn a_fingerprint_that_all_passages_have_is_answered_within_bounds_and_says_so() {
    let index = Fake { fingerprints: (0..5000).map(|passage| (0, passage)).collect(), ..Fake::default() };
    let asked = LookupRequest { fingerprints: vec![0; 1000], ..LookupRequest::default() };
    let answer = response_of(index, &asked);
    let passages =
        |at: usize| answer.fingerprints[at].matches.first().map_or(0, |found| found.passages.len());
    assert_eq!((passages(0), answer.fingerprints[0].matches[0].count), (1000, 5000));
    let all: usize = (0..1000).map(passages).sum();
    assert!(all <= MOST_NUMBERS + 16_000, "{all} passages");
    assert!(answer.fingerprints[999].truncated && answer.fingerprints[999].matches.is_empty());
}

#[test]
fn a_shingle_that_all_passages_have_is_answered_within_bounds_and_says_so() {
    let index = Fake { shingles: (0..5000).map(|passage| (0, passage)).collect(), ..Fake::default() };
    let answer = response_of(index, &LookupRequest { shingles: vec![0; 2000], ..LookupRequest::default() });
    assert!(answer.shingles.iter().all(|postings| postings.truncated));
    let all: usize = answer.shingles.iter().map(|postings| postings.passages.len()).sum();
    assert!(all <= MOST_NUMBERS + 256_000, "{all} passages");
}

/// An index that counts how many numbers it is asked for.
struct Counting<'a> {
    index: Fake,
    asked: &'a Cell<usize>,
}

impl IndexBackend for Counting<'_> {
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
        let LookupRequest { fingerprints, shingles, prefixes, .. } = lookup;
        let lists = [fingerprints, shingles, &prefixes.fingerprints, &prefixes.shingles];
        self.asked.set(self.asked.get() + lists.iter().map(|list| list.len()).sum::<usize>());
        self.index.answer(lookup, limits)
    }

    fn buckets(&self) -> Vec<u64> {
        self.index.buckets()
    }

    fn model(&self) -> Option<&[u8]> {
        None
    }

    fn boilerplate(&self) -> Option<&[u8]> {
        None
    }

    fn missing(&self) -> Vec<String> {
        self.index.missing()
    }
}

/// The response of a service to a look-up, and how many numbers its index was asked for.
fn counted(index: Fake, asked: &LookupRequest) -> (LookupResponse, usize) {
    let count = Cell::new(0);
    let service = Service::new(Counting { index, asked: &count }, manifest()).expect("a whole manifest");
    let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(Form::Binary);
    let response = service.respond(&lookup(&body, Form::Binary));
    let answer = ResponseBody::decode(Form::Binary, asked, &response.body, "it").expect("an answer").answer;
    (answer, count.get())
}

#[test]
fn a_number_that_is_asked_for_many_times_is_looked_up_once_and_told_each_time() {
    let index = Fake {
        fingerprints: vec![(7, 1), (9, 2)],
        shingles: vec![(1 << 40, 1), (1 << 40 | 5, 2)],
        ..Fake::default()
    };
    let asked = LookupRequest {
        fingerprints: vec![7, 9, 7, 7],
        shingles: [vec![5; 1000], vec![1 << 40; 1000]].concat(),
        prefixes: Prefixes { bits: 24, fingerprints: vec![0, 0], shingles: vec![1 << 40, 0, 1 << 40] },
        ..LookupRequest::default()
    };
    let (answer, count) = counted(index.clone(), &asked);
    assert_eq!(answer, index.answer(&asked, &Limits::default()).unwrap());
    assert_eq!(count, 2 + 2 + 1 + 2);
}

#[test]
fn prefixes_for_which_too_many_places_would_be_looked_at_are_not_looked_up_and_say_so() {
    let index = Fake { fingerprints: vec![(7, 1)], ..Fake::default() };
    // Within three bits of one of 64 bits there are 43,745 numbers.
    let asked = LookupRequest {
        prefixes: Prefixes { bits: 64, fingerprints: (0..1000).collect(), shingles: vec![] },
        k: 3,
        ..LookupRequest::default()
    };
    let (answer, count) = counted(index, &asked);
    assert_eq!(count as u64, MOST_PROBES / 43_745);
    let found = &answer.fingerprint_prefixes;
    assert!(!found[7].truncated && found[7].matches.len() == 1, "{:?}", found[7]);
    assert!(found[999].truncated && found[999].matches.is_empty(), "{:?}", found[999]);
}

#[test]
fn sources_that_are_too_long_for_one_answer_are_missing_and_named() {
    let index = Fake { documents: 200, more: 10_000, ..Fake::default() };
    let answer = response_of(index, &LookupRequest { sources: vec![0, 1, 3], ..LookupRequest::default() });
    assert_eq!(answer.sources.iter().map(Vec::len).collect::<Vec<_>>(), [64, 0, 8]);
    assert_eq!(answer.missing, ["bucket 1 of sources: it is too long for one answer"]);
}

#[test]
fn texts_that_are_too_long_for_one_answer_are_missing_and_named() {
    let long = Some("x".repeat(9 << 20));
    let index = Fake { texts: [vec![None; 8], vec![long; 16]].concat(), ..Fake::default() };
    let answer = response_of(index, &LookupRequest { texts: vec![0, 1, 2], ..LookupRequest::default() });
    let lengths: Vec<usize> = answer.texts.iter().map(Vec::len).collect();
    assert_eq!(lengths, [8, 0, 0]);
    assert_eq!(answer.missing.len(), 2, "{:?}", answer.missing);
    assert!(answer.missing[0].starts_with("bucket 1 of texts: "), "{:?}", answer.missing);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_look_up_in_pieces_finds_what_it_finds_whole(
        counts in proptest::collection::vec(0usize..12_000, 4), bits in 8u32..=64, prints in 0u64..1_000_000_000,
        (buckets, describe) in (0u32..200, any::<bool>()),
    ) {
        let index = Fake {
            fingerprints: (0..20).map(|number: u64| (number * 7 % 20, number)).collect(),
            shingles: (0..20).map(|number: u64| (number << 58, number)).collect(),
            documents: 300,
            texts: (0..30).map(|number| Some(number.to_string())).collect(),
            ..Fake::default()
        };
        let list = |count: usize| (0..count as u64).collect::<Vec<_>>();
        let cut = |count: usize| list(count).into_iter().map(|number| number << 50 & u64::MAX << (64 - bits)).collect();
        let whole = LookupRequest {
            fingerprints: list(counts[0]),
            shingles: list(counts[1]),
            prefixes: Prefixes { bits, fingerprints: cut(counts[2] / 100), shingles: cut(counts[3]) },
            sources: (0..buckets).collect(),
            texts: (0..buckets / 2).collect(),
            k: 1,
            describe,
        };
        for form in [Form::Json, Form::Binary] {
            let pieces = pieces(&whole, form, prints);
            for piece in &pieces {
                let body = RequestBody { recipe: Some(twinprint::RecipeId([255; 16])), lookup: piece.clone() }.encode(form);
                prop_assert!(body.len() <= LONGEST_BODY, "{} bytes", body.len());
                prop_assert!(RequestBody::decode(form, &body, 3).is_ok());
            }
            let answers = pieces.iter().map(|piece| index.answer(piece, &Limits::default()).unwrap());
            prop_assert_eq!(rejoined(answers), index.answer(&whole, &Limits::default()).unwrap());
        }
    }
}
