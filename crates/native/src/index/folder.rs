//! The folder of an index while it is built: held by one builder, and one whole index at every moment.
//!
//! Naively new files are written over old ones, and a build that is killed leaves neither index. Here files are named by
//! their content, so that new ones stand beside old ones; they are made in a folder of their own below, moved when all are
//! on the disk, and become the index when the manifest is replaced, which is one step. What no manifest names is then
//! removed, what an earlier build left included. A table that is finished is noted, so that a build that is killed is
//! taken up again: by the digest of the fingerprints, not by the names of the files they came from.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::{format, vec};

use super::super::{Error, replace};
use super::column::unwritable;
use super::corpus;
use super::manifest::{FileEntry, MANIFEST, Manifest, check_length, hash, is_part};
use crate::lock::{FolderLock, LOCK};

/// What every name begins with that is no part of an index.
const OWN: &str = ".twinprint-";
/// Where files are made.
const WORK: &str = ".twinprint-build";

/// The folder of an index, held by one builder.
pub(super) struct Folder {
    path: PathBuf,
    lock: FolderLock,
}

impl Folder {
    /// Makes the folder, if there is none, and holds it.
    pub(super) fn hold(path: &Path) -> Result<Self, Error> {
        let lock = FolderLock::hold(path, "another build is at work in this folder")?;
        let folder = Folder { path: path.into(), lock };
        match fs::read(path.join(MANIFEST)) {
            Ok(bytes) if !Manifest::is_one(&bytes) => Err(Error::Index {
                place: path.join(MANIFEST).to_string_lossy().into_owned(),
                what: "this file is of something else than an index".into(),
                remedy: "give another folder",
            }),
            _ => Ok(folder),
        }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A folder for files that are being made.
    pub(super) fn work(&self) -> Result<PathBuf, Error> {
        let work = self.path.join(WORK);
        fs::create_dir_all(&work).map_err(|reason| unwritable(&self.path, reason))?;
        Ok(work)
    }

    /// The files of a family that is being made, apart from those of any other, which are removed.
    pub(super) fn making(&self, key: &str) -> Result<Making<'_>, Error> {
        let (work, own) = (self.work()?, OsStr::new(key));
        remove_all(&work, |name| name != own).map_err(|reason| unwritable(&self.path, reason))?;
        let work = work.join(key);
        fs::create_dir_all(&work).map_err(|reason| unwritable(&self.path, reason))?;
        Ok(Making { folder: self, work })
    }

    /// The files of an index that is being made, from the start.
    pub(super) fn begin(&self) -> Result<Making<'_>, Error> {
        let work = self.work()?;
        remove_all(&work, |_| true).map_err(|reason| unwritable(&self.path, reason))?;
        Ok(Making { folder: self, work })
    }

    /// Holds a folder that an index in another is written to anew. Nothing else may be in it than what was written so before.
    ///
    /// # Errors
    /// As [`hold`](Self::hold), and [`Error::Occupied`].
    pub(super) fn hold_apart(from: &Path, out: &Path) -> Result<Self, Error> {
        if let Ok(entries) = fs::read_dir(out) {
            let is_same =
                fs::canonicalize(from).ok().is_some_and(|folder| fs::canonicalize(out).ok() == Some(folder));
            let is_own = |name: OsString| name.to_str().is_some_and(Folder::is_own);
            let others = entries.flatten().any(|entry| !is_own(entry.file_name()));
            if is_same || others {
                return Err(Error::Occupied { folder: out.to_string_lossy().into_owned() });
            }
        }
        Folder::hold(out)
    }

    /// Whether a file is named as an index's own are.
    pub(super) fn is_own(name: &str) -> bool {
        name == MANIFEST || name.starts_with(OWN) || is_part(name) || corpus::is_part(name)
    }

    /// Leaves nothing but the index.
    pub(super) fn leave(self) {
        // Without it, whoever waits for this very moment to build here as well is not kept out; with it, so little is lost
        // that no error is worth telling.
        let _ = fs::remove_file(self.path.join(LOCK));
    }

    /// Does work in the folder; if it comes to nothing, by an error or a panic, what it has left is removed.
    pub(super) fn or_clean_up<T>(self, work: impl FnOnce(&Folder) -> Result<T, Error>) -> Result<T, Error> {
        let done = panic::catch_unwind(AssertUnwindSafe(|| work(&self)));
        if !matches!(done, Ok(Ok(_))) {
            self.clean_up();
        }
        done.unwrap_or_else(|reason| panic::resume_unwind(reason))
    }

    /// Removes what a build has left that came to nothing.
    pub(super) fn clean_up(self) {
        let Folder { path, lock } = self;
        let is_new = lock.is_new;
        // What cannot be removed is left: the error that brought this about is returned.
        let _ = fs::remove_dir_all(path.join(WORK));
        if is_new {
            let _ = fs::remove_file(path.join(LOCK));
            // Some systems have it in the folder until it is closed.
            drop(lock);
            let _ = fs::remove_dir(path);
        }
    }

    /// Removes whatever is not among the files of the index, of all that builds make.
    fn sweep(&self, files: &[&str]) -> io::Result<()> {
        let files: BTreeSet<&str> = files.iter().copied().collect();
        remove_all(&self.path, |name| {
            let Some(name) = name.to_str() else { return false };
            Folder::is_own(name) && ![LOCK, MANIFEST].contains(&name) && !files.contains(name)
        })
    }
}

