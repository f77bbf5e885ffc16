//! One memory, and its journal.
//!
//! Naively, every request waits for the disk alone, one after the other. Here a request decides in memory and then waits until what it
//! saw and what it changed is on the disk: whoever comes first brings along what all others wait for. What cannot be written was never
//! decided: the memory is read again from what is on the disk, and all who wait are refused.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use twinprint::index::service::Response;
use twinprint::seen::{Change, Design, Limits, SeenDocuments, SeenRequest};

use super::super::super::Error;
use crate::journal::{self, Journal};

/// How many lines a journal may have beyond twice as many as there are documents.
const SPARE: u64 = 10_000;

#[derive(Debug)]
pub(super) struct Tenant {
    path: PathBuf,
    design: Design,
    /// Locked after `written`, where both are.
    state: Mutex<State>,
    written: Mutex<Written>,
}

/// What was decided.
#[derive(Debug)]
struct State {
    documents: SeenDocuments,
    /// Changes that are not on their way to the disk yet.
    pending: Vec<Change>,
    /// How many changes were decided.
    decided: u64,
    /// How often the disk failed.
    failures: u64,
}

/// What is on the disk.
#[derive(Debug)]
struct Written {
    journal: Journal,
    /// How many of the changes decided.
    changes: u64,
    /// How many lines the journal has.
    lines: u64,
    /// The memory has something that is not on the disk, and will not be.
    is_lost: bool,
}

impl Tenant {
    /// Reads what is remembered, if anything is.
    pub(super) fn open(path: PathBuf, design: Design) -> Result<Self, Error> {
        let (documents, written) = load(&path, design)?;
        let state = State { documents, pending: Vec::new(), decided: 0, failures: 0 };
        Ok(Tenant { path, design, state: Mutex::new(state), written: Mutex::new(written) })
    }

    /// The response to a request.
    pub(super) fn respond(&self, request: SeenRequest, limits: &Limits, now: u64) -> Result<Response, Error> {
        let (response, decided, failures) = {
            let mut state = self.state();
            let (response, changes) = request.respond(&mut state.documents, limits, now);
            state.decide(changes);
            (response, state.decided, state.failures)
        };
        self.bring(decided, failures)?;
        Ok(response)
    }

    /// Forgets documents that were last seen before a time, and writes the journal anew if it is much longer than need be.
    pub(super) fn tidy(&self, since: u64) -> Result<(), Error> {
        let (decided, failures, documents) = {
            let mut state = self.state();
            let old = state.documents.last_seen_before(since);
            let changes =
                old.into_iter().map(|forgotten| Change::Forgotten { forgotten }).collect::<Vec<_>>();
            for change in &changes {
                state.documents.apply(change.clone()).map_err(Error::Core)?;
            }
            state.decide(changes);
            (state.decided, state.failures, state.documents.len())
        };
        self.bring(decided, failures)?;
        let mut written = self.written();
        if written.lines > 2 * documents + SPARE {
            let mut state = self.state();
            if written.is_lost || !state.pending.is_empty() {
                return Ok(());
            }
            let changes = written.changes;
            let (kept, rewritten) = rewrite(&self.path, &state.documents)?;
            (state.documents, *written) = (kept, Written { changes, ..rewritten });
        }
        Ok(())
    }

    /// Returns when the first `decided` changes are on the disk.
    fn bring(&self, decided: u64, failures: u64) -> Result<(), Error> {
        let mut written = self.written();
        if written.is_lost {
            self.reload(&mut written)?;
        }
        let (pending, upto) = {
            let mut state = self.state();
            if state.failures != failures {
                let reason = std::io::Error::other("what was decided with it could not be written");
                return Err(Error::Unwritable { place: self.place(), reason });
            }
            if written.changes >= decided {
                return Ok(());
            }
            (std::mem::take(&mut state.pending), state.decided)
        };
        pending.iter().for_each(|change| written.journal.push(change));
        if let Err(error) = written.journal.sync() {
            written.is_lost = true;
            // If that fails, the next request tries again before it is answered.
            let _ = self.reload(&mut written);
            return Err(error);
        }
        written.changes = upto;
        written.lines += pending.len() as u64;
        Ok(())
    }

    /// Takes what is on the disk for what was decided.
    fn reload(&self, written: &mut Written) -> Result<(), Error> {
        let mut state = self.state();
        state.failures += 1;
        let (documents, on_disk) = load(&self.path, self.design)?;
        (state.documents, state.pending) = (documents, Vec::new());
        *written = Written { changes: state.decided, ..on_disk };
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }
}

impl State {
    fn decide(&mut self, changes: Vec<Change>) {
        self.decided += changes.len() as u64;
        self.pending.extend(changes);
    }
}

/// The first line of a journal.
fn head(design: &Design) -> String {
    format!("twinprint seen 1 of {}", design.id())
}

/// What the journal at `path` says, and the journal to go on with.
fn load(path: &std::path::Path, design: Design) -> Result<(SeenDocuments, Written), Error> {
    let place = || path.to_string_lossy().into_owned();
    let Some(contents) = journal::read::<Change>(path, &head(&design))? else {
        if path.exists() {
            let what = "it was begun by another design, or is something else".into();
            let remedy = "give the --seen-bytes that it was begun with, or another folder";
            return Err(Error::Index { place: place(), what, remedy });
        }
        return rewrite(path, &SeenDocuments::new(design));
    };
    let lines = contents.records.len() as u64;
    let mut documents = SeenDocuments::new(design);
    for (change, number) in contents.records.into_iter().zip(2..) {
        documents.apply(change).map_err(|error| Error::Index {
            place: format!("{}, line {number}", place()),
            what: error.to_string(),
            remedy: "remove the line: what it says is lost, the others are not",
        })?;
    }
    let journal = Journal::resume(path.into(), contents.bytes);
    Ok((documents, Written { journal, changes: 0, lines, is_lost: false }))
}

/// Writes a journal of what is remembered now, and gives that with numbers as they are in it.
fn rewrite(path: &std::path::Path, documents: &SeenDocuments) -> Result<(SeenDocuments, Written), Error> {
    let mut kept = SeenDocuments::new(*documents.design());
    for record in documents.records() {
        kept.apply(Change::Remembered(record)).map_err(Error::Core)?;
    }
    let journal =
        Journal::begin(path.into(), &head(documents.design()), kept.records().map(Change::Remembered))?;
    let lines = kept.len();
    Ok((kept, Written { journal, changes: 0, lines, is_lost: false }))
}
