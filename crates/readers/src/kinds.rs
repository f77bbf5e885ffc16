//! Kinds of files, by their names and by how they begin.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use twinprint::Format;

/// Texts and pages.
const TEXTS: [&str; 4] = ["txt", "md", "html", "htm"];

/// Files of many documents.
const CORPORA: [&str; 12] =
    ["jsonl", "ndjson", "json", "csv", "tsv", "warc", "wet", "parquet", "arrow", "arrows", "feather", "ipc"];

/// Documents of word processors and the like. The text of the last three is not read, and whoever has them is told so.
const OFFICE: [&str; 11] =
    ["docx", "docm", "odt", "odp", "pptx", "epub", "rtf", "ipynb", "pdf", "doc", "pages"];

/// LaTeX, whatever it begins with.
const LATEX: [&str; 3] = ["tex", "ltx", "latex"];

/// Messages as they are sent, each a document.
const MESSAGES: [&str; 1] = ["eml"];

/// Files that hold other files: mailboxes and archives.
const MAILBOXES: [&str; 2] = ["mbox", "mbx"];
const TARS: [&str; 6] = ["tar", "tgz", "tbz", "tbz2", "txz", "tzst"];
const ZIPS: [&str; 1] = ["zip"];

/// The endings of the names that files of documents in a folder have, in lower case; upper case is taken, too. After each
/// there may be one of [`PACKED`].
pub fn extensions() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().chain(CORPORA).chain(OFFICE).chain(LATEX).chain(MESSAGES)
}

/// The endings of the names that archives have which [`ArchiveFiles`](crate::ArchiveFiles) opens, in lower case. After each of tar and
/// mbox there may be one of [`PACKED`].
pub fn archive_extensions() -> impl Iterator<Item = &'static str> {
    ZIPS.into_iter().chain(TARS).chain(MAILBOXES)
}

/// Whether a file whose name ends so is one document.
#[cfg(feature = "archives")]
pub(crate) fn is_one_document(ending: &str) -> bool {
    TEXTS.contains(&ending) || OFFICE.contains(&ending) || is_latex(ending) || is_message(ending)
}

/// Whether a file whose name ends so holds other files.
pub(crate) fn is_archive_name(ending: &str) -> bool {
    archive_extensions().any(|archive| archive == ending)
}

/// Whether a file whose name ends so is a tar archive, packed or not.
#[cfg(feature = "archives")]
pub(crate) fn is_tar(ending: &str) -> bool {
    TARS.contains(&ending)
}

/// Whether a file whose name ends so is a mailbox.
#[cfg(feature = "archives")]
pub(crate) fn is_mailbox(ending: &str) -> bool {
    MAILBOXES.contains(&ending)
}

/// Whether a file whose name ends so is a message.
pub(crate) fn is_message(ending: &str) -> bool {
    MESSAGES.contains(&ending)
}

/// Whether a file whose name ends so is LaTeX if its bytes do not say what else it is.
pub(crate) fn is_latex(ending: &str) -> bool {
    LATEX.contains(&ending)
}

/// Whether a file whose name ends so is read by [`read_document`](crate::read_document), whatever it begins with.
///
/// ```
/// assert!(twinprint_readers::is_document_name("tex"));
/// assert!(!twinprint_readers::is_document_name("txt"));
/// ```
pub fn is_document_name(ending: &str) -> bool {
    ending == "ipynb" || is_latex(ending) || is_message(ending) || is_archive_name(ending)
}

/// The endings of packed files.
pub const PACKED: [&str; 4] = ["gz", "zst", "xz", "bz2"];

/// How a path ends, in lower case and apart from how it is packed: "txt" of "A.TXT.gz".
pub fn extension(path: &Path) -> Option<String> {
    let last = |path: &Path| path.extension().map(OsStr::to_ascii_lowercase).map(OsString::into_string)?.ok();
    let outer = last(path)?;
    if PACKED.contains(&outer.as_str()) { last(path.file_stem()?.as_ref()) } else { Some(outer) }
}

/// How a text is to be read, by the ending of its file's name or else by how it begins.
pub fn format_of(ending: Option<&str>, text: &str) -> Format {
    match ending {
        Some("html" | "htm") => Format::Html,
        Some("txt" | "md") => Format::Plain,
        _ => {
            let start = text.trim_start().as_bytes();
            let begins =
                |tag: &[u8]| start.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
            if begins(b"<!doctype html") || begins(b"<html") { Format::Html } else { Format::Plain }
        }
    }
}
