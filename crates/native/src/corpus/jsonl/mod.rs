//! Files with a document in each line: JSON objects with a text.

mod object;
use std::io::{self, BufRead, Read};

use super::records::{Body, Piece, Pieces};
use twinprint_readers::goes_on;

use super::fields::{Wanted, listed};
use super::{DocumentPlace, Error, MAX_BYTES, Position, Unit, refused};
pub(super) use object::{document, keys};

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

    /// Reads a line, or skips it if it is too long.
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
                Ok(Line::Whole(line)) => return Some(Ok((place, line, Body::Object))),
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

/// Whether a line is a document; or an object, where a caller says which field of it is its text.
pub(super) fn is_document(line: &[u8], wanted: &Wanted) -> bool {
    let place = DocumentPlace { file: "".into(), unit: Unit::Line, position: Position::default() };
    document(line, place, wanted).is_ok() || wanted.gives_text() && !keys(line).is_empty()
}

/// Refuses a file whose first object does not have a field that a caller named: the name was misspelt, and all documents would
/// go without.
pub(super) fn check_fields(first: &[u8], wanted: &Wanted, place: &DocumentPlace) -> Result<(), Error> {
    if wanted.given().next().is_none() {
        return Ok(());
    }
    let Ok(object) = serde_json::from_slice::<serde_json::Value>(first) else { return Ok(()) };
    match wanted.given().find(|name| object.is_object() && !has(&object, name)) {
        Some(field) => Err(Error::NoField {
            place: place.file.to_string(),
            field: field.into(),
            fields: listed(&keys(first)),
        }),
        None => Ok(()),
    }
}

/// Whether there is a field of a name, which may lead into objects.
fn has(object: &serde_json::Value, name: &str) -> bool {
    object.get(name).is_some()
        || name
            .match_indices('.')
            .any(|(dot, _)| object.get(&name[..dot]).is_some_and(|within| has(within, &name[dot + 1..])))
}
