//! Files to documents signed: what an index takes of each, before it is known which number it has.

use std::io::{Read, Write};

use super::super::super::Error;
use super::super::super::index::corpus::Options;
use super::super::super::index::corpus::pieces::Record;
use super::super::documents::each;
use super::super::stream::{Cell, Input, Kind, OUTPUT, Output, bytes_of_longs_and_ints};
use twinprint::index::Indexer;

/// A row has either all to `shingles`, or `reason` and `message`.
pub(in super::super) const COLUMNS: [(&str, Kind); 9] = [
    ("position", Kind::Long),
    ("name", Kind::Text),
    ("passages", Kind::Int),
    // As JSON.
    ("source", Kind::Text),
    ("text", Kind::Text),
    // Each with the place of its passage among those of the document.
    ("prints", Kind::Bytes),
    ("shingles", Kind::Bytes),
    ("reason", Kind::Text),
    ("message", Kind::Text),
];

/// Signs the documents of files, which come as rows of `entry`, `file` and `content`.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &Options,
) -> Result<(), Error> {
    let mut signer = Indexer::new(&options.design, options.model.clone())?;
    let mut room = [Vec::new(), Vec::new()];
    let sign = |document: &_| Record::sign(document, &mut signer, options.with_text);
    each(input, &mut output, sign, |output, position, _, record: Record| {
        let [prints, shingles] = &mut room;
        let of_passage = |(prints, passage): (&Vec<u64>, u32)| {
            prints.iter().map(|&print| (print, passage)).collect::<Vec<_>>()
        };
        bytes_of_longs_and_ints(record.prints.iter().zip(0..).flat_map(of_passage), prints);
        bytes_of_longs_and_ints(record.shingles.iter().copied(), shingles);
        let unwritable =
            |error: serde_json::Error| Error::Unwritable { place: OUTPUT.into(), reason: error.into() };
        let source = serde_json::to_string(&record.source).map_err(unwritable)?;
        output.push(&[
            Cell::Long(position),
            Cell::Text(&record.source.id),
            Cell::Int(record.source.passages.len() as i32),
            Cell::Text(&source),
            record.text.as_deref().map_or(Cell::Null, Cell::Text),
            Cell::Bytes(prints),
            Cell::Bytes(shingles),
        ])
    })?;
    output.finish()
}
