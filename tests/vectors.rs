//! The shared test vectors: cases that every face answers alike, bit for bit.
//!
//! `vectors.json` holds the cases and what is expected of them. The words of a case are written by hand, or are
//! those of a split that needs no library; counts, fingerprints and runs must be what the naive reference makes of
//! them. Passages and flags are recorded, and read over when they change:
//! `TWINPRINT_RECORD=1 cargo test --test tests vectors` writes what is expected anew.

mod reworded;
mod sketches;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use serde_json::{Map, Value, json};
use twinprint::report::Place;
use twinprint::text::{ApartKind, Cleaning, Language, Unit};
use twinprint::{Checker, Document, Error, Format, Prepared, Recipe, ShingleHash};

use crate::reference;

#[test]
fn every_case_is_answered_as_recorded_and_as_the_reference_counts() {
    let mut vectors = Vectors::read();
    let cases = vectors.json["cases"].as_array_mut().unwrap();
    assert!(cases.len() >= 60, "there are {} cases", cases.len());
    let names: BTreeSet<String> = cases.iter().map(|case| text(&case["name"]).into()).collect();
    assert_eq!(names.len(), cases.len(), "each case has a name of its own");
    let mut compared = 0;
    for case in cases {
        if !needs_only_what_is_built_in(case) {
            continue;
        }
        compared += 1;
        let answer = answer(case);
        if Vectors::record() {
            case["expect"] = answer;
        } else {
            assert_eq!(answer, case["expect"], "{}", case["name"]);
        }
    }
    assert!(compared >= 60, "plain text alone makes {compared} cases");
    vectors.write();
}

/// The vectors, by one test at a time: each records its own.
struct Vectors {
    json: Value,
    _alone: MutexGuard<'static, ()>,
}

impl Vectors {
    fn path() -> PathBuf {
        [env!("CARGO_MANIFEST_DIR"), "tests/vectors.json"].iter().collect()
    }

    fn read() -> Vectors {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let json = serde_json::from_str(&std::fs::read_to_string(Self::path()).unwrap()).unwrap();
        Vectors { json, _alone: alone }
    }

    /// Whether what is expected is to be written anew.
    fn record() -> bool {
        std::env::var_os("TWINPRINT_RECORD").is_some()
    }

    /// Writes what was recorded, if anything was to be.
    fn write(&self) {
        if Self::record() {
            std::fs::write(Self::path(), serde_json::to_string_pretty(&self.json).unwrap() + "\n").unwrap();
        }
    }
}

/// HTML and stemming need std, and sentences their tables, which a build without features does without.
fn needs_only_what_is_built_in(case: &Value) -> bool {
    let html = [&case["a"], &case["b"]].iter().any(|document| document["format"] == "html");
    let language = case["options"]["stemmer"].is_string() || case["options"]["stop_words"].is_string();
    let sentences = case["options"]["units"] == "sentences";
    let clean = case["options"]["clean"].is_string();
    (!html || cfg!(feature = "html"))
        && (!language || cfg!(feature = "stem"))
        && (!sentences || cfg!(feature = "sentences"))
        && (!clean || cfg!(feature = "clean"))
}

/// What the library says of a case, after checking it against the reference.
fn answer(case: &Value) -> Value {
    let mut checker = checker(&case["options"]);
    let templates: Vec<_> = list(&case["templates"])
        .iter()
        .map(|template| checker.read_text(&Document::plain("template", text(&template["text"]))).unwrap())
        .collect();
    checker.set_templates(&templates);
    let (text_a, text_b) = (given(&case["a"]), given(&case["b"]));
    let a = checker.read(&document(&case["a"], &text_a));
    let b = checker.read(&document(&case["b"], &text_b));
    let (Ok(prepared_a), Ok(prepared_b)) = (&a, &b) else {
        let kind = |result: &Result<Prepared, Error>| result.as_ref().err().map(Error::kind);
        return json!({ "error_a": kind(&a), "error_b": kind(&b) });
    };
    let place = |prepared: &Prepared, text: &str, span: twinprint::text::Span| {
        let view = prepared.reading().view(text).to_string();
        let units = |end: u32| view[..end as usize].encode_utf16().count() as u32;
        Place { start: units(span.start), end: units(span.end) }
    };
    let report = checker
        .compare_in(
            prepared_a,
            prepared_b,
            |span| place(prepared_a, &text_a, span),
            |span| place(prepared_b, &text_b, span),
        )
        .unwrap();
    check_against_reference(case, &checker, &report, [prepared_a, prepared_b], [&text_a, &text_b]);
    json!({
        "fingerprint_a": prepared_a.fingerprint().to_string(),
        "fingerprint_b": prepared_b.fingerprint().to_string(),
        "report": as_json(&report),
    })
}

