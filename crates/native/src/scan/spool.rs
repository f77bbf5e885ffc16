//! Pairs on the disk, to be read as often as it takes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::{fs, vec};

use super::super::Error;
use super::super::positioned_read::read_exact_at;
use super::ScanPair;

/// The bytes of a pair: its documents, what they share (all ones if that was not counted) and its score, 4 bytes each.
const PAIR: usize = 16;
const UNCOUNTED: u32 = u32::MAX;
/// The bytes that are read or written at a time.
const BUFFER: usize = PAIR << 12;
/// What stands behind the pairs once all are there.
const WHOLE: &[u8; 8] = b"TWPAIRS1";

/// Pairs in a file.
#[derive(Debug)]
pub struct Spool {
    file: File,
    place: String,
    pairs: u64,
}

impl Spool {
    /// Writes pairs to a file without a name in a folder.
    ///
    /// ```
    /// use twinprint_native::scan::{ScanPair, Spool};
    /// let pair = ScanPair { a: 1, b: 2, shared: Some(3), score: 0.5 };
    /// let spool = Spool::unnamed(&std::env::temp_dir(), [Ok(pair)])?;
    /// assert_eq!((spool.len(), spool.iter().next().expect("a pair")?), (1, pair));
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first error among the pairs; [`Error::Unwritable`].
    pub fn unnamed(
        folder: &Path,
        pairs: impl IntoIterator<Item = Result<ScanPair, Error>>,
    ) -> Result<Spool, Error> {
        let place = folder.to_string_lossy().into_owned();
        let file = tempfile::tempfile_in(folder)
            .map_err(|reason| Error::Unwritable { place: place.clone(), reason })?;
        Spool::write(file, place, pairs)
    }

    /// Writes pairs to a file, from its beginning.
    ///
    /// # Errors
    /// As [`unnamed`](Spool::unnamed).
    pub fn create(
        path: &Path,
        pairs: impl IntoIterator<Item = Result<ScanPair, Error>>,
    ) -> Result<Spool, Error> {
        let place = path.to_string_lossy().into_owned();
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(true).open(path);
        Spool::write(file.map_err(|reason| Error::Unwritable { place: place.clone(), reason })?, place, pairs)
    }

    /// The pairs of a file, if it was written to its end.
    pub fn open(path: &Path) -> Option<Spool> {
        let bytes = fs::metadata(path).ok()?.len().checked_sub(WHOLE.len() as u64)?;
        let file = File::open(path).ok()?;
        let mut mark = [0; WHOLE.len()];
        read_exact_at(&file, &mut mark, bytes).ok()?;
        let place = path.to_string_lossy().into_owned();
        (mark == *WHOLE && bytes.is_multiple_of(PAIR as u64)).then_some(Spool {
            file,
            place,
            pairs: bytes / PAIR as u64,
        })
    }

    fn write(
        file: File,
        place: String,
        pairs: impl IntoIterator<Item = Result<ScanPair, Error>>,
    ) -> Result<Spool, Error> {
        let unwritable = |reason: io::Error| Error::Unwritable { place: place.clone(), reason };
        let mut out = BufWriter::with_capacity(BUFFER, &file);
        let mut count = 0;
        for pair in pairs {
            let ScanPair { a, b, shared, score } = pair?;
            for field in [a, b, shared.unwrap_or(UNCOUNTED), score.to_bits()] {
                out.write_all(&field.to_le_bytes()).map_err(unwritable)?;
            }
            count += 1;
        }
        out.flush().and_then(|()| out.get_ref().sync_data()).map_err(unwritable)?;
        out.write_all(WHOLE).and_then(|()| out.flush()).map_err(unwritable)?;
        drop(out);
        Ok(Spool { file, place, pairs: count })
    }

    /// How many pairs there are.
    pub fn len(&self) -> u64 {
        self.pairs
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }

    /// The pairs, from the first.
    pub fn iter(&self) -> Reading<'_> {
        Reading { spool: self, read: 0, buffer: Vec::new(), at: 0 }
    }
}

/// The pairs of a file, one by one. After an error there are none.
#[derive(Debug)]
pub struct Reading<'a> {
    spool: &'a Spool,
    /// How many pairs came into the buffer.
    read: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Iterator for Reading<'_> {
    type Item = Result<ScanPair, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.buffer.len() {
            let pairs = (self.spool.pairs - self.read).min((BUFFER / PAIR) as u64);
            if pairs == 0 {
                return None;
            }
            self.buffer = vec![0; pairs as usize * PAIR];
            self.at = 0;
            if let Err(reason) = read_exact_at(&self.spool.file, &mut self.buffer, self.read * PAIR as u64) {
                self.read = self.spool.pairs;
                self.at = self.buffer.len();
                return Some(Err(Error::Unreadable { place: self.spool.place.clone(), reason }));
            }
            self.read += pairs;
        }
        let field = |at: usize| {
            let bytes = &self.buffer[self.at + 4 * at..];
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        };
        let shared = Some(field(2)).filter(|&shared| shared != UNCOUNTED);
        let found = ScanPair { a: field(0), b: field(1), shared, score: f32::from_bits(field(3)) };
        self.at += PAIR;
        Some(Ok(found))
    }
}
