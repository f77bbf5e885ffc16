//! The fingerprints of documents, in files from which one is read without the others.
//!
//! All numbers are little-endian; checksums are XXH64.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TWPPRINT` |
//! | 4 | version: 1 |
//! | 4 | the bytes of a document's fingerprints, 16, 40 or 80 |
//! | 8 | n, how many documents there are |
//! | 8 | checksum of all before it, seed 0 |
//! | | for every 64 documents their checksum (8 bytes, seeded by the group's number from 0) and each one's fingerprints with a byte for its words, 255 for more |

use alloc::vec::Vec;

use crate::error::Error;
use crate::index::MOST_FILE;
use crate::seen::{Design, DocumentFingerprints};
use crate::wire::{ENDS, Put, Reader, SUM, Unknown, checksum, is_right, unsealed};

const MAGIC: [u8; 8] = *b"TWPPRINT";
const VERSION: u32 = 1;
/// How many documents have a checksum together.
const GROUP: usize = 64;
const HEAD: usize = 8 + 4 + 4 + 8 + SUM;

/// The most fingerprints of a document.
pub(super) const MOST_FINGERPRINTS: usize = 10;

/// How many documents a file has, if more follow.
pub fn documents_of_file(design: &Design) -> u32 {
    ((MOST_FILE - HEAD) / group_bytes(design) * GROUP) as u32
}

fn group_bytes(design: &Design) -> usize {
    SUM + GROUP * record_bytes(design)
}

/// A document's fingerprints and its words.
fn record_bytes(design: &Design) -> usize {
    design.bytes() + 1
}

/// The bytes of a file of some documents' fingerprints.
///
/// ```
/// use twinprint::seen::{Design, DocumentFingerprints, FingerprintsFile, fingerprints_file};
/// let document = DocumentFingerprints { values: vec![1, 2, 3, 4, 5], words: 300 };
/// let bytes = fingerprints_file(&Design::default(), &[document.clone()]);
/// let file = FingerprintsFile::open("example.twp", bytes, &Design::default())?;
/// assert_eq!(file.document(0)?, DocumentFingerprints { words: 255, ..document });
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Panics
/// When a document has other fingerprints than those of the design.
pub fn fingerprints_file(design: &Design, documents: &[DocumentFingerprints]) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((design.bytes() as u32).to_le_bytes());
    bytes.extend((documents.len() as u64).to_le_bytes());
    bytes.seal();
    for (group, number) in documents.chunks(GROUP).zip(0..) {
        let mut records = Vec::with_capacity(GROUP * record_bytes(design));
        for DocumentFingerprints { values, words } in group {
            assert_eq!(values.len(), design.fingerprints(), "fingerprints of the design");
            values.iter().for_each(|value| records.extend(value.to_le_bytes()));
            records.push(u8::try_from(*words).unwrap_or(u8::MAX));
        }
        bytes.extend(checksum(number, &records).to_le_bytes());
        bytes.extend(records);
    }
    bytes
}

/// A file of fingerprints, over any bytes. Opening checks the head; a group's checksum is checked when a document of it is
/// [given](Self::document), and by [`verify`](Self::verify).
#[derive(Debug)]
pub struct FingerprintsFile<D> {
    name: alloc::string::String,
    bytes: D,
    /// How many fingerprints a document has.
    own: usize,
    documents: u32,
}

impl<D: AsRef<[u8]>> FingerprintsFile<D> {
    /// Opens a file; `name` is what errors call it.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no whole file of fingerprints of this design.
    pub fn open(name: &str, bytes: D, design: &Design) -> Result<Self, Error> {
        let bad = |problem: &str| Error::BadIndex { file: name.into(), problem: problem.into() };
        let all = bytes.as_ref();
        let mut reader = Reader::new(all);
        reader.head(&MAGIC, &VERSION.to_le_bytes()).map_err(|unknown| match unknown {
            Unknown::Fault(fault) => bad(fault.problem),
            Unknown::Version(found) => Error::OtherIndex {
                file: name.into(),
                property: "version",
                found: alloc::format!("{found}"),
                expected: alloc::format!("{VERSION}"),
            },
        })?;
        let (Ok(own), Ok(documents)) = (reader.u32(), reader.u64()) else { return Err(bad(ENDS)) };
        if all.len() < HEAD || unsealed(&all[..HEAD]).is_err() {
            return Err(bad("the checksum of its head is wrong"));
        }
        let groups = documents.div_ceil(GROUP as u64);
        let length = documents
            .checked_mul(record_bytes(design) as u64)
            .and_then(|records| records.checked_add(groups * SUM as u64 + HEAD as u64));
        if own as usize != design.bytes() || length != Some(all.len() as u64) {
            return Err(bad("it has not as many bytes as the fingerprints that it names"));
        }
        let documents = u32::try_from(documents).map_err(|_| bad("it has too many documents"))?;
        Ok(FingerprintsFile { name: name.into(), bytes, own: design.fingerprints(), documents })
    }

