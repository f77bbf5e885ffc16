//! Documents to the files of their sources and texts: packed in buckets, which are cut into files by their lengths.

use std::format;
use std::io::{Read, Write};

use arrow_array::Array;

use super::super::super::Error;
use super::super::super::index::corpus::pieces::{Packed, named};
use super::super::groups::Groups;
use super::super::stream::{Cell, ColumnType, Input, Output, Rows, bad};
use super::give;
use twinprint::index::{BUCKET, Cuts, PackedBucket, Source, SourcesWriter, TEXT_BUCKET, TextsWriter};

/// A bucket: of sources (0) or texts (1), its number, its documents and passages, the number of the first of these, how many bytes
/// it is of which it was made, and these compressed.
pub(in super::super) const BUCKETS: [(&str, ColumnType); 7] = [
    ("kind", ColumnType::Int),
    ("bucket", ColumnType::Int),
    ("documents", ColumnType::Int),
    ("passages", ColumnType::Int),
    ("first", ColumnType::Long),
    ("length", ColumnType::Int),
    ("packed", ColumnType::Bytes),
];

/// Into which file a bucket goes.
pub(in super::super) const CUTS: [(&str, ColumnType); 3] =
    [("kind", ColumnType::Int), ("bucket", ColumnType::Int), ("file", ColumnType::Int)];

/// Packs documents, which come as `document`, their number, `first`, that of their first passage, `source` and `text`: sorted by
/// their numbers, all of a bucket of sources together.
pub(in super::super) fn pack<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    with_text: bool,
) -> Result<(), Error> {
    let mut buckets = Groups::new(|bucket, open: Open| open.done(bucket, &mut output, with_text));
    for rows in input {
        let rows = rows?;
        let (numbers, firsts) = (rows.longs("document")?, rows.longs("first")?);
        let (sources, texts) = (rows.texts("source")?, rows.texts("text")?);
        for row in 0..rows.len() {
            let number = u32::try_from(numbers.value(row));
            let number =
                number.map_err(|_| bad("a document in it has a number that none can have".into()))?;
            let open = buckets.of(number / BUCKET, || Open::new(firsts.value(row)))?;
            if number % BUCKET != open.sources.len() as u32 {
                return Err(bad(format!("document {number} in it does not come after that before it")));
            }
            open.sources.push(source(sources.value(row))?);
            open.texts.push((!texts.is_null(row)).then(|| texts.value(row).into()));
        }
    }
    buckets.finish()?;
    output.finish()
}

/// What is said of a document, in JSON.
fn source(said: &str) -> Result<Source, Error> {
    let source: Source =
        serde_json::from_str(said).map_err(|error| bad(format!("a source in it is none: {error}")))?;
    if source.is_in_order() {
        return Ok(source);
    }
    Err(bad(format!("the passages of {} in it are none, or in no order", source.id)))
}

/// The documents of a bucket of sources.
struct Open {
    /// The number of their first passage.
    first: i64,
    sources: Vec<Source>,
    texts: Vec<Option<String>>,
}

impl Open {
    fn new(first: i64) -> Self {
        Open { first, sources: Vec::new(), texts: Vec::new() }
    }

    fn done<W: Write>(self, bucket: u32, output: &mut Output<W>, with_text: bool) -> Result<(), Error> {
        let packed = SourcesWriter::bucket(bucket, &self.sources)?;
        give_bucket(output, Packed::Sources, bucket, self.first, &packed)?;
        if !with_text {
            return Ok(());
        }
        let first = bucket * (BUCKET / TEXT_BUCKET);
        for (texts, bucket) in self.texts.chunks(TEXT_BUCKET as usize).zip(first..) {
            let packed = TextsWriter::bucket(bucket, texts.iter().map(Option::as_deref))?;
            give_bucket(output, Packed::Texts, bucket, 0, &packed)?;
        }
        Ok(())
    }
}

fn give_bucket<W: Write>(
    output: &mut Output<W>,
    kind: Packed,
    bucket: u32,
    first: i64,
    packed: &PackedBucket,
) -> Result<(), Error> {
    output.push(&[
        Cell::Int(kind.number().cast_signed()),
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
    let mut open: Option<(Packed, Cuts, i32)> = None;
    for rows in input {
        let rows = rows?;
        let buckets = rows.ints("bucket")?;
        for row in 0..rows.len() {
            let kind = Packed::of(rows.whole("kind", row)?)?;
            open.take_if(|(before, ..)| *before != kind);
            let (_, cuts, file) = open.get_or_insert_with(|| match kind {
                Packed::Sources => (kind, SourcesWriter::cuts(), -1),
                Packed::Texts => (kind, TextsWriter::cuts(), -1),
            });
            *file += i32::from(cuts.begins_file(rows.whole("packed", row)? as usize));
            output.push(&[
                Cell::Int(kind.number().cast_signed()),
                Cell::Int(buckets.value(row)),
                Cell::Int(*file),
            ])?;
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
    let mut files = Groups::new(|_, file: File| file.done(&mut output, parts));
    for rows in input {
        let rows = rows?;
        let firsts = rows.longs("first")?;
        for row in 0..rows.len() {
            let (kind, number) = (Packed::of(rows.whole("kind", row)?)?, rows.whole("file", row)?);
            let passage = u32::try_from(firsts.value(row));
            let passage =
                passage.map_err(|_| bad("a bucket in it begins with no number of a passage".into()))?;
            let first = (rows.whole("bucket", row)?, passage);
            files
                .of((kind, number), || File { kind, number, first, buckets: Vec::new() })?
                .push(&rows, row)?;
        }
    }
    files.finish()?;
    output.finish()
}

/// The buckets of a file.
struct File {
    kind: Packed,
    number: u32,
    /// The first bucket, and its first passage.
    first: (u32, u32),
    buckets: Vec<PackedBucket>,
}

impl File {
    fn push(&mut self, rows: &Rows, row: usize) -> Result<(), Error> {
        let most = match self.kind {
            Packed::Sources => BUCKET,
            Packed::Texts => TEXT_BUCKET,
        };
        let documents = rows.whole("documents", row)?;
        if documents == 0 || documents > most {
            return Err(bad(format!("a bucket in it has {documents} documents, and those have 1 to {most}")));
        }
        self.buckets.push(PackedBucket {
            documents,
            passages: rows.whole("passages", row)?,
            length: rows.whole("length", row)?,
            bytes: rows.bytes("packed")?.value(row).into(),
        });
        Ok(())
    }

    fn done<W: Write>(self, output: &mut Output<W>, parts: u32) -> Result<(), Error> {
        let (bucket, passage) = self.first;
        let file = match self.kind {
            Packed::Sources => SourcesWriter::file(bucket, passage, &self.buckets)?,
            Packed::Texts => TextsWriter::file(bucket, &self.buckets)?,
        };
        give(output, 2 * parts + self.kind.number(), self.number, &named(self.kind, self.number, file))
    }
}
