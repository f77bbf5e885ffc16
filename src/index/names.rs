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

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::{iter, str};

use crate::error::Error;
use crate::wire::{ENDS, Fault, Put, Reader, SUM, checksum, is_right, unsealed};

const MAGIC: [u8; 8] = *b"TWPNAMES";
const VERSION: u32 = 1;
/// How many names stand together: few enough that one of them is read in one step of the disk.
const GROUP: u64 = 256;
const FIXED: usize = 24;

/// A file of names, of text that has all of them one after the other and of the byte after the last of each.
///
/// # Panics
/// When the ends are not in order, or not within the text.
pub fn names_file(text: &[u8], ends: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((GROUP as u32).to_le_bytes());
    bytes.extend((ends.len() as u64).to_le_bytes());
    let mut end = 0;
    for ends in ends.chunks(GROUP as usize) {
        end += SUM + 4 * ends.len();
        bytes.extend(((end + ends[ends.len() - 1]) as u64).to_le_bytes());
    }
    bytes.seal();
    let mut start = 0;
    for (ends, number) in ends.chunks(GROUP as usize).zip(0..) {
        let last = ends[ends.len() - 1];
        // A line's length bounds a name's, so that a group is never 2^32 bytes long.
        let mut group: Vec<u8> = ends.iter().flat_map(|end| ((end - start) as u32).to_le_bytes()).collect();
        group.extend(&text[start..last]);
        start = last;
        bytes.extend(checksum(number, &group).to_le_bytes());
        bytes.extend(group);
    }
    bytes
}

/// A file of names over any bytes: in memory, or mapped. Of it a directory is unpacked: 8 bytes for 256 names.
///
/// ```
/// use twinprint::index::{NamesFile, names_file};
/// let names = NamesFile::open("names", names_file(b"mobydick", &[4, 8]))?;
/// assert_eq!((names.len(), names.get(1)?.as_str()), (2, "dick"));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct NamesFile<D> {
    file: String,
    bytes: D,
    names: u64,
    /// Where the groups begin in the file.
    start: usize,
    ends: Vec<u64>,
}

impl<D: AsRef<[u8]>> NamesFile<D> {
    /// Opens what was read of a file, called so where something is wrong with it: its head is checked, groups when they are read.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no whole file of names.
    pub fn open(file: &str, bytes: D) -> Result<Self, Error> {
        let bad = |what: &str| bad(file, what);
        let all = bytes.as_ref();
        let (version, group, names) = fixed(all).map_err(|fault| bad(&format!("{fault}")))?;
        if (version, u64::from(group)) != (VERSION, GROUP) {
            return Err(bad(&format!(
                "it is of version {version} with groups of {group}, not {VERSION} and {GROUP}"
            )));
        }
        let directory = names.div_ceil(GROUP).checked_mul(8).and_then(|bytes| usize::try_from(bytes).ok());
        let start = directory.and_then(|directory| directory.checked_add(FIXED + SUM));
        let head = start.and_then(|start| all.get(..start)).ok_or_else(|| bad(ENDS))?;
        let (checked, _) = unsealed(head).map_err(|_| bad("the checksum of its head is wrong"))?;
        let mut directory = Reader::new(&checked[FIXED..]);
        let ends: Vec<u64> = iter::from_fn(|| directory.u64().ok()).collect();
        let (start, length) = (head.len(), all.len() as u64);
        if !ends.is_sorted() || ends.last().copied().unwrap_or(0).checked_add(start as u64) != Some(length) {
            return Err(bad("its groups do not add up to its bytes"));
        }
        Ok(NamesFile { file: file.into(), bytes, names, start, ends })
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
    /// [`Error::BadIndex`] for a group that is damaged or an ordinal beyond all names.
    pub fn get(&self, ordinal: u64) -> Result<String, Error> {
        if ordinal >= self.names {
            return Err(bad(&self.file, &format!("it has no name {ordinal}")));
        }
        let mut names = self.group(ordinal / GROUP)?;
        Ok(names.swap_remove((ordinal % GROUP) as usize))
    }

    /// All names in their order.
    pub fn iter(&self) -> impl Iterator<Item = Result<String, Error>> {
        (0..self.ends.len() as u64).flat_map(|number| match self.group(number) {
            Ok(names) => names.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Checks every name.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn verify(&self) -> Result<(), Error> {
        (0..self.ends.len() as u64).try_for_each(|number| self.group(number).map(drop))
    }

    /// The names of a group.
    fn group(&self, number: u64) -> Result<Vec<String>, Error> {
        let damaged = || bad(&self.file, &format!("group {number} is damaged"));
        let place = |end: u64| usize::try_from(end).ok().map(|end| self.start + end);
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        let (first, end) = place(first).zip(place(self.ends[number as usize])).ok_or_else(damaged)?;
        let bytes = self.bytes.as_ref().get(first..end).ok_or_else(damaged)?;
        let names = (self.names - number * GROUP).min(GROUP) as usize;
        let text = SUM + 4 * names;
        let mut reader = Reader::new(bytes);
        if bytes.len() < text || !reader.u64().is_ok_and(|sum| is_right(sum, number, &bytes[SUM..])) {
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

fn bad(file: &str, what: &str) -> Error {
    Error::BadIndex { file: file.into(), problem: what.into() }
}
