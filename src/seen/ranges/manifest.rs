//! The manifest of an index that is read by ranges: `index.json`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::record::without_id;
use super::{BucketLayout, bucket, record};
use crate::error::Error;
use crate::index::{FileEntry, MANIFEST, MOST_FILE};
use crate::seen::Design;

/// What the manifest's `format` is.
pub const RANGES_FORMAT: &str = "twinprint documents by ranges";
const VERSION: u32 = 1;

/// What an index of documents as wholes that is read by ranges says of itself.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RangesManifest {
    /// [`RANGES_FORMAT`].
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
    /// The bytes of the longest record.
    pub longest: u64,
    /// The files of buckets, in the order of the buckets' numbers.
    pub buckets: Vec<FileEntry>,
    /// The files of records.
    pub records: Vec<FileEntry>,
    /// The XXH64 of this file with this field empty: 16 hexadecimal digits.
    pub checksum: String,
}

impl RangesManifest {
    /// Of an index of nothing.
    pub fn empty(design: &Design) -> Self {
        RangesManifest {
            format: RANGES_FORMAT.into(),
            version: VERSION,
            bytes: design.bytes(),
            design: design.to_string(),
            recipe: design.id().to_string(),
            documents: 0,
            longest: 0,
            buckets: Vec::new(),
            records: Vec::new(),
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

    /// Which bits choose the buckets of a document, and where buckets lie.
    ///
    /// # Errors
    /// As [`design`](Self::design).
    pub fn layout(&self) -> Result<BucketLayout, Error> {
        Ok(BucketLayout::of(&self.design()?, self.documents))
    }

    /// Refuses what no index can be.
    ///
    /// # Errors
    /// [`Error::BadIndex`], and [`Error::OtherIndex`] for another version.
    pub fn check(&self) -> Result<(), Error> {
        if self.format != RANGES_FORMAT {
            return Err(bad("its format is another"));
        }
        if self.version != VERSION {
            let (found, expected) = (self.version.to_string(), VERSION.to_string());
            return Err(Error::OtherIndex { file: MANIFEST.into(), property: "version", found, expected });
        }
        if self.documents > 1 << 32 || self.longest > MOST_FILE as u64 {
            return Err(bad("it has more than an index can have"));
        }
        let (design, layout) = (self.design()?, self.layout()?);
        self.files().try_for_each(FileEntry::check_entry)?;
        let buckets = if self.documents == 0 { 0 } else { layout.buckets() };
        if self.buckets.len() as u64 != buckets.div_ceil(layout.buckets_of_file()) {
            return Err(bad("it has not the buckets of its documents"));
        }
        let is_empty = self.documents == 0;
        if self.records.is_empty() != is_empty || self.records.len() > 1 << 16 {
            return Err(bad("it has not the records of its documents"));
        }
        if !is_empty && self.longest < without_id(&design) as u64 {
            return Err(bad("its longest record is shorter than any"));
        }
        Ok(())
    }

    /// Checks everything, of files that `file` gives.
    ///
    /// # Errors
    /// As [`check`](Self::check), what `file` says, and [`Error::BadIndex`] for the first file that is not what was written.
    pub fn verify<E: From<Error>>(
        &self,
        mut file: impl FnMut(&FileEntry) -> Result<Vec<u8>, E>,
    ) -> Result<(), E> {
        self.check()?;
        let (design, layout) = (self.design()?, self.layout()?);
        for (entry, first) in self.buckets.iter().zip((0..).step_by(layout.buckets_of_file() as usize)) {
            let bytes = file(entry)?;
            entry.check(&bytes)?;
            bucket::verify(&layout, first, &bytes, &entry.name)?;
        }
        let mut documents = 0;
        for (entry, number) in self.records.iter().zip(0..=u16::MAX) {
            let bytes = file(entry)?;
            entry.check(&bytes)?;
            documents += record::verify(&design, number, &bytes, &entry.name)?;
        }
        if documents == self.documents {
            Ok(())
        } else {
            Err(bad("it has other documents than it says").into())
        }
    }

    /// Every file that the index is made of.
    pub fn files(&self) -> impl Iterator<Item = &FileEntry> {
        self.buckets.iter().chain(&self.records)
    }

    /// The manifest that a file is.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such file, or has a wrong checksum; and what [`check`](Self::check) says.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Error> {
        let manifest: RangesManifest =
            serde_json::from_slice(bytes).map_err(|error| bad(&format!("it is no manifest: {error}")))?;
        manifest.check()?;
        if manifest.to_json() != bytes {
            return Err(bad("its checksum is wrong"));
        }
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

fn bad(problem: &str) -> Error {
    Error::BadIndex { file: MANIFEST.into(), problem: problem.into() }
}
