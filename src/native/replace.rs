//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::prelude::v1::*;

use super::Error;

/// Writes a file in place of the one at `path`: beside it under another name, then onto the disk, then renamed. A
/// full disk leaves the old file as it was, and nothing else. What is no regular file, such as `/dev/stdout`, is
/// written to directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.html");
/// twinprint::native::replace(&path, b"old")?;
/// twinprint::native::replace(&path, b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// assert_eq!(std::fs::read_dir(&folder)?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unwritable`].
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Error> {
    write(path, contents)
        .map_err(|reason| Error::Unwritable { place: path.to_string_lossy().into_owned(), reason })
}

/// Makes sure, before long work, that a file could be written at `path`: that it is no folder and that its folder is there.
///
/// # Errors
/// [`Error::Unwritable`].
pub fn check_place(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let reason = match (folder, path.is_dir()) {
        (_, true) => ErrorKind::IsADirectory,
        (Some(folder), _) if !folder.is_dir() => ErrorKind::NotFound,
        _ => return Ok(()),
    };
    Err(Error::Unwritable { place: path.to_string_lossy().into_owned(), reason: reason.into() })
}

fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(&path)?.write_all(contents);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".twinprint-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    // The rename itself reaches the disk with its folder; not every system opens folders.
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
}
