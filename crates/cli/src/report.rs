//! Where a report is written: as the page that the core makes, or as a document for word processors with what that page says.

mod docx;
mod hashes;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use twinprint_native::Error;

pub(crate) use hashes::Hashes;

/// What a report of documents may be called: a page, or a document for word processors; nothing that it would only be called.
pub(crate) fn report_path(path: PathBuf) -> Result<PathBuf, String> {
    named_as_written(
        path,
        &OTHERS,
        "as .html or .docx",
        "; print the page from a browser, or save the document from a word processor",
    )
}

/// What a report of a corpus may be called, which is a page.
pub(crate) fn page_path(path: PathBuf) -> Result<PathBuf, String> {
    named_as_written(path, &[&OTHERS[..], &["docx"]].concat(), "as .html", "; print the page from a browser")
}

/// Kinds of files that are not written.
const OTHERS: [&str; 5] = ["pdf", "doc", "odt", "rtf", "epub"];

fn named_as_written(path: PathBuf, others: &[&str], written: &str, instead: &str) -> Result<PathBuf, String> {
    match others.iter().find(|kind| has_extension(&path, kind)) {
        None => Ok(path),
        Some(kind) => Err(format!("a report is written {written}, not as .{kind}{instead}")),
    }
}

/// Writes the report that is said by `page`, in place of one that may be there.
pub(crate) fn write(path: &Path, page: &str, made: &str) -> Result<(), Error> {
    if !has_extension(path, "docx") {
        return twinprint_native::replace(path, page.as_bytes());
    }
    let document = docx::document(page, made)
        .map_err(|reason| Error::Unwritable { place: path.to_string_lossy().into_owned(), reason })?;
    twinprint_native::replace(path, &document)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// What cannot be written into an archive in memory, which no report comes to.
fn other(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}
