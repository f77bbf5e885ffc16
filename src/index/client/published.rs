//! An index that is published as files: read by ranges, or fetched as a whole and searched here.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::access_mode::AccessMode;
use super::reply::Reply;
use super::step::FilePart;
use crate::error::Error;
use crate::index::{Corpus, FileEntry, FileRange, Limits, LookupRequest, Manifest, SparseIndex};
use crate::table::Attempt;

/// A file that a design names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named {
    Model,
    Boilerplate,
}

/// A published index, as far as it is here.
#[derive(Debug)]
pub(super) struct Published {
    /// What was read of it by ranges.
    remote: SparseIndex,
    /// Whole files that were fetched, until all are there.
    files: BTreeMap<String, Vec<u8>>,
    /// All of it.
    corpus: Option<Corpus<Vec<u8>>>,
}

impl Published {
    pub(super) fn new(manifest: &[u8]) -> Result<Self, Error> {
        let remote = SparseIndex::new(Manifest::from_json(manifest)?)?;
        Ok(Published { remote, files: BTreeMap::new(), corpus: None })
    }

    pub(super) fn manifest(&self) -> &Manifest {
        self.remote.manifest()
    }

    /// A file that the design names.
    pub(super) fn named(&self, named: Named) -> Option<FilePart> {
        let Manifest { model, boilerplate, .. } = self.manifest();
        match named {
            Named::Model => model,
            Named::Boilerplate => boilerplate,
        }
        .as_ref()
        .map(FilePart::whole)
    }

    /// What is to be here before anything is looked up in this mode: all files, or their heads.
    pub(super) fn wanted(&mut self, mode: AccessMode) -> Result<Option<Vec<FilePart>>, Error> {
        if mode == AccessMode::Download {
            return Ok(self.corpus.is_none().then(|| self.missing().map(FilePart::whole).collect()));
        }
        match self.ask(mode, &LookupRequest::default())? {
            Reply::Needs(heads) => Ok(Some(heads)),
            Reply::Response(_) | Reply::Elsewhere => Ok(None),
        }
    }

    fn missing(&self) -> impl Iterator<Item = &FileEntry> {
        self.manifest().files().filter(|file| !self.files.contains_key(&file.name))
    }

    pub(super) fn supply(&mut self, mode: AccessMode, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        if mode != AccessMode::Download {
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

    pub(super) fn ask(&mut self, mode: AccessMode, lookup: &LookupRequest) -> Result<Reply, Error> {
        let limits = Limits::default();
        match &self.corpus {
            Some(corpus) if mode == AccessMode::Download => {
                corpus.answer(lookup, &limits).map(Reply::Response)
            }
            _ if mode == AccessMode::Download => {
                Ok(Reply::Needs(self.missing().map(FilePart::whole).collect()))
            }
            _ => Ok(match self.remote.ask(lookup, &limits)? {
                Attempt::Done(answer) => Reply::Response(answer),
                Attempt::Needs(ranges) => {
                    Reply::Needs(ranges.into_iter().map(|range| self.part(range)).collect())
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
    pub(super) fn buckets(&self, mode: AccessMode) -> Option<Vec<u64>> {
        match mode {
            AccessMode::Download => self.corpus.as_ref().map(Corpus::buckets),
            _ => self.remote.buckets(),
        }
    }
}
