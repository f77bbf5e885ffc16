//! Pieces that are packed inside a file: the bodies of pages, and the pages of tables. They fit in memory, packed and
//! unpacked.

use std::io::{self, Cursor, Read};

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, ZlibDecoder};
use lz4_flex::block::DecompressError;

use crate::packed;

/// A way to pack a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// By gzip or Zstandard, as it begins; what begins otherwise is not packed.
    Marked,
    /// Deflated, in the frame of zlib or bare: servers send either.
    Deflate,
    /// By Brotli.
    Brotli,
    /// By Snappy, without its frames.
    Snappy,
    /// By LZ4, without its frames.
    Lz4,
}

impl Packing {
    /// What was packed; `None` if it is longer than `limit` bytes.
    ///
    /// # Errors
    /// What the library says that unpacks it.
    pub fn unpack(self, packed: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
        match self {
            Packing::Marked => bounded(packed::unpack(Cursor::new(packed.to_vec()))?, limit),
            Packing::Deflate if is_zlib(packed) => bounded(ZlibDecoder::new(packed), limit),
            Packing::Deflate => bounded(DeflateDecoder::new(packed), limit),
            Packing::Brotli => bounded(Decompressor::new(packed, 0), limit),
            Packing::Snappy => snappy(packed, limit),
            Packing::Lz4 => lz4(packed, limit),
        }
    }
}

fn is_zlib(packed: &[u8]) -> bool {
    let [first, second, ..] = *packed else { return false };
    first & 0x0f == 8 && u16::from_be_bytes([first, second]).is_multiple_of(31)
}

fn bounded(reader: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// The densest that Snappy packs: copies of 64 bytes, written in three each.
const SNAPPY_RATIO: usize = 22;

/// The length comes first: it is not believed if it cannot be.
fn snappy(packed: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let length = snap::raw::decompress_len(packed)?;
    if length as u64 > limit {
        return Ok(None);
    }
    if length > packed.len().saturating_mul(SNAPPY_RATIO) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it says that it is longer than it can be"));
    }
    Ok(Some(snap::raw::Decoder::new().decompress_vec(packed)?))
}

/// The densest that LZ4 packs: a byte more of a copy's length stands for 255.
const LZ4_RATIO: usize = 255;

/// How long it was is not said. It is tried with twice the memory, until it has enough or cannot need more.
fn lz4(packed: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let most = packed.len().saturating_mul(LZ4_RATIO);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut length = packed.len().saturating_mul(4).min(limit);
    loop {
        let mut unpacked = vec![0; length];
        match lz4_flex::block::decompress_into(packed, &mut unpacked) {
            Ok(written) => {
                unpacked.truncate(written);
                return Ok(Some(unpacked));
            }
            Err(DecompressError::OutputTooSmall { .. }) if length < most.min(limit) => {
                length = length.saturating_mul(2).min(limit);
            }
            Err(DecompressError::OutputTooSmall { .. }) if length >= limit => return Ok(None),
            Err(reason) => return Err(io::Error::new(io::ErrorKind::InvalidData, reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_lz4_packed_is_unpacked_within_its_limit(byte: u8, times in 0_usize..10_000, others: Vec<u8>) {
            let bytes = [vec![byte; times], others].concat();
            let packed = lz4_flex::block::compress(&bytes);
            let length = bytes.len() as u64;
            prop_assert_eq!(Packing::Lz4.unpack(&packed, length)?, Some(bytes));
            if length > 0 {
                prop_assert_eq!(Packing::Lz4.unpack(&packed, length - 1)?, None);
            }
        }

        #[test]
        fn no_bytes_of_lz4_panic(bytes: Vec<u8>) {
            let _ = Packing::Lz4.unpack(&bytes, 1 << 20);
        }
    }
}
