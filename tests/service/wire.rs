//! Both forms say the same, and neither believes what it reads.

use proptest::collection::vec;
use proptest::prelude::*;
use twinprint::index::service::{Form, RequestBody, ResponseBody};
use twinprint::index::{Limits, LookupRequest, Prefixes};
use twinprint::{Error, RecipeId};

use super::fake::{Fake, INDEX};
use super::lookup;
use twinprint::index::service::IndexBackend;

/// Numbers of which many are close to one another.
fn numbers() -> impl Strategy<Value = Vec<u64>> {
    vec(prop_oneof![any::<u64>(), (0u64..64).prop_map(|bit| 1 << bit), 0u64..8], 0..12)
}

/// Buckets, each once, in any order.
fn buckets() -> impl Strategy<Value = Vec<u32>> {
    proptest::sample::subsequence((0u32..5).collect::<Vec<_>>(), 0..4).prop_shuffle()
}

prop_compose! {
    fn lookups()(
        (fingerprints, shingles) in (numbers(), numbers()),
        (near, beginnings, bits) in (numbers(), numbers(), 1u32..=64),
        (sources, texts) in (buckets(), buckets()),
        k in 0u32..=3,
        describe: bool,
    ) -> LookupRequest {
        let cut = |numbers: Vec<u64>| numbers.into_iter().map(|number| number & u64::MAX << (64 - bits)).collect();
        let prefixes = Prefixes { bits, fingerprints: cut(near), shingles: cut(beginnings) };
        LookupRequest { fingerprints, k, shingles, prefixes, sources, texts, describe }
    }
}

prop_compose! {
    fn indexes()(
        fingerprints in vec((prop_oneof![any::<u64>(), (0u64..64).prop_map(|bit| 1 << bit), 0u64..8], 0u64..100), 0..40),
        shingles in vec((prop_oneof![any::<u64>(), 0u64..8], 0u64..100), 0..40),
        documents in 0u64..100,
        texts in vec(proptest::option::of(".{0,20}"), 0..20),
        missing in vec("[a-z ]{1,9}: ü.{0,9}", 0..3),
    ) -> Fake {
        let (mut fingerprints, mut shingles, mut missing) = (fingerprints, shingles, missing);
        for list in [&mut fingerprints, &mut shingles] {
            list.sort_unstable();
            list.dedup();
        }
        missing.dedup();
        Fake { fingerprints, shingles, documents, texts, missing, ..Fake::default() }
    }
}

const FORMS: [Form; 2] = [Form::Json, Form::Binary];

proptest! {
    #[test]
    fn a_question_is_read_as_it_was_written(lookup in lookups(), id: Option<[u8; 16]>) {
        for form in FORMS {
            let question = RequestBody { recipe: id.map(RecipeId), lookup: lookup.clone() };
            let body = question.encode(form);
            prop_assert_eq!(RequestBody::decode(form, &body, 3), Ok(question), "{}", String::from_utf8_lossy(&body));
        }
    }

    #[test]
    fn an_answer_is_read_as_it_was_written(lookup in lookups(), index in indexes()) {
        let answer = index.answer(&lookup, &Limits::default()).unwrap();
        for form in FORMS {
            let sent = ResponseBody { recipe: RecipeId([7; 16]), index: INDEX, answer: answer.clone() };
            let body = sent.clone().encode(form, &lookup);
            prop_assert_eq!(ResponseBody::decode(form, &lookup, &body, "it"), Ok(sent), "{}", String::from_utf8_lossy(&body));
        }
    }

    #[test]
    fn a_service_answers_as_the_index_behind_it(asked in lookups(), index in indexes()) {
        let service = index.clone().service();
        let answer = index.answer(&asked, &Limits::default()).unwrap();
        for form in FORMS {
            let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(form);
            let response = service.respond(&lookup(&body, form));
            let decoded = ResponseBody::decode(form, &asked, &response.body, "it");
            prop_assert_eq!(response.status, 200);
            prop_assert_eq!(&decoded.unwrap().answer, &answer);
        }
    }

    #[test]
    fn a_damaged_question_is_refused_or_another(
        lookup in lookups(), at: prop::sample::Index, byte: u8, length: prop::sample::Index,
    ) {
        for form in FORMS {
            let mut body = RequestBody { recipe: None, lookup: lookup.clone() }.encode(form);
            body.truncate(length.index(body.len() + 1));
            if !body.is_empty() {
                let at = at.index(body.len());
                body[at] ^= byte;
            }
            if let Err(refusal) = RequestBody::decode(form, &body, 3) {
                prop_assert!([400, 422].contains(&refusal.status), "{refusal:?}");
            }
        }
    }

    #[test]
    fn a_damaged_answer_is_an_error_or_could_have_been_asked_for(
        lookup in lookups(), index in indexes(), at: prop::sample::Index, byte in 1u8..,
    ) {
        let answer = index.answer(&lookup, &Limits::default()).unwrap();
        for form in FORMS {
            let sent = ResponseBody { recipe: RecipeId([7; 16]), index: INDEX, answer: answer.clone() };
            let mut body = sent.encode(form, &lookup);
            let at = at.index(body.len());
            body[at] ^= byte;
            match ResponseBody::decode(form, &lookup, &body, "the service") {
                Err(Error::BadAnswer { index, .. }) => prop_assert_eq!(index, "the service"),
                Err(error) => prop_assert!(false, "{error:?}"),
                Ok(sent) => {
                    let near = lookup.fingerprints.iter().zip(&sent.answer.fingerprints);
                    for (query, near) in near {
                        let far = near.matches.iter().map(|found| (query ^ found.fingerprint).count_ones()).max();
                        prop_assert!(far.unwrap_or(0) <= lookup.k);
                    }
                }
            }
        }
    }

    #[test]
    fn an_answer_that_ends_early_is_an_error(lookup in lookups(), index in indexes(), end: prop::sample::Index) {
        let answer = index.answer(&lookup, &Limits::default()).unwrap();
        for form in FORMS {
            let sent = ResponseBody { recipe: RecipeId([7; 16]), index: INDEX, answer: answer.clone() };
            let body = sent.encode(form, &lookup);
            let end = end.index(body.len());
            // Of padding, any may be cut away.
            let padded = form == Form::Binary && body[end..].iter().all(|&byte| byte == 0);
            prop_assert!(padded || ResponseBody::decode(form, &lookup, &body[..end], "it").is_err());
        }
    }
}

