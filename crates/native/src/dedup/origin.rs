//! The path of each file in what is given back.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::super::corpus::{Entry, Origin};

/// The paths of files below the deepest folder that all are in: of a folder that was named, it is that. Files have the same path only if
/// they are the same file.
///
/// ```
/// use twinprint_native::corpus::Listing;
/// use twinprint_native::dedup::relative_paths;
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir_all(folder.path().join("data/more"))?;
/// for name in ["data/a.jsonl", "data/more/b.jsonl"] {
///     std::fs::write(folder.path().join(name), "")?;
/// }
/// let operands = [folder.path().join("data").into_os_string()];
/// let paths = relative_paths(&operands, &Listing::new(&operands).entries);
/// assert_eq!(paths, [std::path::Path::new("a.jsonl"), std::path::Path::new("more/b.jsonl")]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn relative_paths(operands: &[OsString], entries: &[Entry]) -> Vec<PathBuf> {
    let folders: Vec<(&Path, PathBuf)> = operands
        .iter()
        .map(Path::new)
        .filter(|path| path.is_dir())
        .filter_map(|path| Some((path, path.canonicalize().ok()?)))
        .collect();
    let real = |entry: &Entry| -> PathBuf {
        let Origin::File(path) = &entry.origin else { return PathBuf::from(&entry.name) };
        let below =
            folders.iter().find_map(|(folder, real)| Some(real.join(path.strip_prefix(folder).ok()?)));
        below.or_else(|| in_real_folder(path)).unwrap_or_else(|| path.clone())
    };
    let files: Vec<PathBuf> = entries.iter().map(real).collect();
    let above = |path: &PathBuf| path.parent().map(Path::to_path_buf).unwrap_or_default();
    let tops = folders.iter().map(|(_, real)| real.clone()).chain(files.iter().map(above));
    let common = tops.reduce(|a, b| {
        a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    let common = common.unwrap_or_default();
    files.iter().map(|file| file.strip_prefix(&common).unwrap_or(file).to_path_buf()).collect()
}

/// How long files are and when they were changed: a file that is changed while a run is at work is told by it.
pub fn stamps(entries: &[Entry]) -> Vec<Stamp> {
    entries.iter().map(stamp).collect()
}

/// What a file's metadata say of its content; nothing of what is no file.
pub type Stamp = Option<(u64, Option<SystemTime>)>;

pub(super) fn stamp(entry: &Entry) -> Stamp {
    let Origin::File(path) = &entry.origin else { return None };
    path.metadata().ok().map(|file| (file.len(), file.modified().ok()))
}

fn in_real_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}
