//! An index of documents as wholes at an address.

use super::super::Error;
use super::super::index::Watch;
use super::at_once::{AT_ONCE, at_once};
use super::elsewhere::fetch_part;
use super::errand::{Client, Errand};
use super::failure::{Failure, not_of_documents, of_core};
use super::find::{Description, PRACTICAL_DOWNLOAD, describe};
use super::{AccessMode, Address, Traffic};
use twinprint::Error::BadIndex;
use twinprint::index::client::FilePart;
use twinprint::index::service::Form;
use twinprint::index::{FileEntry, MANIFEST};
use twinprint::seen::{Design, DocumentFingerprints, DocumentsRequest, NearDocuments, RemoteDocuments};

/// The most bytes of a service's response.
const LONGEST_RESPONSE: u64 = 1 << 20;

/// An index of documents as wholes at an address, and how it is used: downloaded, read by ranges, or by a service that receives fingerprints.
#[derive(Debug)]
pub struct DocumentsSite {
    client: Client,
    base: Address,
    remote: RemoteDocuments,
    mode: AccessMode,
}

impl DocumentsSite {
    /// What was found at an address. Of a service that may serve its files, too, these are used if that is practical.
    pub(super) fn new(
        client: Client,
        address: &Address,
        said: &Description,
        has_files: bool,
        mode: Option<AccessMode>,
    ) -> Result<Self, Error> {
        let mut remote = reached(address, said)?;
        let mut own = match () {
            () if said.by_service => AccessMode::Whole,
            () if remote.layout().is_some() => AccessMode::Ranges,
            () => AccessMode::Download,
        };
        let mut base = address.clone();
        if has_files {
            let folder = address.join("index/");
            let files = describe(&client, &folder, false).and_then(|said| reached(&folder, &said));
            let is_practical = |files: &RemoteDocuments| {
                files.files().map(|file| file.bytes).sum::<u64>() <= PRACTICAL_DOWNLOAD
            };
            // While the index is being replaced they differ: then the service alone is used.
            let usable = files.ok().filter(|files| files.checksum() == remote.checksum());
            if let Some(files) = usable.filter(|files| mode.is_some() || is_practical(files)) {
                (remote, base, own) = (files, folder, AccessMode::Download);
            }
        }
        match mode {
            Some(mode) if mode != own => Err(not_of_documents(address, mode, own)),
            _ => Ok(DocumentsSite { client, base, remote, mode: own }),
        }
    }

    /// How it is used.
    pub fn mode(&self) -> AccessMode {
        self.mode
    }

    /// What its documents are known by.
    pub fn design(&self) -> &Design {
        self.remote.design()
    }

    /// The bytes of all its files; 0 where it is behind a service.
    pub fn bytes(&self) -> u64 {
        self.remote.files().map(|file| file.bytes).sum()
    }

    /// Of an index that is read by ranges, how many bits of a document's fingerprints choose the buckets that are read; 0 of another.
    pub fn block_bits(&self) -> u32 {
        self.remote.layout().map_or(0, |layout| layout.disclosed_bits())
    }

    /// What was sent and received so far.
    pub fn traffic(&self) -> Traffic {
        self.client.traffic()
    }

    /// Fetches what is fetched before any document is looked up: all files of an index that is downloaded.
    ///
    /// # Errors
    /// [`Error::Fetch`] for what cannot be fetched, and what is not as the manifest says.
    pub fn prepare(&mut self, watch: &dyn Watch) -> Result<(), Error> {
        let DocumentsSite { client, base, remote, .. } = self;
        let files: Vec<FileEntry> = remote.missing().cloned().collect();
        let fetch = |part: &FilePart| {
            let bytes = fetch_part(client, base, part)?;
            watch.reading(client.traffic().received);
            Ok(bytes)
        };
        let parts: Vec<FilePart> = files.iter().map(FilePart::whole).collect();
        at_once(AT_ONCE, &parts, fetch, |part, bytes| {
            remote.supply(part, bytes).map_err(|reason| of_core(base, reason))
        })
    }

    /// The documents near one: here once all was fetched, or by ranges of its files, or by the service, which receives its fingerprints.
    ///
    /// # Errors
    /// [`Error::Fetch`] for what cannot be fetched and what is no response.
    pub fn near(&mut self, document: &DocumentFingerprints, most: usize) -> Result<NearDocuments, Error> {
        if self.mode == AccessMode::Ranges {
            self.fetch_for(document)?;
        }
        let DocumentsSite { client, base, remote, .. } = self;
        let core = |reason| of_core(base, reason);
        if self.mode != AccessMode::Whole {
            // Whatever is wrong with the files: nothing of a document is sent.
            let not_here =
                || BadIndex { file: MANIFEST.into(), problem: "its files were not fetched".into() };
            return remote.near(document, most).and_then(|near| near.ok_or_else(not_here)).map_err(core);
        }
        let body = DocumentsRequest::body(document, remote.design(), most);
        let errand = Errand {
            body: Some((Form::Json, body.as_bytes())),
            ..Errand::get("v1/documents", LONGEST_RESPONSE)
        };
        let response = client.run(base, &errand)?;
        remote.read(document, &response).map_err(core)
    }

    /// Fetches what an index by ranges has for a document.
    fn fetch_for(&mut self, document: &DocumentFingerprints) -> Result<(), Error> {
        let DocumentsSite { client, base, remote, .. } = self;
        let core = |reason| of_core(base, reason);
        loop {
            let parts = remote.wanted(document).map_err(core)?;
            if parts.is_empty() {
                return Ok(());
            }
            let fetch = |part: &FilePart| fetch_part(client, base, part);
            at_once(AT_ONCE, &parts, fetch, |part, bytes| remote.supply(part, bytes).map_err(core))?;
        }
    }
}

fn reached(base: &Address, said: &Description) -> Result<RemoteDocuments, Failure> {
    let read = if said.by_service { RemoteDocuments::service } else { RemoteDocuments::published };
    read(&base.to_string(), &said.bytes).map_err(|reason| Failure::of_core(base, reason))
}
