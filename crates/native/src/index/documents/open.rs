//! An index of documents as wholes that is there, read where it lies.

use std::collections::BTreeSet;
use std::path::Path;

use super::manifest::read;
use crate::Error;
use crate::mapped::MappedFile;
use twinprint::index::FileEntry;
use twinprint::seen::{Design, DocumentFingerprints, DocumentsIndex, DocumentsManifest, NearDocuments};
#[cfg(feature = "serve")]
use twinprint::{index::service::Response, seen::DocumentsRequest};

/// How often an index is opened anew that is replaced meanwhile.
const TRIES: usize = 5;

/// An index of documents as wholes. Its files are mapped: what is read of them is in memory as long as there is room.
#[derive(Debug)]
pub struct OpenDocuments {
    manifest: DocumentsManifest,
    index: DocumentsIndex<MappedFile>,
}

/// Opens the index in a folder: heads of files are checked, and up to 16,384 documents of a segment; all else when it is read. See [`build`](super::build()) for an example.
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
        // Of segments without a table every look-up compares all documents: so all of them are checked at once, lest a damaged one is
        // missed as if it were another.
        let small = manifest.segments.iter().filter(|segment| segment.blocks.is_empty());
        let compared: BTreeSet<&str> =
            small.flat_map(|segment| &segment.fingerprints).map(|file| &*file.name).collect();
        let index = DocumentsIndex::open(manifest, |file: &FileEntry| {
            let mapped = MappedFile::open(&folder.join(&file.name))?;
            if compared.contains(&*file.name) {
                file.check(mapped.as_ref())?;
            }
            Ok::<_, Error>(mapped)
        })?;
        Ok(OpenDocuments { manifest: manifest.clone(), index })
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
    /// [`Error::Core`] where what is read is damaged.
    pub fn near(&self, query: &DocumentFingerprints, most: usize) -> Result<NearDocuments, Error> {
        Ok(NearDocuments::of(&self.index, query, most)?)
    }

    /// The response to a request that was read.
    #[cfg(feature = "serve")]
    pub(crate) fn respond(&self, request: DocumentsRequest) -> Response {
        request.respond(&self.index, &self.manifest)
    }

    /// What it has, to be gone through.
    pub(super) fn index(&self) -> &DocumentsIndex<MappedFile> {
        &self.index
    }
}
