//! An index made in pieces, by processes of which none knows the whole: what each takes from others, and what it makes.
//!
//! Documents are signed each by itself. Once it is known how many passages stand before each, so are the numbers of its passages,
//! and its fingerprints and shingles can go where the tables of their ranges are made. Sources and texts are packed in buckets,
//! and these cut into files. The pieces are, byte for byte, the files that [`build`](super::build()) writes.

use std::env;
use std::format;

use super::super::super::Error;
use super::super::super::sort::{Repeats, Sorter};
use super::super::gather::SortSpace;
use super::files::{Files, SOURCES, TEXTS, ending};
use super::options::CorpusIndexOptions;
use super::postings::{Form, part_of, write_fingerprints, write_shingles};
use super::signing;
use twinprint::index::{FileEntry, Manifest, PackedFile, Packing, PartEntry, SegmentEntry};

pub(crate) use super::record::Record;

/// A file of an index, and what is in it.
pub(crate) type Piece = (FileEntry, Vec<u8>);

/// The bytes of memory that fingerprints or shingles take while they are sorted.
const MEMORY: usize = 512 << 20;

/// The tables of a part: of the fingerprints of passages, or of shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Fingerprints(u32),
    Shingles(u32),
}

impl Family {
    /// Those of fingerprints come first.
    pub(crate) fn number(self, parts: u32) -> u32 {
        match self {
            Family::Fingerprints(part) => part,
            Family::Shingles(part) => parts + part,
        }
    }

    /// The family of a number, if there is one.
    pub(crate) fn of(number: u32, parts: u32) -> Option<Self> {
        match number.checked_sub(parts) {
            None => Some(Family::Fingerprints(number)),
            Some(part) => (part < parts).then_some(Family::Shingles(part)),
        }
    }
}

/// Where a passage's fingerprint goes.
pub(crate) fn family_of_fingerprint(fingerprint: u64, parts: u32) -> Family {
    Family::Fingerprints(part_of(fingerprint, parts))
}

/// Where the code of a shingle goes.
pub(crate) fn family_of_shingle(code: u64, parts: u32) -> Family {
    Family::Shingles(part_of(code, parts))
}

/// What a family is made of, in any order.
pub(crate) struct Gathering {
    family: Family,
    fingerprints: Sorter<(u64, u32)>,
    codes: Sorter<u64>,
    count: u64,
}

impl Gathering {
    /// Of nothing yet.
    pub(crate) fn new(family: Family) -> Self {
        let (fingerprints, codes) = (
            Sorter::new(MEMORY, env::temp_dir(), Repeats::Drop),
            Sorter::new(MEMORY, env::temp_dir(), Repeats::Drop),
        );
        Gathering { family, fingerprints, codes, count: 0 }
    }

    /// Takes a fingerprint and the number of its passage; of a shingle its code alone counts.
    pub(crate) fn push(&mut self, code: u64, passage: u32) -> Result<(), Error> {
        self.count += 1;
        match self.family {
            Family::Fingerprints(_) => self.fingerprints.push((code, passage)),
            Family::Shingles(_) => self.codes.push(code),
        }
    }

    /// Its shards in an index of `passages`, in their order: none of fingerprints by a design without.
    pub(crate) fn finish(self, options: &CorpusIndexOptions, passages: u32) -> Result<Vec<Piece>, Error> {
        let packing = Packing::of(passages, &options.design);
        let form = Form::of(&Manifest::empty(&options.design, options.layout()));
        let folder = env::temp_dir();
        let space = SortSpace { memory: MEMORY, folder: &folder };
        let files = Files::Memory(Default::default());
        let entries = match self.family {
            Family::Fingerprints(_) if !form.has_fingerprints => Vec::new(),
            Family::Fingerprints(part) => {
                write_fingerprints(self.fingerprints.finish()?, self.count, part, &form, space, &files)?
            }
            Family::Shingles(part) => {
                write_shingles(self.codes.finish()?, packing, self.count, part, &form, space, &files)?
            }
        };
        let mut bytes = files.into_memory();
        let pieces = entries.into_iter().map(|entry| {
            let bytes = bytes.remove(&entry.name).unwrap_or_default();
            (entry, bytes)
        });
        Ok(pieces.collect())
    }
}

/// What files of buckets hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packed {
    Sources,
    Texts,
}

/// A file of buckets, by its number among those of its kind.
pub(crate) fn named(kind: Packed, number: u32, file: PackedFile) -> Piece {
    let stem = match kind {
        Packed::Sources => SOURCES,
        Packed::Texts => TEXTS,
    };
    let PackedFile { bytes, head } = file;
    (FileEntry::of(&format!("{stem}-{number:03}"), ending(stem), &bytes, head), bytes)
}

/// What an index is made of: the shards of each family by its number, its other files, and how much is in them.
#[derive(Debug, Default)]
pub(crate) struct Whole {
    pub(crate) documents: u32,
    pub(crate) passages: u32,
    pub(crate) families: Vec<Vec<FileEntry>>,
    pub(crate) sources: Vec<FileEntry>,
    pub(crate) texts: Vec<FileEntry>,
}

/// The files that documents are signed by, if there are any, and the manifest's bytes.
///
/// # Errors
/// [`Error::Core`] where they do not make an index.
pub(crate) fn manifest(whole: Whole, options: &CorpusIndexOptions) -> Result<(Vec<Piece>, Vec<u8>), Error> {
    let Whole { documents, passages, mut families, sources, texts } = whole;
    let files = Files::Memory(Default::default());
    let shingles = families.split_off(options.parts as usize);
    let parts = families.into_iter().zip(shingles);
    let segment = SegmentEntry {
        first_passage: 0,
        first_document: 0,
        documents,
        passages,
        parts: parts.map(|(passages, shingles)| PartEntry { passages, shingles }).collect(),
        sources,
        texts,
        removed: None,
    };
    let manifest = Manifest {
        documents: documents.into(),
        passages: passages.into(),
        segments: [segment].into(),
        ..Manifest::empty(&options.design, options.layout())
    };
    let manifest = signing::save(manifest, &options.signing, &files)?;
    manifest.check()?;
    let mut bytes = files.into_memory();
    let signing = manifest.model.iter().chain(&manifest.boilerplate);
    let signing = signing.map(|entry| (entry.clone(), bytes.remove(&entry.name).unwrap_or_default()));
    Ok((signing.collect(), manifest.with_checksum().to_json()))
}
