//! Scans of corpora: every method finds what its own measure says of each pair, and what is taken in twice is the same.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Sketch};
use twinprint_native::Error;
use twinprint_native::corpus::{Listing, Position};
use twinprint_native::overlap::Need;
use twinprint_native::scan::{
    Apart, Coding, Comparison, Conditions, Engine, Gathered, Identity, Ingest, Keeping, RepeatedNames,
    ScanPair, Sites, Spool,
};

use super::scans::*;
use super::texts::texts;

/// The sketch of each text.
fn sketches(texts: &[String], method: &Method) -> Vec<Sketch> {
    let mut sketcher =
        method.sketcher(Some(Arc::new(Model::english().expect("the model")))).expect("a sketcher");
    let documents = Corpus::new(texts, usize::MAX).sources();
    documents.iter().map(|source| sketcher.sketch(&source.document()).expect("words")).collect()
}

/// The pairs that are alike by a method's own measure, each first copy with each.
fn by_comparing(sketches: &[Sketch], gathered: &Gathered, method: &Method) -> Vec<(u32, u32)> {
    let first = |at: u32| gathered.catalogue.row(at).first == at;
    let mut found = Vec::new();
    for a in 0..sketches.len() as u32 {
        for b in a + 1..sketches.len() as u32 {
            let alike = method.alike.holds(&sketches[a as usize], &sketches[b as usize]).expect("one recipe");
            if first(a) && first(b) && alike {
                found.push((a, b));
            }
        }
    }
    found
}

#[test]
fn every_method_finds_the_pairs_that_are_alike_by_its_own_measure() {
    let texts = texts(150);
    let lines = [
        "resemblance:w=2,at-least=0.6",
        "containment:w=2,at-least=0.7",
        "sampled:divisor=4,at-most=none,at-least=0.6",
        "sampled:divisor=3,remainder=2,at-most=20,at-least=0.5",
        "smallest:smallest=20,at-least=0.4",
        "smallest:smallest=20,measure=containment,at-least=0.4",
        "adaptive:divisor=8,short=80,short-divisor=2,at-least=0.6",
        "winnowed:window=6,measure=in-common,at-least=8",
        "minhash:values=64,at-least=0.7",
        "supershingle",
        "supershingle:measure=megashingles",
        "projection",
        "combined",
        "henzinger06-by-site",
        "imatch-lexicons",
        "buckets",
        "simhash",
        "simhash-shingle:k=6",
        "simhash-lexicons:rule=sum,k=8",
        "fusion:bits=32,weights=none",
        "heintze96",
        "broder97",
        "fetterly03",
        "ye08",
    ];
    let mut silent = Vec::new();
    for line in lines {
        let method = Method::parse(line, Some(Model::english().expect("the model").id())).expect(line);
        let gathered = gather(&texts, Some(method.clone()));
        let expected = by_comparing(&sketches(&texts, &method), &gathered, &method);
        for engine in [Engine::Prefixes, Engine::Sorting] {
            let comparison = Comparison { engine, ..comparison(Some(method.clone()), None) };
            let found = numbers(&pairs(&comparison, &gathered));
            assert_eq!(found, expected, "{line} by {engine:?}");
        }
        if expected.is_empty() {
            silent.push(line);
        }
    }
    assert!(silent.len() < 4, "found by no means: {silent:?}");
}

