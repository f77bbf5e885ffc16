//! An index that is read where it is published, by ranges of bytes: any web host serves it, and no service is needed.
//!
//! Naively, all of it is downloaded before anything is looked up. Or what a look-up reads is fetched as it is reached, one piece
//! after the other, each a journey there and back. Here the look-up of an index in memory runs on what is there ([`Fetched`]
//! notes what it misses), so that each round fetches all that can be known to be missing: the heads of all files once; then for
//! a look-up the blocks of all its fingerprints and shingles; then the passages' numbers of those that were found; then the
//! buckets of sources, and of texts. What was fetched stays, in memory as large as it is.
//!
//! A host learns which ranges of which files are read: of a fingerprint, for each table, about as many of its first bits as tell
//! blocks apart.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::corpus::Corpus;
use super::manifest::{FileEntry, Manifest};
use super::segment::Segment;
use super::{Limits, LookupRequest, LookupResponse, MANIFEST, SourcesHead, TextsHead};
use crate::error::Error;
use crate::table::{Attempt, Fetched, GAP, Shard};

/// A published index, as far as it was fetched.
///
/// ```
/// # use twinprint::index::*;
/// use twinprint::table::Attempt;
/// /// Looks up, fetching from the files of an index, and returns in how many rounds.
/// fn answer(
///     index: &mut SparseIndex,
///     lookup: &LookupRequest,
///     fetch: impl Fn(&FileRange) -> Vec<u8>,
/// ) -> Result<(LookupResponse, usize), twinprint::Error> {
///     let mut rounds = 0;
///     loop {
///         match index.ask(lookup, &Limits::default())? {
///             Attempt::Done(answer) => return Ok((answer, rounds)),
///             Attempt::Needs(needs) => {
///                 rounds += 1;
///                 for range in needs {
///                     index.supply(&range.file, range.start, &fetch(&range))?;
///                 }
///             }
///         }
///     }
/// }
/// # let manifest = Manifest::empty(&Design::default(), Layout { tables: 4, parts: 1, texts: false });
/// let mut index = SparseIndex::new(manifest)?;
/// let lookup = LookupRequest { shingles: vec![7], ..LookupRequest::default() };
/// let (answer, _) = answer(&mut index, &lookup, |range| unreachable!("an index of nothing has no {range:?}"))?;
/// assert!(answer.shingles[0].passages.is_empty());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct SparseIndex {
    manifest: Manifest,
    /// The heads of files that are not opened yet.
    heads: BTreeMap<String, Vec<u8>>,
    /// The index, once the heads of all files but the texts are here.
    corpus: Option<Corpus<Fetched>>,
    /// Whether the heads of the texts are here, too.
    has_texts: bool,
}

/// Bytes of a file of an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileRange {
    /// The file's name.
    pub file: String,
    /// The first byte.
    pub start: u64,
    /// The one after the last.
    pub end: u64,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileRole {
    Shard,
    Sources,
    Texts,
    /// One that is read whole.
    Whole,
}

impl SparseIndex {
    /// The index of a manifest, of which nothing else is here yet.
    ///
    /// # Errors
    /// What [`Manifest::check`] says.
    pub fn new(manifest: Manifest) -> Result<Self, Error> {
        manifest.check()?;
        let has_texts = manifest.segments.iter().all(|segment| segment.texts.is_empty());
        Ok(SparseIndex { manifest, heads: BTreeMap::new(), corpus: None, has_texts })
    }