fn check_against_reference(
    case: &Value,
    checker: &Checker,
    report: &twinprint::Report,
    prepared: [&Prepared; 2],
    texts: [&str; 2],
) {
    let name = text(&case["name"]);
    let [a, b] = [("words_a", texts[0]), ("words_b", texts[1])].map(|(key, text)| words(&case[key], text));
    let run = case["options"]["run"].as_u64().unwrap_or(Checker::DEFAULT_RUN as u64) as usize;
    let templates: Vec<Vec<String>> = list(&case["templates"])
        .iter()
        .map(|template| words(&Value::Null, text(&template["text"])))
        .collect();
    let [mut own_a, mut own_b] = [&a, &b].map(|words| reference::own_words(words, &templates, run));
    for (own, prepared) in [&mut own_a, &mut own_b].into_iter().zip(prepared) {
        // What stands apart is recorded; that it does not count is checked.
        for stretch in prepared.left_out() {
            own[stretch.words.start as usize..stretch.words.end as usize].fill(None);
        }
    }
    let numbers = &report.numbers;
    assert_eq!((numbers.words_a as usize, numbers.words_b as usize), (a.len(), b.len()), "{name}: words");
    let counts = (numbers.shared_shingles as usize, numbers.shingles_a as usize, numbers.shingles_b as usize);
    let w = checker.recipe().w;
    let units = checker.recipe().text.units;
    let [units_a, units_b] = [("units_a", &own_a, texts[0]), ("units_b", &own_b, texts[1])]
        .map(|(key, own, text)| own_units(units, own, &case[key], text));
    let [units_a, units_b] = [&units_a, &units_b].map(|units| units.iter().map(Option::as_deref).collect());
    assert_eq!(counts, reference::overlap(&units_a, &units_b, w), "{name}: shingles");
    let shingle_hash = checker.recipe().shingle_hash;
    if shingle_hash != ShingleHash::Md5 {
        let hash = |hashes: &[u64]| match shingle_hash.rabin() {
            Some(width) => reference::rabin_hash(hashes, width),
            None => reference::rolled(hashes),
        };
        let unit_hash = match units {
            Unit::Words => twinprint::hash::token,
            Unit::Lines | Unit::Sentences => reference::piece_hash,
            Unit::Characters => reference::character_hash,
            other => panic!("the reference has no {other:?}"),
        };
        for (units, prepared) in [&units_a, &units_b].into_iter().zip(prepared) {
            let fingerprint = reference::simhash(&reference::shingle_hashes_by(units, w, unit_hash, hash));
            assert_eq!(prepared.fingerprint().0, fingerprint, "{name}: fingerprint");
        }
    }
    let own = |words: &reference::Own| words.iter().flatten().count();
    let run = run.min(own(&own_a)).min(own(&own_b));
    let longest = reference::longest_common_run(&own_a, &own_b);
    if longest >= run {
        assert_eq!(numbers.longest_run as usize, longest, "{name}: longest run");
    }
    let [least_a, least_b] = [(&own_a, &own_b), (&own_b, &own_a)]
        .map(|(x, y)| reference::in_shared_run(x, y, run).iter().filter(|&&word| word).count());
    assert!(numbers.shared_words_a as usize >= least_a, "{name}: shared words of a");
    assert!(numbers.shared_words_b as usize >= least_b, "{name}: shared words of b");
}

/// What shingles are made of. Lines and sentences are of as many words each as was written by hand, lines else as they
/// are given.
fn own_units(units: Unit, own: &reference::Own<'_>, by_hand: &Value, given: &str) -> Vec<Option<String>> {
    let lengths = || -> Vec<usize> {
        match by_hand {
            Value::Array(lengths) => lengths.iter().map(|length| length.as_u64().unwrap() as usize).collect(),
            _ => given
                .lines()
                .map(|line| words(&Value::Null, line).len())
                .filter(|&length| length > 0)
                .collect(),
        }
    };
    match units {
        Unit::Words => own.iter().map(|word| word.map(str::to_string)).collect(),
        Unit::Lines | Unit::Sentences => reference::pieces(own, &lengths()),
        Unit::Characters => reference::characters(own),
        other => panic!("the reference has no {other:?}"),
    }
}

/// The words written by hand, or those of a split at all that is neither letter nor digit.
fn words(by_hand: &Value, text: &str) -> Vec<String> {
    match by_hand {
        Value::Array(words) => words.iter().map(|word| self::text(word).into()).collect(),
        _ => text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect(),
    }
}

