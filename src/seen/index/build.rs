//! A segment of documents that are in memory, as its files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{BlockLayout, DocumentsEntry, documents_of_file, fingerprints_file};
use crate::error::Error;
use crate::hash;
use crate::index::{FileEntry, names_file};
use crate::seen::{Design, DocumentFingerprints};
use crate::table::{Coding, FamilyId, Histogram, Part, Writer};

/// The most codes of a shard: it stays below 24 MiB.
const SHARD: usize = 4_000_000;
/// The bytes of a compressed block, of which a look-up reads a few codes each.
const BLOCK: u32 = 256;

/// A file of an index with its bytes.
pub type FileContent = (FileEntry, Vec<u8>);

/// A segment of some documents, and each of its files with its bytes; without ids documents are called by their numbers. It takes memory for
/// 8 bytes of each block of each document, beside the files.
///
/// ```
/// use twinprint::{Error, seen::{Design, DocumentFingerprints, DocumentsIndex, DocumentsManifest, documents_segment}};
/// let design = Design::default();
/// let document = DocumentFingerprints { values: vec![1, 2, 3, 4, 5], words: 300 };
/// let (segment, files) = documents_segment(&design, &[document.clone()], Some(&["moby".into()]))?;
/// let manifest = DocumentsManifest { documents: 1, segments: vec![segment], ..DocumentsManifest::empty(&design) };
/// let file = |entry: &twinprint::index::FileEntry| {
///     Ok::<_, Error>(files.iter().find(|(own, _)| own == entry).expect("a file of the segment").1.clone())
/// };
/// let index = DocumentsIndex::open(&manifest, file)?;
/// assert_eq!(index.near(&document, 1)?.matches[0].id, "moby");
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::BadTable`] for more codes than a table has.
///
/// # Panics
/// Without documents, with more than 2^32 - 2, with another number of ids, or with other fingerprints than those of the design.
pub fn documents_segment(
    design: &Design,
    documents: &[DocumentFingerprints],
    ids: Option<&[String]>,
) -> Result<(DocumentsEntry, Vec<FileContent>), Error> {
    assert!(
        !documents.is_empty() && documents.len() < u32::MAX as usize,
        "as many documents as a segment has"
    );
    assert!(ids.is_none_or(|ids| ids.len() == documents.len()), "an id for each document");
    let mut files = Vec::new();
    let mut keep = |stem: &str, ending: &str, bytes: Vec<u8>| {
        let entry = FileEntry::of(stem, ending, &bytes, bytes.len() as u64);
        files.push((entry.clone(), bytes));
        entry
    };
    let parts = documents.chunks(documents_of_file(design) as usize).zip(0..);
    let fingerprints = parts
        .map(|(part, number)| {
            keep(&format!("fingerprints-{number:03}"), "twp", fingerprints_file(design, part))
        })
        .collect();
    let mut blocks = Vec::new();
    if let Some(layout) = BlockLayout::of(design, documents.len() as u32) {
        for (number, bytes) in table(design, layout, documents)?.into_iter().enumerate() {
            blocks.push(keep(&format!("blocks-s{number:03}"), "tws", bytes));
        }
    }
    let names = ids.map(|ids| {
        let (mut text, mut ends) = (Vec::new(), Vec::new());
        for id in ids {
            text.extend(id.as_bytes());
            ends.push(text.len());
        }
        keep("names", "twn", names_file(&text, &ends))
    });
    Ok((DocumentsEntry { documents: documents.len() as u32, fingerprints, blocks, names }, files))
}

/// The shards of the table of all blocks.
fn table(
    design: &Design,
    layout: BlockLayout,
    documents: &[DocumentFingerprints],
) -> Result<Vec<Vec<u8>>, Error> {
    let mut codes = Vec::with_capacity(documents.len() * layout.blocks() as usize);
    for (document, number) in documents.iter().zip(0..) {
        codes.extend((0..layout.blocks()).map(|block| layout.code(&document.values, block, number)));
    }
    codes.sort_unstable();
    let plan = BlockLayout::plan(codes.len() as u64)?;
    let mut histogram = Histogram::without_lowest(layout.zeros(), Coding::default());
    histogram.add(&codes);
    // What the shards of one table have in common: another for other codes.
    let digest = codes.iter().fold(codes.len() as u64, |digest, code| hash::mix(digest ^ code));
    let family = FamilyId { digest, recipe: design.id().0 };
    let writer =
        Writer { plan: &plan, table: 0, family, block: BLOCK, histogram: &histogram, cut_keys: true };
    let shards: Vec<&[u64]> = codes.chunks(SHARD).collect();
    let written = shards.iter().enumerate().map(|(number, codes)| {
        let low = if number == 0 { 0 } else { codes[0] };
        let high = shards.get(number + 1).map_or(u64::MAX, |next| next[0] - 1);
        let shard = (number as u16, shards.len() as u16);
        let mut bytes = Vec::new();
        writer.write(&Part { shard, range: (low, high), codes, ordinals: None }, &mut bytes)?;
        Ok(bytes)
    });
    written.collect()
}
