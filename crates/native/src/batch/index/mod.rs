//! Steps that make an index of documents in pieces: what each process makes are files of the index, as
//! [`build`](super::super::index::corpus::build()) writes them.

pub(super) mod buckets;
pub(super) mod manifest;
pub(super) mod postings;
pub(super) mod sign;
pub(super) mod tables;

use std::format;
use std::io::Write;

use super::super::Error;
use super::super::index::corpus::pieces::{Packed, Piece};
use super::stream::{Cell, ColumnType, Output, bad};

/// A file of an index: the family of tables that it is of, or what else, and which of these; what the manifest says of it;
/// and what is in it.
pub(super) const FILES: [(&str, ColumnType); 7] = [
    ("family", ColumnType::Int),
    ("number", ColumnType::Int),
    ("name", ColumnType::Text),
    ("bytes", ColumnType::Long),
    ("head", ColumnType::Long),
    ("xxh64", ColumnType::Text),
    ("content", ColumnType::Bytes),
];

/// What files are of that are no tables: numbers after those of all families. Those of the first two are of buckets, too.
const SOURCES: u32 = 0;
const TEXTS: u32 = 1;
const SIGNING: u32 = 2;
const MANIFEST: u32 = 3;

/// What goes by these numbers in rows.
impl Packed {
    fn number(self) -> u32 {
        match self {
            Packed::Sources => SOURCES,
            Packed::Texts => TEXTS,
        }
    }

    fn of(number: u32) -> Result<Self, Error> {
        match number {
            SOURCES => Ok(Packed::Sources),
            TEXTS => Ok(Packed::Texts),
            _ => Err(bad(format!("it has a bucket of kind {number}, which there is not"))),
        }
    }
}

/// Gives a file.
fn give<W: Write>(
    output: &mut Output<W>,
    family: u32,
    number: u32,
    (entry, content): &Piece,
) -> Result<(), Error> {
    output.push(&[
        Cell::Int(family.cast_signed()),
        Cell::Int(number.cast_signed()),
        Cell::Text(&entry.name),
        Cell::Long(entry.bytes.cast_signed()),
        Cell::Long(entry.head.cast_signed()),
        Cell::Text(&entry.xxh64),
        Cell::Bytes(content),
    ])
}
