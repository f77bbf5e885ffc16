//! The index that is asked: opened anew when its manifest has changed. The old one answers until the new one is whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::prelude::v1::*;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use super::super::Error;
use super::super::index::corpus::{OpenCorpus, open};
use crate::index::service::{Refusal, Service};
use crate::index::{Corpus, MANIFEST};

/// An index in memory.
type Index = Corpus<Arc<[u8]>>;

pub(super) struct Watched {
    folder: PathBuf,
    held: RwLock<(Stamp, Arc<Service<Index>>)>,
}

/// What tells one manifest from the next.
type Stamp = Option<(SystemTime, u64)>;

impl Watched {
    /// # Errors
    /// That there is no whole index in the folder.
    pub(super) fn open(folder: &Path) -> Result<Self, Error> {
        let stamp = stamp(folder);
        let service = Arc::new(opened(folder)?);
        Ok(Watched { folder: folder.into(), held: RwLock::new((stamp, service)) })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The service of the index that is whole now.
    pub(super) fn service(&self) -> Arc<Service<Index>> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// Opens the index anew if its manifest is another, and says whether it was.
    ///
    /// # Errors
    /// That what is there now is no whole index; the old one is held on to.
    pub(super) fn refresh(&self) -> Result<bool, Error> {
        let now = stamp(&self.folder);
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner).0;
        if now == held {
            return Ok(false);
        }
        let service = Arc::new(opened(&self.folder)?);
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = (now, service);
        Ok(true)
    }
}

fn stamp(folder: &Path) -> Stamp {
    let manifest = fs::metadata(folder.join(MANIFEST)).ok()?;
    Some((manifest.modified().ok()?, manifest.len()))
}

fn opened(folder: &Path) -> Result<Service<Index>, Error> {
    let OpenCorpus { manifest, corpus, .. } = open(folder)?;
    let damaged = |refusal: Refusal| Error::Index {
        place: folder.join(MANIFEST).to_string_lossy().into_owned(),
        what: refusal.what,
        remedy: "build the index again",
    };
    Service::new(corpus, manifest).map_err(damaged)
}
