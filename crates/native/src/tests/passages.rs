//! Repeated passages of a corpus, against every run of every document compared with all before it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::corpus::{Documents, Entry, Listing, Origin, documents};
use crate::dedup::passages::{Corpus, Giving, PassageLedger, Passages, Repeating, Work, verify};
use crate::dedup::{Guard, Output, relative_paths, stamps};
use crate::overlap::Workspace;
use twinprint::text::cut::Boundary;

/// A folder with a corpus in `new` and perhaps an old one in `old`.
struct Desk(TempDir);

/// What was found in a corpus and given of it.
struct Given {
    ledger: PassageLedger,
    work: Work,
    /// Which elements are repeated of each document of the new corpus that has some.
    repeated: BTreeMap<u64, BTreeSet<usize>>,
    /// The texts that are given.
    texts: Vec<String>,
}

impl Desk {
    fn new(old: &[String], new: &[String]) -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a folder"));
        for (name, texts) in [("old", old), ("new", new)] {
            let lines: String = texts.iter().map(|text| format!("{}\n", json!({ "text": text }))).collect();
            fs::create_dir(desk.0.path().join(name)).expect("a folder");
            fs::write(desk.0.path().join(name).join("a.jsonl"), lines).expect("a file");
        }
        desk
    }

    fn given(&self, passages: &Passages) -> Given {
        let path = |name: &str| self.0.path().join(name).into_os_string();
        let mut listing = Listing::new([path("old")]);
        let old_files = listing.entries.len();
        let new = Listing::new([path("new")]);
        let paths = relative_paths(&[path("new")], &new.entries);
        listing.entries.extend(new.entries);
        let output = Output::new(&self.0.path().join("out"), &[], &listing.entries, true).expect("a folder");
        let read = |listing: &Listing| documents(listing.entries.clone());
        let corpus = Corpus {
            paths: &[vec![Default::default(); old_files], paths].concat(),
            stamps: &stamps(&listing.entries),
            listing: &listing,
            old_files,
            documents: &read,
        };
        // So little that everything is sorted through the disk.
        let place = Workspace { memory: 1 << 12, folder: self.0.path().into() };
        let found = passages.find(&corpus, &place, &mut |_, _| {}).expect("it can be read");
        let ledger =
            passages.give(&corpus, &found, &place, &output, &mut |_, _| {}).expect("it can be given");
        let lines = fs::read_to_string(self.0.path().join("out/passages.jsonl")).expect("lines");
        let mut repeated = BTreeMap::new();
        for line in lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
            let number = |of: &Value| of.as_u64().expect("a number");
            let runs = line["repeated"].as_array().expect("runs");
            let range = |run: &Value| {
                number(&run["at"]) as usize..(number(&run["at"]) + number(&run["length"])) as usize
            };
            repeated.insert(number(&line["number"]), runs.iter().flat_map(range).collect());
        }
        let texts = fs::read_to_string(self.0.path().join("out/corpus/a.jsonl")).expect("the corpus");
        let text = |line: &str| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            line["text"].as_str().expect("a text").to_string()
        };
        Given { ledger, work: found.work, repeated, texts: texts.lines().map(text).collect() }
    }

    fn prove(&self) {
        let read = |entries: Vec<Entry>| -> Documents { documents(entries) };
        let old = |path: &Path| {
            Ok(Entry { name: path.to_string_lossy().into(), origin: Origin::File(path.into()) })
        };
        let proven = verify(&self.0.path().join("out"), &read, &old, self.0.path());
        proven.unwrap_or_else(|error| panic!("{error}"));
    }
}

fn passages(by: Repeating, run: usize) -> Passages {
    Passages {
        by,
        run,
        cut_at: Boundary::Word,
        giving: Giving::Cut,
        keeps_longest: false,
        guard: None,
        zstd_level: 3,
        text_field: None,
        options: Vec::new(),
    }
}

