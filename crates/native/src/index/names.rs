//! The names of documents, in a file from which one is read without the others.
//!
//! Ordinals number the names from 0. All numbers are little-endian; checksums are XXH64.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TWPNAMES` |
//! | 4 | version: 1 |
//! | 4 | names in a group: 256 |
//! | 8 | n, how many names there are |
//! | 8 each | for each group of names, the byte after its last, counted from the start of the first group |
//! | 8 | checksum of all before it, seed 0 |
//! | | the groups |
//!
//! A group is its checksum (8 bytes, of the rest of it, seeded by the group's number from 0), for each of its names the end
//! of its text (4 bytes, counted from the start of the group's text), and the text: the names one after the other, UTF-8.

use core::ops::Range;
use core::{fmt, iter, str};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Mutex;
use std::{format, vec};

use super::super::Error;
use twinprint::wire::{ENDS, Fault, Put, Reader, SUM, checksum, is_right, unsealed};

const MAGIC: [u8; 8] = *b"TWPNAMES";
const VERSION: u32 = 1;
/// How many names stand together: few enough that one of them is read in one step of the disk.
const GROUP: u64 = 256;
const FIXED: usize = 24;

/// Names while they are given: each has the number of its first appearance.
#[derive(Debug, Default)]
pub(super) struct Interned {
    text: Vec<u8>,
    ends: Vec<usize>,
    /// By its hash, or the next that is free, the ordinal of each name.
    ordinals: HashMap<u64, u64>,
}

impl Interned {
    /// How many names there are.
    pub(super) fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// The ordinal of a name, the next if it is new.
    pub(super) fn ordinal(&mut self, name: &str) -> u64 {
        let hash = match self.find(name) {
            Ok(ordinal) => return ordinal,
            Err(free) => free,
        };
        let ordinal = self.ends.len() as u64;
        self.text.extend(name.as_bytes());
        self.ends.push(self.text.len());
        self.ordinals.insert(hash, ordinal);
        ordinal
    }

    /// Whether a name was given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_ok()
    }

    /// The ordinal of a name, or the hash under which it is to be kept.
    fn find(&self, name: &str) -> Result<u64, u64> {
        let mut hash = checksum(0, name.as_bytes());
        while let Some(&ordinal) = self.ordinals.get(&hash) {
            if self.text[self.place(ordinal as usize)] == *name.as_bytes() {
                return Ok(ordinal);
            }
            hash = hash.wrapping_add(1);
        }
        Err(hash)
    }

    fn place(&self, ordinal: usize) -> Range<usize> {
        let start = ordinal.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[ordinal]
    }

    /// The bytes of the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((GROUP as u32).to_le_bytes());
        bytes.extend((self.ends.len() as u64).to_le_bytes());
        let mut end = 0;
        for ends in self.ends.chunks(GROUP as usize) {
            end += SUM + 4 * ends.len();
            bytes.extend(((end + ends[ends.len() - 1]) as u64).to_le_bytes());
        }
        bytes.seal();
        let mut start = 0;
        for (ends, number) in self.ends.chunks(GROUP as usize).zip(0..) {
            let last = ends[ends.len() - 1];
            // A line's length bounds a name's, so that a group is never 2^32 bytes long.
            let mut group: Vec<u8> =
                ends.iter().flat_map(|end| ((end - start) as u32).to_le_bytes()).collect();
            group.extend(&self.text[start..last]);
            start = last;
            bytes.extend(checksum(number, &group).to_le_bytes());
            bytes.extend(group);
        }
        bytes
    }
}

/// A file of names, of which a directory is in memory: 8 bytes for 256 names.
pub struct Names {
    name: String,
    file: Mutex<File>,
    names: u64,
    /// Where the groups begin in the file.
    start: u64,
    ends: Vec<u64>,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").field("name", &self.name).field("names", &self.names).finish_non_exhaustive()
    }
}

