//! Folders that one process holds at a time.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use super::Error;

/// What is held. It stays, since a lock on a file that was removed keeps nobody out.
pub(crate) const LOCK: &str = ".twinprint-lock";

/// A folder that is held, until this is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct FolderLock {
    /// The folder was made.
    pub(crate) is_new: bool,
    _lock: File,
}

impl FolderLock {
    /// Makes the folder, if there is none, and holds it. `busy` says who does if another process does.
    pub(crate) fn hold(folder: &Path, busy: &str) -> Result<Self, Error> {
        let place = || folder.to_string_lossy().into_owned();
        let unwritable = |reason| Error::Unwritable { place: place(), reason };
        let is_new = match fs::create_dir(folder) {
            Ok(()) => true,
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists && folder.is_dir() => false,
            Err(reason) => return Err(unwritable(reason)),
        };
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK));
        let lock = lock.map_err(unwritable)?;
        match lock.try_lock() {
            Ok(()) => Ok(FolderLock { is_new, _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                let remedy = "wait for it, or give another folder";
                Err(Error::Index { place: place(), what: busy.into(), remedy })
            }
            Err(TryLockError::Error(reason)) => Err(unwritable(reason)),
        }
    }
}
