//! A file packed by xz: one block, as the command `xz` makes it, with a CRC-32 of what it holds.
//!
//! The crate `lzma-rust2` packs; its own container needs a crate more for a check that is not used here. The format is that of
//! "The .xz file format", version 1.2.1, sections 2 to 4.

use std::io::{self, Write};

use flate2::Crc;
use lzma_rust2::{Lzma2Options, Lzma2Writer};

/// How hard it packs: what `xz` does if nothing is said.
const PRESET: u32 = 6;
/// How a stream begins, and how it ends.
const BEGINNING: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];
const END: &[u8] = b"YZ";
/// That blocks end with a CRC-32.
const FLAGS: [u8; 2] = [0, 1];
/// The number of the filter LZMA2, and how many bytes say how it packs.
const LZMA2: [u8; 2] = [0x21, 1];
/// How long a block's header is.
const HEADER: usize = 12;

/// Packs what it is given.
pub(crate) struct XzEncoder<W: Write> {
    packer: Lzma2Writer<Counted<W>>,
    checksum: Crc,
    length: u64,
}

/// How many bytes are written.
struct Counted<W> {
    writer: W,
    count: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<W: Write> XzEncoder<W> {
    pub(crate) fn new(mut writer: W) -> io::Result<Self> {
        let options = Lzma2Options::with_preset(PRESET);
        writer.write_all(BEGINNING)?;
        writer.write_all(&FLAGS)?;
        writer.write_all(&crc(&FLAGS))?;
        let mut header = vec![(HEADER / 4 - 1) as u8, 0];
        header.extend(LZMA2);
        header.push(dictionary(options.lzma_options.dict_size));
        header.resize(HEADER - 4, 0);
        header.extend(crc(&header));
        writer.write_all(&header)?;
        let packer = Lzma2Writer::new(Counted { writer, count: 0 }, options);
        Ok(XzEncoder { packer, checksum: Crc::new(), length: 0 })
    }

    /// Ends the block and the stream.
    pub(crate) fn finish(self) -> io::Result<W> {
        let Counted { mut writer, count } = self.packer.finish()?;
        writer.write_all(&vec![0; padding(count)])?;
        writer.write_all(&self.checksum.sum().to_le_bytes())?;
        let mut index = vec![0];
        for number in [1, HEADER as u64 + count + 4, self.length] {
            varint(number, &mut index);
        }
        index.resize(index.len().next_multiple_of(4), 0);
        index.extend(crc(&index));
        writer.write_all(&index)?;
        let size = (index.len() / 4 - 1) as u32;
        let footer = [&size.to_le_bytes()[..], &FLAGS].concat();
        writer.write_all(&crc(&footer))?;
        writer.write_all(&footer)?;
        writer.write_all(END)?;
        Ok(writer)
    }
}

impl<W: Write> Write for XzEncoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.packer.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    /// What is written is at hand for nobody before it is finished.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum().to_le_bytes()
}

/// How many zeros follow what is so long.
fn padding(length: u64) -> usize {
    (length.next_multiple_of(4) - length) as usize
}

/// The byte that says how large a dictionary is: the least of those that can be said that is large enough.
fn dictionary(bytes: u32) -> u8 {
    let said = |byte: &u8| (2 | u64::from(byte & 1)) << (byte / 2 + 11);
    (0..40).find(|byte| said(byte) >= bytes.into()).unwrap_or(40)
}

/// A number, seven bits a byte, the lowest first.
fn varint(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}
