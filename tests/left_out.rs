//! What does not count by how it is set: what is found, and that its words form no shingle and no passage.

use std::collections::BTreeMap;

use proptest::prelude::*;
use twinprint::left_out::{Reason, Reasons};
use twinprint::shingle::widespread;
use twinprint::text::{ApartKind, Document, Reader, Reading, TextOptions};
use twinprint::{Checker, Prepared};

use crate::reference;

fn read(text: &str) -> Reading {
    Reader::new(&TextOptions::default()).unwrap().with_apart().read(&Document::plain("text", text)).unwrap()
}

/// The texts of all that stands apart in one way.
fn found(kind: ApartKind, text: &str) -> Vec<String> {
    let reading = read(text);
    let apart = reading.apart().iter().filter(|apart| apart.kind == kind);
    apart
        .map(|apart| {
            let spans = &reading.spans()[apart.words.start as usize..apart.words.end as usize];
            text[spans[0].start as usize..spans[spans.len() - 1].end as usize].into()
        })
        .collect()
}

fn quotations(text: &str) -> Vec<String> {
    found(ApartKind::Quotation, text)
}

#[test]
fn quotations_are_found_between_the_marks_of_many_languages() {
    for (opens, closes) in [
        ("\"", "\""),
        ("“", "”"),
        ("„", "“"),
        ("„", "”"),
        ("”", "”"),
        ("«", "»"),
        ("« ", " »"),
        ("»", "«"),
        ("‹", "›"),
        ("›", "‹"),
        ("‘", "’"),
        ("‚", "‘"),
        ("「", "」"),
        ("『", "』"),
    ] {
        let text = format!("She said {opens}it is raining again{closes}, and left.");
        assert_eq!(quotations(&text), ["it is raining again"], "{text}");
    }
}

#[test]
fn an_apostrophe_or_an_inch_mark_is_no_quotation_mark() {
    assert!(quotations("The students’ work isn’t theirs, and ‘tis a pity for all concerned").is_empty());
    assert!(quotations("A pipe of 5\" and one of 7\" were laid in the garden").is_empty());
    assert_eq!(quotations("A pipe of 5\": \"we laid it there\""), ["we laid it there"]);
}

#[test]
fn a_quotation_stays_within_its_paragraph_unless_the_next_goes_on_with_its_mark() {
    assert!(quotations("He said “it is raining.\n\nAnd it stopped” then.").is_empty());
    assert_eq!(
        quotations("He said “it is raining.\n\n“And it stopped” then."),
        ["it is raining", "And it stopped"]
    );
}

#[test]
fn a_title_and_a_whole_chapter_between_marks_are_no_quotations() {
    assert!(quotations("He read “War and Peace” twice; “ours too”").contains(&"War and Peace".into()));
    assert!(quotations("He read “Anna Karenina” twice.").is_empty());
    let words = |count: usize| "word ".repeat(count);
    assert_eq!(quotations(&format!("“{}”", words(300))).len(), 1);
    assert!(quotations(&format!("“{}”", words(301))).is_empty());
}

#[test]
fn block_quotes_are_marked_lines_and_indented_paragraphs_outside_lists() {
    let quotes = |text: &str| found(ApartKind::BlockQuote, text);
    assert_eq!(quotes("As she wrote:\n> it rains\n> all day\nThat was it."), ["it rains", "all day"]);
    let prose = "This is what is said of it before, at some length.";
    assert_eq!(quotes(&format!("{prose}\n\n    it rains\n\tall day\n\n{prose}")), ["it rains\n\tall day"]);
    assert!(quotes(&format!("{prose}\n    it rains\n\n{prose}")).is_empty(), "it goes on with the paragraph");
    assert!(quotes(&format!("- {prose}\n\n    it rains\n\n{prose}")).is_empty(), "it is in a list");
    assert!(
        quotes(&format!("    {prose}\n\n    {prose}\n\n{prose}")).is_empty(),
        "paragraphs are indented here"
    );
}

#[test]
fn bibliographies_are_found_by_their_headings_in_many_languages() {
    let works = "Doe, J. (2004). The art of copying. Oxford.";
    for heading in [
        "References",
        "## Works Cited",
        "7. BIBLIOGRAPHY:",
        "**References**",
        "Literaturverzeichnis",
        "Références",
        "Bibliografía",
        "Литература",
        "Список литературы",
        "参考文献",
        "المراجع",
        "Kaynakça",
        "Βιβλιογραφία",
        "Lähteet",
    ] {
        let text = format!("It was so.\n\n{heading}\n\n{works}\n\nAppendix\n\nMore prose.");
        assert_eq!(found(ApartKind::Bibliography, &text), [works.trim_end_matches('.')], "{heading}");
    }
}

