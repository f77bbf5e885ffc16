//! Every fast path agrees with the naive reference, on small alphabets, where repetitions and chance matches
//! abound.

use crate::reference::{self, own};
use proptest::prelude::*;
use twinprint::resemblance::Overlap;
use twinprint::simhash::Simhash;
use twinprint::{Checker, Document, Prepared, Reach, Recipe, Report};

/// Texts of up to 120 words out of `alphabet`, often made of repeated stretches.
fn text(alphabet: usize) -> impl Strategy<Value = Vec<String>> {
    let word = (0..alphabet).prop_map(|i| format!("w{i}"));
    let stretch = (prop::collection::vec(word, 1..25), 1usize..4);
    prop::collection::vec(stretch, 1..5).prop_map(|stretches| {
        stretches.into_iter().flat_map(|(words, times)| vec![words; times].concat()).collect()
    })
}

/// Two texts that share stretches with a few words changed.
fn pair() -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    (2usize..40).prop_flat_map(|alphabet| {
        let edits = prop::collection::vec((any::<prop::sample::Index>(), 0usize..3), 0..6);
        (text(alphabet), text(alphabet), edits, any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(a, mut b, edits, from, to)| {
                let (from, to) = (from.index(a.len()), to.index(a.len()));
                b.extend_from_slice(&a[from.min(to)..from.max(to)]);
                for (place, kind) in edits {
                    let place = place.index(b.len());
                    match kind {
                        0 => b[place] = "changed".into(),
                        1 => b.insert(place, "added".into()),
                        _ if b.len() > 1 => drop(b.remove(place)),
                        _ => {}
                    }
                }
                (a, b)
            })
    })
}

fn read(checker: &Checker, text: &[String]) -> Prepared {
    checker.read(&Document::plain("text", &text.join(" "))).expect("there are words in it")
}

