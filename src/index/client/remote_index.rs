//! An index that is elsewhere, as far as it is here.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::access_mode::{AccessMode, PREFIX_BITS};
use super::facts::Facts;
use super::meta::Meta;
use super::published::{Named, Published};
use super::reply::Reply;
use super::step::{FilePart, Step};
use crate::error::Error;
use crate::index::service::{Form, ResponseBody, pieces};
use crate::index::{Design, Indexer, LookupRequest, Signing};
use crate::lexicon::Model;
use crate::recipe::RecipeId;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;

/// The most bytes of a model or of boilerplate.
const LONGEST_NAMED: u64 = 64 << 20;

/// An index behind a service, or one that is published as files: what it says of itself, and what was fetched of it that
/// serves all documents.
#[derive(Debug)]
pub struct RemoteIndex {
    /// Its address: errors name it.
    name: String,
    facts: Facts,
    design: Design,
    recipe: RecipeId,
    /// How many bits of a hash are sent where prefixes are.
    prefix_bits: u32,
    signing: Signing,
    /// The number of the first passage of each bucket of sources, once known.
    buckets: Option<Vec<u64>>,
    published: Option<Published>,
}

impl RemoteIndex {
    /// An index behind a service that says this at `/v1/meta`.
    ///
    /// # Errors
    /// [`Error::BadAnswer`], what [`Design::check`] says, and [`Error::InvalidOption`] if this build cannot sign documents so.
    pub fn service(name: &str, meta: &[u8]) -> Result<Self, Error> {
        let meta = Meta::read(name, meta)?;
        check_recipe(&meta.design)?;
        Ok(RemoteIndex {
            facts: Facts::of_service(&meta),
            recipe: meta.design.id(),
            prefix_bits: meta.prefix_bits(),
            design: meta.design,
            name: name.into(),
            signing: Signing::default(),
            buckets: None,
            published: None,
        })
    }

    /// An index that is published with this manifest.
    ///
    /// # Errors
    /// What is wrong with the manifest, and [`Error::InvalidOption`] if this build cannot sign documents by its design.
    pub fn published(name: &str, manifest: &[u8]) -> Result<Self, Error> {
        let published = Published::new(manifest)?;
        let manifest = published.manifest();
        check_recipe(&manifest.design)?;
        Ok(RemoteIndex {
            facts: Facts::of_published(manifest),
            recipe: manifest.design.id(),
            prefix_bits: PREFIX_BITS,
            design: manifest.design.clone(),
            name: name.into(),
            signing: Signing::default(),
            buckets: None,
            published: Some(published),
        })
    }

    /// What the index is.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Its address.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// By what its documents were cut and signed, and a document to be checked is.
    pub fn design(&self) -> &Design {
        &self.design
    }

    pub(super) fn recipe(&self) -> RecipeId {
        self.recipe
    }

    pub(super) fn prefix_bits(&self) -> u32 {
        self.prefix_bits
    }

    /// What signs documents as those of the index were.
    pub(super) fn indexer(&self) -> Result<Indexer, Error> {
        self.signing.indexer(&self.design)
    }

    pub(super) fn buckets(&self) -> &[u64] {
        self.buckets.as_deref().unwrap_or_default()
    }

    pub(super) fn check_mode(&self, mode: AccessMode) -> Result<(), Error> {
        if self.facts.ways.contains(&mode) {
            return Ok(());
        }
        Err(Error::InvalidOption {
            option: "access-mode",
            value: mode.name().into(),
            expected: "download or ranges for a published index, prefix or whole for a service",
        })
    }

    /// A file that the index's design names and that is not yet here, its model or its boilerplate: documents are signed by it, and so
    /// it is fetched before anything is checked. There may be another after it.
    pub fn wanted_to_sign(&self) -> Option<Step> {
        let wanted = self.missing_to_sign()?;
        match (&self.published, wanted) {
            (None, Named::Model) => Some(Step::Get { path: "v1/model", most: LONGEST_NAMED }),
            (None, Named::Boilerplate) => Some(Step::Get { path: "v1/boilerplate", most: LONGEST_NAMED }),
            (Some(published), wanted) => published.named(wanted).map(|file| Step::Files(alloc::vec![file])),
        }
    }

