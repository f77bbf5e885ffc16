//! An index of documents that is elsewhere, as far as it is here: behind a service, or published as files, all of which are fetched.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Deserialize;

use super::contract::MOST_MATCHES;
use super::{DocumentsIndex, DocumentsManifest, FORMAT, NearDocuments};
use crate::error::Error;
use crate::index::FileEntry;
use crate::seen::{Design, DocumentFingerprints};

/// What a service of such an index says it is.
pub(super) const SERVICE: &str = "twinprint documents";

/// An index of documents behind a service, or one that is published as files.
///
/// ```
/// use twinprint::Document;
/// use twinprint::seen::{Design, DocumentsManifest, Fingerprinter, RemoteDocuments, Status};
/// let manifest = DocumentsManifest::empty(&Design::default()).to_json();
/// let mut index = RemoteDocuments::published("https://example.org/known/", &manifest)?;
/// let missing: Vec<_> = index.missing().map(|file| file.name.clone()).collect();
/// assert!(missing.is_empty(), "what is missing is fetched, and handed over to `supply`");
/// let text = Document::plain("essay", "Call me Ishmael. Some years ago, never mind how long precisely");
/// let document = Fingerprinter::new(index.design())?.fingerprints(&text)?;
/// assert_eq!(index.near(&document, 20)?.expect("all files are here").status, Status::New);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct RemoteDocuments {
    /// Its address: errors name it.
    name: String,
    design: Design,
    documents: u64,
    checksum: String,
    published: Option<Published>,
}

#[derive(Debug)]
struct Published {
    manifest: DocumentsManifest,
    /// Files that were fetched, until all are there.
    files: BTreeMap<String, Vec<u8>>,
    index: Option<DocumentsIndex<Vec<u8>>>,
}

/// What a service says of itself, as far as it is read here.
#[derive(Deserialize)]
struct Meta {
    version: u32,
    design: MetaDesign,
    documents: u64,
    checksum: String,
}

#[derive(Deserialize)]
struct MetaDesign {
    id: String,
    bytes: usize,
}

impl RemoteDocuments {
    /// Whether what a host sent is of an index of documents: its manifest, or what a service says of itself.
    pub fn is_one(sent: &[u8]) -> bool {
        let sent: serde_json::Value = serde_json::from_slice(sent).unwrap_or_default();
        sent["format"] == FORMAT || sent["service"] == SERVICE
    }

    /// An index behind a service that says this at `/v1/meta`.
    ///
    /// # Errors
    /// [`Error::BadAnswer`] for what is no such thing, and for a design that is not known here.
    pub fn service(name: &str, meta: &[u8]) -> Result<Self, Error> {
        let bad = |problem: &str| bad(name, problem);
        let Meta { version, design, documents, checksum } =
            serde_json::from_slice(meta).map_err(|error| bad(&error.to_string()))?;
        let known = Design::of_bytes(design.bytes).ok().filter(|known| known.id().to_string() == design.id);
        match known {
            Some(design) if version == 1 => {
                Ok(RemoteDocuments { name: name.into(), design, documents, checksum, published: None })
            }
            _ => Err(bad("its documents are known by a design that is not known here")),
        }
    }

    /// An index that is published with this manifest.
    ///
    /// # Errors
    /// As [`DocumentsManifest::from_json`].
    pub fn published(name: &str, manifest: &[u8]) -> Result<Self, Error> {
        let manifest = DocumentsManifest::from_json(manifest)?;
        let (design, documents, checksum) =
            (manifest.design()?, manifest.documents, manifest.checksum.clone());
        let published = Some(Published { manifest, files: BTreeMap::new(), index: None });
        Ok(RemoteDocuments { name: name.into(), design, documents, checksum, published })
    }

    /// What its documents are known by.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// How many documents it has.
    pub fn len(&self) -> u64 {
        self.documents
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }

    /// Changes with everything that is in it.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// The files of a published one; none of one behind a service.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.published.iter().flat_map(|published| published.manifest.files())
    }

    /// The files of a published one that are not here yet.
    pub fn missing(&self) -> impl Iterator<Item = &FileEntry> {
        let published = self.published.iter().filter(|published| published.index.is_none());
        published.flat_map(|Published { manifest, files, .. }| {
            manifest.files().filter(|file| !files.contains_key(&file.name))
        })
    }

    /// Takes a file of a published one; with the last it is here.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] for one that is not what the manifest says.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let Some(published) = &mut self.published else { return Ok(()) };
        if let Some(file) = published.manifest.files().find(|file| file.name == name) {
            file.check(&bytes)?;
            published.files.insert(name.into(), bytes);
        }
        if self.missing().next().is_some() {
            return Ok(());
        }
        self.open()
    }

    /// The documents near one, once all files are here; none before.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] where what was fetched is damaged.
    pub fn near(
        &mut self,
        document: &DocumentFingerprints,
        most: usize,
    ) -> Result<Option<NearDocuments>, Error> {
        if self.missing().next().is_none() {
            self.open()?;
        }
        let Some(index) = self.published.as_ref().and_then(|published| published.index.as_ref()) else {
            return Ok(None);
        };
        NearDocuments::of(index, document, most).map(Some)
    }

    /// What a service responded to the document.
    ///
    /// # Errors
    /// [`Error::BadAnswer`] for what is no response to it.
    pub fn read(&self, document: &DocumentFingerprints, response: &[u8]) -> Result<NearDocuments, Error> {
        let bad = |problem: &str| bad(&self.name, problem);
        let read: NearDocuments =
            serde_json::from_slice(response).map_err(|error| bad(&error.to_string()))?;
        let bits = self.design.bits();
        let is_match = |distance: u32, estimate: [f64; 3]| {
            distance <= bits && estimate.is_sorted() && estimate[0] >= 0.0 && estimate[2] <= 1.0
        };
        let are_matches = read.matches.iter().all(|found| {
            let shared = &found.resemblance;
            is_match(found.distance, [shared.low, shared.estimate, shared.high])
        });
        let is_right = are_matches
            && (read.bits, read.words) == (bits, document.words)
            && read.matches.len() as u64 <= MOST_MATCHES
            && read.matches.is_sorted_by_key(|found| found.distance);
        if is_right { Ok(read) } else { Err(bad("what it says of matches cannot be")) }
    }

    fn open(&mut self) -> Result<(), Error> {
        let Some(Published { manifest, files, index }) = &mut self.published else { return Ok(()) };
        if index.is_none() {
            let take = |file: &FileEntry| files.remove(&file.name).ok_or_else(|| gone(&file.name));
            *index = Some(DocumentsIndex::open(manifest, take)?);
        }
        Ok(())
    }
}

fn gone(file: &str) -> Error {
    Error::BadIndex { file: file.into(), problem: "it was not fetched".into() }
}

fn bad(index: &str, problem: &str) -> Error {
    Error::BadAnswer { index: index.into(), problem: problem.into() }
}
