//! A file of a corpus written again without some of its documents, or with columns more; all else in it stays as it was.
//!
//! A document is told by its [number](super::corpus::Position::number) in the file, as reading counts. What is no document, such as
//! an empty line or a record of another kind, is kept. So is how the file is packed. A file that loses nothing is copied byte for
//! byte, even where it is broken; of any other that is broken, what reading gives is written.
//!
//! Lines and records are [`Parts`](parts::Parts): one after the other, each as its bytes stand. Tables go by columns.

mod archive;
mod arrow;
mod change;
mod copy;
mod cut;
mod items;
mod json;
mod kind;
mod lines;
mod packing;
mod parts;
mod separated;
mod table;
mod whole;
pub(super) mod xz;

use std::format;
use std::io;
use std::path::Path;

use super::Error;
use super::corpus::{FileFormat, display_name, refused};
use archive::Archive;
pub(crate) use change::{Change, Column, Fate, Mark, MarkKind, TextCuts};
use items::Items;
use kind::Kind;
use lines::Lines;
use separated::Separated;

/// How files are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rewriting<'a> {
    /// How hard Zstandard packs, from 1 to 22.
    pub(crate) zstd_level: i32,
    /// What the file is read as.
    pub(crate) format: FileFormat,
    /// Where a packed table is unpacked, without a name; none for the system's folder.
    pub(crate) temporary: Option<&'a Path>,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Rewritten {
    /// The documents of the file, and what would be one, that are in the new one.
    pub(crate) documents_kept: u64,
    /// Those that were left out.
    pub(crate) documents_dropped: u64,
    /// The parts that cannot be read, and are in the new file only if it is a copy.
    pub(crate) unreadable: u64,
    /// How long the new file is; none where a file that is one document is dropped, which is not written.
    pub(crate) bytes: Option<u64>,
}

/// Whether columns can be added to the documents of a file. Records of archives and files that are one document have none.
pub(crate) fn can_annotate(format: FileFormat) -> bool {
    matches!(Kind::of(format), Kind::Lines | Kind::Items | Kind::Separated(_) | Kind::Table | Kind::Arrow)
}

/// Whether something can be cut out of the texts of a file: others hold them in a form of which bytes cannot be taken.
pub(crate) fn can_cut(format: FileFormat) -> bool {
    matches!(Kind::of(format), Kind::Lines | Kind::Items) || format == FileFormat::Text
}

/// Makes sure that a file can be written again, before anything is done with it.
///
/// # Errors
/// [`Error::Rewrite`]; [`Error::Unreadable`].
pub(crate) fn check(from: &Path, format: FileFormat) -> Result<(), Error> {
    packing::check(from)?;
    match Kind::of(format) {
        Kind::Arrow => arrow::check(from),
        _ => Ok(()),
    }
}

/// Writes the file at `from` again at `to`, where nothing is yet. When it returns, the new file is on the disk.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Unwritable`]; [`Error::BadTable`] for what is no table at all; [`Error::Rewrite`] where columns
/// cannot be added, or one is there already, and where this build cannot pack as the file is packed. What is at `to` then is of no use.
pub(crate) fn rewrite(
    from: &Path,
    to: &Path,
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    match (Kind::of(rewriting.format), change) {
        (Kind::Whole, Change::Cut { fate, cuts, .. }) if can_cut(rewriting.format) => match cuts(0)? {
            Some(cuts) => whole::cut(from, to, &cuts, rewriting),
            None => whole::rewrite(from, to, fate(0)),
        },
        (_, Change::Cut { .. }) if !can_cut(rewriting.format) => Err(Error::Rewrite {
            place: display_name(from),
            what: "texts in files of its kind cannot be cut".into(),
            remedy: CANNOT_CUT,
        }),
        (Kind::Table, _) => table::rewrite(from, to, change, rewriting),
        (Kind::Arrow, _) => arrow::rewrite(from, to, change, rewriting),
        (Kind::Items, _) => parts::rewrite(|| Items::open(from), from, to, change, rewriting),
        (Kind::Separated(separator), _) => {
            parts::rewrite(|| Separated::open(from, separator), from, to, change, rewriting)
        }
        (Kind::Lines, _) => parts::rewrite(|| Lines::open(from), from, to, change, rewriting),
        (Kind::Archive, Change::Drop(_)) => {
            parts::rewrite(|| Archive::open(from), from, to, change, rewriting)
        }
        (Kind::Whole, Change::Drop(fate)) => whole::rewrite(from, to, fate(0)),
        (Kind::Archive | Kind::Whole, _) => Err(Error::Rewrite {
            place: display_name(from),
            what: "no columns are added to a file of its kind".into(),
            remedy: "leave it as it is; lines of JSON and tables have columns",
        }),
    }
}

/// What to do where a text cannot be cut.
pub(crate) const CANNOT_CUT: &str = "use --mask, which says where to cut, or --drop-share, which leaves out whole documents; or give lines of JSON or plain text";

/// Copies a file in which no document could be found for what is wrong with it, such as a table without its end: it is refused as a
/// whole, and nothing of it goes.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Unwritable`].
pub(crate) fn unopened(from: &Path, to: &Path) -> Result<Rewritten, Error> {
    Ok(Rewritten { unreadable: 1, bytes: Some(copy::copy(from, to)?), ..Rewritten::default() })
}

/// A column, or a field, that is to be added and is there.
fn has_already(place: String, what: &str, name: &str) -> Error {
    Error::Rewrite {
        place,
        what: format!("it has a {what} \"{name}\" already"),
        remedy: "give that one another name, or leave the file as it is",
    }
}

fn unreadable(from: &Path, reason: io::Error) -> Error {
    refused(display_name(from), reason)
}

fn unwritable(to: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: display_name(to), reason }
}
