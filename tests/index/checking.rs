//! Documents checked against an index, against comparing them with each of its documents.

use proptest::prelude::*;
use twinprint::index::{
    Design, Findings, IndexCheck, Indexer, LookupRequest, LookupResponse, Rule, Shingling,
};
use twinprint::simhash;
use twinprint::sketch::{Alike, Method, Sketch, Sketcher, Value};
use twinprint::{Checker, Document, Reach, Recipe};

use super::naive::{By, Naive};
use super::soup;
use crate::reference::{self, own};

/// `words` words that are in no stretch made with another number.
fn stretch(number: u32, words: usize) -> Vec<String> {
    (0..words as u32).map(|word| soup::name(number * 100_000 + word * 7)).collect()
}

fn design(w: u32, run: u32) -> Design {
    Design { shingles: Shingling { w, run }, ..Design::default().with_fingerprints() }
}

fn ids(findings: &Findings) -> Vec<&str> {
    findings.sources.iter().map(|source| source.id.as_str()).collect()
}

/// The words of a text as they are compared.
fn folded(words: &[String]) -> Vec<String> {
    words.iter().map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect()).collect()
}

/// Documents of few words, so that chance matches abound, and one with stretches of them.
fn copying() -> impl Strategy<Value = (Vec<Vec<String>>, Vec<String>)> {
    (6u32..400).prop_flat_map(|vocabulary| {
        let documents = prop::collection::vec(soup::sentences(1..300, vocabulary), 1..8);
        let part = (
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>(),
            1usize..80,
            soup::sentences(0..60, 400),
        );
        (documents, prop::collection::vec(part, 0..6), soup::sentences(1..80, vocabulary)).prop_map(
            |(documents, parts, mut text)| {
                for (document, start, words, between) in parts {
                    let document = document.get(&documents);
                    let start = start.index(document.len());
                    text.extend_from_slice(&document[start..document.len().min(start + words)]);
                    text.extend(between);
                }
                (documents, text)
            },
        )
    })
}

