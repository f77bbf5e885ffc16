//! What this program says of a pair of documents in the vectors.

use serde_json::{Map, Value, json};
use twinprint::report::Place;
use twinprint::text::{ApartKind, Cleaning, ImageRule, Language, Span, Unit, UrlRule, WordRule};
use twinprint::{Checker, Document, Error, Format, Prepared, Recipe, ShingleHash};

/// The fingerprints of both documents and their report, or why one cannot be compared.
pub(super) fn answer(case: &Value) -> Value {
    report(case).unwrap_or_else(|error| json!(error.kind()))
}

fn report(case: &Value) -> Result<Value, Error> {
    let mut checker = checker(&case["options"])?;
    let (text_a, text_b) = (text(&case["a"]), text(&case["b"]));
    let templates = case["templates"].as_array().map_or(&[][..], Vec::as_slice);
    let templates = templates.iter().map(|template| {
        checker.read_text(&Document::plain("template", template["text"].as_str().unwrap_or_default()))
    });
    checker.set_templates(&templates.collect::<Result<Vec<_>, _>>()?);
    let a = checker.read(&document(&case["a"], &text_a));
    let b = checker.read(&document(&case["b"], &text_b));
    let (Ok(prepared_a), Ok(prepared_b)) = (&a, &b) else {
        let kind = |read: &Result<Prepared, Error>| read.as_ref().err().map(Error::kind);
        return Ok(json!({ "error_a": kind(&a), "error_b": kind(&b) }));
    };
    let in_a = |span| place(prepared_a, &text_a, span);
    let in_b = |span| place(prepared_b, &text_b, span);
    Ok(json!({
        "fingerprint_a": prepared_a.fingerprint().to_string(),
        "fingerprint_b": prepared_b.fingerprint().to_string(),
        "report": checker.compare_in(prepared_a, prepared_b, in_a, in_b)?,
    }))
}

/// The checker that a case's options name, if all are known.
fn checker(options: &Value) -> Result<Checker, Error> {
    let mut recipe = Recipe::default();
    let mut run = Checker::DEFAULT_RUN;
    let mut left_out = Vec::new();
    for (key, value) in options.as_object().unwrap_or(&Map::new()) {
        let (number, name) =
            (value.as_u64().unwrap_or_default() as usize, value.as_str().unwrap_or_default());
        match key.as_str() {
            "shingle" => recipe.w = number,
            "run" => run = number,
            "shingle_hash" => recipe.shingle_hash = ShingleHash::from_name(name)?,
            "units" => recipe.text.units = Unit::from_name(name)?,
            "words" => recipe.text.words = WordRule::from_name(name)?,
            "urls" => recipe.text.urls = UrlRule::from_name(name)?,
            "images" => recipe.text.images = ImageRule::from_name(name)?,
            "clean" => recipe.text.clean = Cleaning::from_name(name)?,
            "stop_words" => recipe.text.stop_words = Some(language(name)?),
            "stemmer" => recipe.text.stemmer = Some(language(name)?),
            "leave_out" => {
                for kind in value.as_array().into_iter().flatten() {
                    left_out.push(ApartKind::from_name(kind.as_str().unwrap_or_default())?);
                }
            }
            _ => {
                return Err(unknown("options", key));
            }
        }
    }
    Ok(Checker::new(recipe)?.with_run(run)?.with_left_out(&left_out))
}

fn language(code: &str) -> Result<Language, Error> {
    Language::from_code(code).ok_or_else(|| unknown("language", code))
}

fn unknown(option: &'static str, value: &str) -> Error {
    Error::InvalidOption { option, value: value.into(), expected: "what the vectors of this version name" }
}

/// The text of a document of a case, which may say how many times it stands there.
pub(super) fn text(given: &Value) -> String {
    given["text"].as_str().unwrap_or_default().repeat(given["times"].as_u64().unwrap_or(1) as usize)
}

/// A document of a case.
pub(super) fn document<'a>(given: &'a Value, text: &'a str) -> Document<'a> {
    let format = Format::from_name(given["format"].as_str().unwrap_or_default()).unwrap_or_default();
    Document::new(given["name"].as_str().unwrap_or_default(), text, format).with_url(given["url"].as_str())
}

/// A span in UTF-16 code units, as the vectors have it.
fn place(prepared: &Prepared, text: &str, span: Span) -> Place {
    let view = prepared.reading().view(text).to_string();
    let units = |end: u32| view[..end as usize].encode_utf16().count() as u32;
    Place { start: units(span.start), end: units(span.end) }
}
