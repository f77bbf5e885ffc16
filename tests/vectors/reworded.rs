//! The vectors of passages in other words: what each pair of documents has, in UTF-16 code units, as JavaScript counts.
//!
//! What is expected is recorded, and read over when it changes: `TWINPRINT_RECORD=1 cargo test --test tests vectors` writes it anew.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};
use twinprint::report::{Place, SentencePlaces};
use twinprint::reworded::{Sentences, reworded, words_in_both};
use twinprint::text::Utf16Map;
use twinprint::{Checker, Document, Prepared};

use super::{Vectors, checker, document, given, list, text};

#[test]
fn every_passage_in_other_words_is_as_recorded() {
    let mut vectors = Vectors::read();
    let cases = vectors.json["reworded"].as_array_mut().unwrap();
    let names: BTreeSet<String> = cases.iter().map(|case| text(&case["name"]).into()).collect();
    assert_eq!(names.len(), cases.len(), "each case has a name of its own");
    let mut found = 0;
    for case in cases.iter_mut() {
        if !super::needs_only_what_is_built_in(case) {
            continue;
        }
        let answer = answer(case);
        found += list(&answer).len();
        if Vectors::record() {
            case["expect"] = answer;
        } else {
            assert_eq!(answer, case["expect"], "{}", case["name"]);
        }
    }
    assert!(found >= 5, "{found} passages are found in all");
    vectors.write();
}

/// The passages of a case in the form all faces give them.
fn answer(case: &Value) -> Value {
    let mut checker = checker(&case["options"]);
    let templates: Vec<_> = list(&case["templates"])
        .iter()
        .map(|template| checker.read_text(&Document::plain("template", text(&template["text"]))).unwrap())
        .collect();
    checker.set_templates(&templates);
    let (text_a, text_b) = (given(&case["a"]), given(&case["b"]));
    let a = Side::read(&checker, &case["a"], &text_a);
    let b = Side::read(&checker, &case["b"], &text_b);
    let found = reworded(&a.sentences, &b.sentences);
    let passages = found.iter().map(|passage| {
        let places = passage.places(|words| a.place(words), |words| b.place(words));
        let sentences: Vec<Value> = places.sentences.iter().map(|pair| sentence_pair(&a, &b, pair)).collect();
        json!({
            "a": a.in_utf16(places.a), "b": b.in_utf16(places.b), "words_a": passage.a.len(), "words_b": passage.b.len(),
            "likeness": places.likeness, "sentences": sentences,
        })
    });
    passages.collect()
}

fn sentence_pair(a: &Side<'_>, b: &Side<'_>, pair: &SentencePlaces) -> Value {
    let words_in_a = words_in_both((&a.document, pair.a), (&b.document, pair.b));
    let words_in_b = words_in_both((&b.document, pair.b), (&a.document, pair.a));
    let all = |side: &Side<'_>, words: &[Place]| -> Vec<Value> {
        words.iter().map(|word| side.in_utf16(*word)).collect()
    };
    json!({
        "a": a.in_utf16(pair.a), "b": b.in_utf16(pair.b), "likeness": pair.likeness,
        "shared_a": all(a, &words_in_a), "shared_b": all(b, &words_in_b),
    })
}

/// One document of a case.
struct Side<'a> {
    document: Prepared,
    sentences: Sentences,
    text: &'a str,
}

impl<'a> Side<'a> {
    fn read(checker: &Checker, case: &Value, text: &'a str) -> Self {
        let reading = checker.reader().with_words().read(&document(case, text)).unwrap();
        let prepared = checker.prepare(Arc::new(reading)).unwrap();
        Side { sentences: Sentences::new(&prepared, text).unwrap(), document: prepared, text }
    }

    fn place(&self, words: Range<u32>) -> Place {
        let span = self.document.span(words);
        Place { start: span.start, end: span.end }
    }

    fn in_utf16(&self, place: Place) -> Value {
        let map = Utf16Map::new(self.document.reading().view(self.text));
        json!({ "start": map.offset(place.start), "end": map.offset(place.end) })
    }
}
