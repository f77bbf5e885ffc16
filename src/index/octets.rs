//! Numbers and texts as bytes: numbers seven bits a byte, the lowest first, each byte but the last with its highest bit set.

use alloc::string::String;
use alloc::vec::Vec;

/// Appends a number.
pub(super) fn push(bytes: &mut Vec<u8>, number: u32) {
    push_long(bytes, number.into());
}

/// Appends a number of up to 64 bits.
pub(super) fn push_long(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a text after its length.
pub(super) fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push(bytes, text.len() as u32);
    bytes.extend(text.as_bytes());
}

/// Bytes that are read from the first on.
pub(super) struct Octets<'a>(pub(super) &'a [u8]);

impl<'a> Octets<'a> {
    /// The next byte.
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// The next number; none where it is beyond 32 bits, or longer than it need be.
    pub(super) fn number(&mut self) -> Option<u32> {
        self.long()?.try_into().ok()
    }

    /// The next number of up to 64 bits; none where it is longer than it need be.
    pub(super) fn long(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            let shortest = byte > 0 || shift == 0;
            if bits << shift >> shift != bits || !shortest {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// The next number, which counts what takes at least so many bytes each: none where there are not so many left.
    #[cfg(feature = "service")]
    pub(super) fn count(&mut self, each: usize) -> Option<usize> {
        let count = usize::try_from(self.long()?).ok()?;
        (count <= self.0.len() / each).then_some(count)
    }

    /// So many of the next bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// So many of the next bytes as they are.
    #[cfg(feature = "service")]
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// The next number, little-endian in four bytes.
    pub(super) fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*word))
    }

    /// The next text, after its length.
    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        core::str::from_utf8(self.take(length)?).ok().map(String::from)
    }
}
