//! What the streams of a PDF unpack to, before anything unpacks them without a bound.

use std::io::{self, Read};

use flate2::read::ZlibDecoder;

use crate::document::Unreadable;

/// The most bytes that all streams unpack to. Pictures are most of them. Tests do not wait for as many.
pub(super) const ALL: u64 = if cfg!(test) { 4 << 20 } else { 1 << 30 };
/// Streams may be packed more than once, to this depth; deeper ones are not unpacked by others either.
const DEEPEST: usize = 4;

/// # Errors
/// [`Unreadable::Bomb`] if the streams unpack to more than [`ALL`].
pub(super) fn bounded(bytes: &[u8]) -> Result<(), Unreadable> {
    let mut left = ALL;
    let mut rest = bytes;
    while let Some(at) = memchr::memmem::find(rest, b"stream") {
        rest = &rest[at + b"stream".len()..];
        let data = rest.strip_prefix(b"\r").unwrap_or(rest);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        if is_zlib(data) {
            let unpacked = size(data, left, DEEPEST);
            left = left.checked_sub(unpacked).ok_or(Unreadable::Bomb(ALL))?;
        }
    }
    Ok(())
}

/// How many bytes come of a stream, those it is unpacked to on the way included; a little more than `most` if it is more.
fn size(data: &[u8], most: u64, depth: usize) -> u64 {
    let mut unpacked = ZlibDecoder::new(data).take(most + 1);
    let mut start = [0; 2];
    let Ok(()) = unpacked.read_exact(&mut start) else { return 0 };
    if depth > 1 && is_zlib(&start) {
        let mut inner = start.to_vec();
        // What stands before the damage of a damaged stream is unpacked, too.
        let _ = unpacked.read_to_end(&mut inner);
        let own = inner.len() as u64;
        return own + if own <= most { size(&inner, most - own, depth - 1) } else { 0 };
    }
    let mut counted = Count(2);
    let _ = io::copy(&mut unpacked, &mut counted);
    counted.0
}

fn is_zlib(data: &[u8]) -> bool {
    matches!(data, [first, second, ..] if first & 0x0f == 8 && (u16::from(*first) << 8 | u16::from(*second)).is_multiple_of(31))
}

/// Counts what is written to it.
struct Count(u64);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