/// A look-up in parts of at most `most` questions.
fn parts(lookup: &LookupRequest, most: usize) -> Vec<LookupRequest> {
    let lists: [fn(&mut LookupRequest) -> &mut Vec<u64>; 4] = [
        |lookup| &mut lookup.fingerprints,
        |lookup| &mut lookup.shingles,
        |lookup| &mut lookup.prefixes.fingerprints,
        |lookup| &mut lookup.prefixes.shingles,
    ];
    let (mut whole, mut none) = (lookup.clone(), lookup.clone());
    lists.iter().for_each(|list| list(&mut none).clear());
    let mut parts = Vec::new();
    for list in lists {
        parts.extend(list(&mut whole).chunks(most).map(|some| {
            let mut part = none.clone();
            *list(&mut part) = some.to_vec();
            part
        }));
    }
    parts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_source_with_a_shared_run_of_so_many_words_is_listed_by_whole_look_ups_and_by_prefixes(
        (documents, text) in copying(),
        (w, more) in (2u32..10, 0u32..20),
        bits in 1u32..=64,
    ) {
        let design = design(w, w + more);
        let run = (w + more) as usize;
        let texts: Vec<String> = documents.iter().map(|words| words.join(" ")).collect();
        let naive = Naive::of(&design, &texts);
        let rule = Rule { sources: usize::MAX, ..Rule::new(&design) };
        let text_words = folded(&text);
        let text = text.join(" ");
        let estimated = naive.check(&text, By::Whole).findings(&rule);
        let exact = naive.findings(&text, &rule);
        for (number, document) in documents.iter().enumerate() {
            let document = folded(document);
            let shared = reference::in_shared_run(&own(&text_words), &own(&document), run);
            if shared.contains(&true) {
                let id = number.to_string();
                prop_assert!(ids(&estimated).contains(&id.as_str()), "{id} is one of {:?}", ids(&estimated));
                let found = exact.sources.iter().find(|source| source.id == id).unwrap();
                // All words of the run are in passages; where a stretch stands at several places, in more than one.
                prop_assert!(found.exact);
                prop_assert!(found.shared as usize >= shared.iter().filter(|&&shared| shared).count());
            }
        }
        prop_assert!(exact.sources.iter().all(|source| source.shared >= rule.least.min(exact.words)));
        prop_assert_eq!(naive.check(&text, By::Prefix(bits)).findings(&rule), estimated);
    }

    #[test]
    fn a_document_of_the_index_finds_itself_at_a_hundred_per_cent_with_texts_and_without(
        (documents, _) in copying(),
        (w, more) in (1u32..10, 0u32..20),
    ) {
        let design = design(w, w + more);
        let texts: Vec<String> = documents.iter().map(|words| words.join(" ")).collect();
        let naive = Naive::of(&design, &texts);
        let rule = Rule { sources: usize::MAX, texts: usize::MAX, ..Rule::new(&design) };
        for (number, text) in texts.iter().enumerate() {
            for findings in [naive.findings(text, &rule), naive.check(text, By::Whole).findings(&rule)] {
                prop_assert_eq!((findings.share, findings.explained), (1.0, findings.words));
                let found = findings.sources.iter().find(|source| source.id == number.to_string()).unwrap();
                prop_assert_eq!((found.shared, found.distance), (findings.words, Some(0)));
                prop_assert_eq!(found.containment.value, 1.0);
                prop_assert_eq!(found.containment_of_source.value, 1.0);
                prop_assert_eq!(found.resemblance.value, 1.0);
                prop_assert!(found.longest_run <= findings.words);
            }
        }
    }

    #[test]
    fn what_is_said_with_a_sources_text_is_what_comparing_both_says((documents, text) in copying()) {
        let design = Design::default().with_fingerprints();
        let texts: Vec<String> = documents.iter().map(|words| words.join(" ")).collect();
        let naive = Naive::of(&design, &texts);
        let rule = Rule { least: 1, ..Rule::new(&design) };
        let text = text.join(" ");
        let checker = Checker::new(Recipe::default().with_w(8)).unwrap().with_run(8).unwrap().with_reach(Reach::Copied);
        let prepared = checker.read(&Document::plain("document", &text)).unwrap();
        for found in naive.findings(&text, &rule).sources.iter().filter(|source| source.exact) {
            let source = &texts[found.id.parse::<usize>().unwrap()];
            let report = checker.compare(&prepared, &checker.read(&Document::plain("source", source)).unwrap()).unwrap();
            let numbers = &report.numbers;
            prop_assert_eq!((found.shared, found.longest_run), (numbers.shared_words_a, numbers.longest_run));
            for (estimate, value) in [
                (found.containment, numbers.containment_a),
                (found.containment_of_source, numbers.containment_b),
                (found.resemblance, numbers.resemblance),
            ] {
                prop_assert_eq!((estimate.low, estimate.value, estimate.high), (value, value, value));
            }
            let places: Vec<_> = report.passages.iter().map(|passage| (passage.a, passage.b, passage.words)).collect();
            let found: Vec<_> = found.passages.iter().map(|passage| (passage.document, passage.source, passage.words)).collect();
            prop_assert_eq!(found, places);
        }
    }

    #[test]
    fn findings_are_the_same_in_parts_in_any_order_and_with_questions_of_others_put_in(
        (documents, text) in copying(),
        decoys in prop::collection::vec(any::<u64>(), 0..20),
        (size, bits) in (1usize..40, prop::option::of(1u32..=64)),
    ) {
        let design = Design::default().with_fingerprints();
        let texts: Vec<String> = documents.iter().map(|words| words.join(" ")).collect();
        let (naive, rule) = (Naive::of(&design, &texts), Rule::new(&design));
        let text = text.join(" ");
        let by = bits.map_or(By::Whole, By::Prefix);
        let once = naive.check(&text, by).findings(&rule);

        let signed = Indexer::new(&design, None).unwrap().sign(&Document::plain("document", &text)).unwrap();
        let mut check = IndexCheck::new(signed, &design, 1).unwrap();
        let mut lookup = match by {
            By::Whole => check.lookup(),
            By::Prefix(bits) => check.lookup_by_prefix(bits),
        };
        // Others' questions; whoever has one of the document's among them, has it twice.
        let lists = match bits {
            None => [&mut lookup.shingles, &mut lookup.fingerprints],
            Some(_) => [&mut lookup.prefixes.shingles, &mut lookup.prefixes.fingerprints],
        };
        for list in lists {
            list.extend(decoys.iter().map(|decoy| decoy & u64::MAX << (64 - bits.unwrap_or(64))));
        }
        let mut parts = parts(&lookup, size);
        parts.reverse();
        for part in parts {
            check.take(&part, naive.answer(&part)).unwrap();
            naive.describe(&mut check);
        }
        prop_assert_eq!(check.findings(&rule), once);
    }

    #[test]
    fn findings_are_the_same_when_only_fingerprints_are_asked_for_that_shared_shingles_may_confirm(
        (documents, text) in copying(),
        (alike, least, guarantee) in (0u32..=100, 0u32..40, any::<bool>()),
        bits in prop::option::of(1u32..=64),
    ) {
        let design = Design::default().with_fingerprints();
        let texts: Vec<String> = documents.iter().map(|words| words.join(" ")).collect();
        let (naive, rule) = (Naive::of(&design, &texts), Rule { alike, least, guarantee, ..Rule::new(&design) });
        let text = text.join(" ");
        let by = bits.map_or(By::Whole, By::Prefix);
        let all = naive.check(&text, by).findings(&rule);

        let signed = Indexer::new(&design, None).unwrap().sign(&Document::plain("document", &text)).unwrap();
        let mut check = IndexCheck::new(signed, &design, 1).unwrap();
        let lookup = match by {
            By::Whole => check.lookup(),
            By::Prefix(bits) => check.lookup_by_prefix(bits),
        };
        let shingles = lookup.clone().shingles_only();
        check.take(&shingles, naive.answer(&shingles)).unwrap();
        let prints = lookup.fingerprints_only(&check.fingerprints_wanted(&rule));
        prop_assert!(alike > 0 || prints.fingerprints.len() >= usize::from(bits.is_none()), "all count");
        // The sources are known by shingles alone, unless a fingerprint counts without one.
        naive.describe(&mut check);
        check.take(&prints, naive.answer(&prints)).unwrap();
        if alike == 0 {
            naive.describe(&mut check);
        }
        prop_assert_eq!(check.findings(&rule), all);
    }
}

