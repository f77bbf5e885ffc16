//! The manifest of an index of documents as wholes in its folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::Error;
use twinprint::index::MANIFEST;
use twinprint::seen::{DocumentsManifest, FORMAT, RANGES_FORMAT, RangesManifest};

/// The manifest of the index in a folder.
///
/// # Errors
/// [`Error::Unreadable`], and [`Error::Index`] where there is no index, one of another kind or a damaged one.
pub fn read(folder: &Path) -> Result<DocumentsManifest, Error> {
    let place = || folder.to_string_lossy().into_owned();
    let other = |what: String, remedy| Error::Index { place: place(), what, remedy };
    let bytes = fs::read(folder.join(MANIFEST)).map_err(|reason| match reason.kind() {
        ErrorKind::NotFound if folder.is_dir() => other(
            "there is no index in this folder".into(),
            "build one with twinprint index build --find documents",
        ),
        _ => Error::Unreadable { place: place(), reason },
    })?;
    if !is_of_documents(&bytes) {
        return Err(other(
            "this is no index of documents as wholes".into(),
            "build one with --find documents",
        ));
    }
    DocumentsManifest::from_json(&bytes).map_err(|error| {
        let place = folder.join(error.place()).to_string_lossy().into_owned();
        Error::Index { place, what: error.what(), remedy: "build the index again" }
    })
}

/// Whether the index in a folder is one of documents as wholes, as far as its manifest can be read.
pub fn is_documents(folder: &Path) -> bool {
    fs::read(folder.join(MANIFEST)).is_ok_and(|bytes| is_of_documents(&bytes))
}

/// Whether a file is the manifest of such an index, whole or not.
pub(in super::super) fn is_of_documents(bytes: &[u8]) -> bool {
    names(bytes, FORMAT)
}

/// Whether the index in a folder was published to be read by ranges.
pub fn is_by_ranges(folder: &Path) -> bool {
    fs::read(folder.join(MANIFEST)).is_ok_and(|bytes| is_of_ranges(&bytes))
}

/// The manifest of the index in a folder that was published to be read by ranges.
///
/// # Errors
/// [`Error::Unreadable`], and [`Error::Index`] for a damaged one.
pub fn read_by_ranges(folder: &Path) -> Result<RangesManifest, Error> {
    let place = folder.join(MANIFEST).to_string_lossy().into_owned();
    let bytes = fs::read(folder.join(MANIFEST))
        .map_err(|reason| Error::Unreadable { place: place.clone(), reason })?;
    RangesManifest::from_json(&bytes).map_err(|error| Error::Index {
        place,
        what: error.what(),
        remedy: "publish the index again",
    })
}

/// Whether a file is the manifest of an index that is read by ranges, whole or not.
pub(in super::super) fn is_of_ranges(bytes: &[u8]) -> bool {
    names(bytes, RANGES_FORMAT)
}

fn names(bytes: &[u8], format: &str) -> bool {
    bytes.windows(format.len()).any(|window| window == format.as_bytes())
}
