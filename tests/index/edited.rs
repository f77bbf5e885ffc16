//! Passages that were edited, found by their pairs of words.

use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint::index::{Design, Findings, IndexCheck, IndexOptions, Indexer, Rule};
use twinprint::{Document, Index};

use super::naive::{By, Naive};

const DOCUMENTS: u64 = 40;
const WORDS: u64 = 400;

fn design() -> Design {
    Design::default()
}

/// A word of a text, the same for the same numbers: of two thousand, those first more often.
fn word(seed: u64, at: u64) -> String {
    let drawn = mix(seed << 32 | at);
    format!(
        "{}ord{}",
        ["w", "l", "f", "c"][(drawn >> 60) as usize % 4],
        (drawn % 2_000).min(mix(drawn) % 2_000)
    )
}

fn words(seed: u64, words: u64) -> Vec<String> {
    (0..words).map(|at| word(seed, at)).collect()
}

fn corpus() -> Vec<String> {
    (0..DOCUMENTS).map(|seed| words(seed, WORDS).join(" ")).collect()
}

/// A text of its own with a hundred words of a document of the corpus, of which every third one is another.
fn edited(source: u64) -> String {
    let mut passage = words(source, WORDS)[150..250].to_vec();
    for at in (2..100).step_by(3) {
        passage[at] = word(3_000, at as u64);
    }
    [words(1_000, 150), passage, words(2_000, 150)].concat().join(" ")
}

fn found(design: Design, texts: bool, text: &str) -> Findings {
    let names: Vec<String> = (0..DOCUMENTS).map(|number| number.to_string()).collect();
    let corpus = corpus();
    let documents = names.iter().zip(&corpus).map(|(name, text)| Document::plain(name, text));
    let index =
        Index::build(documents, &IndexOptions::default().with_design(design).with_texts(texts)).unwrap();
    index.query(&Document::plain("document", text)).unwrap()
}

#[test]
fn a_passage_of_which_every_third_word_is_another_is_found_by_its_pairs_and_not_by_fingerprints() {
    let text = edited(7);
    let by_pairs = found(design(), false, &text);
    assert_eq!(by_pairs.sources.len(), 1, "{by_pairs:#?}");
    let source = &by_pairs.sources[0];
    assert_eq!((&*source.id, source.exact, source.passages[0].how), ("7", false, "pairs"));
    let place = source.passages[0].document;
    let (start, end) = (text.len() * 150 / 400, text.len() * 250 / 400);
    let apart = |a: u32, b: usize| (a as usize).abs_diff(b) < text.len() / 20;
    assert!(apart(place.start, start) && apart(place.end, end), "{place:?} of {start} to {end}");
    assert_eq!(found(design().with_fingerprints(), false, &text).sources, []);
}

#[test]
fn with_its_text_the_source_of_an_edited_passage_is_compared_word_by_word() {
    let source = &found(design(), true, &edited(7)).sources[0];
    assert_eq!((&*source.id, source.exact, source.passages[0].how), ("7", true, "text"));
    assert!((55..=67).contains(&source.shared), "two thirds of a hundred words: {}", source.shared);
}

#[test]
fn a_passage_in_which_a_comparison_finds_nothing_in_order_is_listed_by_its_pairs() {
    let mut passage = words(7, WORDS)[150..250].to_vec();
    passage.reverse();
    let text = [words(1_000, 150), passage, words(2_000, 150)].concat().join(" ");
    let (compared, known) = (found(design(), true, &text), found(design(), false, &text));
    assert_eq!(compared, known);
    let source = &compared.sources[0];
    assert_eq!((&*source.id, source.exact, source.passages[0].how), ("7", false, "pairs"));
}

#[test]
fn a_text_with_nothing_of_the_corpus_has_no_source() {
    for texts in [false, true] {
        assert_eq!(found(design(), texts, &words(5_000, 1_000).join(" ")).sources, []);
    }
}

#[test]
fn short_pieces_of_a_source_far_from_one_another_count_together() {
    let piece = |number: usize| {
        let piece = words(7, WORDS)[18 * number..18 * number + 12].to_vec();
        [words(5_000 + number as u64, 200), piece].concat()
    };
    let text = (0..20).flat_map(piece).collect::<Vec<String>>().join(" ");
    // By nothing but how many words they are.
    let rule = Rule { guarantee: false, evidence: 1_000, ..Rule::new(&design()) };
    let found = Naive::of(&design(), &corpus()).check(&text, By::Whole).findings(&rule);
    assert_eq!(found.sources.iter().map(|source| &*source.id).collect::<Vec<_>>(), ["7"]);
}

