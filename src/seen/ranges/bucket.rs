//! Buckets: rows of documents that have one value of a block.
//!
//! A file of them, all numbers little-endian, checksums XXH64:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TWPBUCKT` |
//! | 4 | version: 1 |
//! | 4 | the rows that a bucket has room for |
//! | 8 | the number of its first bucket |
//! | 4 | how many buckets it has |
//! | 8 | checksum of all before it, seed 0 |
//! | | the buckets |
//!
//! | bytes of a bucket | what |
//! |---|---|
//! | 8 | checksum of the rest of it, seeded by its number |
//! | 2 | how many rows it has |
//! | 2 | 1 where rows are left out, otherwise 0 |
//! | 14 each | rows, in the order of their documents: 8 bytes of fingerprint, and where the record is, its file (2) and its first byte there (4) |
//! | | zeros, where there is room for more |

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::BucketLayout;
use super::record::Place;
use crate::error::Error;
use crate::wire::{Put, Reader, SUM, checksum, is_right};

const MAGIC: [u8; 8] = *b"TWPBUCKT";
const VERSION: u32 = 1;
pub(super) const HEAD: usize = 8 + 4 + 4 + 8 + 4 + SUM;
const BUCKET_HEAD: usize = SUM + 2 + 2;
const ROW: usize = 14;

/// What a bucket has of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// Where the document's record is.
    pub place: Place,
    /// What [`BucketLayout::check`] gives of its fingerprints.
    pub check: u64,
}

/// The bytes of a bucket with room for `rows` rows.
pub(super) fn bucket_bytes(rows: usize) -> usize {
    BUCKET_HEAD + ROW * rows
}

/// The bytes of a bucket with these rows, in the order of their documents. Of more than there is room for, those go first that repeat another's
/// bits: copies of one document would fill whole buckets.
///
/// # Panics
/// When a layout has room for more than 65,535 rows.
pub fn bucket(layout: &BucketLayout, number: u64, mut rows: Vec<Row>) -> Vec<u8> {
    let room = layout.rows();
    let is_short = rows.len() > room;
    if is_short {
        let mut there = BTreeSet::new();
        let mut ranked: Vec<(bool, Row)> = rows.iter().map(|row| (!there.insert(row.check), *row)).collect();
        ranked.sort_unstable();
        rows = ranked.into_iter().take(room).map(|(_, row)| row).collect();
        rows.sort_unstable();
    }
    let mut bytes = Vec::with_capacity(bucket_bytes(room));
    bytes.extend([0; SUM]);
    bytes.extend(u16::try_from(rows.len()).expect("room for fewer rows").to_le_bytes());
    bytes.extend(u16::from(is_short).to_le_bytes());
    for Row { place, check } in rows {
        bytes.extend(check.to_le_bytes());
        bytes.extend(place.file.to_le_bytes());
        bytes.extend(place.start.to_le_bytes());
    }
    bytes.resize(bucket_bytes(room), 0);
    let sum = checksum(number, &bytes[SUM..]);
    bytes[..SUM].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The rows of a bucket, and whether some are left out.
///
/// # Errors
/// [`Error::BadIndex`] for bytes that are not this bucket.
pub(super) fn rows(
    layout: &BucketLayout,
    number: u64,
    bytes: &[u8],
    file: &str,
) -> Result<(Vec<Row>, bool), Error> {
    let damaged = || Error::BadIndex { file: file.into(), problem: format!("bucket {number} is damaged") };
    let mut reader = Reader::new(bytes);
    if bytes.len() != bucket_bytes(layout.rows())
        || !reader.u64().is_ok_and(|sum| is_right(sum, number, &bytes[SUM..]))
    {
        return Err(damaged());
    }
    let (Ok(count), Ok(left_out)) = (reader.u16(), reader.u16()) else { return Err(damaged()) };
    if usize::from(count) > layout.rows() {
        return Err(damaged());
    }
    let row = |row: &[u8; ROW]| {
        let mut row = Reader::new(row);
        let check = row.u64().ok()?;
        Some(Row { check, place: Place { file: row.u16().ok()?, start: row.u32().ok()? } })
    };
    let rows = bytes[BUCKET_HEAD..].as_chunks::<ROW>().0[..count.into()].iter().map(row);
    Ok((rows.collect::<Option<_>>().ok_or_else(damaged)?, left_out != 0))
}

/// The bytes of a file of `count` buckets, of which the first has the number `first`, before that.
pub fn buckets_head(layout: &BucketLayout, first: u64, count: u32) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((layout.rows() as u32).to_le_bytes());
    bytes.extend(first.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.seal();
    bytes
}

/// Where a bucket of a file lies in it, by its place among the file's buckets.
pub(super) fn place(layout: &BucketLayout, bucket: u64) -> usize {
    HEAD + bucket as usize * bucket_bytes(layout.rows())
}

/// Checks a whole file of buckets whose first has a number.
///
/// # Errors
/// [`Error::BadIndex`] for what is no such file, and for the first bucket that is damaged.
pub(super) fn verify(layout: &BucketLayout, first: u64, bytes: &[u8], file: &str) -> Result<(), Error> {
    let bad = |problem: &str| Error::BadIndex { file: file.into(), problem: problem.into() };
    let own = bucket_bytes(layout.rows());
    let count = layout.buckets_of_file().min(layout.buckets() - first);
    if !bytes.starts_with(&buckets_head(layout, first, count as u32)) {
        return Err(bad("it does not begin as the file of these buckets"));
    }
    if bytes.len() != HEAD + count as usize * own {
        return Err(bad("it has other buckets than it should have"));
    }
    let mut buckets = bytes[HEAD..].chunks(own).zip(first..);
    buckets.try_for_each(|(bucket, number)| rows(layout, number, bucket, file).map(drop))
}
