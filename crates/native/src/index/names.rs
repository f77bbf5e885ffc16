//! The names of documents: while they are given, and in a file, which `docs/how-to/near-fingerprints.md` specifies.

use core::ops::Range;
use std::collections::HashMap;
use std::path::Path;

use super::super::Error;
use crate::mapped::MappedFile;
use twinprint::index::{NamesFile, names_file};
use twinprint::wire::checksum;

/// A file of names that is read where it lies.
pub type Names = NamesFile<MappedFile>;

/// Opens a file of names.
///
/// # Errors
/// [`Error::Unreadable`], and [`Error::Core`] for what is no whole file of names.
pub(super) fn open_names(path: &Path) -> Result<Names, Error> {
    Ok(NamesFile::open(&path.to_string_lossy(), MappedFile::open(path)?)?)
}

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
        names_file(&self.text, &self.ends)
    }
}
