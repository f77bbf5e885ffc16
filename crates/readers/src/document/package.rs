//! A ZIP archive, opened with care: the number of files in it, how much they unpack to and in what ratio is bounded by what really
//! comes out, not by what the archive says.

use std::collections::HashMap;
use std::io::{self, Read};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use super::Unreadable;

/// Files in an archive.
pub(super) const FILES: usize = 5_000;
/// The most bytes that one file unpacks to.
const LARGEST: u64 = 256 << 20;
/// The most that all files together do.
pub(super) const ALL: u64 = 1 << 30;
/// How many bytes may come out of one. Text packs to a tenth, markup to a fiftieth; deflate ends at 1,032.
const RATIO: u64 = 200;
/// Bytes that may come out whatever the ratio is.
const FREE: u64 = 4 << 20;

/// The parts of a document by their names.
pub(super) type Package<'a> = Zip<&'a [u8]>;

/// The files of an archive.
pub(super) struct Zip<T> {
    archive: ZipSliceArchive<T>,
    /// In the order of its directory; two may have one name.
    files: Vec<(String, File)>,
    by_name: HashMap<String, usize>,
    /// How many bytes may still come out.
    pub(super) left: u64,
}

#[derive(Clone, Copy)]
struct File {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

impl<T: AsRef<[u8]>> Zip<T> {
    /// Reads what an archive says is in it. Of two files of one name the last counts where one is requested by it.
    pub(super) fn open(bytes: T) -> Result<Zip<T>, Unreadable> {
        let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut files = Vec::new();
        let mut entries = archive.entries();
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(damaged)? {
            count += 1;
            if count > FILES {
                return Err(Unreadable::ManyFiles(FILES));
            }
            if entry.is_dir() {
                continue;
            }
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
            let file = File {
                place: entry.wayfinder(),
                method: entry.compression_method(),
                encrypted: entry.flags().is_encrypted(),
            };
            files.push((name, file));
        }
        let by_name = files.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
        Ok(Zip { archive, files, by_name, left: ALL })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The name of a file by its place in the directory.
    #[cfg(feature = "archives")]
    pub(super) fn name(&self, at: usize) -> Option<&str> {
        self.files.get(at).map(|(name, _)| name.as_str())
    }

    /// The bytes of the file of a name.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, Unreadable> {
        match self.by_name.get(name) {
            Some(&at) => self.unpack(at),
            None => Err(Unreadable::Damaged(format!("{name} is missing"))),
        }
    }

    /// The bytes of a file by its place in the directory.
    pub(super) fn unpack(&mut self, at: usize) -> Result<Vec<u8>, Unreadable> {
        let missing = || Unreadable::Damaged("a file is missing".into());
        let (name, File { place, method, encrypted }) = self.files.get(at).ok_or_else(missing)?;
        if *encrypted {
            return Err(Unreadable::Protected);
        }
        let entry = self.archive.get_entry(*place).map_err(damaged)?;
        let packed = entry.data();
        let left = &mut self.left;
        let read = match *method {
            CompressionMethod::STORE => within(entry.verifying_reader(packed), packed.len(), left)?,
            CompressionMethod::DEFLATE => {
                within(entry.verifying_reader(DeflateDecoder::new(packed)), packed.len(), left)?
            }
            method => return Err(Unreadable::Packing(method.as_u16())),
        };
        read.map_err(|error| Unreadable::Damaged(format!("{name}: {error}")))
    }

    /// A file as UTF-8.
    pub(super) fn text(&mut self, name: &str) -> Result<String, Unreadable> {
        Ok(String::from_utf8_lossy(&self.read(name)?).into_owned())
    }
}

/// All that comes out of a reader of `packed` bytes, or what the reader says; `left` is how many bytes may still come out, and becomes less.
pub(super) fn within(
    reader: impl Read,
    packed: usize,
    left: &mut u64,
) -> Result<io::Result<Vec<u8>>, Unreadable> {
    let most = LARGEST.min(*left).min(FREE.max(packed as u64 * RATIO));
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes);
    *left = left.saturating_sub(bytes.len() as u64);
    if bytes.len() as u64 > most {
        return Err(Unreadable::Bomb(most));
    }
    Ok(read.map(|_| bytes))
}

/// The path that a part of the package in `folder` means by `target`.
pub(super) fn resolved(folder: &str, target: &str) -> String {
    let folder = if target.starts_with('/') { "" } else { folder };
    let mut path: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(target.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

/// The folder that a part is in.
pub(super) fn folder_of(part: &str) -> &str {
    part.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn damaged(error: rawzip::Error) -> Unreadable {
    Unreadable::Damaged(format!("its ZIP archive: {error}"))
}
