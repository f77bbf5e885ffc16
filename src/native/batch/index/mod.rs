//! Steps that make an index of documents in pieces: what each process makes are files of the index, as
//! [`build`](super::super::index::corpus::build()) writes them.

pub(super) mod buckets;
pub(super) mod manifest;
pub(super) mod postings;
pub(super) mod sign;
pub(super) mod tables;

use std::io::Write;
use std::prelude::v1::*;

use super::super::Error;
use super::super::index::corpus::pieces::Piece;
use super::stream::{Cell, Kind, Output};

/// A file of an index: the family of tables that it is of, or what else, and which of these; what the manifest says of it;
/// and what is in it.
pub(super) const FILES: [(&str, Kind); 7] = [
    ("family", Kind::Int),
    ("number", Kind::Int),
    ("name", Kind::Text),
    ("bytes", Kind::Long),
    ("head", Kind::Long),
    ("xxh64", Kind::Text),
    ("content", Kind::Bytes),
];

/// What files are of that are no tables: numbers after those of all families.
const SOURCES: u32 = 0;
const TEXTS: u32 = 1;
const MODEL: u32 = 2;
const MANIFEST: u32 = 3;

/// Gives a file. Files may be large, and so each is a batch of its own.
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
