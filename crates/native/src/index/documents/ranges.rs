//! An index of documents as wholes written so that it is read by ranges of bytes.
//!
//! Naively the rows of all tables are sorted at once. Here records are written as they are read, with 8 bytes of memory for where each is; then the
//! tables follow one after the other, each in as many parts by the numbers of its buckets as the memory makes necessary.

use std::mem;
use std::ops::Range;
use std::path::Path;

use super::super::Watch;
use super::super::corpus::{BUCKETS, Files, RECORDS};
use super::super::folder::{Folder, Making};
use super::open::{OpenDocuments, open};
use crate::Error;
use twinprint::index::{FileEntry, MOST_FILE};
use twinprint::seen::{
    BucketLayout, DocumentFingerprints, Place, RECORDS_HEAD, RangesManifest, Row, bucket, buckets_head,
    record, records_head,
};

/// The bytes that a row takes while it is sorted.
const OF_ROW: u64 = mem::size_of::<(u64, Row)>() as u64;

/// Writes the index in a folder to another as it is read by ranges of bytes. What was published there before is replaced, its manifest last.
///
/// Bytes: some 130 a document for the tables, and 21 more than its fingerprints and its id. Time: O(n log n) of n documents.
///
/// # Errors
/// As [`open`]; [`Error::Occupied`] if something else is in the folder; [`Error::Unwritable`].
pub fn publish_by_ranges(
    folder: &Path,
    out: &Path,
    memory: u64,
    watch: &dyn Watch,
) -> Result<RangesManifest, Error> {
    let index = open(folder)?;
    let target = Folder::hold_apart(folder, out)?;
    let published = write(&target, &index, memory, watch);
    match &published {
        Ok(_) => target.leave(),
        Err(_) => target.clean_up(),
    }
    published
}

fn write(
    target: &Folder,
    index: &OpenDocuments,
    memory: u64,
    watch: &dyn Watch,
) -> Result<RangesManifest, Error> {
    let making = target.begin()?;
    let documents = index.manifest().documents;
    if documents > u64::from(u32::MAX) {
        return Err(Error::Index {
            place: target.path().to_string_lossy().into_owned(),
            what: "an index that is read by ranges cannot have more than 4,294,967,295 documents".into(),
            remedy: "publish several indexes",
        });
    }
    let mut records = Records::new(index, &making);
    let mut ids = index.index().ids(0..index.manifest().segments.len());
    index.index().for_each(0..index.manifest().segments.len(), |values, words| {
        let id = ids.next().unwrap_or_else(|| Ok(String::new()))?;
        records.push(&DocumentFingerprints { values: values.into(), words }, &id)
    })?;
    let Records { written, places, longest, .. } = records.finish()?;
    let layout = BucketLayout::of(index.design(), documents);
    let buckets =
        if documents == 0 { Vec::new() } else { buckets(index, layout, &places, memory, &making, watch)? };
    let manifest = RangesManifest {
        documents,
        longest,
        buckets,
        records: written,
        ..RangesManifest::empty(index.design())
    };
    let manifest = manifest.with_checksum();
    let names: Vec<&str> = manifest.files().map(|file| &*file.name).collect();
    making.publish(&names, &manifest.to_json())?;
    Ok(manifest)
}

/// Records while they are written.
struct Records<'a> {
    index: &'a OpenDocuments,
    making: &'a Making<'a>,
    /// The file that is not full yet.
    file: Vec<u8>,
    written: Vec<FileEntry>,
    places: Vec<Place>,
    longest: u64,
}

impl<'a> Records<'a> {
    fn new(index: &'a OpenDocuments, making: &'a Making<'a>) -> Self {
        Records { index, making, file: Vec::new(), written: Vec::new(), places: Vec::new(), longest: 0 }
    }

    fn push(&mut self, document: &DocumentFingerprints, id: &str) -> Result<(), Error> {
        let number = self.places.len() as u64;
        let full = self.making.path().to_string_lossy().into_owned();
        let failed = |what: String| Error::Index { place: full, what, remedy: "publish several indexes" };
        let mut place = self.place();
        let mut bytes = record(place, number, document, id);
        if RECORDS_HEAD + bytes.len() > MOST_FILE {
            return Err(failed(format!("the id of document {number} has {} bytes", id.len())));
        }
        if !self.file.is_empty() && self.file.len() + bytes.len() > MOST_FILE {
            self.write()?;
            place = self.place();
            bytes = record(place, number, document, id);
        }
        if self.written.len() > usize::from(u16::MAX) {
            return Err(failed("it would have more than 65,536 files of records".into()));
        }
        if self.file.is_empty() {
            self.file = records_head(self.index.design(), place.file);
        }
        self.longest = self.longest.max(bytes.len() as u64);
        self.file.extend(bytes);
        self.places.push(place);
        Ok(())
    }

    /// Where the next record is.
    fn place(&self) -> Place {
        let start = if self.file.is_empty() { RECORDS_HEAD } else { self.file.len() };
        Place { file: self.written.len() as u16, start: start as u32 }
    }

    fn write(&mut self) -> Result<(), Error> {
        let stem = format!("{RECORDS}-{:05}", self.written.len());
        self.written.push(Files::Folder(self.making).save(&stem, &self.file, 0)?);
        self.file.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<Self, Error> {
        if !self.file.is_empty() {
            self.write()?;
        }
        Ok(self)
    }
}

/// The files of all buckets.
fn buckets(
    index: &OpenDocuments,
    layout: BucketLayout,
    places: &[Place],
    memory: u64,
    making: &Making<'_>,
    watch: &dyn Watch,
) -> Result<Vec<FileEntry>, Error> {
    let of_table = 1u64 << layout.bits();
    let parts = (places.len() as u64 * OF_ROW).div_ceil((memory / 2).max(1)).clamp(1, of_table);
    let (mut written, mut file, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for table in 0..layout.tables() {
        watch.writing(table as usize, layout.tables() as usize);
        for part in 0..parts {
            let first = u64::from(table) << layout.bits();
            let numbers = first + part * of_table / parts..first + (part + 1) * of_table / parts;
            rows_of(index, layout, table, numbers.clone(), places, &mut rows)?;
            let mut left = &rows[..];
            for number in numbers {
                let (own, behind) = left.split_at(left.partition_point(|&(bucket, _)| bucket == number));
                left = behind;
                if number % layout.buckets_of_file() == 0 {
                    let count = layout.buckets_of_file().min(layout.buckets() - number);
                    file = buckets_head(&layout, number, count as u32);
                }
                file.extend(bucket(&layout, number, own.iter().map(|&(_, row)| row).collect()));
                if (number + 1) % layout.buckets_of_file() == 0 || number + 1 == layout.buckets() {
                    let stem = format!("{BUCKETS}-{:05}", written.len());
                    written.push(Files::Folder(making).save(&stem, &file, 0)?);
                }
            }
        }
    }
    Ok(written)
}

/// The rows of some buckets of a table, in the order of the buckets and, in each, of the documents.
fn rows_of(
    index: &OpenDocuments,
    layout: BucketLayout,
    table: u32,
    numbers: Range<u64>,
    places: &[Place],
    rows: &mut Vec<(u64, Row)>,
) -> Result<(), Error> {
    rows.clear();
    let mut places = places.iter();
    index.index().for_each(0..index.manifest().segments.len(), |values, _| {
        let number = layout.bucket(values, table);
        if let Some(&place) = places.next()
            && numbers.contains(&number)
        {
            rows.push((number, Row { place, check: BucketLayout::check(values, index.design()) }));
        }
        Ok::<_, Error>(())
    })?;
    rows.sort_unstable();
    Ok(())
}
