//! Reading at a place of a file, from several threads at once.

use std::fs::File;
use std::io;

/// Fills `bytes` with those of a file from `offset` on.
#[cfg(unix)]
pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` with those of a file from `offset` on. Whoever writes to the file afterwards must seek: where this ends is where it is
/// written next.
#[cfg(windows)]
pub(super) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}
