//! Compressed files as the bytes they were made from.
//!
//! What a file is packed with shows in how its bytes begin, so that a pipe is unpacked, too. All members of a gzip
//! file, all frames of a Zstandard file, and all streams of xz and bzip2 files are read, one after the other, and their
//! checksums are checked. All that stands before a damage comes out; then a part that is broken is an error of its own,
//! [`Broken`], after which reading may go on: with the next part, if there is one. A file that unpacks to beyond all measure
//! is [`Bomb`], and ends there.

mod bzip2;
mod frames;
mod gzip;
mod members;
mod window;
mod xz;

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::Bzip2;
use frames::Frames;
use gzip::Gzip;
pub use members::{Bomb, Broken};
use members::{Coding, Members};
use window::Window;
use xz::Xz;

const BUFFER: usize = 1 << 16;
/// The most bytes that say what a file is packed with.
const LONGEST_START: u64 = 10;

/// What a file is packed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedBy {
    /// By gzip.
    Gzip,
    /// By Zstandard.
    Zstandard,
    /// By xz.
    Xz,
    /// By bzip2.
    Bzip2,
}

/// What a file is packed with, by how it begins; nothing, if it is not packed. It is read from.
///
/// ```
/// use twinprint_readers::{PackedBy, packed_by};
/// assert_eq!(packed_by(&b"\x1f\x8b\x08\x00"[..])?, Some(PackedBy::Gzip));
/// assert_eq!(packed_by(&b"words"[..])?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What the reader says.
pub fn packed_by(reader: impl Read) -> io::Result<Option<PackedBy>> {
    let mut start = Vec::new();
    reader.take(LONGEST_START).read_to_end(&mut start)?;
    Ok(begins(&start))
}

fn begins(start: &[u8]) -> Option<PackedBy> {
    let zstandard = start.get(..4).is_some_and(Frames::begins);
    match (Gzip::begins(start), zstandard, Xz::begins(start), Bzip2::begins(start)) {
        (true, ..) => Some(PackedBy::Gzip),
        (_, true, ..) => Some(PackedBy::Zstandard),
        (_, _, true, _) => Some(PackedBy::Xz),
        (.., true) => Some(PackedBy::Bzip2),
        _ => None,
    }
}

/// What is read, unpacked if it is packed.
///
/// # Errors
/// What the reader says. A part that is broken is an error with a [`Broken`], a file that unpacks beyond measure one with a [`Bomb`].
pub fn unpack(reader: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut start = Vec::new();
    let mut reader = reader;
    reader.by_ref().take(LONGEST_START).read_to_end(&mut start)?;
    let packed_by = begins(&start);
    let reader = io::Cursor::new(start).chain(reader);
    Ok(match packed_by {
        Some(PackedBy::Gzip) => unpacked(Gzip::new(Window::new(reader))),
        Some(PackedBy::Zstandard) => unpacked(Frames::new(Window::new(reader))),
        Some(PackedBy::Xz) => unpacked(Xz::new(Window::new(reader))),
        Some(PackedBy::Bzip2) => unpacked(Bzip2::new(Window::new(reader))),
        None => Box::new(BufReader::with_capacity(BUFFER, reader)),
    })
}

/// Whether what follows an error can be read.
pub fn goes_on(reason: &io::Error) -> bool {
    reason.get_ref().is_some_and(|payload| payload.is::<Broken>())
}

fn unpacked(coding: impl Coding + Send + 'static) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BUFFER, Members::new(coding)))
}

/// A reader that says how far it is.
pub struct Counted<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Adds the bytes that are read to `read`.
    pub fn new(reader: R, read: Arc<AtomicU64>) -> Self {
        Counted { reader, read }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
