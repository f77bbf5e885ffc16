//! An index that is there, for queries.

use crate::sort::StoredCode;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::super::{Error, huge_pages};
use super::manifest::{FileEntry, Ids, Manifest};
use super::names::{Names, open_names};
use twinprint::table::{Bound, Family};

/// How often an index is opened anew that is replaced meanwhile.
const TRIES: usize = 5;

/// An index in memory; the names of documents are left where they are.
#[derive(Debug)]
pub struct Index<C> {
    manifest: Manifest,
    family: Family<C, Vec<u8>>,
    names: Option<Names>,
}

/// The id of a document, as it was given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// All ids of the index are numbers.
    Number(u64),
    /// Some are not.
    Name(String),
}

/// A fingerprint that was found, and its documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexMatch<C> {
    /// The fingerprint.
    pub fingerprint: C,
    /// In how many bits it differs from the query.
    pub distance: u32,
    /// The ids of its documents, at most as many as were requested.
    pub ids: Vec<Id>,
    /// How many documents it has; 0 in an index without ids.
    pub documents: u32,
}

/// What a query finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<C> {
    /// The nearest first.
    pub found: Vec<IndexMatch<C>>,
    /// Whether there may be more, because the bound was reached.
    pub truncated: bool,
}

impl<C: StoredCode> Index<C> {
    /// Opens the index in a folder: the heads of all shards are checked, the blocks when they are read.
    ///
    /// ```
    /// use twinprint_native::index::{Id, Index, Input, FingerprintIndexOptions, build};
    /// use twinprint::table::Bound;
    /// let folder = tempfile::tempdir()?;
    /// let fingerprints = folder.path().join("prints");
    /// std::fs::write(&fingerprints, "00000000000000ff first\n00000000000000fe second\n")?;
    /// build(&[Input::new(&fingerprints)], &folder.path().join("index"), &FingerprintIndexOptions::default(), &())?;
    /// let index: Index<u64> = Index::open(&folder.path().join("index"))?;
    /// let reply = index.query(0xff, 0, Bound::default(), 10)?;
    /// assert_eq!((reply.found[0].distance, &reply.found[0].ids[0]), (0, &Id::Name("first".into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Manifest::read`]; [`Error::Unreadable`] and [`Error::Index`] for a file that is not there or not the one that
    /// the manifest names; [`Error::Core`] for shards that are damaged or of other bits.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let mut manifest = Manifest::read(folder)?;
        for _ in 1..TRIES {
            let opened = Index::open_as(folder, &manifest);
            let is_gone = matches!(&opened, Err(Error::Unreadable { reason, .. }) if reason.kind() == ErrorKind::NotFound);
            let before = manifest;
            manifest = Manifest::read(folder)?;
            // A builder may have replaced the index since the manifest was read, and removed its files.
            if !is_gone || manifest == before {
                return opened;
            }
        }
        Index::open_as(folder, &manifest)
    }

    fn open_as(folder: &Path, manifest: &Manifest) -> Result<Self, Error> {
        let shards: Vec<&FileEntry> = manifest.files.iter().filter(|file| file.is_shard()).collect();
        let shards: Result<Vec<(String, Vec<u8>)>, Error> =
            shards.into_par_iter().map(|file| read(folder, file)).collect();
        let family: Family<C, Vec<u8>> = Family::open(shards?)?;
        let names = manifest.names().map(|file| open_names(&folder.join(&file.name))).transpose()?;
        let index = Index { manifest: manifest.clone(), family, names };
        match index.is_as_the_manifest_says() {
            true => Ok(index),
            false => Err(is_other(folder)),
        }
    }

    fn is_as_the_manifest_says(&self) -> bool {
        let Manifest { k, fingerprints, ids, .. } = self.manifest;
        let has_ids = self.family.shards()[0].iter().all(|shard| shard.header().ids.is_some());
        self.manifest.is_of(self.family.id())
            && (k, fingerprints) == (self.family.k(), self.family.len())
            && has_ids == (ids != Ids::None)
            && self.names.is_some() == (ids == Ids::Names)
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its tables.
    pub fn family(&self) -> &Family<C, Vec<u8>> {
        &self.family
    }

    /// The names of its documents, if ids are no numbers.
    pub fn names(&self) -> Option<&Names> {
        self.names.as_ref()
    }

    /// Every fingerprint within k bits, each with at most `most` ids.
    ///
    /// # Errors
    /// As [`Family::query`] and [`Names::get`].
    pub fn query(&self, query: C, k: u32, bound: Bound, ids: usize) -> Result<Reply<C>, Error> {
        let answer = self.family.query(query, k, bound)?;
        let found = answer.matches.iter().map(|found| {
            let (ids, documents) = self.ids(found.fingerprint, ids)?;
            Ok(IndexMatch { fingerprint: found.fingerprint, distance: found.distance, ids, documents })
        });
        Ok(Reply { found: found.collect::<Result<_, Error>>()?, truncated: answer.truncated })
    }

    /// The ids of a fingerprint's documents, at most `most`, and how many there are.
    fn ids(&self, fingerprint: C, most: usize) -> Result<(Vec<Id>, u32), Error> {
        if self.manifest.ids == Ids::None {
            return Ok((vec![], 0));
        }
        let (ordinals, documents) = self.family.ordinals(fingerprint, most)?.unwrap_or_default();
        let id = |ordinal| match &self.names {
            Some(names) => names.get(ordinal).map(Id::Name),
            None => Ok(Id::Number(ordinal)),
        };
        Ok((ordinals.into_iter().map(id).collect::<Result<_, _>>()?, documents))
    }
}

/// What is wrong with an index whose shards are whole and not what the manifest says.
pub(super) fn is_other(folder: &Path) -> Error {
    Error::Index {
        place: folder.to_string_lossy().into_owned(),
        what: "its shards are not those of its manifest".into(),
        remedy: "build the index again",
    }
}

/// A shard with the name that errors call it by, if it is as long as the manifest says.
pub(super) fn read(folder: &Path, file: &FileEntry) -> Result<(String, Vec<u8>), Error> {
    let path: PathBuf = folder.join(&file.name);
    let name = path.to_string_lossy().into_owned();
    let bytes =
        huge_pages::read(&path).map_err(|reason| Error::Unreadable { place: name.clone(), reason })?;
    file.check_length(&name, bytes.len() as u64)?;
    Ok((name, bytes))
}
