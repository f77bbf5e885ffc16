//! Pieces that are packed inside a file: the bodies of pages, and the pages of tables. They fit in memory, packed and
//! unpacked.

use std::io::{self, Cursor, Read};

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, ZlibDecoder};
use lz4_flex::frame::FrameDecoder;

use crate::{lz4, packed};

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
    /// By LZ4, in Hadoop's frames or without.
    Lz4Hadoop,
    /// By LZ4, in its own frames.
    Lz4Frame,
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
            Packing::Lz4 => lz4::unpack(packed, limit),
            Packing::Lz4Hadoop => lz4::unpack_framed(packed, limit),
            Packing::Lz4Frame => bounded(FrameDecoder::new(packed), limit),
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
