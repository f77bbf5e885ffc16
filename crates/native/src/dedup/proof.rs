//! What every proof of a folder has in common: its summary and its lists are read, and each file of the corpus is read again, each
//! document beside what is given of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::Error;
use super::super::corpus::{Documents, Entry, Origin, Source};

#[derive(Deserialize)]
pub(super) struct LedgerRead {
    pub(super) files: Vec<FileRead>,
}

#[derive(Deserialize)]
pub(super) struct FileRead {
    pub(super) file: String,
    pub(super) source: String,
    read: CountRead,
    kept: CountRead,
    /// Where passages are removed.
    #[serde(default)]
    cut: CountRead,
    removed: CountRead,
    refused: CountRead,
}

#[derive(Default, Deserialize)]
struct CountRead {
    documents: u64,
}

/// Where a document is: its file and its number there.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) number: u64,
}

#[derive(Deserialize)]
pub(super) struct RefusedLine {
    file: String,
}

/// What is to be in the folder for a document.
pub(super) enum Expected {
    AsItWas,
    /// What is left of it.
    Cut(String),
    /// Nothing; or, where all are given and marked, as it was.
    Removed,
}

/// What became of the documents of files.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) kept: u64,
    pub(super) cut: u64,
    pub(super) removed: u64,
    pub(super) refused: u64,
}

/// A folder, beside the corpus that it was made from.
pub(super) struct Beside<'a> {
    pub(super) folder: &'a Path,
    pub(super) documents: &'a dyn Fn(Vec<Entry>) -> Documents,
    /// What is listed as refused.
    pub(super) refused: Vec<RefusedLine>,
    /// Whether documents are given with marks, so that their texts are as they were and not their bytes ...
    pub(super) marked: bool,
    /// ... and those that are removed are given, too.
    pub(super) gives_all: bool,
}

impl Beside<'_> {
    /// Proves the files of a ledger, document by document.
    ///
    /// # Errors
    /// [`Error::Unproven`] for the first that is not given as is expected of it; what `expected` says; [`Error::Unreadable`].
    pub(super) fn files(
        &self,
        ledger: &LedgerRead,
        expected: &mut dyn FnMut(&FileRead, &Source) -> Result<Expected, Error>,
    ) -> Result<Found, Error> {
        let mut found = Found::default();
        for file in &ledger.files {
            let of_file = self.file(file, &mut |document| expected(file, document))?;
            found.kept += of_file.kept;
            found.cut += of_file.cut;
            found.removed += of_file.removed;
            found.refused += of_file.refused;
        }
        match found.refused == self.refused.len() as u64 {
            true => Ok(found),
            false => Err(not_of_the_corpus(self.folder)),
        }
    }

    fn file(
        &self,
        file: &FileRead,
        expected: &mut dyn FnMut(&Source) -> Result<Expected, Error>,
    ) -> Result<Found, Error> {
        let wrong = |what: String| Error::Unproven { place: file.source.clone(), what };
        let mut unreadable_given = 0;
        let mut given = self.given(file).into_iter().flatten().filter_map(|document| {
            unreadable_given += u64::from(document.is_err());
            document.ok()
        });
        let listed = self.refused.iter().filter(|line| line.file == file.file).count() as u64;
        let mut found = Found { refused: listed, ..Found::default() };
        let mut unreadable = 0;
        for document in (self.documents)(entries(Path::new(&file.source))).keeping_raw(true) {
            let Ok(document) = document else {
                unreadable += 1;
                continue;
            };
            let mut is_as_it_was = || given.next().is_some_and(|given| self.is_same(&document, &given));
            let (is_there, count) = match expected(&document)? {
                Expected::AsItWas => (is_as_it_was(), &mut found.kept),
                Expected::Removed => (!self.gives_all || is_as_it_was(), &mut found.removed),
                Expected::Cut(text) => (given.next().is_some_and(|given| given.text == text), &mut found.cut),
            };
            if !is_there {
                return Err(wrong(format!("{} is not in the folder as it is here", document.place)));
            }
            *count += 1;
        }
        if let Some(more) = given.next() {
            return Err(wrong(format!("{} of the folder is not in it", more.place)));
        }
        drop(given);
        if unreadable > listed + unreadable_given {
            return Err(wrong(format!(
                "{unreadable} of it cannot be read, and not as many are listed as refused"
            )));
        }
        let FileRead { read, kept, cut, removed, refused, .. } = file;
        let counted = [cut, removed, refused].map(|count| count.documents);
        if counted != [found.cut, found.removed, found.refused]
            || kept.documents + removed.documents + refused.documents != read.documents
            || kept.documents < found.kept + found.cut
        {
            return Err(wrong("its numbers in the summary do not add up".into()));
        }
        Ok(found)
    }

    /// What is given of a file, read as that is: what lost all its lines begins like nothing.
    fn given(&self, file: &FileRead) -> Option<Documents> {
        let path = self.folder.join("corpus").join(&file.file);
        if !path.is_file() {
            return None;
        }
        let source = entries(Path::new(&file.source));
        let format = source.first().and_then(|of| (self.documents)(Vec::new()).format_of(of).ok());
        Some((self.documents)(entries(&path)).with_format(format).keeping_raw(true))
    }

    /// Whether a document is given as it was: its bytes, where it has some of its own, else its text.
    fn is_same(&self, document: &Source, given: &Source) -> bool {
        match (&document.raw, &given.raw) {
            (Some(raw), Some(given)) if !self.marked && !raw.is_empty() => raw == given,
            _ => document.text == given.text,
        }
    }
}

/// Where a list of a folder has what the corpus has not.
pub(super) fn not_of_the_corpus(folder: &Path) -> Error {
    unproven(folder, "documents are listed that are not in the corpus")
}

pub(super) fn entries(path: &Path) -> Vec<Entry> {
    vec![Entry { name: path.to_string_lossy().into_owned(), origin: Origin::File(path.into()) }]
}

pub(super) fn json<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| unproven(path, &error.to_string()))
}

/// The objects of a file of lines, one at a time.
pub(super) fn json_lines<T: DeserializeOwned>(
    path: &Path,
) -> Result<impl Iterator<Item = Result<T, Error>> + use<T>, Error> {
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    let path = path.to_path_buf();
    Ok(BufReader::new(file).lines().map(move |line| {
        let line = line.map_err(|reason| unreadable(&path, reason))?;
        serde_json::from_str(&line).map_err(|error| unproven(&path, &error.to_string()))
    }))
}

fn unreadable(path: &Path, reason: io::Error) -> Error {
    Error::Unreadable { place: path.to_string_lossy().into_owned(), reason }
}

pub(super) fn unproven(path: &Path, what: &str) -> Error {
    Error::Unproven { place: path.to_string_lossy().into_owned(), what: what.into() }
}
