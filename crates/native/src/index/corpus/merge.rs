//! Segments made one: documents as they stand, their fingerprints and shingles taken from the tables.
//!
//! Naively the documents would be read again; the index need not have their texts. All that a segment holds can be had
//! from its files, but for the lowest bits of shingles' hashes, in whose place the numbers of passages stand: a segment
//! with fewer passages would have room for bits that are nowhere to be had. It is then given as many numbers of passages
//! as take those bits. Otherwise the files are, byte for byte, those of an index built at once.

use super::super::super::Error;
use super::documents::for_each_document;
use super::segment::SegmentWriter;
use twinprint::index::{FileEntry, Packing, SegmentEntry};
use twinprint::table::Shard;

/// The number of a passage that is not copied.
const GONE: u32 = u32::MAX;

/// From which segment on, if any, all are to be made one, so that each segment has more than twice the documents of the
/// next. So of n documents there are at most log2 n segments and one; and once written, a document is written again only
/// into a segment that is half as large again.
pub(super) fn tail(segments: &[SegmentEntry]) -> Option<usize> {
    let last = segments.len().checked_sub(1)?;
    let (mut from, mut documents) = (last, u64::from(segments[last].documents));
    for (number, segment) in segments[..last].iter().enumerate().rev() {
        if 2 * documents < u64::from(segment.documents) {
            break;
        }
        documents += u64::from(segment.documents);
        from = number;
    }
    (from < last).then_some(from)
}

/// Copies all documents that are not removed.
pub(super) fn copy(
    segments: &[SegmentEntry],
    read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>,
    writer: &mut SegmentWriter<'_>,
) -> Result<(), Error> {
    for segment in segments {
        let mut numbers = vec![GONE; segment.passages as usize];
        for_each_document(segment, &read, |source, text| {
            if source.removed {
                return Ok(());
            }
            let old = source.first as usize;
            let first = writer.document(&source, text.as_deref())?;
            let own = &mut numbers[old..old + source.passages.len()];
            own.iter_mut().zip(first..).for_each(|(number, new)| *number = new);
            Ok(())
        })?;
        let packing = Packing::of(segment.passages, writer.design());
        for part in &segment.parts {
            for_each_code(&part.passages, &read, |shard, fingerprint| {
                let (passages, _) = shard.ordinals(fingerprint, usize::MAX)?.unwrap_or_default();
                let mut new = passages.into_iter().filter_map(|passage| number(&numbers, passage));
                new.try_for_each(|passage| writer.postings().fingerprint(fingerprint, passage))
            })?;
            for_each_code(&part.shingles, &read, |_, code| {
                let new = number(&numbers, packing.passage(code).into());
                new.map_or(Ok(()), |passage| writer.postings().shingle(packing.hash(code), passage))
            })?;
        }
        writer.keep_bits_of(segment.passages);
    }
    Ok(())
}

/// Gives `take` each code of the shards in these files, with its shard, as it stands there: of a family's first table, which has
/// all of them, with the passages' numbers where they stand beside.
fn for_each_code(
    files: &[FileEntry],
    read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>,
    mut take: impl FnMut(&Shard<u64, Vec<u8>>, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    for file in files {
        let shard = Shard::open(&file.name, read(file)?)?;
        if shard.header().table.0 > 0 {
            // The shards of the first table come first.
            break;
        }
        let mut taken = Ok(());
        shard.for_each_run(|codes| {
            if taken.is_ok() {
                taken = codes.iter().try_for_each(|&code| take(&shard, code));
            }
        })?;
        taken?;
    }
    Ok(())
}

/// The new number of a passage, if it is copied.
fn number(numbers: &[u32], passage: u64) -> Option<u32> {
    numbers.get(usize::try_from(passage).ok()?).copied().filter(|&number| number != GONE)
}
