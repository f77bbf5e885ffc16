//! The folder in which a scan keeps what it has read, so that it can go on after it was stopped.
//!
//! Five files only grow: the journal, with a record for each document, the names, the shingles and the sketches, and the list of
//! what was skipped, a line of JSON each. From time to time
//! all are brought to the disk, and then a small file that says how far they were takes the place of the one before. What
//! stands behind that in the others is cut off when the scan goes on; so nothing is in them twice, whenever the process was
//! killed.
//!
//! A journal's record is its length without itself (4 bytes), first copy, words, shingles, bytes, file, number (4 bytes each),
//! what its file is made of (1), identity (16), the ends of its name, its shingles and its sketch (8 each), and its site, its
//! category, its language and what it is ranked by, each with its length (4) before it, UTF-8. Numbers are little-endian.
//!
//! Whoever goes on may keep more in the folder. It is all taken away when a scan begins anew.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::Error;
use super::super::blobs::{Blobs, Lists};
use super::super::corpus::Unit;
use super::super::lines;
use super::super::replace::replace;
use super::{Refused, Row, Skipped};
use twinprint::wire::{Fault, Reader};

/// What the small file says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The form of the files.
    pub(super) version: u32,
    /// The options, and the files: a scan goes on only with the same.
    pub(super) task: String,
    /// How many bytes of the journal count.
    pub(super) journal: u64,
    /// The next document: its file in the listing, and its number there.
    pub(super) file: u32,
    pub(super) number: u64,
    /// Whether every document was read.
    pub(super) read: bool,
    /// What was skipped so far.
    pub(super) skipped: Skipped,
    /// How many bytes of the list of what was skipped count.
    pub(super) refused: u64,
}

const VERSION: u32 = 4;
const PROGRESS: &str = "progress.json";
const LOCK: &str = "lock";

/// A document in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) row: Row,
    /// What its file is made of.
    pub(super) unit: Unit,
    pub(super) identity: u128,
    /// Where its name, its shingles and its sketch end.
    pub(super) ends: [u64; 3],
    /// Its site, its category and its language, and what it is ranked by.
    pub(super) labels: [String; 4],
}

/// The files of a scan that is under way.
#[derive(Debug)]
pub(super) struct State {
    /// Where they are; files without a name have no such place.
    folder: Option<PathBuf>,
    /// What keeps other scans out of the folder as long as it is open.
    pub(super) lock: Option<File>,
    journal: File,
    pending: Vec<u8>,
    pub(super) progress: Progress,
    pub(super) names: Blobs,
    pub(super) shingles: Lists,
    pub(super) values: Lists,
    pub(super) refused: RefusedList,
}

/// The list of what was refused, on the disk: in the order in which it was met, and so by files.
#[derive(Debug)]
pub struct RefusedList {
    lines: Blobs,
    place: String,
}

/// How many of the list are read at a time.
const TOGETHER: usize = 256;

impl RefusedList {
    fn new(file: File, place: impl Into<String>) -> RefusedList {
        let place = place.into();
        RefusedList { lines: Blobs::new(file, &*place), place }
    }

