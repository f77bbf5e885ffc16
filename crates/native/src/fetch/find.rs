//! Which kind of index is at an address: of passages, or of documents as wholes; published as files, or behind a service.

use super::super::Error;
use super::errand::{Client, Errand};
use super::failure::{self, Failure};
use super::{Access, AccessMode, Address, DocumentsSite, Site};
use twinprint::index::MANIFEST;
use twinprint::seen::RemoteDocuments;

/// What a service or a manifest says of an index is not longer.
const LONGEST_DESCRIPTION: u64 = 8 << 20;

/// The most bytes of an index that is downloaded unless another access mode is chosen.
pub(super) const PRACTICAL_DOWNLOAD: u64 = 32_000_000;

/// An index at an address.
#[derive(Debug)]
pub enum Found {
    /// Copied stretches are found in it.
    Passages(Box<Site>),
    /// Near-duplicates as wholes are.
    Documents(Box<DocumentsSite>),
}

/// What an index says of itself.
pub(super) struct Description {
    pub(super) bytes: Vec<u8>,
    /// Whether a service said it; else it is a manifest.
    pub(super) by_service: bool,
}

/// Finds out what is at an address: a manifest first, unless the access mode is one that only a service has.
///
/// ```no_run
/// use twinprint::Document;
/// use twinprint::index::Rule;
/// use twinprint_native::fetch::{Access, AccessMode, Found, find};
///
/// let Found::Passages(site) = find(&"https://example.org/papers/".parse()?, &Access::default(), None)? else { return Ok(()) };
/// let mut index = site.elsewhere(AccessMode::Ranges)?;
/// let rule = Rule::new(index.design());
/// let mut checking = index.begin(&Document::plain("essay.txt", "Whoever copies this will be told so."), &rule)?;
/// index.ask(&mut checking)?;
/// println!("{} of its words stand elsewhere", checking.findings().explained);
/// # Ok::<(), twinprint_native::Error>(())
/// ```
///
/// # Errors
/// [`Error::Fetch`] if there is neither, and for what is wrong with what is there.
pub fn find(address: &Address, access: &Access, mode: Option<AccessMode>) -> Result<Found, Error> {
    let client = Client::new(address, access)?;
    let by_service = matches!(mode, Some(AccessMode::Prefix | AccessMode::Whole));
    let said = match describe(&client, address, by_service) {
        Ok(said) => said,
        Err(one) if !one.is_absence() => return Err(one.into()),
        Err(one) => {
            describe(&client, address, !by_service).map_err(|other| failure::neither(address, one, other))?
        }
    };
    // A service may serve the index's files, too, as `twinprint serve --publish` does.
    let has_files = said.by_service && !by_service;
    match RemoteDocuments::is_one(&said.bytes) {
        true => DocumentsSite::new(client, address, &said, has_files, mode)
            .map(|site| Found::Documents(Box::new(site))),
        false => Site::new(client, address, &said, has_files).map(|site| Found::Passages(Box::new(site))),
    }
}

/// Fetches what an index says of itself.
pub(super) fn describe(client: &Client, base: &Address, by_service: bool) -> Result<Description, Failure> {
    let path = if by_service { "v1/meta" } else { MANIFEST };
    let bytes = client.run(base, &Errand::get(path, LONGEST_DESCRIPTION))?;
    Ok(Description { bytes, by_service })
}
