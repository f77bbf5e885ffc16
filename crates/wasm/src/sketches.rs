//! Sketches by any method: the bindings of [`sketch`](twinprint::sketch).

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::JsString;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::session::{absent, utf8};
use super::{object, thrown};
use twinprint::lexicon::Model;
use twinprint::seen::{Design, Fingerprinter, compare_as_wholes};
use twinprint::sketch::{Alike, Detail, Method, Sketch, Sketcher};
use twinprint::text::{Boilerplate, Document, Format};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("sketches.d.ts");

#[wasm_bindgen]
extern "C" {
    /// [`Compared`] as an object.
    #[wasm_bindgen(typescript_type = "SketchesCompared")]
    pub type ComparedObject;
    /// An explanation as an object.
    #[wasm_bindgen(typescript_type = "Explanation")]
    pub type ExplanationObject;
    /// [`ByFingerprints`] as an object.
    #[wasm_bindgen(typescript_type = "DocumentFingerprints")]
    pub type DocumentFingerprintsObject;
    /// [`ComparedAsWholes`](twinprint::seen::ComparedAsWholes) as an object.
    #[wasm_bindgen(typescript_type = "ComparedAsWholes")]
    pub type ComparedAsWholesObject;
}

#[derive(Serialize)]
struct ByFingerprints {
    fingerprints: Vec<String>,
    words: u32,
    design: String,
}

/// What a document is known by as a whole, in 16, 40 or 80 bytes: what `/v1/seen` takes in place of a text.
#[wasm_bindgen(js_name = documentFingerprints)]
pub fn document_fingerprints(
    name: &str,
    text: JsString,
    #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
    bytes: usize,
) -> Result<DocumentFingerprintsObject, JsValue> {
    let design = Design::of_bytes(bytes).map_err(thrown)?;
    let format = Format::from_name(format).map_err(thrown)?;
    let text = utf8(&text);
    let document = Document::new(name, &text, format);
    let found = Fingerprinter::new(&design).and_then(|mut by| by.fingerprints(&document)).map_err(thrown)?;
    let fingerprints = found.values.iter().map(|value| format!("{value:016x}")).collect();
    object(&ByFingerprints { fingerprints, words: found.words, design: design.id().to_string() })
}

/// Compares two documents as wholes by their fingerprints of `bytes` bytes, and estimates their resemblance from these.
#[wasm_bindgen(js_name = compareAsWholes)]
pub fn compare_documents(a: JsString, b: JsString, bytes: usize) -> Result<ComparedAsWholesObject, JsValue> {
    let design = Design::of_bytes(bytes).map_err(thrown)?;
    let (a, b) = (utf8(&a), utf8(&b));
    let (a, b) = (Document::plain("a", &a), Document::plain("b", &b));
    object(&compare_as_wholes(&a, &b, &design).map_err(thrown)?)
}

/// Documents reduced to sketches by one method. They go by numbers that the caller chooses.
#[wasm_bindgen]
pub struct Sketches {
    method: String,
    alike: Alike,
    sketcher: Sketcher,
    documents: BTreeMap<u32, Entry>,
}

struct Entry {
    name: String,
    text: String,
    format: Format,
    url: Option<String>,
    sketch: Sketch,
}

#[derive(Serialize)]
struct Compared {
    score: Option<f64>,
    alike: bool,
}