/// Each method with five thresholds, from a strict one to one that many pairs reach.
const THRESHOLDS: [(&str, &str, [&str; 5]); 26] = [
    ("resemblance:w=2", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    ("resemblance:w=2", "measure=in-common,at-least", ["60", "30", "12", "4", "1"]),
    ("containment:w=2", "at-least", ["1", "0.9", "0.5", "0.1", "0.001"]),
    ("sampled:divisor=4,at-most=none", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    ("sampled:divisor=3,at-most=20", "measure=containment,at-least", ["1", "0.9", "0.5", "0.1", "0.001"]),
    ("smallest:smallest=20", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    ("smallest:smallest=20", "measure=in-common,at-least", ["20", "15", "8", "3", "1"]),
    ("adaptive:divisor=8,short=80,short-divisor=2", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    (
        "adaptive:divisor=8,short=80,short-divisor=2",
        "measure=in-common,at-least",
        ["20", "12", "6", "3", "1"],
    ),
    (
        "adaptive:divisor=4,short=80,short-divisor=4",
        "measure=containment,at-least",
        ["1", "0.9", "0.5", "0.1", "0.001"],
    ),
    ("winnowed:window=6", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    ("minhash:values=63", "at-least", ["0.95", "0.7", "0.4", "0.1", "0.001"]),
    ("minhash:values=63", "measure=agreeing,at-least", ["60", "40", "20", "5", "1"]),
    ("supershingle:w=2,values=36,length=6", "at-least", ["6", "4", "3", "2", "1"]),
    ("supershingle:w=2,values=36,length=6", "measure=megashingles,at-least", ["15", "10", "6", "3", "1"]),
    ("projection", "at-least", ["372", "362", "355", "330", "220"]),
    ("combined:w=2,values=36,length=6", "at-least", ["372", "362", "355", "330", "1"]),
    ("henzinger06-by-site:w=2,values=36,length=6", "at-least", ["380", "372", "362", "330", "1"]),
    ("imatch-lexicons", "at-least", ["11", "8", "5", "2", "1"]),
    ("buckets", "at-least", ["8", "6", "4", "2", "1"]),
    ("simhash", "k", ["0", "3", "7", "10", "16"]),
    ("simhash-lexicons", "k", ["0", "3", "7", "10", "16"]),
    ("simhash-lexicons:rule=majority", "k", ["0", "3", "7", "10", "16"]),
    ("simhash-lexicons:rule=sum", "k", ["0", "4", "15", "40", "80"]),
    ("fusion:weights=none", "k", ["0", "2", "4", "8", "12"]),
    ("simhash-shingle:bits=128", "k", ["0", "3", "7", "10", "16"]),
];

#[test]
fn no_pair_is_missed_at_any_threshold() {
    let texts = texts(120);
    let model = Model::english().expect("the model").id();
    for (name, key, thresholds) in THRESHOLDS {
        let separator = if name.contains(':') { ',' } else { ':' };
        let methods = thresholds.map(|threshold| {
            let line = format!("{name}{separator}{key}={threshold}");
            Method::parse(&line, Some(model)).expect(&line)
        });
        let gathered = gather(&texts, Some(methods[0].clone()));
        let sketches = sketches(&texts, &methods[0]);
        let counts = methods.map(|method| {
            let expected = by_comparing(&sketches, &gathered, &method);
            let found = numbers(&pairs(&comparison(Some(method.clone()), None), &gathered));
            assert_eq!(found, expected, "{name} with {}", method.alike);
            expected.len()
        });
        assert!(counts.is_sorted() && counts[0] < counts[4], "{name} is tried by {counts:?} pairs");
    }
}

#[test]
fn what_sketches_find_is_confirmed_by_the_shingles() {
    let texts = texts(200);
    let method = Method::parse("minhash:values=32,at-least=0.3", None).expect("a method");
    let gathered = gather(&texts, Some(method.clone()));
    let need = Need::Resemblance { thousandths: 700 };
    let truth = pairs(&comparison(None, Some(need)), &gathered);
    let confirmed = pairs(&comparison(Some(method.clone()), Some(need)), &gathered);
    let raw = pairs(&comparison(Some(method), None), &gathered);
    let (truth, confirmed, raw) = (numbers(&truth), numbers(&confirmed), numbers(&raw));
    assert!(confirmed.iter().all(|pair| truth.contains(pair) && raw.contains(pair)));
    assert!(raw.iter().any(|pair| !truth.contains(pair)), "every pair was near enough");
    assert!(confirmed.len() * 10 > truth.len() * 9, "{} of {}", confirmed.len(), truth.len());
}

#[test]
fn conditions_leave_out_pairs_and_nothing_else() {
    let texts = texts(200);
    let gathered = gather(&texts, None);
    let need = Need::Resemblance { thousandths: 400 };
    let all = numbers(&pairs(&comparison(None, Some(need)), &gathered));
    let under = |conditions: Conditions| {
        numbers(&pairs(&Comparison { conditions, ..comparison(None, Some(need)) }, &gathered))
    };
    let kept = |holds: &dyn Fn(u32, u32) -> bool| -> Vec<(u32, u32)> {
        all.iter().copied().filter(|&(a, b)| holds(a, b)).collect()
    };
    let words = |at: u32| f64::from(gathered.catalogue.row(at).words);
    let conditions = Conditions { of_one_category: true, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| a % 2 == b % 2));
    let conditions = Conditions { of_one_language: true, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| a % 3 == b % 3));
    let conditions = Conditions { sites: Sites::Same, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| a % 4 == b % 4));
    let conditions = Conditions { sites: Sites::Different, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| a % 4 != b % 4));
    let conditions = Conditions { lengths: 800, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| words(a).min(words(b)) >= 0.8 * words(a).max(words(b))));
    let conditions = Conditions { least_words: 90, ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| words(a).min(words(b)) >= 90.0));
    let conditions = Conditions { old: Some(120), ..Conditions::default() };
    assert_eq!(under(conditions), kept(&|a, b| a < 120 && b >= 120));
}

