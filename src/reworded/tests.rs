use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{Sentences, WEAK, contents, seeds, words_in_both};
use crate::check::Checker;
use crate::report::Place;
use crate::text::Document;

fn sentences(text: &str) -> Sentences {
    let checker = Checker::default();
    let reading = checker.reader().with_words().read(&Document::plain("text", text)).unwrap();
    Sentences::new(&checker.prepare(Arc::new(reading)).unwrap(), text).unwrap()
}

/// Each sentence's weights, as the module's words say.
fn naive_weights(a: &Sentences, b: &Sentences) -> [Vec<BTreeMap<u64, f64>>; 2] {
    let n = a.len() + b.len();
    let contents = |document: &Sentences, sentence: usize| -> Vec<(u64, u32)> {
        let own = document.said.iter().filter(|said| said.sentence as usize == sentence);
        own.map(|said| (said.content, said.times)).collect()
    };
    let all: Vec<Vec<(u64, u32)>> =
        (0..a.len()).map(|i| contents(a, i)).chain((0..b.len()).map(|j| contents(b, j))).collect();
    let most = (n / 5).clamp(8, 100);
    let weigh = |document: &Sentences| {
        let of = |sentence: usize| {
            let weight = |&(content, times): &(u64, u32)| {
                let df = all.iter().filter(|said| said.iter().any(|one| one.0 == content)).count();
                let idf = if df > most { 0.0 } else { (n as f64 / df as f64).ln() };
                (content, (1.0 + f64::from(times).ln()) * idf)
            };
            contents(document, sentence).iter().map(weight).collect()
        };
        (0..document.len()).map(of).collect()
    };
    [weigh(a), weigh(b)]
}

fn naive_cosine(a: &BTreeMap<u64, f64>, b: &BTreeMap<u64, f64>) -> f64 {
    let product: f64 = a.iter().filter_map(|(content, weight)| Some(weight * b.get(content)?)).sum();
    let norm = |all: &BTreeMap<u64, f64>| all.values().map(|weight| weight * weight).sum::<f64>().sqrt();
    if norm(a) * norm(b) > 0.0 { product / (norm(a) * norm(b)) } else { 0.0 }
}

fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(alloc::vec![
        "harbour", "storm", "storms", "net", "nets", "quay", "wave", "waves", "keeper", "village", "the",
        "of", "and", "a", "spring", "boats", "海は", "静か",
    ]);
    let sentence = prop::collection::vec(word, 1..9).prop_map(|words| words.join(" ") + ". ");
    prop::collection::vec(sentence, 1..14).prop_map(|sentences| sentences.concat())
}

proptest! {
    #[test]
    fn sentences_are_as_alike_as_the_naive_cosine_says(a in text(), b in text()) {
        let (a, b) = (sentences(&a), sentences(&b));
        let [naive_a, naive_b] = naive_weights(&a, &b);
        let (contents_a, contents_b, _) = contents::weigh(&a, &b);
        let alike = seeds::alike(&contents_a, &contents_b);
        for (i, own) in naive_a.iter().enumerate() {
            for (j, other) in naive_b.iter().enumerate() {
                let naive = naive_cosine(own, other);
                let found = alike.iter().find(|pair| (pair.a as usize, pair.b as usize) == (i, j));
                match found {
                    Some(pair) => prop_assert!((pair.likeness - naive).abs() < 1e-9, "{} {naive}", pair.likeness),
                    None => prop_assert!(naive < WEAK + 1e-9, "{i} {j} {naive}"),
                }
            }
        }
        prop_assert!(alike.is_sorted_by_key(|pair| (pair.a, pair.b)));
    }

    #[test]
    fn sentences_lie_apart_and_hold_every_word(text in text()) {
        let sentences = sentences(&text);
        let mut next = 0;
        for sentence in 0..sentences.len() {
            prop_assert_eq!(sentences.words(sentence).start, next);
            next = sentences.words(sentence).end;
        }
        prop_assert_eq!(next as usize, sentences.tokens.len());
    }
}

/// What of two texts is underlined, in the first's words.
fn underlined(texts: [&str; 2]) -> Vec<&str> {
    let checker = Checker::default();
    let [a, b] = texts.map(|text| checker.read(&Document::plain("text", text)).unwrap());
    let all = |text: &str| Place { start: 0, end: text.len() as u32 };
    let places = words_in_both((&a, all(texts[0])), (&b, all(texts[1])));
    places.iter().map(|place| &texts[0][place.start as usize..place.end as usize]).collect()
}

#[test]
fn without_spaces_two_words_in_a_row_are_shared_and_one_alone_is_not() {
    assert_eq!(underlined(["港は一週間閉鎖", "一週間、港が閉鎖"]), ["一週間閉鎖"]);
    assert_eq!(underlined(["港の海", "海と港"]), [] as [&str; 0]);
}
