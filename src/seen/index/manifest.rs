//! The manifest of an index of documents as wholes: which files it is made of, and what is in them.

#[cfg(feature = "service")]
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{BlockLayout, documents_of_file};
use crate::error::Error;
use crate::index::{FileEntry, MANIFEST};
use crate::seen::Design;

/// What a manifest's `format` is.
pub const FORMAT: &str = "twinprint documents index";
/// The version that is written and read here.
const VERSION: u32 = 1;

/// What an index of documents as wholes says of itself: `index.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DocumentsManifest {
    /// [`FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// The bytes of a document's fingerprints: 16, 40 or 80.
    pub bytes: usize,
    /// The design that its documents are known by, as text.
    pub design: String,
    /// The id of the design: 32 hexadecimal digits.
    pub recipe: String,
    /// How many documents there are.
    pub documents: u64,
    /// Its segments, in the order of their documents' numbers.
    pub segments: Vec<DocumentsEntry>,
    /// The XXH64 of this file with this field empty: 16 hexadecimal digits.
    pub checksum: String,
}

/// A segment: documents that were indexed together. It never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DocumentsEntry {
    /// How many documents it has.
    pub documents: u32,
    /// Their fingerprints: each file begins where the one before ends.
    pub fingerprints: Vec<FileEntry>,
    /// The shards of the table of their blocks; none where every document is compared.
    pub blocks: Vec<FileEntry>,
    /// What they are called; without it, by their numbers.
    pub names: Option<FileEntry>,
}

impl DocumentsEntry {
    /// Every file that it is made of.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.fingerprints.iter().chain(&self.blocks).chain(&self.names)
    }
}

impl DocumentsManifest {
    /// Of an index of nothing.
    pub fn empty(design: &Design) -> Self {
        DocumentsManifest {
            format: FORMAT.into(),
            version: VERSION,
            bytes: design.bytes(),
            design: design.to_string(),
            recipe: design.id().to_string(),
            documents: 0,
            segments: Vec::new(),
            checksum: String::new(),
        }
    }

    /// The design that its documents are known by.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for one that there is not.
    pub fn design(&self) -> Result<Design, Error> {
        Design::named(self.bytes, &self.design, &self.recipe).map_err(bad)
    }

    /// Refuses what no index can be.
    ///
    /// # Errors
    /// [`Error::BadIndex`], and [`Error::OtherIndex`] for another version.
    pub fn check(&self) -> Result<(), Error> {
        if self.format != FORMAT {
            return Err(bad("its format is another"));
        }
        if self.version != VERSION {
            return Err(other_version(self.version.to_string()));
        }
        let design = self.design()?;
        let mut documents = 0;
        for segment in &self.segments {
            segment.files().try_for_each(FileEntry::check_entry)?;
            let files = segment.documents.div_ceil(documents_of_file(&design));
            if segment.documents == 0 || segment.fingerprints.len() != files as usize {
                return Err(bad("a segment has not the fingerprints of its documents"));
            }
            if segment.blocks.is_empty() != BlockLayout::of(&design, segment.documents).is_none() {
                return Err(bad("a segment has no table that it should have, or the other way round"));
            }
            documents += u64::from(segment.documents);
        }
        if documents == self.documents { Ok(()) } else { Err(bad("its numbers do not add up")) }
    }

    /// Every file that the index is made of.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.segments.iter().flat_map(DocumentsEntry::files)
    }
}

#[cfg(feature = "service")]
impl DocumentsManifest {
    /// The manifest that a file is.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such file, or has a wrong checksum; and what [`check`](Self::check) says.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        let none = |error: serde_json::Error| bad(&format!("it is no manifest: {error}"));
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(none)?;
        if value["format"] != FORMAT {
            return Err(bad("it is no manifest of an index of documents as wholes"));
        }
        if value["version"] != VERSION {
            return Err(other_version(value["version"].to_string()));
        }
        let manifest: DocumentsManifest = serde_json::from_value(value).map_err(none)?;
        if manifest.to_json() != bytes {
            return Err(bad("its checksum is wrong"));
        }
        manifest.check()?;
        Ok(manifest)
    }

    /// The file, with its checksum computed again. The same index gives the same bytes.
    pub fn to_json(&self) -> Vec<u8> {
        crate::wire::json_lines(&self.clone().with_checksum())
    }

    /// The same with the checksum that belongs to it.
    pub fn with_checksum(self) -> Self {
        crate::wire::with_checksum(self, |manifest| &mut manifest.checksum)
    }
}

fn other_version(found: String) -> Error {
    let expected = VERSION.to_string();
    Error::OtherIndex { file: MANIFEST.into(), property: "version", found, expected }
}

fn bad(problem: &str) -> Error {
    Error::BadIndex { file: MANIFEST.into(), problem: problem.into() }
}
