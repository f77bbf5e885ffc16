//! Files by their paths: the page's, and an index's as a web host would have them.
//!
//! No path of a request is given to the file system as it is: each step of it has to be a plain name, and nothing on the way may
//! be a link.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{format, vec};

use twox_hash::XxHash64;

/// A file to be served.
#[derive(Debug)]
pub(super) struct ServedFile {
    file: File,
    /// How long it is.
    pub(super) length: u64,
    /// What tells it from every other content.
    pub(super) tag: String,
    /// Its media type.
    pub(super) kind: &'static str,
}

impl ServedFile {
    /// Some bytes of it.
    pub(super) fn read(&mut self, bytes: Range<u64>) -> io::Result<Vec<u8>> {
        let length = usize::try_from(bytes.end - bytes.start).map_err(io::Error::other)?;
        let mut read = vec![0; length];
        self.file.seek(SeekFrom::Start(bytes.start))?;
        self.file.read_exact(&mut read)?;
        Ok(read)
    }
}

/// The file of a folder that a path names; `/` and what ends with it name an `index.html`.
pub(super) fn page(folder: &Path, path: &str) -> Option<ServedFile> {
    let path = if path.ends_with('/') { format!("{path}index.html") } else { path.into() };
    let mut file = plain(folder, &path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    Some(ServedFile { file, length: bytes.len() as u64, tag: tag(&bytes), kind: kind(&path) })
}

/// A file of an index by its name, which says what its content is.
pub(super) fn of_index(folder: &Path, name: &str) -> Option<ServedFile> {
    let file = plain(folder, &format!("/{name}"))?;
    let length = file.metadata().ok()?.len();
    Some(ServedFile { file, length, tag: tag(format!("{name} {length}").as_bytes()), kind: kind(name) })
}

fn tag(content: &[u8]) -> String {
    format!("\"{:016x}\"", XxHash64::oneshot(0, content))
}

/// A file below a folder, if every step to it is a plain name, and none is a link.
fn plain(folder: &Path, path: &str) -> Option<File> {
    let mut place = PathBuf::from(folder);
    for name in path.strip_prefix('/')?.split('/') {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        if name.is_empty() || name.starts_with('.') || !name.bytes().all(is_plain) {
            return None;
        }
        place.push(name);
        if fs::symlink_metadata(&place).ok()?.is_symlink() {
            return None;
        }
    }
    let file = File::open(&place).ok()?;
    file.metadata().ok()?.is_file().then_some(file)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/vnd.microsoft.icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
