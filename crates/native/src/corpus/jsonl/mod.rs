//! Files with a document in each line: JSON objects with `id`, and `text` or `html`.

mod object;
use std::io::{self, BufRead, Read};

use super::records::{Body, Piece, Pieces};
use twinprint_readers::goes_on;

use super::{DocumentPlace, Error, Fields, MAX_BYTES, Position, Unit, refused};
pub(super) use object::document;

/// The lines of a file, one at a time.
pub(super) struct Lines {
    reader: Box<dyn BufRead + Send>,
    /// The file.
    place: DocumentPlace,
    /// How many lines were read.
    number: u64,
    ended: bool,
}

/// What a line of a file is.
enum Line {
    Whole(Vec<u8>),
    TooLong,
    None,
}

impl Lines {
    pub(super) fn new(reader: Box<dyn BufRead + Send>, place: DocumentPlace) -> Self {
        Lines { reader, place, number: 0, ended: false }
    }

    /// Reads a line, or passes over it if it is too long.
    fn read_line(&mut self) -> io::Result<Line> {
        let mut line = Vec::new();
        self.reader.by_ref().take(MAX_BYTES + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Line::None);
        }
        if line.len() as u64 <= MAX_BYTES {
            return Ok(Line::Whole(line));
        }
        let ends = line.last() == Some(&b'\n');
        drop(line);
        if !ends {
            self.reader.skip_until(b'\n')?;
        }
        Ok(Line::TooLong)
    }

    /// Ends the file unless more may follow what could not be read.
    fn end_unless_more(&mut self, reason: &io::Error) {
        self.ended = !goes_on(reason);
    }
}

/// A line that is no document is an error of its own; lines of nothing but white space are skipped. Behind a part that
/// cannot be unpacked, what is read next is the start of a line.
impl Pieces for Lines {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        while !self.ended {
            let place = self.place.at(self.number);
            let line = self.read_line();
            self.number += 1;
            match line {
                Ok(Line::None) => self.ended = true,
                Ok(Line::Whole(line)) if line.trim_ascii().is_empty() => {}
                Ok(Line::Whole(line)) => return Some(Ok((place, line, Body::Line))),
                Ok(Line::TooLong) => {
                    return Some(Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES }));
                }
                Err(reason) => {
                    self.end_unless_more(&reason);
                    return Some(Err(refused(place.to_string(), reason)));
                }
            }
        }
        None
    }

    fn skip_to(&mut self, number: u64) {
        while self.number < number && !self.ended {
            match self.reader.skip_until(b'\n') {
                Ok(0) => self.ended = true,
                Ok(_) => {}
                Err(reason) => self.end_unless_more(&reason),
            }
            self.number += 1;
        }
    }
}

/// Whether a line is a document.
pub(super) fn is_document(line: &[u8]) -> bool {
    let place = DocumentPlace { file: "".into(), unit: Unit::Line, position: Position::default() };
    document(line, place, &Fields::default()).is_ok()
}
