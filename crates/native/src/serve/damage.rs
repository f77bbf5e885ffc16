//! What of the index was found damaged while it is served.
//!
//! Naively, a file is sent as it lies on the disk, and whoever downloads it finds out. Here a file is checked as a whole before
//! anything of it is sent that was written since it was checked; and what look-ups find damaged is known from then on. It is said once.

use std::collections::{BTreeMap, HashMap};
use std::format;
use std::fs::File;
use std::io;
use std::mem::take;
use std::string::String;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use std::vec::Vec;

use super::files::hashed;
use twinprint::index::FileEntry;
use twinprint::index::service::Refusal;

#[derive(Debug, Default)]
pub(super) struct Damage(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The checksum of the index of which all else is.
    index: String,
    /// When a file was written that was checked, how long it was, and whether it was whole.
    checked: HashMap<String, (SystemTime, u64, bool)>,
    /// What was found damaged, by its place.
    found: BTreeMap<String, String>,
    /// What nobody was told yet.
    news: Vec<String>,
}

impl Damage {
    /// That a file of an index is as it was written.
    ///
    /// # Errors
    /// The refusal of who asks for it.
    pub(super) fn check(&self, index: &str, entry: &FileEntry, file: &mut File) -> Result<(), Refusal> {
        let is_whole = self.is_whole(index, entry, file).unwrap_or(false);
        let mut state = self.of(index);
        if is_whole {
            state.found.remove(&entry.name);
            return Ok(());
        }
        let what = "it is damaged on the disk: its bytes are not those that were written";
        state.add(&entry.name, what);
        Err(Refusal::unavailable(&entry.name, what))
    }

    fn is_whole(&self, index: &str, entry: &FileEntry, file: &mut File) -> io::Result<bool> {
        let about = file.metadata()?;
        let (written, length) = (about.modified()?, about.len());
        if let Some((was_written, was_long, is_whole)) = self.of(index).checked.get(&entry.name)
            && (*was_written, *was_long) == (written, length)
        {
            return Ok(*is_whole);
        }
        let (hash, bytes) = hashed(file)?;
        let is_whole = bytes == entry.bytes && format!("{hash:016x}") == entry.xxh64;
        self.of(index).checked.insert(entry.name.clone(), (written, length, is_whole));
        Ok(is_whole)
    }

    /// Remembers what a look-up found damaged in an index.
    pub(super) fn found(&self, index: &str, place: &str, what: &str) {
        self.of(index).add(place, what);
    }

    /// Why an index cannot be relied on, if it cannot: the first place.
    pub(super) fn first(&self, index: &str) -> Option<Refusal> {
        let state = self.of(index);
        state.found.first_key_value().map(|(place, what)| Refusal::unavailable(place, what))
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
