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
    /// What was met behind what is still to be given, and how far in the file what is given came from.
    failed: Option<io::Error>,
    sound: u64,
}

impl Frames {
    pub(super) fn new(window: Window) -> Self {
        Frames { window, decoder: FrameDecoder::new(), skipped: false, failed: None, sound: 0 }
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

    fn sound(&mut self) -> u64 {
        self.sound
    }

    fn begin(&mut self) -> io::Result<()> {
        self.failed = None;
        self.sound = self.window.offset();
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
            match self.decoder.decode_blocks(&mut self.window, one) {
                Ok(_) => self.sound = self.window.offset(),
                Err(error) => {
                    self.failed = Some(broken(error));
                    self.give_all();
                }
            }
        }
        let read = self.decoder.read(buffer)?;
        match self.failed.take_if(|_| read == 0) {
            Some(error) => return Err(error),
            None if self.failed.is_some() => return Ok(read),
            None => {}
        }
        match read {
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

impl Frames {
    /// Has the decoder give what it keeps back of a broken frame, for blocks to come to copy from: as if an empty block ended
    /// it. Were that not taken, the frame would end without them.
    fn give_all(&mut self) {
        let all = BlockDecodingStrategy::All;
        let ended = self.decoder.decode_blocks(&LAST_BLOCK[..], all);
        if ended.is_err() {
            self.decoder = FrameDecoder::new();
        }
    }
}

/// A block that holds nothing and is the last, and a checksum, if there is to be one.
const LAST_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

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
