//! A file that loses nothing.

use std::fs::File;
use std::io;
use std::path::Path;

use super::super::Error;
use super::{unreadable, unwritable};

/// Copies a file onto the disk, and says how long it is.
pub(super) fn copy(from: &Path, to: &Path) -> Result<u64, Error> {
    let mut source = File::open(from).map_err(|reason| unreadable(from, reason))?;
    let fails = |reason| unwritable(to, reason);
    let mut copy = File::create_new(to).map_err(fails)?;
    let bytes = io::copy(&mut source, &mut copy).map_err(fails)?;
    copy.sync_all().map_err(fails)?;
    Ok(bytes)
}