impl Names {
    /// Opens a file of names, and reads its directory.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and [`Error::Index`] for what is no whole file of names.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let name = path.to_string_lossy().into_owned();
        let unreadable = |reason| Error::Unreadable { place: name.clone(), reason };
        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut head = Vec::new();
        file.by_ref().take(FIXED as u64).read_to_end(&mut head).map_err(unreadable)?;
        let bad = |what: &str| bad(&name, what);
        let (version, group, names) = fixed(&head).map_err(|fault| bad(&fault.to_string()))?;
        if (version, u64::from(group)) != (VERSION, GROUP) {
            return Err(bad(&format!(
                "it is of version {version} with groups of {group}, not {VERSION} and {GROUP}"
            )));
        }
        let directory = names.div_ceil(GROUP).checked_mul(8).filter(|&bytes| bytes < length);
        let directory = directory.ok_or_else(|| bad(ENDS))?;
        file.by_ref().take(directory + SUM as u64).read_to_end(&mut head).map_err(unreadable)?;
        if head.len() as u64 != FIXED as u64 + directory + SUM as u64 {
            return Err(bad(ENDS));
        }
        let (checked, _) = unsealed(&head).map_err(|_| bad("the checksum of its head is wrong"))?;
        let mut directory = Reader::new(&checked[FIXED..]);
        let ends: Vec<u64> = iter::from_fn(|| directory.u64().ok()).collect();
        let start = head.len() as u64;
        if !ends.is_sorted() || ends.last().copied().unwrap_or(0).checked_add(start) != Some(length) {
            return Err(bad("its groups do not add up to its bytes"));
        }
        Ok(Names { name, file: Mutex::new(file), names, start, ends })
    }

    /// How many names there are.
    pub fn len(&self) -> u64 {
        self.names
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names == 0
    }

    /// The name with an ordinal.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and [`Error::Index`] for a group that is damaged or an ordinal beyond all names.
    pub fn get(&self, ordinal: u64) -> Result<String, Error> {
        if ordinal >= self.names {
            return Err(bad(&self.name, &format!("it has no name {ordinal}")));
        }
        let mut names = self.group(ordinal / GROUP)?;
        Ok(names.swap_remove((ordinal % GROUP) as usize))
    }

    /// All names in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Result<String, Error>> {
        (0..self.ends.len() as u64).flat_map(|number| match self.group(number) {
            Ok(names) => names.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Checks every name.
    ///
    /// # Errors
    /// As [`get`](Names::get).
    pub fn verify(&self) -> Result<(), Error> {
        (0..self.ends.len() as u64).try_for_each(|number| self.group(number).map(drop))
    }

    /// The names of a group.
    fn group(&self, number: u64) -> Result<Vec<String>, Error> {
        let damaged = || bad(&self.name, &format!("group {number} is damaged"));
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        let names = (self.names - number * GROUP).min(GROUP) as usize;
        let length = (self.ends[number as usize] - first) as usize;
        let text = SUM + 4 * names;
        if length < text {
            return Err(damaged());
        }
        let mut bytes = vec![0; length];
        let read = self.file.lock().map_err(|_| io::Error::other("a thread failed while it read")).and_then(
            |mut file| {
                file.seek(SeekFrom::Start(self.start + first))?;
                file.read_exact(&mut bytes)
            },
        );
        read.map_err(|reason| Error::Unreadable { place: self.name.clone(), reason })?;
        let mut reader = Reader::new(&bytes);
        if !reader.u64().is_ok_and(|sum| is_right(sum, number, &bytes[SUM..])) {
            return Err(damaged());
        }
        let mut start = text;
        let names = (0..names).map(|_| {
            let end = text + reader.u32().ok()? as usize;
            let name = bytes.get(start..end).and_then(|name| str::from_utf8(name).ok());
            start = end;
            name.map(String::from)
        });
        names.collect::<Option<_>>().ok_or_else(damaged)
    }
}

/// The version, the names in a group and the number of names, of a file that begins so.
fn fixed(head: &[u8]) -> Result<(u32, u32, u64), Fault> {
    let mut reader = Reader::new(head);
    reader.magic(&MAGIC)?;
    Ok((reader.u32()?, reader.u32()?, reader.u64()?))
}

fn bad(place: &str, what: &str) -> Error {
    let what = format!("this is no whole file of names: {what}");
    Error::Index { place: place.into(), what, remedy: "build the index again" }
}
