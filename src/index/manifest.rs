//! The manifest of an index: which files it is made of, and what is in them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{BUCKET, Design, SourcesHead, TEXT_BUCKET, TextsHead};
use crate::error::Error;
use crate::wire::checksum;
#[cfg(feature = "service")]
use crate::wire::{json_lines, with_checksum};

/// The manifest's name in the folder of an index.
pub const MANIFEST: &str = "index.json";

/// What a manifest's `format` is.
pub const FORMAT: &str = "twinprint corpus index";
/// The version of an index with pairs of words, or without fingerprints of passages.
pub const VERSION: u32 = 3;
/// The version of an index with fingerprints of passages and without pairs that has the boilerplate that its design's method takes
/// out: readers of version 1 know no such file.
const VERSION_WITH_BOILERPLATE: u32 = 2;
/// The version of such an index without boilerplate.
const FIRST_VERSION: u32 = 1;

/// What an index says of itself: `index.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`], or 1 or 2 if readers of these can search it.
    pub version: u32,
    /// Everything that determines what stands in it.
    pub design: Design,
    /// The id of the design: 32 hexadecimal digits.
    pub recipe: String,
    /// How its segments are laid out.
    pub layout: Layout,
    /// How many documents there are, without removed ones.
    pub documents: u64,
    /// How many passages there are, removed ones included: their numbers are below it.
    pub passages: u64,
    /// Its segments, in the order of their passages' numbers.
    pub segments: Vec<SegmentEntry>,
    /// The model that the design names.
    pub model: Option<FileEntry>,
    /// The boilerplate that the design's method takes out.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub boilerplate: Option<FileEntry>,
    /// The XXH64 of this file with this field empty: 16 hexadecimal digits.
    pub checksum: String,
}

/// The most characters of a file's name.
const LONGEST_NAME: usize = 128;

impl Manifest {
    /// Of an index of nothing.
    pub fn empty(design: &Design, layout: Layout) -> Self {
        Manifest {
            format: FORMAT.into(),
            version: version_of(design, None),
            design: design.clone(),
            layout,
            recipe: design.id().to_string(),
            documents: 0,
            passages: 0,
            segments: Vec::new(),
            model: None,
            boilerplate: None,
            checksum: String::new(),
        }
    }

    /// With the file of the boilerplate that its design names, if it names any.
    pub fn with_boilerplate(self, boilerplate: Option<FileEntry>) -> Self {
        Manifest { version: version_of(&self.design, boilerplate.as_ref()), boilerplate, ..self }
    }

    /// Refuses what no index can be: a design that is out of range or has another id than is said, segments that do not follow
    /// one another, numbers that do not add up, and names that are none of files in the folder.
    ///
    /// # Errors
    /// [`Error::BadIndex`], [`Error::OtherIndex`] for another version, and what [`Design::check`] says.
    pub fn check(&self) -> Result<(), Error> {
        if self.format != FORMAT {
            return Err(bad("its format is another"));
        }
        if !(FIRST_VERSION..=VERSION).contains(&self.version) {
            return Err(other_version(self.version.to_string()));
        }
        self.design.check()?;
        if self.recipe != format!("{}", self.design.id()) {
            return Err(bad("its recipe is not the id of its design"));
        }
        if self.model.is_some() != self.design.model.is_some() {
            return Err(bad("it has a model that its design does not name, or the other way round"));
        }
        if self.boilerplate.is_some() != self.design.boilerplate()?.is_some() {
            return Err(bad("it has boilerplate that its design does not name, or the other way round"));
        }
        if self.version != version_of(&self.design, self.boilerplate.as_ref()) {
            return Err(bad("its version is not the one of its design and boilerplate"));
        }
        self.model.iter().chain(&self.boilerplate).try_for_each(FileEntry::check_entry)?;
        let (mut passage, mut document, mut all) = (0, 0u32, 0u64);
        for segment in &self.segments {
            if (segment.first_passage, segment.first_document) != (passage, document) {
                return Err(bad("its segments do not follow one another"));
            }
            segment.check(self.design.has_fingerprints())?;
            passage += u64::from(segment.passages);
            all += u64::from(segment.documents);
            let end =
                document.checked_add(segment.documents).and_then(|end| end.checked_next_multiple_of(BUCKET));
            document = end.ok_or_else(|| bad("it has more documents than can be numbered"))?;
        }
        let removes = self.segments.iter().any(|segment| segment.removed.is_some());
        if passage != self.passages || self.documents > all || (self.documents < all && !removes) {
            return Err(bad("its numbers do not add up"));
        }
        Ok(())
    }

