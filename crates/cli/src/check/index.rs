//! The index that documents are checked against: in memory, or elsewhere.

use std::path::Path;

use rayon::prelude::*;
use twinprint::index::{Design, Indexer, Rule};
use twinprint_native::Error;
use twinprint_native::corpus::Source;
use twinprint_native::index::corpus::{OpenCorpus, open};
#[cfg(feature = "fetch")]
use twinprint_native::{
    fetch::{AccessMode, Address, Elsewhere, Found, Site, find},
    index::Watch,
};

use super::CheckedDocument;
#[cfg(feature = "fetch")]
use super::{receipt, secret::secret};
#[cfg(feature = "fetch")]
use crate::{
    args::{Check, IndexLocation},
    progress::Progress,
    say_note,
};

/// How many documents are read before any is checked in memory: enough for all cores, little to keep.
const CHUNK: usize = 64;

/// The index that documents are checked against.
pub(super) enum CheckedIndex {
    /// In memory.
    Here(Box<OpenCorpus>),
    /// Used where it is.
    #[cfg(feature = "fetch")]
    Elsewhere(Box<Elsewhere>, AccessMode),
}

impl CheckedIndex {
    /// The index in a folder.
    pub(super) fn open(folder: &Path) -> Result<Self, Error> {
        Ok(CheckedIndex::Here(Box::new(open(folder)?)))
    }

    /// An index at an address.
    #[cfg(feature = "fetch")]
    pub(super) fn at(address: &Address, site: Box<Site>, options: &Check) -> Result<Self, Error> {
        let mode = options.remote.access_mode().unwrap_or_else(|| site.preferred());
        if mode != AccessMode::Download {
            let index = site.elsewhere(mode)?;
            let index = match secret() {
                Some(secret) => index.with_secret(secret),
                None => index,
            };
            return Ok(CheckedIndex::Elsewhere(Box::new(index), mode));
        }
        let index = site.download(&Fetching(Progress::bytes("Fetching", site.facts().bytes)))?;
        say_note(receipt::of_download(address, site.traffic()));
        Ok(CheckedIndex::Here(Box::new(index)))
    }

    pub(super) fn design(&self) -> &Design {
        match self {
            CheckedIndex::Here(index) => &index.manifest.design,
            #[cfg(feature = "fetch")]
            CheckedIndex::Elsewhere(index, _) => index.design(),
        }
    }

    /// How many documents are checked at a time. Elsewhere the findings of each are shown before the next is read.
    pub(super) fn at_once(&self) -> usize {
        match self {
            CheckedIndex::Here(_) => CHUNK,
            #[cfg(feature = "fetch")]
            CheckedIndex::Elsewhere(..) => 1,
        }
    }

    /// Checks documents: what was found of each, or what is wrong with it.
    ///
    /// # Errors
    /// What is wrong with an index elsewhere; what is then not checked would meet the same.
    pub(super) fn check(
        &mut self,
        documents: Vec<Result<Source, Error>>,
        rule: &Rule,
    ) -> Result<Vec<Result<CheckedDocument, Error>>, Error> {
        match self {
            CheckedIndex::Here(index) => {
                let check =
                    |indexer: &mut Result<Indexer, Error>, document: Result<Source, Error>| match indexer {
                        Ok(indexer) => check_here(indexer, index, document?, rule),
                        // Another was made of the same; this one fails as that would have.
                        Err(_) => check_here(&mut index.indexer()?, index, document?, rule),
                    };
                Ok(documents.into_par_iter().map_init(|| index.indexer(), check).collect())
            }
            #[cfg(feature = "fetch")]
            CheckedIndex::Elsewhere(index, _) => {
                documents.into_iter().map(|document| check_elsewhere(index, document, rule)).collect()
            }
        }
    }

    /// What it, or its host, learned of the documents, if it is elsewhere.
    #[cfg(feature = "fetch")]
    pub(super) fn receipt(&self, place: &IndexLocation) -> Option<String> {
        match self {
            CheckedIndex::Here(_) => None,
            CheckedIndex::Elsewhere(index, mode) => {
                Some(receipt::of(place, *mode, index.counts(), index.traffic()))
            }
        }
    }
}

/// What is at an address.
#[cfg(feature = "fetch")]
pub(super) fn found(address: &Address, options: &Check) -> Result<Found, Error> {
    if !address.is_private() {
        say_note(format_args!(
            "{address}: this is not encrypted: others on the network can read the requests"
        ));
    }
    find(address, &options.remote.access()?, options.remote.access_mode())
}

fn check_here(
    indexer: &mut Indexer,
    index: &OpenCorpus,
    source: Source,
    rule: &Rule,
) -> Result<CheckedDocument, Error> {
    let check = index.check(indexer, &source.document(), rule)?;
    Ok(CheckedDocument::of(&check, source, rule))
}

/// What is wrong with the document is within what is wrong with the index.
#[cfg(feature = "fetch")]
fn check_elsewhere(
    index: &mut Elsewhere,
    source: Result<Source, Error>,
    rule: &Rule,
) -> Result<Result<CheckedDocument, Error>, Error> {
    let begun = source.and_then(|source| Ok((index.begin(&source.document(), rule)?, source)));
    let (mut checking, source) = match begun {
        Ok(begun) => begun,
        Err(error) => return Ok(Err(error)),
    };
    index.ask(&mut checking)?;
    Ok(Ok(CheckedDocument::of(checking.check(), source, rule)))
}

/// The bar of a download.
#[cfg(feature = "fetch")]
pub(super) struct Fetching(pub(super) Progress);

#[cfg(feature = "fetch")]
impl Watch for Fetching {
    fn reading(&self, bytes: u64) {
        self.0.at(bytes);
    }
}