/// The elements of each new document that lie in a run that was met before, where documents are met in the order of preference.
fn by_brute_force(
    old: &[Vec<String>],
    new: &[Vec<String>],
    run: usize,
    keeps_longest: bool,
) -> BTreeMap<u64, BTreeSet<usize>> {
    let mut order: Vec<(bool, usize)> =
        (0..old.len()).map(|at| (false, at)).chain((0..new.len()).map(|at| (true, at))).collect();
    let of = |&(is_new, at): &(bool, usize)| if is_new { &new[at] } else { &old[at] };
    if keeps_longest {
        order.sort_by_key(|document| {
            (document.0, usize::MAX - of(document).join(" ").split_whitespace().count())
        });
    }
    let (mut met, mut repeated) = (HashSet::new(), BTreeMap::<u64, BTreeSet<usize>>::new());
    for document in &order {
        for (at, words) in of(document).windows(run).enumerate() {
            if !met.insert(words) && document.0 {
                repeated.entry(document.1 as u64).or_default().extend(at..at + run);
            }
        }
    }
    repeated
}

/// Documents of few words that repeat one another, and themselves.
fn corpora() -> impl Strategy<Value = Vec<Vec<String>>> {
    let word = prop::sample::select(vec!["aa", "bb", "cc", "дд", "中"]).prop_map(String::from);
    let fresh = prop::collection::vec(word, 0..25);
    (
        prop::collection::vec(fresh, 1..6),
        prop::collection::vec((0usize..6, 0usize..20, 0usize..30, 0usize..6), 0..8),
    )
        .prop_map(|(mut documents, copies)| {
            let many = documents.len();
            for (from, start, length, to) in copies {
                let source = documents[from % many].clone();
                let some = source.into_iter().skip(start).take(length);
                documents[to % many].extend(some);
            }
            documents
        })
}

