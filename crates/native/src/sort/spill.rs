//! Sorting within bounded memory, through a disk when it is not enough.
//!
//! Records gather in memory. When that is full they are sorted and written as a run, to a file without a name; in the end
//! all runs are merged (Knuth, The Art of Computer Programming, volume 3, section 5.4). With many runs as many as can be
//! read at once are merged to a longer one as soon as they stand, so that few files are open at a time and the disk holds
//! the records once, and those that are being merged twice.
//!
//! What is counted as memory: the records that gather, as much again for sorting them, and every buffer for reading and
//! writing. While records gather and are sorted and written, that is [`Sorter::capacity`] records twice and a buffer; while
//! runs are merged, a buffer for each and one for writing. What is not counted is some 200 bytes for each open run and
//! what a core needs to count digits. At least [`LEAST`] bytes are taken.

use core::mem::{size_of, take};
use std::path::PathBuf;

use super::super::Error;
use super::merge::Sorted;
use super::radix::sort_in;
use super::record::Record;
use super::run::{Folder, Run};

/// The largest buffer: a disk is no faster with longer stretches.
const MOST_BUFFER: usize = 1 << 20;
/// The smallest buffer while memory allows two of them: a spinning disk reads about as long as it seeks with some 1 MiB, a
/// solid one with 64 KiB.
const LEAST_BUFFER: usize = 1 << 16;
/// The most runs merged at once. Each is an open file, and systems allow a process as few as 256.
const MOST_RUNS: usize = 64;
/// The least memory: room for some records of any kind, and for a buffer.
const LEAST: usize = 1 << 10;

/// What becomes of records that are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    /// All come.
    Keep,
    /// One comes.
    Drop,
}

/// Sorts any number of records within bounded memory.
///
/// ```
/// use twinprint_native::sort::{Repeats, Sorter};
/// let folder = tempfile::tempdir()?;
/// let mut sorter = Sorter::new(1024, folder.path(), Repeats::Drop);
/// for number in 0..1000u64 {
///     sorter.push(number * 7 % 500)?;
/// }
/// let sorted = sorter.finish()?.collect::<Result<Vec<_>, _>>()?;
/// assert!(sorted.into_iter().eq(0..500));
/// assert_eq!(std::fs::read_dir(&folder)?.count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sorter<R> {
    records: Vec<R>,
    spare: Vec<R>,
    /// Runs, and at each place such as were merged of the runs before it.
    levels: Vec<Vec<Run>>,
    folder: Folder,
    memory: usize,
    repeats: Repeats,
}

impl<R: Record> Sorter<R> {
    /// With `memory` bytes, and a folder for what does not go into them. The folder is not touched before.
    pub fn new(memory: usize, folder: impl Into<PathBuf>, repeats: Repeats) -> Self {
        let (records, spare, levels) = (Vec::new(), Vec::new(), Vec::new());
        Sorter { records, spare, levels, folder: Folder(folder.into()), memory: memory.max(LEAST), repeats }
    }

    /// How many records are sorted in memory.
    pub fn capacity(&self) -> usize {
        (self.memory - self.buffer(1)) / (2 * size_of::<R>())
    }

    /// How many runs have gone to the disk, those that have been merged counted as one.
    pub fn runs(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Takes a record.
    ///
    /// # Errors
    /// [`Error::Unwritable`] with the folder, if the records do not go into memory and cannot be written there;
    /// [`Error::Unreadable`], if they cannot be read again.
    #[inline]
    pub fn push(&mut self, record: R) -> Result<(), Error> {
        if self.records.len() == self.records.capacity() {
            self.make_room()?;
        }
        self.records.push(record);
        Ok(())
    }

    /// Takes records.
    ///
    /// # Errors
    /// As [`push`](Sorter::push).
    pub fn extend(&mut self, records: impl IntoIterator<Item = R>) -> Result<(), Error> {
        records.into_iter().try_for_each(|record| self.push(record))
    }

    /// All records in order.
    ///
    /// # Errors
    /// As [`push`](Sorter::push); and of each record, [`Error::Unreadable`].
    pub fn finish(mut self) -> Result<Sorted<R>, Error> {
        if self.levels.is_empty() {
            self.sort();
            return Ok(Sorted::in_memory(self.records));
        }
        self.spill()?;
        (self.records, self.spare) = (Vec::new(), Vec::new());
        let mut runs: Vec<Run> = take(&mut self.levels).into_iter().flatten().collect();
        while runs.len() > self.fan_in() {
            // As few as will do, and of those the shortest.
            runs.sort_by_key(|run| run.records);
            let some = runs.len() - self.fan_in() + 1;
            let merged = self.merge(runs.drain(..some.min(self.fan_in())).collect())?;
            runs.push(merged);
        }
        self.open(runs)
    }

    /// More room for records, as long as there is memory; then all goes to the disk.
    fn make_room(&mut self) -> Result<(), Error> {
        let (n, most) = (self.records.len(), self.capacity());
        if n >= most {
            return self.spill();
        }
        // Twice as much: while they are moved both stand, but nothing to spare yet.
        self.records.reserve_exact((2 * n).clamp(most.min(1 << 10), most) - n);
        Ok(())
    }

    fn sort(&mut self) {
        let n = self.records.len();
        if self.spare.len() < n {
            self.spare = vec![R::default(); n];
        }
        sort_in(&mut self.records, &mut self.spare[..n]);
        if self.repeats == Repeats::Drop {
            self.records.dedup();
        }
    }

    /// Writes what has gathered as a run, and merges runs where enough of a kind stand.
    fn spill(&mut self) -> Result<(), Error> {
        self.sort();
        let run = self.folder.write(self.records.iter().copied().map(Ok), self.buffer(1))?;
        self.records.clear();
        self.stack(run, 0);
        for level in 0.. {
            if self.levels.get(level).is_none_or(|runs| runs.len() < self.fan_in()) {
                break;
            }
            (self.records, self.spare) = (Vec::new(), Vec::new());
            let runs = take(&mut self.levels[level]);
            let merged = self.merge(runs)?;
            self.stack(merged, level + 1);
        }
        Ok(())
    }

    fn stack(&mut self, run: Run, level: usize) {
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(run);
    }

    fn merge(&self, runs: Vec<Run>) -> Result<Run, Error> {
        let buffer = self.buffer(runs.len() + 1);
        self.folder.write(self.open(runs)?, buffer)
    }

    fn open(&self, runs: Vec<Run>) -> Result<Sorted<R>, Error> {
        let buffer = self.buffer(runs.len() + 1);
        let readers = runs.into_iter().map(|run| self.folder.read(run, buffer));
        Sorted::merging(readers.collect::<Result<Vec<_>, _>>()?, self.repeats)
    }

    /// How many runs are merged at once: at least two.
    fn fan_in(&self) -> usize {
        (self.memory / LEAST_BUFFER).clamp(3, MOST_RUNS + 1) - 1
    }

    /// The size in bytes of each of some buffers. One alone leaves most of the memory to records.
    fn buffer(&self, buffers: usize) -> usize {
        (self.memory / buffers.max(8)).min(MOST_BUFFER)
    }
}
