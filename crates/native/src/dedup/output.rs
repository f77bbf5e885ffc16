//! The folder that a corpus is given back in: it is never a part of what is read, never anyone else's, and it appears whole.
//!
//! All is written beside it, into a folder whose name begins with `.twinprint-`; there a run that was stopped goes on. When all is
//! on the disk, one rename puts it in its place. What is there of an earlier run stays until then.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::super::Error;
use super::super::corpus::{Entry, Origin};

/// What is in such a folder.
const CORPUS: &str = "corpus";
const SUMMARY: &str = "summary.json";
pub(super) const AGAINST: &str = "against.jsonl";

/// What a summary begins with, by which a folder is known as one of these.
pub(super) const PROGRAM: &str = "twinprint dedup";

/// What a folder of a command is known by, and what it has in it.
#[derive(Debug)]
pub(in super::super) struct Kind {
    /// What its summary begins with.
    pub(in super::super) program: &'static str,
    /// The names of all that may be in it.
    pub(in super::super) names: &'static [&'static str],
}

const DEDUP: Kind = Kind {
    program: PROGRAM,
    names: &[
        CORPUS,
        "removed.jsonl",
        "refused.jsonl",
        "alike.jsonl",
        "annotations.jsonl",
        "passages.jsonl",
        AGAINST,
        SUMMARY,
    ],
};

/// The folder that is given, and the one beside it where it is made.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    work: PathBuf,
    /// There is something of others in it, which stays.
    shared: bool,
    kind: &'static Kind,
}

impl Output {
    /// Makes sure, before anything is read, that the folder is neither an input nor above or below one, and that nothing in it is
    /// replaced that is not of an earlier run, unless `force` says so.
    ///
    /// # Errors
    /// [`Error::OutputIsInput`], [`Error::Occupied`], [`Error::Unwritable`].
    pub fn new(
        folder: &Path,
        operands: &[OsString],
        entries: &[Entry],
        force: bool,
    ) -> Result<Output, Error> {
        Output::of(&DEDUP, folder, operands, entries, force)
    }

    /// The same of another command.
    pub(in super::super) fn of(
        kind: &'static Kind,
        folder: &Path,
        operands: &[OsString],
        entries: &[Entry],
        force: bool,
    ) -> Result<Output, Error> {
        let fails = |reason| unwritable(folder, reason);
        let real = real(folder).map_err(fails)?;
        let files = entries.iter().filter_map(|entry| match &entry.origin {
            Origin::File(path) => Some(path.clone()),
            _ => None,
        });
        let folders = operands.iter().map(PathBuf::from).filter(|path| path.is_dir());
        for input in folders.chain(files) {
            let Ok(input) = input.canonicalize() else { continue };
            if real.starts_with(&input) || input.starts_with(&real) {
                return Err(Error::OutputIsInput {
                    output: folder.to_string_lossy().into_owned(),
                    input: input.to_string_lossy().into_owned(),
                });
            }
        }
        let mut beside = OsString::from(".twinprint-");
        beside.push(real.file_name().ok_or_else(|| fails(ErrorKind::InvalidInput.into()))?);
        let work = real.with_file_name(beside);
        let old = work.join("old");
        if !real.exists() && old.exists() {
            // A run was killed between the two renames.
            fs::rename(&old, &real).map_err(fails)?;
        }
        let present: BTreeSet<OsString> = match fs::read_dir(&real) {
            Ok(entries) => {
                entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>().map_err(fails)?
            }
            Err(reason) if reason.kind() == ErrorKind::NotFound => BTreeSet::new(),
            Err(reason) => return Err(fails(reason)),
        };
        let shared = present.iter().any(|name| kind.names.iter().all(|own| name != own));
        if !force && !present.is_empty() && (shared || !is_own(&real, kind.program)) {
            return Err(Error::Occupied { folder: folder.to_string_lossy().into_owned() });
        }
        Ok(Output { folder: real, work, shared, kind })
    }

    /// Where what is done is kept until all is.
    pub fn state(&self) -> PathBuf {
        self.work.join("state")
    }

    /// Where the texts of indexes are put while documents are compared with them.
    pub fn texts(&self) -> PathBuf {
        self.work.join("texts")
    }