#[test]
fn exact_copies_are_told_first_and_compared_no_further() {
    let texts: Vec<String> =
        ["one two three four", "One, two; three four!", "five six seven", "one two three four"]
            .map(String::from)
            .into();
    let gathered = gather(&texts, None);
    let firsts: Vec<u32> = gathered.catalogue.rows().iter().map(|row| row.first).collect();
    assert_eq!(firsts, [0, 0, 2, 0]);
    let need = Need::Resemblance { thousandths: 1 };
    assert!(pairs(&comparison(None, Some(need)), &gathered).is_empty());

    let mut by_text = ingest(None);
    by_text.reduction.identity = Identity::Text;
    let gathered = take_in(&by_text, &Corpus::new(&texts, usize::MAX));
    let firsts: Vec<u32> = gathered.catalogue.rows().iter().map(|row| row.first).collect();
    assert_eq!(firsts, [0, 1, 2, 0]);
}

#[test]
fn copies_are_those_of_the_tokens_that_the_method_sees() {
    let texts = [
        "The cats sat. On a mat, on http://a.example/b they sat",
        "the cats sat. on a mat, on http://a.example/b they sat",
        "the cats sat on a mat on http://a.example/b they sat",
        "The cats sat. On a mat,\non http://a.example/b they sat",
        "cats sat on the mat on http://a.example/b they sit",
        "The cats sat. On a mat, on http://a.example/b they sat",
        "The cats sat. On a mat, on http://a.example/b they sat ",
        "The cats sat. On a mat, on http a example b they sat",
    ]
    .map(String::from);
    let firsts = |line: &str, identity: Identity| -> Vec<u32> {
        let method = (!line.is_empty()).then(|| Method::parse(line, None).expect(line));
        let mut ingest = ingest(method);
        ingest.reduction.identity = identity;
        let gathered = take_in(&ingest, &Corpus::new(&texts, usize::MAX));
        gathered.catalogue.rows().iter().map(|row| row.first).collect()
    };
    let words = [0, 0, 0, 0, 4, 0, 0, 7];
    for line in ["", "minhash", "simhash:weights=none", "exact"] {
        assert_eq!(firsts(line, Identity::Method), words, "{line}");
    }
    assert_eq!(firsts("ye08", Identity::Method), [0, 1, 2, 0, 4, 0, 0, 7]);
    assert_eq!(firsts("simhash:weights=none,words=white-space", Identity::Method), [0, 0, 2, 0, 4, 0, 0, 7]);
    assert_eq!(firsts("henzinger06-c", Identity::Method), [0, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(firsts("lines:w=1", Identity::Method), [0, 0, 0, 3, 4, 0, 0, 7]);
    assert_eq!(firsts("sentences", Identity::Method), [0, 1, 1, 3, 4, 0, 0, 7]);
    for line in ["", "ye08", "lines:w=1", "henzinger06-c"] {
        assert_eq!(firsts(line, Identity::Words), words, "{line}");
        assert_eq!(firsts(line, Identity::Text), [0, 1, 2, 0, 4, 0, 0, 7], "{line}");
        assert_eq!(firsts(line, Identity::Bytes), [0, 1, 2, 3, 4, 0, 6, 7], "{line}");
    }
}

#[test]
fn a_study_of_codes_takes_out_the_copies_of_their_tokens() {
    let texts =
        ["see http://a.example/b now", "see http a example b now", "see http://a.example/b now", "See now"];
    let (gathered, _) = gather_codes(&texts.map(String::from), &[Coding::C]);
    let firsts: Vec<u32> = gathered.catalogue.rows().iter().map(|row| row.first).collect();
    let codes = gathered.codes(0).expect("codes");
    assert_eq!(firsts, [0, 0, 0, 3]);
    assert!(codes[0].is_some() && codes[1].is_none());
}

#[test]
fn copies_in_categories_on_sites_or_in_corpora_that_are_compared_apart_each_stand_for_themselves() {
    let texts: Vec<String> = vec!["one two three four".into(); 8];
    let corpus = Corpus::new(&texts, 5);
    let firsts = |apart: Apart| -> Vec<u32> {
        let gathered = take_in(&Ingest { apart, ..ingest(None) }, &corpus);
        gathered.catalogue.rows().iter().map(|row| row.first).collect()
    };
    assert_eq!(firsts(Apart::default()), [0; 8]);
    assert_eq!(firsts(Apart { old_files: 1, ..Apart::default() }), [0, 0, 0, 0, 0, 5, 5, 5]);
    assert_eq!(firsts(Apart { categories: true, ..Apart::default() }), [0, 1, 0, 1, 0, 1, 0, 1]);
    assert_eq!(firsts(Apart { languages: true, ..Apart::default() }), [0, 1, 2, 0, 1, 2, 0, 1]);
    assert_eq!(firsts(Apart { sites: true, ..Apart::default() }), [0, 1, 2, 3, 0, 1, 2, 3]);
}

#[test]
fn pairs_on_the_disk_are_read_as_they_were_written_and_only_if_all_are_there() {
    let pairs: Vec<ScanPair> = (0..10_000u32)
        .map(|at| ScanPair { a: at, b: at + 1, shared: (at % 3 > 0).then_some(at), score: at as f32 / 7.0 })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs");
    let spool = Spool::create(&path, pairs.iter().copied().map(Ok)).expect("room");
    for spool in [spool, Spool::open(&path).expect("a whole file")] {
        let read: Vec<ScanPair> = spool.iter().collect::<Result<_, _>>().expect("pairs");
        assert_eq!((spool.len(), &read), (10_000, &pairs));
    }
    let bytes = std::fs::read(&path).expect("bytes");
    std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("room");
    assert!(Spool::open(&path).is_none());
}

#[test]
fn of_two_documents_with_one_name_the_later_is_called_by_its_place_too_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "{\"id\":\"x\",\"text\":\"one two\"}\n\n{\"id\":\"y\",\"text\":\"three four\"}\n";
    for name in ["old.jsonl", "new.jsonl"] {
        std::fs::write(folder.path().join(name), lines).expect("room");
    }
    let corpus = Corpus {
        entries: Listing::new([folder.path().join("old.jsonl"), folder.path().join("new.jsonl")]).entries,
        _folder: folder,
    };
    let gathered = take_in(&ingest(None), &corpus);
    assert_eq!((gathered.catalogue.len(), gathered.skipped.count()), (4, 0));
    let names: Vec<String> = (0..4).map(|at| gathered.catalogue.name(at).expect("a name")).collect();
    assert_eq!(names[..2], ["x", "y"]);
    assert!(names[3].starts_with("y (") && names[3].ends_with("new.jsonl, line 3)"), "{names:?}");
    let strict = Ingest { repeated: RepeatedNames::Refused, ..ingest(None) };
    let keeping = Keeping::Unnamed { folder: std::env::temp_dir(), memory: 1 << 20 };
    let error =
        strict.gather(|position| corpus.from(position), &keeping, &mut |_| ()).expect_err("two of a name");
    assert!(matches!(error, Error::SameName { .. }), "{error}");
    assert!(error.to_string().contains("is that of texts, line 1, too"), "{error}");
}

#[test]
fn a_scan_that_was_stopped_takes_no_place_behind_a_name_for_a_part_of_what_the_data_call_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jsonl");
    let line = |id: &str, text: &str| {
        format!("{}\n", serde_json::json!({"id": id, "text": format!("{text} words")}))
    };
    let begun = line("x", "one") + &line("x", "two");
    let name = Listing::new([&path]).entries[0].name.clone();
    let placed = format!("x ({name}, line 2)");
    let all = begun.clone() + &line(&placed, "three") + &line("x", "four");
    let ingest = Ingest { files: vec![name.clone()], ..ingest(None) };
    let gather = |lines: &str, state: &Path| {
        std::fs::write(&path, lines).expect("room");
        let corpus =
            Corpus { entries: Listing::new([&path]).entries, _folder: tempfile::tempdir().expect("one") };
        let keeping = Keeping::Folder { folder: state.into(), task: "task".into() };
        let gathered =
            ingest.gather(|position| corpus.from(position), &keeping, &mut |_| ()).expect("documents");
        let names = 0..gathered.catalogue.len() as u32;
        names.map(|at| gathered.catalogue.name(at).expect("a name")).collect::<Vec<_>>()
    };
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    let expected = ["x", &placed, &placed, &format!("x ({name}, line 4)")];
    assert_eq!(gather(&all, &whole), expected);
    assert_eq!(gather(&begun, &stopped), expected[..2]);
    let progress = stopped.join("progress.json");
    let json =
        std::fs::read_to_string(&progress).expect("progress").replace("\"read\":true", "\"read\":false");
    let json = json.replace("\"file\":1,\"number\":0", "\"file\":0,\"number\":2");
    std::fs::write(&progress, json).expect("progress");
    assert_eq!(gather(&all, &stopped), expected);
}

