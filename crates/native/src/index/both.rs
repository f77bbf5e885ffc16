//! Two indexes of the same documents in one folder (`index build --find both`): of the passages in them, and of them as wholes.
//!
//! Either is a folder as those of its kind are, below one with a number, which the manifest names. A change is made below the next number, where it
//! begins with links to the files of the one before: these never change. When both indexes are whole the manifest is replaced, in one step,
//! and what it named before is removed. So no document ever is in one of them alone because something was interrupted.

use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::{Error, replace};
use super::column::unwritable;
use super::corpus::JOURNAL;
use super::manifest::MANIFEST;
use crate::lock::{FolderLock, LOCK};

/// What a manifest's `format` is.
const FORMAT: &str = "twinprint passages and documents";
/// The version that is written and read here.
const VERSION: u32 = 1;

/// Where the two indexes are, each a folder of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BothFolders {
    /// That of passages.
    pub passages: PathBuf,
    /// That of documents as wholes.
    pub documents: PathBuf,
}

impl BothFolders {
    /// Below a folder: `passages` and `documents`.
    pub fn below(folder: &Path) -> Self {
        BothFolders { passages: folder.join("passages"), documents: folder.join("documents") }
    }
}

/// What the folder says of itself: `index.json`.
#[derive(Serialize, Deserialize)]
struct BothManifest {
    format: String,
    version: u32,
    /// The folder that both are below.
    number: u64,
}

/// Whether a folder has two indexes, as far as its manifest can be read.
pub fn is_both(folder: &Path) -> bool {
    fs::read(folder.join(MANIFEST)).is_ok_and(|bytes| is_of_both(&bytes))
}

/// Whether a file is the manifest of such a folder, whole or not.
pub(super) fn is_of_both(bytes: &[u8]) -> bool {
    bytes.windows(FORMAT.len()).any(|window| window == FORMAT.as_bytes())
}

/// Where the two indexes are that a folder has.
///
/// # Errors
/// [`Error::Unreadable`], and [`Error::Index`] where there are none, or the manifest is damaged.
pub fn both_folders(folder: &Path) -> Result<BothFolders, Error> {
    Ok(BothFolders::below(&folder.join(number(folder)?.to_string())))
}

/// Builds two indexes in a folder, in place of those that are there, by what `work` makes below it.
///
/// ```
/// use twinprint_native::index::{BothFolders, both_folders, build_both};
/// let folder = tempfile::tempdir()?;
/// let (index, made) = (folder.path().join("index"), |both: &BothFolders| {
///     [&both.passages, &both.documents].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
///     Ok(())
/// });
/// build_both(&index, made)?;
/// build_both(&index, made)?;
/// assert_eq!(both_folders(&index)?, BothFolders::below(&index.join("2")));
/// assert!(!index.join("1").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `work` says, [`Error::Unwritable`], and [`Error::Index`] where the folder has something else, or another process changes it. What was
/// there is then as it was.
pub fn build_both<T>(folder: &Path, work: impl FnOnce(&BothFolders) -> Result<T, Error>) -> Result<T, Error> {
    let lock = hold(folder)?;
    let before = match fs::read(folder.join(MANIFEST)) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => Ok(0),
        _ => number(folder),
    };
    let (is_new, done) = (lock.is_new, before.and_then(|before| next(folder, before, |_| Ok(()), work)));
    if is_new && done.is_err() {
        // What cannot be removed is left: the error that brought this about is returned.
        let _ = fs::remove_file(folder.join(LOCK));
        drop(lock);
        let _ = fs::remove_dir(folder);
    }
    done
}

/// Changes both indexes of a folder: `work` changes each as it would be by itself.
///
/// # Errors
/// As [`build_both`], and as [`both_folders`].
pub fn change_both<T>(
    folder: &Path,
    work: impl FnOnce(&BothFolders) -> Result<T, Error>,
) -> Result<T, Error> {
    let before = number(folder)?;
    let _lock = hold(folder)?;
    let begin = |new: &BothFolders| {
        let old = BothFolders::below(&folder.join(before.to_string()));
        link(&old.passages, &new.passages)?;
        link(&old.documents, &new.documents)
    };
    next(folder, before, begin, work)
}

fn hold(folder: &Path) -> Result<FolderLock, Error> {
    FolderLock::hold(folder, "another build is at work in this folder")
}

/// Has the next state of both made beside that before, and makes it the index.
fn next<T>(
    folder: &Path,
    before: u64,
    begin: impl FnOnce(&BothFolders) -> io::Result<()>,
    work: impl FnOnce(&BothFolders) -> Result<T, Error>,
) -> Result<T, Error> {
    let number = before + 1;
    let own = folder.join(number.to_string());
    let make = || {
        remove_but(folder, before)?;
        fs::create_dir(&own)?;
        begin(&BothFolders::below(&own))
    };
    let made = make().map_err(|reason| unwritable(folder, reason));
    let done = made.and_then(|()| work(&BothFolders::below(&own))).and_then(|done| {
        let manifest = BothManifest { format: FORMAT.into(), version: VERSION, number };
        // Strings and numbers always are JSON.
        replace(&folder.join(MANIFEST), &serde_json::to_vec(&manifest).unwrap_or_default())?;
        Ok(done)
    });
    // What cannot be removed now, as where somebody still reads it, is by the next change.
    let _ = remove_but(folder, if done.is_ok() { number } else { before });
    done
}

/// Removes all numbered folders but one.
fn remove_but(folder: &Path, kept: u64) -> io::Result<()> {
    let is_other = |entry: &DirEntry| {
        entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok()).is_some_and(|own| own != kept)
    };
    fs::read_dir(folder)?.flatten().filter(is_other).try_for_each(|entry| fs::remove_dir_all(entry.path()))
}

/// A folder with the files of another, of which each is on the disk once, where the disk can.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if !path.is_file() || name == LOCK {
            continue;
        }
        let beside = to.join(&name);
        // A journal is written on.
        if name == JOURNAL || fs::hard_link(&path, &beside).is_err() {
            fs::copy(&path, &beside)?;
        }
    }
    Ok(())
}

fn number(folder: &Path) -> Result<u64, Error> {
    let place = || folder.join(MANIFEST).to_string_lossy().into_owned();
    let bytes =
        fs::read(folder.join(MANIFEST)).map_err(|reason| Error::Unreadable { place: place(), reason })?;
    if !is_of_both(&bytes) {
        return Err(Error::Index {
            place: place(),
            what: "this file is of something else than an index of passages and documents".into(),
            remedy: "give another folder",
        });
    }
    match serde_json::from_slice::<BothManifest>(&bytes) {
        Ok(BothManifest { version: VERSION, number, .. }) => Ok(number),
        Ok(BothManifest { version, .. }) => Err(Error::Index {
            place: place(),
            what: format!("its version is {version}, not {VERSION}"),
            remedy: "build the index again",
        }),
        Err(error) => Err(Error::Index {
            place: place(),
            what: format!("it is no manifest: {error}"),
            remedy: "build the index again",
        }),
    }
}
