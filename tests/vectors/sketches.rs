//! The vectors of sketches: documents by methods, with the text form of their sketches, and how alike pairs are.
//!
//! Sketches must be what the naive reference makes of the documents' words, which are written by hand or are those of a
//! split that needs no library. Scores are recorded. `TWINPRINT_RECORD=1 cargo test --test tests vectors` writes what is
//! expected anew.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use twinprint::hash;
use twinprint::imatch::Band;
use twinprint::lexicon::Model;
use twinprint::shingle::Sampling;
use twinprint::sketch::{Method, Sketch, Sketcher};
#[cfg(feature = "clean")]
use twinprint::text::Boilerplate;
use twinprint::text::Unit;
use twinprint::{Error, MinHashing, Recipe, ShingleHash, Sketching};

use super::{Vectors, document, given, own_units, text, words};
use crate::reference;

#[test]
fn every_sketch_is_as_recorded_and_as_the_reference_makes_it() {
    let mut vectors = Vectors::read();
    let given = Given {
        model: model(&vectors.json["model"]),
        boilerplate: boilerplate(&vectors.json["boilerplate"]),
    };
    let cases = vectors.json["sketches"].as_array_mut().unwrap();
    assert!(cases.len() >= 50, "there are {} cases", cases.len());
    let names: BTreeSet<&str> = cases.iter().map(|case| text(&case["name"])).collect();
    assert_eq!(names.len(), cases.len(), "each case has a name of its own");
    let mut compared = 0;
    for case in cases.iter_mut() {
        if !is_built_in(case) {
            continue;
        }
        compared += 1;
        let answer = answer(case, &given);
        if Vectors::record() {
            case["expect"] = answer;
        } else {
            assert_eq!(answer, case["expect"], "{}", case["name"]);
        }
    }
    assert!(compared >= 25, "what is built in always makes {compared} cases");
    vectors.write();
}

#[test]
fn every_method_has_a_vector() {
    let vectors = Vectors::read();
    let cases = vectors.json["sketches"].as_array().unwrap();
    let of = |case: &Value| text(&case["method"]).split(':').next().unwrap().to_owned();
    let used: BTreeSet<String> = cases.iter().map(of).collect();
    for name in Method::names() {
        assert!(used.contains(name), "{name} has a vector");
    }
}

/// What cases name, if they do.
struct Given {
    model: Arc<Model>,
    boilerplate: Arc<[u8]>,
}

fn model(hexadecimal: &Value) -> Arc<Model> {
    Arc::new(Model::from_bytes(&golden(hexadecimal, "model-1.twm"), "the vectors' model").unwrap())
}

fn boilerplate(hexadecimal: &Value) -> Arc<[u8]> {
    golden(hexadecimal, "boilerplate-1.twb").into()
}

/// A file of the vectors: a golden one, so that no face needs another.
fn golden(hexadecimal: &Value, name: &str) -> Vec<u8> {
    let digits: Vec<char> = text(hexadecimal).chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).unwrap();
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    assert_eq!(bytes, std::fs::read(golden).unwrap(), "{name} is the golden one");
    bytes
}

/// The sketcher of a case, of a line in which boilerplate is named.
#[cfg(feature = "clean")]
fn sketcher(case: &Value, given: &Given) -> (Method, Sketcher) {
    let boilerplate =
        (case["boilerplate"] == true).then(|| Boilerplate::read("vectors", &given.boilerplate).unwrap());
    let line = text(&case["method"]);
    let line = boilerplate.as_ref().map_or(line.into(), |lines| Method::name_boilerplate(line, lines.id()));
    let model = Some(&given.model).filter(|_| case["model"] == true);
    let method = Method::parse(&line, model.map(|model| model.id())).unwrap();
    let sketcher = method.sketcher(model.cloned()).unwrap();
    (method, sketcher.with_boilerplate(boilerplate.map(Arc::new)).unwrap())
}

