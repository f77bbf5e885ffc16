//! Which shards there are, and of which files.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Error;
use crate::index::{FileEntry, MANIFEST};
use crate::seen::{Design, DocumentsEntry, DocumentsManifest};

/// What a manifest's `format` is.
const FORMAT: &str = "twinprint shards of what was seen";
/// The version that is written and read here.
const VERSION: u32 = 1;

/// The shards of remembered documents, the earliest first: their documents are numbered before those of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShardsManifest {
    format: String,
    version: u32,
    bytes: usize,
    recipe: String,
    pub(super) shards: Vec<ShardEntry>,
    checksum: String,
}

/// A shard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ShardEntry {
    /// How many numbers its documents have, which stay whatever is forgotten.
    pub(super) documents: u32,
    /// What it is made of; nothing once all of it is forgotten.
    pub(super) files: Option<ShardFiles>,
}

/// The files of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ShardFiles {
    /// Its fingerprints, their blocks, and ids.
    pub(super) segment: DocumentsEntry,
    /// When its documents were seen: of all files the only one that is another when they are seen again.
    pub(super) times: FileEntry,
}

impl ShardsManifest {
    /// Of no shard.
    pub fn empty(design: &Design) -> Self {
        ShardsManifest::of(design, Vec::new())
    }

    pub(super) fn of(design: &Design, shards: Vec<ShardEntry>) -> Self {
        let recipe = alloc::format!("{}", design.id());
        ShardsManifest {
            format: FORMAT.into(),
            version: VERSION,
            bytes: design.bytes(),
            recipe,
            shards,
            checksum: String::new(),
        }
    }

    /// Every file.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        let files = self.shards.iter().filter_map(|shard| shard.files.as_ref());
        files.flat_map(|ShardFiles { segment, times }| segment.files().chain([times]))
    }

    /// The index of the shards that are left.
    pub(super) fn index(&self, design: &Design) -> DocumentsManifest {
        let segments: Vec<DocumentsEntry> =
            self.shards.iter().filter_map(|shard| Some(shard.files.as_ref()?.segment.clone())).collect();
        let documents = segments.iter().map(|segment| u64::from(segment.documents)).sum();
        DocumentsManifest { documents, segments, ..DocumentsManifest::empty(design) }
    }

    /// Refuses shards of another design.
    pub(super) fn check(&self, design: &Design) -> Result<(), Error> {
        let is_own = self.bytes == design.bytes() && self.recipe == alloc::format!("{}", design.id());
        let is_whole = self
            .shards
            .iter()
            .all(|shard| shard.files.as_ref().is_none_or(|files| files.segment.documents == shard.documents));
        match (is_own, is_whole) {
            (true, true) => Ok(()),
            (false, _) => Err(bad("it was begun by another design")),
            (_, false) => Err(bad("its numbers do not add up")),
        }
    }
}

#[cfg(feature = "service")]
impl ShardsManifest {
    /// The manifest that bytes are.
    ///
    /// ```
    /// use twinprint::seen::{Design, ShardsManifest};
    /// let manifest = ShardsManifest::empty(&Design::default());
    /// assert_eq!(ShardsManifest::from_json(&manifest.to_json())?.files().count(), 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is none, or has a wrong checksum.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        let manifest: ShardsManifest = serde_json::from_slice(bytes)
            .map_err(|error| bad(&alloc::format!("it is no manifest: {error}")))?;
        if manifest.format != FORMAT || manifest.version != VERSION {
            return Err(bad("it is no manifest of shards of this version"));
        }
        if manifest.to_json() != bytes {
            return Err(bad("its checksum is wrong"));
        }
        manifest.files().try_for_each(FileEntry::check_entry)?;
        Ok(manifest)
    }

    /// Its bytes: the same shards give the same.
    pub fn to_json(&self) -> Vec<u8> {
        let own =
            crate::wire::with_checksum(self.clone(), |manifest: &mut ShardsManifest| &mut manifest.checksum);
        crate::wire::json_lines(&own)
    }
}

pub(super) fn bad(problem: &str) -> Error {
    Error::BadIndex { file: MANIFEST.into(), problem: problem.into() }
}
