//! A reader that can look ahead, and take back what it gave.
use std::io::{self, BufRead, Read};

/// The bytes of a file, unpacked.
pub(crate) struct Stream {
    reader: Box<dyn BufRead + Send>,
    /// Bytes to be given before those of the reader, from `at` on ...
    ahead: Vec<u8>,
    at: usize,
    /// ... and what was met behind them.
    error: Option<io::Error>,
    offset: u64,
}

impl Stream {
    pub(crate) fn new(reader: Box<dyn BufRead + Send>) -> Self {
        Stream { reader, ahead: Vec::new(), at: 0, error: None, offset: 0 }
    }

    /// How many bytes are before the next.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes are held that were read before they are given.
    pub(super) fn held(&self) -> usize {
        self.ahead.len() - self.at
    }

    /// Whether what is held ends with an error.
    pub(super) fn meets_error(&self) -> bool {
        self.error.is_some()
    }

    /// The next bytes, fewer only before the end or an error. They are not taken.
    pub(super) fn ahead(&mut self, length: usize) -> &[u8] {
        if self.at > self.held() {
            self.ahead.drain(..self.at);
            self.at = 0;
        }
        while self.held() < length && self.read_on(length - self.held()) {}
        &self.ahead[self.at..][..length.min(self.held())]
    }

    /// Adds to what is held the next bytes that the reader has at hand, up to `most`; false at the end or before an error.
    fn read_on(&mut self, most: usize) -> bool {
        while self.error.is_none() {
            match self.reader.fill_buf() {
                Ok([]) => return false,
                Ok(bytes) => {
                    let taken = bytes.len().min(most);
                    self.ahead.extend(&bytes[..taken]);
                    self.reader.consume(taken);
                    return true;
                }
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => {}
                Err(reason) => self.error = Some(reason),
            }
        }
        false
    }

    /// The line that begins `start` bytes ahead, with its end; as much of it as there is before the end or an error, or within
    /// `limit` bytes. It is not taken, and no more is waited for than it: who writes a pipe may wait for what its line does.
    pub(super) fn line(&mut self, start: usize, limit: usize) -> &[u8] {
        let mut searched = start;
        let end = loop {
            let held = self.held();
            let ahead = self.ahead(held);
            if let Some(end) =
                ahead.get(searched..).and_then(|rest| rest.iter().position(|&byte| byte == b'\n'))
            {
                break searched + end + 1;
            }
            searched = held.max(start);
            if held > limit || !self.read_on(usize::MAX) {
                break held;
            }
        };
        self.ahead(end).get(start..).unwrap_or_default()
    }

    /// Gives these bytes, which were the last, once more.
    pub(super) fn push_back(&mut self, bytes: &[u8]) {
        self.ahead.splice(..self.at, bytes.iter().copied());
        self.at = 0;
        self.offset -= bytes.len() as u64;
    }

    /// Goes past all before `length` bytes that begin with `first` and fit, or past the rest, or past `most` bytes.
    pub(super) fn find(
        &mut self,
        first: u8,
        length: usize,
        most: u64,
        fits: impl Fn(&[u8]) -> bool,
    ) -> io::Result<()> {
        let end = self.offset.saturating_add(most);
        loop {
            let left = end - self.offset;
            let bytes = self.fill_buf()?;
            if bytes.is_empty() || left == 0 {
                return Ok(());
            }
            let bytes = &bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            let before = bytes.iter().position(|&byte| byte == first).unwrap_or(bytes.len());
            self.consume(before);
            if self.offset == end {
                return Ok(());
            }
            let ahead = self.ahead(length);
            if ahead.len() == length && fits(ahead) {
                return Ok(());
            }
            if ahead.first() == Some(&first) {
                self.consume(1);
            }
        }
    }

    /// Passes over line ends.
    pub(super) fn skip_empty_lines(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let (some, ends) = (bytes.len(), bytes.iter().take_while(|byte| b"\r\n".contains(byte)).count());
            self.consume(ends);
            if ends < some || some == 0 {
                return Ok(());
            }
        }
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match (self.at < self.ahead.len(), self.error.take()) {
            (true, error) => {
                self.error = error;
                Ok(&self.ahead[self.at..])
            }
            (false, Some(error)) => Err(error),
            (false, None) => self.reader.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        if self.at == self.ahead.len() {
            return self.reader.consume(bytes);
        }
        self.at += bytes;
        if self.at == self.ahead.len() {
            self.ahead.clear();
            self.at = 0;
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
