//! Files of removed documents (`.twr`): their numbers, and those of their passages, so that these are left out of what is found.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use twox_hash::XxHash64;

use super::octets::Octets;
use crate::error::Error;

const MAGIC: [u8; 8] = *b"TWPREMOV";
const VERSION: u32 = 1;
const SUM: usize = 8;

/// The documents of a segment that were removed from the index. All numbers are those in the segment.
///
/// ```
/// use twinprint::index::Removed;
/// let removed = Removed::of([(7, 20..25), (3, 9..10)]);
/// assert!(removed.has_passage(24) && !removed.has_passage(25) && removed.has_document(3));
/// assert_eq!(Removed::read("removed.twr", &removed.to_bytes())?, removed);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Removed {
    documents: Vec<(u32, Range<u32>)>,
}

impl Removed {
    /// Of documents by their numbers and those of their passages, in any order; each counts once.
    pub fn of(documents: impl IntoIterator<Item = (u32, Range<u32>)>) -> Self {
        let mut documents: Vec<_> = documents.into_iter().collect();
        documents.sort_unstable_by_key(|(document, _)| *document);
        documents.dedup_by_key(|(document, _)| *document);
        Removed { documents }
    }

    /// The documents with their passages, rising.
    pub fn documents(&self) -> &[(u32, Range<u32>)] {
        &self.documents
    }

    /// How many passages they have.
    pub fn passages(&self) -> usize {
        self.documents.iter().map(|(_, passages)| passages.len()).sum()
    }

    /// Whether a passage is of a removed document.
    pub fn has_passage(&self, passage: u32) -> bool {
        let next = self.documents.partition_point(|(_, passages)| passages.start <= passage);
        next > 0 && self.documents[next - 1].1.contains(&passage)
    }

    /// Whether a document was removed.
    pub fn has_document(&self, document: u32) -> bool {
        self.documents.binary_search_by_key(&document, |(document, _)| *document).is_ok()
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.documents.len() as u32).to_le_bytes());
        for (document, passages) in &self.documents {
            [*document, passages.start, passages.end]
                .iter()
                .for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.extend(XxHash64::oneshot(0, &bytes).to_le_bytes());
        bytes
    }

    /// Reads a file; `name` is what errors call it.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such file, [`Error::OtherIndex`] for one of another version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bad = |problem: &str| Error::BadIndex { file: name.into(), problem: problem.into() };
        let rest = bytes.strip_prefix(&MAGIC).ok_or_else(|| bad("it does not begin as one"))?;
        let mut octets = Octets(rest);
        let ends = || bad("it ends too early, or too late");
        let version = octets.word().ok_or_else(ends)?;
        if version != VERSION {
            let (found, expected) = (format!("{version}"), format!("{VERSION}"));
            return Err(Error::OtherIndex { file: name.into(), property: "version", found, expected });
        }
        let count = octets.word().ok_or_else(ends)?;
        if octets.0.len() as u64 != u64::from(count) * 12 + SUM as u64 {
            return Err(ends());
        }
        let (checked, sum) = bytes.split_at(bytes.len() - SUM);
        if sum != XxHash64::oneshot(0, checked).to_le_bytes() && !cfg!(fuzzing) {
            return Err(bad("its checksum is wrong"));
        }
        let mut number = || octets.word().ok_or_else(ends);
        let mut documents: Vec<(u32, Range<u32>)> = Vec::with_capacity(count as usize);
        for _ in 0..count {
            documents.push((number()?, number()?..number()?));
        }
        let follow = |two: &[(u32, Range<u32>)]| two[0].0 < two[1].0 && two[0].1.end <= two[1].1.start;
        let rises =
            documents.windows(2).all(follow) && documents.iter().all(|(_, passages)| !passages.is_empty());
        if rises { Ok(Removed { documents }) } else { Err(bad("its documents are in no order")) }
    }
}
