//! Documents where they are: files, folders, patterns, standard input.
//!
//! [`Listing::new`] finds out what there is to read, [`documents`] reads it, one document at a time. What cannot be read
//! is an error of its own and keeps nothing else from being read.
//!
//! Reading has two steps: files are unpacked and cut into [`RawRecord`]s, one after the other, and each is parsed and decoded by
//! itself. [`Documents::into_batches`] takes the first to a thread of its own, so that all cores can do the second.

pub(super) mod arrow;
mod batches;
mod csv;
mod documents;
mod drive;
mod fields;
mod folder;
mod format;
mod held;
mod in_time;
mod json;
mod jsonl;
mod name;
mod note;
pub(super) mod parquet;
mod place;
mod records;
mod row;
mod source;
mod stream;
mod warc;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::format;
use std::io;
use std::path::{Path, PathBuf};

use super::Error;
pub(super) use batches::in_shares;
pub use batches::{Batch, Batches};
pub(crate) use csv::{RawRow, Records as SeparatedRecords};
pub(crate) use documents::MAX_BYTES;
pub use documents::{DocumentSize, Documents, Unread, documents};
pub(crate) use drive::Drive;
pub use fields::Fields;
pub(crate) use fields::Wanted;
pub use format::FileFormat;
pub use held::{Held, HeldDocument, HeldDocuments};
pub(crate) use json::Items;
pub(crate) use name::display_name;
pub use note::Note;
pub use place::{DocumentPlace, Position, Unit};
pub use records::{RawRecord, Records};
pub use source::Source;
pub(crate) use stream::Stream;
pub use twinprint_readers::{Aside, AsideKind, AuthorRule, author_key, authors};
pub(crate) use warc::{Archive, Extent};

/// What there is to read.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files, in the order given; within a folder in the order of their paths.
    pub entries: Vec<Entry>,
    /// What cannot be listed.
    pub errors: Vec<Error>,
    /// What was left out, and why.
    pub notes: Vec<Note>,
}

/// A file that is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name in reports: the path as it was given, and below a folder from that path on.
    pub name: String,
    /// Where it is.
    pub origin: Origin,
}

/// Where a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// What is piped in.
    StandardInput,
    /// A file.
    File(PathBuf),
    /// What a file holds, wherever it was read.
    Memory(std::sync::Arc<[u8]>),
    /// The texts of an index, written as JSON lines into a file of its own: read so, whatever is asked for of other files.
    Texts {
        /// The file, which has a name of its own for each content.
        file: PathBuf,
        /// The folder of the index.
        index: PathBuf,
    },
    /// Documents that a caller has, by [`Entry::held`].
    Held(HeldDocuments),
}

impl Entry {
    /// Whether it can be read once only: standard input, a pipe or a device.
    pub fn is_piped(&self) -> bool {
        match &self.origin {
            Origin::StandardInput => true,
            Origin::Memory(_) | Origin::Texts { .. } | Origin::Held(_) => false,
            Origin::File(path) => path.metadata().is_ok_and(|file| !file.is_file()),
        }
    }
}