fn checker(options: &Value) -> Checker {
    let mut recipe = Recipe::default();
    let mut run = Checker::DEFAULT_RUN;
    let mut left_out = Vec::new();
    for (key, value) in options.as_object().unwrap_or(&Map::new()) {
        match key.as_str() {
            "shingle" => recipe.w = value.as_u64().unwrap() as usize,
            "run" => run = value.as_u64().unwrap() as usize,
            "shingle_hash" => recipe.shingle_hash = ShingleHash::from_name(text(value)).unwrap(),
            "units" => recipe.text.units = Unit::from_name(text(value)).unwrap(),
            "words" => recipe.text.words = twinprint::text::WordRule::from_name(text(value)).unwrap(),
            "urls" => recipe.text.urls = twinprint::text::UrlRule::from_name(text(value)).unwrap(),
            "images" => recipe.text.images = twinprint::text::ImageRule::from_name(text(value)).unwrap(),
            "clean" => recipe.text.clean = Cleaning::from_name(text(value)).unwrap(),
            "stop_words" => recipe.text.stop_words = Some(Language::from_code(text(value)).unwrap()),
            "stemmer" => recipe.text.stemmer = Some(Language::from_code(text(value)).unwrap()),
            "leave_out" => {
                left_out.extend(list(value).iter().map(|kind| ApartKind::from_name(text(kind)).unwrap()))
            }
            other => panic!("{other} is no option"),
        }
    }
    Checker::new(recipe).unwrap().with_run(run).unwrap().with_left_out(&left_out)
}

fn document<'a>(case: &'a Value, given: &'a str) -> Document<'a> {
    let format = Format::from_name(text(&case["format"])).unwrap();
    Document::new(text(&case["name"]), given, format).with_url(case["url"].as_str())
}

fn given(case: &Value) -> String {
    text(&case["text"]).repeat(case["times"].as_u64().unwrap_or(1) as usize)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The report in the form all faces give it. Written out, so that a build without serde is tested, too.
fn as_json(report: &twinprint::Report) -> Value {
    let place = |place: &Place| json!({ "start": place.start, "end": place.end });
    let places = |places: &[Place]| places.iter().map(place).collect::<Vec<_>>();
    let n = &report.numbers;
    let passages: Vec<Value> = report
        .passages
        .iter()
        .map(|passage| {
            let runs: Vec<Value> = passage
                .runs
                .iter()
                .map(|run| json!({ "a": place(&run.a), "b": place(&run.b), "words": run.words }))
                .collect();
            json!({
                "a": place(&passage.a), "b": place(&passage.b), "words": passage.words,
                "longest_run": passage.longest_run, "runs": runs,
                "elsewhere_a": passage.elsewhere_a, "elsewhere_b": passage.elsewhere_b,
                "also_a": places(&passage.also_a), "also_b": places(&passage.also_b),
            })
        })
        .collect();
    let left_out = |places: &[twinprint::report::LeftOutPlace]| -> Vec<Value> {
        let left_out = places.iter();
        left_out
            .map(|place| json!({ "kind": place.kind, "words": place.words, "start": place.start, "end": place.end }))
            .collect()
    };
    let flags = |flags: &twinprint::report::FlagCounts| {
        json!({
            "invisible": flags.invisible, "soft_hyphens": flags.soft_hyphens, "look_alikes": flags.look_alikes,
            "foreign_words": flags.foreign_words, "styled": flags.styled,
        })
    };
    let marks = |marks: &[twinprint::report::MarkPlace]| -> Vec<Value> {
        marks.iter().map(|mark| json!({ "kind": mark.kind, "start": mark.start, "end": mark.end })).collect()
    };
    json!({
        "a": report.a, "b": report.b,
        "resemblance": n.resemblance, "containment_a": n.containment_a, "containment_b": n.containment_b,
        "shared_shingles": n.shared_shingles, "shingles_a": n.shingles_a, "shingles_b": n.shingles_b,
        "words_a": n.words_a, "words_b": n.words_b,
        "template_words_a": n.template_words_a, "template_words_b": n.template_words_b,
        "left_out_words_a": n.left_out_words_a, "left_out_words_b": n.left_out_words_b,
        "shared_words_a": n.shared_words_a, "shared_words_b": n.shared_words_b,
        "longest_run": n.longest_run, "simhash_distance": n.simhash_distance,
        "passages": passages,
        "template_a": places(&report.template_a), "template_b": places(&report.template_b),
        "left_out_a": left_out(&report.left_out_a), "left_out_b": left_out(&report.left_out_b),
        "flags_a": flags(&report.flags_a), "flags_b": flags(&report.flags_b),
        "marks_a": marks(&report.marks_a), "marks_b": marks(&report.marks_b),
        "recipe": report.recipe,
    })
}