fn joined(documents: &[Vec<String>], separator: &str) -> Vec<String> {
    documents.iter().map(|words| words.join(separator)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_words_are_cut_that_lie_in_a_run_that_stands_earlier(
        mut new in corpora(), old in prop::option::of(corpora()), run in 2usize..9, keeps_longest in any::<bool>(),
    ) {
        let old = old.unwrap_or_default();
        new.push(Vec::new());
        let desk = Desk::new(&joined(&old, " "), &joined(&new, " "));
        let given = desk.given(&Passages { keeps_longest, ..passages(Repeating::Passages, run) });
        let expected = by_brute_force(&old, &new, run, keeps_longest);
        prop_assert_eq!(&given.repeated, &expected);
        let left = |(at, words): (usize, &Vec<String>)| {
            let repeated = expected.get(&(at as u64));
            let left = words.iter().enumerate().filter(|(word, _)| repeated.is_none_or(|repeated| !repeated.contains(word)));
            left.map(|(_, word)| word.clone()).collect::<Vec<_>>().join(" ")
        };
        // What is left without words is removed, but for what had none.
        let texts: Vec<String> = new.iter().enumerate().map(left).collect();
        let texts: Vec<String> = texts.into_iter().zip(&new).filter(|(left, words)| !left.is_empty() || words.is_empty()).map(|(left, _)| left).collect();
        prop_assert_eq!(given.texts, texts);
        desk.prove();
    }

    #[test]
    fn lines_and_paragraphs_go_that_stand_earlier_as_wholes(
        new in corpora(), old in prop::option::of(corpora()), keeps_longest in any::<bool>(), paragraphs in any::<bool>(),
    ) {
        let old = old.unwrap_or_default();
        let (by, separator) = if paragraphs { (Repeating::Paragraphs, "\n\n") } else { (Repeating::Lines, "\n") };
        let desk = Desk::new(&joined(&old, separator), &joined(&new, separator));
        let given = desk.given(&Passages { keeps_longest, ..passages(by, 1) });
        prop_assert_eq!(given.repeated, by_brute_force(&old, &new, 1, keeps_longest));
        desk.prove();
    }

    #[test]
    fn whatever_is_asked_for_is_proven_by_the_words_themselves(
        new in corpora(), run in 2usize..6, keeps_longest in any::<bool>(), giving in 0usize..4, at in 0usize..4,
    ) {
        let giving = [Giving::Cut, Giving::Mask, Giving::Documents(0.3), Giving::Documents(0.0)][giving];
        let desk = Desk::new(&[], &joined(&new, ". A\n"));
        let cut_at = Boundary::ALL[at];
        let given = desk.given(&Passages { keeps_longest, giving, cut_at, ..passages(Repeating::Passages, run) });
        prop_assert_eq!(given.ledger.whole.read.documents, new.len() as u64);
        desk.prove();
    }
}

/// A sentence of nine words.
const SENTENCE: &str = "Nobody in the village wanted to disagree with her.";

fn counted(texts: impl Iterator<Item = String>) -> Given {
    let desk = Desk::new(&[], &texts.collect::<Vec<_>>());
    let given = desk.given(&passages(Repeating::Passages, 50));
    desk.prove();
    given
}

/// Words that say nothing, the same for the same number.
fn words(seed: u64, count: u64) -> String {
    let word = |at| format!("w{}", twinprint::hash::mix(seed * 1_000_003 + at) % 50_000);
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_sentence_that_fills_a_document_stays_once_and_takes_work_as_it_has_words() {
    let given = [20_000, 40_000].map(|times| counted(std::iter::once([SENTENCE; 1].repeat(times).join(" "))));
    for given in &given {
        assert_eq!(given.texts, [SENTENCE]);
    }
    let work = given.map(|given| given.work);
    assert_is_linear(&work);
}

#[test]
fn a_formula_in_many_documents_is_compared_with_the_first_alone() {
    // The same sixty words amid others, and so few of the formula that no run has only words of it.
    for formula in [60, 40] {
        let given = [1_000, 2_000].map(|many| {
            counted((0..many).map(|at| {
                format!("{} {} {}", words(2 * at + 1, 30), words(0, formula), words(2 * at + 2, 30))
            }))
        });
        for given in &given {
            assert_eq!(given.repeated.len(), if formula == 60 { given.texts.len() - 1 } else { 0 });
        }
        assert_is_linear(&given.map(|given| given.work));
    }
}

#[test]
fn copies_of_a_document_take_work_as_they_are_many() {
    let given = [1_000, 2_000].map(|many| counted((0..many).map(|_| words(7, 100))));
    for given in &given {
        assert_eq!(given.texts.len(), 1);
        assert!(given.work.runs < 1_000, "copies are not looked at run by run: {:?}", given.work);
    }
    assert_is_linear(&given.map(|given| given.work));
}

/// Of twice as much there is at most a little more than twice the work.
#[track_caller]
fn assert_is_linear([once, twice]: &[Work; 2]) {
    let pairs = [
        (once.elements, twice.elements),
        (once.anchors, twice.anchors),
        (once.runs, twice.runs),
        (once.repeats, twice.repeats),
    ];
    for (once, twice) in pairs {
        assert!(twice * 10 <= once * 21 + 1_000, "{once} of half as much, {twice} of all");
    }
    assert!(twice.runs + twice.anchors <= twice.elements, "{twice:?}");
}

#[test]
fn a_guard_stops_before_most_of_a_corpus_goes() {
    let texts: Vec<String> = (0..10).map(|_| words(1, 60)).collect();
    let desk = Desk::new(&[], &texts);
    let guard = Some(Guard { share: 0.5, least: 10 });
    let listing = Listing::new([desk.0.path().join("new")]);
    let read = |listing: &Listing| documents(listing.entries.clone());
    let corpus = Corpus {
        paths: &relative_paths(&[], &listing.entries),
        stamps: &stamps(&listing.entries),
        listing: &listing,
        old_files: 0,
        documents: &read,
    };
    let place = Workspace { memory: 1 << 20, folder: desk.0.path().into() };
    let found = Passages { guard, ..passages(Repeating::Passages, 50) }.find(&corpus, &place, &mut |_, _| {});
    let error = found.expect_err("nine in ten are repeated");
    assert!(error.to_string().contains("540 of 600 are repeated, more than 50 %"), "{error}");
}
