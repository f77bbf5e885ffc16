//! Files by their paths: the page's, and an index's as a web host would have them.
//!
//! No path of a request is given to the file system as it is: each step of it has to be a plain name, and nothing on the way may
//! be a link. No file is ever whole in memory.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use std::{format, vec};

use twox_hash::XxHash64;

use super::sending::Sending;

/// How many bytes are hashed at a time.
const PIECE: usize = 64 << 10;

/// A file to be served.
#[derive(Debug)]
pub(super) struct ServedFile {
    pub(super) file: File,
    /// How long it is.
    pub(super) length: u64,
    /// What tells it from every other content.
    pub(super) tag: String,
    /// Its media type.
    pub(super) kind: &'static str,
}

impl ServedFile {
    /// Some bytes of it, to be sent.
    pub(super) fn send(mut self, bytes: Range<u64>) -> io::Result<Sending> {
        self.file.seek(SeekFrom::Start(bytes.start))?;
        Ok(Sending::file(self.file, bytes.end - bytes.start))
    }
}

/// What files contained when they were last asked for, as their tags.
#[derive(Debug, Default)]
pub(super) struct Tags(Mutex<HashMap<PathBuf, Tagged>>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Tagged {
    written: SystemTime,
    length: u64,
    tag: String,
}

impl Tags {
    /// The tag of a file at a place, and how long it is. It is read where it is another than when its tag was made.
    fn of(&self, place: PathBuf, file: &mut File) -> io::Result<Tagged> {
        let about = file.metadata()?;
        let (written, length) = (about.modified()?, about.len());
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tagged) = known().get(&place)
            && (tagged.written, tagged.length) == (written, length)
        {
            return Ok(tagged.clone());
        }
        let (hash, length) = hashed(file)?;
        let tagged = Tagged { written, length, tag: format!("\"{hash:016x}\"") };
        known().insert(place, tagged.clone());
        Ok(tagged)
    }
}

/// The XXH64 of a file from where it is read, and how many bytes that were.
pub(super) fn hashed(file: &mut File) -> io::Result<(u64, u64)> {
    let (mut hasher, mut piece, mut length) = (XxHash64::with_seed(0), vec![0; PIECE], 0);
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok((hasher.finish(), length));
        }
        hasher.write(&piece[..read]);
        length += read as u64;
    }
}

/// The file of a folder that a path names; `/` and what ends with it name an `index.html`.
pub(super) fn page(folder: &Path, path: &str, tags: &Tags) -> Option<ServedFile> {
    let path = if path.ends_with('/') { format!("{path}index.html") } else { path.into() };
    let (mut file, place) = plain(folder, &path)?;
    let Tagged { length, tag, .. } = tags.of(place, &mut file).ok()?;
    Some(ServedFile { file, length, tag, kind: kind(&path) })
}

/// A file of an index by its name, which says what its content is.
pub(super) fn of_index(folder: &Path, name: &str) -> Option<ServedFile> {
    let (file, _) = plain(folder, &format!("/{name}"))?;
    let length = file.metadata().ok()?.len();
    let tag = XxHash64::oneshot(0, format!("{name} {length}").as_bytes());
    Some(ServedFile { file, length, tag: format!("\"{tag:016x}\""), kind: kind(name) })
}

/// A file below a folder and its place, if every step to it is a plain name, and none is a link.
fn plain(folder: &Path, path: &str) -> Option<(File, PathBuf)> {
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
    file.metadata().ok()?.is_file().then_some((file, place))
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