    /// Takes the file that was wanted.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn take_to_sign(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self.missing_to_sign() {
            Some(Named::Model) => self.signing.model = Some(Arc::new(Model::from_bytes(bytes, &self.name)?)),
            #[cfg(feature = "clean")]
            Some(Named::Boilerplate) => {
                let boilerplate = Boilerplate::read(&self.name, bytes)?;
                if Some(boilerplate.id()) != self.design.boilerplate()? {
                    let problem = "its boilerplate is not what its design names".to_string();
                    return Err(Error::BadAnswer { index: self.name.clone(), problem });
                }
                self.signing.boilerplate = Some(Arc::new(boilerplate));
            }
            _ => {}
        }
        Ok(())
    }

    /// The first of the files by which documents are signed that is not here.
    fn missing_to_sign(&self) -> Option<Named> {
        if self.design.model.is_some() && self.signing.model.is_none() {
            return Some(Named::Model);
        }
        if !self.signing.has_boilerplate() && matches!(self.design.boilerplate(), Ok(Some(_))) {
            return Some(Named::Boilerplate);
        }
        None
    }

    /// What serves all documents and is not yet here: the same whatever is checked. It can be fetched before there is a
    /// document, and is the first step of a check if it was not.
    ///
    /// # Errors
    /// [`Error::ChangedIndex`] for files that are not of one index.
    pub fn wanted(&mut self, mode: AccessMode) -> Result<Option<Step>, Error> {
        let Some(published) = &mut self.published else {
            // Each bucket has one passage at least.
            let most = self.facts.passages.saturating_mul(8).min(64 << 20);
            return Ok(self.buckets.is_none().then_some(Step::Get { path: "v1/buckets", most }));
        };
        let wanted = published.wanted(mode)?;
        if self.buckets.is_none() {
            self.buckets = published.buckets(mode);
        }
        Ok(wanted.map(Step::Files))
    }

    /// Takes what was wanted of a service: the buckets' first passages.
    ///
    /// # Errors
    /// [`Error::BadAnswer`] for numbers that can be none.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        let buckets: Vec<u64> = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let rising = buckets.windows(2).all(|two| two[0] < two[1]);
        let within = buckets.last().is_none_or(|&last| last < self.facts.passages);
        if !rest.is_empty() || !rising || !within {
            let problem = "the numbers of its buckets' first passages are in disorder".to_string();
            return Err(Error::BadAnswer { index: self.name.clone(), problem });
        }
        self.buckets = Some(buckets);
        Ok(())
    }

    /// Takes a part of a file that was wanted.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn supply(&mut self, mode: AccessMode, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        match &mut self.published {
            None => Ok(()),
            Some(published) => published.supply(mode, part, bytes),
        }
    }

    pub(super) fn ask(&mut self, mode: AccessMode, lookup: &LookupRequest) -> Result<Reply, Error> {
        let Some(published) = &mut self.published else { return Ok(Reply::Elsewhere) };
        published.ask(mode, lookup)
    }

    /// A part of a look-up, as it is sent at a time.
    pub(super) fn pieces(&self, mode: AccessMode, lookup: LookupRequest) -> Vec<LookupRequest> {
        match mode {
            _ if lookup.is_empty() => Vec::new(),
            AccessMode::Download | AccessMode::Ranges => alloc::vec![lookup],
            AccessMode::Prefix | AccessMode::Whole => {
                pieces(&lookup, Form::Binary, self.facts.fingerprints())
            }
        }
    }

    /// Whether a response is of the index that was opened.
    pub(super) fn check_same(&self, body: &ResponseBody) -> Result<(), Error> {
        if body.recipe == self.recipe && alloc::format!("{:016x}", body.index) == self.facts.checksum {
            return Ok(());
        }
        let problem = "this response is of another index than was opened".to_string();
        Err(Error::ChangedIndex { file: self.name.clone(), problem })
    }
}

/// That this build can sign documents by a design.
fn check_recipe(design: &Design) -> Result<(), Error> {
    design.recipe()?.map_or(Ok(()), |recipe| recipe.check())
}