#[test]
fn prose_under_such_a_heading_is_no_bibliography() {
    assert!(
        found(ApartKind::Bibliography, &format!("Sources\n\n{}", "The Nile has two. ".repeat(30))).is_empty()
    );
}

#[test]
fn entries_in_a_row_are_a_bibliography_and_prose_between_them_ends_it() {
    let entries = "[1] Doe, The art of copying, 2004.\n[2] Roe, Of shingles, 2011,\n    second edition.\n[3] Poe, Ravens, 1845.";
    assert_eq!(found(ApartKind::Bibliography, &format!("Prose.\n\n{entries}\n\nMore prose.")).len(), 1);
    assert!(
        found(ApartKind::Bibliography, "1. In 1914 it began.\n2. In 1918 it ended.\n3. In 1919 they signed.")
            .is_empty()
    );
}

/// Words, marks, lines and paragraphs of them.
fn marked() -> impl Strategy<Value = String> {
    let pieces = [
        "a ", "b ", "c ", "d ", "e ", "“", "” ", "„", "“ ", " \"", "\" ", "«", "» ", "\n", "\n\n", "> ",
        "\n    ", "’",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..60)
        .prop_map(|pieces| pieces.concat() + " end")
}

proptest! {
    #[test]
    fn what_stands_apart_is_within_the_text_and_never_empty(text in marked()) {
        let reading = read(&text);
        for apart in reading.apart() {
            prop_assert!(!apart.words.is_empty() && apart.words.end as usize <= reading.hashes().len());
            prop_assert!(apart.kind != ApartKind::Quotation || (3..=300).contains(&apart.words.len()));
        }
    }

    #[test]
    fn guillemets_are_found_as_the_reference_finds_them(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["a ", "b c d ", "«a b» ", "«a b c d» ", "« ", "\n\n"]), 0..40,
        ),
    ) {
        let text = format!("start {} end", pieces.concat());
        prop_assert_eq!(quotations(&text), reference::quotations(&text, '«', '»'));
    }

    #[test]
    fn words_that_are_left_out_form_no_shingle_and_no_passage(a in marked(), b in marked(), n in 2usize..6) {
        let checker = Checker::default().with_run(n).unwrap().with_left_out(&ApartKind::ALL);
        let prepare = |text: &str| checker.read(&Document::plain("text", text)).ok();
        let own = |prepared: &Prepared, text: &str| -> Vec<Option<String>> {
            let spans = prepared.reading().spans();
            let mut words: Vec<_> =
                spans.iter().map(|span| Some(text[span.start as usize..span.end as usize].to_string())).collect();
            for stretch in prepared.left_out() {
                words[stretch.words.start as usize..stretch.words.end as usize].fill(None);
            }
            words
        };
        let (Some(one), Some(other)) = (prepare(&a), prepare(&b)) else { return Ok(()) };
        let (own_a, own_b) = (own(&one, &a), own(&other, &b));
        let [own_a, own_b]: [reference::Own; 2] =
            [&own_a, &own_b].map(|words| words.iter().map(Option::as_deref).collect());
        let report = checker.compare(&one, &other).unwrap();
        let numbers = &report.numbers;
        let counts = (numbers.shared_shingles as usize, numbers.shingles_a as usize, numbers.shingles_b as usize);
        prop_assert_eq!(counts, reference::overlap(&own_a, &own_b, checker.recipe().w));
        let left_out = |own: &reference::Own| own.iter().filter(|word| word.is_none()).count() as u32;
        prop_assert_eq!((numbers.left_out_words_a, numbers.left_out_words_b), (left_out(&own_a), left_out(&own_b)));
        let least = reference::in_shared_run(&own_a, &own_b, n).iter().filter(|&&shared| shared).count();
        prop_assert!(numbers.shared_words_a as usize >= least);
    }

    #[test]
    fn what_would_be_left_out_counts_where_its_reason_is_counted(text in marked()) {
        let all = Checker::default().with_left_out(&ApartKind::ALL);
        let counted: Reasons = Reason::ALL.into_iter().collect();
        let reading = std::sync::Arc::new(all.read_text(&Document::plain("text", &text)).unwrap());
        let prepared = all.prepare_counting(reading, counted).unwrap();
        prop_assert!(prepared.left_out().is_empty());
    }

    #[test]
    fn what_is_taken_out_is_left_out_as_a_template_of_the_same_words_is(
        text in marked(), taken in prop::collection::vec(marked(), 0..3), n in 2usize..6,
    ) {
        let checker = Checker::default().with_run(n).unwrap();
        let mut with_templates = checker.clone();
        with_templates.set_templates(&taken.iter().map(|text| read(text)).collect::<Vec<_>>());
        let taken = checker.taken_out(&taken);
        let reading = std::sync::Arc::new(read(&text));
        let by_hand = checker.prepare_taking_out(reading.clone(), Reasons::default(), &[&taken]);
        let words = |prepared: &Prepared| -> Vec<u32> {
            prepared.left_out().iter().flat_map(|stretch| stretch.words.clone()).collect()
        };
        let by_hand = by_hand.unwrap();
        let all: Vec<u32> = (0..reading.hashes().len() as u32).collect();
        let by_template = with_templates.prepare(reading);
        prop_assert_eq!(words(&by_hand), by_template.map_or(all, |prepared| words(&prepared)));
    }

    #[test]
    fn widespread_is_what_more_groups_have_than_are_allowed(
        documents in prop::collection::vec((prop::collection::vec(0u64..20, 0..12), 0u32..5), 0..8),
        most in 0usize..5,
    ) {
        let mut groups: BTreeMap<u64, std::collections::BTreeSet<u32>> = BTreeMap::new();
        for (hashes, group) in &documents {
            for &hash in hashes {
                groups.entry(hash).or_default().insert(*group);
            }
        }
        let expected: Vec<u64> =
            groups.into_iter().filter(|(_, groups)| groups.len() > most).map(|(hash, _)| hash).collect();
        prop_assert_eq!(widespread(documents.iter().map(|(hashes, group)| (&hashes[..], *group)), most), expected);
    }
}

