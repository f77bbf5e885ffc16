//! What two documents have in other words.

use std::sync::Arc;

use proptest::prelude::*;
use twinprint::reworded::{LETTERS, Reworded, STRONG, Sentences, WHOLE, reworded};
use twinprint::{Checker, Document, Prepared};

const STORM: &str = "The harbour was closed for a week after the storm. Fishermen repaired their torn nets on the quay and waited \
    for calmer weather. Nobody in the village remembered such high waves.";
const REWORDED: &str = "After the storm they closed the harbour for a whole week. On the quay the fishermen were repairing torn \
    nets, waiting until the weather calmed. No villager could remember waves as high as these.";
const BREAD: &str = "Bread was cheap in those years. People danced on Sundays. My uncle sold newspapers at the station, and his \
    brother kept bees behind the mill. A letter took three days to reach the capital.";
const STARS: &str = "Each star burns hydrogen in its core. When this fuel is exhausted, gravity wins and the core contracts. \
    Heavier elements form under pressures which no laboratory can reach. Light from it travels for ages.";

fn read(checker: &Checker, text: &str) -> (Prepared, Sentences) {
    let reading = checker.reader().with_words().read(&Document::plain("text", text)).unwrap();
    let document = checker.prepare(Arc::new(reading)).unwrap();
    let sentences = Sentences::new(&document, text).unwrap();
    (document, sentences)
}

fn found(a: &str, b: &str) -> Vec<Reworded> {
    let checker = Checker::default();
    reworded(&read(&checker, a).1, &read(&checker, b).1)
}

fn joined(parts: &[&str]) -> String {
    parts.join("\n\n")
}

#[test]
fn a_passage_in_other_words_is_found_between_others() {
    let (a, b) = (joined(&[BREAD, STORM]), joined(&[REWORDED, STARS]));
    let checker = Checker::default();
    let (document_a, document_b) = (read(&checker, &a).0, read(&checker, &b).0);
    let found = found(&a, &b);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(&a[document_a.span(found[0].a.clone()).range()], STORM.trim_end_matches('.'));
    assert_eq!(&b[document_b.span(found[0].b.clone()).range()], REWORDED.trim_end_matches('.'));
    assert_eq!(found[0].sentences.len(), 3);
    assert!(checker.numbers(&document_a, &document_b).unwrap().1.is_empty(), "nothing is copied");
}

#[test]
fn what_has_nothing_in_common_has_no_passage() {
    assert_eq!(found(&joined(&[STORM, BREAD]), STARS), []);
}

#[test]
fn a_passage_in_japanese_needs_no_spaces() {
    let a = "港は嵐のあと一週間閉鎖された。漁師たちは岸壁で破れた網を修理し、天気が回復するのを待っていた。村の誰もこれほど高い波を覚えていなかった。\
             春になると船はまた海へ出た。";
    let b = "当時のパンは安かった。嵐のあと、港は一週間にわたって閉鎖された。岸壁では漁師たちが破れた網の修理をしながら、天気の回復を待った。\
             これほど高い波を村の誰も覚えていなかった。人々は日曜日に踊った。";
    assert_eq!(found(a, b).len(), 1);
}

#[test]
fn what_is_copied_ends_with_what_is_copied() {
    let copied = "the keeper of the lighthouse wrote down every ship that passed between the two islands in the long winter of that \
                  year and sent the list to his brother who kept it in a wooden box under the stairs of his house for forty years";
    let a = joined(&[&format!("Nobody knew that {copied}, as was later found out by chance."), BREAD]);
    let b = joined(&[&format!("It may surprise the reader how {copied}. We saw it."), STARS]);
    let (document, _) = read(&Checker::default(), &a);
    let found = found(&a, &b);
    assert_eq!(found.len(), 1);
    assert_eq!(&a[document.span(found[0].a.clone()).range()], copied);
}

#[test]
fn a_passage_begins_within_a_sentence_whose_beginning_is_of_something_else() {
    let a = joined(&[BREAD, STORM]);
    let b = format!(
        "Each star burns hydrogen in its core until this fuel is exhausted, and {REWORDED} Light from it travels for ages."
    );
    let (document, _) = read(&Checker::default(), &b);
    let found = found(&a, &b);
    assert_eq!(found.len(), 1, "{found:?}");
    let passage = &b[document.span(found[0].b.clone()).range()];
    assert!(passage.trim_start_matches("and ").starts_with("After the storm"), "{passage}");
    assert!(
        passage.ends_with("as these"),
        "the last two words stand in the other too little, yet a sentence is whole: {passage}"
    );
}

#[test]
fn template_text_is_in_no_passage() {
    let mut checker = Checker::default();
    let template = checker.read_text(&Document::plain("task", STORM)).unwrap();
    checker.set_templates([&template]);
    let (a, b) = (joined(&[STORM, BREAD]), joined(&[REWORDED, STARS]));
    assert_eq!(reworded(&read(&checker, &a).1, &read(&checker, &b).1), []);
}

#[test]
fn a_sentence_said_thousands_of_times_makes_no_passage_and_no_quadratic_work() {
    let a = "The same words stand here again and again. ".repeat(5_000);
    assert_eq!(found(&a, &a), []);
}

#[test]
fn a_document_read_without_its_words_is_refused() {
    let document = Checker::default().read(&Document::plain("a.txt", STORM)).unwrap();
    let error = Sentences::new(&document, STORM).unwrap_err();
    assert!(error.to_string().contains("a.txt"), "{error}");
}

fn text() -> impl Strategy<Value = String> {
    let sentences: Vec<&str> =
        [STORM, REWORDED, BREAD, STARS].iter().flat_map(|text| text.split_inclusive(". ")).collect();
    prop::collection::vec(prop::sample::select(sentences), 1..30).prop_map(|chosen| chosen.join(" "))
}

proptest! {
    #[test]
    fn passages_are_in_order_apart_in_a_and_as_alike_as_is_said(a in text(), b in text()) {
        let checker = Checker::default();
        let ((document, own), (_, other)) = (read(&checker, &a), read(&checker, &b));
        let found = reworded(&own, &other);
        for pair in found.windows(2) {
            prop_assert!(pair[0].a.end <= pair[1].a.start);
        }
        for passage in &found {
            prop_assert!(passage.likeness >= WHOLE && passage.likeness <= 1.0 + 1e-9);
            prop_assert!(passage.sentences.iter().any(|pair| pair.likeness >= STRONG));
            let letters = a[document.span(passage.a.clone()).range()].chars().filter(|c| c.is_alphanumeric()).count();
            prop_assert!(letters >= LETTERS as usize);
        }
        prop_assert_eq!(found, reworded(&own, &other));
    }
}
