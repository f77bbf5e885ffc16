//! Files with a document in each line: JSON objects with `id`, and `text` or `html`.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::prelude::v1::*;
use std::{format, str};

use serde::Deserialize;
use serde_json::Value;

use super::{Error, MAX_BYTES, Source};
use crate::text::Format;

/// The field that says what a document belongs to, unless another is named.
pub(super) const GROUP: &str = "group";

/// The lines of a file, one at a time.
pub(super) struct Lines<R> {
    reader: R,
    /// The file's name.
    place: String,
    /// The field that says what a document belongs to.
    group: String,
    /// How many lines were read.
    number: usize,
    line: Vec<u8>,
    ended: bool,
}

/// What a line may have; all else is left alone.
#[derive(Deserialize)]
struct Fields {
    id: Option<Scalar>,
    text: Option<String>,
    html: Option<String>,
    url: Option<String>,
    label: Option<Scalar>,
    group: Option<Scalar>,
}

/// Names may be numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Number(serde_json::Number),
}

/// What a line of a file is.
enum Line {
    Whole,
    TooLong,
    None,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R, place: String, group: &str) -> Self {
        Lines { reader, place, group: group.into(), number: 0, line: Vec::new(), ended: false }
    }

    fn place(&self) -> String {
        format!("{}, line {}", self.place, self.number)
    }

    /// Reads a line, or passes over it if it is too long.
    fn read_line(&mut self) -> io::Result<Line> {
        self.line.clear();
        self.number += 1;
        self.reader.by_ref().take(MAX_BYTES + 1).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(Line::None);
        }
        if self.line.len() as u64 <= MAX_BYTES {
            return Ok(Line::Whole);
        }
        if self.line.last() != Some(&b'\n') {
            self.reader.skip_until(b'\n')?;
        }
        self.line = Vec::new();
        Ok(Line::TooLong)
    }
}

/// A line that is no document is an error of its own; lines of nothing but white space are passed over. Where reading
/// fails, the file ends.
impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Source, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.read_line() {
                Ok(Line::None) => self.ended = true,
                Ok(Line::Whole) if self.line.trim_ascii().is_empty() => {}
                Ok(Line::Whole) => {
                    let bad = |problem| Error::BadLine { place: self.place(), problem };
                    return Some(document(&self.line, &self.group).map_err(bad));
                }
                Ok(Line::TooLong) => {
                    return Some(Err(Error::TooLong { place: self.place(), limit: MAX_BYTES }));
                }
                Err(reason) => {
                    self.ended = true;
                    return Some(Err(Error::Unreadable { place: self.place(), reason }));
                }
            }
        }
        None
    }
}

/// Whether a line is a document.
pub(super) fn is_document(line: &[u8]) -> bool {
    document(line, GROUP).is_ok()
}

/// The document of a line, and what it belongs to by one of its fields.
fn document(line: &[u8], group_field: &str) -> Result<Source, String> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let Fields { id, text, html, url, label, group } =
        serde_json::from_slice(line).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => format!("a field is not as it should be: {}", plain(&error)),
            _ => format!("it is not JSON: {}", plain(&error)),
        })?;
    let (text, format) = match (text, html) {
        (Some(text), _) => (text, Format::Plain),
        (None, Some(html)) => (html, Format::Html),
        (None, None) => return Err("it has neither \"text\" nor \"html\"".into()),
    };
    let name = id.ok_or("it has no \"id\"")?.into();
    let group = if group_field == GROUP { group } else { field(line, group_field) };
    let (label, group) = (label.map(Scalar::into), group.map(Scalar::into));
    Ok(Source { name, text, format, url, label, group })
}

/// A field that few lines have, if it is a text or a number: the line is read once more.
fn field(line: &[u8], name: &str) -> Option<Scalar> {
    let mut fields: BTreeMap<String, Value> = serde_json::from_slice(line).ok()?;
    serde_json::from_value(fields.remove(name)?).ok()
}

impl From<Scalar> for String {
    fn from(scalar: Scalar) -> String {
        match scalar {
            Scalar::Text(text) => text,
            Scalar::Number(number) => number.to_string(),
        }
    }
}

/// The reader's words with the column alone: it counts the lines from this one.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}
