//! Files to documents signed: what an index takes of each, before it is known which number it has.

use std::io::{Read, Write};

use super::super::super::Error;
use super::super::super::corpus::Source;
use super::super::super::index::corpus::CorpusIndexOptions;
use super::super::super::index::corpus::pieces::Record;
use super::super::documents::each;
use super::super::stream::{Cell, ColumnType, Input, OUTPUT, Output, bytes_of_longs_and_ints};

/// A row has either all to `bytes`, or what [`each`] says of a file.
pub(in super::super) const COLUMNS: [(&str, ColumnType); 13] = [
    ("position", ColumnType::Long),
    ("name", ColumnType::Text),
    ("passages", ColumnType::Int),
    // As JSON.
    ("source", ColumnType::Text),
    ("text", ColumnType::Text),
    // Each with the place of its passage among those of the document.
    ("prints", ColumnType::Bytes),
    ("shingles", ColumnType::Bytes),
    // Those of its text, whether that is kept or not.
    ("bytes", ColumnType::Long),
    ("reason", ColumnType::Text),
    ("message", ColumnType::Text),
    ("account", ColumnType::Text),
    ("met", ColumnType::Long),
    ("met_bytes", ColumnType::Long),
];

/// Signs the documents of files, which come as rows of `entry`, `file` and `content`; if `by_place`, by their places as ids.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &CorpusIndexOptions,
    by_place: bool,
) -> Result<(), Error> {
    let mut signer = options.signing.indexer(&options.design)?;
    let mut scratch = [Vec::new(), Vec::new()];
    let sign = |document: &Source| {
        if !by_place {
            return Record::sign(document, &mut signer, options.with_text);
        }
        let named = Source { name: document.place.to_string(), ..document.clone() };
        Record::sign(&named, &mut signer, options.with_text)
    };
    each(input, &mut output, sign, |output, position, document, record: Record| {
        let [fingerprints, shingles] = &mut scratch;
        let of_passage = |(fingerprints, passage): (&Vec<u64>, u32)| {
            fingerprints.iter().map(|&fingerprint| (fingerprint, passage)).collect::<Vec<_>>()
        };
        bytes_of_longs_and_ints(record.fingerprints.iter().zip(0..).flat_map(of_passage), fingerprints);
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
            Cell::Bytes(fingerprints),
            Cell::Bytes(shingles),
            Cell::Long(document.text.len() as i64),
        ])
    })?;
    output.finish()
}