/// The sketcher of a case.
#[cfg(not(feature = "clean"))]
fn sketcher(case: &Value, given: &Given) -> (Method, Sketcher) {
    assert!(!given.boilerplate.is_empty());
    let model = Some(&given.model).filter(|_| case["model"] == true);
    let method = Method::parse(text(&case["method"]), model.map(|model| model.id())).unwrap();
    let sketcher = method.sketcher(model.cloned()).unwrap();
    (method, sketcher)
}

/// HTML, stemming, sentences and cleaning may be missing in a build.
fn is_built_in(case: &Value) -> bool {
    let html = [&case["a"], &case["b"]].iter().any(|document| document["format"] == "html");
    let built_in = case["boilerplate"] == true || Method::parse(text(&case["method"]), None).is_ok();
    (!html || cfg!(feature = "html"))
        && (cfg!(feature = "clean") || case["boilerplate"] != true)
        && (built_in || cfg!(all(feature = "stem", feature = "sentences", feature = "clean")))
}

fn answer(case: &Value, named: &Given) -> Value {
    let name = text(&case["name"]);
    let model = Some(&named.model).filter(|_| case["model"] == true);
    let (method, mut sketcher) = sketcher(case, named);
    let Method { recipe, alike, .. } = method;
    let [a, b] = ["a", "b"].map(|side| {
        let given = given(&case[side]);
        let sketch = sketcher.sketch(&document(&case[side], &given));
        if let Ok(sketch) = &sketch {
            let expected = naive(&recipe, model.map(|model| &**model), case, side, &given);
            assert_eq!(sketch.value.to_parts(), expected, "{name}: {side}");
        }
        sketch
    });
    let id = recipe.id().to_string();
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let kind = |result: &Result<Sketch, Error>| result.as_ref().err().map(Error::kind);
        return json!({ "recipe": id, "error_a": kind(&a), "error_b": kind(&b) });
    };
    json!({
        "recipe": id,
        "a": a.value.to_string(),
        "b": b.value.to_string(),
        "score": alike.score(a, b).unwrap(),
        "alike": alike.holds(a, b).unwrap(),
    })
}

/// The parts of a sketch from their definitions.
fn naive(recipe: &Recipe, model: Option<&Model>, case: &Value, side: &str, given: &str) -> Vec<String> {
    let words = words(&case[&*format!("words_{side}")], given);
    let own = reference::own(&words);
    let (terms, weights) = terms(&words, model, recipe.phrases);
    let shingles = |wrapped| shingles(recipe, &own, &case[&*format!("units_{side}")], given, wrapped);
    let digits = |hash: u64| format!("{hash:016x}");
    let all = |hashes: Vec<u64>| -> Vec<String> { hashes.into_iter().map(digits).collect() };
    let some = |hashes: Vec<Option<u64>>| -> Vec<String> {
        hashes.into_iter().map(|hash| hash.map_or("-".into(), digits)).collect()
    };
    let values = |hashing: &MinHashing| {
        let shingles = shingles(hashing.wrapped);
        let numbered = match hashing.weighted {
            true => numbered(&shingles),
            false => shingles,
        };
        reference::min_values(&numbered, hashing.values)
    };
    let projection = || all(reference::projection(&terms).into()).concat();
    match &recipe.sketching {
        Sketching::Whole => all(vec![reference::rolled(&terms)]),
        Sketching::Shingles(sampling) => all(sample(shingles(false), *sampling)),
        Sketching::Winnowed { window } => {
            let placed: Vec<(u64, u32)> = shingles(false).into_iter().zip(0..).collect();
            let selected = reference::winnow(&placed, *window);
            all(sample(selected.into_iter().map(|(hash, _)| hash).collect(), Sampling::All))
        }
        Sketching::Adaptive { divisor, short, short_divisor } => {
            let divisor = if words.len() < *short { *short_divisor } else { *divisor };
            all(sample(shingles(false), Sampling::Remainder { divisor, remainder: 0, at_most: None }))
        }
        Sketching::MinValues(hashing) => all(values(hashing)),
        Sketching::Supershingles { min_values, length } => {
            all(reference::supershingles(&values(min_values), *length))
        }
        Sketching::Projection => vec![projection()],
        Sketching::Combined { min_values, length } => {
            [all(reference::supershingles(&values(min_values), *length)), vec![projection()]].concat()
        }
        Sketching::IMatch { band, lexicons } => {
            let (largest, band) = model.map_or((1, Band::ALL), |model| (model.rarest(), *band));
            some(reference::imatch(&terms, &weights, largest, band, lexicons))
        }
        Sketching::Buckets { buckets } => some(reference::bucket_checksums(&terms, *buckets)),
        Sketching::Simhash { bits, lexicons } => {
            let weights = model.map(|_| &weights[..]);
            let prints =
                reference::signature(&terms, weights, lexicons, recipe.w, (bits.count(), recipe.tf.name()));
            let width = bits.count() as usize / 4;
            prints
                .into_iter()
                .map(|print| print.map_or("-".into(), |print| format!("{print:0width$x}")))
                .collect()
        }
        other => panic!("the reference has no {other:?}"),
    }
}