/// The words that the report's runs cover, and a panic for a run whose partner is not equal.
fn covered(report: &Report, a: &[String], b: &[String]) -> (Vec<bool>, Vec<bool>) {
    let (text_a, text_b) = (a.join(" "), b.join(" "));
    let mark = |covered: &mut Vec<bool>, text: &str, start: u32, words: u32| {
        let first = text[..start as usize].split(' ').count() - 1;
        covered[first..first + words as usize].fill(true);
    };
    let (mut in_a, mut in_b) = (vec![false; a.len()], vec![false; b.len()]);
    for passage in &report.passages {
        for run in &passage.runs {
            let here = &text_a[run.a.start as usize..run.a.end as usize];
            let there = &text_b[run.b.start as usize..run.b.end as usize];
            assert_eq!(here, there, "a run's partner is equal to it");
            assert_eq!(here.split(' ').count(), run.words as usize);
            mark(&mut in_a, &text_a, run.a.start, run.words);
            mark(&mut in_b, &text_b, run.b.start, run.words);
        }
        let rising = |(x, y): (&twinprint::report::RunPlaces, &twinprint::report::RunPlaces)| {
            x.a.end < y.a.start + 1 && x.b.end < y.b.start + 1
        };
        assert!(passage.runs.iter().zip(&passage.runs[1..]).all(rising), "runs rise: {passage:?}");
    }
    (in_a, in_b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn overlap_is_that_of_the_sets_of_shingles((a, b) in pair(), w in 1usize..12) {
        let checker = Checker::new(Recipe::default().with_w(w)).unwrap();
        let numbers = checker.compare(&read(&checker, &a), &read(&checker, &b)).unwrap().numbers;
        let counts = (numbers.shared_shingles as usize, numbers.shingles_a as usize, numbers.shingles_b as usize);
        prop_assert_eq!(counts, reference::overlap(&own(&a), &own(&b), w));
    }

    #[test]
    fn md5_shingles_overlap_like_rolled_ones((a, b) in pair(), w in 1usize..12) {
        let shingle_hash = twinprint::ShingleHash::Md5;
        let checker = Checker::new(Recipe::default().with_w(w).with_shingle_hash(shingle_hash)).unwrap();
        let numbers = checker.compare(&read(&checker, &a), &read(&checker, &b)).unwrap().numbers;
        let counts = (numbers.shared_shingles as usize, numbers.shingles_a as usize, numbers.shingles_b as usize);
        prop_assert_eq!(counts, reference::overlap(&own(&a), &own(&b), w));
    }

    #[test]
    fn every_shared_run_of_n_words_is_in_a_passage((a, b) in pair(), n in 2usize..12, w in 1usize..6, far in any::<bool>()) {
        let reach = if far { Reach::Edited } else { Reach::Copied };
        let checker = Checker::new(Recipe::default().with_w(w)).unwrap().with_run(n).unwrap().with_reach(reach);
        let report = checker.compare(&read(&checker, &a), &read(&checker, &b)).unwrap();
        let n = n.min(a.len()).min(b.len());
        let (in_a, in_b) = covered(&report, &a, &b);
        for (word, expected) in reference::in_shared_run(&own(&a), &own(&b), n).into_iter().enumerate() {
            prop_assert!(in_a[word] || !expected, "word {} of a is in a shared run of {} words", word, n);
        }
        for (word, expected) in reference::in_shared_run(&own(&b), &own(&a), n).into_iter().enumerate() {
            prop_assert!(in_b[word] || !expected, "word {} of b is in a shared run of {} words", word, n);
        }
        let numbers = &report.numbers;
        let words = (numbers.shared_words_a + numbers.edited_words_a, numbers.shared_words_b + numbers.edited_words_b);
        let marked = |words: &[bool]| words.iter().filter(|&&word| word).count() as u32;
        prop_assert_eq!(words, (marked(&in_a), marked(&in_b)));
        prop_assert!(far || numbers.edited_words_a + numbers.edited_words_b == 0);
        prop_assert!(report.passages.iter().all(|passage| passage.edited || passage.words as usize >= n));
    }

    #[test]
    fn exchanging_the_documents_mirrors_the_report((a, b) in pair()) {
        let checker = Checker::default();
        let (a, b) = (read(&checker, &a), read(&checker, &b));
        let (there, back) = (checker.compare(&a, &b).unwrap(), checker.compare(&b, &a).unwrap());
        prop_assert_eq!(there.numbers.resemblance, back.numbers.resemblance);
        prop_assert_eq!(there.numbers.containment_a, back.numbers.containment_b);
        prop_assert_eq!(there.numbers.shared_words_a, back.numbers.shared_words_b);
        let mut ways: Vec<_> = there.passages.iter().map(|p| (p.a, p.b, p.words, p.elsewhere_a, p.elsewhere_b)).collect();
        let mut mirrored: Vec<_> = back.passages.iter().map(|p| (p.b, p.a, p.words, p.elsewhere_b, p.elsewhere_a)).collect();
        ways.sort();
        mirrored.sort();
        prop_assert_eq!(ways, mirrored);
    }

    #[test]
    fn contained_pairs_are_those_of_all_pairs_compared(
        texts in prop::collection::vec(pair(), 0..6),
        w in 1usize..6,
        at_least in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0],
        most in 1usize..12,
        md5 in any::<bool>(),
    ) {
        let shingle_hash = if md5 { twinprint::ShingleHash::Md5 } else { twinprint::ShingleHash::default() };
        let checker = Checker::new(Recipe::default().with_w(w).with_shingle_hash(shingle_hash)).unwrap();
        let texts: Vec<Vec<String>> = texts.into_iter().flat_map(|(a, b)| [a, b]).collect();
        let documents: Vec<Prepared> = texts.iter().map(|text| read(&checker, text)).collect();
        let pairs = checker.contained_pairs(&documents.iter().collect::<Vec<_>>(), at_least, most).unwrap();
        let words: Vec<_> = texts.iter().map(|text| own(text)).collect();
        prop_assert_eq!(pairs, reference::contained_pairs(&words, w, at_least, most));
    }

    #[test]
    fn identical_documents_resemble_each_other_wholly(a in text(30)) {
        let checker = Checker::default();
        let numbers = checker.compare(&read(&checker, &a), &read(&checker, &a)).unwrap().numbers;
        prop_assert_eq!((numbers.resemblance, numbers.containment_a, numbers.simhash_distance), (1.0, 1.0, 0));
        prop_assert_eq!(numbers.shared_words_a as usize, a.len());
    }

    #[test]
    fn vertical_counters_count_like_sixty_four_counters(features in prop::collection::vec(any::<u64>(), 1..200)) {
        let mut simhash = Simhash::default();
        features.iter().for_each(|&hash| simhash.add(hash));
        prop_assert_eq!(simhash.finish().0, reference::simhash(&features));
    }

    #[test]
    fn rolled_hashes_are_those_of_the_definition(a in text(30), w in 1usize..20) {
        let tokens: Vec<u64> = a.iter().map(|word| twinprint::hash::token(word)).collect();
        let mut rolled = Vec::new();
        twinprint::shingle::roll(&tokens, w, |hash, _| rolled.push(hash));
        prop_assert_eq!(&rolled, &reference::shingle_hashes(&own(&a), w));
        let mut streamed = Vec::new();
        let options = twinprint::text::TextOptions::default();
        let count = twinprint::shingle::of_text(&a.join(" "), &options, w, |hash| streamed.push(hash)).unwrap();
        prop_assert_eq!(count, a.len());
        prop_assert_eq!(streamed, if a.len() < w { Vec::new() } else { rolled });
    }

    #[test]
    fn template_words_are_those_in_a_run_shared_with_it((a, template) in pair(), n in 2usize..10) {
        let mut checker = Checker::default().with_run(n).unwrap();
        let plain = checker.read_text(&Document::plain("template", &template.join(" "))).unwrap();
        checker.set_templates([&plain]);
        let expected = reference::in_shared_run(&own(&a), &own(&template), n.min(template.len()));
        match checker.read(&Document::plain("a", &a.join(" "))) {
            Err(error) => {
                prop_assert_eq!(error.kind(), "only-template");
                prop_assert!(expected.iter().all(|&word| word));
            }
            Ok(prepared) => {
                let mut masked = vec![false; a.len()];
                prepared.template().for_each(|words| masked[words.start as usize..words.end as usize].fill(true));
                prop_assert_eq!(masked, expected);
            }
        }
    }

    #[test]
    fn overlap_of_lists_is_that_of_sets(mut a in prop::collection::vec(0u64..50, 0..60), mut b in prop::collection::vec(0u64..50, 0..60)) {
        a.sort();
        b.sort();
        let set = |list: &[u64]| list.iter().copied().collect::<std::collections::BTreeSet<u64>>();
        let shared = set(&a).intersection(&set(&b)).count() as u64;
        prop_assert_eq!(Overlap::of(&a, &b), Overlap { shared, a: set(&a).len() as u64, b: set(&b).len() as u64 });
    }
}
