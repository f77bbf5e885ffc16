//! The index that answers: of passages, in memory, or of documents as wholes, read where it lies; or both, each at its own paths.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec::Vec;

use super::super::Error;
use super::super::index::corpus::{InMemory, OpenCorpus, reopen};
use super::super::index::documents::{self, OpenDocuments, is_documents};
use super::super::index::{both_folders, is_both};
use super::fingerprinters::Fingerprinters;
use twinprint::index::service::{Refusal, Request, Response, Service};
use twinprint::index::{Corpus, FileEntry, MANIFEST};
use twinprint::seen::DocumentsRequest;

/// An index that is whole.
pub(super) enum ServedIndex {
    Passages(Box<Service<Corpus<Arc<[u8]>>>>),
    Documents(Box<OpenDocuments>, Fingerprinters),
    /// Of passages, and of the same documents as wholes.
    Both(Box<[ServedIndex; 2]>),
}

/// Where an index of documents as wholes answers beside one of passages.
const DOCUMENTS: &str = "/v1/documents";

impl ServedIndex {
    /// The index in a folder; of one of passages some files may be in memory.
    ///
    /// # Errors
    /// That there is no whole index in the folder.
    pub(super) fn open(folder: &Path, files: &mut InMemory) -> Result<Self, Error> {
        if is_both(folder) {
            let both = both_folders(folder)?;
            let passages = ServedIndex::open(&both.passages, files)?;
            return Ok(ServedIndex::Both(Box::new([passages, ServedIndex::open(&both.documents, files)?])));
        }
        if is_documents(folder) {
            let index = Box::new(documents::open(folder)?);
            let fingerprinters = Fingerprinters::new(*index.design());
            return Ok(ServedIndex::Documents(index, fingerprinters));
        }
        let OpenCorpus { manifest, corpus, .. } = reopen(folder, files)?;
        let damaged = |refusal: Refusal| Error::Index {
            place: folder.join(MANIFEST).to_string_lossy().into_owned(),
            what: refusal.what,
            remedy: "build the index again",
        };
        Ok(ServedIndex::Passages(Box::new(Service::new(corpus, manifest).map_err(damaged)?)))
    }

    /// The response to a request.
    pub(super) fn respond(&self, request: &Request<'_>) -> Response {
        match self {
            ServedIndex::Passages(service) => service.respond(request),
            ServedIndex::Documents(index, fingerprinters) => {
                let read = fingerprinters
                    .read(|design, fingerprinter| DocumentsRequest::read(request, design, fingerprinter));
                read.map_or_else(Response::from, |read| index.respond(read))
            }
            ServedIndex::Both(both) => {
                let [passages, documents] = &**both;
                if request.path == DOCUMENTS { documents } else { passages }.respond(request)
            }
        }
    }

    /// Changes with everything that is in it.
    pub(super) fn checksum(&self) -> &str {
        match self {
            ServedIndex::Passages(service) => &service.manifest().checksum,
            ServedIndex::Documents(index, _) => &index.manifest().checksum,
            // Both are built and changed together.
            ServedIndex::Both(both) => both[0].checksum(),
        }
    }

    /// The files that are read where they lie for a request to a path. Those of passages are in memory.
    pub(super) fn read_in_place(&self, path: &str) -> Vec<&FileEntry> {
        match self {
            ServedIndex::Documents(..) if path == DOCUMENTS => self.files(),
            ServedIndex::Both(both) => both[1].read_in_place(path),
            _ => Vec::new(),
        }
    }

    /// Every file that it is made of, and where it lies if the index is the one in this folder.
    ///
    /// # Errors
    /// That the folder has no longer an index.
    pub(super) fn places(&self, folder: &Path) -> Result<Vec<(PathBuf, FileEntry)>, Error> {
        let in_folder = |folder: &Path, index: &ServedIndex| -> Vec<(PathBuf, FileEntry)> {
            index.files().into_iter().map(|entry| (folder.join(&entry.name), entry.clone())).collect()
        };
        let ServedIndex::Both(both) = self else { return Ok(in_folder(folder, self)) };
        let folders = both_folders(folder)?;
        let [passages, documents] = &**both;
        Ok([in_folder(&folders.passages, passages), in_folder(&folders.documents, documents)].concat())
    }

    /// Every file that it is made of.
    pub(super) fn files(&self) -> Vec<&FileEntry> {
        match self {
            ServedIndex::Passages(service) => service.manifest().files().collect(),
            ServedIndex::Documents(index, _) => index.manifest().files().collect(),
            ServedIndex::Both(both) => both.iter().flat_map(ServedIndex::files).collect(),
        }
    }
}
