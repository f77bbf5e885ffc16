//! An index in parts behind several services answers as the whole one, and says what is missing.

use proptest::prelude::*;
use serde_json::Value;
use twinprint::RecipeId;
use twinprint::index::service::{
    Form, IndexBackend, PartResponse, Request, RequestBody, ResponseBody, merge_answers, respond_merged,
};
use twinprint::index::{Limits, LookupRequest, Prefixes};

use super::fake::{Fake, INDEX};
use super::{json, lookup};

fn whole() -> Fake {
    let numbers =
        |factor: u64| (0..200u64).map(move |n| (n.wrapping_mul(factor), n % 150)).collect::<Vec<_>>();
    Fake {
        fingerprints: [numbers(0x0333_3333_3333_3333), vec![(0, 3), (0, 9), (1, 5)]].concat(),
        shingles: numbers(0x0421_0842_1084_2109),
        documents: 150,
        ..Fake::default()
    }
}

/// What of an index lies in part `part` of `parts`, by ranges of numbers.
fn part(whole: &Fake, part: u64, parts: u64) -> Fake {
    let held = |number: u64| ((u128::from(number) * u128::from(parts)) >> 64) as u64 == part;
    let missing =
        (0..parts).filter(|&other| other != part).map(|other| format!("part {other}: it is not held here"));
    Fake {
        fingerprints: whole.fingerprints.iter().copied().filter(|(number, _)| held(*number)).collect(),
        shingles: whole.shingles.iter().copied().filter(|(number, _)| held(*number)).collect(),
        documents: if part == 0 { whole.documents } else { 0 },
        missing: missing.collect(),
        ..Fake::default()
    }
}

fn response_of(index: &Fake, asked: &LookupRequest, number: u64) -> ResponseBody {
    let answer = index.answer(asked, &Limits::default()).unwrap();
    ResponseBody { recipe: RecipeId([1; 16]), index: number, answer }
}

fn asked() -> LookupRequest {
    LookupRequest {
        fingerprints: vec![0, 0x0333_3333_3333_3333, u64::MAX],
        k: 3,
        shingles: vec![0, 0x0421_0842_1084_2109, 5],
        prefixes: Prefixes { bits: 8, fingerprints: vec![0, 255 << 56], shingles: vec![0, 4 << 56] },
        sources: vec![0, 1],
        ..LookupRequest::default()
    }
}

proptest! {
    #[test]
    fn parts_answer_together_as_the_whole(parts in 1u64..6, fingerprint: u64, bits in 1u32..=64) {
        let prefix = fingerprint & u64::MAX << (64 - bits);
        let asked = LookupRequest {
            fingerprints: vec![fingerprint, 0],
            prefixes: Prefixes { bits, fingerprints: vec![prefix], shingles: vec![prefix] },
            ..asked()
        };
        let whole = whole();
        let services = (0..parts).map(|n| (n.to_string(), Ok(response_of(&part(&whole, n, parts), &asked, INDEX))));
        let merged = merge_answers(&asked, &Limits::default(), services.collect()).unwrap();
        let expected = response_of(&whole, &asked, INDEX);
        // The prefix alone tells no order.
        let sorted = |response: &ResponseBody| response.answer.fingerprint_prefixes.iter().map(|near| {
            let mut matches = near.matches.clone();
            matches.sort_by_key(|found| found.fingerprint);
            matches
        }).collect::<Vec<_>>();
        prop_assert_eq!(sorted(&merged), sorted(&expected));
        prop_assert_eq!(&merged.answer.fingerprints, &expected.answer.fingerprints);
        prop_assert_eq!(&merged.answer.shingles, &expected.answer.shingles);
        prop_assert_eq!(&merged.answer.shingle_prefixes, &expected.answer.shingle_prefixes);
        prop_assert_eq!(&merged.answer.sources, &expected.answer.sources);
        prop_assert!(merged.answer.missing.is_empty(), "{:?}", merged.answer.missing);
    }
}