#[test]
fn exact_copies_are_both_listed_and_the_second_explains_nothing() {
    let text = stretch(1, 200).join(" ");
    let naive = Naive::of(
        &Design::default().with_fingerprints(),
        &[text.clone(), stretch(2, 100).join(" "), text.clone()],
    );
    let rule = Rule::new(&naive.design);
    for findings in [naive.findings(&text, &rule), naive.check(&text, By::Whole).findings(&rule)] {
        let found: Vec<_> =
            findings.sources.iter().map(|source| (&*source.id, source.shared, source.explains)).collect();
        assert_eq!(found, [("0", 200, 200), ("2", 200, 0)]);
        assert_eq!((findings.explained, findings.more_sources, findings.covered.len()), (200, 0, 1));
    }
}

#[test]
fn sources_stand_in_the_order_of_what_they_explain_with_the_places_of_both() {
    let [first, second, own] = [stretch(1, 120), stretch(2, 60), stretch(3, 80)].map(|words| words.join(" "));
    let sources =
        [format!("{} {second}", stretch(4, 90).join(" ")), format!("{first} {}", stretch(5, 50).join(" "))];
    let naive = Naive::of(&Design::default().with_fingerprints(), &sources);
    let text = format!("{own} {second} {own} {first}");
    let rule = Rule::new(&naive.design);
    let findings = naive.findings(&text, &rule);
    assert_eq!((ids(&findings), findings.words, findings.explained), (vec!["1", "0"], 340, 180));
    let texts: Vec<_> =
        findings.covered.iter().map(|place| &text[place.start as usize..place.end as usize]).collect();
    assert_eq!(texts, [&second, &first]);
    for (found, shared) in findings.sources.iter().zip([&first, &second]) {
        let source = &sources[found.id.parse::<usize>().unwrap()];
        let [passage] = &found.passages[..] else { panic!("{:?}", found.passages) };
        assert_eq!(&source[passage.source.start as usize..passage.source.end as usize], shared);
        assert_eq!(passage.how, "text");
    }

    let estimated = naive.check(&text, By::Whole).findings(&rule);
    assert_eq!(ids(&estimated), ["1", "0"]);
    for (found, (shared, exact)) in
        estimated.sources.iter().zip([first, second].iter().zip(&findings.sources))
    {
        let source = &sources[found.id.parse::<usize>().unwrap()];
        let passage = &found.passages[0];
        let place = &source[passage.source.start as usize..passage.source.end as usize];
        assert!(
            place.contains(&shared[shared.len() / 3..shared.len() / 2]),
            "the passage found is where it stands"
        );
        assert!(
            found.shared <= exact.shared && found.shared + 40 > exact.shared,
            "{} of {}",
            found.shared,
            exact.shared
        );
        let within =
            |estimate: twinprint::index::Estimate, value| (estimate.low..=estimate.high).contains(&value);
        assert!(within(found.containment, exact.containment.value), "{:?}", found.containment);
        assert!(within(found.containment_of_source, exact.containment_of_source.value));
        assert!(!found.exact);
    }
}

