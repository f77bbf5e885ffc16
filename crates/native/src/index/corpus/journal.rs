//! Documents that were added to an index and stand in no segment yet.
//!
//! A segment for each document would be many files; a segment written later would lose what came before a kill. So a
//! document that is added goes to the end of a [journal](crate::journal), and counts as added when that is on the disk. It is made
//! a segment when there are enough, when the work is done, or at the next change of the index after a kill.
//!
//! The journal's first line names the manifest that it goes on from, by its checksum: a journal of another one was made a segment
//! before, and says nothing.

use std::format;
use std::path::Path;

use super::super::super::Error;
use super::record::Record;
use crate::journal::{self, Journal};

/// The journal's name in the folder of an index.
pub(crate) const NAME: &str = ".twinprint-journal";

fn head(manifest: &str) -> String {
    format!("twinprint journal 1 of {manifest}")
}

/// An empty one, of the manifest with this checksum, in place of the one that is there.
pub(super) fn begin(folder: &Path, manifest: &str) -> Result<Journal, Error> {
    Journal::begin(folder.join(NAME), &head(manifest), std::iter::empty::<Record>())
}

/// The documents in the journal of a folder, if it goes on from the manifest with this checksum.
///
/// # Errors
/// As [`journal::read`], and [`Error::Index`] for what is no document, whatever its checksum says.
pub(super) fn read(folder: &Path, manifest: &str) -> Result<Vec<Record>, Error> {
    let path = folder.join(NAME);
    let contents = journal::read::<Record>(&path, &head(manifest))?;
    let records = contents.map_or_else(Vec::new, |contents| contents.records);
    match records.iter().position(|record| !record.is_sound()) {
        None => Ok(records),
        Some(at) => Err(Error::Index {
            place: format!("{}, document {}", path.to_string_lossy(), at + 1),
            what: "its passages are others than it says".into(),
            remedy: "remove its line: the document is lost, the others are not",
        }),
    }
}
