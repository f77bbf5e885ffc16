//! What of the index was found damaged while it is served.
//!
//! Naively, a file is sent as it lies on the disk, and whoever downloads it finds out. Here a file is checked as a whole before
//! anything of it is sent that was written since it was checked; and what look-ups and the [scrub](super::scrub) find damaged is known
//! from then on. It is said once.

use std::collections::{BTreeMap, HashMap};
use std::format;
use std::fs::{File, Metadata};
use std::io;
use std::mem::take;
use std::string::String;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use std::vec::Vec;

use super::files::hashed;
use twinprint::index::FileEntry;
use twinprint::index::service::Refusal;

/// What is said of a file that is another than the one that was written.
pub(super) const CHANGED: &str = "it is damaged on the disk: its bytes are not those that were written";

#[derive(Debug, Default)]
pub(super) struct Damage(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The checksum of the index of which all else is.
    index: String,
    /// The files that were checked, by their names.
    checked: HashMap<String, Checked>,
    /// What was found damaged, by its place.
    found: BTreeMap<String, String>,
    /// What nobody was told yet.
    news: Vec<String>,
}

/// When a file was written that was checked, how long it was, and whether it was whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Checked {
    written: SystemTime,
    length: u64,
    pub(super) is_whole: bool,
}

impl Checked {
    /// A file of which this was read.
    pub(super) fn new(about: &Metadata, entry: &FileEntry, (hash, bytes): (u64, u64)) -> io::Result<Checked> {
        let is_whole = bytes == entry.bytes && format!("{hash:016x}") == entry.xxh64;
        Ok(Checked { written: about.modified()?, length: about.len(), is_whole })
    }
}

impl Damage {
    /// Whether a file of an index is as it was written. It is read where it is another than when it was checked.
    ///
    /// # Errors
    /// That it cannot be read.
    pub(super) fn check(&self, index: &str, entry: &FileEntry, file: &mut File) -> io::Result<Checked> {
        let about = file.metadata()?;
        let (written, length) = (about.modified()?, about.len());
        if let Some(checked) = self.of(index).checked.get(&entry.name)
            && (checked.written, checked.length) == (written, length)
        {
            return Ok(*checked);
        }
        Checked::new(&about, entry, hashed(file)?)
    }

    /// Remembers of a file of an index that it was checked.
    pub(super) fn remember(&self, index: &str, entry: &FileEntry, checked: Checked) {
        self.of(index).checked.insert(entry.name.clone(), checked);
    }

    /// Remembers what was found damaged in an index.
    pub(super) fn found(&self, index: &str, place: &str, what: &str) {
        self.of(index).add(place, what);
    }

    /// Whether a place of an index was found damaged.
    pub(super) fn has(&self, index: &str, place: &str) -> bool {
        self.of(index).found.contains_key(place)
    }

    /// Takes back that a place of an index is damaged.
    pub(super) fn restored(&self, index: &str, place: &str) {
        self.of(index).found.remove(place);
    }

    /// Why an index cannot be relied on, if it cannot: the first place.
    pub(super) fn first(&self, index: &str) -> Option<Refusal> {
        let state = self.of(index);
        state.found.first_key_value().map(|(place, what)| Refusal::unavailable(place, what))
    }

    /// The same of some files alone.
    pub(super) fn first_of(&self, index: &str, entries: &[&FileEntry]) -> Option<Refusal> {
        let state = self.of(index);
        entries.iter().find_map(|entry| {
            let (place, what) = state.found.get_key_value(&entry.name)?;
            Some(Refusal::unavailable(place, what))
        })
    }

    /// In how many places something was found.
    pub(super) fn places(&self) -> usize {
        self.lock().found.len()
    }

    /// What was found since this was last asked, in words.
    pub(super) fn news(&self) -> Vec<String> {
        take(&mut self.lock().news)
    }

    /// What is known of an index; of one before it no more.
    fn of(&self, index: &str) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        if state.index != index {
            *state = State { index: index.into(), news: take(&mut state.news), ..State::default() };
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, place: &str, what: &str) {
        if self.found.insert(place.into(), what.into()).is_none() {
            self.news.push(format!("{place}: {what}; build the index again, or restore the file"));
        }
    }
}