fn remove_all(folder: &Path, is_wanted: impl Fn(&OsStr) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_wanted(&entry.file_name()) {
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path()),
                false => fs::remove_file(entry.path()),
            }?;
        }
    }
    Ok(())
}

/// The files of an index that is being made.
pub(super) struct Making<'a> {
    folder: &'a Folder,
    work: PathBuf,
}

impl Making<'_> {
    /// The folder in which they are made.
    pub(super) fn path(&self) -> &Path {
        &self.work
    }

    /// The files of a part, if they were finished before and are whole.
    pub(super) fn finished(&self, part: &str) -> Option<Vec<FileEntry>> {
        let files: Vec<FileEntry> = serde_json::from_slice(&fs::read(self.note(part)).ok()?).ok()?;
        let is_whole = |file: &FileEntry| {
            // A build that was killed while it moved its files has some in either place.
            let bytes =
                fs::read(self.work.join(&file.name)).or_else(|_| fs::read(self.folder.path.join(&file.name)));
            bytes.is_ok_and(|bytes| hash(&bytes) == file.xxh64)
        };
        files.iter().all(is_whole).then_some(files)
    }

    /// A file that was made, or stood in the folder before, and has `bytes` bytes.
    pub(super) fn read(&self, name: &str, bytes: u64) -> Result<Vec<u8>, Error> {
        let made = self.work.join(name);
        let path = if made.exists() { made } else { self.folder.path.join(name) };
        let place = || path.to_string_lossy().into_owned();
        let read = fs::read(&path).map_err(|reason| Error::Unreadable { place: place(), reason })?;
        check_length(&place(), read.len() as u64, bytes)?;
        Ok(read)
    }

    /// Writes a file onto the disk.
    pub(super) fn save(&self, stem: &str, bytes: &[u8], ending: &str) -> Result<FileEntry, Error> {
        let file = FileEntry::of(stem, bytes, ending);
        let write = || {
            let mut out = File::create(self.work.join(&file.name))?;
            out.write_all(bytes)?;
            out.sync_all()
        };
        write().map_err(|reason| unwritable(&self.folder.path, reason))?;
        Ok(file)
    }

    /// Notes that all files of a part are on the disk.
    pub(super) fn finish(&self, part: &str, files: &[FileEntry]) -> Result<(), Error> {
        // Strings and numbers in a list always are JSON.
        replace(&self.note(part), &serde_json::to_vec(files).unwrap_or_else(|_| vec![]))
    }

    fn note(&self, part: &str) -> PathBuf {
        self.work.join(format!("{part}.json"))
    }

    /// Makes these files the index: such as are not among those that were made stand there already. If that fails, nothing is left of them.
    pub(super) fn publish(self, files: &[&str], manifest: &[u8]) -> Result<(), Error> {
        let path = &self.folder.path;
        let mut moved = Vec::new();
        let published = self
            .move_all(files, &mut moved)
            .map_err(|reason| unwritable(path, reason))
            .and_then(|()| replace(&path.join(MANIFEST), manifest));
        published.inspect_err(|_| {
            // What cannot be removed is left: the error that brought this about is returned, and the next change removes it.
            moved.iter().for_each(|file| drop(fs::remove_file(file)));
        })?;
        self.folder.sweep(files).map_err(|reason| unwritable(path, reason))
    }

    /// Moves files to where the index is, and notes those that were not there before.
    fn move_all(&self, files: &[&str], moved: &mut Vec<PathBuf>) -> io::Result<()> {
        for &name in files {
            let place = self.folder.path.join(name);
            let is_there = place.is_file();
            match fs::rename(self.work.join(name), &place) {
                Err(error) if error.kind() == ErrorKind::NotFound && is_there => {}
                Err(error) => return Err(error),
                Ok(()) if is_there => {}
                Ok(()) => moved.push(place),
            }
        }
        // The renames reach the disk with the folder; not every system opens folders.
        File::open(&self.folder.path).and_then(|folder| folder.sync_all()).or(Ok(()))
    }
}
