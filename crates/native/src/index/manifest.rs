//! The file that says what an index is: which files it is made of, and what they hold. An index is there when its manifest is.

use std::format;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::super::Error;
use twinprint::simhash::Bits;
use twinprint::table::FamilyId;
use twinprint::wire::{json_lines, with_checksum};

/// The manifest's name in the folder of an index.
pub(super) const MANIFEST: &str = "index.json";
const FORMAT: &str = "twinprint index";
const VERSION: u32 = 1;

/// What an index says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: String,
    version: u32,
    /// How many bits a fingerprint has: 32, 64 or 128.
    pub bits: u32,
    /// The most bits in which what a query finds may differ from it.
    pub k: u32,
    /// How many fingerprints there are, each counted once.
    pub fingerprints: u64,
    /// How many documents have them, a document counted once for each of its fingerprints.
    pub documents: u64,
    /// What their ids are.
    pub ids: Ids,
    /// A line for each table: its prefix, its radius, and its order of bits.
    pub plan: Vec<String>,
    /// How codes are coded by the one before.
    pub coding: String,
    /// The bytes of a block.
    pub block: u32,
    /// Tells indexes apart: 16 hexadecimal digits, the same for the same fingerprints, documents and plan.
    pub digest: String,
    /// The id of the recipe of the fingerprints: 32 hexadecimal digits, zeros if it is not known.
    pub recipe: String,
    /// Every file, shards in their order first.
    pub files: Vec<FileEntry>,
    /// The XXH64 of this file with this field empty.
    checksum: String,
}

/// What ids of documents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ids {
    /// There are none.
    None,
    /// Numbers, which are the ordinals.
    Numbers,
    /// Text, in a file of names.
    Names,
}

/// A file of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the folder.
    pub name: String,
    /// How long it is.
    pub bytes: u64,
    /// Its XXH64: 16 hexadecimal digits.
    pub xxh64: String,
}

impl FileEntry {
    /// Of a file with this content, named by it: `t00-s000-0123456789abcdef.tws` for the stem `t00-s000` and the ending `tws`.
    pub(super) fn of(stem: &str, bytes: &[u8], ending: &str) -> Self {
        let xxh64 = hash(bytes);
        FileEntry { name: format!("{stem}-{xxh64}.{ending}"), bytes: bytes.len() as u64, xxh64 }
    }

    /// That the file has `bytes` bytes.
    pub(super) fn check_length(&self, place: &str, bytes: u64) -> Result<(), Error> {
        check_length(place, bytes, self.bytes)
    }

    /// Whether this is a shard.
    pub fn is_shard(&self) -> bool {
        self.name.ends_with(SHARD_ENDING)
    }
}

/// That a file has as many bytes as were written.
pub(super) fn check_length(place: &str, bytes: u64, written: u64) -> Result<(), Error> {
    if bytes == written {
        return Ok(());
    }
    let what = format!("it has {bytes} bytes, and {written} were written");
    Err(Error::Index { place: place.into(), what, remedy: "build the index again" })
}

pub(super) const SHARD_ENDING: &str = "tws";
pub(super) const NAMES_ENDING: &str = "twn";

/// Whether a file is named as a part of an index is.
pub(super) fn is_part(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let Some((stem, hash)) = stem.rsplit_once('-') else { return false };
    let is_shard = ending == SHARD_ENDING && stem.starts_with('t') && stem.contains("-s");
    let is_names = ending == NAMES_ENDING && stem == "names";
    (is_shard || is_names) && hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The XXH64 as it is written.
pub(super) fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", XxHash64::oneshot(0, bytes))
}

/// What tells a family from others: its digest and the recipe, as they are written.
fn written(family: FamilyId) -> (String, String) {
    (format!("{:016x}", family.digest), format!("{:032x}", u128::from_be_bytes(family.recipe)))
}

/// What a new manifest says.
#[derive(Debug, Clone)]
pub(super) struct Contents {
    pub(super) bits: Bits,
    pub(super) k: u32,
    pub(super) fingerprints: u64,
    pub(super) documents: u64,
    pub(super) ids: Ids,
    pub(super) plan: Vec<String>,
    pub(super) coding: &'static str,
    pub(super) block: u32,
    pub(super) family: FamilyId,
    pub(super) files: Vec<FileEntry>,
}

