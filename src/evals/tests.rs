use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use alloc::{format, vec};
use std::string::String;

use proptest::prelude::*;

use super::set::WORDS;
use super::{BIT, Contamination, EvalIndex, EvalSet, PartKind, Rarity, Scratch, SharedPart, Threshold};
use crate::hash::{mix, token};

/// Words that say nothing, the same for the same number, of a vocabulary of this size.
fn words(seed: u64, count: u64, vocabulary: u64) -> Vec<String> {
    (0..count).map(|at| format!("w{}", mix(seed * 1_000_003 + at) % vocabulary)).collect()
}

fn tokens(words: &[String]) -> Vec<u64> {
    words.iter().map(|word| token(word)).collect()
}

fn joined(words: &[String]) -> String {
    words.join(" ")
}

/// The items of questions, weighed by a corpus.
fn index(questions: &[&[String]], corpus: &[Vec<u64>]) -> EvalIndex {
    let mut set = EvalSet::default();
    for question in questions {
        set.add("question", [(PartKind::Question, &*joined(question))]).unwrap();
    }
    weighed(set, corpus)
}

fn weighed(set: EvalSet, corpus: &[Vec<u64>]) -> EvalIndex {
    let rarity = Rarity::new(&set);
    corpus.iter().for_each(|document| rarity.add(document));
    EvalIndex::new(set, &rarity)
}

fn found(index: &EvalIndex, document: &[u64]) -> Vec<Contamination> {
    index.find(document, &Threshold::default(), &mut Scratch::default())
}

/// 200 documents of 300 words out of 5,000.
fn corpus() -> Vec<Vec<u64>> {
    (0..200).map(|seed| tokens(&words(1000 + seed, 300, 5000))).collect()
}

