//! The members of a gzip file.

use std::io::{self, Read};

use flate2::bufread::GzDecoder;

use super::members::Coding;
use super::window::Window;

/// How a member begins: what gzip is known by, and that it is deflated.
const START: [u8; 3] = [0x1f, 0x8b, 8];

/// A member after the other; the decoder keeps its memory from one to the next.
pub(super) struct Gzip(GzDecoder<Window>);

impl Gzip {
    pub(super) fn new(window: Window) -> Self {
        let mut decoder = GzDecoder::new(Window::empty());
        decoder.reset(window);
        Gzip(decoder)
    }

    /// Whether a file that begins so is packed by gzip.
    pub(super) fn begins(start: &[u8]) -> bool {
        start.starts_with(&START[..2])
    }
}

impl Coding for Gzip {
    const HEAD: usize = 10;

    /// Flags beyond those defined, extra flags and systems that nobody writes tell chance from a member.
    fn is_head(head: &[u8]) -> bool {
        head.starts_with(&START)
            && head[3] & 0xe0 == 0
            && matches!(head[8], 0 | 2 | 4)
            && matches!(head[9], 0..=13 | 255)
    }

    fn window(&mut self) -> &mut Window {
        self.0.get_mut()
    }

    fn begin(&mut self) -> io::Result<()> {
        let window = self.0.reset(Window::empty());
        self.0.reset(window);
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}
