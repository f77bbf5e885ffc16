//! An index that is published as files: read by ranges, or fetched as a whole and searched here.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::held::Heard;
use super::{FilePart, Way};
use crate::error::Error;
use crate::index::{Corpus, FileEntry, FileRange, Limits, Lookup, Manifest, Remote};
use crate::table::Asked;

/// A published index, as far as it is here.
#[derive(Debug)]
pub(super) struct Published {
    /// What was read of it by ranges.
    remote: Remote,
    /// Whole files that were fetched, until all are there.
    files: BTreeMap<String, Vec<u8>>,
    /// All of it.
    corpus: Option<Corpus<Vec<u8>>>,
}

impl Published {
    pub(super) fn new(manifest: &[u8]) -> Result<Self, Error> {
        let remote = Remote::new(Manifest::from_json(manifest)?)?;
        Ok(Published { remote, files: BTreeMap::new(), corpus: None })
    }

    pub(super) fn manifest(&self) -> &Manifest {
        self.remote.manifest()
    }

    /// The file of the model that the design names.
    pub(super) fn model_file(&self) -> Option<FilePart> {
        self.manifest().model.as_ref().map(whole)
    }

    /// What is to be here before anything is asked in this way: all files, or their heads.
    pub(super) fn wanted(&mut self, way: Way) -> Result<Option<Vec<FilePart>>, Error> {
        if way == Way::Download {
            return Ok(self.corpus.is_none().then(|| self.missing().map(whole).collect()));
        }
        match self.ask(way, &Lookup::default())? {
            Heard::Needs(heads) => Ok(Some(heads)),
            Heard::Answer(_) | Heard::Elsewhere => Ok(None),
        }
    }

    fn missing(&self) -> impl Iterator<Item = &FileEntry> {
        self.manifest().files().filter(|file| !self.files.contains_key(&file.name))
    }

    pub(super) fn supply(&mut self, way: Way, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        if way != Way::Download {
            return self.remote.supply(&part.file, part.start, &bytes);
        }
        let entry = self.manifest().files().find(|file| file.name == part.file);
        let Some(entry) = entry.filter(|_| self.corpus.is_none()) else { return Ok(()) };
        entry.check(&bytes)?;
        self.files.insert(part.file.clone(), bytes);
        if self.missing().next().is_none() {
            let manifest = self.manifest().clone();
            let files = &mut self.files;
            let file = |entry: &FileEntry| files.remove(&entry.name).ok_or_else(|| "it is not here".into());
            self.corpus = Some(Corpus::open(manifest, file)?);
        }
        Ok(())
    }

    pub(super) fn ask(&mut self, way: Way, lookup: &Lookup) -> Result<Heard, Error> {
        let limits = Limits::default();
        match &self.corpus {
            Some(corpus) if way == Way::Download => corpus.answer(lookup, &limits).map(Heard::Answer),
            _ if way == Way::Download => Ok(Heard::Needs(self.missing().map(whole).collect())),
            _ => Ok(match self.remote.ask(lookup, &limits)? {
                Asked::Answer(answer) => Heard::Answer(answer),
                Asked::Needs(ranges) => {
                    Heard::Needs(ranges.into_iter().map(|range| self.part(range)).collect())
                }
            }),
        }
    }

    /// A range with the length of its file.
    fn part(&self, FileRange { file, start, end }: FileRange) -> FilePart {
        let bytes = self.manifest().files().find(|entry| entry.name == file).map_or(end, |entry| entry.bytes);
        FilePart { file, start, end, bytes }
    }

    /// The number of the first passage of each bucket of sources, if it is known.
    pub(super) fn buckets(&self, way: Way) -> Option<Vec<u64>> {
        match way {
            Way::Download => self.corpus.as_ref().map(Corpus::buckets),
            _ => self.remote.buckets(),
        }
    }
}

/// All of a file.
fn whole(file: &FileEntry) -> FilePart {
    FilePart { file: file.name.clone(), start: 0, end: file.bytes, bytes: file.bytes }
}
