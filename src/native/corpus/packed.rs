//! Compressed files as the bytes they were made from.
//!
//! What a file is packed with is told by how its bytes begin, so that a pipe is unpacked, too. All members of a gzip
//! file and all frames of a Zstandard file are read, one after the other, and their checksums are checked.

use std::boxed::Box;
use std::io::{self, BufRead, BufReader, Read};
use std::prelude::v1::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();
/// Zstandard files may begin with a frame of something else, of sixteen kinds.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// What is read, unpacked if it is packed.
pub(in crate::native) fn unpack(reader: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut start = Vec::new();
    let mut reader = reader;
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let zstandard = start == ZSTANDARD || start.get(1..) == Some(&SKIPPABLE) && start[0] & 0xf0 == 0x50;
    let gzip = start.starts_with(&GZIP);
    let reader = BufReader::with_capacity(BUFFER, io::Cursor::new(start).chain(reader));
    Ok(match (gzip, zstandard) {
        (true, _) => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(reader))),
        (_, true) => Box::new(BufReader::with_capacity(BUFFER, Frames::new(reader))),
        _ => Box::new(reader),
    })
}

const BUFFER: usize = 1 << 16;

/// The frames of a Zstandard file, end to end.
struct Frames<R> {
    reader: R,
    /// The decoder keeps its memory from frame to frame.
    decoder: FrameDecoder,
    within: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(reader: R) -> Self {
        Frames { reader, decoder: FrameDecoder::new(), within: false }
    }

    /// Begins the next frame; false at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.reader.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.reader) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = io::copy(&mut self.reader.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(broken(error)),
            }
        }
        Ok(false)
    }

    /// Whether what was read of a frame is what was packed.
    fn check(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(sum) if Some(sum) != self.decoder.get_calculated_checksum() => {
                Err(broken("its checksum is wrong"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within {
                self.within = self.begin()?;
                if !self.within {
                    return Ok(0);
                }
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = ruzstd::decoding::BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.reader, one).map_err(broken)?;
            }
            match self.decoder.read(buffer)? {
                0 if !buffer.is_empty() => {
                    self.check()?;
                    self.within = false;
                }
                read => return Ok(read),
            }
        }
    }
}

/// A reader that says how far it is.
pub(in crate::native) struct Counted<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Adds the bytes that are read to `read`.
    pub(in crate::native) fn new(reader: R, read: Arc<AtomicU64>) -> Self {
        Counted { reader, read }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

fn broken(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
