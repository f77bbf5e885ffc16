//! A corpus without its duplicates, from people who have no other copy of it.
//!
//! The corpus comes back as it was, file by file and byte by byte, but for documents of which another holds all there is to say.
//! Naively: read everything, let a document go if one that is kept contains it, write the rest. What is here besides sees to it
//! that nothing else is lost:
//! - an [`Output`] is never an input, and appears whole or not at all;
//! - [`Decisions`] let a document go only for one that is kept and holds it itself ([`loss`](twinprint::loss)), and a [`Guard`] stops
//!   where that would be a large share of a file, a site or the whole;
//! - a [`Ledger`] counts, file by file, that *read = kept + removed + refused*, and each removal is written down, so that
//!   [`verify`](verify()) or any other program can prove it.
//!
//! A run takes a corpus in ([`Ingest`](super::scan::Ingest)), decides ([`Dedup::decide`]), and gives it back ([`Dedup::give`]).

mod choose;
mod guard;
mod ledger;
mod origin;
mod output;
pub mod passages;
mod proof;
mod rank;
mod verify;
mod write;

use std::path::PathBuf;

use super::Error;
use super::corpus::{Documents, Entry, Listing, Origin};
use super::overlap::{Progress, Workspace};
use super::rewrite;
use super::scan::Gathered;

pub use choose::{AlikeKept, Decisions, Preference, Removal, Rule, Why};
pub use guard::Guard;
pub use ledger::{FileLedger, Ledger};
pub use origin::{Stamp, relative_paths, stamps};
pub use output::Output;
pub(super) use output::{Kind as OutputKind, unwritable};
pub use verify::{Verified, options_of, verify};
pub(super) use write::{Fates, GivenFiles, List};

/// How a corpus is given back.
#[derive(Debug, Clone)]
pub struct Dedup {
    /// By what a document is let go.
    pub rule: Rule,
    /// Which of two is kept where either could be.
    pub preference: Preference,
    /// What stops it before anything is written; none for nothing.
    pub guard: Option<Guard>,
    /// Whether all documents are given, marked, rather than those that are kept.
    pub annotate: bool,
    /// The level of what is packed by Zstandard, 1 to 22.
    pub zstd_level: i32,
    /// What was asked for, as it is written into the summary.
    pub options: Vec<(String, String)>,
}

/// A corpus that was taken in, and where it is.
pub struct Taken<'a> {
    /// The files: those of the old corpus, with which documents are compared and which are not given back, then the others.
    pub listing: &'a Listing,
    /// How many files are of the old corpus.
    pub old_files: usize,
    /// The path of each file in what is given back; see [`relative_paths`].
    pub paths: &'a [PathBuf],
    /// The files as they were before they were read; see [`stamps`].
    pub stamps: &'a [Stamp],
    /// The documents.
    pub gathered: &'a Gathered,
    /// How files are read.
    pub documents: &'a (dyn Fn(&Listing) -> Documents + Sync),
}

impl Taken<'_> {
    /// The first document that is not of the old corpus.
    fn old(&self) -> u32 {
        self.gathered.catalogue.rows().partition_point(|row| (row.file as usize) < self.old_files) as u32
    }
}

/// Makes sure that every file of a corpus can be given back as it came, before any is read.
///
/// # Errors
/// [`Error::Rewrite`] for the first that cannot; [`Error::Unreadable`].
pub fn check_files(entries: &[Entry], documents: &Documents) -> Result<(), Error> {
    for entry in entries {
        if let Origin::File(path) = &entry.origin {
            rewrite::check(path, documents.format_of(entry)?)?;
        }
    }
    Ok(())
}

impl Dedup {
    /// Decides what becomes of each document. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Guard`]; [`Error::Unreadable`] and [`Error::Unwritable`] of what is sorted on the disk.
    pub fn decide(
        &self,
        taken: &Taken<'_>,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<Decisions, Error> {
        choose::choose(taken.gathered, &self.rule, self.preference, taken.old(), place, progress)
    }

    /// Up to `most` removals for a person to look at, drawn by their places: "a.jsonl, line 7 (exact, for b.jsonl, line 2)".
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn drawn(&self, taken: &Taken<'_>, decisions: &Decisions, most: usize) -> Result<Vec<String>, Error> {
        guard::drawn(taken, decisions, most)
    }

    /// Gives the corpus back: into the folder of `output`, which appears when all of it is on the disk. `passed` is called with the
    /// bytes of each file that was written.
    ///
    /// # Errors
    /// [`Error::Unbalanced`] if what is counted does not add up; [`Error::Unreadable`] and [`Error::Unwritable`]. Then the folder is as
    /// it was.
    pub fn give(
        &self,
        taken: &Taken<'_>,
        decisions: &Decisions,
        output: &Output,
        passed: &mut dyn FnMut(u64),
    ) -> Result<Ledger, Error> {
        write::give(self, taken, decisions, output, passed)
    }
}
