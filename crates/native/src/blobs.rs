//! Pieces of bytes, one after the other in a file, of which memory holds only where each ends.

use core::ops::Range;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::mem;
use std::path::Path;

use super::Error;
use super::positioned_read::read_exact_at;

/// The bytes that are written at a time, unless there is capacity for more.
const PENDING: usize = 1 << 18;

/// How many bytes of lists are read at a time.
const AT_ONCE: u64 = 1 << 20;

/// Pieces of bytes, numbered from 0 in the order in which they came.
#[derive(Debug)]
pub struct Blobs {
    file: File,
    /// What messages call the file.
    place: String,
    /// Where each piece ends in the file.
    ends: Vec<u64>,
    /// Pieces that are not yet in the file, up to `capacity` bytes.
    pending: Vec<u8>,
    capacity: usize,
    written: u64,
}

impl Blobs {
    /// None, in a file that is open for reading and writing and empty.
    ///
    /// ```
    /// use twinprint_native::blobs::Blobs;
    /// let mut blobs = Blobs::new(tempfile::tempfile()?, "names");
    /// blobs.push(b"one")?;
    /// blobs.push(b"three")?;
    /// let mut bytes = Vec::new();
    /// blobs.read(0..2, &mut bytes)?;
    /// assert_eq!((blobs.length(1), bytes), (5, b"onethree".to_vec()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(file: File, place: impl Into<String>) -> Self {
        Blobs {
            file,
            place: place.into(),
            ends: Vec::new(),
            pending: Vec::new(),
            capacity: PENDING,
            written: 0,
        }
    }

    /// Lets `bytes` stay in memory before any goes to the file.
    pub fn with_capacity(self, bytes: usize) -> Self {
        Blobs { capacity: bytes.max(PENDING), ..self }
    }

    /// Those that stood in the file when these were their ends; what is behind the last is cut off.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; [`Error::Unreadable`] if the file is shorter than that.
    pub fn resume(mut file: File, place: impl Into<String>, ends: Vec<u64>) -> Result<Self, Error> {
        let place = place.into();
        let end = ends.last().copied().unwrap_or(0);
        let unreadable = |reason| Error::Unreadable { place: place.clone(), reason };
        if file.metadata().map_err(unreadable)?.len() < end || !ends.is_sorted() {
            return Err(unreadable(io::ErrorKind::UnexpectedEof.into()));
        }
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
        cut.map_err(|reason| Error::Unwritable { place: place.clone(), reason })?;
        Ok(Blobs { file, place, ends, pending: Vec::new(), capacity: PENDING, written: end })
    }

    /// Takes the next piece, and returns its number.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn push(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.pending.extend(bytes);
        self.ends.push(self.written + self.pending.len() as u64);
        if self.pending.len() >= self.capacity {
            self.write_pending().map_err(|reason| self.unwritable(reason))?;
            // Once they are more than there is room for, few of them are as good as many.
            self.capacity = PENDING;
        }
        Ok(self.ends.len() - 1)
    }

    /// Brings all pieces to the disk, from where they can be [resumed](Blobs::resume).
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn sync(&mut self) -> Result<(), Error> {
        self.write_pending().and_then(|()| self.file.sync_data()).map_err(|reason| self.unwritable(reason))
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Where each piece ends, counted from the start of the first.
    pub fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// The length of a piece in bytes.
    ///
    /// # Panics
    /// With a number that no piece has.
    pub fn length(&self, number: usize) -> usize {
        (self.ends[number] - self.start(number)) as usize
    }

    /// Reads pieces that follow one another, in place of what is in `bytes`.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With a range that goes beyond the last piece.
    pub fn read(&self, numbers: Range<usize>, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let (start, end) = match numbers.is_empty() {
            true => (0, 0),
            false => (self.start(numbers.start), self.ends[numbers.end - 1]),
        };
        bytes.clear();
        bytes.resize((end - start) as usize, 0);
        let in_file = (self.written.clamp(start, end) - start) as usize;
        let (from_file, from_memory) = bytes.split_at_mut(in_file);
        if let Some(skipped) = end.checked_sub(self.written).filter(|&some| some > 0) {
            let pending = (skipped as usize - from_memory.len())..skipped as usize;
            from_memory.copy_from_slice(&self.pending[pending]);
        }
        read_exact_at(&self.file, from_file, start)
            .map_err(|reason| Error::Unreadable { place: self.place.clone(), reason })
    }

    fn start(&self, number: usize) -> u64 {
        number.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn write_pending(&mut self) -> io::Result<()> {
        let pending = mem::take(&mut self.pending);
        // Where Windows reads it writes next.
        self.file.seek(SeekFrom::Start(self.written))?;
        self.file.write_all(&pending)?;
        self.written += pending.len() as u64;
        Ok(())
    }

    fn unwritable(&self, reason: io::Error) -> Error {
        Error::Unwritable { place: self.place.clone(), reason }
    }
}

/// Lists of numbers of 64 bits, kept as [`Blobs`].
#[derive(Debug)]
pub struct Lists(Blobs);

impl Lists {
    /// Lists in a file of this folder that has no name, and is gone when they are.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn temporary(folder: &Path) -> Result<Self, Error> {
        let place = folder.to_string_lossy().into_owned();
        match tempfile::tempfile_in(folder) {
            Ok(file) => Ok(Lists::new(Blobs::new(file, place))),
            Err(reason) => Err(Error::Unwritable { place, reason }),
        }
    }

    /// Lists that are such pieces: eight bytes a number, the lowest first.
    pub fn new(blobs: Blobs) -> Self {
        Lists(blobs)
    }

    /// Takes the next list, and returns its number.
    ///
    /// # Errors
    /// As [`Blobs::push`].
    pub fn push(&mut self, list: &[u64]) -> Result<usize, Error> {
        for number in list {
            self.0.pending.extend(number.to_le_bytes());
        }
        self.0.push(&[])
    }

    /// Brings all lists to the disk.
    ///
    /// # Errors
    /// As [`Blobs::sync`].
    pub fn sync(&mut self) -> Result<(), Error> {
        self.0.sync()
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where each list ends, in bytes.
    pub fn ends(&self) -> &[u64] {
        self.0.ends()
    }

    /// How many numbers a list has.
    ///
    /// # Panics
    /// With a number that no list has.
    pub fn length(&self, number: usize) -> usize {
        self.0.length(number) / 8
    }

    /// Reads lists that follow one another, end to end, in place of what is in `list`; `bytes` is scratch.
    ///
    /// ```
    /// use twinprint_native::blobs::{Blobs, Lists};
    /// let mut lists = Lists::new(Blobs::new(tempfile::tempfile()?, "lists"));
    /// lists.push(&[1, 2, 3])?;
    /// lists.push(&[4])?;
    /// let (mut list, mut scratch) = (Vec::new(), Vec::new());
    /// lists.read(0..2, &mut list, &mut scratch)?;
    /// assert_eq!(list, [1, 2, 3, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With a range that goes beyond the last list.
    pub fn read(&self, numbers: Range<usize>, list: &mut Vec<u64>, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.0.read(numbers, bytes)?;
        list.clear();
        list.extend(bytes.chunks_exact(8).map(|bytes| {
            u64::from_le_bytes([
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            ])
        }));
        Ok(())
    }

    /// Gives each list with its number, in their order, read from the file a mebibyte at a time.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and what `each` says.
    pub fn for_each(&self, mut each: impl FnMut(usize, &[u64]) -> Result<(), Error>) -> Result<(), Error> {
        let (mut numbers, mut scratch) = (Vec::new(), Vec::new());
        let mut begin = 0;
        while begin < self.len() {
            let before = begin.checked_sub(1).map_or(0, |before| self.ends()[before]);
            let end = self.ends().partition_point(|&end| end <= before + AT_ONCE).max(begin + 1);
            self.read(begin..end, &mut numbers, &mut scratch)?;
            let mut rest = &numbers[..];
            for number in begin..end {
                let (list, after) = rest.split_at(self.length(number));
                each(number, list)?;
                rest = after;
            }
            begin = end;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_after_something_was_read_stands_behind_all_before() {
        let mut blobs = Blobs::new(tempfile::tempfile().unwrap(), "letters");
        let mut bytes = Vec::new();
        for (number, letter) in (b'a'..=b'f').enumerate() {
            blobs.push(&[letter; 3]).unwrap();
            blobs.sync().unwrap();
            blobs.read(number / 2..number / 2 + 1, &mut bytes).unwrap();
        }
        blobs.read(0..6, &mut bytes).unwrap();
        assert_eq!(bytes, b"aaabbbcccdddeeefff");
    }
}
