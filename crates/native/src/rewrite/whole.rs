//! A file that is one document.

use std::path::Path;

use super::super::Error;
use super::copy::copy;
use super::{Fate, Rewritten};

/// Copies a file, or leaves it out: then nothing is written.
pub(super) fn rewrite(from: &Path, to: &Path, fate: Fate) -> Result<Rewritten, Error> {
    Ok(match fate {
        Fate::Keep => Rewritten { documents_kept: 1, bytes: Some(copy(from, to)?), ..Rewritten::default() },
        Fate::Drop => Rewritten { documents_dropped: 1, ..Rewritten::default() },
    })
}