#[test]
fn a_run_that_many_have_does_not_count_once_it_is_common() {
    let shared = "one two three four five six seven eight nine ten";
    let texts = ["alpha beta gamma", "delta epsilon zeta", "eta theta iota"]
        .map(|own| format!("{own} {shared} {own}"));
    let mut checker = Checker::default();
    let readings = texts.each_ref().map(|text| checker.read_text(&Document::plain("text", text)).unwrap());
    let runs = readings.each_ref().map(|reading| checker.run_hashes(reading));
    checker.set_common(widespread(runs.iter().zip(0..).map(|(runs, document)| (&runs[..], document)), 2));
    let [a, b, _] = readings.map(|reading| checker.prepare(reading.into()).unwrap());
    let numbers = checker.numbers(&a, &b).unwrap().0;
    assert_eq!((numbers.longest_run, numbers.left_out_words_a, numbers.shared_shingles), (0, 10, 0));
    assert!(a.left_out().iter().all(|stretch| stretch.reason == Reason::Common));
}

#[test]
fn of_several_reasons_the_last_is_given_and_stretches_side_by_side_keep_their_own() {
    let mut checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    let read = |text: &str| checker.read_text(&Document::plain("text", text)).unwrap();
    let template = read("three four five six seven eight nine ten");
    let common = checker.run_hashes(&read("seven eight nine ten gamma delta epsilon zeta"));
    checker.set_templates([&template]);
    checker.set_common(common);
    let text = "alpha beta “one two three four five six seven eight nine ten” gamma delta epsilon zeta eta";
    let document = checker.read(&Document::plain("text", text)).unwrap();
    let stretches: Vec<_> = document.left_out().iter().map(|of| (of.reason, of.words.clone())).collect();
    assert_eq!(stretches, [(Reason::Quotation, 2..4), (Reason::Template, 4..12), (Reason::Common, 12..16)]);
}

#[test]
fn a_reason_that_is_named_twice_is_one() {
    let reasons: Reasons = [Reason::Common, Reason::Quotation, Reason::Common].into_iter().collect();
    assert_eq!(Reason::ALL.map(|reason| reasons.has(reason)), [false, true, false, false, true, false]);
}

#[test]
fn documents_prepared_with_and_without_quotations_are_not_compared() {
    let text = "it is raining";
    let [with, without] = [Checker::default(), Checker::default().with_left_out(&[ApartKind::Quotation])];
    let [a, b] = [&with, &without].map(|checker| checker.read(&Document::plain("text", text)).unwrap());
    assert!(with.compare(&a, &b).unwrap_err().to_string().contains("without what is left out"));
}