    /// What the index says to a look-up: the same as it says [in memory](super::Corpus::answer). Or what must be fetched and
    /// [supplied](SparseIndex::supply) first: all of it can be fetched at once, in any order, and then the same is looked up again.
    /// The first look-up needs the heads of all files; an empty one needs no more than these.
    ///
    /// # Errors
    /// As [`Corpus::answer`](super::Corpus::answer), and [`Error::ChangedIndex`] for files that are not of one index.
    pub fn ask(
        &mut self,
        lookup: &LookupRequest,
        limits: &Limits,
    ) -> Result<Attempt<LookupResponse, FileRange>, Error> {
        let mut needs = BTreeSet::new();
        if self.corpus.is_none() {
            needs.extend(self.missing_heads(|kind| kind != FileRole::Texts));
            if !needs.is_empty() {
                return Ok(Attempt::Needs(needs.into_iter().collect()));
            }
            self.open()?;
        }
        // Whoever asks for sources may ask for their texts next, of which the heads come along then.
        if !self.has_texts && (lookup.describe || !lookup.sources.is_empty() || !lookup.texts.is_empty()) {
            needs.extend(self.missing_heads(|kind| kind == FileRole::Texts));
            if needs.is_empty() {
                self.open_texts()?;
            }
        }
        let Some(corpus) = &mut self.corpus else { return Ok(Attempt::Needs(Vec::new())) };
        let answer = corpus.answer(lookup, limits);
        let mut misses = !lookup.texts.is_empty() && !self.has_texts;
        for file in corpus.segments_mut().iter_mut().flat_map(Segment::partial_files) {
            for Range { start, end } in file.missed() {
                misses = true;
                needs.insert(FileRange { file: file.name().into(), start, end });
            }
        }
        if misses { Ok(Attempt::Needs(needs.into_iter().collect())) } else { answer.map(Attempt::Done) }
    }

    /// Takes bytes that were needed.
    ///
    /// # Errors
    /// [`Error::ChangedIndex`] for others than were needed, for blocks and buckets that are damaged, and for heads that are not
    /// what the manifest says. Then they are not taken.
    pub fn supply(&mut self, file: &str, start: u64, bytes: &[u8]) -> Result<(), Error> {
        let changed = |problem| Error::ChangedIndex { file: file.into(), problem };
        let other = || changed(format!("{} bytes from {start} on were not requested", bytes.len()));
        if start == 0 {
            let (kind, entry) = self.entry(file).ok_or_else(other)?;
            let is_open = if kind == FileRole::Texts { self.has_texts } else { self.corpus.is_some() };
            if is_open || self.heads.contains_key(file) || bytes.len() as u64 != first_bytes(kind, entry) {
                return Err(other());
            }
            check_head(kind, entry, bytes).map_err(|error| changed(error.what()))?;
            self.heads.insert(file.into(), bytes.to_vec());
            return Ok(());
        }
        let mut outcome = Err(other());
        let segments = self.corpus.iter_mut().flat_map(|corpus| corpus.segments_mut());
        // A file that is like another has its name: what is missed of one may have been so of the other.
        for own in segments.flat_map(Segment::partial_files).filter(|own| own.name() == file) {
            let taken = own.supply(start, bytes).map_err(|error| changed(error.what()));
            outcome = outcome.or(taken);
        }
        outcome
    }

    /// What the index says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// As [`Corpus::buckets`](super::Corpus::buckets); none before something was looked up and supplied.
    pub fn buckets(&self) -> Option<Vec<u64>> {
        self.corpus.as_ref().map(Corpus::buckets)
    }

    /// The bytes of the model that the design names; none before something was looked up and supplied.
    pub fn model(&self) -> Option<&[u8]> {
        self.corpus.as_ref().and_then(Corpus::model)
    }

    /// How many bytes of its files are in memory.
    pub fn bytes(&mut self) -> u64 {
        let heads: usize = self.heads.values().map(Vec::len).sum();
        let segments = self.corpus.iter_mut().flat_map(|corpus| corpus.segments_mut());
        let files = segments.flat_map(Segment::partial_files).map(|file| file.bytes());
        heads as u64 + files.sum::<u64>()
    }

