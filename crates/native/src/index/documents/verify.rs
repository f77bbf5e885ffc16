//! Whether an index of documents as wholes is whole.

use std::fs;
use std::path::Path;

use rayon::prelude::*;

use super::super::manifest::hash;
use super::super::verify::Depth;
use super::manifest::{read, read_by_ranges};
use super::open::open;
use crate::Error;
use twinprint::index::FileEntry;
use twinprint::seen::{DocumentsManifest, RangesManifest};

/// Checks an index, and returns its manifest and everything that is wrong.
///
/// # Errors
/// As [`read`].
pub fn verify(folder: &Path, depth: Depth) -> Result<(DocumentsManifest, Vec<Error>), Error> {
    let manifest = read(folder)?;
    let files: Vec<&FileEntry> = manifest.files().collect();
    let checked = files.into_par_iter().map(|file| check_file(folder, file));
    let mut problems: Vec<Error> = checked.filter_map(Result::err).collect();
    if problems.is_empty() {
        let opened = open(folder).and_then(|index| match depth {
            Depth::Files => Ok(()),
            Depth::Contents => Ok(index.index().verify()?),
        });
        problems.extend(opened.err());
    }
    Ok((manifest, problems))
}

/// Checks an index that is read by ranges, all of it: its bytes are checked as they were written, and so is each bucket and each record. Returns its
/// manifest and what is wrong first.
///
/// # Errors
/// As [`read_by_ranges`].
pub fn verify_by_ranges(folder: &Path) -> Result<(RangesManifest, Vec<Error>), Error> {
    let manifest = read_by_ranges(folder)?;
    let problem = manifest
        .verify(|file: &FileEntry| {
            let path = folder.join(&file.name);
            let place = || path.to_string_lossy().into_owned();
            fs::read(&path).map_err(|reason| Error::Unreadable { place: place(), reason })
        })
        .err();
    Ok((manifest, problem.into_iter().collect()))
}

/// That a file is there and as it was written.
fn check_file(folder: &Path, file: &FileEntry) -> Result<(), Error> {
    let path = folder.join(&file.name);
    let place = || path.to_string_lossy().into_owned();
    let bytes = fs::read(&path).map_err(|reason| Error::Unreadable { place: place(), reason })?;
    file.check_length(bytes.len() as u64)?;
    if hash(&bytes) == file.xxh64 {
        return Ok(());
    }
    let what = "its bytes are not those that were written".into();
    Err(Error::Index { place: place(), what, remedy: "build the index again" })
}