/// Two documents that share a phrase and a longer passage, and what is left of them without some texts.
fn without(taken: &[&str]) -> twinprint::report::Report {
    let checker = Checker::default();
    let texts = [
        "At the end of the day, it depends. The keeper climbed the stairs at dusk and trimmed the wick.",
        "The keeper climbed the stairs at dusk and trimmed the wick, but, at the end of the day, it rained.",
    ];
    let texts = texts.map(|text| checker.read_text(&Document::plain("text", text)).unwrap());
    let taken = checker.taken_out(taken);
    let [a, b] = texts
        .map(|reading| checker.prepare_taking_out(reading.into(), Reasons::default(), &[&taken]).unwrap());
    checker.compare(&a, &b).unwrap()
}

#[test]
fn a_passage_that_is_taken_out_counts_in_no_number_and_says_which_it_was() {
    let numbers = without(&[]).numbers;
    assert_eq!((numbers.longest_run, numbers.left_out_words_a), (11, 0));
    let [depends, keeper, day] =
        ["it depends", "the keeper climbed the stairs at dusk and trimmed the wick", "at the end of the day"];
    let report = without(&[depends, keeper]);
    assert_eq!((report.numbers.longest_run, report.numbers.shared_words_a), (6, 6));
    assert_eq!((report.numbers.left_out_words_a, report.numbers.left_out_words_b), (13, 11));
    let stretches = report.left_out_a.iter().map(|of| (of.kind, of.text, of.words)).collect::<Vec<_>>();
    assert_eq!(stretches, [("taken-out", Some(0), 2), ("taken-out", Some(1), 11)]);
    let numbers = without(&[depends, keeper, day]).numbers;
    assert_eq!((numbers.longest_run, numbers.shared_words_a, numbers.left_out_words_a), (0, 0, 19));
}

#[test]
fn a_document_all_of_which_was_taken_out_shares_nothing_and_is_no_error() {
    let checker = Checker::default();
    let reading = std::sync::Arc::new(read("it rains all day"));
    let taken = checker.taken_out(["It rains all day!"]);
    let document = checker.prepare_taking_out(reading, Reasons::default(), &[&taken]).unwrap();
    let numbers = checker.numbers(&document, &document).unwrap().0;
    assert_eq!((numbers.shared_words_a, numbers.shingles_a, numbers.resemblance), (0, 0, 0.0));
}

#[test]
fn a_template_is_said_to_be_one_though_its_words_were_taken_out_too() {
    let mut checker = Checker::default();
    let reading = std::sync::Arc::new(read("say what you think and why it rains"));
    checker.set_templates([&read("say what you think and why")]);
    let taken = checker.taken_out(["say what you think and why", "why it rains"]);
    let document = checker.prepare_taking_out(reading, Reasons::default(), &[&taken]).unwrap();
    let stretches: Vec<_> = document.left_out().iter().map(|of| (of.reason, of.words.clone())).collect();
    assert_eq!(stretches, [(Reason::Template, 0..6), (Reason::TakenOut, 6..8)]);
}

#[test]
fn a_document_is_prepared_again_only_where_something_else_of_it_counts() {
    let mut checker = Checker::default();
    let mut document = checker.read(&Document::plain("a", "so to speak, it rains")).unwrap();
    let fresh = document.fingerprint();
    let none = checker.taken_out([""; 0]);
    let (one, both) = (checker.taken_out(["so to speak"]), checker.taken_out(["it snows", "so to speak"]));
    let reasons = Reasons::default();
    assert!(checker.prepare_again(&mut document, reasons, &[&one]).unwrap());
    assert!(!checker.prepare_again(&mut document, reasons, &[&one]).unwrap());
    assert!(checker.prepare_again(&mut document, reasons, &[&both]).unwrap());
    assert_eq!(document.left_out()[0].text, 1);
    assert!(checker.prepare_again(&mut document, reasons, &[&none]).unwrap());
    assert_eq!(document.fingerprint(), fresh);
    // What it does not have changes nothing of it, but it is then compared with documents of the same templates.
    checker.set_templates([&read("it snows")]);
    assert!(!checker.prepare_again(&mut document, reasons, &[]).unwrap());
    assert!(checker.numbers(&document, &document).is_ok());
}
