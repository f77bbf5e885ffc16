//! An index of documents as wholes that is there, read where it lies.

use core::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::super::names::Names;
use super::manifest::read;
use crate::Error;
use crate::mapped::MappedFile;
use twinprint::index::FileEntry;
use twinprint::seen::{Design, DocumentFingerprints, DocumentsIndex, DocumentsManifest, IndexedMatch};

/// How often an index is opened anew that is replaced meanwhile.
const TRIES: usize = 5;

/// An index of documents as wholes. Its files are mapped: what is read of them is in memory as long as there is room.
#[derive(Debug)]
pub struct OpenDocuments {
    manifest: DocumentsManifest,
    index: DocumentsIndex<MappedFile>,
    /// Of each segment.
    names: Vec<Option<Names>>,
}

/// The documents of an index that are near another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NearDocuments {
    /// The nearest first.
    pub matches: Vec<NearDocument>,
    /// Whether there may be more.
    pub truncated: bool,
}

/// A document of an index that is near another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NearDocument {
    /// Its id, or where there are none its number.
    pub id: String,
    /// How near it is.
    #[serde(flatten)]
    pub near: IndexedMatch,
}

/// Opens the index in a folder: heads of files are checked, all else when it is read. See [`build`](super::build()) for an example.
///
/// # Errors
/// As [`read`](super::read()); [`Error::Unreadable`] and [`Error::Core`] for a file that is not there or is not the one that was written.
pub fn open(folder: &Path) -> Result<OpenDocuments, Error> {
    let mut manifest = read(folder)?;
    for _ in 1..TRIES {
        let opened = OpenDocuments::of(folder, &manifest);
        let before = manifest;
        manifest = read(folder)?;
        // Whoever changed the index meanwhile may have removed its files.
        if opened.is_ok() || manifest == before {
            return opened;
        }
    }
    OpenDocuments::of(folder, &manifest)
}

impl OpenDocuments {
    fn of(folder: &Path, manifest: &DocumentsManifest) -> Result<Self, Error> {
        let index =
            DocumentsIndex::open(manifest, |file: &FileEntry| MappedFile::open(&folder.join(&file.name)))?;
        let names = manifest.segments.iter().map(|segment| {
            let names =
                segment.names.as_ref().map(|file| Names::open(&folder.join(&file.name))).transpose()?;
            match names.as_ref().is_none_or(|names| names.len() == u64::from(segment.documents)) {
                true => Ok(names),
                false => Err(Error::Index {
                    place: folder.to_string_lossy().into_owned(),
                    what: "it has not as many names as documents".into(),
                    remedy: "build the index again",
                }),
            }
        });
        Ok(OpenDocuments { manifest: manifest.clone(), index, names: names.collect::<Result<_, _>>()? })
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &DocumentsManifest {
        &self.manifest
    }

    /// What its documents are known by.
    pub fn design(&self) -> &Design {
        self.index.design()
    }

    /// Up to `most` documents near one.
    ///
    /// # Errors
    /// [`Error::Core`] and [`Error::Index`] where what is read is damaged.
    pub fn near(&self, query: &DocumentFingerprints, most: usize) -> Result<NearDocuments, Error> {
        let near = self.index.near(query, most)?;
        let matches =
            near.matches.into_iter().map(|near| Ok(NearDocument { id: self.name(near.document)?, near }));
        Ok(NearDocuments { matches: matches.collect::<Result<_, Error>>()?, truncated: near.truncated })
    }

    /// What a document is called.
    fn name(&self, document: u64) -> Result<String, Error> {
        let mut first = 0;
        for (segment, names) in self.manifest.segments.iter().zip(&self.names) {
            let end = first + u64::from(segment.documents);
            if document < end {
                return names.as_ref().map_or(Ok(document.to_string()), |names| names.get(document - first));
            }
            first = end;
        }
        Ok(document.to_string())
    }

    /// What it has, to be gone through.
    pub(super) fn index(&self) -> &DocumentsIndex<MappedFile> {
        &self.index
    }

    /// What the documents of some segments are called, in their order.
    pub(super) fn ids(&self, segments: Range<usize>) -> impl Iterator<Item = Result<String, Error>> {
        let all = &self.manifest.segments;
        let documents =
            |segments: Range<usize>| all[segments].iter().map(|segment| u64::from(segment.documents)).sum();
        segments.flat_map(move |segment| -> Box<dyn Iterator<Item = _>> {
            let first: u64 = documents(0..segment);
            match &self.names[segment] {
                Some(names) => Box::new(names.iter()),
                None => Box::new(
                    (first..first + documents(segment..segment + 1)).map(|number| Ok(number.to_string())),
                ),
            }
        })
    }
}
