//! The streams of a bzip2 file.
//!
//! The library gives a block before it knows its checksum, and a single wrong bit makes another text of all of it. So a block is
//! held until reading goes on behind it, which it does if its checksum is right.

use std::io::{self, BufRead, Read};
use std::mem;

use bzip2::{Decompress, Status};

use super::members::Coding;
use super::window::Window;

const START: [u8; 3] = *b"BZh";
/// What a block begins with, and the end of a stream without one.
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
/// The start, the size of blocks, and the first block's beginning.
const HEAD: usize = START.len() + 1 + BLOCK.len();

/// The bytes that are unpacked at once: of those in which a block ends, the next may have a part.
const STEP: usize = 1 << 12;

/// A stream after the other.
pub(super) struct Bzip2 {
    window: Window,
    decoder: Decompress,
    ended: bool,
    /// What is to be given, from `at` on ...
    checked: Vec<u8>,
    at: usize,
    /// ... and what is not yet known to be right.
    held: Vec<u8>,
}

impl Bzip2 {
    pub(super) fn new(window: Window) -> Self {
        Bzip2 {
            window,
            decoder: Decompress::new(false),
            ended: false,
            checked: Vec::new(),
            at: 0,
            held: Vec::new(),
        }
    }

    /// Whether a file that begins so is packed by bzip2. A text may begin like its first three bytes.
    pub(super) fn begins(start: &[u8]) -> bool {
        start.len() >= HEAD && Bzip2::is_head(&start[..HEAD])
    }
}

impl Coding for Bzip2 {
    const HEAD: usize = HEAD;

    fn is_head(head: &[u8]) -> bool {
        head.starts_with(&START) && matches!(head[3], b'1'..=b'9') && (head[4..] == BLOCK || head[4..] == END)
    }

    fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    fn begin(&mut self) -> io::Result<()> {
        (self.decoder, self.ended) = (Decompress::new(false), false);
        self.checked.clear();
        self.held.clear();
        self.at = 0;
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.checked.len() {
            if self.ended {
                return Ok(0);
            }
            self.unpack()?;
        }
        let read = (&self.checked[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

impl Bzip2 {
    /// Unpacks a step.
    fn unpack(&mut self) -> io::Result<()> {
        let input = self.window.fill_buf()?;
        if input.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = [0; STEP];
        let (read, written) = (self.decoder.total_in(), self.decoder.total_out());
        let status = self.decoder.decompress(input, &mut bytes);
        let read = (self.decoder.total_in() - read) as usize;
        let written = (self.decoder.total_out() - written) as usize;
        self.window.consume(read);
        self.ended = matches!(status, Ok(Status::StreamEnd));
        let invalid = |error| Err(io::Error::new(io::ErrorKind::InvalidData, error));
        let bytes = &bytes[..written];
        match status {
            Err(error) => return invalid(error.to_string()),
            Ok(Status::MemNeeded) => return Err(io::ErrorKind::OutOfMemory.into()),
            Ok(_) if read == 0 && written == 0 && !self.ended => return invalid("it makes no sense".into()),
            Ok(_) => {}
        }
        if read > 0 || self.ended {
            self.checked = mem::take(&mut self.held);
            self.at = 0;
        }
        match self.ended {
            true => self.checked.extend(bytes),
            false => self.held.extend(bytes),
        }
        Ok(())
    }
}
