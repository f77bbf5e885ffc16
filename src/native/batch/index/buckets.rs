//! Documents to the files of their sources and texts: packed in buckets, which are cut into files by their lengths.

use std::io::{Read, Write};
use std::mem;
use std::prelude::v1::*;
use std::string::String;

use arrow_array::Array;

use super::super::super::Error;
use super::super::super::index::corpus::pieces::{Packed, named};
use super::super::stream::{Cell, Input, Kind, Output, Rows, bad};
use super::{SOURCES, TEXTS, give};
use crate::index::{BUCKET, Cuts, PackedBucket, Source, SourcesWriter, TEXT_BUCKET, TextsWriter};

/// A bucket: of sources (0) or texts (1), its number, its documents and passages, the number of the first of these, how many bytes
/// it is of which it was made, and these compressed.
pub(in super::super) const BUCKETS: [(&str, Kind); 7] = [
    ("kind", Kind::Int),
    ("bucket", Kind::Int),
    ("documents", Kind::Int),
    ("passages", Kind::Int),
    ("first", Kind::Long),
    ("length", Kind::Int),
    ("packed", Kind::Bytes),
];

/// Into which file a bucket goes.
pub(in super::super) const CUTS: [(&str, Kind); 3] =
    [("kind", Kind::Int), ("bucket", Kind::Int), ("file", Kind::Int)];

/// Packs documents, which come as `document`, their number, `first`, that of their first passage, `source` and `text`: sorted by
/// their numbers, all of a bucket of sources together.
pub(in super::super) fn pack<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    with_text: bool,
) -> Result<(), Error> {
    let mut open = Open::default();
    for rows in input {
        let rows = rows?;
        let (numbers, firsts) = (rows.longs("document")?, rows.longs("first")?);
        let (sources, texts) = (rows.texts("source")?, rows.texts("text")?);
        for row in 0..rows.len() {
            let bucket = u32::try_from(numbers.value(row)).unwrap_or(u32::MAX) / BUCKET;
            if open.bucket != bucket {
                mem::take(&mut open).done(&mut output, with_text)?;
                (open.bucket, open.first) = (bucket, firsts.value(row));
            }
            let source = serde_json::from_str(sources.value(row));
            open.sources.push(source.map_err(|error| bad(std::format!("a source in it is none: {error}")))?);
            open.texts.push((!texts.is_null(row)).then(|| texts.value(row).into()));
        }
    }
    open.done(&mut output, with_text)?;
    output.finish()
}

/// The documents of a bucket of sources.
#[derive(Default)]
struct Open {
    bucket: u32,
    first: i64,
    sources: Vec<Source>,
    texts: Vec<Option<String>>,
}

impl Open {
    fn done<W: Write>(self, output: &mut Output<W>, with_text: bool) -> Result<(), Error> {
        if self.sources.is_empty() {
            return Ok(());
        }
        let packed = SourcesWriter::bucket(self.bucket, &self.sources)?;
        give_bucket(output, SOURCES, self.bucket, self.first, &packed)?;
        if !with_text {
            return Ok(());
        }
        let first = self.bucket * (BUCKET / TEXT_BUCKET);
        for (texts, bucket) in self.texts.chunks(TEXT_BUCKET as usize).zip(first..) {
            let packed = TextsWriter::bucket(bucket, texts.iter().map(Option::as_deref))?;
            give_bucket(output, TEXTS, bucket, 0, &packed)?;
        }
        Ok(())
    }
}

fn give_bucket<W: Write>(
    output: &mut Output<W>,
    kind: u32,
    bucket: u32,
    first: i64,
    packed: &PackedBucket,
) -> Result<(), Error> {
    output.push(&[
        Cell::Int(kind.cast_signed()),
        Cell::Int(bucket.cast_signed()),
        Cell::Int(packed.documents.cast_signed()),
        Cell::Int(packed.passages.cast_signed()),
        Cell::Long(first),
        Cell::Int(packed.length.cast_signed()),
        Cell::Bytes(&packed.bytes),
    ])
}

/// Says into which file each bucket goes, of which come `kind`, `bucket` and `packed`, the length of its bytes: all buckets, in
/// their order.
pub(in super::super) fn cut<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut open: Option<(i32, Cuts, i32)> = None;
    for rows in input {
        let rows = rows?;
        let (kinds, buckets, lengths) = (rows.ints("kind")?, rows.ints("bucket")?, rows.ints("packed")?);
        for row in 0..rows.len() {
            let kind = kinds.value(row);
            open.take_if(|(before, ..)| *before != kind);
            let (_, cuts, file) = open.get_or_insert_with(|| {
                let texts = kind.cast_unsigned() == TEXTS;
                (kind, if texts { TextsWriter::cuts() } else { SourcesWriter::cuts() }, -1)
            });
            *file += i32::from(cuts.begins_file(lengths.value(row).cast_unsigned() as usize));
            output.push(&[Cell::Int(kind), Cell::Int(buckets.value(row)), Cell::Int(*file)])?;
        }
    }
    output.finish()
}

/// Makes files of buckets, which come with their `file`, sorted by kind, file and bucket.
pub(in super::super) fn files<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    parts: u32,
) -> Result<(), Error> {
    let mut open = File::default();
    for rows in input {
        let rows = rows?;
        let (kinds, files) = (rows.ints("kind")?, rows.ints("file")?);
        for row in 0..rows.len() {
            let (kind, file) = (kinds.value(row).cast_unsigned(), files.value(row).cast_unsigned());
            if (open.kind, open.file) != (kind, file) {
                mem::take(&mut open).done(&mut output, parts)?;
                (open.kind, open.file) = (kind, file);
            }
            open.push(&rows, row)?;
        }
    }
    open.done(&mut output, parts)?;
    output.finish()
}

/// The buckets of a file.
#[derive(Default)]
struct File {
    kind: u32,
    file: u32,
    /// The first bucket, and its first passage.
    first: (u32, u32),
    buckets: Vec<PackedBucket>,
}

impl File {
    fn push(&mut self, rows: &Rows, row: usize) -> Result<(), Error> {
        let whole = |name| Ok::<u32, Error>(rows.ints(name)?.value(row).cast_unsigned());
        if self.buckets.is_empty() {
            let passage = u32::try_from(rows.longs("first")?.value(row)).unwrap_or(u32::MAX);
            self.first = (whole("bucket")?, passage);
        }
        self.buckets.push(PackedBucket {
            documents: whole("documents")?,
            passages: whole("passages")?,
            length: whole("length")?,
            bytes: rows.bytes("packed")?.value(row).into(),
        });
        Ok(())
    }

    fn done<W: Write>(self, output: &mut Output<W>, parts: u32) -> Result<(), Error> {
        if self.buckets.is_empty() {
            return Ok(());
        }
        let (bucket, passage) = self.first;
        let (kind, file) = match self.kind {
            TEXTS => (Packed::Texts, TextsWriter::file(bucket, &self.buckets)?),
            _ => (Packed::Sources, SourcesWriter::file(bucket, passage, &self.buckets)?),
        };
        give(output, 2 * parts + self.kind, self.file, &named(kind, self.file, file))
    }
}
