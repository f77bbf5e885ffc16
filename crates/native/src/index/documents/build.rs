//! An index of documents as wholes built anew, in place of the one in its folder.

use std::path::Path;

use super::super::Watch;
use super::super::corpus::{Labels, ReadingNotes, Taking, check_id, take_in};
use super::super::folder::Folder;
use super::super::names::Interned;
use super::segment::SegmentWriter;
use crate::Error;
use crate::corpus::{DocumentPlace, Documents, Source};
use twinprint::seen::{Design, DocumentFingerprints, DocumentsManifest, Fingerprinter};

/// How an index of documents as wholes is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentsOptions {
    /// What a document is known by.
    pub design: Design,
    /// What is a document's id, and what happens to one that cannot be taken in.
    pub taking: Taking,
    /// The bytes of memory that may be taken while blocks are sorted.
    pub memory: u64,
}

impl Default for DocumentsOptions {
    /// 40 bytes a document.
    fn default() -> Self {
        DocumentsOptions { design: Design::default(), taking: Taking::default(), memory: 4 << 30 }
    }
}

/// What came of building an index, or of adding to it.
#[derive(Debug)]
pub struct Changed {
    /// What the index says of itself.
    pub manifest: DocumentsManifest,
    /// How many documents were added.
    pub added: u64,
    /// How many of them took the place of another.
    pub replaced: u64,
    /// What was skipped.
    pub passed: ReadingNotes,
}

/// Builds an index of documents in a folder, in place of the one that is there.
///
/// ```
/// use twinprint_native::corpus::{Listing, documents};
/// use twinprint_native::index::documents::{DocumentsOptions, build, open};
/// use twinprint::{Document, seen::Fingerprinter};
/// let folder = tempfile::tempdir()?;
/// let text = "The quick brown fox jumps over the lazy dog by the river bank, and the dog sleeps on.";
/// std::fs::write(folder.path().join("a.txt"), text)?;
/// let documents = documents(Listing::new([folder.path().join("a.txt")]).entries);
/// build(documents, &folder.path().join("index"), &DocumentsOptions::default(), &())?;
/// let index = open(&folder.path().join("index"))?;
/// let query = Fingerprinter::new(index.design())?.fingerprints(&Document::plain("b", &text.replace("sleeps", "slept")))?;
/// assert!(index.near(&query, 10)?.matches[0].id.ends_with("a.txt"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::SameLabel`] for two documents of one id; [`Error::Refused`] where one cannot be read and that stops it;
/// [`Error::Unwritable`]; [`Error::Index`] while another process changes the index, and where no document can be indexed though some were
/// read. The index that was there is then as it was, and nothing else is left.
pub fn build(
    documents: Documents,
    folder: &Path,
    options: &DocumentsOptions,
    watch: &dyn Watch,
) -> Result<Changed, Error> {
    held(folder, |folder| {
        let making = folder.begin()?;
        let mut segment = SegmentWriter::new(options.design, &making, options.memory);
        let mut labels = Labels::default();
        let passed =
            fingerprint(documents, &options.design, options.taking, watch, |id, document, place| {
                labels.insert(&id, place)?;
                segment.push(document)
            })?;
        let first = passed.skipped.reasons().first().and_then(|(_, some)| some.named.first().cloned());
        let segment = segment.finish(Some(labels.into_ids()), watch)?;
        if let (None, Some(first)) = (&segment, first) {
            return Err(Error::Index {
                place: folder.path().to_string_lossy().into_owned(),
                what: format!("no document can be indexed: {first}"),
                remedy: "give some that can",
            });
        }
        let manifest = manifest(&options.design, segment.into_iter().collect());
        making.publish(&names(&manifest), &manifest.to_json())?;
        Ok(Changed { added: manifest.documents, manifest, replaced: 0, passed })
    })
}

/// As [`build()`], of documents' fingerprints with their ids, each once; without ids they are called by their numbers.
///
/// # Errors
/// The same, of the folder.
pub fn build_of(
    documents: impl IntoIterator<Item = (Option<String>, DocumentFingerprints)>,
    folder: &Path,
    options: &DocumentsOptions,
    watch: &dyn Watch,
) -> Result<DocumentsManifest, Error> {
    held(folder, |folder| {
        let making = folder.begin()?;
        let mut segment = SegmentWriter::new(options.design, &making, options.memory);
        let mut ids = Interned::default();
        for (id, document) in documents {
            id.iter().for_each(|id| _ = ids.ordinal(id));
            segment.push(document)?;
        }
        let segment = segment.finish((ids.len() > 0).then_some(ids), watch)?;
        let manifest = manifest(&options.design, segment.into_iter().collect());
        making.publish(&names(&manifest), &manifest.to_json())?;
        Ok(manifest)
    })
}

/// Works in a folder that nobody else changes meanwhile. Where nothing comes of it nothing is left.
pub(super) fn held<T>(path: &Path, work: impl FnOnce(&Folder) -> Result<T, Error>) -> Result<T, Error> {
    let folder = Folder::hold(path)?;
    let done = work(&folder);
    if done.is_err() {
        folder.clean_up();
    }
    done
}

/// Reads documents and makes their fingerprints on all cores; gives them in their order, with their ids, to `take`.
pub(super) fn fingerprint(
    documents: Documents,
    design: &Design,
    taking: Taking,
    watch: &dyn Watch,
    mut take: impl FnMut(String, DocumentFingerprints, &DocumentPlace) -> Result<(), Error>,
) -> Result<ReadingNotes, Error> {
    let sign = |fingerprinter: &mut Fingerprinter, document: &Source| {
        check_id(document)?;
        Ok((document.name.clone(), fingerprinter.fingerprints(&document.document())?))
    };
    let signer = || Ok(Fingerprinter::new(design)?);
    take_in(documents, taking, signer, sign, watch, |(id, document), place| take(id, document, place))
}

/// The manifest of an index of these segments.
pub(super) fn manifest(design: &Design, segments: Vec<twinprint::seen::DocumentsEntry>) -> DocumentsManifest {
    let documents = segments.iter().map(|segment| u64::from(segment.documents)).sum();
    DocumentsManifest { documents, segments, ..DocumentsManifest::empty(design) }.with_checksum()
}

/// The names of its files.
pub(super) fn names(manifest: &DocumentsManifest) -> Vec<&str> {
    manifest.files().map(|file| &*file.name).collect()
}
