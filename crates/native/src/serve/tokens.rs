//! Access tokens: a file with one a line, read anew when it has changed, so that one is taken back without a server being ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::SystemTime;

use super::super::Error;
use twinprint::hash;

/// The fewest characters of a token: fewer can be guessed.
const LEAST: usize = 16;

#[derive(Debug)]
pub(super) struct Tokens {
    path: PathBuf,
    held: RwLock<Held>,
}

/// What the file has.
#[derive(Debug)]
struct Held {
    /// When it was written, and how long it is.
    stamp: Option<(SystemTime, u64)>,
    digests: Vec<u128>,
}

impl Tokens {
    /// The tokens of a file: its lines, without those that are empty or begin with `#`.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and [`Error::Tokens`] if there is none, or one that can be guessed.
    pub(super) fn read(file: &Path) -> Result<Self, Error> {
        Ok(Tokens { path: file.into(), held: RwLock::new(Held::read(file)?) })
    }

    /// Reads the file anew if it has changed, and says whether other tokens are taken now.
    ///
    /// # Errors
    /// As [`read`](Self::read); those that were taken still are.
    pub(super) fn refresh(&self) -> Result<bool, Error> {
        let held = || self.held.read().unwrap_or_else(PoisonError::into_inner);
        if Held::stamp(&self.path) == held().stamp {
            return Ok(false);
        }
        let new = Held::read(&self.path)?;
        let are_others = new.digests != held().digests;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(are_others)
    }

    /// The name of the access token in the header `authorization`, if it is one of them: its digest. Digests are compared, and all of
    /// them, so that the time it takes says nothing of how much of a token was right.
    pub(super) fn name(&self, authorization: Option<&str>) -> Option<String> {
        let (scheme, token) = authorization?.trim().split_once(' ')?;
        let given = digest(token.trim());
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let found = held.digests.iter().fold(false, |found, token| found | (token ^ given == 0));
        (scheme.eq_ignore_ascii_case("bearer") && found).then(|| std::format!("{given:032x}"))
    }
}

impl Held {
    fn read(file: &Path) -> Result<Self, Error> {
        let place = file.to_string_lossy().into_owned();
        // What is written from now on is seen the next time.
        let stamp = Held::stamp(file);
        let text =
            fs::read_to_string(file).map_err(|reason| Error::Unreadable { place: place.clone(), reason })?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<&str> = lines.collect();
        if lines.is_empty() {
            return Err(Error::Tokens { place, what: "there is no token in it" });
        }
        if lines.iter().any(|line| line.len() < LEAST) {
            return Err(Error::Tokens { place, what: "there is a token of fewer than 16 characters in it" });
        }
        Ok(Held { stamp, digests: lines.iter().map(|line| digest(line)).collect() })
    }

    fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
        let about = fs::metadata(file).ok()?;
        Some((about.modified().ok()?, about.len()))
    }
}

fn digest(token: &str) -> u128 {
    hash::md5(token.as_bytes())
}
