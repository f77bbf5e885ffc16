//! The manifest of a corpus index in its folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::super::super::Error;
use super::super::both::is_of_both;
use super::super::documents::{is_of_documents, is_of_ranges};
use super::super::manifest::Manifest as Fingerprints;
use twinprint::index::{BUCKET, FORMAT, MANIFEST, Manifest, SegmentEntry};

/// The manifest of the corpus index in a folder.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Index`] where there is no index or one of fingerprints, and [`Error::Core`] for a manifest
/// that is damaged or of another version.
pub fn read(folder: &Path) -> Result<Manifest, Error> {
    let place = || folder.to_string_lossy().into_owned();
    let other = |what: &str, remedy| Err(Error::Index { place: place(), what: what.into(), remedy });
    match fs::read(folder.join(MANIFEST)) {
        Ok(bytes) if Fingerprints::is_of_fingerprints(&bytes) => other(
            "this is an index of bare fingerprints, not of documents",
            "use twinprint index query, or build an index of documents",
        ),
        Ok(bytes) if is_of_documents(&bytes) => other(
            "this is an index of documents as wholes, not of passages",
            "use twinprint check, or build one with --find passages",
        ),
        Ok(bytes) if is_of_ranges(&bytes) => other(
            "this is an index of documents as wholes that was published to be read by ranges",
            "check against its address, or against the index that it was made of",
        ),
        Ok(bytes) if is_of_both(&bytes) => other(
            "this folder has two indexes, of passages and of documents as wholes, and one is asked for",
            "give the folder of one, which is two below",
        ),
        Ok(bytes) => Ok(Manifest::from_json(&bytes).map_err(|error| damaged(folder, &error))?),
        Err(reason) if reason.kind() == ErrorKind::NotFound && folder.is_dir() => {
            other("there is no index in this folder", "build one with twinprint index build")
        }
        Err(reason) if reason.kind() == ErrorKind::NotADirectory => {
            other("this is a file, and an index is a folder", "give the folder of an index")
        }
        Err(reason) => Err(Error::Unreadable { place: place(), reason }),
    }
}

/// The same of a file of an index in a folder.
fn damaged(folder: &Path, error: &twinprint::Error) -> Error {
    let place = folder.join(error.place()).to_string_lossy().into_owned();
    Error::Index { place, what: error.what(), remedy: "build the index again" }
}

/// Whether the index in a folder is one of documents, as far as its manifest can be read.
pub fn is_corpus(folder: &Path) -> bool {
    let begins = |bytes: Vec<u8>| bytes.windows(FORMAT.len()).any(|window| window == FORMAT.as_bytes());
    fs::read(folder.join(MANIFEST)).is_ok_and(begins)
}

/// The names of its files.
pub(super) fn names(manifest: &Manifest) -> Vec<&str> {
    manifest.files().map(|file| &*file.name).collect()
}

/// The number of the next document and of the next passage of an index.
pub(super) fn next(manifest: &Manifest) -> (u32, u64) {
    let behind = |segment: &SegmentEntry| {
        let documents = (segment.first_document + segment.documents).next_multiple_of(BUCKET);
        (documents, segment.first_passage + u64::from(segment.passages))
    };
    manifest.segments.last().map_or((0, 0), behind)
}
