//! The members of a gzip file.
//!
//! The library's reader of members gives nothing of the bytes that it unpacked in one step with broken ones; here all come out
//! that stand before the damage. So a member's head and its end are read here (RFC 1952), and the library inflates.

use std::io::{self, BufRead, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::members::Coding;
use super::window::Window;

/// How a member begins: what gzip is known by, and that it is deflated.
const START: [u8; 3] = [0x1f, 0x8b, 8];
/// The length of a head without what is said of the file.
const HEAD: usize = 10;
/// What a head may say of the file, by the bits of its fourth byte.
const HEAD_SUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;

/// A member after the other; the decoder keeps its memory from one to the next.
pub(super) struct Gzip {
    window: Window,
    decoder: Decompress,
    sum: Crc,
    /// Whether the member ended, and its checksum was right.
    ended: bool,
    /// What was met behind the bytes that were given last.
    failed: Option<io::Error>,
}

impl Gzip {
    pub(super) fn new(window: Window) -> Self {
        Gzip { window, decoder: Decompress::new(false), sum: Crc::new(), ended: false, failed: None }
    }

    /// Whether a file that begins so is packed by gzip.
    pub(super) fn begins(start: &[u8]) -> bool {
        start.starts_with(&START[..2])
    }

    fn skip_text(&mut self) -> io::Result<()> {
        self.window.skip_until(0).map(|_| ())
    }

    /// Checks the end of a member.
    fn check(&mut self) -> io::Result<()> {
        let mut end = [0; 8];
        self.window.read_exact(&mut end)?;
        let said = u64::from_le_bytes(end);
        let is = u64::from(self.sum.sum()) | u64::from(self.sum.amount()) << 32;
        self.ended = true;
        if said == is { Ok(()) } else { Err(broken("its checksum is wrong")) }
    }
}

impl Coding for Gzip {
    const HEAD: usize = HEAD;

    /// Flags beyond those defined, extra flags and systems that nobody writes tell chance from a member.
    fn is_head(head: &[u8]) -> bool {
        head.starts_with(&START)
            && head[3] & 0xe0 == 0
            && matches!(head[8], 0 | 2 | 4)
            && matches!(head[9], 0..=13 | 255)
    }

    fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    fn begin(&mut self) -> io::Result<()> {
        self.decoder.reset(false);
        self.sum.reset();
        (self.ended, self.failed) = (false, None);
        let mut head = [0; HEAD];
        self.window.read_exact(&mut head)?;
        if !head.starts_with(&START) || head[3] & 0xe0 != 0 {
            return Err(broken("it does not begin as gzip does"));
        }
        if head[3] & EXTRA != 0 {
            let mut length = [0; 2];
            self.window.read_exact(&mut length)?;
            let length = u64::from(u16::from_le_bytes(length));
            io::copy(&mut self.window.by_ref().take(length), &mut io::sink())?;
        }
        if head[3] & NAME != 0 {
            self.skip_text()?;
        }
        if head[3] & COMMENT != 0 {
            self.skip_text()?;
        }
        if head[3] & HEAD_SUM != 0 {
            self.window.read_exact(&mut [0; 2])?;
        }
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        while !self.ended {
            let input = self.window.fill_buf()?;
            if input.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let (read, written) = (self.decoder.total_in(), self.decoder.total_out());
            let status = self.decoder.decompress(input, buffer, FlushDecompress::None);
            let read = (self.decoder.total_in() - read) as usize;
            let written = (self.decoder.total_out() - written) as usize;
            self.window.consume(read);
            self.sum.update(&buffer[..written]);
            let checked = match status {
                Ok(Status::StreamEnd) => self.check(),
                Ok(_) if read == 0 && written == 0 => Err(broken("it makes no sense")),
                Ok(_) => Ok(()),
                Err(error) => Err(broken(error)),
            };
            match checked {
                Err(error) if written == 0 => return Err(error),
                checked => self.failed = checked.err(),
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

fn broken(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