/// An index of two documents that are a phrase, of which the text of one is kept; and a text that has no more than the phrase
/// in common with them, of which windows select it.
fn with_a_phrase() -> (Naive, String) {
    let tries = (0..200).map(|number| {
        let phrase = stretch(number, 8);
        let mut naive = Naive::new(&Design::default().with_fingerprints());
        naive.add("kept", &phrase.join(" "), true);
        naive.add("not kept", &phrase.join(" "), false);
        let text = [stretch(1000, 40), phrase, stretch(1001, 40)].concat().join(" ");
        (naive, text)
    });
    let selects = |(naive, text): &(Naive, String)| {
        !naive.check(text, By::Whole).findings(&Rule::new(&naive.design)).sources.is_empty()
    };
    tries.into_iter().find(selects).expect("one is selected")
}

#[test]
fn a_phrase_alone_lists_a_source_only_until_its_text_or_the_rule_tells_otherwise() {
    let (naive, text) = with_a_phrase();
    let found_by = |rule: &Rule| {
        let mut check = naive.check(&text, By::Whole);
        let before = ids(&check.findings(rule)).join(", ");
        naive.compare(&mut check, rule);
        (before, ids(&check.findings(rule)).join(", "))
    };
    let rule = Rule::new(&naive.design);
    assert_eq!(found_by(&rule), ("kept, not kept".into(), "not kept".into()));
    assert_eq!(found_by(&Rule { guarantee: false, ..rule }), (String::new(), String::new()));
    let longer = Rule { least: 50, ..rule };
    assert_eq!(found_by(&longer), (String::new(), String::new()), "no run around the phrase can be as long");
    // A phrase that few have is enough for who asks for as much; of what many have, more is asked.
    assert_eq!(found_by(&Rule { least: 8, guarantee: false, ..rule }).0, "kept, not kept");
    assert_eq!(found_by(&Rule { least: 8, guarantee: false, common: 1, ..rule }).0, "");
}

#[test]
fn more_sources_than_are_listed_are_counted_and_their_words_explained() {
    let parts: Vec<String> =
        (0..5).map(|number| stretch(number, 200 - 40 * number as usize).join(" ")).collect();
    let naive = Naive::of(&Design::default().with_fingerprints(), &parts);
    let rule = Rule { sources: 2, texts: 5, ..Rule::new(&naive.design) };
    let findings = naive.findings(&parts.join(" "), &rule);
    assert_eq!((ids(&findings), findings.more_sources), (vec!["0", "1"], 3));
    assert!(findings.share > 0.9, "{}", findings.share);
}

