//! Files of one JSON array, and of objects one after the other: a document in each item, of which one is in memory at a time.
//!
//! Items are told apart by their brackets and quotation marks alone; whether one is JSON is found out where it is parsed. So
//! an item that is none costs itself, unless its brackets do not match: then those behind it belong to it.

use std::io::{self, BufRead};

use super::fields::Wanted;
use super::records::{Body, Piece, Pieces};
use super::{DocumentPlace, Error, MAX_BYTES, jsonl, refused};

/// The items of a file, one at a time.
pub(crate) struct Items {
    reader: Box<dyn BufRead + Send>,
    place: DocumentPlace,
    /// How many items were read.
    number: u64,
    ended: bool,
    /// The first item, if it was read before it was asked for.
    first: Option<io::Result<Item>>,
}

/// What was read.
enum Item {
    Whole(Vec<u8>),
    TooLong,
    /// It has no end.
    Cut,
    None,
}

impl Items {
    /// # Errors
    /// [`Error::NoField`] if the first item has not what a caller named.
    pub(crate) fn new(
        reader: Box<dyn BufRead + Send>,
        place: DocumentPlace,
        wanted: &Wanted,
    ) -> Result<Self, Error> {
        let mut items = Items { reader, place, number: 0, ended: false, first: None };
        if wanted.given().next().is_some() {
            let first = items.read();
            if let Ok(Item::Whole(item)) = &first {
                jsonl::check_fields(item, wanted, &items.place)?;
            }
            items.first = Some(first);
        }
        Ok(items)
    }

    /// The bytes of the next item and its number; none at the end.
    pub(crate) fn next_raw(&mut self) -> Option<Result<(u64, Vec<u8>), Error>> {
        let number = self.number;
        Some(Pieces::next(self)?.map(|(_, bytes, _)| (number, bytes)))
    }

    fn read(&mut self) -> io::Result<Item> {
        if let Some(first) = self.first.take() {
            return first;
        }
        if !self.skip_separators()? {
            return Ok(Item::None);
        }
        let (mut item, mut too_long, mut scan) = (Vec::new(), false, Scan::default());
        loop {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(if scan.is_bare() { Item::Whole(item) } else { Item::Cut });
            }
            let end = bytes.iter().position(|&byte| scan.ends_before(byte));
            let taken = end.unwrap_or(bytes.len());
            too_long |= (item.len() + taken) as u64 > MAX_BYTES;
            if too_long {
                item = Vec::new();
            } else {
                item.extend(&bytes[..taken]);
            }
            self.reader.consume(taken);
            match end {
                Some(_) if too_long => return Ok(Item::TooLong),
                Some(_) => return Ok(Item::Whole(item)),
                None => {}
            }
        }
    }

    /// Goes to the start of an item; false at the end.
    fn skip_separators(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let some = bytes.len();
            let separates = |byte: &u8| byte.is_ascii_whitespace() || b"[,]\xef\xbb\xbf".contains(byte);
            let skipped = bytes.iter().take_while(|byte| separates(byte)).count();
            self.reader.consume(skipped);
            if skipped < some || some == 0 {
                return Ok(some > 0);
            }
        }
    }
}

/// How far into an item reading is.
#[derive(Default)]
struct Scan {
    /// How many brackets are open.
    depth: u64,
    in_text: bool,
    escaped: bool,
    /// Whether it has brackets or is a text, and ends where these are closed.
    closes: bool,
    /// Whether it is closed.
    closed: bool,
}

impl Scan {
    /// Whether the item ended before this byte, which else is taken.
    fn ends_before(&mut self, byte: u8) -> bool {
        if self.closed || !self.closes && (byte.is_ascii_whitespace() || matches!(byte, b',' | b']')) {
            return true;
        }
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_text => self.escaped = true,
            b'"' => {
                self.in_text = !self.in_text;
                self.closes = true;
            }
            _ if self.in_text => {}
            b'{' | b'[' => {
                self.depth += 1;
                self.closes = true;
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.closed = self.closes && self.depth == 0 && !self.in_text;
        false
    }

    /// Whether the end of the file may end the item, too.
    fn is_bare(&self) -> bool {
        self.closed || !self.closes
    }
}

/// An item that is no document is an error of its own. Where a part of the file cannot be unpacked, the file ends: nothing
/// shows where in what follows an item would begin.
impl Pieces for Items {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        if self.ended {
            return None;
        }
        let place = self.place.at(self.number);
        let item = self.read();
        self.number += 1;
        match item {
            Ok(Item::Whole(item)) => Some(Ok((place, item, Body::Object))),
            Ok(Item::TooLong) => Some(Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES })),
            Ok(Item::Cut) => {
                self.ended = true;
                Some(Err(Error::BadItem {
                    place: place.to_string(),
                    problem: "the file ends within it".into(),
                }))
            }
            Ok(Item::None) => {
                self.ended = true;
                None
            }
            Err(reason) => {
                self.ended = true;
                Some(Err(refused(place.to_string(), reason)))
            }
        }
    }
}
