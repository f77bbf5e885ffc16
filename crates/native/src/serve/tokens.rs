//! Access tokens: a file with one a line.

use std::fs;
use std::path::Path;

use super::super::Error;
use twinprint::hash;

/// The fewest characters of a token: fewer can be guessed.
const LEAST: usize = 16;

#[derive(Debug)]
pub(super) struct Tokens(Vec<u128>);

impl Tokens {
    /// The tokens of a file: its lines, without those that are empty or begin with `#`.
    ///
    /// # Errors
    /// [`Error::Unreadable`], and [`Error::Tokens`] if there is none, or one that can be guessed.
    pub(super) fn read(file: &Path) -> Result<Self, Error> {
        let place = file.to_string_lossy().into_owned();
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
        Ok(Tokens(lines.iter().map(|line| digest(line)).collect()))
    }

    /// The name of the access token in the header `authorization`, if it is one of them: its digest. Digests are compared, and all of
    /// them, so that the time it takes says nothing of how much of a token was right.
    pub(super) fn name(&self, authorization: Option<&str>) -> Option<String> {
        let (scheme, token) = authorization?.trim().split_once(' ')?;
        let given = digest(token.trim());
        let found = self.0.iter().fold(false, |found, token| found | (token ^ given == 0));
        (scheme.eq_ignore_ascii_case("bearer") && found).then(|| std::format!("{given:032x}"))
    }
}

fn digest(token: &str) -> u128 {
    hash::md5(token.as_bytes())
}
