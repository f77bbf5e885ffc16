//! What a file is made of, as reading takes it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::super::corpus::{ARCHIVE_START, parquet};
use twinprint_readers::{EXTENSIONS, extension, unpack};

/// What a file is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Lines of JSON.
    Lines,
    /// Records of a web archive.
    Archive,
    /// Rows of a table.
    Table,
    /// One document.
    Whole,
}

impl Kind {
    /// That of a file: by its name's ending, or else by how it begins once it is unpacked.
    pub(super) fn of(path: &Path) -> io::Result<Kind> {
        let ending = extension(path);
        Ok(match ending.as_deref().filter(|ending| EXTENSIONS.contains(ending)) {
            Some("jsonl") => Kind::Lines,
            Some("warc") => Kind::Archive,
            Some("parquet") => Kind::Table,
            Some(_) => Kind::Whole,
            None => Kind::by_start(path)?,
        })
    }

    fn by_start(path: &Path) -> io::Result<Kind> {
        let mut start = Vec::new();
        unpack(File::open(path)?)?.take(ARCHIVE_START.len() as u64).read_to_end(&mut start)?;
        Ok(match () {
            () if start.starts_with(parquet::START) => Kind::Table,
            () if start == ARCHIVE_START => Kind::Archive,
            () => Kind::Whole,
        })
    }
}
