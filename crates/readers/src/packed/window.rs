//! A buffered reader that can go back a little, so that what follows a broken part is found even by a pipe's reader.
use std::io::{self, BufRead, Read};

/// The last bytes read that can be gone back to: a decoder notices within far fewer that its data are broken.
const KEPT: usize = 1 << 20;
/// The bytes that are read at once.
const STEP: usize = 1 << 16;

/// The bytes that a reader gives, the last of them twice if need be.
pub(super) struct Window {
    reader: Box<dyn Read + Send>,
    /// Those at hand, from `start` of the file on.
    bytes: Vec<u8>,
    start: u64,
    /// Where in them reading is.
    at: usize,
}

impl Window {
    pub(super) fn new(reader: impl Read + Send + 'static) -> Self {
        Window { reader: Box::new(reader), bytes: Vec::new(), start: 0, at: 0 }
    }

    /// How many bytes of the file are before the next.
    pub(super) fn offset(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Goes on at the first place from `offset` on, or from the first byte that is still at hand, where `fits` says so of
    /// what follows, of which it sees `length` bytes. False if there is none: then all is read.
    pub(super) fn find(
        &mut self,
        offset: u64,
        length: usize,
        fits: impl Fn(&[u8]) -> bool,
    ) -> io::Result<bool> {
        self.at =
            offset.clamp(self.start, self.start + self.bytes.len() as u64).abs_diff(self.start) as usize;
        loop {
            let rest = &self.bytes[self.at..];
            if let Some(place) = rest.windows(length).position(&fits) {
                self.at += place;
                return Ok(true);
            }
            self.at += (rest.len() + 1).saturating_sub(length);
            if self.more()? == 0 {
                self.at = self.bytes.len();
                return Ok(false);
            }
        }
    }

    /// Reads on behind the bytes at hand, and lets go of those that are long past. How many came.
    fn more(&mut self) -> io::Result<usize> {
        if self.at > 2 * KEPT {
            let past = self.at - KEPT;
            self.bytes.drain(..past);
            self.start += past as u64;
            self.at = KEPT;
        }
        let length = self.bytes.len();
        self.bytes.resize(length + STEP, 0);
        let read = self.reader.read(&mut self.bytes[length..]);
        self.bytes.truncate(length + *read.as_ref().unwrap_or(&0));
        read
    }
}

impl BufRead for Window {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.bytes.len() {
            self.more()?;
        }
        Ok(&self.bytes[self.at..])
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
    }
}

impl Read for Window {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_place_is_found_again_wherever_reading_is(before in 0_usize..3_000_000, after in 0_usize..200_000) {
            let mut bytes = std::vec![0; before];
            bytes.extend(b"here");
            bytes.resize(bytes.len() + after, 1);
            let mut window = Window::new(io::Cursor::new(bytes.clone()));
            io::copy(&mut window.by_ref().take((before + after) as u64), &mut io::sink())?;
            let reached = window.offset();
            prop_assert_eq!(reached, (before + after) as u64);
            let at_hand = window.start <= before as u64;
            prop_assert!(at_hand || after > KEPT);
            prop_assert!(window.find(0, 4, |bytes| bytes == b"here")?);
            prop_assert_eq!(window.offset(), before as u64);
            let mut rest = Vec::new();
            window.read_to_end(&mut rest)?;
            prop_assert_eq!(rest, &bytes[before..]);
        }
    }
}
