//! A file of an archive that is packed by itself: "essay.txt.gz", "more.tar.gz".

use std::io::{self, Cursor};

use super::super::Unreadable;
use super::super::package::within;
use crate::packed::{packed_by, unpack};

pub(super) fn is_packed(bytes: &[u8]) -> bool {
    packed_by(bytes).is_ok_and(|by| by.is_some())
}

/// Its bytes, unpacked if they are packed; `left` is how many may still be unpacked, and becomes less.
pub(super) fn unpacked(bytes: Vec<u8>, left: &mut u64) -> Result<Vec<u8>, Unreadable> {
    if !is_packed(&bytes) {
        return Ok(bytes);
    }
    let (packed, damaged) = (bytes.len(), |error: io::Error| Unreadable::Damaged(error.to_string()));
    within(unpack(Cursor::new(bytes)).map_err(damaged)?, packed, left)?.map_err(damaged)
}
