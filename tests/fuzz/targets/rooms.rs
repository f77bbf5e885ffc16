//! Folders for what is read from folders: in memory where the system has such a place, one for each process.

use std::fs;
use std::path::{Path, PathBuf};

/// Files by their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// A folder that is there and empty: below that of the build where tests try the seeds, or else where `cargo xtask fuzz` says, which takes it
/// away.
pub fn empty(name: &str) -> PathBuf {
    let within = option_env!("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = within.join(format!("twinprint-fuzz-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The files of a folder.
pub fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").flatten().filter(|entry| entry.path().is_file());
    let mut files: Files = entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// A file with damage: pairs of a place, in 256ths of the file, and what becomes of the byte there; a zero cuts it off.
pub fn damaged(file: &[u8], damage: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    for pair in damage.chunks_exact(2) {
        let at = usize::from(pair[0]) * file.len() / 256;
        match (pair[1], file.get_mut(at)) {
            (0, _) => file.truncate(at),
            (change, Some(byte)) => *byte ^= change,
            (_, None) => {}
        }
    }
    file
}
