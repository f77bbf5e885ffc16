//! Files with a document in each line.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::mem;
use std::path::Path;

use super::super::Error;
use super::super::corpus::{MAX_BYTES, display_name, refused};
use super::change::{Column, Mark, TextCuts};
use super::packing::Packer;
use super::parts::{Part, Parts};
use super::{cut, has_already, json, unreadable};
use twinprint_readers::{goes_on, unpack};

/// What a file may begin with that belongs to none of its lines.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of a file, one at a time. What is cut short by a broken part is left out, and what follows begins a line, as it is
/// where documents are read.
pub(super) struct Lines {
    reader: Box<dyn BufRead + Send>,
    file: String,
    number: u64,
    /// The line with its end, or the beginning of one that is too long to be a document.
    line: Vec<u8>,
    /// Whether the line goes on behind that.
    goes_on: bool,
    /// Whether the file begins with a mark that is not written yet.
    marked: bool,
    /// What was met as the rest of a line was written.
    met: Option<io::Error>,
    ended: bool,
}

impl Lines {
    pub(super) fn open(from: &Path) -> Result<Lines, Error> {
        let fails = |reason| unreadable(from, reason);
        let reader = unpack(File::open(from).map_err(fails)?).map_err(fails)?;
        let (line, met, file) = (Vec::new(), None, display_name(from));
        Ok(Lines { reader, file, number: 0, line, goes_on: false, marked: false, met, ended: false })
    }

    /// Reads a line, or the beginning of one that is too long; false at the end.
    fn read(&mut self) -> io::Result<bool> {
        if let Some(reason) = self.met.take() {
            return Err(reason);
        }
        if mem::take(&mut self.goes_on) {
            self.reader.skip_until(b'\n')?;
        }
        self.line.clear();
        self.number += 1;
        self.reader.by_ref().take(MAX_BYTES + 1).read_until(b'\n', &mut self.line)?;
        self.goes_on = self.line.len() as u64 > MAX_BYTES && self.line.last() != Some(&b'\n');
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
            self.marked = true;
        }
        Ok(!self.line.is_empty())
    }

    /// What the file begins with, before the first line that is written.
    fn take_mark(&mut self) -> &'static [u8] {
        if mem::take(&mut self.marked) { BYTE_ORDER_MARK } else { b"" }
    }

    /// Writes what follows the beginning of a line. One that is cut short ends all the same.
    fn keep_rest(&mut self, out: &mut Packer) -> io::Result<()> {
        while mem::take(&mut self.goes_on) {
            let (bytes, end) = match self.reader.fill_buf() {
                Ok(bytes) => (bytes, bytes.iter().position(|&byte| byte == b'\n')),
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => {
                    self.goes_on = true;
                    continue;
                }
                Err(reason) => {
                    self.met = Some(reason);
                    return out.write_all(b"\n");
                }
            };
            self.goes_on = end.is_none() && !bytes.is_empty();
            let length = end.map_or(bytes.len(), |end| end + 1);
            out.write_all(&bytes[..length])?;
            self.reader.consume(length);
        }
        Ok(())
    }
}

impl Parts for Lines {
    fn next(&mut self) -> Result<Option<Part>, Error> {
        if self.ended {
            return Ok(None);
        }
        match self.read() {
            Ok(true) => {
                let is_document = !self.line.trim_ascii().is_empty();
                Ok(Some(Part { number: Some(self.number - 1), is_document }))
            }
            Ok(false) => {
                self.ended = true;
                Ok(None)
            }
            Err(reason) => {
                self.ended = !goes_on(&reason);
                Part::broken(refused(self.file.clone(), reason))
            }
        }
    }

    fn keep(&mut self, out: &mut Packer) -> io::Result<()> {
        out.write_all(self.take_mark())?;
        out.write_all(&self.line)?;
        self.keep_rest(out)
    }

    fn annotated(
        &mut self,
        columns: &[Column],
        marks: Option<&[Option<Mark>]>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(marks) = marks.filter(|_| !self.goes_on) else { return Ok(None) };
        let place = || format!("{}, line {}", self.file, self.number);
        let annotated = json::annotated(&self.line, columns, marks)
            .map_err(|name| has_already(place(), "field", name))?;
        Ok(annotated.map(|line| [self.take_mark(), &line].concat()))
    }

    fn cut(&mut self, cuts: &TextCuts, fields: &[&str]) -> Option<Vec<u8>> {
        let line = cut::object(&self.line, cuts, fields)?;
        Some([self.take_mark(), &line].concat())
    }
}