#[test]
fn a_bound_that_was_reached_and_parts_that_were_missing_are_said() {
    let text = stretch(1, 100).join(" ");
    let naive = Naive::of(&Design::default().with_fingerprints(), std::slice::from_ref(&text));
    let rule = Rule::new(&naive.design);
    let outcome = |change: &dyn Fn(&mut LookupResponse)| {
        let signed =
            Indexer::new(&naive.design, None).unwrap().sign(&Document::plain("document", &text)).unwrap();
        let mut check = IndexCheck::new(signed, &naive.design, 1).unwrap();
        let lookup = check.lookup();
        let mut answer = naive.answer(&lookup);
        change(&mut answer);
        check.take(&lookup, answer).unwrap();
        naive.describe(&mut check);
        let findings = check.findings(&rule);
        (findings.truncated, findings.missing)
    };
    assert_eq!(outcome(&|_| ()), (false, vec![]));
    assert!(outcome(&|answer| answer.shingles[0].truncated = true).0);
    assert!(outcome(&|answer| answer.fingerprints[0].truncated = true).0);
    assert!(outcome(&|answer| answer.fingerprints[0].matches[0].count += 1).0);
    let missing = vec!["part 2: it cannot be reached".to_string()];
    assert_eq!(outcome(&|answer| answer.missing = missing.clone()), (false, missing.clone()));
}

#[test]
fn passages_of_sources_that_were_not_described_make_findings_incomplete_and_removed_ones_are_skipped() {
    let text = stretch(1, 100).join(" ");
    let mut naive = Naive::of(&Design::default().with_fingerprints(), std::slice::from_ref(&text));
    let rule = Rule::new(&naive.design);
    let signed =
        Indexer::new(&naive.design, None).unwrap().sign(&Document::plain("document", &text)).unwrap();
    let mut check = IndexCheck::new(signed, &naive.design, 1).unwrap();
    let lookup = check.lookup();
    check.take(&lookup, naive.answer(&lookup)).unwrap();
    let findings = check.findings(&rule);
    assert!(findings.truncated && findings.sources.is_empty());

    naive.sources[0].removed = true;
    let findings = naive.check(&text, By::Whole).findings(&rule);
    assert!(!findings.truncated && findings.sources.is_empty());
}

#[test]
fn an_answer_that_does_not_fit_the_look_up_is_refused_and_what_is_not_near_is_skipped() {
    let text = stretch(1, 100).join(" ");
    let naive = Naive::of(&Design::default().with_fingerprints(), &[stretch(2, 100).join(" ")]);
    let mut check = naive.check(&text, By::Whole);
    let lookup = check.lookup();
    let mut answer = naive.answer(&lookup);
    answer.shingles.pop();
    let error = check.take(&lookup, answer).unwrap_err();
    let asked = lookup.shingles.len();
    assert_eq!(
        error.to_string(),
        format!(
            "index: its response does not fit the request: there are {} responses for {asked} shingles; try again, \
             or use another index",
            asked - 1
        )
    );
    assert_eq!(error.kind(), "bad-answer");

    let lookup = LookupRequest { shingles: Vec::new(), ..check.lookup() };
    let mut answer = naive.answer(&lookup);
    let far =
        twinprint::index::NearMatch { fingerprint: !lookup.fingerprints[0], passages: vec![0], count: 1 };
    answer.fingerprints[0].matches.push(far);
    check.take(&lookup, answer).unwrap();
    assert!(check.findings(&Rule::new(&naive.design)).sources.is_empty());
}