impl Manifest {
    pub(super) fn new(contents: Contents) -> Self {
        let (digest, recipe) = written(contents.family);
        Manifest {
            format: FORMAT.into(),
            version: VERSION,
            bits: contents.bits.count(),
            k: contents.k,
            fingerprints: contents.fingerprints,
            documents: contents.documents,
            ids: contents.ids,
            plan: contents.plan,
            coding: contents.coding.into(),
            block: contents.block,
            digest,
            recipe,
            files: contents.files,
            checksum: String::new(),
        }
    }

    /// The manifest of the index in a folder.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and [`Error::Index`] where there is no index, one of another version or a damaged one.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let bad = |what: String| {
            let place = path.to_string_lossy().into_owned();
            Error::Index { place, what, remedy: "build the index again" }
        };
        let bytes = fs::read(&path).map_err(|reason| match (reason.kind(), folder.is_dir()) {
            (ErrorKind::NotFound, true) => Error::Index {
                place: folder.to_string_lossy().into_owned(),
                what: "there is no index in this folder".into(),
                remedy: "build one with twinprint index build",
            },
            _ => Error::Unreadable { place: folder.to_string_lossy().into_owned(), reason },
        })?;
        let value: serde_json::Value = serde_json::from_slice(&bytes)
            .map_err(|error| bad(format!("this is no manifest of an index: {error}")))?;
        let of_documents =
            [twinprint::index::FORMAT, twinprint::seen::FORMAT, twinprint::seen::RANGES_FORMAT];
        if of_documents.iter().any(|format| value["format"] == *format) {
            return Err(Error::Index {
                place: folder.to_string_lossy().into_owned(),
                what: "this is an index of documents, not of bare fingerprints".into(),
                remedy: "check documents against it with twinprint check",
            });
        }
        if value["format"] != FORMAT {
            return Err(bad("this is no manifest of an index".into()));
        }
        if value["version"] != VERSION {
            return Err(bad(format!("it is of version {}, and {VERSION} is read here", value["version"])));
        }
        let manifest: Manifest = serde_json::from_value(value)
            .map_err(|error| bad(format!("this is no whole manifest of an index: {error}")))?;
        if manifest.to_bytes() != bytes {
            return Err(bad("its checksum is wrong".into()));
        }
        if let Some(file) = manifest.files.iter().find(|file| !is_part(&file.name)) {
            return Err(bad(format!("it names \"{}\", which is no file of an index", file.name)));
        }
        Ok(manifest)
    }

    /// Whether a file is the manifest of some index, whole or not.
    pub(super) fn is_one(bytes: &[u8]) -> bool {
        let names = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        let seen = [twinprint::seen::FORMAT, twinprint::seen::RANGES_FORMAT];
        [FORMAT, twinprint::index::FORMAT, SHARD_ENDING].into_iter().chain(seen).any(names)
    }

    /// Whether a file is the manifest of an index of fingerprints, whole or not.
    pub(super) fn is_of_fingerprints(bytes: &[u8]) -> bool {
        let format = serde_json::from_slice(bytes).ok().and_then(|value: serde_json::Value| {
            value.get("format").and_then(|format| format.as_str().map(String::from))
        });
        format.as_deref() == Some(FORMAT)
    }

    /// What is written: the same for the same index.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        json_lines(&with_checksum(self.clone(), |manifest| &mut manifest.checksum))
    }

    /// How many bits, as the tables know it.
    ///
    /// # Errors
    /// [`twinprint::Error::InvalidOption`] for a number that fingerprints do not have.
    pub fn bits(&self) -> Result<Bits, twinprint::Error> {
        Bits::from_count(self.bits)
    }

    /// Whether it is the manifest of this family.
    pub(super) fn is_of(&self, family: FamilyId) -> bool {
        let (digest, recipe) = written(family);
        (&digest, &recipe) == (&self.digest, &self.recipe)
    }

    /// The shards of the first table, which has all fingerprints in their natural order.
    pub fn first_table(&self) -> impl Iterator<Item = &FileEntry> {
        self.files.iter().filter(|file| file.is_shard() && file.name.starts_with("t00-"))
    }

    /// The file of names, if there is one.
    pub fn names(&self) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.name.ends_with(NAMES_ENDING))
    }
}