    /// The segment that has a bucket of sources, and the number of the bucket in it.
    pub(super) fn segment_of_bucket(&self, bucket: u32, documents: u32) -> Option<(usize, u32)> {
        let first = |segment: &SegmentEntry| segment.first_document / documents;
        let at = self.segments.partition_point(|segment| first(segment) <= bucket).checked_sub(1)?;
        let own = bucket - first(&self.segments[at]);
        (own < self.segments[at].documents.div_ceil(documents)).then_some((at, own))
    }

    /// Every file that the index is made of.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.segments.iter().flat_map(SegmentEntry::files).chain(&self.model).chain(&self.boilerplate)
    }
}

#[cfg(feature = "service")]
impl Manifest {
    /// The manifest that a file is.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such file, or has a wrong checksum; and what [`check`](Manifest::check) says.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        let none = |error: serde_json::Error| bad(&format!("it is no manifest: {error}"));
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(none)?;
        if value["format"] != FORMAT {
            return Err(bad("it is no manifest"));
        }
        if !(FIRST_VERSION..=VERSION).any(|version| value["version"] == version) {
            return Err(other_version(value["version"].to_string()));
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(none)?;
        if manifest.to_json() != bytes {
            return Err(bad("its checksum is wrong"));
        }
        manifest.check()?;
        Ok(manifest)
    }

    /// The file, with its checksum computed again. The same index gives the same bytes.
    pub fn to_json(&self) -> Vec<u8> {
        json_lines(&self.clone().with_checksum())
    }

    /// The same with the checksum that belongs to it.
    pub fn with_checksum(self) -> Self {
        with_checksum(self, |manifest| &mut manifest.checksum)
    }
}

/// The version of an index of this design with this boilerplate: the least that can be.
fn version_of(design: &Design, boilerplate: Option<&FileEntry>) -> u32 {
    match (design.is_of_version_1(), boilerplate) {
        (false, _) => VERSION,
        (true, Some(_)) => VERSION_WITH_BOILERPLATE,
        (true, None) => FIRST_VERSION,
    }
}

fn other_version(found: String) -> Error {
    let expected = format!("{FIRST_VERSION} to {VERSION}");
    Error::OtherIndex { file: MANIFEST.into(), property: "version", found, expected }
}

fn bad(problem: &str) -> Error {
    Error::BadIndex { file: MANIFEST.into(), problem: problem.into() }
}

/// The XXH64 as it is written.
fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", checksum(0, bytes))
}

/// How the segments of an index are laid out: those that are there, and those that will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// The most tables of passages' fingerprints; fewer for small segments.
    pub tables: u32,
    /// How many parts the tables are cut into.
    pub parts: u32,
    /// Whether texts are kept.
    pub texts: bool,
}

/// A segment: documents that were indexed together. It never changes, but that documents of it are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SegmentEntry {
    /// The number of its first passage in the index.
    pub first_passage: u64,
    /// The number of its first document in the index: a multiple of [`BUCKET`](super::BUCKET).
    pub first_document: u32,
    /// How many documents it has, removed ones included.
    pub documents: u32,
    /// How many passages it has.
    pub passages: u32,
    /// Its tables, cut by ranges of fingerprints and of shingles into parts of which each stands for itself.
    pub parts: Vec<PartEntry>,
    /// The sources, by runs of buckets: each file begins where the one before ends.
    pub sources: Vec<FileEntry>,
    /// The texts, by runs of buckets, if the index has them.
    pub texts: Vec<FileEntry>,
    /// The numbers in the segment of removed documents, if there are any.
    pub removed: Option<FileEntry>,
}

