//! What is at an address: a published index, a service, or one index as both.

use std::path::Path;
use std::sync::Arc;

use super::super::Error;
use super::super::index::Watch;
use super::super::index::corpus::{InMemory, OpenCorpus, load};
use super::at_once::{AT_ONCE, at_once};
use super::errand::{Client, Errand};
use super::failure::{self, Failure, of_core};
use super::find::{Description, PRACTICAL_DOWNLOAD, describe};
use super::{AccessMode, Address, Elsewhere, Facts, Traffic};
use twinprint::index::client::RemoteIndex;
use twinprint::index::{FileEntry, Manifest};

/// What is at an address: a published index, a service, or one index as both.
#[derive(Debug)]
pub struct Site {
    client: Client,
    address: Address,
    index: Reached,
    /// The files of the same index, which a service serves along with it.
    files: Option<Reached>,
}

/// An index, as what it is reached, and where.
#[derive(Debug)]
struct Reached {
    held: RemoteIndex,
    /// What paths are relative to.
    base: Address,
    /// Of files.
    manifest: Option<Manifest>,
}

impl Site {
    /// What was found at an address. A service may serve the index's files, too.
    pub(super) fn new(
        client: Client,
        address: &Address,
        said: &Description,
        has_files: bool,
    ) -> Result<Self, Error> {
        let index = Reached::new(address, said)?;
        let mut files = None;
        if has_files {
            let folder = address.join("index/");
            let published = describe(&client, &folder, false).and_then(|said| Reached::new(&folder, &said));
            // While the index is being replaced they differ: then the service alone is used.
            let is_same = |files: &Reached| files.held.facts().checksum == index.held.facts().checksum;
            files = published.ok().filter(is_same);
        }
        Ok(Site { client, address: address.clone(), index, files })
    }

    /// What the index says of itself; of one that is both, as both.
    pub fn facts(&self) -> Facts {
        let facts = self.index.held.facts().clone();
        let Some(files) = &self.files else { return facts };
        let mut both = files.held.facts().clone();
        both.ways.extend(facts.ways);
        both.prices.extend(facts.prices);
        both.missing = facts.missing;
        both
    }

    /// The most private access mode that is practical: downloading is, up to 32 MB.
    pub fn preferred(&self) -> AccessMode {
        let Facts { ways, bytes, .. } = self.facts();
        let is_practical = |mode: &AccessMode| *mode != AccessMode::Download || bytes <= PRACTICAL_DOWNLOAD;
        ways.into_iter().find(is_practical).unwrap_or(AccessMode::Whole)
    }

    /// What was sent and received so far.
    pub fn traffic(&self) -> Traffic {
        self.client.traffic()
    }

    /// Fetches all of the index; it is then searched here, and its host learns nothing of what is checked.
    ///
    /// # Errors
    /// [`Error::Fetch`] for what cannot be fetched, and what is not as the manifest says; for an index that is behind a service alone.
    pub fn download(&self, watch: &dyn Watch) -> Result<OpenCorpus, Error> {
        let Reached { base, manifest: Some(manifest), .. } = self.reached(AccessMode::Download)? else {
            return Err(failure::other_access_mode(&self.address, AccessMode::Download));
        };
        let (client, files) = (&self.client, manifest.files().collect::<Vec<&FileEntry>>());
        let mut fetched = InMemory::new();
        let fetch = |file: &&FileEntry| {
            let errand = Errand { is_named: true, ..Errand::get(&file.name, file.bytes) };
            let bytes = client.run(base, &errand)?;
            watch.reading(client.traffic().received);
            file.check(&bytes).map_err(|reason| of_core(base, reason))?;
            Ok(bytes)
        };
        at_once(AT_ONCE, &files, fetch, |file, bytes| {
            fetched.insert(file.name.clone(), Arc::from(bytes));
            Ok(())
        })?;
        load(Path::new(&base.to_string()), manifest.clone(), &mut fetched)
    }

    /// The index, to be searched where it is, by any access mode but downloading.
    ///
    /// # Errors
    /// [`Error::Fetch`] for an index without this access mode, and for a model that cannot be fetched.
    pub fn elsewhere(self, mode: AccessMode) -> Result<Elsewhere, Error> {
        self.reached(mode)?;
        let Reached { held, base, .. } = match self.files {
            Some(files) if mode == AccessMode::Ranges => files,
            _ => self.index,
        };
        Elsewhere::new(self.client, held, base, mode)
    }

    /// The index by an access mode.
    fn reached(&self, mode: AccessMode) -> Result<&Reached, Error> {
        let mut reached = [Some(&self.index), self.files.as_ref()].into_iter().flatten();
        let reached = reached.find(|reached| reached.held.facts().ways.contains(&mode));
        reached.ok_or_else(|| failure::other_access_mode(&self.address, mode))
    }
}

impl Reached {
    fn new(base: &Address, said: &Description) -> Result<Self, Failure> {
        let failed = |reason| Failure::of_core(base, reason);
        let name = base.to_string();
        let (held, manifest) = match said.by_service {
            true => (RemoteIndex::service(&name, &said.bytes).map_err(failed)?, None),
            false => {
                let held = RemoteIndex::published(&name, &said.bytes).map_err(failed)?;
                (held, Some(Manifest::from_json(&said.bytes).map_err(failed)?))
            }
        };
        Ok(Reached { held, base: base.clone(), manifest })
    }
}
