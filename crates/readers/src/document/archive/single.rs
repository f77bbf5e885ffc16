//! A file of an archive that is packed by itself: "essay.txt.gz", "more.tar.gz".

use std::io::{Cursor, Read};

use super::super::Unreadable;
use super::super::package::{FREE, LARGEST, RATIO};
use crate::packed::{packed_by, unpack};

pub(super) fn is_packed(bytes: &[u8]) -> bool {
    packed_by(bytes).is_ok_and(|by| by.is_some())
}

/// Its bytes, unpacked if they are packed; `left` is how many may still be unpacked, and becomes less.
pub(super) fn unpacked(bytes: Vec<u8>, left: &mut u64) -> Result<Vec<u8>, Unreadable> {
    if !is_packed(&bytes) {
        return Ok(bytes);
    }
    let most = LARGEST.min(*left).min(FREE.max(bytes.len() as u64 * RATIO));
    let mut unpacked = Vec::new();
    let read = unpack(Cursor::new(bytes)).and_then(|reader| reader.take(most + 1).read_to_end(&mut unpacked));
    *left = left.saturating_sub(unpacked.len() as u64);
    if unpacked.len() as u64 > most {
        return Err(Unreadable::Bomb(most));
    }
    read.map(|_| unpacked).map_err(|error| Unreadable::Damaged(error.to_string()))
}
