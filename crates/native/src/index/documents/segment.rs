//! A segment while it is written: fingerprints as they come, and of them the table of their blocks.
//!
//! How many bits a block has depends on how many documents there are, which is known only at the end. So fingerprints are written first,
//! and read again for each block: its codes are sorted within the memory there is, and codes of a later block are larger than those of
//! one before, so that all of them are sorted then.

use std::format;

use super::super::Watch;
use super::super::column::Column;
use super::super::corpus::{BLOCKS, FINGERPRINTS, Files, NAMES};
use super::super::folder::Making;
use super::super::gather::SortSpace;
use super::super::names::Interned;
use super::super::tables::{Style, Tables};
use crate::Error;
use crate::mapped::MappedFile;
use crate::sort::{Repeats, Sorted, Sorter};
use twinprint::index::{FileEntry, MOST_FILE};
use twinprint::seen::{
    BlockLayout, Design, DocumentFingerprints, DocumentsEntry, FingerprintsFile, documents_of_file,
    fingerprints_file,
};
use twinprint::table::Coding;

/// The bytes of a compressed block. A look-up reads a few codes of each that it meets: of blocks of 1,024 bytes, the default of
/// fingerprints' tables, it takes twice as long, of 128 bytes as long, and 1.5 bytes a document more.
const BLOCK_BYTES: u32 = 256;

/// A segment that is being written.
pub(super) struct SegmentWriter<'a> {
    design: Design,
    making: &'a Making<'a>,
    space: SortSpace<'a>,
    /// Documents whose file is not full yet.
    waiting: Vec<DocumentFingerprints>,
    written: Vec<FileEntry>,
    documents: u32,
}

impl<'a> SegmentWriter<'a> {
    pub(super) fn new(design: Design, making: &'a Making<'a>, memory: u64) -> Self {
        let space =
            SortSpace { memory: usize::try_from(memory).unwrap_or(usize::MAX), folder: making.path() };
        SegmentWriter { design, making, space, waiting: Vec::new(), written: Vec::new(), documents: 0 }
    }

    pub(super) fn push(&mut self, document: DocumentFingerprints) -> Result<(), Error> {
        self.documents =
            self.documents.checked_add(1).filter(|&all| all < u32::MAX).ok_or_else(|| Error::Index {
                place: self.making.path().to_string_lossy().into_owned(),
                what: "an index cannot have more than 4,294,967,294 documents at once".into(),
                remedy: "build several indexes",
            })?;
        self.waiting.push(document);
        if self.waiting.len() < documents_of_file(&self.design) as usize {
            Ok(())
        } else {
            self.write_waiting()
        }
    }

    fn write_waiting(&mut self) -> Result<(), Error> {
        let bytes = fingerprints_file(&self.design, &self.waiting);
        self.waiting.clear();
        let stem = format!("{FINGERPRINTS}-{:03}", self.written.len());
        self.written.push(Files::Folder(self.making).save(&stem, &bytes, bytes.len() as u64)?);
        Ok(())
    }

    /// The segment; none of no documents.
    pub(super) fn finish(
        mut self,
        names: Option<Interned>,
        watch: &dyn Watch,
    ) -> Result<Option<DocumentsEntry>, Error> {
        if !self.waiting.is_empty() {
            self.write_waiting()?;
        }
        if self.documents == 0 {
            return Ok(None);
        }
        let blocks = match BlockLayout::of(&self.design, self.documents) {
            Some(layout) => self.blocks(layout, watch)?,
            None => Vec::new(),
        };
        let save = |names: Interned| {
            let bytes = names.to_bytes();
            Files::Folder(self.making).save(NAMES, &bytes, bytes.len() as u64)
        };
        let names = names.map(save).transpose()?;
        Ok(Some(DocumentsEntry { documents: self.documents, fingerprints: self.written, blocks, names }))
    }

    /// The table of all blocks.
    fn blocks(&self, layout: BlockLayout, watch: &dyn Watch) -> Result<Vec<FileEntry>, Error> {
        let count = u64::from(self.documents) * u64::from(layout.blocks());
        let files = self.written.iter().map(|file| {
            FingerprintsFile::open(
                &file.name,
                MappedFile::open(&self.making.path().join(&file.name))?,
                &self.design,
            )
            .map_err(Error::from)
        });
        let files = files.collect::<Result<Vec<_>, Error>>()?;
        let sorted = |block| {
            watch.writing(block as usize, layout.blocks() as usize);
            match self.sorted(layout, block, &files) {
                Ok(sorted) => Codes::Sorted(sorted),
                Err(error) => Codes::Failed(Some(error)),
            }
        };
        let codes = Column::of(self.space.place::<u64>(count, false), (0..layout.blocks()).flat_map(sorted))?;
        let plan = BlockLayout::plan(count)?;
        let style = Style {
            recipe: self.design.id().0,
            coding: Coding::default(),
            zeros: layout.zeros(),
            cut_keys: true,
            block: BLOCK_BYTES,
            shard: MOST_FILE as u64,
        };
        let tables = Tables::new(&codes, None, &plan, style)?;
        let files = Files::Folder(self.making);
        tables.encode(0, self.space, |shard, bytes| files.shard(&format!("{BLOCKS}-s{shard:03}"), bytes))
    }

    /// The codes of a block of all documents.
    fn sorted(
        &self,
        layout: BlockLayout,
        block: u32,
        files: &[FingerprintsFile<MappedFile>],
    ) -> Result<Sorted<u64>, Error> {
        let mut sorter = Sorter::new(self.space.memory / 3, self.space.folder, Repeats::Keep);
        let mut document = 0;
        for file in files {
            file.for_each(|values, _| {
                sorter.push(layout.code(values, block, document))?;
                document += 1;
                Ok::<_, Error>(())
            })?;
        }
        sorter.finish()
    }
}

/// The codes of a block in their order, or why there are none.
enum Codes {
    Sorted(Sorted<u64>),
    Failed(Option<Error>),
}

impl Iterator for Codes {
    type Item = Result<u64, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Codes::Sorted(codes) => codes.next(),
            Codes::Failed(error) => error.take().map(Err),
        }
    }
}