/// As many words as both have in their order: the longest common subsequence.
fn in_order(a: &[u64], b: &[u64]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (at, y) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if x == y { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn words_pairs_and_triples_are_counted_as_they_stand(
        part in proptest::collection::vec(0u64..6, 1..12),
        documents in proptest::collection::vec(proptest::collection::vec(0u64..6, 0..40), 0..60),
    ) {
        let text: Vec<String> = part.iter().map(|word| format!("w{word}")).collect();
        let part = tokens(&text);
        let documents: Vec<Vec<u64>> = documents
            .iter()
            .map(|words| words.iter().map(|word| token(&format!("w{word}"))).collect())
            .collect();
        let mut set = EvalSet::default();
        set.add("a", [(PartKind::Question, &*joined(&text))]).unwrap();
        let rarity = Rarity::new(&set);
        documents.iter().for_each(|document| rarity.add(document));
        // Naively: each window of the part is looked for in each document.
        let all: u64 = documents.iter().map(|document| document.len() as u64).sum();
        let count = |window: &[u64]| -> u64 {
            let most = if window.len() == 1 { usize::MAX } else { 8 };
            documents.iter().map(|document| document.windows(window.len()).filter(|w| *w == window).count().min(most) as u64).sum()
        };
        let log2 = |x: u64| crate::elementary::log2_sixteenths(x);
        // One part is no formula, whatever it repeats.
        for (at, bits) in rarity.bits(&part).into_iter().enumerate() {
            let mut least = log2(all + 1).saturating_sub(log2(count(&part[at..=at]) + 1)).min(20 * BIT);
            for before in 1..=at.min(2) {
                let follows = count(&part[at - before..=at]);
                if follows > 16 {
                    least = least.min(log2(count(&part[at - before..at])).saturating_sub(log2(follows - 16)));
                }
            }
            prop_assert_eq!(bits, least, "word {}", at);
        }
    }

    #[test]
    fn what_stands_in_a_document_as_it_is_is_found_in_its_place(
        seed in 0u64..1000, length in 5u64..60, at in 0usize..300,
    ) {
        let item = words(seed, length, 5000);
        let mut corpus = corpus();
        corpus[7].splice(at..at, tokens(&item));
        let index = index(&[&item], &corpus);
        let found = found(&index, &corpus[7]);
        prop_assert_eq!(found.len(), 1);
        let words = found[0].words();
        prop_assert!((words.start as usize..words.end as usize) == (at..at + item.len()), "{:?} at {}", found, at);
        prop_assert_eq!((found[0].share_thousandths, found[0].parts[0].equal as u64), (1000, length));
    }

    #[test]
    fn a_tenth_of_the_words_may_be_changed(seed in 0u64..1000, length in 8u64..80) {
        let item = words(seed, length, 5000);
        let mut changed = item.clone();
        for nth in 0..length.div_ceil(10) {
            // Of each ten words one, wherever it stands.
            let at = (nth * 10 + mix(seed * 31 + nth) % 10).min(length - 1);
            changed[at as usize] = format!("other{nth}");
        }
        let mut corpus = corpus();
        corpus[3].splice(100..100, tokens(&changed));
        let index = index(&[&item], &corpus);
        prop_assert_eq!(found(&index, &corpus[3]).len(), 1);
    }

    #[test]
    fn nothing_is_found_that_does_not_stand_there(
        seed in 0u64..1000, vocabulary in 3u64..400, length in 1u64..40,
    ) {
        let items: Vec<Vec<String>> = (0..20).map(|nth| words(seed * 100 + nth, length, vocabulary)).collect();
        let corpus: Vec<Vec<u64>> = (0..30).map(|nth| tokens(&words(seed + 7_000 + nth, 120, vocabulary))).collect();
        let items: Vec<&[String]> = items.iter().map(|item| &item[..]).collect();
        let index = index(&items, &corpus);
        for document in &corpus {
            for found in found(&index, document) {
                for SharedPart { start, end, equal, words, .. } in found.parts {
                    let item = tokens(items[found.item as usize]);
                    prop_assert_eq!(item.len(), words as usize);
                    prop_assert!(in_order(&item, &document[start as usize..end as usize]) >= equal as usize);
                    prop_assert!(found.share_thousandths >= 600 && found.bits >= 15);
                }
            }
        }
    }
}

#[test]
fn a_set_phrase_of_the_corpus_counts_for_nothing() {
    let phrase = words(1, 6, 5000);
    let rare = words(2, 6, 5000);
    let mut corpus = corpus();
    for document in &mut corpus[..60] {
        document.splice(50..50, tokens(&phrase));
    }
    corpus[80].splice(50..50, tokens(&rare));
    let index = index(&[&phrase, &rare], &corpus);
    assert!(found(&index, &corpus[0]).is_empty());
    assert_eq!(found(&index, &corpus[80])[0].item, 1);
    assert!(!index.is_telling(0, &Threshold::default()) && index.is_telling(1, &Threshold::default()));
}

#[test]
fn what_many_items_have_in_a_row_says_nothing_of_any_of_them() {
    let formula = words(1, 12, 5000);
    let items: Vec<Vec<String>> =
        (0..12).map(|nth| [&formula[..], &words(10 + nth, 3, 5000)].concat()).collect();
    let mut corpus = corpus();
    corpus[4].splice(30..30, tokens(&items[7]));
    corpus[5].splice(30..30, tokens(&formula));
    let items: Vec<&[String]> = items.iter().map(|item| &item[..]).collect();
    let few = index(&items[7..9], &corpus);
    assert_eq!(found(&few, &corpus[5]).len(), 2, "two items have no formula");
    let many = index(&items, &corpus);
    assert_eq!(found(&many, &corpus[4]).iter().map(|found| found.item).collect::<Vec<u32>>(), [7]);
    assert!(found(&many, &corpus[5]).is_empty());
}

#[test]
fn an_item_of_formulas_alone_is_told_by_their_order() {
    // Thirty words out of six: every three of them in a row stand in many items.
    let items: Vec<Vec<String>> = (0..40).map(|nth| words(nth, 60, 6)).collect();
    let mut corpus = corpus();
    corpus[4].splice(30..30, tokens(&items[7]));
    let items: Vec<&[String]> = items.iter().map(|item| &item[..]).collect();
    let found = found(&index(&items, &corpus), &corpus[4]);
    assert!(found.iter().any(|found| found.item == 7 && found.share_thousandths == 1000), "{found:?}");
}

#[test]
fn an_answer_counts_by_itself_only_if_it_is_long() {
    let (short, long) = (words(1, 12, 5000), words(2, 13, 5000));
    let mut set = EvalSet::default();
    for (name, answer) in [("short", &short), ("long", &long)] {
        let question = joined(&words(50 + answer.len() as u64, 9, 5000));
        set.add(name, [(PartKind::Question, &*question), (PartKind::Answer, &*joined(answer))]).unwrap();
    }
    let mut corpus = corpus();
    corpus[1].splice(8..8, tokens(&short));
    corpus[2].splice(8..8, tokens(&long));
    let index = weighed(set, &corpus);
    let threshold = Threshold::default().with_share(0.9);
    let found = |at: usize| index.find(&corpus[at], &threshold, &mut Scratch::default());
    assert!(found(1).is_empty());
    assert_eq!(found(2).iter().map(|found| found.item).collect::<Vec<u32>>(), [1]);
}

#[test]
fn choices_are_no_item_without_their_question() {
    let question = words(1, 9, 5000);
    let choices: Vec<String> = (0..4).map(|nth| joined(&words(10 + nth, 5, 5000))).collect();
    let mut set = EvalSet::default();
    let parts = choices.iter().map(|text| (PartKind::Choice, &**text));
    set.add("a", [(PartKind::Question, &*joined(&question))].into_iter().chain(parts)).unwrap();
    let mut corpus = corpus();
    let listed: Vec<String> = choices.join(" ").split(' ').map(String::from).collect();
    corpus[1].splice(40..40, tokens(&listed));
    corpus[2].splice(40..40, tokens(&[&question[..6], &listed[..]].concat()));
    let index = weighed(set, &corpus);
    assert!(found(&index, &corpus[1]).is_empty());
    assert_eq!(found(&index, &corpus[2]).len(), 1);
}

#[test]
fn choices_count_in_whatever_order_they_stand() {
    let question = words(1, 3, 5000);
    let choices: Vec<Vec<String>> = (0..4).map(|nth| words(10 + nth, 2, 5000)).collect();
    let mut set = EvalSet::default();
    let texts: Vec<String> = choices.iter().map(|choice| joined(choice)).collect();
    let parts = texts.iter().map(|text| (PartKind::Choice, &**text));
    set.add("a", [(PartKind::Question, &*joined(&question))].into_iter().chain(parts)).unwrap();
    let mut corpus = corpus();
    let reordered: Vec<String> = [&question, &choices[2], &choices[0], &choices[3], &choices[1]]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    corpus[5].splice(20..20, tokens(&reordered));
    // The choices alone are no question.
    corpus[6].splice(20..20, tokens(&choices.concat()[..4]));
    let index = weighed(set, &corpus);
    let found = found(&index, &corpus[5]);
    assert_eq!(found.len(), 1, "{found:?}");
    let order: Vec<u32> = found[0].parts.iter().map(|part| part.number).collect();
    assert_eq!(order, [0, 3, 1, 4, 2]);
    assert_eq!((found[0].words(), found[0].share_thousandths), (20..31, 1000));
    assert!(super::tests::found(&index, &corpus[6]).is_empty());
}

#[test]
fn an_item_stands_in_a_document_as_often_as_it_does() {
    let item = words(1, 20, 5000);
    let mut corpus = corpus();
    for at in [250, 10] {
        corpus[9].splice(at..at, tokens(&item));
    }
    let index = index(&[&item], &corpus);
    let places: Vec<u32> = found(&index, &corpus[9]).iter().map(|found| found.words().start).collect();
    assert_eq!(places, [10, 270]);
}

#[test]
fn items_are_found_in_long_documents_wherever_they_stand_and_once() {
    let items: Vec<Vec<String>> = (0..4).map(|nth| words(nth, 30, 5000)).collect();
    let mut long = tokens(&words(99, 100_000, 5000));
    // At the beginning, over the end of a stretch, just behind one, and at the end.
    for (item, at) in items.iter().zip([0, (1 << 15) - 15, 1 << 16, 100_000 - 30]) {
        long.splice(at..at + 30, tokens(item));
    }
    let items: Vec<&[String]> = items.iter().map(|item| &item[..]).collect();
    let index = index(&items, &[long.clone()]);
    let places: Vec<(u32, u32)> =
        found(&index, &long).iter().map(|found| (found.item, found.words().start)).collect();
    assert_eq!(places, [(0, 0), (1, (1 << 15) - 15), (2, 1 << 16), (3, 100_000 - 30)]);
}

#[test]
fn parts_that_say_the_same_are_one_and_too_many_are_refused() {
    let mut set = EvalSet::default();
    let twice =
        [(PartKind::Question, "It rains."), (PartKind::Choice, "all day"), (PartKind::Answer, "All day!")];
    set.add("twice", twice).unwrap();
    assert_eq!(set.parts(0).len(), 2);
    assert_eq!((set.add("again", [(PartKind::Question, "IT RAINS")]).unwrap(), set.distinct()), (1, 2));
    let many: Vec<String> = (0..65).map(|nth| format!("choice {nth}")).collect();
    let many = many.iter().map(|text| (PartKind::Choice, &**text));
    let many = set.add("many", many).unwrap();
    assert_eq!(set.parts(many).len(), super::set::PARTS);
    assert!(set.add("none", [(PartKind::Question, " \n"), (PartKind::Answer, "")]).is_err());
    let long = "word ".repeat(5000);
    let last = set.add("long", [(PartKind::Question, &*long)]).unwrap();
    assert_eq!((last, set.len(), set.range(set.parts(last)[0].1).len()), (3, 4, WORDS));
}

#[test]
fn scripts_without_spaces_are_searched_by_their_characters() {
    let question = "灯台守は夕暮れに芯を切りそろえ、時計仕掛けのぜんまいを巻いた";
    let mut set = EvalSet::default();
    set.add("ja", [(PartKind::Question, question)]).unwrap();
    let read = |text: &str| {
        crate::text::read(&crate::Document::plain("a", text), &crate::text::TextOptions::default())
            .unwrap()
            .hashes()
            .to_vec()
    };
    let documents: BTreeMap<&str, Vec<u64>> = [
        ("other", read("川は砂と石を遠い海へ運び、そこで層になって沈む。灯台は高い。")),
        ("holds", read("昔話。灯台守は夕暮れに芯を切りそろえ、\n時計仕掛けのぜんまいを巻いた。終わり")),
    ]
    .into();
    let index = weighed(set, &documents.values().cloned().collect::<Vec<_>>());
    assert!(found(&index, &documents["other"]).is_empty());
    assert_eq!(found(&index, &documents["holds"]).len(), 1);
}

#[test]
fn an_empty_set_and_an_empty_document_hold_nothing() {
    let index = weighed(EvalSet::default(), &corpus());
    assert!(found(&index, &corpus()[0]).is_empty());
    let one = super::tests::index(&[&words(1, 9, 50)], &[]);
    assert!(found(&one, &[]).is_empty());
}
