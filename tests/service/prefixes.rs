//! Who asks by prefixes finds what who asks by whole fingerprints finds.

use twinprint::hash::mix;
use twinprint::index::service::{Form, Request, RequestBody, ResponseBody, Service, pieces, rejoined};
use twinprint::index::{Corpus, Design, LookupRequest, LookupResponse, Near, Postings, Prefixes, Shingles};

use crate::index::built::{Built, Indexed, PLAIN};

use super::{json, lookup};

/// `count` texts, every other one an edited copy of the one before.
fn documents(count: u64) -> Vec<Indexed> {
    let word = |document: u64, at: u64| {
        let edited = document % 2 == 1 && mix(document << 20 | at).is_multiple_of(50);
        let source = if edited { document } else { document / 2 * 2 };
        format!("w{}", mix(source << 20 | at) % 3000)
    };
    let text = |document: u64| {
        let words = (0..300).map(|at| word(document, at) + if at % 12 == 11 { ".\n" } else { "" });
        words.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(|document| Indexed { id: document.to_string(), text: text(document) }).collect()
}

/// `count` numbers: of the index, or some bits away from one of it, or random.
fn queries(numbers: &[u64], count: u64) -> Vec<u64> {
    let query = |at: u64| match (numbers.get(mix(at) as usize % numbers.len().max(1)), at % 8) {
        (Some(&number), flips @ 0..6) => {
            (0..flips).fold(number, |number, flip| number ^ 1 << (mix(at << 8 | flip) % 64))
        }
        _ => mix(!at),
    };
    (0..count).map(query).collect()
}

/// What a service says to a look-up of any size.
fn ask(service: &Service<Corpus<&[u8]>>, asked: &LookupRequest) -> LookupResponse {
    let answers = pieces(asked, Form::Binary, service.manifest().passages * 3).into_iter().map(|piece| {
        let body = RequestBody { recipe: None, lookup: piece.clone() }.encode(Form::Binary);
        let response = service.respond(&lookup(&body, Form::Binary));
        assert_eq!(response.status, 200);
        ResponseBody::decode(Form::Binary, &piece, &response.body, "it").expect("an answer").answer
    });
    rejoined(answers)
}

/// What of the answer to a prefix is near the whole fingerprint, the nearest first.
fn near(query: u64, k: u32, near: &Near) -> Near {
    let distance = |fingerprint: u64| (query ^ fingerprint).count_ones();
    let mut matches = near.matches.clone();
    matches.retain(|found| distance(found.fingerprint) <= k);
    matches.sort_by_key(|found| (distance(found.fingerprint), found.fingerprint));
    Near { matches, truncated: near.truncated }
}

/// The passages of the answer to a prefix in which the whole shingle begins, as far as the index knows it.
fn postings(query: u64, found: &Shingles) -> Postings {
    let begins = |hash: u64| (hash ^ query).checked_shr(64 - found.bits).unwrap_or(0) == 0;
    let mut passages: Vec<u64> =
        found.postings.iter().filter(|(hash, _)| begins(*hash)).map(|(_, passage)| *passage).collect();
    passages.sort_unstable();
    passages.dedup();
    Postings { passages, truncated: found.truncated }
}

/// All prefixes of this length.
fn everything(bits: u32) -> Prefixes {
    let all: Vec<u64> = (0..1u64 << bits).map(|number| number << (64 - bits)).collect();
    Prefixes { bits, fingerprints: all.clone(), shingles: all }
}

fn prefixes_find_what_whole_ones_find(count: u64) {
    let design = Design::default().with_fingerprints();
    let built = Built::of(&design, PLAIN, &[(documents(120), vec![]), (documents(100), vec![7])]);
    let service = Service::new(built.corpus(), built.manifest.clone()).expect("a whole manifest");
    let all = ask(&service, &LookupRequest { prefixes: everything(8), k: 0, ..LookupRequest::default() });
    let prints: Vec<u64> = all
        .fingerprint_prefixes
        .iter()
        .flat_map(|near| &near.matches)
        .map(|found| found.fingerprint)
        .collect();
    let hashes: Vec<u64> =
        all.shingle_prefixes.iter().flat_map(|found| &found.postings).map(|(hash, _)| *hash).collect();
    assert!(prints.len() > 500 && hashes.len() > 5000, "{} and {}", prints.len(), hashes.len());

    let (prints, hashes) = (queries(&prints, count), queries(&hashes, count));
    let (mut found, mut compared) = (0, 0);
    for (at, (prints, hashes)) in prints.chunks(500).zip(hashes.chunks(500)).enumerate() {
        let (k, bits) = (at as u32 % 4, [24, 16, 20, 32, 64, 13][at % 6]);
        let whole = LookupRequest {
            fingerprints: prints.into(),
            shingles: hashes.into(),
            k,
            ..LookupRequest::default()
        };
        let cut = |numbers: &[u64]| numbers.iter().map(|number| number & u64::MAX << (64 - bits)).collect();
        let prefixes = Prefixes { bits, fingerprints: cut(prints), shingles: cut(hashes) };
        let whole = ask(&service, &whole);
        let by_prefix = ask(&service, &LookupRequest { prefixes, k, ..LookupRequest::default() });
        for ((&print, whole), prefix) in
            prints.iter().zip(&whole.fingerprints).zip(&by_prefix.fingerprint_prefixes)
        {
            if !whole.truncated && !prefix.truncated {
                assert_eq!(&near(print, k, prefix), whole, "{print:016x} within {k} by {bits} bits");
                (found, compared) = (found + whole.matches.len() as u64, compared + 1);
            }
        }
        for ((&hash, whole), prefix) in hashes.iter().zip(&whole.shingles).zip(&by_prefix.shingle_prefixes) {
            if !whole.truncated && !prefix.truncated {
                // The index knows fewer bits of a shingle in the first segment than in both; what it tells of more is more.
                let postings = postings(hash, prefix);
                assert!(
                    whole.passages.iter().all(|passage| postings.passages.contains(passage)),
                    "{hash:016x}"
                );
                (found, compared) = (found + whole.passages.len() as u64, compared + 1);
            }
        }
    }
    assert!(compared == 2 * count && found > count / 2, "{compared} compared, {found} found");
}

#[test]
fn a_thousand_look_ups_by_prefixes_find_what_whole_ones_find() {
    prefixes_find_what_whole_ones_find(1000);
}

#[test]
#[ignore = "takes a minute; `cargo test --test tests -- --ignored by_prefixes`"]
fn a_hundred_thousand_look_ups_by_prefixes_find_what_whole_ones_find() {
    prefixes_find_what_whole_ones_find(100_000);
}

#[test]
fn a_prefix_that_much_of_the_index_begins_with_is_refused_and_meta_says_how_long_it_has_to_be() {
    let built = Built::of(&Design::default(), PLAIN, &[(documents(200), vec![])]);
    let service = Service::new(built.corpus(), built.manifest.clone()).expect("a whole manifest");
    let meta = service.respond(&Request { method: "GET", path: "/v1/meta", ..Request::default() });
    let least = json(&meta)["limits"]["prefix_bits"].as_u64().expect("a number") as u32;
    assert!((4..=8).contains(&least), "{least} bits");
    let respond = |bits: u32| {
        let asked = LookupRequest {
            prefixes: Prefixes { fingerprints: vec![], ..everything(bits) },
            ..LookupRequest::default()
        };
        let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(Form::Binary);
        (service.respond(&lookup(&body, Form::Binary)), asked)
    };
    let (answered, asked) = respond(least);
    let answer = ResponseBody::decode(Form::Binary, &asked, &answered.body, "it").expect("an answer").answer;
    let most = answer.shingle_prefixes.iter().map(|found| found.postings.len()).max();
    assert!(answer.shingle_prefixes.iter().all(|found| !found.truncated) && most < Some(4000), "{most:?}");
    for bits in 1..least {
        let (refused, _) = respond(bits);
        let error = &json(&refused)["error"];
        assert_eq!((refused.status, error["where"].as_str()), (422, Some("prefixes.bits")), "{error}");
        assert!(
            error["what"].as_str().is_some_and(|what| what.contains(&format!("have {least} at least"))),
            "{error}"
        );
    }
}
