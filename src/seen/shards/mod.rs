//! Remembered documents in files that never change, beside those that a journal says.
//!
//! A journal has a line for each document, and all of it is read whenever memory is gone. Here documents that were remembered
//! some time ago stand in shards: each is a segment of an index of documents as wholes, with a Huffman-coded table of blocks, and a file with when
//! they were seen. A look-up goes to shards and journal. Numbers stay what they were: a shard has those that its documents had in the
//! journal, forgotten ones included. So lines that were written while a shard was made mean the same after.

mod manifest;
mod times;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Design, DocumentFingerprints, DocumentsIndex, FileContent, IndexedMatch, documents_segment};
use crate::error::Error;
use crate::index::FileEntry;
use manifest::{ShardEntry, ShardFiles, bad};
use times::{read_times, times_file};

pub use manifest::ShardsManifest;
pub(super) use times::Times;

/// How many near documents of shards are looked for at first: some may be forgotten.
const FIRST: usize = 32;

/// Documents in shards, and when they were seen.
#[derive(Debug, Clone)]
pub(super) struct ShardedDocuments {
    manifest: ShardsManifest,
    index: Arc<DocumentsIndex<Vec<u8>>>,
    shards: Vec<Shard>,
    /// How many numbers they have.
    ordinals: u32,
}

#[derive(Debug, Clone)]
struct Shard {
    /// The numbers of its first document, in all and in the index.
    first: u32,
    indexed: u64,
    /// Of each document; none where all are forgotten.
    times: Vec<Times>,
    /// Whether they are others than those of its file.
    changed: bool,
}

/// Shards as they are to be kept: the manifest, and the files of it that are new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewShards {
    /// What is to be kept in place of the manifest that was, once all files are.
    pub manifest: ShardsManifest,
    /// The files that no manifest named before, with their bytes.
    pub files: Vec<FileContent>,
    /// How many documents' numbers stand in shards from then on.
    pub ordinals: u64,
}

impl ShardedDocuments {
    /// Opens shards of files that `file` gives. All of each is checked.
    pub(super) fn open(
        manifest: ShardsManifest,
        design: &Design,
        mut file: impl FnMut(&FileEntry) -> Result<Vec<u8>, Error>,
    ) -> Result<Self, Error> {
        manifest.check(design)?;
        let mut checked = |entry: &FileEntry| {
            let bytes = file(entry)?;
            entry.check(&bytes)?;
            Ok::<_, Error>(bytes)
        };
        let index = DocumentsIndex::open(&manifest.index(design), &mut checked)?;
        index.verify()?;
        let (mut shards, mut first, mut indexed) = (Vec::new(), 0u32, 0);
        for ShardEntry { documents, files } in &manifest.shards {
            let times = match files {
                None => Vec::new(),
                Some(ShardFiles { times, .. }) => read_times(&times.name, &checked(times)?)?,
            };
            if files.is_some() && times.len() != *documents as usize {
                return Err(bad("a shard has not as many times as documents"));
            }
            shards.push(Shard { first, indexed, changed: false, times });
            indexed += files.as_ref().map_or(0, |files| u64::from(files.segment.documents));
            first = first.checked_add(*documents).ok_or_else(|| bad("it has too many documents"))?;
        }
        Ok(ShardedDocuments { manifest, index: Arc::new(index), shards, ordinals: first })
    }

    /// How many numbers documents in shards have.
    pub(super) fn ordinals(&self) -> u32 {
        self.ordinals
    }

    /// How many of them are not forgotten.
    pub(super) fn count(&self) -> u64 {
        self.all().filter(|(_, times)| times.words > 0).count() as u64
    }

    /// When a document was seen, by its number.
    pub(super) fn times(&self, ordinal: u32) -> Option<Times> {
        let shard = self.shard(ordinal)?;
        shard.times.get((ordinal - shard.first) as usize).copied()
    }

