//! Files read whole, to be looked into here and there.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::prelude::v1::*;

use crate::cpu;

/// What is in a file, in large pages of memory where the system has them.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = cpu::room(usize::try_from(file.metadata()?.len()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
