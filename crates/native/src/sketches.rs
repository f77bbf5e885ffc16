//! The sketches of a corpus by several methods, in one pass over its documents.

use std::sync::Arc;

use rayon::prelude::*;

use super::Error;
use super::corpus::{DocumentSize, Source, Unread};
use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Sketch, Sketcher};

/// The documents of a corpus, reduced to sketches.
#[derive(Debug, Clone, Default)]
pub struct Sketches {
    /// What each document says of itself, in the order they came.
    pub documents: Vec<Origin>,
    /// For each method, the sketch of each document; none where it has no words.
    pub by_method: Vec<Vec<Option<Sketch>>>,
}

/// What is kept of a document beside its sketches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its name.
    pub name: String,
    /// What it belongs to, if it says so.
    pub group: Option<String>,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The documents that are in memory at a time.
const BATCH: usize = 512;

/// Sketches documents by each method, on all cores. `on_document` is called for each document with its size and what is wrong with it, if anything:
/// those that cannot be read have no place in what is given, and those without words keep theirs.
///
/// ```
/// use twinprint_native::{corpus::{self, Listing}, sketches};
/// use twinprint::sketch::{Method, Preset};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "a rose is a rose is a rose")?;
/// std::fs::write(folder.path().join("b.txt"), "...")?;
/// let documents = corpus::documents(Listing::new([folder.path()]).entries).or_why();
/// let mut refused = Vec::new();
/// let methods = [Preset::Henzinger06B.method(None), Method::parse("minhash:w=2", None)?];
/// let found = sketches::sketch_all(documents, &methods, None, |_, became| refused.extend(became.err().map(ToString::to_string)))?;
/// assert_eq!((found.documents.len(), found.by_method.len(), refused.len()), (2, 2, 1));
/// assert!(found.by_method[0][0].is_some() && found.by_method[0][1].is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What [`Method::sketcher`] says of a method.
pub fn sketch_all(
    documents: impl Iterator<Item = Result<Source, Unread>>,
    methods: &[Method],
    model: Option<&Arc<Model>>,
    mut on_document: impl FnMut(DocumentSize, Result<(), &Error>),
) -> Result<Sketches, Error> {
    let sketchers = || -> Result<Vec<Sketcher>, twinprint::Error> {
        methods.iter().map(|method| method.sketcher(model.cloned())).collect()
    };
    let mut workers = Vec::new();
    for _ in 0..rayon::current_num_threads() {
        workers.push(sketchers()?);
    }
    let mut found =
        Sketches { documents: Vec::new(), by_method: methods.iter().map(|_| Vec::new()).collect() };
    let mut documents = documents.peekable();
    while documents.peek().is_some() {
        let mut batch = Vec::with_capacity(BATCH);
        for document in documents.by_ref().take(BATCH) {
            let size = DocumentSize::of(&document);
            match document {
                Ok(source) => batch.push(source),
                Err(unread) => on_document(size, Err(&unread.error)),
            }
        }
        for (source, error) in batch.iter().zip(found.take(&batch, &mut workers)) {
            on_document(DocumentSize::document(source), error.map(Error::from).as_ref().map_or(Ok(()), Err));
        }
    }
    Ok(found)
}

impl Sketches {
    /// Takes documents, and says what is wrong with each, if anything.
    fn take(&mut self, batch: &[Source], workers: &mut [Vec<Sketcher>]) -> Vec<Option<twinprint::Error>> {
        let share = batch.len().div_ceil(workers.len()).max(1);
        let rows: Vec<Vec<Row>> = batch
            .par_chunks(share)
            .zip(workers)
            .map(|(sources, sketchers)| sources.iter().map(|source| row(source, sketchers)).collect())
            .collect();
        let mut errors = Vec::new();
        for (source, row) in batch.iter().zip(rows.into_iter().flatten()) {
            let Source { name, group, text, .. } = source;
            self.documents.push(Origin {
                name: name.clone(),
                group: group.clone(),
                bytes: text.len() as u64,
            });
            let (sketches, error) = row;
            for (column, sketch) in self.by_method.iter_mut().zip(sketches) {
                column.push(sketch);
            }
            errors.push(error);
        }
        errors
    }
}

/// A document's sketch by each method, and what was wrong with it, once.
type Row = (Vec<Option<Sketch>>, Option<twinprint::Error>);

fn row(source: &Source, sketchers: &mut [Sketcher]) -> Row {
    let mut error = None;
    let sketches = sketchers
        .iter_mut()
        .map(|sketcher| sketcher.sketch(&source.document()).map_err(|refused| error = Some(refused)).ok())
        .collect();
    (sketches, error)
}
