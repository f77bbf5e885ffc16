//! A ZIP archive of parts, opened with care: the number of files in it, how much they unpack to and in what ratio is bounded by what really
//! comes out, not by what the archive says.

use std::collections::HashMap;
use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use super::Unreadable;

/// Files in an archive.
const PARTS: usize = 5_000;
/// The most bytes that one file unpacks to.
const LARGEST: u64 = 256 << 20;
/// The most that all files together do.
const ALL: u64 = 1 << 30;
/// How many bytes may come out of one. Text packs to a tenth, markup to a fiftieth; deflate ends at 1,032.
const RATIO: u64 = 200;
/// Bytes that may come out whatever the ratio is.
const FREE: u64 = 4 << 20;

/// The parts of a document by their names.
pub(super) struct Package<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    parts: HashMap<String, Part>,
    /// How many bytes may still come out.
    left: u64,
}

#[derive(Clone, Copy)]
struct Part {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    encrypted: bool,
}

impl<'a> Package<'a> {
    /// Reads what an archive says is in it. Of two files of one name the last counts, as for those who write such documents.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Package<'a>, Unreadable> {
        let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut parts = HashMap::new();
        let mut entries = archive.entries();
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(damaged)? {
            count += 1;
            if count > PARTS {
                return Err(Unreadable::ManyParts(PARTS));
            }
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
            let part = Part {
                place: entry.wayfinder(),
                method: entry.compression_method(),
                encrypted: entry.flags().is_encrypted(),
            };
            parts.insert(name, part);
        }
        Ok(Package { archive, parts, left: ALL })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.parts.contains_key(name)
    }

    /// The bytes of a part.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, Unreadable> {
        let missing = || Unreadable::Damaged(format!("{name} is missing"));
        let &Part { place, method, encrypted } = self.parts.get(name).ok_or_else(missing)?;
        if encrypted {
            return Err(Unreadable::Protected);
        }
        let entry = self.archive.get_entry(place).map_err(damaged)?;
        let packed = entry.data();
        let most = LARGEST.min(self.left).min(FREE.max(packed.len() as u64 * RATIO));
        let mut bytes = Vec::new();
        let read = match method {
            CompressionMethod::STORE => entry.verifying_reader(packed).take(most + 1).read_to_end(&mut bytes),
            CompressionMethod::DEFLATE => {
                entry.verifying_reader(DeflateDecoder::new(packed)).take(most + 1).read_to_end(&mut bytes)
            }
            method => return Err(Unreadable::Damaged(format!("{name} is packed by {method:?}"))),
        };
        self.left = self.left.saturating_sub(bytes.len() as u64);
        if bytes.len() as u64 > most {
            return Err(Unreadable::Bomb(most));
        }
        read.map_err(|error| Unreadable::Damaged(format!("{name}: {error}")))?;
        Ok(bytes)
    }

    /// A part as UTF-8.
    pub(super) fn text(&mut self, name: &str) -> Result<String, Unreadable> {
        Ok(String::from_utf8_lossy(&self.read(name)?).into_owned())
    }
}

fn damaged(error: rawzip::Error) -> Unreadable {
    Unreadable::Damaged(error.to_string())
}
