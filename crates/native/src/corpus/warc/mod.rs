//! Web archives: the pages in the records of WARC 1.0 and 1.1 (ISO 28500:2017), one record in memory at a time.
//!
//! A record is a version line, named fields, an empty line, a block of Content-Length bytes, and two empty lines. What
//! servers answered (`response`), what was saved (`resource`) and what was made of it (`conversion`) becomes a document,
//! if it is text; all else is skipped. The crate `warc` reads records, too, but ends at the first that is broken, and
//! does not say where it stands. Here a record that ends too early, or whose length is wrong, is an error that names the
//! byte it begins at, and reading goes on where the next begins: sought in its block, too, where a length that is too
//! long, or a record that was cut, hid it.

mod named;
mod page;
use std::format;
use std::io::{self, BufRead, Read};
use std::ops::Range;

use super::records::{Body, Piece, Pieces};
use twinprint_readers::goes_on;

use super::stream::Stream;
use super::{DocumentPlace, Error, MAX_BYTES, Note, refused};
use named::Named;
pub(super) use page::Page;
use page::SkippedRecord;

/// How a record begins.
pub(crate) const START: &[u8] = b"WARC/1.";
/// The length of a line that begins a record.
const VERSION: usize = b"WARC/1.0\r\n".len();
/// How the names of most fields of a record begin.
const FIRST_FIELD: &[u8] = b"WARC-";
/// The longest head of a record, in bytes.
const LONGEST_HEAD: u64 = 1 << 20;

/// The records of an archive, one at a time.
pub(crate) struct Archive {
    stream: Stream,
    place: DocumentPlace,
    /// How many records were read.
    number: u64,
    /// Whether the start of the next record is yet to be found.
    lost: bool,
    ended: bool,
    not_ok: u64,
    not_text: u64,
}

/// What a record is to its reader.
enum Record {
    Page(Page, Vec<u8>),
    Other,
    TooLong,
    End,
}

/// Why there is no record.
enum Fault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is none, or not whole.
    Bad(String),
    /// It is whole, but what it holds is not as it should be.
    BadPage(String),
}

/// Where a record stands that is whole.
pub(crate) struct Extent {
    /// Its number in the archive.
    pub(crate) number: u64,
    /// The bytes of it, of the archive as it is unpacked, without the empty lines behind it.
    pub(crate) bytes: Range<u64>,
    /// Whether reading gives a document for it, or an error.
    pub(crate) is_document: bool,
}

/// A record that was read, or not.
struct Step {
    place: DocumentPlace,
    bytes: Range<u64>,
    record: Result<Record, Fault>,
}

impl Fault {
    /// The error of a record that begins at a byte of the archive.
    fn error(self, place: &DocumentPlace, offset: u64) -> Error {
        match self {
            Fault::Unreadable(reason) => refused(place.to_string(), reason),
            Fault::Bad(problem) | Fault::BadPage(problem) => {
                Error::BadRecord { place: place.to_string(), offset, problem }
            }
        }
    }
}

impl From<io::Error> for Fault {
    fn from(reason: io::Error) -> Self {
        Fault::Unreadable(reason)
    }
}

impl Archive {
    pub(crate) fn new(stream: Stream, place: DocumentPlace) -> Self {
        Archive { stream, place, number: 0, lost: false, ended: false, not_ok: 0, not_text: 0 }
    }

    /// Where the next record stands that is whole, whatever it holds: for who writes records again. What is no whole record is an
    /// error, as it is where documents are read.
    pub(crate) fn next_extent(&mut self) -> Option<Result<Extent, Error>> {
        while !self.ended {
            let Step { place, bytes, record } = self.step();
            let is_document = match record {
                Ok(Record::Page(..) | Record::TooLong) | Err(Fault::BadPage(_)) => true,
                Ok(Record::Other) => false,
                Ok(Record::End) => continue,
                Err(fault) => return Some(Err(fault.error(&place, bytes.start))),
            };
            return Some(Ok(Extent { number: place.position.number, bytes, is_document }));
        }
        None
    }

    /// Goes past the next record.
    fn step(&mut self) -> Step {
        let place = self.place.at(self.number);
        let found = self.find();
        let start = self.stream.offset();
        let record = found.map_err(Fault::from).and_then(|()| self.read(start));
        self.number += 1;
        match &record {
            Ok(Record::End) => self.ended = true,
            Ok(_) => {}
            Err(Fault::Bad(_) | Fault::BadPage(_)) => self.lost = true,
            Err(Fault::Unreadable(reason)) => {
                self.lost = true;
                self.ended = !goes_on(reason);
            }
        }
        Step { place, bytes: start..self.stream.offset(), record }
    }

    /// Goes to the start of the next record, or to the end.
    fn find(&mut self) -> io::Result<()> {
        if self.lost {
            self.stream.find(START[0], VERSION, u64::MAX, begins_record)?;
            self.lost = false;
        }
        self.stream.skip_empty_lines()
    }