    /// How many documents there are.
    pub fn len(&self) -> u32 {
        self.documents
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }

    /// All bytes, and the place of a document's first.
    #[inline(always)]
    pub(super) fn place(&self, document: u32) -> (&[u8], usize) {
        let record = 8 * self.own + 1;
        let (group, at) = (document as usize / GROUP, document as usize % GROUP);
        (self.bytes.as_ref(), HEAD + group * (SUM + GROUP * record) + SUM + at * record)
    }

    /// A document's fingerprints, the others zero, and its words; not checked.
    #[inline(always)]
    pub(super) fn peek(&self, document: u32) -> ([u64; MOST_FINGERPRINTS], u32) {
        let (bytes, start) = self.place(document);
        let record = &bytes[start..start + 8 * self.own + 1];
        let mut values = [0; MOST_FINGERPRINTS];
        for (value, bytes) in values.iter_mut().zip(record.as_chunks::<8>().0) {
            *value = u64::from_le_bytes(*bytes);
        }
        (values, record[8 * self.own].into())
    }

    /// A document's fingerprints, by its number in the file, and its words, 255 for more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where they are damaged.
    ///
    /// # Panics
    /// When there is no such document.
    pub fn document(&self, document: u32) -> Result<DocumentFingerprints, Error> {
        assert!(document < self.documents, "a document of the file");
        self.check_group(document as usize / GROUP)?;
        let (values, words) = self.peek(document);
        Ok(DocumentFingerprints { values: values[..self.own].into(), words })
    }

    /// Gives each document's fingerprints in their order, with its words, 255 for more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where some are damaged; those before them were given. And what `take` says.
    pub fn for_each<E: From<Error>>(
        &self,
        mut take: impl FnMut(&[u64], u32) -> Result<(), E>,
    ) -> Result<(), E> {
        for first in (0..self.documents).step_by(GROUP) {
            self.check_group(first as usize / GROUP)?;
            for document in first..self.documents.min(first + GROUP as u32) {
                let (values, words) = self.peek(document);
                take(&values[..self.own], words)?;
            }
        }
        Ok(())
    }

    /// Checks every group.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where one is damaged.
    pub fn verify(&self) -> Result<(), Error> {
        self.for_each(|_, _| Ok(()))
    }

    fn check_group(&self, group: usize) -> Result<(), Error> {
        let (bytes, first) = self.place((group * GROUP) as u32);
        let records = (self.documents as usize - group * GROUP).min(GROUP) * (8 * self.own + 1);
        let sum = Reader::new(&bytes[first - SUM..]).u64().unwrap_or_default();
        if is_right(sum, group as u64, &bytes[first..first + records]) {
            return Ok(());
        }
        let problem = alloc::format!("documents from {} on are damaged", group * GROUP);
        Err(Error::BadIndex { file: self.name.clone(), problem })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    fn documents(count: u64) -> Vec<DocumentFingerprints> {
        let of = |number: u64| (0..2).map(|at| mix(number << 1 | at)).collect();
        (0..count).map(|number| DocumentFingerprints { values: of(number), words: number as u32 }).collect()
    }

    #[test]
    fn documents_are_as_they_were_written_and_what_is_damaged_is_told() {
        let design = Design::of_bytes(16).unwrap();
        for count in [0, 1, 64, 200] {
            let written = documents(count);
            let bytes = fingerprints_file(&design, &written);
            let file = FingerprintsFile::open("a.twp", bytes.clone(), &design).unwrap();
            assert_eq!(u64::from(file.len()), count);
            assert_eq!(file.verify(), Ok(()));
            for (document, number) in written.iter().zip(0..) {
                assert_eq!(file.document(number).as_ref(), Ok(document));
            }
            for at in 0..bytes.len() {
                let mut other = bytes.clone();
                other[at] ^= 1;
                let opened = FingerprintsFile::open("a.twp", other, &design);
                assert!(opened.and_then(|file| file.verify()).is_err(), "byte {at} of {count}");
                assert!(FingerprintsFile::open("a.twp", &bytes[..at], &design).is_err());
            }
        }
    }

    #[test]
    fn a_file_of_another_design_is_told() {
        let bytes = fingerprints_file(&Design::of_bytes(16).unwrap(), &documents(3));
        assert!(FingerprintsFile::open("a.twp", bytes, &Design::default()).is_err());
    }
}
