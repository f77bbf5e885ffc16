//! Documents that were added to an index and stand in no segment yet.
//!
//! A segment for each document would be many files; a segment written later would lose what came before a kill. So a
//! document that is added goes to the end of a file, the journal, and counts as added when that is on the disk. It is made
//! a segment when there are enough, when the work is done, or at the next change of the index after a kill.
//!
//! The journal is lines. The first names the manifest that it goes on from, by its checksum: a journal of another one was
//! made a segment before, and says nothing. Each of the others is the XXH64 of a document's JSON, a space and the JSON. Lines at
//! the end that are not whole were not on the disk yet, and their documents never said to be added.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{format, vec};

use super::super::super::{Error, replace};
use super::super::column::unwritable;
use super::super::manifest::hash;
use super::record::Record;

/// The journal's name in the folder of an index.
pub(crate) const NAME: &str = ".twinprint-journal";
const FORMAT: &str = "twinprint journal 1 of ";

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// As many of its bytes as are whole documents on the disk.
    bytes: u64,
    /// Lines that are not yet in the file.
    pending: Vec<u8>,
}

impl Journal {
    /// An empty one, of the manifest with this checksum, in place of the one that is there.
    pub(super) fn begin(folder: &Path, manifest: &str) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let head = format!("{FORMAT}{manifest}\n");
        replace(&path, head.as_bytes())?;
        Ok(Journal { path, bytes: head.len() as u64, pending: Vec::new() })
    }

    /// Takes a document, which is not on the disk before [`sync`](Journal::sync).
    pub(super) fn push(&mut self, record: &Record) {
        // Only maps with keys that are no strings fail, of which there is none.
        let json = serde_json::to_vec(record).unwrap_or_else(|_| vec![]);
        self.pending.extend(format!("{} ", hash(&json)).into_bytes());
        self.pending.extend(json);
        self.pending.push(b'\n');
    }

    /// Brings all documents to the disk; or none of those that are not there yet.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.write_pending().map_err(|reason| unwritable(&self.path, reason))?;
        self.bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Opens the file, since a change of the index removes it and begins another: what is open Windows does not let be removed.
    fn write_pending(&self) -> io::Result<()> {
        let mut file = File::options().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(self.bytes))?;
        file.write_all(&self.pending).and_then(|()| file.sync_data()).inspect_err(|_| {
            // If this fails, too, a line that is not whole is skipped when the journal is read.
            let _ = file.set_len(self.bytes);
        })
    }

    /// How many bytes it has on the disk.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The documents in the journal of a folder, if it goes on from the manifest with this checksum.
pub(super) fn read(folder: &Path, manifest: &str) -> Result<Vec<Record>, Error> {
    let path = folder.join(NAME);
    let place = || path.to_string_lossy().into_owned();
    let bytes = match fs::read(&path) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(|reason| Error::Unreadable { place: place(), reason })?,
    };
    let Some(lines) = bytes.strip_prefix(format!("{FORMAT}{manifest}\n").as_bytes()) else {
        return Ok(Vec::new());
    };
    let mut records: Vec<Record> = Vec::new();
    let mut bad = None;
    for (line, number) in lines.split_inclusive(|&byte| byte == b'\n').zip(2..) {
        match (parse(line), bad) {
            (Some(record), None) => records.push(record),
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
    Ok(records)
}

/// The document of a line; none if that is not whole.
fn parse(line: &[u8]) -> Option<Record> {
    let (sum, json) = line.strip_suffix(b"\n")?.split_at_checked(17)?;
    (sum == format!("{} ", hash(json)).as_bytes()).then(|| serde_json::from_slice(json).ok())?
}
