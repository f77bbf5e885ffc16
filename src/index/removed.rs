//! Files of removed documents (`.twr`): their numbers, and those of their passages, so that these are left out of what is found.

use alloc::vec::Vec;
use core::ops::Range;

use super::packed::unread;
use crate::error::Error;
use crate::wire::{Fault, Put, Reader, Unknown, unsealed};

const MAGIC: [u8; 8] = *b"TWPREMOV";
const VERSION: u32 = 1;
/// The bytes of a document.
const ENTRY: usize = 12;

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
        bytes.seal();
        bytes
    }

    /// Reads a file; `name` is what errors call it.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such file, [`Error::OtherIndex`] for one of another version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Removed::parse(bytes).map_err(|unknown| unread(name, VERSION.into(), unknown))
    }

    fn parse(bytes: &[u8]) -> Result<Self, Unknown> {
        Reader::new(bytes).head(&MAGIC, &VERSION.to_le_bytes())?;
        let (content, _) = unsealed(bytes)?;
        let mut reader = Reader::new(content);
        reader.take(MAGIC.len() + size_of_val(&VERSION))?;
        let count = u64::from(reader.u32()?);
        let count = reader.within(count, ENTRY)?;
        let mut next = || Ok((reader.u32()?, reader.u32()?..reader.u32()?));
        let documents = (0..count).map(|_| next()).collect::<Result<Vec<(u32, Range<u32>)>, Fault>>()?;
        reader.end()?;
        let follow = |two: &[(u32, Range<u32>)]| two[0].0 < two[1].0 && two[0].1.end <= two[1].1.start;
        let rises =
            documents.windows(2).all(follow) && documents.iter().all(|(_, passages)| !passages.is_empty());
        if rises {
            Ok(Removed { documents })
        } else {
            Err(reader.fault("its documents are in no order").into())
        }
    }
}