#[wasm_bindgen]
impl Sketches {
    /// Sketches by a method, as "fusion:bits=64", with the bytes of the model that it weighs terms by; without one, every
    /// weight is one. For `seed=random` a seed is drawn. `boilerplate` is the bytes of the file of lines that `clean=site` takes out.
    #[wasm_bindgen(constructor)]
    pub fn new(
        method: &str,
        model: Option<Vec<u8>>,
        boilerplate: Option<Vec<u8>>,
    ) -> Result<Sketches, JsValue> {
        let boilerplate = boilerplate.map(|bytes| Boilerplate::read("boilerplate", &bytes));
        let boilerplate = boilerplate.transpose().map_err(thrown)?.map(Arc::new);
        let method = match &boilerplate {
            Some(boilerplate) => Method::name_boilerplate(method, boilerplate.id()),
            None => method.into(),
        };
        let drawn = Method::draw_seeds(&method, || {
            getrandom::u64().map_err(|error| js_sys::Error::new(&error.to_string()))
        })?;
        let model = model.map(|bytes| Model::from_bytes(&bytes, "model")).transpose().map_err(thrown)?;
        let by = Method::parse(&drawn, model.as_ref().map(Model::id)).map_err(thrown)?;
        let sketcher = by.sketcher(model.map(Arc::new)).map_err(thrown)?;
        let sketcher = sketcher.with_boilerplate(boilerplate).map_err(thrown)?;
        Ok(Sketches { method: by.said_in(&drawn), alike: by.alike, sketcher, documents: BTreeMap::new() })
    }

    /// The names of all methods and presets.
    pub fn methods() -> Vec<String> {
        Method::names().map(String::from).collect()
    }

    /// The method, with the seed that was drawn and what simhashes count.
    #[wasm_bindgen(getter)]
    pub fn method(&self) -> String {
        self.method.clone()
    }

    /// The recipe's canonical text, with all seeds.
    #[wasm_bindgen(getter)]
    pub fn recipe(&self) -> String {
        self.sketcher.recipe().to_string()
    }

    /// The recipe's id, 32 hexadecimal digits.
    #[wasm_bindgen(getter)]
    pub fn recipe_id(&self) -> String {
        self.sketcher.recipe().id().to_string()
    }

    /// When two documents count as alike, as "at most 3 bits apart in any lexicon".
    #[wasm_bindgen(getter)]
    pub fn rule(&self) -> String {
        self.alike.to_string()
    }

    /// Sketches a document, or sketches it again. Throws where it has no words, and is then absent.
    pub fn put(
        &mut self,
        id: u32,
        name: String,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
        url: Option<String>,
    ) -> Result<(), JsValue> {
        self.remove(id);
        let format = Format::from_name(format).map_err(thrown)?;
        let text = utf8(&text);
        let document = Document::new(&name, &text, format).with_url(url.as_deref());
        let sketch = self.sketcher.sketch(&document).map_err(thrown)?;
        self.documents.insert(id, Entry { name, text, format, url, sketch });
        Ok(())
    }

    /// Forgets a document.
    pub fn remove(&mut self, id: u32) {
        self.documents.remove(&id);
    }

    /// The parts of a document's sketch, as hexadecimal digits; "-" where there is none.
    pub fn sketch(&self, id: u32) -> Result<Vec<String>, JsValue> {
        Ok(self.entry(id)?.sketch.value.to_parts())
    }

    /// How alike two documents are by the method's measure, and whether that is enough.
    pub fn compare(&self, a: u32, b: u32) -> Result<ComparedObject, JsValue> {
        let (a, b) = (&self.entry(a)?.sketch, &self.entry(b)?.sketch);
        let score = self.alike.score(a, b).map_err(thrown)?;
        object(&Compared { score, alike: self.alike.holds(a, b).map_err(thrown)? })
    }

    /// The parts of two documents' sketches side by side, with the words and shingles that set the differences: up to
    /// `features` of each part, or 20.
    pub fn explain(&mut self, a: u32, b: u32, features: Option<u32>) -> Result<ExplanationObject, JsValue> {
        let detail = features.map_or(Detail::default(), |features| Detail { features: features as usize });
        // Of `self`, documents and sketcher are borrowed apart.
        let document = |id| self.documents.get(&id).map(Entry::document).ok_or_else(|| absent(id));
        let (a, b) = (document(a)?, document(b)?);
        object(&self.sketcher.explain(&a, &b, &detail).map_err(thrown)?)
    }

    fn entry(&self, id: u32) -> Result<&Entry, JsValue> {
        self.documents.get(&id).ok_or_else(|| absent(id))
    }
}

impl Entry {
    fn document(&self) -> Document<'_> {
        Document::new(&self.name, &self.text, self.format).with_url(self.url.as_deref())
    }
}