    /// Its files, and what they are.
    fn files(&self) -> impl Iterator<Item = (FileRole, &FileEntry)> {
        let of = |kind: FileRole| move |entry| (kind, entry);
        let segments = self.manifest.segments.iter().flat_map(move |segment| {
            let tables = segment.parts.iter().flat_map(|part| part.passages.iter().chain(&part.shingles));
            let shards =
                tables.map(of(FileRole::Shard)).chain(segment.sources.iter().map(of(FileRole::Sources)));
            shards
                .chain(segment.texts.iter().map(of(FileRole::Texts)))
                .chain(segment.removed.iter().map(of(FileRole::Whole)))
        });
        let named = self.manifest.model.iter().chain(&self.manifest.boilerplate);
        segments.chain(named.map(of(FileRole::Whole)))
    }

    fn entry(&self, file: &str) -> Option<(FileRole, &FileEntry)> {
        self.files().find(|(_, entry)| entry.name == file)
    }

    /// The first bytes of such files that are not here.
    fn missing_heads(&self, wanted: impl Fn(FileRole) -> bool) -> Vec<FileRange> {
        let missing =
            self.files().filter(|(kind, entry)| wanted(*kind) && !self.heads.contains_key(&entry.name));
        let range = |(kind, entry): (FileRole, &FileEntry)| FileRange {
            file: entry.name.clone(),
            start: 0,
            end: first_bytes(kind, entry),
        };
        missing.map(range).collect()
    }

    /// Opens the index, but for its texts, of the heads that are here.
    fn open(&mut self) -> Result<(), Error> {
        let mut manifest = self.manifest.clone();
        manifest.segments.iter_mut().for_each(|segment| segment.texts.clear());
        let heads = &self.heads;
        let corpus = Corpus::of(manifest, |entry| fetched(heads, entry))?;
        all_there(&corpus)?;
        self.corpus = Some(corpus);
        self.heads.clear();
        Ok(())
    }

    /// Opens the texts, of the heads that are here.
    fn open_texts(&mut self) -> Result<(), Error> {
        let Some(corpus) = &mut self.corpus else { return Ok(()) };
        let heads = &self.heads;
        for (segment, entry) in corpus.segments_mut().iter_mut().zip(&self.manifest.segments) {
            segment.open_texts(&entry.texts, &mut |entry| fetched(heads, entry));
        }
        all_there(corpus)?;
        self.has_texts = true;
        self.heads.clear();
        Ok(())
    }
}

/// How many bytes of a file are fetched before any other: its head, and all of it if the rest is but little.
fn first_bytes(kind: FileRole, entry: &FileEntry) -> u64 {
    if kind == FileRole::Whole || entry.bytes <= entry.head.saturating_add(GAP) {
        entry.bytes
    } else {
        entry.head
    }
}

/// That the first bytes of a file can be those of the one that the manifest names.
fn check_head(kind: FileRole, entry: &FileEntry, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() as u64 == entry.bytes {
        entry.check(bytes)?;
    }
    match kind {
        FileRole::Shard => {
            Shard::<u64, _>::of(&entry.name, Fetched::new(bytes.to_vec(), entry.bytes)).map(drop)
        }
        FileRole::Sources => SourcesHead::read(&entry.name, bytes)?.check_length(entry.bytes),
        FileRole::Texts => TextsHead::read(&entry.name, bytes)?.check_length(entry.bytes),
        FileRole::Whole => Ok(()),
    }
}

fn fetched(heads: &BTreeMap<String, Vec<u8>>, entry: &FileEntry) -> Result<Fetched, String> {
    let head = heads.get(&entry.name).ok_or("it was not fetched")?;
    Ok(Fetched::new(head.clone(), entry.bytes))
}

/// That every file could be opened: each alone was, so one that could not is of another index than the rest.
fn all_there(corpus: &Corpus<Fetched>) -> Result<(), Error> {
    let missing = corpus.missing().into_iter().next();
    missing.map_or(Ok(()), |problem| Err(Error::ChangedIndex { file: MANIFEST.into(), problem }))
}
