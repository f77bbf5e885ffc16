//! Bytes of files and messages: what they begin with, their version, numbers, lengths, texts and checksums, once for all formats.
//!
//! Naively, each format cuts its own bytes out of a slice by their places, and says in words of its own that they end too early.
//! Here a [`Reader`] goes over them from the first on. It takes nothing that is not there, a length is held against what is left
//! before anything is allocated for it, and a [`Fault`] says what is wrong, and where; the format's own error adds the file's
//! name and what to do. [`Put`] writes what a reader reads. All numbers are little-endian.

use alloc::vec::Vec;
use core::fmt;

use twox_hash::XxHash64;

/// What is wrong with bytes, and where.
///
/// ```
/// use twinprint::wire::Reader;
/// let fault = Reader::new(b"\xff\xff").varint().unwrap_err();
/// assert_eq!(fault.to_string(), "it ends too early, at byte 2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub problem: &'static str,
    /// The byte at which it showed, from 0 on.
    pub at: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            0 => f.write_str(self.problem),
            at => write!(f, "{}, at byte {at}", self.problem),
        }
    }
}

impl From<Fault> for &'static str {
    fn from(fault: Fault) -> Self {
        fault.problem
    }
}

/// Why bytes are none of a format: they are no such bytes, or of another version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// They are no such bytes.
    Fault(Fault),
    /// They are of this version, which is not the one that is read here.
    Version(u64),
}

impl From<Fault> for Unknown {
    fn from(fault: Fault) -> Self {
        Unknown::Fault(fault)
    }
}

/// What is wrong with bytes that do not begin with their format's magic.
pub const NO_SUCH_BYTES: &str = "it does not begin as one";
/// What is wrong with bytes that are fewer than they say.
pub const ENDS: &str = "it ends too early";
/// What is wrong with bytes whose checksum is another.
pub const WRONG_SUM: &str = "its checksum is wrong";

/// The bytes of a checksum at the end of others.
pub const SUM: usize = 8;

/// Goes over bytes from the first on.
///
/// ```
/// use twinprint::wire::{Put, Reader};
/// let mut bytes = Vec::from(*b"EXAMPLE!");
/// bytes.extend(1u16.to_le_bytes());
/// bytes.put_varint(300);
/// bytes.put_text("rose");
/// let mut reader = Reader::new(&bytes);
/// reader.head(b"EXAMPLE!", &1u16.to_le_bytes()).unwrap();
/// assert_eq!((reader.varint(), reader.text(), reader.end()), (Ok(300), Ok("rose"), Ok(())));
/// ```
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    rest: &'a [u8],
    length: usize,
}

