//! An index of documents that is elsewhere, as far as it is here: behind a service, or published as files, of which all are fetched, or
//! of each look-up a few ranges.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Deserialize;

use super::contract::MOST_MATCHES;
use super::{DocumentsIndex, DocumentsManifest, FORMAT, NearDocuments};
use crate::error::Error;
use crate::index::FileEntry;
use crate::index::client::FilePart;
use crate::seen::{BucketLayout, Design, DocumentFingerprints, RANGES_FORMAT, RangesLookup, RangesManifest};

/// What a service of such an index says it is.
pub(super) const SERVICE: &str = "twinprint documents";

/// An index of documents behind a service, or one that is published as files.
///
/// ```
/// use twinprint::Document;
/// use twinprint::seen::{Design, DocumentsManifest, Fingerprinter, RemoteDocuments, Status};
/// let manifest = DocumentsManifest::empty(&Design::default()).to_json();
/// let mut index = RemoteDocuments::published("https://example.org/known/", &manifest)?;
/// let text = Document::plain("essay", "Call me Ishmael. Some years ago, never mind how long precisely");
/// let document = Fingerprinter::new(index.design())?.fingerprints(&text)?;
/// let wanted = index.wanted(&document)?;
/// assert!(wanted.is_empty(), "what is wanted is fetched, and handed over to `supply`, until nothing is");
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
    files: Files,
}

/// What of it is published as files.
#[derive(Debug)]
enum Files {
    /// Nothing: it is behind a service.
    None,
    /// An index that is fetched as a whole.
    Whole(Published),
    /// One that is read by ranges, and the look-up that was begun last.
    Ranges(RangesManifest, Option<RangesLookup>),
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
        sent["format"] == FORMAT || sent["format"] == RANGES_FORMAT || sent["service"] == SERVICE
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
                Ok(RemoteDocuments { name: name.into(), design, documents, checksum, files: Files::None })
            }
            _ => Err(bad("its documents are known by a design that is not known here")),
        }
    }

    /// An index that is published with this manifest.
    ///
    /// # Errors
    /// As [`DocumentsManifest::from_json`] and [`RangesManifest::from_json`].
    pub fn published(name: &str, manifest: &[u8]) -> Result<Self, Error> {
        let sent: serde_json::Value = serde_json::from_slice(manifest).unwrap_or_default();
        if sent["format"] == RANGES_FORMAT {
            let manifest = RangesManifest::from_json(manifest)?;
            let (design, documents, checksum) =
                (manifest.design()?, manifest.documents, manifest.checksum.clone());
            let files = Files::Ranges(manifest, None);
            return Ok(RemoteDocuments { name: name.into(), design, documents, checksum, files });
        }
        let manifest = DocumentsManifest::from_json(manifest)?;
        let (design, documents, checksum) =
            (manifest.design()?, manifest.documents, manifest.checksum.clone());
        let files = Files::Whole(Published { manifest, files: BTreeMap::new(), index: None });
        Ok(RemoteDocuments { name: name.into(), design, documents, checksum, files })
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

    /// Where the buckets lie of one that is read by ranges.
    pub fn layout(&self) -> Option<BucketLayout> {
        match &self.files {
            Files::Ranges(manifest, _) => Some(BucketLayout::of(&self.design, manifest.documents)),
            _ => None,
        }
    }

    /// The files of a published one; none of one behind a service.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        let (whole, ranges) = match &self.files {
            Files::None => (None, None),
            Files::Whole(published) => (Some(published.manifest.files()), None),
            Files::Ranges(manifest, _) => (None, Some(manifest.files())),
        };
        whole.into_iter().flatten().chain(ranges.into_iter().flatten())
    }

    /// The files that are not here yet of an index that is fetched as a whole.
    pub fn missing(&self) -> impl Iterator<Item = &FileEntry> {
        let whole = match &self.files {
            Files::Whole(published) if published.index.is_none() => Some(published),
            _ => None,
        };
        whole.into_iter().flat_map(|Published { manifest, files, .. }| {
            manifest.files().filter(|file| !files.contains_key(&file.name))
        })
    }

    /// What of a published one to fetch next for a document, in any order; nothing once [`near`](Self::near) knows of it. Of one that is read by
    /// ranges a look-up begins with this, unless it is the document that was last looked up.
    ///
    /// # Errors
    /// As [`RangesLookup::new`].
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's.
    pub fn wanted(&mut self, document: &DocumentFingerprints) -> Result<Vec<FilePart>, Error> {
        let Files::Ranges(manifest, lookup) = &mut self.files else {
            return Ok(self.missing().map(FilePart::whole).collect());
        };
        let lookup = match lookup.take().filter(|lookup| lookup.document() == document) {
            Some(begun) => lookup.insert(begun),
            None => lookup.insert(RangesLookup::new(manifest, document.clone())?),
        };
        Ok(lookup.wanted().cloned().collect())
    }

    /// Takes what was fetched of a published one: a file, or a part of one.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] for what is not what the manifest says, or not what was written there.
    pub fn supply(&mut self, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        let published = match &mut self.files {
            Files::None => return Ok(()),
            Files::Ranges(_, lookup) => {
                return lookup.as_mut().map_or(Ok(()), |lookup| lookup.supply(part, &bytes));
            }
            Files::Whole(published) => published,
        };
        if let Some(file) = published.manifest.files().find(|file| file.name == part.file) {
            file.check(&bytes)?;
            published.files.insert(part.file.clone(), bytes);
        }
        if self.missing().next().is_some() {
            return Ok(());
        }
        self.open()
    }

    /// The documents near one, of a published index, once nothing is [wanted](Self::wanted) for it; none before.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] where what was fetched is damaged.
    pub fn near(
        &mut self,
        document: &DocumentFingerprints,
        most: usize,
    ) -> Result<Option<NearDocuments>, Error> {
        if let Files::Ranges(_, lookup) = &mut self.files {
            let is_done =
                |lookup: &RangesLookup| lookup.document() == document && lookup.wanted().next().is_none();
            return lookup
                .as_ref()
                .filter(|lookup| is_done(lookup))
                .map(|lookup| lookup.near(most))
                .transpose();
        }
        if self.missing().next().is_none() {
            self.open()?;
        }
        let Files::Whole(Published { index: Some(index), .. }) = &self.files else { return Ok(None) };
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
        let Files::Whole(Published { manifest, files, index }) = &mut self.files else { return Ok(()) };
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
