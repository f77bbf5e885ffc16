//! Many numbers in their order, in memory or, when they are too many for it, in a file without a name.

use core::marker::PhantomData;
use core::ops::Range;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::super::Error;
use super::super::sort::Record;

/// The numbers that are looked at together.
const PART: usize = 1 << 16;

/// Where the numbers of a column are.
#[derive(Debug, Clone, Copy)]
pub(super) enum ColumnPlace<'a> {
    Memory,
    /// In a file without a name, of this folder.
    Folder(&'a Path),
}

/// Numbers that are all there.
#[derive(Debug)]
pub(super) enum Column<R> {
    Memory(Vec<R>),
    Disk(OnDisk<R>),
}

#[derive(Debug)]
pub(super) struct OnDisk<R> {
    file: Mutex<File>,
    length: usize,
    folder: PathBuf,
    record: PhantomData<R>,
}

impl<R: Record> Column<R> {
    /// Of what is given one by one.
    pub(super) fn of(
        place: ColumnPlace<'_>,
        numbers: impl IntoIterator<Item = Result<R, Error>>,
    ) -> Result<Self, Error> {
        let mut filling = Filling::new(place)?;
        numbers.into_iter().try_for_each(|number| filling.push(number?))?;
        filling.finish()
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Column::Memory(numbers) => numbers.len(),
            Column::Disk(disk) => disk.length,
        }
    }

    /// Some of the numbers.
    pub(super) fn part(&self, range: Range<usize>) -> Result<Cow<'_, [R]>, Error> {
        match self {
            Column::Memory(numbers) => Ok(Cow::Borrowed(&numbers[range])),
            Column::Disk(disk) => {
                let read = disk.read(range);
                let unreadable = |reason| Error::Unreadable { place: name(&disk.folder), reason };
                read.map(Cow::Owned).map_err(unreadable)
            }
        }
    }

    /// Gives the numbers of a range in their order, up to [`PART`] at once.
    pub(super) fn for_each_part(
        &self,
        range: Range<usize>,
        mut take: impl FnMut(&[R]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let end = range.end;
        range.step_by(PART).try_for_each(|start| take(&self.part(start..end.min(start + PART))?))
    }

    /// As [`for_each_part`](Column::for_each_part), all of them.
    pub(super) fn for_each(&self, mut take: impl FnMut(&[R])) -> Result<(), Error> {
        self.for_each_part(0..self.len(), |numbers| {
            take(numbers);
            Ok(())
        })
    }
}

impl<R: Record> OnDisk<R> {
    fn read(&self, range: Range<usize>) -> io::Result<Vec<R>> {
        let mut bytes = vec![0; range.len() * R::DISK_BYTES];
        {
            let mut file = self.file.lock().map_err(|_| io::Error::other("a thread failed while it read"))?;
            file.seek(SeekFrom::Start((range.start * R::DISK_BYTES) as u64))?;
            file.read_exact(&mut bytes)?;
        }
        Ok(bytes.chunks_exact(R::DISK_BYTES).map(R::read).collect())
    }
}

/// A column while it is filled.
#[derive(Debug)]
pub(super) enum Filling<R> {
    Memory(Vec<R>),
    Disk { out: BufWriter<File>, length: usize, folder: PathBuf },
}

impl<R: Record> Filling<R> {
    pub(super) fn new(place: ColumnPlace<'_>) -> Result<Self, Error> {
        match place {
            ColumnPlace::Memory => Ok(Filling::Memory(Vec::new())),
            ColumnPlace::Folder(folder) => {
                let file = tempfile::tempfile_in(folder).map_err(|reason| unwritable(folder, reason))?;
                Ok(Filling::Disk { out: BufWriter::new(file), length: 0, folder: folder.into() })
            }
        }
    }

    pub(super) fn push(&mut self, number: R) -> Result<(), Error> {
        match self {
            Filling::Memory(numbers) => numbers.push(number),
            Filling::Disk { out, length, folder } => {
                let mut bytes = [0; 16];
                number.write(&mut bytes);
                out.write_all(&bytes[..R::DISK_BYTES]).map_err(|reason| unwritable(folder, reason))?;
                *length += 1;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Column<R>, Error> {
        match self {
            Filling::Memory(numbers) => Ok(Column::Memory(numbers)),
            Filling::Disk { out, length, folder } => {
                let file = out.into_inner().map_err(|error| unwritable(&folder, error.into_error()))?;
                Ok(Column::Disk(OnDisk { file: Mutex::new(file), length, folder, record: PhantomData }))
            }
        }
    }
}

pub(super) fn unwritable(folder: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: name(folder), reason }
}

fn name(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}
