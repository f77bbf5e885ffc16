//! Documents checked against an index that is elsewhere: the bindings of [`client`](twinprint::index::client).

use core::cell::RefCell;
use std::rc::Rc;

use js_sys::JsString;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::session::utf8;
use super::{object, thrown};
use twinprint::Error;
use twinprint::export::{self, Checked, Citations, Provenance};
use twinprint::index::client::{AccessMode, CheckSession, FilePart, RemoteIndex, Stage, Step};
use twinprint::index::{Explained, Findings};
use twinprint::report::Place;
use twinprint::text::{Document, Format, Utf16Map};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("check.d.ts");

#[wasm_bindgen]
extern "C" {
    /// What an index is, as an object.
    #[wasm_bindgen(typescript_type = "IndexFacts")]
    pub type FactsObject;
    /// [`Step`] as an object.
    #[wasm_bindgen(typescript_type = "Step")]
    pub type StepObject;
    /// The step that fetches a file by which documents are signed, if one is to be fetched.
    #[wasm_bindgen(typescript_type = "Step | undefined")]
    pub type SigningStepObject;
    /// What was sent to an index, as an object.
    #[wasm_bindgen(typescript_type = "Disclosed")]
    pub type DisclosedObject;
    /// Findings as an object.
    #[wasm_bindgen(typescript_type = "Findings")]
    pub type FindingsObject;
}

/// An index that is elsewhere, as far as it is here.
#[wasm_bindgen]
pub struct Index {
    held: Rc<RefCell<RemoteIndex>>,
    /// What was last wanted of it for all documents: in which access mode, and parts of files.
    wanted: (AccessMode, Vec<FilePart>),
}

/// A document that is checked against an index.
#[wasm_bindgen]
pub struct Check {
    held: Rc<RefCell<RemoteIndex>>,
    checking: CheckSession,
    /// The text that was given.
    text: String,
    /// The parts of files that the last step wanted.
    wanted: Vec<FilePart>,
}

