//! Indexes of documents in folders.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::prelude::*;
use serde_json::Value;
use twinprint::index::{Findings, Rule};
use twinprint::report::Place;
use twinprint::text::{CharacterMap, Format, Span};
use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Listing, documents};
use twinprint_native::index::Watch;
use twinprint_native::index::corpus::{
    Adding, Changed, CorpusIndexOptions, OpenCorpus, Taking, add, build, open,
};

use crate::compare::{Given, in_characters, json};
use crate::errors::raised;
use crate::settings::count;
use crate::texts::{GivenTexts, Texts};
use crate::work::{Pulse, Told, work, work_on_all_cores};

/// The index of `twinprint.Index`, as it was when it was opened or changed last.
#[pyclass(frozen, module = "twinprint._core")]
pub(crate) struct Index {
    folder: PathBuf,
    open: RwLock<Arc<OpenCorpus>>,
}

/// What documents of an index are: texts with their ids and their format, or files and folders.
#[derive(FromPyObject)]
pub(crate) enum Content {
    Texts(Texts, Texts, String),
    #[pyo3(transparent)]
    Files(Vec<OsString>),
}

impl Content {
    /// The documents, to be read until work is to end, and who watches that they are.
    fn documents(self, pulse: &Pulse) -> Result<(Documents, Watched), Error> {
        let watched = |bytes: u64| Watched { pulse: pulse.clone(), bytes };
        Ok(match self {
            Content::Texts(texts, ids, format) => {
                let format = Format::from_name(&format)?;
                let given = GivenTexts { texts, names: Some(ids), ranks: None, format, pulse: pulse.clone() };
                (given.documents(), watched(0))
            }
            Content::Files(paths) => {
                let mut listing = Listing::new(paths);
                if !listing.errors.is_empty() {
                    return Err(listing.errors.swap_remove(0));
                }
                let bytes = listing.bytes();
                (documents(listing.entries), watched(bytes))
            }
        })
    }
}

/// How many were added, how many of them took the place of another, and what was skipped, a line each.
type Added = (u64, u64, Vec<String>);

/// Watches an index that is built: of files so many bytes are read; texts say themselves how many were.
struct Watched {
    pulse: Pulse,
    bytes: u64,
}

impl Watch for Watched {
    fn reading(&self, bytes: u64) {
        self.pulse.check();
        if self.bytes > 0 {
            self.pulse.at("Reading", "B", bytes.min(self.bytes), self.bytes);
        }
    }

    fn writing(&self, done: usize, all: usize) {
        self.pulse.check();
        self.pulse.at("Writing", "part", done as u64, all as u64);
    }

    fn comparing(&self, begun: usize, all: usize) {
        self.pulse.check();
        self.pulse.at("Comparing", "part", begun as u64, all as u64);
    }
}

#[pymethods]
impl Index {
    /// Builds an index in a folder, in place of the one that is there, and opens it.
    #[staticmethod]
    #[pyo3(signature = (folder, content, with_texts, memory, told))]
    fn build(
        py: Python<'_>,
        folder: PathBuf,
        content: Content,
        with_texts: bool,
        memory: i64,
        told: Told,
    ) -> PyResult<(Index, Added)> {
        let memory = count("memory", memory).map_err(|error| raised(py, error))? as u64;
        let options = CorpusIndexOptions { with_text: with_texts, memory, ..CorpusIndexOptions::default() };
        work_on_all_cores(py, &told, |pulse| {
            let (documents, watched) = content.documents(pulse)?;
            let changed = build(documents, &folder, &options, &watched)?;
            let open = RwLock::new(Arc::new(open(&folder)?));
            Ok((Index { folder, open }, added(&changed)))
        })
    }

    /// Opens the index in a folder: all of it is read into memory.
    #[staticmethod]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Index> {
        work_on_all_cores(py, &None, |_| Ok(Index { open: RwLock::new(Arc::new(open(&folder)?)), folder }))
    }

    /// Adds documents: all that can be, or after an error none.
    #[pyo3(signature = (content, replace, memory, told))]
    fn add(
        &self,
        py: Python<'_>,
        content: Content,
        replace: bool,
        memory: i64,
        told: Told,
    ) -> PyResult<Added> {
        let memory = count("memory", memory).map_err(|error| raised(py, error))? as u64;
        let adding = Adding { replace, taking: Taking::default(), memory };
        work_on_all_cores(py, &told, |pulse| {
            let (documents, watched) = content.documents(pulse)?;
            let changed = add(documents, &self.folder, &adding, &watched)?;
            let reopened = Arc::new(open(&self.folder)?);
            *self.open.write().unwrap_or_else(PoisonError::into_inner) = reopened;
            Ok(added(&changed))
        })
    }

    /// What a document has from those of the index, as JSON.
    fn check(&self, py: Python<'_>, document: Given) -> PyResult<String> {
        let open = self.current();
        work(py, &None, |pulse| {
            let rule = Rule::new(&open.manifest.design);
            let mut indexer = open.indexer()?;
            pulse.check();
            let check = open.check(&mut indexer, &document.document(), &rule)?;
            pulse.check();
            let characters = CharacterMap::new(document.text());
            let in_document = |place: &mut Place| {
                let given = check.reading().source(Span { start: place.start, end: place.end });
                *place = in_characters(&characters, given);
            };
            let mut findings = check.findings(&rule);
            findings.covered.iter_mut().for_each(in_document);
            let texts = findings.sources.iter().map(|source| check.text_of(source.first));
            let texts: Vec<Option<&str>> = texts.collect();
            let found = findings.sources.iter_mut().flat_map(|source| &mut source.passages);
            found.for_each(|passage| in_document(&mut passage.document));
            Ok(shown(findings, &texts))
        })
    }

    /// How many documents there are.
    fn __len__(&self) -> usize {
        self.current().manifest.documents as usize
    }

    /// Whether it keeps the texts of its documents.
    #[getter]
    fn has_texts(&self) -> bool {
        self.current().manifest.layout.texts
    }
}

impl Index {
    fn current(&self) -> Arc<OpenCorpus> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn added(changed: &Changed) -> Added {
    let skipped = changed.passed.skipped.reasons().into_iter();
    let named = skipped.flat_map(|(_, some)| some.named.iter().cloned());
    (changed.added, changed.replaced, named.collect())
}

/// The findings, as JSON: places in sources as characters of their texts, with the words there; null where the index has no text.
fn shown(findings: Findings, texts: &[Option<&str>]) -> String {
    let mut value = serde_json::to_value(&findings).unwrap_or_default();
    for (at, (source, text)) in findings.sources.iter().zip(texts).enumerate() {
        let characters = text.map(CharacterMap::new);
        for (number, passage) in source.passages.iter().enumerate() {
            let Place { start, end } = passage.source;
            let place = characters.as_ref().map(|map| in_characters(map, Span { start, end }));
            let words = text.and_then(|text| text.get(start as usize..end as usize));
            let shown = &mut value["sources"][at]["passages"][number];
            shown["source"] = place.map_or(Value::Null, |place| serde_json::json!(place));
            shown["source_text"] = words.map_or(Value::Null, Value::from);
        }
    }
    json(&value)
}
