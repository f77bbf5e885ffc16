//! The signatures that this program makes of a pair of documents in the vectors.

use std::sync::Arc;

use serde_json::{Value, json};
use twinprint::Error;
use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Sketch};
use twinprint::text::Boilerplate;

use super::comparison::{document, text};

/// The files that cases name: a model of words, and the boilerplate of a site.
pub(super) struct Files {
    model: Option<Arc<Model>>,
    boilerplate: Option<Arc<Boilerplate>>,
}

impl Files {
    pub(super) fn of(vectors: &Value) -> Files {
        let model = Model::from_bytes(&bytes(&vectors["model"]), "the vectors' model");
        let boilerplate = Boilerplate::read("the vectors", &bytes(&vectors["boilerplate"]));
        Files { model: model.ok().map(Arc::new), boilerplate: boilerplate.ok().map(Arc::new) }
    }
}

fn bytes(hexadecimal: &Value) -> Vec<u8> {
    let digits = hexadecimal.as_str().unwrap_or_default();
    (0..digits.len() / 2)
        .filter_map(|at| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok())
        .collect()
}

/// The recipe, both signatures, and how alike they are; or the kind of what is wrong.
pub(super) fn answer(case: &Value, files: &Files) -> Value {
    signatures(case, files).unwrap_or_else(|error| json!(error.kind()))
}

fn signatures(case: &Value, files: &Files) -> Result<Value, Error> {
    let boilerplate = files.boilerplate.clone().filter(|_| case["boilerplate"] == true);
    let model = files.model.clone().filter(|_| case["model"] == true);
    let line = case["method"].as_str().unwrap_or_default();
    let line = boilerplate.as_ref().map_or(line.into(), |lines| Method::name_boilerplate(line, lines.id()));
    let method = Method::parse(&line, model.as_ref().map(|model| model.id()))?;
    let mut sketcher = method.sketcher(model)?.with_boilerplate(boilerplate)?;
    let [a, b] = ["a", "b"].map(|side| sketcher.sketch(&document(&case[side], &text(&case[side]))));
    let recipe = method.recipe.id().to_string();
    let (Ok(a), Ok(b)) = (&a, &b) else {
        let kind = |sketch: &Result<Sketch, Error>| sketch.as_ref().err().map(Error::kind);
        return Ok(json!({ "recipe": recipe, "error_a": kind(&a), "error_b": kind(&b) }));
    };
    Ok(json!({
        "recipe": recipe,
        "a": a.value.to_string(),
        "b": b.value.to_string(),
        "score": method.alike.score(a, b)?,
        "alike": method.alike.holds(a, b)?,
    }))
}