    /// An empty one in a file without a name in a folder.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub(crate) fn unnamed(folder: &Path) -> Result<RefusedList, Error> {
        let place = folder.to_string_lossy().into_owned();
        let file = tempfile::tempfile_in(folder);
        Ok(RefusedList::new(
            file.map_err(|reason| Error::Unwritable { place: place.clone(), reason })?,
            place,
        ))
    }

    /// The first `bytes` of the list in a file.
    fn resume(mut file: File, place: String, bytes: u64) -> Result<RefusedList, Error> {
        let unreadable = |reason| Error::Unreadable { place: place.clone(), reason };
        let (mut ends, mut end) = (Vec::new(), 0);
        let mut lines = BufReader::new((&mut file).take(bytes));
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
            end += mem::take(&mut line).len() as u64;
            ends.push(end);
        }
        if end != bytes {
            return Err(unreadable(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(RefusedList { lines: Blobs::resume(file, &*place, ends)?, place })
    }

    pub(crate) fn push(&mut self, refused: &Refused) -> Result<(), Error> {
        let mut line = Vec::new();
        lines::json(&mut line, refused)
            .map_err(|reason| Error::Unwritable { place: self.place.clone(), reason })?;
        line.push(b'\n');
        self.lines.push(&line).map(drop)
    }

    fn bytes(&self) -> u64 {
        self.lines.ends().last().copied().unwrap_or(0)
    }

    /// All of them, of which some at a time are in memory. Each may be [`Error::Unreadable`].
    pub fn iter(&self) -> impl Iterator<Item = Result<Refused, Error>> + '_ {
        let read = |at: usize| {
            let mut bytes = Vec::new();
            self.lines.read(at..(at + TOGETHER).min(self.lines.len()), &mut bytes)?;
            let some =
                serde_json::Deserializer::from_slice(&bytes).into_iter().collect::<Result<Vec<_>, _>>();
            some.map_err(|error| Error::Unreadable { place: self.place.clone(), reason: error.into() })
        };
        (0..self.lines.len()).step_by(TOGETHER).flat_map(move |at| {
            let (some, error) = match read(at) {
                Ok(some) => (some, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            some.into_iter().map(Ok).chain(error.map(Err))
        })
    }
}

/// The records that a scan goes on from.
pub(super) type Records = Vec<Record>;

impl State {
    /// Files without a name in a folder: nothing is left of them. Up to `memory` bytes stay in memory.
    pub(super) fn unnamed(folder: &Path, memory: usize) -> Result<State, Error> {
        let place = folder.to_string_lossy().into_owned();
        let file = || {
            tempfile::tempfile_in(folder).map_err(|reason| Error::Unwritable { place: place.clone(), reason })
        };
        Ok(State {
            folder: None,
            lock: None,
            journal: file()?,
            pending: Vec::new(),
            progress: Progress::default(),
            names: Blobs::new(file()?, &*place).with_capacity(memory / 8),
            shingles: Lists::new(Blobs::new(file()?, &*place).with_capacity(memory / 2)),
            values: Lists::new(Blobs::new(file()?, &*place).with_capacity(memory / 4)),
            refused: RefusedList::new(file()?, &*place),
        })
    }

    /// The files in a folder, which is made if there is none, as far as they were; from the beginning if they are of
    /// another task, or not whole.
    pub(super) fn open(folder: &Path, task: &str) -> Result<(State, Records), Error> {
        let unwritable = |reason| Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason };
        fs::create_dir_all(folder).map_err(unwritable)?;
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
        let lock = lock.map_err(unwritable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Busy { place: folder.to_string_lossy().into_owned() });
            }
            Err(TryLockError::Error(reason)) => return Err(unwritable(reason)),
        }
        let old = fs::read(folder.join(PROGRESS)).ok();
        let old = old.and_then(|json| serde_json::from_slice::<Progress>(&json).ok());
        let old = old.filter(|progress| progress.version == VERSION && progress.task == task);
        if let Some(progress) = old
            && let Ok((state, records)) = State::resume(folder, progress)
        {
            return Ok((State { lock: Some(lock), ..state }, records));
        }
        let file = |name: &str| -> Result<File, Error> {
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(true);
            options.open(folder.join(name)).map_err(unwritable)
        };
        clear(folder).map_err(unwritable)?;
        let blobs = |name: &str| Ok::<_, Error>(Blobs::new(file(name)?, place(folder, name)));
        let state = State {
            folder: Some(folder.into()),
            lock: Some(lock),
            journal: file("journal")?,
            pending: Vec::new(),
            progress: Progress { version: VERSION, task: task.into(), ..Progress::default() },
            names: blobs("names")?,
            shingles: Lists::new(blobs("shingles")?),
            values: Lists::new(blobs("values")?),
            refused: RefusedList::new(file("refused")?, place(folder, "refused")),
        };
        Ok((state, Records::new()))
    }

    fn resume(folder: &Path, progress: Progress) -> Result<(State, Records), Error> {
        let file = |name: &str| -> Result<File, Error> {
            let opened = File::options().read(true).write(true).open(folder.join(name));
            opened.map_err(|reason| Error::Unreadable { place: place(folder, name), reason })
        };
        let unreadable = |reason| Error::Unreadable { place: place(folder, "journal"), reason };
        let mut journal = file("journal")?;
        let records = read_journal(&mut journal, progress.journal).map_err(unreadable)?;
        journal
            .set_len(progress.journal)
            .and_then(|()| journal.seek(SeekFrom::Start(progress.journal)))
            .map_err(unreadable)?;
        let blobs = |name: &str, which: usize| {
            let ends = records.iter().map(|record| record.ends[which]).collect();
            Blobs::resume(file(name)?, place(folder, name), ends)
        };
        let (names, shingles, values) = (blobs("names", 0)?, blobs("shingles", 1)?, blobs("values", 2)?);
        let refused = RefusedList::resume(file("refused")?, place(folder, "refused"), progress.refused)?;
        let state = State {
            folder: Some(folder.into()),
            lock: None,
            journal,
            pending: Vec::new(),
            progress,
            names,
            shingles: Lists::new(shingles),
            values: Lists::new(values),
            refused,
        };
        Ok((state, records))
    }

    /// Takes what is skipped.
    pub(super) fn refuse(&mut self, refused: &Refused) -> Result<(), Error> {
        self.refused.push(refused)
    }

    /// Takes a document, whose name, shingles and sketch were taken.
    pub(super) fn write(&mut self, record: &Record) {
        let start = self.pending.len();
        self.pending.extend([0; 4]);
        let Row { first, words, shingles, bytes, file, number } = record.row;
        for field in [first, words, shingles, bytes, file, number] {
            self.pending.extend(field.to_le_bytes());
        }
        self.pending.push(record.unit as u8);
        self.pending.extend(record.identity.to_le_bytes());
        for end in record.ends {
            self.pending.extend(end.to_le_bytes());
        }
        for label in &record.labels {
            self.pending.extend((label.len() as u32).to_le_bytes());
            self.pending.extend(label.as_bytes());
        }
        let length = (self.pending.len() - start - 4) as u32;
        self.pending[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Brings everything to the disk, so that a scan goes on from here.
    pub(super) fn checkpoint(&mut self) -> Result<(), Error> {
        let Some(folder) = &self.folder else {
            self.pending.clear();
            return Ok(());
        };
        self.names.sync()?;
        self.shingles.sync()?;
        self.values.sync()?;
        self.refused.lines.sync()?;
        self.progress.refused = self.refused.bytes();
        let pending = mem::take(&mut self.pending);
        self.journal
            .write_all(&pending)
            .and_then(|()| self.journal.sync_data())
            .map_err(|reason| Error::Unwritable { place: place(folder, "journal"), reason })?;
        self.progress.journal += pending.len() as u64;
        let json = serde_json::to_vec(&self.progress)
            .map_err(|error| Error::Unwritable { place: place(folder, PROGRESS), reason: error.into() })?;
        replace(&folder.join(PROGRESS), &json)
    }
}

/// Takes away all that another task left, first what says that there is something to go on from.
fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_file(folder.join(PROGRESS)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != LOCK && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn place(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// The records in the first `bytes` of a journal.
fn read_journal(journal: &mut File, bytes: u64) -> io::Result<Records> {
    let mut reader = BufReader::with_capacity(1 << 16, journal).take(bytes);
    let mut records = Records::new();
    let mut record = Vec::new();
    while reader.limit() > 0 {
        let mut length = [0; 4];
        reader.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if u64::from(length) > reader.limit() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        record.clear();
        reader.by_ref().take(length.into()).read_to_end(&mut record)?;
        records.push(
            parse(&record).map_err(|fault| io::Error::new(io::ErrorKind::InvalidData, fault.to_string()))?,
        );
    }
    Ok(records)
}

fn parse(bytes: &[u8]) -> Result<Record, Fault> {
    let mut reader = Reader::new(bytes);
    let row = Row {
        first: reader.u32()?,
        words: reader.u32()?,
        shingles: reader.u32()?,
        bytes: reader.u32()?,
        file: reader.u32()?,
        number: reader.u32()?,
    };
    let unit = reader.u8()?;
    let units = [Unit::File, Unit::Line, Unit::Record, Unit::Row, Unit::Item];
    let unit = units.into_iter().find(|&of| of as u8 == unit);
    let unit = unit.ok_or_else(|| reader.fault("it is of no kind of document"))?;
    let identity = reader.u128()?;
    let ends = [reader.u64()?, reader.u64()?, reader.u64()?];
    let labels = [label(&mut reader)?, label(&mut reader)?, label(&mut reader)?, label(&mut reader)?];
    Ok(Record { row, unit, identity, ends, labels })
}

/// A text after its length in four bytes.
fn label(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let length = reader.u32()?;
    let text = str::from_utf8(reader.take(length as usize)?);
    text.map(String::from).map_err(|_| reader.fault("a label is not UTF-8"))
}
