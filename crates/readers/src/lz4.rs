//! LZ4, bare and in the frames that columns of tables are packed in.

use std::io;

use lz4_flex::block;

/// What a block was packed from, without any frame; `None` if it is longer than `limit` bytes. It does not say how long that is,
/// which its sequences do.
pub(crate) fn unpack(packed: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    let length = length(packed).ok_or_else(|| broken("it ends too early"))?;
    if length > limit {
        return Ok(None);
    }
    block::decompress(packed, length as usize).map(Some).map_err(broken)
}

/// The same of blocks as Hadoop frames them, each behind the length that it had and the one that it has; some writers leave the
/// frame out.
pub(crate) fn unpack_framed(packed: &[u8], limit: u64) -> io::Result<Option<Vec<u8>>> {
    match framed(packed, limit) {
        Some(unpacked) => Ok(unpacked),
        None => unpack(packed, limit),
    }
}

/// `None` if the bytes are not framed so.
fn framed(mut packed: &[u8], limit: u64) -> Option<Option<Vec<u8>>> {
    let mut unpacked = Vec::new();
    while !packed.is_empty() {
        let (before, rest) = packed.split_first_chunk()?;
        let (now, rest) = rest.split_first_chunk()?;
        let (block, rest) = rest.split_at_checked(u32::from_be_bytes(*now) as usize)?;
        let length = u32::from_be_bytes(*before);
        if unpacked.len() as u64 + u64::from(length) > limit {
            return Some(None);
        }
        let block = unpack(block, length.into()).ok()??;
        if block.len() as u64 != u64::from(length) {
            return None;
        }
        unpacked.extend(block);
        packed = rest;
    }
    Some(Some(unpacked))
}

/// How long a block unpacks to, by the lengths of its sequences: literals, and copies of what is before. `None` if it is cut.
fn length(mut packed: &[u8]) -> Option<u64> {
    let mut length = 0;
    while let Some((&token, rest)) = packed.split_first() {
        packed = rest;
        let literals = counted(token >> 4, &mut packed)?;
        packed = packed.get(usize::try_from(literals).ok()?..)?;
        length += literals;
        if packed.is_empty() {
            break;
        }
        packed = packed.get(2..)?;
        length += counted(token & 0xf, &mut packed)? + 4;
    }
    Some(length)
}

/// A length that begins with four bits, and goes on in bytes.
fn counted(start: u8, packed: &mut &[u8]) -> Option<u64> {
    let mut count = u64::from(start);
    let mut goes_on = start == 0xf;
    while goes_on {
        let (&more, rest) = packed.split_first()?;
        *packed = rest;
        count += u64::from(more);
        goes_on = more == 0xff;
    }
    Some(count)
}

fn broken(reason: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked(words in prop::collection::vec("[a-c]{0,30}", 0..100), cut: prop::sample::Index) {
            let whole = words.concat().into_bytes();
            let packed = block::compress(&whole);
            let length = whole.len() as u64;
            prop_assert_eq!(unpack(&packed, length)?, Some(whole.clone()));
            prop_assert!(length == 0 || unpack(&packed, length - 1)?.is_none());
            let frame = |packed: &[u8]| [&(length as u32).to_be_bytes()[..], &(packed.len() as u32).to_be_bytes(), packed].concat();
            let framed = frame(&packed).repeat(2);
            prop_assert_eq!(unpack_framed(&framed, 2 * length)?, Some(whole.repeat(2)));
            prop_assert_eq!(unpack_framed(&packed, length)?, Some(whole));
            let _ = unpack(&packed[..cut.index(packed.len())], length);
        }

        #[test]
        fn no_bytes_make_unpacking_panic(bytes: Vec<u8>) {
            let _ = unpack(&bytes, 1 << 20);
            let _ = unpack_framed(&bytes, 1 << 20);
        }
    }
}
