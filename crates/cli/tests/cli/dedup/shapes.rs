//! Files of every kind that a corpus may be made of, each written by who knows nothing of the program.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use bzip2::write::BzEncoder;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::campaign::Dice;
use super::*;

/// How a file's name ends, and what makes it of the ids and texts of its documents: its bytes, and the number of each document in it.
pub(super) type Shape = (&'static str, fn(&mut Dice, &[(String, String)]) -> (Vec<u8>, Vec<u64>));

pub(super) const SHAPES: [Shape; 33] = [
    (".jsonl", |dice, rows| lines(dice, rows)),
    (".ndjson", |dice, rows| lines(dice, rows)),
    (".jsonl.gz", |dice, rows| packed(lines(dice, rows), |bytes| gzip(bytes))),
    (".jsonl.zst", |dice, rows| packed(lines(dice, rows), |bytes| zstandard(bytes))),
    (".jsonl.xz", |dice, rows| packed(lines(dice, rows), xz)),
    (".jsonl.bz2", |dice, rows| packed(lines(dice, rows), bzip2)),
    (".json.gz", |dice, rows| packed(lines(dice, rows), |bytes| gzip(bytes))),
    ("", |dice, rows| lines(dice, rows)),
    ("", |dice, rows| packed(lines(dice, rows), |bytes| zstandard(bytes))),
    (".json", |dice, rows| numbered(array(dice, rows), rows)),
    (".json.xz", |dice, rows| packed(numbered(array(dice, rows), rows), xz)),
    (".csv", |dice, rows| numbered(separated(dice, rows, ','), rows)),
    (".tsv", |dice, rows| numbered(separated(dice, rows, '\t'), rows)),
    (".csv.gz", |dice, rows| packed(numbered(separated(dice, rows, ','), rows), |bytes| gzip(bytes))),
    (".tsv.bz2", |dice, rows| packed(numbered(separated(dice, rows, '\t'), rows), bzip2)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::UNCOMPRESSED), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::SNAPPY), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::GZIP(Default::default())), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::ZSTD(Default::default())), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::BROTLI(Default::default())), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::LZ4_RAW), rows)),
    (".parquet", |dice, rows| numbered(table(dice, rows, Compression::LZ4), rows)),
    (".arrow", |dice, rows| numbered(batches(dice, rows, true, None), rows)),
    (".feather", |dice, rows| numbered(batches(dice, rows, true, Some(CompressionType::LZ4_FRAME)), rows)),
    (".ipc", |dice, rows| numbered(batches(dice, rows, true, Some(CompressionType::ZSTD)), rows)),
    (".arrows", |dice, rows| numbered(batches(dice, rows, false, Some(CompressionType::ZSTD)), rows)),
    (".warc", |_, rows| numbered(responses(rows).concat(), rows)),
    (".warc.gz", |_, rows| numbered(responses(rows).iter().flat_map(gzip).collect::<Vec<u8>>(), rows)),
    (".wet", |_, rows| numbered(conversions(rows).concat(), rows)),
    (".warc.wet.gz", |_, rows| numbered(conversions(rows).iter().flat_map(gzip).collect::<Vec<u8>>(), rows)),
    (".txt", |_, rows| one(rows, str::to_string)),
    (".md.xz", |_, rows| packed(one(rows, str::to_string), xz)),
    (".html", |_, rows| one(rows, |text| format!("<!doctype html><title></title><p>{text}</p>"))),
];

/// Whether a file whose name ends so is one document.
pub(super) fn is_one(ending: &str) -> bool {
    [".txt", ".md.xz", ".html"].contains(&ending)
}

fn numbered(bytes: impl Into<Vec<u8>>, rows: &[(String, String)]) -> (Vec<u8>, Vec<u64>) {
    (bytes.into(), (0..rows.len() as u64).collect())
}

fn one(rows: &[(String, String)], whole: impl Fn(&str) -> String) -> (Vec<u8>, Vec<u64>) {
    assert_eq!(rows.len(), 1);
    (whole(&rows[0].1).into_bytes(), vec![0])
}

fn packed((bytes, numbers): (Vec<u8>, Vec<u64>), pack: fn(&[u8]) -> Vec<u8>) -> (Vec<u8>, Vec<u64>) {
    (pack(&bytes), numbers)
}

/// A stream of xz with one block, whose chunks are not compressed, and a CRC-32.
fn xz(bytes: &[u8]) -> Vec<u8> {
    const FLAGS: [u8; 2] = [0, 1];
    let check = |bytes: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum().to_le_bytes()
    };
    let checked = |bytes: &[u8]| [bytes, &check(bytes)].concat();
    let number = |mut number: usize| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let filled = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    };
    let mut block = checked(&[2, 0, 0x21, 1, 0x10, 0, 0, 0]);
    for (at, chunk) in bytes.chunks(1 << 16).enumerate() {
        block.push(if at == 0 { 1 } else { 2 });
        block.extend((chunk.len() as u16).wrapping_sub(1).to_be_bytes());
        block.extend(chunk);
    }
    block.push(0);
    let unpadded = block.len() + 4;
    let index = checked(&filled([vec![0, 1], number(unpadded), number(bytes.len())].concat()));
    let footer = [&(index.len() as u32 / 4 - 1).to_le_bytes()[..], &FLAGS].concat();
    let head = [b"\xfd7zXZ\0", &checked(&FLAGS)[..]].concat();
    [&head, &filled(block)[..], &check(bytes), &index, &check(&footer), &footer, b"YZ"].concat()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("in memory")
}