    /// The same, to be changed.
    pub(super) fn times_mut(&mut self, ordinal: u32) -> Option<&mut Times> {
        let at = self.shards.partition_point(|shard| shard.first <= ordinal).checked_sub(1)?;
        let shard = &mut self.shards[at];
        let times = shard.times.get_mut((ordinal - shard.first) as usize)?;
        shard.changed = true;
        Some(times)
    }

    /// All that are in files, with their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, Times)> {
        self.shards.iter().flat_map(|shard| (shard.first..).zip(shard.times.iter().copied()))
    }

    /// A document and its id, by its number.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where there is no such document.
    pub(super) fn document(&self, ordinal: u32) -> Result<(String, DocumentFingerprints), Error> {
        let shard = self.shard(ordinal).ok_or_else(|| bad("there is no such document"))?;
        self.index.document(shard.indexed + u64::from(ordinal - shard.first))
    }

    /// Up to `most` documents near one, with their numbers, of those for which `is_there` holds.
    ///
    /// # Errors
    /// As [`DocumentsIndex::near`].
    pub(super) fn near(
        &self,
        document: &DocumentFingerprints,
        most: usize,
        is_there: impl Fn(&Times) -> bool,
    ) -> Result<Vec<(u32, IndexedMatch)>, Error> {
        let mut wanted = most.max(FIRST);
        loop {
            let found = self.index.near(document, wanted)?;
            let all = found.matches.len() < wanted;
            let there = found.matches.into_iter().filter_map(|found| {
                let ordinal = self.ordinal(found.document)?;
                self.times(ordinal).filter(&is_there).map(|_| (ordinal, found))
            });
            let there: Vec<_> = there.take(most).collect();
            if all || there.len() == most {
                return Ok(there);
            }
            wanted *= 4;
        }
    }

    /// The number of a document by that in the index.
    fn ordinal(&self, indexed: u64) -> Option<u32> {
        let is_in =
            |shard: &&Shard| (shard.indexed..shard.indexed + shard.times.len() as u64).contains(&indexed);
        self.shards.iter().find(is_in).map(|shard| shard.first + (indexed - shard.indexed) as u32)
    }

    fn shard(&self, ordinal: u32) -> Option<&Shard> {
        let at = self.shards.partition_point(|shard| shard.first <= ordinal).checked_sub(1)?;
        Some(&self.shards[at])
    }
}

impl NewShards {
    /// The shards that are there, of which some documents were seen again or forgotten since, and one of more documents. Without new
    /// documents no shard is added. One of which all is forgotten is dropped.
    pub(super) fn of(
        design: &Design,
        old: Option<&ShardedDocuments>,
        ids: &[String],
        documents: &[DocumentFingerprints],
        times: &[Times],
    ) -> Result<Self, Error> {
        let (mut shards, mut files) = (Vec::new(), Vec::new());
        let mut keep = |bytes: Vec<u8>| {
            let entry = FileEntry::of("times", "twt", &bytes, bytes.len() as u64);
            files.push((entry.clone(), bytes));
            entry
        };
        let is_there = |times: &[Times]| times.iter().any(|times| times.words > 0);
        let known = old.into_iter().flat_map(|old| old.manifest.shards.iter().zip(&old.shards));
        for (ShardEntry { documents, files }, shard) in known {
            let files =
                files.clone().filter(|_| is_there(&shard.times)).map(|ShardFiles { segment, times }| {
                    let times = if shard.changed { keep(times_file(&shard.times)) } else { times };
                    ShardFiles { segment, times }
                });
            shards.push(ShardEntry { documents: *documents, files });
        }
        let mut ordinals = old.map_or(0, |old| u64::from(old.ordinals));
        if !documents.is_empty() {
            ordinals += documents.len() as u64;
            let own = match is_there(times) {
                false => None,
                true => {
                    let times = keep(times_file(times));
                    let (segment, of_segment) = documents_segment(design, documents, Some(ids))?;
                    files.extend(of_segment);
                    Some(ShardFiles { segment, times })
                }
            };
            shards.push(ShardEntry { documents: documents.len() as u32, files: own });
        }
        Ok(NewShards { manifest: ShardsManifest::of(design, shards), files, ordinals })
    }
}
