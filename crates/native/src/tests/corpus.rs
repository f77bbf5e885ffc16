//! Documents where they are: files of every kind, whole and broken, and reading that goes on where it was.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;
use twinprint_native::Error;
use twinprint_native::corpus::{Batch, Documents, Listing, Note, Position, Source, Unit, documents};

use crate::tests::compression::{gzip, zstandard};

mod arrow;
mod batches;
mod drive;
mod json;
mod jsonl;
mod listing;
mod packed;
mod packings;
mod resuming;
mod separated;
mod shapes;
mod tables;
mod warc;

/// A folder of files to read.
struct Shelf(TempDir);

/// What reading gave.
#[derive(Debug, Default)]
struct Read {
    sources: Vec<Source>,
    errors: Vec<String>,
    notes: Vec<Note>,
}

impl Shelf {
    fn with(files: &[(&str, &[u8])]) -> Shelf {
        let shelf = Shelf(tempfile::tempdir().expect("a folder for the test"));
        for (name, bytes) in files {
            fs::write(shelf.path(name), bytes).expect("a file");
        }
        shelf
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What a file is called where documents are named by their places: with "/" on every system.
    fn name(&self, name: &str) -> String {
        self.path(name).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    }

    /// The documents of the files with these names, in their order.
    fn documents(&self, names: &[&str]) -> Documents {
        let listing = Listing::new(names.iter().map(|name| self.path(name)));
        assert!(listing.errors.is_empty(), "{:?}", listing.errors);
        documents(listing.entries)
    }

    fn read(&self, names: &[&str]) -> Read {
        self.read_all(self.documents(names))
    }

    fn read_all(&self, mut documents: Documents) -> Read {
        let mut read = Read::default();
        for document in documents.by_ref() {
            match document {
                Ok(source) => read.sources.push(source),
                Err(error) => read.errors.push(self.said(&error)),
            }
        }
        read.notes = documents.take_notes();
        read
    }

    /// An error without the folder's name.
    fn said(&self, error: &Error) -> String {
        let folder = self.0.path().to_string_lossy().replace('\\', "/");
        error.to_string().replace(&format!("{folder}/"), "")
    }
}

impl Read {
    fn names(&self) -> Vec<&str> {
        self.sources.iter().map(|source| source.name.as_str()).collect()
    }

    fn texts(&self) -> Vec<&str> {
        self.sources.iter().map(|source| source.text.as_str()).collect()
    }

    #[track_caller]
    fn is_whole(&self) -> &Read {
        assert_eq!(self.errors, [""; 0]);
        self
    }
}

/// A line of JSON.
fn line(id: impl ToString, text: &str) -> String {
    format!("{}\n", serde_json::json!({ "id": id.to_string(), "text": text }))
}

/// A place of the first file.
fn number(source: &Source) -> u64 {
    assert_eq!(source.place.position.entry, 0, "{source:?}");
    source.place.position.number
}
