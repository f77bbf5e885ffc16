//! An index that is searched where it is.

use super::super::Error;
use super::at_once::{AT_ONCE, at_once};
use super::errand::{Client, Errand};
use super::failure::of_core;
use super::{AccessMode, Address, Counts, Traffic};
use twinprint::Document;
use twinprint::index::client::{CheckSession, FilePart, RemoteIndex, Step};
use twinprint::index::service::Form;
use twinprint::index::{Design, Rule, Secret};

/// The look-ups that are sent to a service at once: responses may be long.
const QUESTIONS_AT_ONCE: usize = 6;

/// An index that is searched where it is: by ranges of its files, or behind a service. What was fetched of it stays.
#[derive(Debug)]
pub struct Elsewhere {
    client: Client,
    held: RemoteIndex,
    base: Address,
    mode: AccessMode,
    counts: Counts,
    secret: Option<Secret>,
}

impl Elsewhere {
    pub(super) fn new(
        client: Client,
        mut held: RemoteIndex,
        base: Address,
        mode: AccessMode,
    ) -> Result<Self, Error> {
        while let Some(step) = held.wanted_to_sign() {
            let fetched = match step {
                Step::Get { path, most } => Some(client.run(&base, &Errand::get(path, most))?),
                Step::Files(files) => {
                    files.first().map(|file| fetch_part(&client, &base, file)).transpose()?
                }
                Step::Lookups { .. } | Step::Done => None,
            };
            let Some(fetched) = fetched else { break };
            held.take_to_sign(&fetched).map_err(|reason| of_core(&base, reason))?;
        }
        Ok(Elsewhere { client, held, base, mode, counts: Counts::default(), secret: None })
    }

    /// Decoys follow from this secret, instead of one that is drawn for each document: see [`kept_secret`](super::kept_secret).
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Self {
        self.secret = Some(secret);
        self
    }

    /// By what its documents were cut and signed.
    pub fn design(&self) -> &Design {
        self.held.design()
    }

    /// What it was sent so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What was sent and received so far.
    pub fn traffic(&self) -> Traffic {
        self.client.traffic()
    }

    /// Reads and signs a document that is to be checked. Nothing is sent yet.
    ///
    /// # Errors
    /// [`Error::Core`] for a document that cannot be read or signed.
    pub fn begin(&self, document: &Document<'_>, rule: &Rule) -> Result<CheckSession, Error> {
        let session = CheckSession::by_rule(&self.held, document, self.mode, rule)?;
        Ok(match self.secret {
            Some(secret) => session.with_secret(secret),
            None => session,
        })
    }

    /// Asks the index all that a check wants to know. What is found is then in [`CheckSession::findings`].
    ///
    /// # Errors
    /// [`Error::Fetch`] for what cannot be fetched, what is no answer, and an index that was replaced meanwhile: another document
    /// would meet the same.
    pub fn ask(&mut self, checking: &mut CheckSession) -> Result<(), Error> {
        let traffic = self.steps(checking);
        let counts = checking.counts();
        self.counts.fingerprints += counts.fingerprints;
        self.counts.shingles += counts.shingles;
        self.counts.buckets += counts.buckets;
        self.counts.decoys += counts.decoys;
        traffic
    }

    fn steps(&mut self, checking: &mut CheckSession) -> Result<(), Error> {
        let Elsewhere { client, held, base, .. } = self;
        let (client, base) = (&*client, &*base);
        let core = |reason| of_core(base, reason);
        loop {
            match next(checking, held, base)? {
                Step::Done => return Ok(()),
                Step::Get { path, most } => {
                    let bytes = client.run(base, &Errand::get(path, most))?;
                    checking.take(held, 0, &bytes).map_err(core)?;
                }
                Step::Lookups { bodies, most } => {
                    let ask = |(_, body): &(usize, Vec<u8>)| {
                        Ok(client.run(
                            base,
                            &Errand { body: Some((Form::Binary, body)), ..Errand::get("v1/lookup", most) },
                        )?)
                    };
                    at_once(QUESTIONS_AT_ONCE, &bodies, ask, |(number, _), bytes| {
                        checking.take(held, *number, &bytes).map_err(core)
                    })?;
                }
                Step::Files(parts) => {
                    at_once(
                        AT_ONCE,
                        &parts,
                        |part| fetch_part(client, base, part),
                        |part, bytes| checking.supply(held, part, bytes).map_err(core),
                    )?;
                }
            }
        }
    }
}

/// What to fetch next. What is mixed with the questions is drawn by the operating system.
fn next(checking: &mut CheckSession, held: &mut RemoteIndex, base: &Address) -> Result<Step, Error> {
    let mut failed = None;
    let mut random = |bytes: &mut [u8]| failed = failed.or(getrandom::fill(bytes).err());
    let step = checking.next(held, &mut random).map_err(|reason| of_core(base, reason))?;
    match failed {
        None => Ok(step),
        Some(reason) => {
            let reason = std::io::Error::other(reason);
            Err(Error::Unreadable { place: "the operating system's random numbers".into(), reason })
        }
    }
}

/// A part of a file, or all of it.
pub(super) fn fetch_part(client: &Client, base: &Address, part: &FilePart) -> Result<Vec<u8>, Error> {
    let is_whole = part.start == 0 && part.end == part.bytes;
    let range = (!is_whole).then_some(part.start..part.end);
    let most = part.end.saturating_sub(part.start);
    Ok(client.run(base, &Errand { range, is_named: true, ..Errand::get(&part.file, most) })?)
}
