//! Sorted records on a disk, in files without a name: once they are closed nothing is left of them, nor if the process is
//! killed.

use core::marker::PhantomData;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;

use super::super::Error;
use super::record::Record;

/// Sorted records in a file.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    /// How many records.
    pub(super) records: u64,
}

/// A folder for files without a name.
#[derive(Debug, Clone)]
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    fn unwritable(&self, reason: io::Error) -> Error {
        Error::Unwritable { place: self.0.to_string_lossy().into_owned(), reason }
    }

    fn unreadable(&self, reason: io::Error) -> Error {
        Error::Unreadable { place: self.0.to_string_lossy().into_owned(), reason }
    }

    /// Writes sorted records, through a buffer of `buffer` bytes, at least a record's.
    pub(super) fn write<R: Record>(
        &self,
        records: impl Iterator<Item = Result<R, Error>>,
        buffer: usize,
    ) -> Result<Run, Error> {
        let mut file = tempfile::tempfile_in(&self.0).map_err(|reason| self.unwritable(reason))?;
        let mut buffer = vec![0; whole::<R>(buffer)];
        let (mut filled, mut n) = (0, 0);
        for record in records {
            record?.write(&mut buffer[filled..]);
            filled += R::DISK_BYTES;
            n += 1;
            if filled == buffer.len() {
                file.write_all(&buffer).map_err(|reason| self.unwritable(reason))?;
                filled = 0;
            }
        }
        file.write_all(&buffer[..filled]).map_err(|reason| self.unwritable(reason))?;
        Ok(Run { file, records: n })
    }

    /// Reads a run from its start, through a buffer of `buffer` bytes, at least a record's.
    pub(super) fn read<R: Record>(&self, run: Run, buffer: usize) -> Result<Reader<R>, Error> {
        let Run { mut file, records } = run;
        file.rewind().map_err(|reason| self.unreadable(reason))?;
        let buffer = vec![0; whole::<R>(buffer)];
        Ok(Reader {
            file,
            left: records,
            at: buffer.len(),
            buffer,
            folder: self.clone(),
            record: PhantomData,
        })
    }
}

/// The bytes of the most whole records that go into `bytes`, at least one.
fn whole<R: Record>(bytes: usize) -> usize {
    (bytes / R::DISK_BYTES).max(1) * R::DISK_BYTES
}

/// The records of a run, one by one.
#[derive(Debug)]
pub(super) struct Reader<R> {
    file: File,
    /// How many records are still to be had, in the buffer and in the file.
    left: u64,
    buffer: Vec<u8>,
    /// Where in the buffer the next begins.
    at: usize,
    folder: Folder,
    record: PhantomData<R>,
}

impl<R: Record> Reader<R> {
    /// The next record, none after the last.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<R>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        if self.at == self.buffer.len() {
            self.fill()?;
        }
        let record = R::read(&self.buffer[self.at..]);
        self.at += R::DISK_BYTES;
        self.left -= 1;
        Ok(Some(record))
    }

    fn fill(&mut self) -> Result<(), Error> {
        let records = self.left.min((self.buffer.len() / R::DISK_BYTES) as u64) as usize;
        self.buffer.truncate(records * R::DISK_BYTES);
        self.file.read_exact(&mut self.buffer).map_err(|reason| self.folder.unreadable(reason))?;
        self.at = 0;
        Ok(())
    }
}