#[test]
fn sources_with_passages_of_any_numbers_are_taken_without_a_panic() {
    let text = stretch(1, 200).join(" ");
    let naive = Naive::of(&Design::default().with_fingerprints(), std::slice::from_ref(&text));
    let rule = Rule::new(&naive.design);
    let whole = naive.check(&text, By::Whole);
    for (start, end) in [(0, 0), (u32::MAX, 0), (0, u32::MAX), (u32::MAX, u32::MAX), (7, 3)] {
        let mut source = naive.sources[0].clone();
        for passage in &mut source.passages {
            passage.words = start..end;
            (passage.span.start, passage.span.end) = (end, start);
        }
        (source.words, source.shingles) = (end, start);
        let mut check = whole.clone();
        check.take_sources(u32::MAX, vec![source.clone(), source]);
        let findings = check.findings(&rule);
        assert!(findings.share <= 1.0 && findings.sources.len() <= 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn passages_are_near_by_the_methods_rule_of_all_lexicons_as_whole_signatures_are(
        words in 30u32..39,
        replaced in prop::collection::vec(prop::collection::vec(0u32..30, 0..5), 2..6),
        (rule, lexicons, k) in (prop::sample::select(vec!["any", "sum", "majority"]), 1u32..6, 0u32..=8),
    ) {
        // Too short to be cut: a document is one passage.
        let edited = |places: &[u32]| {
            let name = |word: u32| soup::name(word * 7 + if places.contains(&word) { 100_000 } else { 0 });
            (0..words).map(name).collect::<Vec<String>>().join(" ")
        };
        let terms = "w=1,stop-words=none,stemmer=none,weights=none";
        let method = format!("simhash-lexicons:{terms},lexicons={lexicons},rule={rule},k={k}");
        let design = Design { method: method.clone(), k, ..Design::default() };
        let texts: Vec<String> = replaced.iter().map(|places| edited(places)).collect();
        let naive = Naive::of(&design, &texts[1..]);
        let all = Rule { alike: 0, sources: usize::MAX, ..Rule::new(&design) };
        let findings = naive.check(&texts[0], By::Whole).findings(&all);
        let Method { recipe, alike, .. } = Method::parse(&method, None).unwrap();
        let Alike::Within { rule, .. } = alike else { unreachable!("a simhash") };
        let mut sketcher = Sketcher::new(recipe, None).unwrap();
        let mut sketch = |text: &String| sketcher.sketch(&Document::plain("text", text)).unwrap();
        let prints = |sketch: &Sketch| {
            let Value::Simhash(signature) = &sketch.value else { unreachable!("a simhash") };
            signature.fingerprints.clone()
        };
        let own = sketch(&texts[0]);
        for (number, text) in texts[1..].iter().enumerate() {
            let source = sketch(text);
            let found = findings.sources.iter().find(|source| source.id == number.to_string());
            let found = found.and_then(|source| source.distance);
            // An index does not know of which lexicon a fingerprint is: for each of the document's the nearest counts.
            let nearest = prints(&own).into_iter().flatten().map(|print| {
                prints(&source).into_iter().flatten().map(|other| (print ^ other).count_ones()).min().unwrap()
            });
            let mut nearest: Vec<u32> = nearest.collect();
            nearest.sort_unstable();
            let expected = match rule {
                simhash::Rule::Any => nearest.first().copied(),
                simhash::Rule::Sum => Some(nearest.iter().sum()).filter(|_| nearest.len() == lexicons as usize),
                simhash::Rule::Majority => nearest.get(lexicons as usize / 2).copied(),
            };
            prop_assert_eq!(found, expected.filter(|&bits| bits <= k));
            // So none is missed that is near lexicon by lexicon.
            let by_lexicons = alike.score(&own, &source).unwrap().filter(|&score| alike.counts(score));
            prop_assert!(by_lexicons.is_none_or(|score| found.is_some_and(|found| f64::from(found) <= score)));
        }
    }
}

#[test]
fn fingerprints_that_are_near_count_only_where_shingles_confirm_them() {
    // The same words in another order have the same fingerprint.
    let words = stretch(1, 150);
    let turned: Vec<String> = words.iter().rev().cloned().collect();
    let mut edited = words.clone();
    (edited[60], edited[61]) = (words[61].clone(), words[60].clone());
    let naive = Naive::of(&Design::default().with_fingerprints(), &[words.join(" ")]);
    let rule = Rule::new(&naive.design);
    let found = |text: &[String], rule: &Rule| {
        let findings = naive.check(&text.join(" "), By::Whole).findings(rule);
        (findings.explained, findings.sources.first().and_then(|source| source.distance))
    };
    assert_eq!(found(&turned, &rule), (0, None));
    assert_eq!(found(&turned, &Rule { alike: 0, ..rule }), (150, Some(0)));
    assert_eq!(found(&edited, &rule), (150, Some(0)));
    assert!(found(&edited, &Rule { alike: 101, ..rule }).0 < 150);
}

#[test]
fn a_document_of_one_phrase_over_and_over_takes_no_longer_than_its_words() {
    let text = "again and ".repeat(50_000);
    let naive = Naive::of(&Design::default().with_fingerprints(), std::slice::from_ref(&text));
    let check = naive.check(&text, By::Whole);
    assert!(check.lookup().shingles.len() <= 2);
    let findings = check.findings(&Rule::new(&naive.design));
    assert_eq!((findings.share, findings.sources.len()), (1.0, 1));
}
