//! What was read, and what became of it: the numbers must add up, file by file and as a whole.

use std::format;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Error;
use super::display::{bytes, count};

/// Documents, and their bytes: those of their texts, or of what cannot be read as many as could be had.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How many documents.
    pub documents: u64,
    /// How many bytes they have.
    pub bytes: u64,
}

impl Count {
    /// Takes a document of a number of bytes.
    pub fn add(&mut self, bytes: u64) {
        self.documents += 1;
        self.bytes += bytes;
    }

    /// Both together.
    pub(crate) fn plus(self, other: Count) -> Count {
        Count { documents: self.documents + other.documents, bytes: self.bytes + other.bytes }
    }
}

/// The line that says what became of what was read: each part with its name.
pub(crate) fn line(read: Count, parts: &[(&str, Count)]) -> String {
    let shown = |name: &str, of: Count| format!("{name} {} ({})", count(of.documents), bytes(of.bytes));
    let parts: Vec<String> = parts.iter().map(|&(name, of)| shown(name, of)).collect();
    format!("{} = {}", shown("read", read), parts.join(" + "))
}

/// Makes sure that the parts are what was read.
///
/// # Errors
/// [`Error::Unbalanced`].
pub(crate) fn check(place: &str, read: Count, parts: &[(&str, Count)]) -> Result<(), Error> {
    match parts.iter().fold(Count::default(), |sum, &(_, part)| sum.plus(part)) == read {
        true => Ok(()),
        false => Err(Error::Unbalanced { place: place.into(), what: line(read, parts) }),
    }
}

/// What became of the documents of a file that were to be compared, indexed, checked and the like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileAccount {
    /// What was met in it.
    pub read: Count,
    /// What was done.
    pub done: Count,
    /// What can be read, and has no words that could be compared: nothing is wrong with it.
    pub wordless: Count,
    /// What cannot be read, or not taken.
    pub refused: Count,
}

impl FileAccount {
    /// Each part by its name; what is done has one of its own.
    fn parts<'a>(&self, verb: &'a str) -> [(&'a str, Count); 3] {
        [(verb, self.done), ("without words", self.wordless), ("refused", self.refused)]
    }
}

/// What became of all documents of a corpus.
///
/// ```
/// use twinprint_native::ledger::Accounts;
/// let mut accounts = Accounts::new("compared", ["a.jsonl".into(), "b.jsonl".into()]);
/// for (file, bytes) in [(0, 10), (0, 7), (1, 3)] {
///     accounts.file(file).read.add(bytes);
/// }
/// accounts.file(0).done.add(10);
/// accounts.file(1).refused.add(3);
/// assert!(accounts.check().is_err(), "a document of seven bytes is lost");
/// accounts.file(0).done.add(7);
/// accounts.check()?;
/// assert_eq!(accounts.line(), "read 3 (20 bytes) = compared 2 (17 bytes) + refused 1 (3 bytes)");
/// # Ok::<(), twinprint_native::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accounts {
    verb: &'static str,
    names: Vec<String>,
    files: Vec<FileAccount>,
}

impl Accounts {
    /// Of files with these names, of which nothing is read yet; `verb` says what is done with documents, as "compared".
    pub fn new(verb: &'static str, names: impl IntoIterator<Item = String>) -> Accounts {
        let names: Vec<String> = names.into_iter().collect();
        Accounts { verb, files: vec![FileAccount::default(); names.len()], names }
    }

    /// The account of a file, by its place in the listing.
    ///
    /// # Panics
    /// Where there is no such file.
    pub fn file(&mut self, file: usize) -> &mut FileAccount {
        &mut self.files[file]
    }

    /// All files together.
    pub fn whole(&self) -> FileAccount {
        self.files.iter().fold(FileAccount::default(), |sum, file| FileAccount {
            read: sum.read.plus(file.read),
            done: sum.done.plus(file.done),
            wordless: sum.wordless.plus(file.wordless),
            refused: sum.refused.plus(file.refused),
        })
    }

    /// Makes sure that it adds up, file by file.
    ///
    /// # Errors
    /// [`Error::Unbalanced`].
    pub fn check(&self) -> Result<(), Error> {
        let mut files = self.names.iter().zip(&self.files);
        files.try_for_each(|(name, file)| check(name, file.read, &file.parts(self.verb)))
    }

    /// The line that says that nothing is lost.
    pub fn line(&self) -> String {
        let whole = self.whole();
        let parts = whole.parts(self.verb);
        let shown: Vec<_> = parts
            .into_iter()
            .filter(|&(name, part)| name != "without words" || part != Count::default())
            .collect();
        line(whole.read, &shown)
    }
}

impl Serialize for Accounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.names.iter().zip(&self.files);
        let files: Vec<Line<'_>> = lines
            .map(|(name, of)| Line { file: Some(name), verb: self.verb, of: *of, files: None })
            .collect();
        Line { file: None, verb: self.verb, of: self.whole(), files: Some(&files) }.serialize(serializer)
    }
}

/// An account in JSON.
struct Line<'a> {
    file: Option<&'a str>,
    verb: &'static str,
    of: FileAccount,
    files: Option<&'a [Line<'a>]>,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(file) = self.file {
            map.serialize_entry("file", file)?;
        }
        map.serialize_entry("read", &self.of.read)?;
        map.serialize_entry(self.verb, &self.of.done)?;
        map.serialize_entry("without_words", &self.of.wordless)?;
        map.serialize_entry("refused", &self.of.refused)?;
        if let Some(files) = self.files {
            map.serialize_entry("files", files)?;
        }
        map.end()
    }
}