#[test]
fn short_phrases_of_a_script_without_spaces_name_no_source_and_a_copied_run_does() {
    let character =
        |seed: u64, at: u64| char::from_u32(0x4e00 + (mix(seed << 32 | at) % 3_000) as u32).unwrap();
    let characters =
        |seed: u64, range: std::ops::Range<u64>| range.map(|at| character(seed, at)).collect::<String>();
    let naive = Naive::of(&design(), &(0..20).map(|seed| characters(seed, 0..3_000)).collect::<Vec<_>>());
    let sources = |text: &str, rule: &Rule| -> Vec<String> {
        let found = naive.check(text, By::Whole).findings(rule);
        found.sources.into_iter().map(|source| source.id).collect()
    };
    let phrases = |count: u64, between: u64| -> String {
        let phrase = |at: u64| characters(100 + at, 0..between) + &characters(7, 10 * at..10 * at + 9);
        (0..count).map(phrase).collect()
    };
    let by_words_alone = Rule { guarantee: false, evidence: 1_000, ..Rule::new(&design()) };
    assert_eq!(sources(&phrases(290, 20), &by_words_alone), [""; 0]);
    let rule = Rule::new(&design());
    assert_eq!(sources(&phrases(6, 300), &rule), [""; 0]);
    let run =
        |length: u64| characters(100, 0..300) + &characters(7, 100..100 + length) + &characters(101, 0..300);
    assert_eq!(sources(&run(25), &rule), ["7"]);
    // By the guarantee alone, for which two characters are one word, a phrase that many have is listed from 50 on.
    let guaranteed = Rule { common: 1, evidence: 1_000, ..rule };
    let listed = |length: u64| {
        let phrases = (0..30).map(|_| characters(7, 100..100 + length));
        let texts = (0..20).map(|seed| characters(seed, 0..3_000)).chain(phrases);
        let naive = Naive::of(&design(), &texts.collect::<Vec<_>>());
        naive.check(&run(length), By::Whole).findings(&guaranteed).sources.len()
    };
    assert!(listed(26) <= 1);
    assert_eq!(listed(50), 31);
}

/// A notice of a form of a hundred words: two in three of them, and others of its own.
fn notice(number: u64) -> String {
    let of_form = |at: u64| mix(number << 32 | at) % 3 < 2;
    (0..100).map(|at| word(if of_form(at) { 9_000 } else { 10_000 + number }, at) + " ").collect()
}

/// The sources of a text, in an index of the corpus and of other texts.
fn found_with(others: impl Iterator<Item = String>, text: &str) -> Vec<String> {
    let texts: Vec<String> = corpus().into_iter().chain(others).collect();
    let names: Vec<String> = (0..texts.len()).map(|number| number.to_string()).collect();
    let documents = names.iter().zip(&texts).map(|(name, text)| Document::plain(name, text));
    let index = Index::build(documents, &IndexOptions::default().with_design(design())).unwrap();
    let findings = index.query(&Document::plain("document", text)).unwrap();
    findings.sources.into_iter().map(|source| source.id).collect()
}

#[test]
fn that_a_notice_is_of_a_form_of_the_index_names_no_source_and_an_edited_copy_of_one_does() {
    assert_eq!(found_with((0..12).map(notice), &notice(77)), [""; 0]);
    let copied: String = notice(7)
        .split(' ')
        .zip(0..)
        .map(|(own, at)| if at % 5 == 4 { word(4_000, at) } else { own.to_string() } + " ")
        .collect();
    assert_eq!(found_with((0..12).map(notice), &copied), [(DOCUMENTS + 7).to_string()]);
}

#[test]
fn a_source_that_the_index_has_many_times_is_found_each_time() {
    let copies = (0..20).map(|_| words(7, WORDS).join(" "));
    assert_eq!(found_with(copies, &edited(7)).len(), 21);
}

#[test]
fn a_pair_that_more_passages_have_than_are_returned_counts_nothing_and_says_nothing() {
    let (naive, rule) = (Naive::of(&design(), &corpus()), Rule::new(&design()));
    let text = edited(7);
    let signed = Indexer::new(&design(), None).unwrap().sign(&Document::plain("document", &text)).unwrap();
    let pairs: Vec<u64> = signed.pairs.iter().map(|pair| pair.hash).collect();
    let mut check = IndexCheck::new(signed, &design(), 10_000).unwrap();
    let lookup = check.lookup();
    let mut answer = naive.answer(&lookup);
    for (hash, postings) in lookup.shingles.iter().zip(&mut answer.shingles) {
        postings.truncated = pairs.contains(hash);
    }
    check.take(&lookup, answer).unwrap();
    naive.describe(&mut check);
    let findings = check.findings(&rule);
    assert!(!findings.truncated && findings.sources.is_empty(), "{findings:?}");
}

#[test]
fn a_text_that_repeats_an_edited_passage_hundreds_of_times_has_its_source() {
    let findings = found(design(), false, &vec![edited(7); 200].join(" "));
    assert_eq!(findings.sources.iter().map(|source| &*source.id).collect::<Vec<_>>(), ["7"]);
}

#[test]
fn numbers_of_passages_that_there_cannot_be_are_skipped() {
    let text = edited(7);
    let signed = Indexer::new(&design(), None).unwrap().sign(&Document::plain("document", &text)).unwrap();
    let mut check = IndexCheck::new(signed, &design(), u64::MAX).unwrap();
    let lookup = check.lookup();
    let mut answer = Naive::of(&design(), &corpus()).answer(&lookup);
    answer.shingles.iter_mut().for_each(|postings| postings.passages = vec![u64::MAX - 1, u64::MAX]);
    check.take(&lookup, answer).unwrap();
    assert_eq!(check.sources_wanted(&[0]), [0]);
    assert!(check.findings(&Rule::new(&design())).sources.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_index_finds_by_pairs_what_one_finds_that_walks_over_all_documents(source in 0..DOCUMENTS, bits in 20u32..50) {
        let (naive, text) = (Naive::of(&design(), &corpus()), edited(source));
        let rule = Rule::new(&design());
        let expected = naive.check(&text, By::Whole).findings(&rule);
        prop_assert_eq!(&expected, &naive.check(&text, By::Prefix(bits)).findings(&rule));
        prop_assert_eq!(expected.sources[0].id.clone(), source.to_string());
        prop_assert_eq!(found(design(), false, &text), expected);
    }
}