#[test]
fn what_cannot_be_read_is_counted_by_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), "...").expect("room");
    std::fs::write(folder.path().join("b.jsonl"), "no object\n{\"id\":1,\"text\":\"some words\"}\n")
        .expect("room");
    let entries = Listing::new([folder.path()]).entries;
    std::fs::remove_file(folder.path().join("a.txt")).expect("a file");
    std::fs::write(folder.path().join("c.txt"), "...").expect("room");
    let more = Listing::new([folder.path().join("c.txt")]).entries;
    let corpus = Corpus { entries: [entries, more].concat(), _folder: folder };
    let gathered = take_in(&ingest(None), &corpus);
    assert_eq!(gathered.catalogue.len(), 1);
    let counts: Vec<(&str, u64)> =
        gathered.skipped.0.iter().map(|(reason, skipped)| (&**reason, skipped.count)).collect();
    assert_eq!(counts, [("cannot be read", 1), ("no document", 1), ("no words", 1)]);
}

/// What stands in a folder's files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file"))
        .filter(|entry| entry.file_name() != "lock")
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("bytes"))
        })
        .collect();
    files.sort();
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_scan_that_was_stopped_goes_on_to_the_same_bytes(stop in 1usize..1500, behind in 0usize..200) {
        let texts = texts(1500);
        let (whole, stopped) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let keeping = |folder: &Path| Keeping::Folder { folder: folder.into(), task: "task".into() };
        let method = Method::parse("minhash:values=8", None).expect("a method");
        let ingest = ingest(Some(method));
        let corpus = Corpus::new(&texts, 400);
        let all = |position: Position| corpus.from(position);
        ingest.gather(all, &keeping(whole.path()), &mut |_| ()).expect("documents");

        // A process that is killed leaves what it wrote after the last point from which to go on: bytes that do not count.
        let state = keeping(stopped.path());
        let before = Corpus::new(&texts[..stop], 400);
        ingest.gather(|position| before.from(position), &state, &mut |_| ()).expect("documents");
        let progress = stopped.path().join("progress.json");
        let json = std::fs::read_to_string(&progress).expect("progress").replace("\"read\":true", "\"read\":false");
        let (file, number) = ((stop - 1) / 400, (stop - 1) % 400 + 1);
        let json = json.replace(&format!("\"file\":{},\"number\":0", file + 1), &format!("\"file\":{file},\"number\":{number}"));
        std::fs::write(&progress, json).expect("progress");
        for file in ["journal", "names", "shingles", "values"] {
            let path = stopped.path().join(file);
            let mut bytes = std::fs::read(&path).expect("bytes");
            bytes.extend(vec![0xAB; behind]);
            std::fs::write(&path, bytes).expect("bytes");
        }
        let mut begun = None;
        let gathered = ingest
            .gather(|position| { begun = Some(position); all(position) }, &state, &mut |_| ())
            .expect("documents");
        prop_assert_eq!(begun, Some(Position { entry: file, number: number as u64 }));
        prop_assert_eq!(gathered.catalogue.len(), 1500);
        prop_assert_eq!(gathered.catalogue.name(1499).expect("a name"), "d1499");
        prop_assert!(contents(whole.path()) == contents(stopped.path()), "the files differ");
    }
}