impl Listing {
    /// Lists what `operands` name: `-` for standard input, files of any name, folders with all below them, and
    /// patterns such as `essays/*.txt`, which the shell was kept from expanding.
    ///
    /// ```
    /// use twinprint_native::corpus::Listing;
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("b.txt"), "words")?;
    /// std::fs::write(folder.path().join("a.md"), "words")?;
    /// let listing = Listing::new([folder.path()]);
    /// assert!(listing.entries[0].name.ends_with("a.md") && listing.entries[1].name.ends_with("b.txt"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(operands: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        Listing::of(operands, false)
    }

    /// As [`Listing::new`], with the ZIPs, tars and mailboxes of folders: for those who [open](Documents::opening_archives) archives.
    pub fn with_archives(operands: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        Listing::of(operands, true)
    }

    fn of(operands: impl IntoIterator<Item = impl AsRef<OsStr>>, archives: bool) -> Self {
        let mut listing = Listing::default();
        for operand in operands {
            listing.add(operand.as_ref(), archives);
        }
        listing
    }

    fn add(&mut self, operand: &OsStr, archives: bool) {
        let path = Path::new(operand);
        if operand == "-" {
            if self.entries.iter().any(|entry| entry.origin == Origin::StandardInput) {
                self.errors.push(Error::StandardInputTwice);
            } else {
                self.entries.push(Entry { name: "standard input".into(), origin: Origin::StandardInput });
            }
        } else if path.is_dir() {
            self.add_folder(path, archives);
        } else if path.symlink_metadata().is_err()
            && let Some(pattern) = operand.to_str().filter(|operand| operand.contains(['*', '?', '[']))
        {
            self.add_pattern(pattern);
        } else {
            self.add_file(path.into());
        }
    }

    fn add_file(&mut self, path: PathBuf) {
        self.entries.push(Entry { name: display_name(&path), origin: Origin::File(path) });
    }

    /// All files that a pattern matches, as if each had been named.
    fn add_pattern(&mut self, pattern: &str) {
        let paths = match glob::glob(pattern) {
            Ok(paths) => paths,
            Err(error) => {
                return self.errors.push(Error::Pattern { pattern: pattern.into(), reason: error.msg });
            }
        };
        let before = (self.entries.len(), self.errors.len());
        for path in paths {
            match path {
                Ok(path) if path.is_dir() => {}
                Ok(path) if path.metadata().is_ok_and(|file| !file.is_file()) => {
                    self.notes.push(Note::NoFile { name: display_name(&path) });
                }
                Ok(path) => self.add_file(path),
                Err(error) => self
                    .errors
                    .push(Error::Unreadable { place: display_name(error.path()), reason: error.into() }),
            }
        }
        if (self.entries.len(), self.errors.len()) == before {
            self.errors.push(Error::NoMatch { pattern: pattern.into() });
        }
    }

    /// How long all files are together, in bytes; what is piped in does not count, nor what a caller has.
    pub fn bytes(&self) -> u64 {
        let length = |entry: &Entry| match &entry.origin {
            Origin::StandardInput | Origin::Held(_) => 0,
            Origin::Memory(bytes) => bytes.len() as u64,
            Origin::File(path) | Origin::Texts { file: path, .. } => {
                path.metadata().map_or(0, |file| file.len())
            }
        };
        self.entries.iter().map(length).sum()
    }

    /// Leaves out the files at `paths`, however they are reached, and says which entries that were.
    ///
    /// ```
    /// use twinprint_native::corpus::Listing;
    /// let folder = tempfile::tempdir()?;
    /// let task = folder.path().join("task.txt");
    /// std::fs::write(&task, "words")?;
    /// let mut listing = Listing::new([folder.path()]);
    /// assert_eq!(listing.leave_out([&task]).len(), 1);
    /// assert!(listing.entries.is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn leave_out(&mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Vec<Entry> {
        let paths: BTreeSet<PathBuf> =
            paths.into_iter().filter_map(|path| path.as_ref().canonicalize().ok()).collect();
        let (left_out, kept) = std::mem::take(&mut self.entries).into_iter().partition(|entry| {
            let Origin::File(path) = &entry.origin else { return false };
            !paths.is_empty() && path.canonicalize().is_ok_and(|path| paths.contains(&path))
        });
        self.entries = kept;
        left_out
    }
}

/// The files of listings, each of which is read once, however it is reached and however often it was named: a file that is read twice
/// would be a duplicate of itself.
///
/// ```
/// use twinprint_native::corpus::{EachOnce, Listing};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "words")?;
/// let mut listing = Listing::new([folder.path().to_path_buf(), folder.path().join("a.txt")]);
/// let again = EachOnce::default().keep(&mut listing);
/// assert_eq!((listing.entries.len(), again.len()), (1, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct EachOnce(BTreeSet<PathBuf>);

impl EachOnce {
    /// Leaves the files in a listing that were in none before, nor before in it; returns the others.
    pub fn keep(&mut self, listing: &mut Listing) -> Vec<Entry> {
        let (kept, again) =
            std::mem::take(&mut listing.entries).into_iter().partition(|entry| match &entry.origin {
                Origin::File(path) if !entry.is_piped() => {
                    self.0.insert(path.canonicalize().unwrap_or_else(|_| path.clone()))
                }
                _ => true,
            });
        listing.entries = kept;
        again
    }
}

/// Names given so far; each is given once.
#[derive(Debug, Default)]
pub struct Names(BTreeSet<String>);

impl Names {
    /// The name, if it was not given before; else with a number: the second "a.txt" is "a.txt (2)".
    ///
    /// ```
    /// let mut names = twinprint_native::corpus::Names::default();
    /// let given = ["a.txt", "b.txt", "a.txt", "a.txt"].map(|name| names.give(name.into()));
    /// assert_eq!(given, ["a.txt", "b.txt", "a.txt (2)", "a.txt (3)"]);
    /// ```
    pub fn give(&mut self, name: String) -> String {
        let numbered = (2..).map(|count| format!("{name} ({count})"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        candidates.find(|candidate| self.0.insert(candidate.clone())).unwrap_or(name)
    }
}

/// The error of what cannot be read.
pub(crate) fn refused(place: String, reason: io::Error) -> Error {
    let payload = reason.get_ref();
    if let Some(twinprint_readers::Broken { offset, reason, lost }) =
        payload.and_then(|payload| payload.downcast_ref())
    {
        return Error::Broken { place, offset: *offset, problem: reason.clone(), lost: *lost };
    }
    if let Some(&twinprint_readers::Bomb { packed, unpacked }) =
        payload.and_then(|payload| payload.downcast_ref())
    {
        return Error::Bomb { place, packed, unpacked };
    }
    Error::Unreadable { place, reason }
}