impl<'a> Reader<'a> {
    /// At the first of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes, length: bytes.len() }
    }

    /// The bytes that were not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The place of the next byte.
    pub fn at(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Something wrong with the next byte.
    #[cold]
    pub fn fault(&self, problem: &'static str) -> Fault {
        Fault { problem, at: self.at() }
    }

    /// What every file of a format begins with, and the version that is read here, as its bytes.
    ///
    /// # Errors
    /// [`Unknown`], if they are not that.
    pub fn head(&mut self, magic: &[u8], version: &[u8]) -> Result<(), Unknown> {
        self.magic(magic)?;
        let found = self.short(version.len())?;
        if found == little_endian(version) { Ok(()) } else { Err(Unknown::Version(found)) }
    }

    /// What every file of a format begins with.
    ///
    /// # Errors
    /// A [`Fault`], if it is not there.
    pub fn magic(&mut self, magic: &[u8]) -> Result<(), Fault> {
        self.rest = self.rest.strip_prefix(magic).ok_or_else(|| self.fault(NO_SUCH_BYTES))?;
        Ok(())
    }

    /// The next bytes, as many as this.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| self.ends())?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next bytes, as many as the array has.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(|| self.ends())?;
        self.rest = rest;
        Ok(*taken)
    }

    #[cold]
    fn ends(&self) -> Fault {
        Fault { problem: ENDS, at: self.length }
    }

    /// A number of one byte.
    ///
    /// # Errors
    /// A [`Fault`], if there is none.
    pub fn u8(&mut self) -> Result<u8, Fault> {
        self.array().map(u8::from_le_bytes)
    }

    /// A number of two bytes.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn u16(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn u64(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number of sixteen bytes.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn u128(&mut self) -> Result<u128, Fault> {
        self.array().map(u128::from_le_bytes)
    }

    /// A number of as many bytes as this, eight at most.
    ///
    /// # Errors
    /// A [`Fault`], if there are fewer.
    pub fn short(&mut self, bytes: usize) -> Result<u64, Fault> {
        self.take(bytes).map(little_endian)
    }

    /// A varint: a number seven bits a byte, the lowest first, each byte but the last with its highest bit set (LEB128); in as
    /// few bytes as it needs.
    ///
    /// # Errors
    /// A [`Fault`] for one that ends too early, takes more bytes than it needs, or is beyond 64 bits.
    pub fn varint(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                let shortest = byte > 0 || shift == 0;
                return if shortest {
                    Ok(number)
                } else {
                    Err(self.fault("a number is longer than it need be"))
                };
            }
        }
        Err(self.fault("a number is too large"))
    }

    /// A varint of 32 bits at most.
    ///
    /// # Errors
    /// As [`varint`](Reader::varint).
    pub fn varint_u32(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.varint()?).map_err(|_| self.fault("a number is too large"))
    }

    /// A varint that counts what takes at least `each` bytes. As much is left, so that memory for it is in proportion to the bytes.
    ///
    /// # Errors
    /// As [`varint`](Reader::varint), and if less is left.
    pub fn count(&mut self, each: usize) -> Result<usize, Fault> {
        let count = self.varint()?;
        self.within(count, each)
    }

    /// A count of what takes at least `each` bytes, if as much is left.
    ///
    /// # Errors
    /// A [`Fault`], if less is left.
    pub fn within(&self, count: u64, each: usize) -> Result<usize, Fault> {
        let count = usize::try_from(count).ok().filter(|&count| count <= self.rest.len() / each.max(1));
        count.ok_or_else(|| self.fault("it announces more than it has"))
    }

    /// A text after its length, which is a varint of 32 bits at most.
    ///
    /// # Errors
    /// A [`Fault`] if it ends too early, or is not UTF-8.
    pub fn text(&mut self) -> Result<&'a str, Fault> {
        let length = self.varint_u32()?;
        let start = self.clone();
        core::str::from_utf8(self.take(length as usize)?).map_err(|_| start.fault("a text is not UTF-8"))
    }

    /// That nothing is left.
    ///
    /// # Errors
    /// A [`Fault`], if something is.
    pub fn end(&self) -> Result<(), Fault> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault("there is something after its end")) }
    }
}

/// Writes what a [`Reader`] reads.
pub trait Put {
    /// A [varint](Reader::varint).
    fn put_varint(&mut self, number: u64);

    /// A [text](Reader::text) of less than 4 GiB.
    fn put_text(&mut self, text: &str);

    /// Appends the checksum of all that was written, which [`unsealed`] checks.
    fn seal(&mut self) -> u64;
}

impl Put for Vec<u8> {
    fn put_varint(&mut self, mut number: u64) {
        while number > 0x7F {
            self.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.push(number as u8);
    }

    fn put_text(&mut self, text: &str) {
        self.put_varint(text.len() as u64);
        self.extend(text.as_bytes());
    }

    fn seal(&mut self) -> u64 {
        let sum = checksum(0, self);
        self.extend(sum.to_le_bytes());
        sum
    }
}

/// What stands before the [`SUM`] bytes of a checksum, and the checksum, which is right.
///
/// ```
/// use twinprint::wire::{Put, unsealed};
/// let mut bytes = b"rose".to_vec();
/// bytes.seal();
/// assert_eq!(unsealed(&bytes).unwrap().0, b"rose");
/// bytes[0] ^= 1;
/// assert_eq!(unsealed(&bytes).unwrap_err().to_string(), "its checksum is wrong, at byte 4");
/// ```
///
/// # Errors
/// A [`Fault`], if it is not.
pub fn unsealed(bytes: &[u8]) -> Result<(&[u8], u64), Fault> {
    let ends = Fault { problem: ENDS, at: bytes.len() };
    let (content, sum) = bytes.split_last_chunk::<SUM>().ok_or(ends)?;
    let sum = u64::from_le_bytes(*sum);
    if is_right(sum, 0, content) {
        Ok((content, sum))
    } else {
        Err(Fault { problem: WRONG_SUM, at: content.len() })
    }
}

/// The checksum of all formats but the model's: XXH64. The seed says where bytes belong that others could stand in for, as a
/// block's number.
#[inline]
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    XxHash64::oneshot(seed, bytes)
}

