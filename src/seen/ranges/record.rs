//! Records: all that an index has of a document, in one piece.
//!
//! A file of them, all numbers little-endian, checksums XXH64:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TWPRECRD` |
//! | 4 | version: 1 |
//! | 4 | the bytes of a document's fingerprints: 16, 40 or 80 |
//! | 4 | which of the files of records it is, from 0 on |
//! | 8 | checksum of all before it, seed 0 |
//! | | the records |
//!
//! | bytes of a record | what |
//! |---|---|
//! | 8 | checksum of the rest of it, seeded by its file and its first byte there: the former times 2^32, and the latter |
//! | 8 | the document's number in the index |
//! | 16, 40 or 80 | its fingerprints |
//! | 1 | its words, 255 for more |
//! | 4 | how many bytes its id has |
//! | | its id, UTF-8 |

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Error;
use crate::seen::{Design, DocumentFingerprints};
use crate::wire::{Put, Reader, SUM, checksum, is_right};

const MAGIC: [u8; 8] = *b"TWPRECRD";
const VERSION: u32 = 1;
/// The bytes of a file of records before the first.
pub const RECORDS_HEAD: usize = 8 + 4 + 4 + 4 + SUM;

/// Where a document's record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// In which of the files of records, from 0 on.
    pub file: u16,
    /// Its first byte there.
    pub start: u32,
}

impl Place {
    fn seed(self) -> u64 {
        u64::from(self.file) << 32 | u64::from(self.start)
    }
}

/// A record that was read.
#[derive(Debug, PartialEq)]
pub(super) struct Record {
    pub(super) number: u64,
    pub(super) document: DocumentFingerprints,
    pub(super) id: String,
}

/// The first bytes of a file of records.
pub fn records_head(design: &Design, file: u16) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((design.bytes() as u32).to_le_bytes());
    bytes.extend(u32::from(file).to_le_bytes());
    bytes.seal();
    bytes
}

/// The bytes of a document's record.
///
/// # Panics
/// When an id has 2^32 bytes or more.
pub fn record(place: Place, number: u64, document: &DocumentFingerprints, id: &str) -> Vec<u8> {
    let mut bytes = Vec::from([0; SUM]);
    bytes.extend(number.to_le_bytes());
    document.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes.push(u8::try_from(document.words).unwrap_or(u8::MAX));
    bytes.extend(u32::try_from(id.len()).expect("an id of fewer than 2^32 bytes").to_le_bytes());
    bytes.extend(id.as_bytes());
    let sum = checksum(place.seed(), &bytes[SUM..]);
    bytes[..SUM].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The bytes of a record without its id.
pub(super) fn without_id(design: &Design) -> usize {
    SUM + 8 + design.bytes() + 1 + 4
}

/// What a record that begins so is read of: the record; or how many bytes it has, where these are not all of it.
///
/// # Errors
/// [`Error::BadIndex`] for bytes that are no such record.
pub(super) fn read(
    design: &Design,
    place: Place,
    bytes: &[u8],
    file: &str,
) -> Result<Result<Record, u64>, Error> {
    let damaged = || {
        let problem = format!("the record at byte {} is damaged", place.start);
        Error::BadIndex { file: file.into(), problem }
    };
    let mut reader = Reader::new(bytes);
    let mut fields = || {
        let (sum, number) = (reader.u64().ok()?, reader.u64().ok()?);
        let values: Option<Vec<u64>> = (0..design.fingerprints()).map(|_| reader.u64().ok()).collect();
        Some((sum, number, values?, reader.u8().ok()?, reader.u32().ok()?))
    };
    let (sum, number, values, words, length) = fields().ok_or_else(damaged)?;
    let end = without_id(design) as u64 + u64::from(length);
    let Some(own) = usize::try_from(end).ok().and_then(|end| bytes.get(..end)) else { return Ok(Err(end)) };
    if !is_right(sum, place.seed(), &own[SUM..]) {
        return Err(damaged());
    }
    let id = core::str::from_utf8(&own[without_id(design)..]).map_err(|_| damaged())?;
    let document = DocumentFingerprints { values, words: words.into() };
    Ok(Ok(Record { number, document, id: id.into() }))
}

/// Checks a whole file of records; gives how many it has.
///
/// # Errors
/// [`Error::BadIndex`] for what is no such file, and for the first record that is damaged.
pub(super) fn verify(design: &Design, number: u16, bytes: &[u8], file: &str) -> Result<u64, Error> {
    let bad = |problem: &str| Error::BadIndex { file: file.into(), problem: problem.into() };
    if !bytes.starts_with(&records_head(design, number)) {
        return Err(bad("it does not begin as this file of records"));
    }
    let (mut at, mut count) = (RECORDS_HEAD, 0);
    while at < bytes.len() {
        let start = u32::try_from(at).map_err(|_| bad("it is longer than a file may be"))?;
        match read(design, Place { file: number, start }, &bytes[at..], file)? {
            Ok(record) => at += without_id(design) + record.id.len(),
            Err(_) => return Err(bad("its last record ends beyond it")),
        }
        count += 1;
    }
    Ok(count)
}