/// The hashes of a document's terms, and what each weighs; two words that are a phrase are one.
fn terms(words: &[String], model: Option<&Model>, phrases: bool) -> (Vec<u64>, Vec<u16>) {
    let mut terms = Vec::new();
    let mut words: &[u64] = &words.iter().map(|word| hash::token(word)).collect::<Vec<_>>();
    let weigh = |word| model.map_or(1, |model| model.weight(word));
    while let [word, rest @ ..] = words {
        words = rest;
        match (model, rest) {
            (Some(model), [next, rest @ ..]) if phrases && model.is_phrase(*word, *next) => {
                terms.push((reference::rolled(&[*word, *next]), weigh(*word) + weigh(*next)));
                words = rest;
            }
            _ => terms.push((*word, weigh(*word))),
        }
    }
    terms.into_iter().unzip()
}

/// The hash of each shingle, in order.
fn shingles(
    recipe: &Recipe,
    own: &reference::Own<'_>,
    by_hand: &Value,
    given: &str,
    wrapped: bool,
) -> Vec<u64> {
    let units = own_units(recipe.text.units, own, by_hand, given);
    let mut units: Vec<Option<&str>> = units.iter().map(Option::as_deref).collect();
    if wrapped && units.len() >= recipe.w {
        units.extend_from_within(..recipe.w - 1);
    }
    if recipe.shingle_hash == ShingleHash::Md5 {
        return reference::md5_shingles(&units, recipe.w).into_iter().map(|digest| digest as u64).collect();
    }
    let hash_of = |hashes: &[u64]| match recipe.shingle_hash.rabin() {
        Some(width) => reference::rabin_hash(hashes, width),
        None => reference::rolled(hashes),
    };
    let unit_hash = match recipe.text.units {
        Unit::Words => hash::token,
        Unit::Lines | Unit::Sentences => reference::piece_hash,
        Unit::Characters => reference::character_hash,
        other => panic!("the reference has no {other:?}"),
    };
    reference::shingle_hashes_by(&units, recipe.w, unit_hash, hash_of)
}

/// Each further occurrence of a shingle as another one.
fn numbered(shingles: &[u64]) -> Vec<u64> {
    let before =
        |place: usize| shingles[..place].iter().filter(|&&other| other == shingles[place]).count() as u64;
    let number = |place: usize| match before(place) {
        0 => shingles[place],
        occurrence => hash::mix(shingles[place] ^ hash::mix(occurrence)),
    };
    (0..shingles.len()).map(number).collect()
}

/// The distinct shingles that a sample keeps, rising.
fn sample(shingles: Vec<u64>, sampling: Sampling) -> Vec<u64> {
    let distinct: BTreeSet<u64> = shingles.into_iter().collect();
    match sampling {
        Sampling::All => distinct.into_iter().collect(),
        Sampling::Smallest(count) => distinct.into_iter().take(count).collect(),
        Sampling::Remainder { divisor, remainder, at_most } => distinct
            .into_iter()
            .filter(|hash| hash % divisor == remainder)
            .take(at_most.unwrap_or(usize::MAX))
            .collect(),
    }
}
