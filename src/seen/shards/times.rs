//! When the documents of a shard were seen, and which of them are forgotten.
//!
//! All numbers are little-endian; the checksum is XXH64.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TWPTIMES` |
//! | 4 | version: 1 |
//! | 4 | n, how many documents there are |
//! | 24 each | when it was seen first and last, in seconds since 1970 (8 bytes each), how often (4), and its words, none if it is forgotten (4) |
//! | 8 | checksum of all before it, seed 0 |

use alloc::format;
use alloc::vec::Vec;

use crate::error::Error;
use crate::wire::{Fault, Put, Reader, Unknown, unsealed};

const MAGIC: [u8; 8] = *b"TWPTIMES";
const VERSION: u32 = 1;

/// When a document was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::seen) struct Times {
    pub(in crate::seen) first_seen: u64,
    pub(in crate::seen) last_seen: u64,
    pub(in crate::seen) times: u32,
    /// None of one that is forgotten.
    pub(in crate::seen) words: u32,
}

/// The bytes of a file.
pub(super) fn times_file(all: &[Times]) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((all.len() as u32).to_le_bytes());
    for Times { first_seen, last_seen, times, words } in all {
        bytes.extend(first_seen.to_le_bytes());
        bytes.extend(last_seen.to_le_bytes());
        bytes.extend(times.to_le_bytes());
        bytes.extend(words.to_le_bytes());
    }
    bytes.seal();
    bytes
}

/// Those of a file of this name.
///
/// # Errors
/// [`Error::BadIndex`] for what is no whole file of times, and [`Error::OtherIndex`] for another version.
pub(super) fn read_times(name: &str, bytes: &[u8]) -> Result<Vec<Times>, Error> {
    let bad = |fault: Fault| Error::BadIndex { file: name.into(), problem: fault.problem.into() };
    let (content, _) = unsealed(bytes).map_err(bad)?;
    let mut reader = Reader::new(content);
    reader.head(&MAGIC, &VERSION.to_le_bytes()).map_err(|unknown| match unknown {
        Unknown::Fault(fault) => bad(fault),
        Unknown::Version(found) => Error::OtherIndex {
            file: name.into(),
            property: "version",
            found: format!("{found}"),
            expected: format!("{VERSION}"),
        },
    })?;
    let count = reader.u32().map_err(bad)?;
    // As many are allocated as there are bytes for.
    let mut all = Vec::with_capacity(reader.rest().len() / 24);
    for _ in 0..count {
        let (first_seen, last_seen) = (reader.u64().map_err(bad)?, reader.u64().map_err(bad)?);
        let (times, words) = (reader.u32().map_err(bad)?, reader.u32().map_err(bad)?);
        all.push(Times { first_seen, last_seen, times, words });
    }
    reader.end().map_err(bad)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_they_were_written_and_what_is_damaged_is_told() {
        for count in [0, 1, 70] {
            let time =
                |at: u64| Times { first_seen: at, last_seen: at << 33, times: 7, words: at as u32 % 3 };
            let all: Vec<Times> = (0..count).map(time).collect();
            let bytes = times_file(&all);
            assert_eq!(read_times("a.twm", &bytes), Ok(all));
            for at in 0..bytes.len() {
                let mut other = bytes.clone();
                other[at] ^= 1;
                assert!(read_times("a.twm", &other).is_err(), "byte {at}");
                assert!(read_times("a.twm", &bytes[..at]).is_err());
            }
        }
    }
}