/// A step as the worker takes it; bytes are handed over apart, since they are no JSON.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum StepShown<'a> {
    Lookups { stage: &'static str, most: u64 },
    Get { stage: &'static str, path: &'static str, most: u64 },
    Files { stage: &'static str, ranges: &'a [FilePart] },
    Done { stage: &'static str },
}

#[derive(Serialize)]
struct FindingsShown {
    #[serde(flatten)]
    findings: Findings,
    explained_by: Vec<Explained>,
}

#[wasm_bindgen]
impl Index {
    /// An index behind a service that says this at `v1/meta`.
    pub fn service(address: &str, meta: &[u8]) -> Result<Index, JsValue> {
        RemoteIndex::service(address, meta).map(Index::new).map_err(thrown)
    }

    /// An index that is published with this manifest.
    pub fn published(address: &str, manifest: &[u8]) -> Result<Index, JsValue> {
        RemoteIndex::published(address, manifest).map(Index::new).map_err(thrown)
    }

    fn new(held: RemoteIndex) -> Index {
        Index { held: Rc::new(RefCell::new(held)), wanted: (AccessMode::Download, Vec::new()) }
    }

    /// What it is.
    pub fn facts(&self) -> Result<FactsObject, JsValue> {
        object(self.held.borrow().facts())
    }

    /// How to fetch a file by which its documents were signed, its model or its boilerplate, if one is not yet here: before a check,
    /// until there is none.
    pub fn wanted_to_sign(&self) -> Result<SigningStepObject, JsValue> {
        match self.held.borrow().wanted_to_sign() {
            Some(step) => shown(&step, Stage::Index),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// Takes the file.
    pub fn take_to_sign(&self, bytes: &[u8]) -> Result<(), JsValue> {
        self.held.borrow_mut().take_to_sign(bytes).map_err(thrown)
    }

    /// What to fetch next, in this access mode, of what serves every document: a check then does without that step.
    pub fn next(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "AccessMode")] mode: &str,
    ) -> Result<StepObject, JsValue> {
        let mode = mode_of(mode)?;
        let wanted = self.held.borrow_mut().wanted(mode).map_err(thrown)?;
        let step = wanted.unwrap_or(Step::Done);
        let object = shown(&step, Stage::Index)?;
        if let Step::Files(parts) = step {
            self.wanted = (mode, parts);
        }
        Ok(object)
    }

    /// Takes what the last step fetched from a service.
    pub fn take(&self, _number: usize, bytes: &[u8]) -> Result<(), JsValue> {
        self.held.borrow_mut().take(bytes).map_err(thrown)
    }

    /// Takes one of the parts of files that the last step wanted, by its place among them.
    pub fn supply(&self, part: usize, bytes: Vec<u8>) -> Result<(), JsValue> {
        let (mode, parts) = &self.wanted;
        let Some(part) = parts.get(part) else { return Ok(()) };
        self.held.borrow_mut().supply(*mode, part, bytes).map_err(thrown)
    }
}

impl Check {
    /// The text in which places are.
    fn view(&self) -> &str {
        self.checking.check().reading().view(&self.text)
    }
}

#[wasm_bindgen]
impl Check {
    /// A document to be checked in this access mode. Decoys follow from `secret`, 16 random bytes that are kept on the device: then
    /// who checks a text again sends the same decoys, and comparing the requests tells none. Without it one is drawn for this check.
    #[wasm_bindgen(constructor)]
    pub fn new(
        index: &Index,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
        #[wasm_bindgen(unchecked_param_type = "AccessMode")] mode: &str,
        secret: Option<Vec<u8>>,
    ) -> Result<Check, JsValue> {
        let format = Format::from_name(format).map_err(thrown)?;
        let mode = mode_of(mode)?;
        let text = utf8(&text);
        let document = Document::new(name, &text, format);
        let mut checking = CheckSession::new(&index.held.borrow(), &document, mode).map_err(thrown)?;
        if let Some(secret) = secret {
            let secret = secret.try_into().map_err(|_| js_sys::TypeError::new("a secret has 16 bytes"))?;
            checking = checking.with_secret(secret);
        }
        Ok(Check { held: index.held.clone(), checking, text, wanted: Vec::new() })
    }

    /// What to fetch next. Throws where the index is not what it says.
    pub fn next(&mut self) -> Result<StepObject, JsValue> {
        let mut failed = None;
        let mut random = |bytes: &mut [u8]| {
            if let Err(error) = getrandom::fill(bytes) {
                failed = Some(error);
            }
        };
        let step = self.checking.next(&mut self.held.borrow_mut(), &mut random).map_err(thrown)?;
        if let Some(error) = failed {
            return Err(js_sys::Error::new(&error.to_string()).into());
        }
        let object = shown(&step, self.checking.stage())?;
        if let Step::Files(parts) = step {
            self.wanted = parts;
        }
        Ok(object)
    }

    /// Takes what the last step fetched from a service: the response to the look-up with this number.
    pub fn take(&mut self, number: usize, bytes: &[u8]) -> Result<(), JsValue> {
        self.checking.take(&mut self.held.borrow_mut(), number, bytes).map_err(thrown)
    }

    /// Takes one of the parts of files that the last step wanted, by its place among them.
    pub fn supply(&mut self, part: usize, bytes: Vec<u8>) -> Result<(), JsValue> {
        let Some(part) = self.wanted.get(part) else { return Ok(()) };
        self.checking.supply(&mut self.held.borrow_mut(), part, bytes).map_err(thrown)
    }

    /// What was sent to the index so far.
    #[wasm_bindgen(js_name = told)]
    pub fn disclosed(&self) -> Result<DisclosedObject, JsValue> {
        object(&self.checking.counts())
    }

    /// What was found; offsets are UTF-16 code units of the texts to show.
    pub fn findings(&self) -> Result<FindingsObject, JsValue> {
        let mut findings = self.checking.findings();
        let mut explained_by = findings.explained_by();
        let check = self.checking.check();
        let map = Utf16Map::new(self.view());
        findings.covered.iter_mut().for_each(|place| in_utf16(place, &map));
        explained_by.iter_mut().for_each(|explained| in_utf16(&mut explained.place, &map));
        for source in &mut findings.sources {
            source.passages.iter_mut().for_each(|passage| in_utf16(&mut passage.document, &map));
            if let Some(text) = check.text_of(source.first) {
                let map = Utf16Map::new(text);
                source.passages.iter_mut().for_each(|passage| in_utf16(&mut passage.source, &map));
            }
        }
        object(&FindingsShown { findings, explained_by })
    }

    /// What was found as one HTML file that is safe to open, as the command line's `--report` makes it. It tells when it was `made`, and of
    /// which `index`, in the words given. Passages are cited by page where `pages` says at which UTF-16 units of the document its pages start.
    pub fn html(&self, made: Option<String>, index: Option<String>, pages: Option<Vec<u32>>) -> String {
        let (findings, check) = (self.checking.findings(), self.checking.check());
        let sources = findings.sources.iter().map(|source| check.text_of(source.first)).collect();
        let pages = in_bytes(&self.text, &pages.unwrap_or_default());
        let citations = Citations::new(check.reading(), &self.text, &pages);
        let provenance = Provenance::default();
        let provenance = made.as_deref().map_or(provenance, |made| provenance.made(made));
        let provenance = index.as_deref().map_or(provenance, |index| provenance.index(index));
        export::findings(&[Checked::new(&findings, self.view(), sources).citing(citations)], &provenance)
    }

    /// What was found as a line of JSON, as the command line's `--json` has it: offsets are bytes of UTF-8.
    pub fn json(&self) -> Result<String, JsValue> {
        let failed = |error: serde_json::Error| js_sys::Error::new(&error.to_string()).into();
        serde_json::to_string(&self.checking.findings()).map_err(failed)
    }

    /// The text of a source that was compared with the document, by its first passage's number.
    pub fn source_text(&self, first: f64) -> Option<String> {
        self.checking.check().text_of(first as u64).map(String::from)
    }
}

fn mode_of(name: &str) -> Result<AccessMode, JsValue> {
    let expected = "download, ranges, prefix or whole";
    let no_mode = || thrown(Error::InvalidOption { option: "access-mode", value: name.into(), expected });
    AccessMode::from_name(name).ok_or_else(no_mode)
}

/// At which bytes of a text its UTF-16 units stand; those given ascend.
fn in_bytes(text: &str, units: &[u32]) -> Vec<usize> {
    let (mut byte, mut unit) = (0, 0);
    let place = |&wanted: &u32| {
        for character in text[byte..].chars() {
            if unit >= wanted {
                break;
            }
            byte += character.len_utf8();
            unit += character.len_utf16() as u32;
        }
        byte
    };
    units.iter().map(place).collect()
}

fn in_utf16(place: &mut Place, map: &Utf16Map<'_>) {
    *place = Place { start: map.offset(place.start), end: map.offset(place.end) };
}

pub(super) fn shown<T: JsCast>(step: &Step, stage: Stage) -> Result<T, JsValue> {
    let stage = stage.name();
    let shown = match step {
        Step::Lookups { most, .. } => StepShown::Lookups { stage, most: *most },
        Step::Get { path, most } => StepShown::Get { stage, path, most: *most },
        Step::Files(ranges) => StepShown::Files { stage, ranges },
        Step::Done => StepShown::Done { stage },
    };
    let object: JsValue = object(&shown)?;
    if let Step::Lookups { bodies, .. } = step {
        let pair = |(number, body): &(usize, Vec<u8>)| {
            js_sys::Array::of2(&(*number as u32).into(), &js_sys::Uint8Array::from(&body[..]))
        };
        js_sys::Reflect::set(&object, &"bodies".into(), &bodies.iter().map(pair).collect::<js_sys::Array>())?;
    }
    Ok(object.unchecked_into())
}
