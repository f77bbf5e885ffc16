//! A corpus index that is there, to check documents against.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::super::super::Error;
use super::super::gather::SortSpace;
use super::super::manifest::check_length;
use super::files::Files;
use super::journal;
use super::manifest::read;
use super::record::Record;
use super::segment::SegmentWriter;
use twinprint::Document;
use twinprint::index::{Corpus, FileEntry, IndexCheck, Indexer, Limits, Manifest, Rule, Signing};

/// How often an index is opened anew that is replaced meanwhile.
const TRIES: usize = 5;

/// An index in memory.
#[derive(Debug)]
pub struct OpenCorpus {
    /// What it says of itself; with what was added and stands in no segment on the disk yet.
    pub manifest: Manifest,
    /// What is searched.
    pub corpus: Corpus<Arc<[u8]>>,
    /// The model and the boilerplate that its design names.
    pub signing: Signing,
}

impl OpenCorpus {
    /// Signs documents as those of the index were.
    ///
    /// # Errors
    /// As [`Signing::indexer`].
    pub fn indexer(&self) -> Result<Indexer, Error> {
        Ok(self.signing.indexer(&self.manifest.design)?)
    }

    /// Checks a document, which one of this index's [indexers](OpenCorpus::indexer) signs.
    ///
    /// # Errors
    /// [`Error::Core`] for a document without words, and for files of the index that are damaged.
    pub fn check(
        &self,
        indexer: &mut Indexer,
        document: &Document<'_>,
        rule: &Rule,
    ) -> Result<IndexCheck, Error> {
        let mut check =
            IndexCheck::new(indexer.sign(document)?, &self.manifest.design, self.manifest.passages)?;
        check.ask(&self.corpus, &Limits::default(), rule)?;
        Ok(check)
    }
}

/// Opens the index in a folder: every file is read into memory and is as long as the manifest says; heads are checked, all else
/// when it is read. See [`build`](super::build()) for an example.
///
/// # Errors
/// As [`read`]; [`Error::Unreadable`] and [`Error::Index`] for a file that is not there or of another length, [`Error::Core`]
/// for one that is damaged.
pub fn open(folder: &Path) -> Result<OpenCorpus, Error> {
    reopen(folder, &mut InMemory::new())
}

/// Files of an index that are in memory, by their names: whoever has one of a name has its content.
pub(crate) type InMemory = BTreeMap<String, Arc<[u8]>>;

/// As [`open`], but only those files are read that are not in memory. `known` is those in memory, before and after.
pub(crate) fn reopen(folder: &Path, known: &mut InMemory) -> Result<OpenCorpus, Error> {
    let mut manifest = read(folder)?;
    for _ in 1..TRIES {
        let opened = open_as(folder, &manifest, known);
        let before = manifest;
        manifest = read(folder)?;
        // Whoever changed the index meanwhile may have removed its files.
        if manifest == before {
            return opened;
        }
    }
    open_as(folder, &manifest, known)
}

fn open_as(folder: &Path, manifest: &Manifest, known: &mut InMemory) -> Result<OpenCorpus, Error> {
    let mut manifest = manifest.clone();
    let records = journal::read(folder, &manifest.checksum)?;
    if !records.is_empty() {
        append(&mut manifest, &records, known)?;
    }
    load(folder, manifest, known)
}

/// Opens an index as a manifest says, of files that are in memory and, for those that are not, in a folder. `known` is those in
/// memory, before and after.
pub(crate) fn load(folder: &Path, manifest: Manifest, known: &mut InMemory) -> Result<OpenCorpus, Error> {
    let read = |file: &FileEntry| {
        let bytes = known.get(&file.name).cloned();
        let bytes = bytes.map_or_else(|| read_file(folder, file).map(Arc::from), Ok)?;
        Ok((file.name.clone(), bytes))
    };
    let all: InMemory =
        manifest.files().collect::<Vec<_>>().into_par_iter().map(read).collect::<Result<_, Error>>()?;
    let bytes = |file: &FileEntry| all.get(&file.name).map_or(&[][..], |bytes| bytes);
    let signing = Signing::read(&manifest, |file| Ok::<_, Error>(bytes(file)))?;
    let known_file =
        |file: &FileEntry| all.get(&file.name).cloned().ok_or_else(|| String::from("it is not there"));
    let corpus = Corpus::open(manifest.clone(), known_file)?;
    if let Some(what) = corpus.missing().into_iter().next() {
        let place = folder.to_string_lossy().into_owned();
        return Err(Error::Index { place, what, remedy: "build the index again" });
    }
    *known = all;
    Ok(OpenCorpus { manifest, corpus, signing })
}

/// Adds a segment of documents to an index, with its files in memory.
fn append(manifest: &mut Manifest, records: &[Record], known: &mut InMemory) -> Result<(), Error> {
    let files = Files::Memory(Mutex::default());
    let space = SortSpace { memory: usize::MAX, folder: Path::new("") };
    let mut writer = SegmentWriter::new(manifest, &files, space);
    records.iter().try_for_each(|record| writer.push(record))?;
    let segment = writer.finish(&())?;
    manifest.documents += u64::from(segment.documents);
    manifest.segments.push(segment);
    let passages = manifest.segments.iter().map(|segment| u64::from(segment.passages)).sum();
    *manifest = Manifest { passages, ..manifest.clone() }.with_checksum();
    known.extend(files.into_memory().into_iter().map(|(name, bytes)| (name, Arc::from(bytes))));
    Ok(())
}

/// A file of an index, if it is as long as the manifest says.
pub(super) fn read_file(folder: &Path, file: &FileEntry) -> Result<Vec<u8>, Error> {
    let path = folder.join(&file.name);
    let place = || path.to_string_lossy().into_owned();
    let bytes = fs::read(&path).map_err(|reason| Error::Unreadable { place: place(), reason })?;
    check_length(&place(), bytes.len() as u64, file.bytes)?;
    Ok(bytes)
}