impl SegmentEntry {
    /// Every file that it is made of.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        let tables = self.parts.iter().flat_map(|part| part.passages.iter().chain(&part.shingles));
        tables.chain(&self.sources).chain(&self.texts).chain(&self.removed)
    }

    fn check(&self, has_fingerprints: bool) -> Result<(), Error> {
        self.files().try_for_each(FileEntry::check_entry)?;
        if self.documents == 0 || self.passages < self.documents {
            return Err(bad("a segment has no documents, or fewer passages than documents"));
        }
        if self.parts.iter().any(|part| part.shingles.is_empty()) || self.parts.is_empty() {
            return Err(bad("a segment is without tables"));
        }
        if self.parts.iter().any(|part| part.passages.is_empty() == has_fingerprints) {
            return Err(bad(
                "a segment has fingerprints that its design does not name, or the other way round",
            ));
        }
        let buckets = |files: &[FileEntry], of: fn(u64) -> Option<u32>| {
            let counts = files.iter().map(|file| of(file.head).map(u64::from));
            counts.sum::<Option<u64>>()
        };
        let wanted = |bucket: u32| Some(u64::from(self.documents.div_ceil(bucket)));
        let whole = buckets(&self.sources, SourcesHead::buckets_in) == wanted(BUCKET)
            && (self.texts.is_empty() || buckets(&self.texts, TextsHead::buckets_in) == wanted(TEXT_BUCKET));
        if whole { Ok(()) } else { Err(bad("a segment's sources or texts are not of as many documents")) }
    }
}

/// A part of a segment's tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartEntry {
    /// The shards of all tables of passages' fingerprints; none if the design signs no passages.
    pub passages: Vec<FileEntry>,
    /// The shards of the table of shingles and pairs.
    pub shingles: Vec<FileEntry>,
}

/// A file of an index, named by its content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// How long it is.
    pub bytes: u64,
    /// How many bytes of it, from the first on, must be had before any other can be requested: of a shard all before its
    /// blocks, of sources and texts all before their buckets.
    pub head: u64,
    /// Its XXH64: 16 hexadecimal digits.
    pub xxh64: String,
}

impl FileEntry {
    /// Of a file with this content, named by it: `t00-s000-0123456789abcdef.tws` for the stem `t00-s000` and the ending `tws`;
    /// the first `head` of its bytes are its head.
    pub fn of(stem: &str, ending: &str, bytes: &[u8], head: u64) -> Self {
        let xxh64 = hash(bytes);
        FileEntry { name: format!("{stem}-{xxh64}.{ending}"), bytes: bytes.len() as u64, head, xxh64 }
    }

    /// That these are the file's bytes: as many, and with its checksum.
    ///
    /// # Errors
    /// [`Error::BadIndex`] if they are not.
    pub fn check(&self, bytes: &[u8]) -> Result<(), Error> {
        self.check_length(bytes.len() as u64)?;
        if hash(bytes) == self.xxh64 {
            return Ok(());
        }
        Err(Error::BadIndex { file: self.name.clone(), problem: "its checksum is wrong".into() })
    }

    /// That the file has this many bytes.
    ///
    /// # Errors
    /// [`Error::BadIndex`] if it has another number.
    pub fn check_length(&self, bytes: u64) -> Result<(), Error> {
        if bytes == self.bytes {
            return Ok(());
        }
        let problem = format!("it has {bytes} bytes, and {} were written", self.bytes);
        Err(Error::BadIndex { file: self.name.clone(), problem })
    }

    pub(crate) fn check_entry(&self) -> Result<(), Error> {
        let FileEntry { name, bytes, head, xxh64 } = self;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let is_name =
            name.bytes().all(is_part) && (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('.');
        let is_sum = xxh64.len() == 16 && xxh64.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_name && is_sum && head <= bytes {
            return Ok(());
        }
        Err(bad(&format!("it names {name:?}, which is no file of an index")))
    }
}