/// Whether this is the [`checksum`] of bytes. While fuzzing any is, so that what is behind it is reached.
#[inline]
pub fn is_right(sum: u64, seed: u64, bytes: &[u8]) -> bool {
    sum == checksum(seed, bytes) || cfg!(fuzzing)
}

/// The number of at most eight bytes, the lowest first.
fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A value as lines of JSON, which end with one that is empty: the same for the same value.
#[cfg(feature = "service")]
pub fn json_lines(value: &impl serde::Serialize) -> Vec<u8> {
    // Only maps with keys that are no strings fail, of which there is none.
    let mut lines = serde_json::to_vec_pretty(value).unwrap_or_default();
    lines.push(b'\n');
    lines
}

/// A value with the checksum in a field of its own: of its [lines](json_lines) with that field empty, as 16 hexadecimal digits.
#[cfg(feature = "service")]
pub fn with_checksum<T: serde::Serialize>(
    mut value: T,
    field: impl Fn(&mut T) -> &mut alloc::string::String,
) -> T {
    field(&mut value).clear();
    let sum = alloc::format!("{:016x}", checksum(0, &json_lines(&value)));
    *field(&mut value) = sum;
    value
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    use super::{Put, Reader, Unknown, unsealed};

    proptest! {
        #[test]
        fn what_is_written_is_read(number: u64, text: String, seed: u64) {
            let mut bytes = Vec::new();
            bytes.put_varint(number);
            bytes.put_text(&text);
            bytes.extend(seed.to_le_bytes());
            let mut reader = Reader::new(&bytes);
            prop_assert_eq!((reader.varint(), reader.text(), reader.u64()), (Ok(number), Ok(&*text), Ok(seed)));
            prop_assert_eq!((reader.end(), reader.at()), (Ok(()), bytes.len()));
        }

        #[test]
        fn a_varint_is_read_in_one_form_only(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            let mut reader = Reader::new(&bytes);
            if let Ok(number) = reader.varint() {
                let mut again = Vec::new();
                again.put_varint(number);
                prop_assert_eq!(again, &bytes[..reader.at()]);
            }
        }

        #[test]
        fn any_changed_bit_breaks_the_seal(content in proptest::collection::vec(any::<u8>(), 0..40), bit: usize) {
            let mut bytes = content;
            bytes.seal();
            let bit = bit % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(unsealed(&bytes).is_err());
        }
    }

    #[test]
    fn nothing_is_taken_that_is_not_there() {
        assert_eq!(Reader::new(b"rose").take(5).unwrap_err().at, 4);
        assert_eq!(Reader::new(b"\x05rose").text().unwrap_err().problem, super::ENDS);
        assert!(Reader::new(b"\x03rose").count(2).is_err());
        assert_eq!(Reader::new(b"\x02rose").count(2), Ok(2));
        assert!(Reader::new(b"\x01\xff").text().is_err());
    }

    #[test]
    fn numbers_take_a_byte_for_seven_bits_up_to_sixty_four() {
        for (number, bytes) in [
            (0, &b"\x00"[..]),
            (127, b"\x7f"),
            (128, b"\x80\x01"),
            (16_384, b"\x80\x80\x01"),
            (u64::MAX, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        ] {
            let mut written = Vec::new();
            written.put_varint(number);
            assert_eq!((&written[..], Reader::new(bytes).varint()), (bytes, Ok(number)));
        }
        let refused = |bytes: &[u8]| Reader::new(bytes).varint().map_err(|fault| fault.problem);
        for last in [2, 3, 0x81] {
            let bytes = [&[0xFF; 9][..], &[last, 0]].concat();
            assert_eq!(refused(&bytes), Err("a number is too large"), "{bytes:x?}");
        }
        for bytes in [&b"\x80\x00"[..], b"\xff\x80\x00"] {
            assert_eq!(refused(bytes), Err("a number is longer than it need be"), "{bytes:x?}");
        }
    }

    #[test]
    fn another_version_is_told_from_other_bytes() {
        let head = |bytes: &[u8]| Reader::new(bytes).head(b"ROSE", &1u16.to_le_bytes());
        assert_eq!(head(b"ROSE\x01\x00"), Ok(()));
        assert_eq!(head(b"ROSE\x02\x01"), Err(Unknown::Version(258)));
        assert!(
            matches!(head(b"ROSA\x01\x00"), Err(Unknown::Fault(fault)) if fault.problem == super::NO_SUCH_BYTES)
        );
        assert!(matches!(head(b"ROSE\x01"), Err(Unknown::Fault(fault)) if fault.problem == super::ENDS));
    }
}
