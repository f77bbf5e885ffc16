//! The index that is served: opened anew when it has changed in its folder. The old one answers until the new one is whole.
//!
//! A change replaces the manifest, and is taken at once. What `check --add` adds stands behind it until there is enough for a
//! segment, which may be long: it is taken along from time to time only, since each time the numbers of passages that a
//! client has are of an index that no longer answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;
use std::vec::Vec;

use rayon::prelude::*;

use super::super::Error;
use super::super::index::corpus::{InMemory, JOURNAL};
use super::served::ServedIndex;
use twinprint::index::{FileEntry, MANIFEST};

pub(super) struct Watched {
    folder: PathBuf,
    held: RwLock<LoadedIndex>,
}

struct LoadedIndex {
    seen: Seen,
    index: Arc<ServedIndex>,
    /// Files that the next index may have, too.
    files: InMemory,
    /// What is wrong with those of them that are not as they were written.
    damaged: BTreeMap<String, String>,
}

/// What tells one state of a folder from the next.
#[derive(Clone, Copy)]
struct Seen {
    manifest: Stamp,
    journal: Stamp,
}

/// When a file was written, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

impl Watched {
    /// # Errors
    /// That there is no whole index in the folder.
    pub(super) fn open(folder: &Path) -> Result<Self, Error> {
        let held = LoadedIndex::open(folder, InMemory::new(), BTreeMap::new())?;
        Ok(Watched { folder: folder.into(), held: RwLock::new(held) })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The index that is whole now.
    pub(super) fn index(&self) -> Arc<ServedIndex> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).index.clone()
    }

    /// Whether the index with this checksum is the one that answers, and the one in the folder.
    pub(super) fn is_current(&self, checksum: &str) -> bool {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.index.checksum() == checksum && held.seen.manifest == Seen::of(&self.folder).manifest
    }

    /// The files in memory that were damaged when they were read, and what is wrong with each.
    pub(super) fn damaged(&self) -> BTreeMap<String, String> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).damaged.clone()
    }

    /// Opens the index anew, with the files that were damaged when they were read, or are read where they lie.
    ///
    /// # Errors
    /// That what is there now is no whole index; the old one is held on to.
    pub(super) fn read_again(&self) -> Result<(), Error> {
        let files = {
            let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
            let whole = held.files.iter().filter(|(name, _)| !held.damaged.contains_key(*name));
            whole.map(|(name, bytes)| (name.clone(), bytes.clone())).collect()
        };
        let held = LoadedIndex::open(&self.folder, files, BTreeMap::new())?;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(())
    }

    /// Opens the index anew if its manifest is another, or, `with_added`, if something was added behind it; and says whether
    /// the one that answers is now another.
    ///
    /// # Errors
    /// That what is there now is no whole index; the old one is held on to.
    pub(super) fn refresh(&self, with_added: bool) -> Result<bool, Error> {
        let now = Seen::of(&self.folder);
        let (files, damaged, before) = {
            let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
            if now.manifest == held.seen.manifest && !(with_added && now.journal != held.seen.journal) {
                return Ok(false);
            }
            (held.files.clone(), held.damaged.clone(), String::from(held.index.checksum()))
        };
        let held = LoadedIndex::open(&self.folder, files, damaged)?;
        let is_other = held.index.checksum() != before;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = held;
        Ok(is_other)
    }
}

impl LoadedIndex {
    /// The index in a folder, of which some files may be in memory, and of these some damaged. Those that are read are checked.
    fn open(
        folder: &Path,
        mut files: InMemory,
        mut damaged: BTreeMap<String, String>,
    ) -> Result<Self, Error> {
        // What is written from now on is seen the next time.
        let seen = Seen::of(folder);
        let known: BTreeSet<String> = files.keys().cloned().collect();
        let index = Arc::new(ServedIndex::open(folder, &mut files)?);
        let entries = index.files();
        let check = |entry: &&FileEntry| {
            let error = entry.check(files.get(&entry.name)?).err()?;
            Some((entry.name.clone(), error.what()))
        };
        let read = entries.into_par_iter().filter(|entry| !known.contains(&entry.name));
        damaged.extend(read.filter_map(|entry| check(&entry)).collect::<Vec<_>>());
        damaged.retain(|name, _| files.contains_key(name));
        Ok(LoadedIndex { seen, index, files, damaged })
    }
}

impl Seen {
    fn of(folder: &Path) -> Self {
        let stamp = |name: &str| {
            let file = fs::metadata(folder.join(name)).ok()?;
            Some((file.modified().ok()?, file.len()))
        };
        Seen { manifest: stamp(MANIFEST), journal: stamp(JOURNAL) }
    }
}
