//! Answers whose lengths say little.

use proptest::prelude::*;
use twinprint::index::service::{Form, RequestBody, size_class};
use twinprint::index::{LookupRequest, Prefixes};

use super::fake::Fake;
use super::lookup;

/// Powers of two from 1 KiB on, and three quarters of them from the second on.
fn is_class(length: usize) -> bool {
    let power = |length: usize| length.is_power_of_two() && length >= 1024;
    power(length) || (length.is_multiple_of(3) && power(length / 3 * 4) && length > 1024)
}

fn index() -> Fake {
    Fake {
        fingerprints: (0..3000)
            .map(|number: u64| (number.wrapping_mul(0x9E37_79B9_7F4A_7C15), number))
            .collect(),
        shingles: (0..3000).map(|number: u64| (number.wrapping_mul(0xD1B5_4A32_D192_ED03), number)).collect(),
        documents: 200,
        texts: (0..30).map(|number| Some("word ".repeat(number * number))).collect(),
        ..Fake::default()
    }
}

/// Some of the first five buckets.
fn buckets() -> impl Strategy<Value = Vec<u32>> {
    proptest::sample::subsequence((0u32..5).collect::<Vec<_>>(), 0..5)
}

proptest! {
    #[test]
    fn the_class_of_a_length_is_the_least_that_holds_it(length in 0usize..200_000) {
        let class = size_class(length);
        prop_assert!(is_class(class) && class >= length, "{length}: {class}");
        prop_assert!((length.max(1)..class).all(|shorter| !is_class(shorter)), "{length}: {class}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn answers_to_prefixes_and_of_buckets_have_one_of_a_few_lengths(
        (prefix, bits) in (any::<u64>(), 1u32..=64), sources in buckets(), (texts, what) in (buckets(), 0..4),
    ) {
        let service = index().service();
        let prefix = prefix & u64::MAX << (64 - bits);
        let prefixes = Prefixes { bits, fingerprints: vec![prefix], shingles: vec![prefix] };
        let asked = match what {
            0 => LookupRequest { prefixes, k: 3, ..LookupRequest::default() },
            1 => LookupRequest { sources: [&[9], &*sources].concat(), ..LookupRequest::default() },
            2 => LookupRequest { texts: [&[9], &*texts].concat(), ..LookupRequest::default() },
            _ => LookupRequest { prefixes, sources, texts, fingerprints: vec![prefix], k: 1, ..LookupRequest::default() },
        };
        for form in [Form::Json, Form::Binary] {
            let body = RequestBody { recipe: None, lookup: asked.clone() }.encode(form);
            let response = service.respond(&lookup(&body, form));
            prop_assert_eq!(response.status, 200);
            prop_assert!(is_class(response.body.len()), "{form:?}: {}", response.body.len());
        }
    }
}

#[test]
fn an_answer_is_not_compressed_on_its_way_or_kept() {
    let response = index().service().respond(&lookup(br#"{"sources":[0]}"#, Form::Json));
    let header = |name| response.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value);
    assert_eq!(header("cache-control"), Some("no-store, no-transform"));
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
}
