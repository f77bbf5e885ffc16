//! What the files of a corpus index are called: by what is in them, and their content.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::super::super::Error;
use super::super::folder::Making;
use super::super::manifest;
use twinprint::index::FileEntry;
use twinprint::table::Header;

/// How files begin, and how they end: tables of passages, tables of shingles, sources, texts, removed documents, the model,
/// boilerplate; of an index of documents as wholes tables of blocks, fingerprints and names; and of one that is read by ranges buckets and
/// records.
const PARTS: [(&str, &str); 12] = [
    (PASSAGES, SHARD),
    (SHINGLES, SHARD),
    (SOURCES, "twd"),
    (TEXTS, "twx"),
    (REMOVED, "twr"),
    (MODEL, "twm"),
    (BOILERPLATE, "twb"),
    (BLOCKS, SHARD),
    (FINGERPRINTS, "twp"),
    (NAMES, manifest::NAMES_ENDING),
    (BUCKETS, "twh"),
    (RECORDS, "twe"),
];
pub(super) const PASSAGES: &str = "passages";
pub(super) const SHINGLES: &str = "shingles";
pub(super) const SOURCES: &str = "sources";
pub(super) const TEXTS: &str = "texts";
pub(super) const REMOVED: &str = "removed";
pub(super) const MODEL: &str = "model";
pub(super) const BOILERPLATE: &str = "boilerplate";
pub(in super::super) const BLOCKS: &str = "blocks";
pub(in super::super) const FINGERPRINTS: &str = "fingerprints";
pub(in super::super) const NAMES: &str = "names";
pub(in super::super) const BUCKETS: &str = "buckets";
pub(in super::super) const RECORDS: &str = "records";
const SHARD: &str = manifest::SHARD_ENDING;

/// The ending of a file of this beginning.
pub(super) fn ending(stem: &str) -> &'static str {
    let kind = stem.split('-').next();
    PARTS.iter().find(|(begin, _)| Some(*begin) == kind).map_or("", |(_, ending)| ending)
}

/// Whether a file is named as a part of a corpus index is.
pub(in super::super) fn is_part(name: &str) -> bool {
    let Some((stem, end)) = name.rsplit_once('.') else { return false };
    let Some((stem, hash)) = stem.rsplit_once('-') else { return false };
    end == ending(stem)
        && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && hash.len() == 16
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Where the files of a segment go.
pub(in super::super) enum Files<'a> {
    /// Among those of an index that is being made.
    Folder(&'a Making<'a>),
    /// Into memory, by their names.
    Memory(Mutex<BTreeMap<String, Vec<u8>>>),
}

impl Files<'_> {
    /// Keeps a file of which the first `head` bytes must be had before any other.
    pub(in super::super) fn save(&self, stem: &str, bytes: &[u8], head: u64) -> Result<FileEntry, Error> {
        let saved = match self {
            Files::Folder(making) => making.save(stem, bytes, ending(stem))?,
            Files::Memory(files) => {
                let file = manifest::FileEntry::of(stem, bytes, ending(stem));
                let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
                files.insert(file.name.clone(), bytes.into());
                file
            }
        };
        let manifest::FileEntry { name, bytes, xxh64 } = saved;
        Ok(FileEntry { name, bytes, head, xxh64 })
    }

    /// Those that are in memory.
    pub(super) fn into_memory(self) -> BTreeMap<String, Vec<u8>> {
        match self {
            Files::Folder(_) => BTreeMap::new(),
            Files::Memory(files) => files.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Keeps a shard.
    pub(in super::super) fn shard(&self, stem: &str, bytes: &[u8]) -> Result<FileEntry, Error> {
        self.save(stem, bytes, Header::read(stem, bytes)?.head().unwrap_or(0))
    }
}
