//! Files of one JSON array, and of objects one after the other: each item as its bytes stand, and between them what has to be there.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use super::super::Error;
use super::super::corpus::{DocumentPlace, Fields, Items as Reader, Position, Unit, Wanted, display_name};
use super::change::{Column, Mark, TextCuts};
use super::packing::Packer;
use super::parts::{Part, Parts};
use super::{cut, has_already, json, unreadable};
use twinprint_readers::unpack;

/// The items of a file, one at a time.
pub(super) struct Items {
    reader: Reader,
    file: String,
    /// Whether they are in one array.
    in_array: bool,
    item: Vec<u8>,
    number: u64,
    /// Whether one was written.
    any: bool,
}

impl Items {
    pub(super) fn open(from: &Path) -> Result<Items, Error> {
        let fails = |reason| unreadable(from, reason);
        let open = || unpack(File::open(from)?);
        let in_array = begins_array(open().map_err(fails)?).map_err(fails)?;
        let file = display_name(from);
        let place =
            DocumentPlace { file: file.as_str().into(), unit: Unit::Item, position: Position::default() };
        let reader = Reader::new(open().map_err(fails)?, place, &Wanted::new(&Fields::default()))?;
        Ok(Items { reader, file, in_array, item: Vec::new(), number: 0, any: false })
    }

    fn separated(&mut self, item: &[u8]) -> Vec<u8> {
        let separator = match (self.in_array, std::mem::replace(&mut self.any, true)) {
            (true, true) => ",\n",
            (true, false) | (false, true) => "\n",
            (false, false) => "",
        };
        [separator.as_bytes(), item].concat()
    }
}

/// Whether the first byte that is no white space opens an array.
fn begins_array(mut reader: Box<dyn BufRead + Send>) -> io::Result<bool> {
    let mut start = Vec::new();
    reader.by_ref().take(1 << 16).read_to_end(&mut start)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    Ok(start.trim_ascii_start().first() == Some(&b'['))
}

impl Parts for Items {
    fn head(&mut self, _columns: &[Column]) -> Result<Vec<u8>, Error> {
        Ok(if self.in_array { b"[".to_vec() } else { Vec::new() })
    }

    fn tail(&mut self) -> Vec<u8> {
        if self.in_array { b"\n]\n".to_vec() } else { b"\n".to_vec() }
    }

    fn next(&mut self) -> Result<Option<Part>, Error> {
        match self.reader.next_raw() {
            None => Ok(None),
            Some(Ok((number, item))) => {
                (self.number, self.item) = (number, item);
                Ok(Some(Part { number: Some(number), is_document: true }))
            }
            Some(Err(error)) => Part::broken(error),
        }
    }

    fn keep(&mut self, out: &mut Packer) -> io::Result<()> {
        let item = std::mem::take(&mut self.item);
        out.write_all(&self.separated(&item))
    }

    fn annotated(
        &mut self,
        columns: &[Column],
        marks: Option<&[Option<Mark>]>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(marks) = marks else { return Ok(None) };
        let place = || format!("{}, item {}", self.file, self.number + 1);
        let annotated = json::annotated(&self.item, columns, marks)
            .map_err(|name| has_already(place(), "field", name))?;
        Ok(annotated.map(|item| self.separated(&item)))
    }

    fn cut(&mut self, cuts: &TextCuts, fields: &[&str]) -> Option<Vec<u8>> {
        let item = cut::object(&self.item, cuts, fields)?;
        Some(self.separated(&item))
    }
}
