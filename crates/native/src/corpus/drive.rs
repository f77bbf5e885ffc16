//! A drive that fails while a file is read. That is no fault of the file: what was not read is not damaged, and comes when the
//! drive is back.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// Notes what a drive says when a file that was there can no longer be read. Readers of formats may take such an error for a
/// damage of the file, and look for what is whole behind it: they are not asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drive(Arc<Mutex<Option<io::Error>>>);

impl Drive {
    /// The same reader, whose errors are noted.
    pub(crate) fn watch<R>(&self, reader: R) -> Watched<R> {
        Watched { reader, drive: self.clone() }
    }

    /// Notes an error, if it is the drive's and the first.
    pub(crate) fn note(&self, error: &io::Error) {
        if matches!(
            error.kind(),
            ErrorKind::Interrupted | ErrorKind::PermissionDenied | ErrorKind::UnexpectedEof
        ) {
            return;
        }
        // An error of the system cannot be copied, but made again of its number.
        let again = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(again);
    }

    /// The first error that was noted since this was last called.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A reader of which a [`Drive`] notes the errors.
pub(crate) struct Watched<R> {
    reader: R,
    drive: Drive,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).inspect_err(|error| self.drive.note(error))
    }
}

impl<R: Seek> Seek for Watched<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to).inspect_err(|error| self.drive.note(error))
    }
}