#[test]
fn a_second_scan_in_the_folder_is_refused_while_the_first_is_at_work() {
    let texts = texts(5);
    let folder = tempfile::tempdir().expect("a folder");
    let keeping = Keeping::Folder { folder: folder.path().into(), task: "task".into() };
    let corpus = Corpus::new(&texts, usize::MAX);
    let all = |position: Position| corpus.from(position);
    let first = ingest(None).gather(all, &keeping, &mut |_| ()).expect("documents");
    let error = ingest(None).gather(all, &keeping, &mut |_| ()).expect_err("two at work");
    assert!(matches!(error, Error::Busy { .. }), "{error}");
    drop(first);
    assert!(ingest(None).gather(all, &keeping, &mut |_| ()).is_ok());
}

#[test]
fn another_task_in_the_folder_begins_anew() {
    let texts = texts(20);
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = Corpus::new(&texts, usize::MAX);
    let mut begun = Vec::new();
    for task in ["one", "one", "two"] {
        let keeping = Keeping::Folder { folder: folder.path().into(), task: task.into() };
        let documents = |position: Position| {
            begun.push((position.entry, position.number));
            corpus.from(position)
        };
        let gathered = ingest(None).gather(documents, &keeping, &mut |_| ()).expect("documents");
        assert_eq!(gathered.catalogue.len(), 20);
    }
    assert_eq!(begun, [(0, 0), (0, 0)]);
}