    /// Reads a record whole, from its start.
    fn read(&mut self, start: u64) -> Result<Record, Fault> {
        if self.stream.fill_buf()?.is_empty() {
            return Ok(Record::End);
        }
        if !self.stream.ahead(START.len()).starts_with(START) {
            return Err(Fault::Bad("is none: it does not begin with \"WARC/1.\"".into()));
        }
        let (head, written) = self.head()?;
        let length = head.get("content-length").and_then(|length| length.parse().ok());
        let length = length.ok_or_else(|| Fault::Bad("does not say how long it is".into()))?;
        if length > MAX_BYTES {
            self.skip_block(length)?;
            return Ok(if Page::is_kind(&head) { Record::TooLong } else { Record::Other });
        }
        let block = self.block(length)?;
        match Page::new(&head, &block, start) {
            Ok(page) => return Ok(Record::Page(page.with_head(written), block)),
            Err(SkippedRecord::NotOk) => self.not_ok += 1,
            Err(SkippedRecord::NotText) => self.not_text += 1,
            Err(SkippedRecord::OtherKind) => {}
            Err(SkippedRecord::Bad(problem)) => return Err(Fault::BadPage(problem)),
        }
        Ok(Record::Other)
    }

    /// Goes past a block that is too long to be taken, or to the record that begins within it: then it is its length that is wrong.
    fn skip_block(&mut self, length: u64) -> Result<(), Fault> {
        let start = self.stream.offset();
        let begins = |ahead: &[u8]| begins_record(&ahead[..VERSION]) && ahead.ends_with(FIRST_FIELD);
        self.stream.find(START[0], VERSION + FIRST_FIELD.len(), length, begins)?;
        let skipped = self.stream.offset() - start;
        if skipped < length && !self.stream.fill_buf()?.is_empty() {
            let problem =
                format!("says that it has {length} bytes, and another record begins after {skipped} of them");
            return Err(Fault::Bad(problem));
        }
        self.check_end(skipped, length)
    }

    /// Takes the block of a record, if it ends where it should: else what follows may begin in it.
    fn block(&mut self, length: u64) -> Result<Vec<u8>, Fault> {
        // A block that was given back is looked at where it is: many records that say they are longer than they are would
        // each have it read and given back again.
        let (whole, end) = (length as usize, LONGEST_END + START.len());
        if self.stream.held() > end {
            let ahead = self.stream.ahead(whole + end);
            let read = ahead.len();
            if let Some((block, next)) = ahead.split_at_checked(whole) {
                check_next(next, length)?;
                let block = block.to_vec();
                self.stream.consume(whole);
                return Ok(block);
            }
            if !self.stream.meets_error() {
                return Err(too_early(read as u64, length));
            }
        }
        let mut block = Vec::new();
        self.stream.by_ref().take(length).read_to_end(&mut block)?;
        if let Err(fault) = self.check_end(block.len() as u64, length) {
            self.stream.push_back(&block);
            return Err(fault);
        }
        Ok(block)
    }

    /// Reads the version and the fields of a record; also as they are written.
    fn head(&mut self) -> Result<(Named, Vec<u8>), Fault> {
        let mut head = Vec::new();
        let mut rest = self.stream.by_ref().take(LONGEST_HEAD);
        loop {
            let before = head.len();
            rest.read_until(b'\n', &mut head)?;
            match &head[before..] {
                b"\r\n" | b"\n" => break,
                [.., b'\n'] => {}
                _ => return Err(Fault::Bad("ends within its head".into())),
            }
        }
        Ok((Named::parse(&head).0, head))
    }

    /// Whether a block that was read ends where its length says: before two empty lines, the next record, or with the file.
    fn check_end(&mut self, read: u64, length: u64) -> Result<(), Fault> {
        if read < length {
            return Err(too_early(read, length));
        }
        check_next(self.stream.ahead(LONGEST_END + START.len()), length)
    }
}

/// Whether a line of [`VERSION`] bytes begins a record.
fn begins_record(line: &[u8]) -> bool {
    line.starts_with(START) && line[START.len()].is_ascii_digit() && line.ends_with(b"\r\n")
}

fn too_early(read: u64, length: u64) -> Fault {
    Fault::Bad(format!("ends too early, after {read} of {length} bytes"))
}

/// Whether what follows a block may follow one.
fn check_next(ahead: &[u8], length: u64) -> Result<(), Fault> {
    let next = ahead.iter().position(|byte| !b"\r\n".contains(byte)).map_or(&b""[..], |end| &ahead[end..]);
    match next.is_empty() || next.starts_with(START) || ahead.starts_with(b"\r\n\r\n") {
        true => Ok(()),
        false => {
            Err(Fault::Bad(format!("has another length than it says: no record follows its {length} bytes")))
        }
    }
}

/// The most bytes of empty lines behind a record: four are right.
const LONGEST_END: usize = 16;

impl Pieces for Archive {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        while !self.ended {
            let Step { place, bytes, record } = self.step();
            match record {
                Ok(Record::Page(page, block)) => return Some(Ok((place, block, Body::Page(Box::new(page))))),
                Ok(Record::Other | Record::End) => {}
                Ok(Record::TooLong) => {
                    return Some(Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES }));
                }
                Err(fault) => return Some(Err(fault.error(&place, bytes.start))),
            }
        }
        None
    }

    fn note(&self) -> Option<Note> {
        let Archive { not_ok, not_text, .. } = *self;
        let file = self.place.file.to_string();
        (not_ok + not_text > 0).then_some(Note::PassedOver { file, not_ok, not_text })
    }
}
