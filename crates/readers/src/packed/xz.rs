//! The streams of an xz file.

use std::io::{self, BufRead};

use xz4rust::{DICT_SIZE_MIN, XzDecoder, XzError, XzNextBlockResult};

use super::members::Coding;
use super::window::Window;

const START: [u8; 6] = *b"\xfd7zXZ\0";
/// A stream's head has its flags and their checksum behind its start.
const HEAD: usize = 8;
/// The longest dictionary taken; `xz -9` writes one of 64 MiB.
const LONGEST_DICTIONARY: usize = 128 << 20;
/// The bytes that are unpacked at once: where the library meets a damage, it gives none of them.
const STEP: usize = 1 << 12;

/// A stream after the other; the decoder keeps its memory from one to the next.
pub(super) struct Xz {
    window: Window,
    decoder: Box<XzDecoder<'static>>,
    /// Whether the stream ended; or what is before the next is nothing but padding.
    ended: bool,
}

impl Xz {
    pub(super) fn new(window: Window) -> Self {
        let decoder = XzDecoder::in_heap_with_alloc_dict_size(DICT_SIZE_MIN, LONGEST_DICTIONARY);
        Xz { window, decoder, ended: false }
    }

    /// Whether a file that begins so is packed by xz.
    pub(super) fn begins(start: &[u8]) -> bool {
        start.starts_with(&START)
    }
}

impl Coding for Xz {
    const HEAD: usize = HEAD;

    fn is_head(head: &[u8]) -> bool {
        head.starts_with(&START) && head[6] == 0 && head[7] & 0xf0 == 0
    }

    fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    /// Between streams there may be bytes of 0.
    fn begin(&mut self) -> io::Result<()> {
        self.decoder.reset();
        loop {
            let bytes = self.window.fill_buf()?;
            let (some, padding) = (bytes.len(), bytes.iter().take_while(|&&byte| byte == 0).count());
            self.window.consume(padding);
            if padding < some || some == 0 {
                self.ended = some == 0;
                return Ok(());
            }
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let step = buffer.len().min(STEP);
        while !self.ended {
            let input = self.window.fill_buf()?;
            if input.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let decoded = self.decoder.decode(input, &mut buffer[..step]);
            let (read, written) = match decoded {
                Ok(XzNextBlockResult::NeedMoreData(read, written)) => (read, written),
                Ok(XzNextBlockResult::EndOfStream(read, written)) => {
                    self.ended = true;
                    (read, written)
                }
                Err(error) => return Err(broken(&error)),
            };
            self.window.consume(read);
            if written > 0 {
                return Ok(written);
            }
            if read == 0 && !self.ended {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it makes no sense"));
            }
        }
        Ok(0)
    }
}

/// What the library says, which speaks in names of its own.
fn broken(error: &XzError) -> io::Error {
    let said = match error {
        XzError::DictionaryTooLarge(_) => "its dictionary is longer than 128 MiB".into(),
        XzError::UnsupportedCheckType(_) => "its checksum is of a kind that is not known".into(),
        XzError::ContentCrc32Mismatch(..) | XzError::ContentCrc64Mismatch(..) => {
            "its checksum is wrong".into()
        }
        error => format!("its bytes make no sense ({error})"),
    };
    io::Error::new(io::ErrorKind::InvalidData, said)
}
