//! The frames of a Zstandard file.
use std::io::{self, Read};
use std::iter;

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::members::Coding;
use super::window::Window;

const START: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();
/// Frames of something else may stand between, of sixteen kinds.
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// A frame after the other. The decoder keeps its memory from one to the next, and refuses windows beyond 128 MiB, the
/// longest that the `zstd` command takes by default.
pub(super) struct Frames {
    window: Window,
    decoder: FrameDecoder,
    /// Whether the frame is one of something else.
    skipped: bool,
}

impl Frames {
    pub(super) fn new(window: Window) -> Self {
        Frames { window, decoder: FrameDecoder::new(), skipped: false }
    }

    /// Whether a file that begins so is packed by Zstandard.
    pub(super) fn begins(start: &[u8]) -> bool {
        start == START || start.get(1..) == Some(&SKIPPABLE) && start[0] & 0xf0 == 0x50
    }
}

impl Coding for Frames {
    const HEAD: usize = START.len();

    fn is_head(head: &[u8]) -> bool {
        head == START
    }

    fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    fn begin(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.window) {
            Ok(()) => self.skipped = false,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                self.skipped = true;
                let skipped = io::copy(&mut self.window.by_ref().take(length.into()), &mut io::sink())?;
                if skipped < u64::from(length) {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(broken(error)),
        }
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.skipped {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder.decode_blocks(&mut self.window, one).map_err(broken)?;
        }
        match self.decoder.read(buffer)? {
            0 => {
                let (packed, unpacked) =
                    (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
                let wrong = packed.is_some() && packed != unpacked;
                if wrong { Err(broken("its checksum is wrong")) } else { Ok(0) }
            }
            read => Ok(read),
        }
    }
}

fn broken(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    let error = error.into();
    let mut causes =
        iter::successors(Some(&*error as &(dyn core::error::Error + 'static)), |error| error.source());
    let ends = causes.any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::UnexpectedEof)
    });
    match ends {
        true => io::ErrorKind::UnexpectedEof.into(),
        false => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}