    /// Begins the folder anew: what was written by a run that was stopped goes.
    pub(in super::super) fn begin(&self) -> Result<(), Error> {
        let new = self.new_folder();
        match fs::remove_dir_all(&new) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(unwritable(&new, reason)),
            _ => {}
        }
        fs::create_dir_all(new.join(CORPUS)).map_err(|reason| unwritable(&new, reason))
    }

    /// Where a file of the corpus is written for now.
    pub(in super::super) fn corpus_file(&self, relative: &Path) -> PathBuf {
        self.new_folder().join(CORPUS).join(relative)
    }

    /// Where another file is written for now.
    pub(in super::super) fn file(&self, name: &str) -> PathBuf {
        debug_assert!(self.kind.names.contains(&name));
        self.new_folder().join(name)
    }

    /// Puts all in its place, and lets go of what is not needed any more.
    pub(in super::super) fn finish(&self) -> Result<(), Error> {
        let fails = |reason| unwritable(&self.folder, reason);
        self.put().map_err(fails)?;
        if let Some(parent) = self.folder.parent() {
            // Not every system opens folders.
            let _ = File::open(parent).and_then(|parent| parent.sync_all());
        }
        fs::remove_dir_all(&self.work).map_err(fails)
    }

    fn put(&self) -> io::Result<()> {
        let (new, old) = (self.new_folder(), self.work.join("old"));
        let _ = fs::remove_dir_all(&old);
        if !self.shared {
            let is_replaced = self.folder.exists();
            if is_replaced {
                fs::rename(&self.folder, &old)?;
            }
            return fs::rename(&new, &self.folder).inspect_err(|_| {
                if is_replaced {
                    // If that fails, too, it stays where it is, and the next run puts it back.
                    let _ = fs::rename(&old, &self.folder);
                }
            });
        }
        fs::create_dir_all(&old)?;
        for name in self.kind.names {
            if self.folder.join(name).exists() {
                fs::rename(self.folder.join(name), old.join(name))?;
            }
            if new.join(name).exists() {
                fs::rename(new.join(name), self.folder.join(name))?;
            }
        }
        Ok(())
    }

    /// Lets go of all that was made so far, as on a full disk, but not of an old result that could not be put back.
    pub fn abandon(&self) {
        // The error that brought this about is returned.
        if self.folder.exists() || !self.work.join("old").exists() {
            let _ = fs::remove_dir_all(&self.work);
        } else {
            let _ = fs::remove_dir_all(self.state());
            let _ = fs::remove_dir_all(self.texts());
            let _ = fs::remove_dir_all(self.new_folder());
        }
    }

    fn new_folder(&self) -> PathBuf {
        self.work.join("new")
    }
}

/// Whether a folder is of an earlier run.
fn is_own(folder: &Path, program: &str) -> bool {
    let summary = fs::read(folder.join(SUMMARY)).unwrap_or_default();
    let summary: Option<serde_json::Value> = serde_json::from_slice(&summary).ok();
    summary.is_some_and(|summary| summary["program"] == program)
}

/// A path without links and dots, though there may be nothing yet at its end.
fn real(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(reason) if reason.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
            Ok(folder.unwrap_or(Path::new(".")).canonicalize()?.join(name))
        }
        real => real,
    }
}

pub(in super::super) fn unwritable(path: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: path.to_string_lossy().into_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with an old result, and an output that has nothing to put in its place.
    fn desk() -> (tempfile::TempDir, Output) {
        let desk = tempfile::tempdir().unwrap();
        fs::create_dir(desk.path().join("out")).unwrap();
        fs::write(desk.path().join("out/summary.json"), format!("{{\"program\": \"{PROGRAM}\"}}")).unwrap();
        let output = Output::new(&desk.path().join("out"), &[], &[], false).unwrap();
        fs::create_dir_all(output.state()).unwrap();
        (desk, output)
    }

    #[test]
    fn an_old_result_is_put_back_where_the_new_one_cannot_be_put() {
        let (desk, output) = desk();
        assert!(output.finish().is_err());
        assert!(desk.path().join("out/summary.json").exists());
        output.abandon();
        assert!(desk.path().join("out/summary.json").exists());
        assert!(!desk.path().join(".twinprint-out").exists());
    }

    #[test]
    fn an_old_result_that_is_not_in_its_place_outlives_all_else_and_is_put_back_by_the_next_run() {
        let (desk, output) = desk();
        // As a run leaves it that is killed between two renames.
        fs::rename(desk.path().join("out"), desk.path().join(".twinprint-out/old")).unwrap();
        output.abandon();
        assert!(!output.state().exists());
        Output::new(&desk.path().join("out"), &[], &[], false).unwrap();
        assert!(desk.path().join("out/summary.json").exists());
    }
}
