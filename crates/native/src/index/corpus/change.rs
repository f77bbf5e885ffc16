//! A change of an index: made beside it, and made the index in one step.

use std::path::Path;

use super::super::super::Error;
use super::super::Watch;
use super::super::folder::{Folder, Making};
use super::super::gather::SortSpace;
use super::files::Files;
use super::manifest::{names, read};
use super::merge::{copy, tail};
use super::segment::SegmentWriter;
use super::{journal, record::Record};
use twinprint::index::{FileEntry, Manifest};

/// An index that is being changed, in its new form.
pub(super) struct Change<'a> {
    /// What it says of itself so far.
    pub(super) manifest: Manifest,
    making: Making<'a>,
    memory: usize,
    /// Who wants to know how far it is.
    watch: &'a dyn Watch,
}

/// Changes the index in a folder. What was added and stands in no segment yet is made one first.
pub(super) fn change<T>(
    path: &Path,
    memory: u64,
    watch: &dyn Watch,
    work: impl FnOnce(&mut Change<'_>) -> Result<T, Error>,
) -> Result<(Manifest, T), Error> {
    // What is no index is not made a folder of one.
    read(path)?;
    Folder::hold(path)?.or_clean_up(|folder| change_held(folder, memory, watch, work))
}

/// As [`change`], in a folder that is held.
pub(super) fn change_held<T>(
    folder: &Folder,
    memory: u64,
    watch: &dyn Watch,
    work: impl FnOnce(&mut Change<'_>) -> Result<T, Error>,
) -> Result<(Manifest, T), Error> {
    let manifest = read(folder.path())?;
    let records = journal::read(folder.path(), &manifest.checksum)?;
    let mut change = Change::new(manifest, folder, memory, watch)?;
    if !records.is_empty() {
        change.append_all(&records)?;
    }
    let done = work(&mut change)?;
    Ok((change.finish()?, done))
}

impl<'a> Change<'a> {
    /// A change of an index that is as a manifest says.
    pub(super) fn new(
        manifest: Manifest,
        folder: &'a Folder,
        memory: u64,
        watch: &'a dyn Watch,
    ) -> Result<Self, Error> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        Ok(Change { manifest, making: folder.begin()?, memory, watch })
    }

    /// Where its new files go.
    pub(super) fn files(&self) -> Files<'_> {
        Files::Folder(&self.making)
    }

    /// Where to sort, and within how much memory.
    pub(super) fn sort_space(&self) -> SortSpace<'_> {
        SortSpace { memory: self.memory, folder: self.making.path() }
    }

    /// Adds a segment of what `fill` gives, if it gives something.
    pub(super) fn append<T>(
        &mut self,
        fill: impl FnOnce(&mut SegmentWriter<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let files = self.files();
        let mut writer = SegmentWriter::new(&self.manifest, &files, self.sort_space());
        let filled = fill(&mut writer)?;
        if writer.is_empty() {
            return Ok(filled);
        }
        let segment = writer.finish(self.watch)?;
        self.manifest.documents += u64::from(segment.documents);
        self.manifest.segments.push(segment);
        Ok(filled)
    }

    /// Adds a segment of these documents.
    pub(super) fn append_all(&mut self, records: &[Record]) -> Result<(), Error> {
        self.append(|writer| records.iter().try_for_each(|record| writer.push(record)))
    }

    /// Makes one segment of the last ones, from the segment of this number on.
    pub(super) fn merge_from(&mut self, from: usize) -> Result<(), Error> {
        let merged = self.manifest.segments.split_off(from);
        let files = self.files();
        let mut writer = SegmentWriter::new(&self.manifest, &files, self.sort_space());
        copy(&merged, |file| self.read(file), &mut writer)?;
        let segment = if writer.is_empty() { None } else { Some(writer.finish(self.watch)?) };
        self.manifest.segments.extend(segment);
        Ok(())
    }

    /// The bytes of a file of the index, whether it was there before or is new.
    pub(super) fn read(&self, file: &FileEntry) -> Result<Vec<u8>, Error> {
        self.making.read(&file.name, file.bytes)
    }

    /// Makes this the index.
    pub(super) fn finish(mut self) -> Result<Manifest, Error> {
        if let Some(from) = tail(&self.manifest.segments) {
            self.merge_from(from)?;
        }
        let passages = self.manifest.segments.iter().map(|segment| u64::from(segment.passages)).sum();
        let manifest = Manifest { passages, ..self.manifest }.with_checksum();
        self.making.publish(&names(&manifest), &manifest.to_json())?;
        Ok(manifest)
    }
}
