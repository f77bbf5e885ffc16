//! Journals: files of lines that are on the disk before anybody is told that they are.
//!
//! The first line says what the journal is, and of what. Each of the others is the XXH64 of a record's JSON, a space and the JSON. Lines at
//! the end that are not whole were not on the disk yet when the system stopped, and nobody was told of them.

use std::format;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use twox_hash::XxHash64;

use super::{Error, replace};

/// A journal that is being written.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// As many of its bytes as are whole records on the disk.
    bytes: u64,
    /// Lines that are not yet in the file.
    pending: Vec<u8>,
}

impl Journal {
    /// One with these records in place of the one that is there.
    pub(crate) fn begin<T: Serialize>(
        path: PathBuf,
        head: &str,
        records: impl Iterator<Item = T>,
    ) -> Result<Self, Error> {
        let mut lines = format!("{head}\n").into_bytes();
        records.for_each(|record| push(&record, &mut lines));
        replace(&path, &lines)?;
        Ok(Journal { path, bytes: lines.len() as u64, pending: Vec::new() })
    }

    /// The one that is there, whose first `bytes` bytes are whole records.
    #[cfg(feature = "serve")]
    pub(crate) fn resume(path: PathBuf, bytes: u64) -> Self {
        Journal { path, bytes, pending: Vec::new() }
    }

    /// Takes a record, which is not on the disk before [`sync`](Journal::sync).
    pub(crate) fn push(&mut self, record: &impl Serialize) {
        push(record, &mut self.pending);
    }

    /// Brings all records to the disk; or none of those that are not there yet.
    pub(crate) fn sync(&mut self) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let place = || self.path.to_string_lossy().into_owned();
        self.write_pending().map_err(|reason| Error::Unwritable { place: place(), reason })?;
        self.bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Opens the file, since a change of what it is of removes it and begins another: what is open Windows does not let be removed.
    fn write_pending(&self) -> io::Result<()> {
        let mut file = File::options().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(self.bytes))?;
        file.write_all(&self.pending).and_then(|()| file.sync_data()).inspect_err(|_| {
            // If this fails, too, a line that is not whole is skipped when the journal is read.
            let _ = file.set_len(self.bytes);
        })
    }

    /// How many bytes it has on the disk.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn push(record: &impl Serialize, lines: &mut Vec<u8>) {
    // Only maps with keys that are no strings fail, of which there is none.
    let json = serde_json::to_vec(record).unwrap_or_default();
    lines.extend(format!("{:016x} ", XxHash64::oneshot(0, &json)).into_bytes());
    lines.extend(json);
    lines.push(b'\n');
}

/// What a journal has.
#[derive(Debug)]
pub(crate) struct Contents<T> {
    /// Its records.
    pub(crate) records: Vec<T>,
    /// How many of its bytes are whole records.
    pub(crate) bytes: u64,
}

/// What the journal at `path` has, if there is one and it begins with this line.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, head: &str) -> Result<Option<Contents<T>>, Error> {
    let place = || path.to_string_lossy().into_owned();
    let bytes = match fs::read(path) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|reason| Error::Unreadable { place: place(), reason })?,
    };
    let Some(lines) = bytes.strip_prefix(format!("{head}\n").as_bytes()) else {
        return Ok(None);
    };
    let mut contents = Contents { records: Vec::new(), bytes: (bytes.len() - lines.len()) as u64 };
    let mut bad = None;
    for (line, number) in lines.split_inclusive(|&byte| byte == b'\n').zip(2..) {
        match (parse(line), bad) {
            (Some(record), None) => {
                contents.records.push(record);
                contents.bytes += line.len() as u64;
            }
            (None, None) => bad = Some(number),
            (None, Some(_)) => {}
            // What was not yet on the disk when the system stopped has nothing whole behind it.
            (Some(_), Some(number)) => {
                let what = "this line is damaged, and others follow it".into();
                let remedy = "remove the line: its document is lost, the others are not";
                return Err(Error::Index { place: format!("{}, line {number}", place()), what, remedy });
            }
        }
    }
    Ok(Some(contents))
}

/// The record of a line; none if that is not whole.
fn parse<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let (sum, json) = line.strip_suffix(b"\n")?.split_at_checked(17)?;
    let is_whole = sum == format!("{:016x} ", XxHash64::oneshot(0, json)).as_bytes();
    is_whole.then(|| serde_json::from_slice(json).ok())?
}