fn object(dice: &mut Dice, (id, text): &(String, String)) -> String {
    // Some ids are numbers.
    let id = id.parse().ok().filter(|_: &u64| dice.roll(2) == 0).map_or(Value::from(&**id), Value::from);
    serde_json::json!({ "id": id, "text": text, "more": [dice.roll(9), { "deep": null }] }).to_string()
}

/// Lines of JSON, with empty ones among them and with or without an end of the last.
fn lines(dice: &mut Dice, rows: &[(String, String)]) -> (Vec<u8>, Vec<u64>) {
    let line_end = if dice.roll(3) == 0 { "\r\n" } else { "\n" };
    let (mut content, mut numbers, mut number) = (String::new(), Vec::new(), 0);
    for (at, row) in rows.iter().enumerate() {
        if at > 0 && dice.roll(10) == 0 {
            content += line_end;
            number += 1;
        }
        content += &object(dice, row);
        content += if at + 1 == rows.len() && dice.roll(3) == 0 { "" } else { line_end };
        numbers.push(number);
        number += 1;
    }
    (content.into_bytes(), numbers)
}

fn array(dice: &mut Dice, rows: &[(String, String)]) -> String {
    let objects: Vec<String> = rows.iter().map(|row| object(dice, row)).collect();
    format!("[{}]", objects.join([",", ", ", ",\n  "][dice.roll(3) as usize]))
}

fn separated(dice: &mut Dice, rows: &[(String, String)], separator: char) -> String {
    let line_end = if dice.roll(3) == 0 { "\r\n" } else { "\n" };
    let mut content = format!("id{separator}text{separator}\"more{separator}or less\"{line_end}");
    for (at, (id, text)) in rows.iter().enumerate() {
        let text = if dice.roll(2) == 0 { format!("\"{text}\"") } else { text.clone() };
        content += &format!("{id}{separator}{text}{separator}\"{separator}\"\"{at}\"");
        content += if at + 1 == rows.len() && dice.roll(3) == 0 { "" } else { line_end };
    }
    content
}

/// A Parquet table of one group or more, with a column that is no text.
fn table(dice: &mut Dice, rows: &[(String, String)], packing: Compression) -> Vec<u8> {
    let schema =
        "message t { required binary id (UTF8); optional binary text (UTF8); required binary more; }";
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let properties = Arc::new(WriterProperties::builder().set_compression(packing).build());
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties).expect("a writer");
    for rows in rows.chunks(1 + dice.roll(6) as usize) {
        let mut group = writer.next_row_group().expect("a group");
        type Column = fn(&(String, String)) -> &str;
        let columns: [Column; 3] = [|row| &row.0, |row| &row.1, |_| "\u{fffd}"];
        for (at, column) in columns.into_iter().enumerate() {
            let values: Vec<ByteArray> = rows.iter().map(|row| column(row).into()).collect();
            let levels = vec![1; values.len()];
            let mut writer = group.next_column().expect("a column").expect("one of three");
            let written =
                writer.typed::<ByteArrayType>().write_batch(&values, (at == 1).then_some(&levels), None);
            written.expect("values");
            writer.close().expect("a column");
        }
        group.close().expect("a group");
    }
    writer.close().expect("a table");
    bytes
}

/// A table in Arrow's form, a file or a stream.
fn batches(
    dice: &mut Dice,
    rows: &[(String, String)],
    is_file: bool,
    packing: Option<CompressionType>,
) -> Vec<u8> {
    let batch = |rows: &[(String, String)]| {
        let column = |of: fn(&(String, String)) -> &str| -> ArrayRef {
            Arc::new(rows.iter().map(|row| Some(of(row))).collect::<StringArray>())
        };
        let columns =
            [("more", column(|row| &row.0)), ("text", column(|row| &row.1)), ("id", column(|row| &row.0))];
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true)))
            .expect("a batch")
    };
    let batches: Vec<RecordBatch> = rows.chunks(1 + dice.roll(6) as usize).map(batch).collect();
    let options = IpcWriteOptions::default().try_with_compression(packing).expect("it was built so");
    let schema = batches[0].schema();
    if is_file {
        let mut writer = FileWriter::try_new_with_options(Vec::new(), &schema, options).expect("a writer");
        batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
        writer.finish().expect("a file");
        return writer.into_inner().expect("its bytes");
    }
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &schema, options).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
    writer.finish().expect("a stream");
    writer.into_inner().expect("its bytes")
}

fn record(kind: &str, id: &str, media: &str, block: &str) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Target-URI: http://a.example/{id}\r\n\
         Content-Type: {media}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    (head + block + "\r\n\r\n").into_bytes()
}

/// Records of an archive as a crawler writes it.
fn responses(rows: &[(String, String)]) -> Vec<Vec<u8>> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    let record = |(id, text): &(String, String)| {
        record("response", id, "application/http; msgtype=response", &format!("{head}<p>{text}</p>"))
    };
    rows.iter().map(record).collect()
}

/// Records of an archive of texts, as of Common Crawl.
fn conversions(rows: &[(String, String)]) -> Vec<Vec<u8>> {
    rows.iter().map(|(id, text)| record("conversion", id, "text/plain", text)).collect()
}
