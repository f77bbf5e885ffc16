//! What a server remembers of documents that it was asked about: `/v1/seen`, by the core's contract ([`SeenRequest`]).
//!
//! Who sends an access token has a memory of its own, apart from those of others; without tokens there is one for all. Each is a file of
//! the folder. No text is in any, and nothing that gives one back.

mod tenant;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::fingerprinters::Fingerprinters;
use twinprint::index::service::{Refusal, Request, Response};
use twinprint::seen::{Design, Limits, SeenRequest};

use super::super::Error;
use crate::lock::FolderLock;
use tenant::Tenant;

/// What is remembered, and where.
#[derive(Debug, Clone)]
pub struct RememberOptions {
    /// The folder.
    pub folder: PathBuf,
    /// How many documents of each access token, and how long.
    pub limits: Limits,
    /// What a document is known by.
    pub design: Design,
}

/// The memories of all access tokens.
#[derive(Debug)]
pub(super) struct Remembered {
    options: RememberOptions,
    tenants: Mutex<BTreeMap<String, Arc<Tenant>>>,
    fingerprinters: Fingerprinters,
    _lock: FolderLock,
}

/// The name of the memory for all where no access token is asked for.
const EVERYONE: &str = "everyone";

impl Remembered {
    /// Holds the folder, and makes it if there is none. The memory for all is read at once, so that what is wrong with it is said.
    ///
    /// # Errors
    /// [`Error::Unwritable`], and [`Error::Index`] if another server holds the folder, or if it was begun by another design.
    pub(super) fn open(options: RememberOptions) -> Result<Self, Error> {
        let lock = FolderLock::hold(&options.folder, "another server remembers in this folder")?;
        let fingerprinters = Fingerprinters::new(options.design);
        let remembered = Remembered { options, tenants: Mutex::default(), fingerprinters, _lock: lock };
        remembered.tenant(None)?;
        Ok(remembered)
    }

    /// The response to a request of whoever has an access token with this name; what it changes is on the disk by then.
    pub(super) fn respond(&self, request: &Request<'_>, token: Option<&str>) -> Response {
        self.responded(request, token).unwrap_or_else(Response::from)
    }

    fn responded(&self, request: &Request<'_>, token: Option<&str>) -> Result<Response, Refusal> {
        let read = |design: &Design, fingerprinter: &mut _| SeenRequest::read(request, design, fingerprinter);
        let wanted = self.fingerprinters.read(read)?;
        let tenant = self.tenant(token).map_err(|error| unavailable(&error))?;
        tenant.respond(wanted, &self.options.limits, now()).map_err(|error| unavailable(&error))
    }

    /// Forgets what has not been seen for long, and writes journals anew that say more of what was than of what is.
    ///
    /// # Errors
    /// What is wrong with the folder; everything is as it was.
    pub(super) fn tidy(&self) -> Result<(), Error> {
        let tenants: Vec<Arc<Tenant>> = self.tenants().values().cloned().collect();
        tenants.iter().try_for_each(|tenant| tenant.tidy(self.options.limits.since(now())))
    }

    fn tenant(&self, token: Option<&str>) -> Result<Arc<Tenant>, Error> {
        let name = token.unwrap_or(EVERYONE);
        let mut tenants = self.tenants();
        if let Some(tenant) = tenants.get(name) {
            return Ok(tenant.clone());
        }
        let path = self.options.folder.join(format!("{name}.seen"));
        let tenant = Arc::new(Tenant::open(path, self.options.design)?);
        tenants.insert(name.into(), tenant.clone());
        Ok(tenant)
    }

    fn tenants(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Tenant>>> {
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unavailable(error: &Error) -> Refusal {
    // Where the folder is, is nobody's business elsewhere.
    Refusal::unavailable("service", format!("what was seen could not be kept or read: {}", error.what()))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
