//! An index as one run of bytes (`.twi`): its manifest, then the files that this names, one after the other.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Files, Index};
use crate::error::Error;
use crate::index::{FileEntry, Manifest, Signing};

const MAGIC: [u8; 8] = *b"TWPINDEX";
/// The version that is written and read here.
const VERSION: u32 = 1;
/// What the bytes are called in errors.
const NAME: &str = "index";

impl Index {
    /// The index as bytes: the same for the same documents in the same order. [`format`](mod@crate::index::format) specifies each.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let text = "It was a dark and stormy night; the rain fell in torrents.";
    /// let index = Index::build([Document::plain("clifford", text)], &IndexOptions::default())?;
    /// let bytes = index.save();
    /// let opened = Index::open(&bytes)?;
    /// let essay = Document::plain("essay", text);
    /// assert_eq!(opened.query(&essay)?, index.query(&essay)?);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let manifest = self.manifest().to_json();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        // Beyond 4 GiB a manifest would name more files than memory holds.
        bytes.extend((manifest.len() as u32).to_le_bytes());
        bytes.extend(manifest);
        for file in self.manifest().files() {
            bytes.extend(self.files.get(&file.name).map_or(&[][..], |file| file));
        }
        bytes
    }

    /// The index of bytes that [`save`](Index::save) gave. All of them are checked.
    ///
    /// ```
    /// use twinprint::Index;
    /// let error = Index::open(b"a picture, perhaps").unwrap_err();
    /// assert!(error.to_string().contains("it does not begin as one"));
    /// ```
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no whole index, [`Error::OtherIndex`] for one of another version, and what
    /// [`Manifest::from_json`] and [`Signing::indexer`] say.
    pub fn open(bytes: &[u8]) -> Result<Index, Error> {
        let bad = |problem: &str| Error::BadIndex { file: NAME.into(), problem: problem.into() };
        let ends = || bad("it ends within its files");
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(|| bad("it does not begin as one"))?;
        let (version, rest) = rest.split_first_chunk().ok_or_else(ends)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            let (found, expected) = (version.to_string(), VERSION.to_string());
            return Err(Error::OtherIndex { file: NAME.into(), property: "version", found, expected });
        }
        let (length, rest) = rest.split_first_chunk().ok_or_else(ends)?;
        let (manifest, mut rest) =
            rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(ends)?;
        let manifest = Manifest::from_json(manifest)?;
        let mut files = Files::new();
        for entry in manifest.files() {
            let length = usize::try_from(entry.bytes).ok();
            let (file, after) = length.and_then(|length| rest.split_at_checked(length)).ok_or_else(ends)?;
            entry.check(file)?;
            if files.insert(entry.name.clone(), file.into()).is_some() {
                return Err(bad(&format!("it has two files with the name {}", entry.name)));
            }
            rest = after;
        }
        if !rest.is_empty() {
            return Err(bad("bytes follow its last file"));
        }
        let file = |entry: &FileEntry| Ok::<_, Error>(files.get(&entry.name).map_or(&[][..], |file| file));
        let signing = Signing::read(&manifest, file)?;
        // That this build can sign documents by the design, and that these files are those that it names.
        signing.indexer(&manifest.design)?;
        Index::of(manifest, files, signing)
    }
}
