//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Error;

/// Writes a file in place of the one at `path`, as [`Replacement`] does.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.html");
/// twinprint_native::replace(&path, b"old")?;
/// twinprint_native::replace(&path, b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// assert_eq!(std::fs::read_dir(&folder)?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unwritable`].
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let mut file = Replacement::new(path)?;
    file.write_all(contents).map_err(|reason| unwritable(path, reason))?;
    file.finish()
}

/// Makes sure, before long work, that a file could be written at `path`: that it is no folder and that its folder is there.
///
/// # Errors
/// [`Error::Unwritable`].
pub fn check_place(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let reason = match (folder, path.is_dir()) {
        (_, true) => ErrorKind::IsADirectory.into(),
        (Some(folder), _) if !folder.is_dir() => {
            io::Error::new(ErrorKind::NotFound, "there is no such folder")
        }
        _ => return Ok(()),
    };
    Err(unwritable(path, reason))
}

/// A file that is written piece by piece in place of another: beside it under another name, then onto the disk, then
/// renamed. A full disk leaves the old file as it was, and nothing else; so does one that is never finished. What is no
/// regular file, such as `/dev/stdout`, is written to directly.
///
/// ```
/// use std::io::Write;
/// use twinprint_native::Replacement;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pairs.jsonl");
/// let mut file = Replacement::new(&path)?;
/// file.write_all(b"{}\n")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"{}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    /// What messages call it.
    place: PathBuf,
    out: BufWriter<Out>,
}

#[derive(Debug)]
enum Out {
    Direct(File),
    Beside {
        file: NamedTempFile,
        /// Where it will be.
        path: PathBuf,
    },
}

impl Replacement {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn new(path: &Path) -> Result<Self, Error> {
        Replacement::by_way_of(None, path)
    }

    /// The same, written in a folder of the same disk, where whoever is killed may leave something, rather than beside its
    /// place.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn by_way_of(folder: Option<&Path>, path: &Path) -> Result<Self, Error> {
        let out = Out::new(folder, path).map_err(|reason| unwritable(path, reason))?;
        Ok(Replacement { place: path.into(), out: BufWriter::with_capacity(1 << 16, out) })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; then nothing of it is left.
    pub fn finish(self) -> Result<(), Error> {
        let out = self.out.into_inner().map_err(|error| error.into_error());
        out.and_then(Out::finish).map_err(|reason| unwritable(&self.place, reason))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Out {
    fn new(folder: Option<&Path>, path: &Path) -> io::Result<Self> {
        // A link stays a link: what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(Out::Direct(File::options().write(true).open(&path)?));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".twinprint-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder.unwrap_or(folder_of(&path)))?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Out::Beside { file, path })
    }

    fn finish(self) -> io::Result<()> {
        let Out::Beside { file, path } = self else { return Ok(()) };
        file.as_file().sync_all()?;
        // By std's rename, which on Windows, too, replaces a file that somebody reads.
        let (_, beside) = file.keep().map_err(|error| error.error)?;
        fs::rename(&beside, &path).inspect_err(|_| {
            // What cannot be removed is left: the error of the rename is returned.
            let _ = fs::remove_file(&beside);
        })?;
        // The rename itself reaches the disk with its folder; not every system opens folders.
        File::open(folder_of(&path)).and_then(|folder| folder.sync_all()).or(Ok(()))
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Direct(file) => file.write(bytes),
            Out::Beside { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Direct(file) => file.flush(),
            Out::Beside { file, .. } => file.flush(),
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn unwritable(path: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: path.to_string_lossy().into_owned(), reason }
}