#[test]
fn a_part_that_nobody_holds_and_who_failed_are_named() {
    let (whole, asked) = (whole(), asked());
    let services = vec![
        ("east".to_string(), Ok(response_of(&part(&whole, 0, 3), &asked, INDEX))),
        ("west".to_string(), Ok(response_of(&part(&whole, 1, 3), &asked, INDEX))),
        ("north".to_string(), Err("it cannot be reached".to_string())),
    ];
    let merged = merge_answers(&asked, &Limits::default(), services).unwrap();
    assert_eq!(merged.answer.missing, ["part 2: it is not held here", "north: it cannot be reached"]);
}

#[test]
fn an_answer_of_another_index_is_left_out_and_named() {
    let (whole, asked) = (whole(), asked());
    let services = vec![
        ("old".to_string(), Ok(response_of(&part(&whole, 0, 2), &asked, 7))),
        ("east".to_string(), Ok(response_of(&part(&whole, 0, 2), &asked, INDEX))),
        ("west".to_string(), Ok(response_of(&part(&whole, 1, 2), &asked, INDEX))),
    ];
    let merged = merge_answers(&asked, &Limits::default(), services).unwrap();
    assert_eq!(merged.answer.fingerprints, response_of(&whole, &asked, INDEX).answer.fingerprints);
    assert_eq!(merged.answer.missing.len(), 1, "{:?}", merged.answer.missing);
    assert!(merged.answer.missing[0].starts_with("old: it has another index"), "{:?}", merged.answer.missing);
}

#[test]
fn without_any_answer_the_index_is_unavailable() {
    let services = vec![("east".to_string(), Err("it cannot be reached".to_string()))];
    let refusal = merge_answers(&asked(), &Limits::default(), services).unwrap_err();
    assert_eq!((refusal.status, &*refusal.what), (503, "east: it cannot be reached"));
}

#[test]
fn a_router_answers_as_one_service_would() {
    let (whole, asked) = (whole(), asked());
    for form in [Form::Json, Form::Binary] {
        let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(form);
        let request = lookup(&body, form);
        let sent: Vec<_> = (0..3).map(|n| part(&whole, n, 3).service().respond(&request)).collect();
        let parts: Vec<_> = sent
            .iter()
            .map(|sent| PartResponse { name: "one", sent: Ok((sent.status, &sent.body)) })
            .collect();
        let response = respond_merged(&request, &parts);
        let body = ResponseBody::decode(form, &asked, &response.body, "it").expect("an answer");
        assert_eq!((response.status, body.answer.missing.len()), (200, 0));
        assert_eq!(body.answer.shingles, whole.answer(&asked, &Limits::default()).unwrap().shingles);
        let parts = [parts[0], PartResponse { name: "two", sent: Ok((200, b"<html>")) }];
        let body = ResponseBody::decode(form, &asked, &respond_merged(&request, &parts).body, "it").unwrap();
        assert!(
            body.answer.missing.iter().any(|missing| missing.starts_with("two: ")),
            "{:?}",
            body.answer.missing
        );
    }
}

#[test]
fn a_router_passes_on_what_every_service_refuses() {
    let request = lookup(br#"{"k": 9}"#, Form::Json);
    let sent = whole().service().respond(&request);
    let part = PartResponse { name: "one", sent: Ok((sent.status, &sent.body)) };
    let unreachable = PartResponse { name: "two", sent: Err("it cannot be reached") };
    assert_eq!(respond_merged(&request, &[part, unreachable, part]), sent);
    assert_eq!(respond_merged(&request, &[unreachable]).status, 503);
}

#[test]
fn a_routers_meta_misses_what_all_miss() {
    let request = Request { method: "GET", path: "/v1/meta", ..Request::default() };
    let sent: Vec<_> = (0..2).map(|n| part(&whole(), n, 3).service().respond(&request)).collect();
    let parts: Vec<_> =
        sent.iter().map(|sent| PartResponse { name: "one", sent: Ok((sent.status, &sent.body)) }).collect();
    let meta = json(&respond_merged(&request, &parts));
    assert_eq!(meta["missing"], Value::from(vec!["part 2: it is not held here"]));
    assert_eq!(meta["index"], format!("{INDEX:016x}"));
}