#[test]
fn lists_of_other_lengths_than_those_asked_for_are_no_answer() {
    let asked = LookupRequest { fingerprints: vec![1, 2], k: 3, ..LookupRequest::default() };
    let sent = ResponseBody {
        recipe: RecipeId([7; 16]),
        index: INDEX,
        answer: Fake::default().answer(&asked, &Limits::default()).unwrap(),
    };
    let one = LookupRequest { fingerprints: vec![1], k: 3, ..LookupRequest::default() };
    for form in FORMS {
        let body = sent.clone().encode(form, &asked);
        assert!(ResponseBody::decode(form, &asked, &body, "it").is_ok());
        assert!(ResponseBody::decode(form, &one, &body, "it").is_err(), "{form:?}");
    }
}

#[test]
fn what_is_farther_than_was_asked_for_is_no_answer() {
    let index = Fake { fingerprints: vec![(0b111, 0)], ..Fake::default() };
    let wide = LookupRequest { fingerprints: vec![0], k: 3, ..LookupRequest::default() };
    let sent = ResponseBody {
        recipe: RecipeId([7; 16]),
        index: INDEX,
        answer: index.answer(&wide, &Limits::default()).unwrap(),
    };
    let narrow = LookupRequest { k: 2, ..wide.clone() };
    for form in FORMS {
        let body = sent.clone().encode(form, &wide);
        let error = ResponseBody::decode(form, &narrow, &body, "example.org").unwrap_err().to_string();
        assert!(error.contains("example.org") && error.contains("farther"), "{error}");
    }
}

#[test]
fn a_page_of_html_is_no_answer() {
    let error = ResponseBody::decode(
        Form::Json,
        &LookupRequest::default(),
        b"<!doctype html><p>Hello",
        "example.org",
    )
    .unwrap_err();
    assert!(error.to_string().starts_with("example.org: its response does not fit the request"), "{error}");
}

#[test]
fn a_count_of_more_than_there_are_bytes_for_allocates_nothing() {
    let asked = LookupRequest { texts: vec![0], ..LookupRequest::default() };
    let sent = ResponseBody {
        recipe: RecipeId([7; 16]),
        index: INDEX,
        answer: Fake::default().answer(&asked, &Limits::default()).unwrap(),
    };
    let mut body = sent.encode(Form::Binary, &asked);
    // The number of texts in the bucket: 2^63 of them.
    body.splice(32..33, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]);
    let length = u32::from_le_bytes(body[4..8].try_into().unwrap()) + 9;
    body[4..8].copy_from_slice(&length.to_le_bytes());
    assert!(ResponseBody::decode(Form::Binary, &asked, &body, "it").is_err());
}
