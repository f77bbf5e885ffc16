//! Tables in Arrow's IPC format, without some of their rows.
//!
//! A batch that loses nothing is written as its bytes stand; so are the schema and dictionaries. Of any other the rows that stay are made
//! a batch, which may have none, packed as it was. Each message stays where it is among the others, so that the footer of a file needs new
//! places only: all else that it says stays byte for byte.

use std::collections::HashMap;
use std::format;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use arrow_array::{BooleanArray, RecordBatch};
use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteContext, IpcWriteOptions};
use arrow_ipc::{
    Block, BodyCompression, BodyCompressionArgs, BodyCompressionMethod, Buffer, CompressionType, FieldNode,
    KeyValue, KeyValueArgs, Message, MessageArgs, MessageHeader, MetadataVersion, RecordBatchArgs,
    root_as_footer, root_as_message,
};
use flatbuffers::FlatBufferBuilder;

use super::super::Error;
use super::super::catch_panic::catch_panic;
use super::super::corpus::arrow::raw::{BufferPacking, RawMessage, RawTable};
use super::super::corpus::{Stream, display_name};
use super::change::Fate;
use super::copy::copy;
use super::packing::{PACKS_ZSTANDARD, Packer};
use super::{Rewriting, Rewritten, unreadable, unwritable};
use twinprint_readers::unpack;

/// How a file ends, behind the length of its footer.
const END: &[u8] = b"ARROW1";
/// To what the starts of messages and buffers are a multiple of.
const ALIGNED: usize = 8;

/// Makes sure that a table could be written again, as far as its first batch tells.
pub(super) fn check(from: &Path) -> Result<(), Error> {
    let mut table = open(from)?;
    loop {
        match table.next() {
            Ok(Some(message)) if message.row_count().is_ok_and(|rows| rows.is_none()) => {}
            Ok(Some(message)) if message.packing() == Ok(BufferPacking::Zstandard) && !PACKS_ZSTANDARD => {
                return Err(Error::Rewrite {
                    place: display_name(from),
                    what: "its batches are packed by Zstandard, and this program was built without what packs so".into(),
                    remedy: "build the program with its feature \"zstd\", or leave it out",
                });
            }
            _ => return Ok(()),
        }
    }
}

/// Writes a table again.
pub(super) fn rewrite(
    from: &Path,
    to: &Path,
    fate: &dyn Fn(u64) -> Fate,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    if let Some(rewritten) = copied(from, to, fate)? {
        return Ok(rewritten);
    }
    let mut table = open(from)?;
    let mut out = Placed { out: Packer::like(from, to, rewriting)?, at: 0, places: HashMap::new(), read: 0 };
    let mut rewritten = Rewritten::default();
    let fails = |reason| unwritable(to, reason);
    let beginning = table.beginning();
    out.keep(&beginning).map_err(fails)?;
    let mut number = 0;
    loop {
        let message = match table.next() {
            Ok(Some(message)) => message,
            Ok(None) => break,
            // All that reading gives stands before.
            Err(_) if !table.has_footer() => {
                rewritten.unreadable += 1;
                break;
            }
            Err(problem) => return Err(broken(from, &problem)),
        };
        let (bytes, header) = message.bytes();
        let wrong = |problem: String| broken(from, &problem);
        let Some(rows) = message.row_count().map_err(wrong)? else {
            table.take_dictionary(&message).map_err(wrong)?;
            out.message(&bytes, &bytes, header).map_err(fails)?;
            continue;
        };
        let kept: Vec<bool> = (number..number + rows).map(|row| fate(row) == Fate::Keep).collect();
        number += rows;
        let stay = kept.iter().filter(|&&keep| keep).count() as u64;
        (rewritten.documents_kept, rewritten.documents_dropped) =
            (rewritten.documents_kept + stay, rewritten.documents_dropped + rows - stay);
        if stay == rows {
            out.message(&bytes, &bytes, header).map_err(fails)?;
            continue;
        }
        let batch = table.rows(&message).map_err(wrong)?;
        let write = || without(&table, &message, &batch, kept.into(), rewriting.zstd_level);
        let (new, new_header) = catch_panic(write, |problem| problem).map_err(wrong)?;
        out.message(&bytes, &new, new_header).map_err(fails)?;
    }
    out.out.write_all(table.end()).map_err(fails)?;
    if table.has_footer() {
        let rest = table.rest().map_err(|problem| broken(from, &problem))?;
        let footer = out.footer(rest).map_err(|problem| broken(from, &problem))?;
        out.out.write_all(&footer).map_err(fails)?;
    }
    rewritten.bytes = Some(out.out.finish().map_err(fails)?);
    Ok(rewritten)
}

fn open(from: &Path) -> Result<RawTable, Error> {
    let fails = |reason| unreadable(from, reason);
    let reader = unpack(File::open(from).map_err(fails)?).map_err(fails)?;
    let bad = |what| Error::BadTable { place: display_name(from), what };
    RawTable::open(Stream::new(reader)).map_err(bad)
}

fn broken(from: &Path, problem: &str) -> Error {
    Error::Rewrite {
        place: display_name(from),
        what: format!(
            "rows of it are removed, and it is damaged where their texts are not, or at its end: {problem}"
        ),
        remedy: "get the file again, or leave it out",
    }
}

/// Copies a table that loses nothing, however it is damaged.
fn copied(from: &Path, to: &Path, fate: &dyn Fn(u64) -> Fate) -> Result<Option<Rewritten>, Error> {
    let mut table = open(from)?;
    let mut rewritten = Rewritten::default();
    loop {
        match table.next().and_then(|message| message.map(|message| message.row_count()).transpose()) {
            Ok(Some(rows)) => {
                let before = rewritten.documents_kept;
                rewritten.documents_kept += rows.unwrap_or(0);
                if (before..rewritten.documents_kept).any(|row| fate(row) == Fate::Drop) {
                    return Ok(None);
                }
            }
            Ok(None) => break,
            Err(_) => {
                rewritten.unreadable += 1;
                break;
            }
        }
    }
    rewritten.bytes = Some(copy(from, to)?);
    Ok(Some(rewritten))
}

/// A table that is being written, and where its messages stood and stand.
struct Placed {
    out: Packer,
    at: u64,
    read: u64,
    /// By where a message stood, where it stands, and how long its header and its body are.
    places: HashMap<i64, (u64, usize, usize)>,
}

impl Placed {
    /// Writes what stands as it stood.
    fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        (self.at, self.read) = (self.at + bytes.len() as u64, self.read + bytes.len() as u64);
        self.out.write_all(bytes)
    }

    /// Writes a message, whose header has a length, in place of another.
    fn message(&mut self, old: &[u8], new: &[u8], header: usize) -> io::Result<()> {
        self.places.insert(self.read as i64, (self.at, header, new.len() - header));
        (self.at, self.read) = (self.at + new.len() as u64, self.read + old.len() as u64);
        self.out.write_all(new)
    }

    /// What stands behind the messages of a file, with their new places.
    fn footer(&self, mut rest: Vec<u8>) -> Result<Vec<u8>, String> {
        let damaged = || String::from("its footer cannot be read");
        let end = rest.len().checked_sub(END.len() + 4).filter(|&end| rest[end + 4..] == *END);
        let end = end.ok_or_else(damaged)?;
        let length = u32::from_le_bytes(rest[end..end + 4].try_into().map_err(|_| damaged())?);
        let start = end.checked_sub(length as usize).ok_or_else(damaged)?;
        let bytes = &rest[start..end];
        let footer =
            catch_panic(|| root_as_footer(bytes).map_err(|error| error.to_string()), |problem| problem)?;
        let mut moved = Vec::new();
        for blocks in [footer.dictionaries(), footer.recordBatches()].into_iter().flatten() {
            let first = blocks.bytes().as_ptr() as usize - bytes.as_ptr() as usize;
            for (block, at) in blocks.iter().zip((first..).step_by(size_of::<Block>())) {
                let &(place, header, body) = self.places.get(&block.offset()).ok_or_else(damaged)?;
                moved.push((start + at, Block::new(place as i64, header as i32, body as i64)));
            }
        }
        for (at, block) in moved {
            rest[at..at + size_of::<Block>()].copy_from_slice(&block.0);
        }
        Ok(rest)
    }
}

/// The message of a batch with those of its rows that stay, and how long its header is.
fn without(
    table: &RawTable,
    message: &RawMessage,
    batch: &RecordBatch,
    kept: BooleanArray,
    zstd_level: i32,
) -> Result<(Vec<u8>, usize), String> {
    let said = |error: arrow_schema::ArrowError| error.to_string();
    let batch = arrow_select::filter::filter_record_batch(batch, &kept).map_err(said)?;
    let (version, metadata) = message.said()?;
    let options = IpcWriteOptions::try_new(64, false, MetadataVersion::V5).map_err(said)?;
    let (generator, mut dictionaries) = (IpcDataGenerator::default(), DictionaryTracker::new(false));
    // It numbers the dictionaries, which are written already.
    generator.schema_to_bytes_with_dictionary_tracker(table.schema(), &mut dictionaries, &options);
    let mut context = IpcWriteContext::default();
    let (_, plain) = generator.encode(&batch, &mut dictionaries, &options, &mut context).map_err(said)?;
    let head = root_as_message(&plain.ipc_message).map_err(|error| error.to_string())?;
    let rows = head.header_as_record_batch().ok_or("it is no batch")?;
    let packing = message.packing()?;
    let (mut buffers, mut body) = (Vec::new(), Vec::new());
    for buffer in rows.buffers().unwrap_or_default() {
        let bytes = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
        let bytes = bytes.and_then(|(start, length)| plain.arrow_data.get(start..)?.get(..length));
        let bytes = bytes.ok_or("a buffer ends behind its batch")?;
        let start = body.len();
        pack(packing, bytes, zstd_level, &mut body).map_err(|reason| reason.to_string())?;
        buffers.push(Buffer::new(start as i64, (body.len() - start) as i64));
        body.resize(body.len().next_multiple_of(ALIGNED), 0);
    }
    let mut builder = FlatBufferBuilder::new();
    let codec = match packing {
        BufferPacking::Plain => None,
        BufferPacking::Lz4 => Some(CompressionType::LZ4_FRAME),
        BufferPacking::Zstandard => Some(CompressionType::ZSTD),
    };
    let compression = codec.map(|codec| {
        let arguments = BodyCompressionArgs { codec, method: BodyCompressionMethod::BUFFER };
        BodyCompression::create(&mut builder, &arguments)
    });
    let nodes: Vec<FieldNode> = rows.nodes().unwrap_or_default().iter().copied().collect();
    let variadic: Option<Vec<i64>> = rows.variadicBufferCounts().map(|counts| counts.iter().collect());
    let arguments = RecordBatchArgs {
        length: rows.length(),
        nodes: Some(builder.create_vector(&nodes)),
        buffers: Some(builder.create_vector(&buffers)),
        compression,
        variadicBufferCounts: variadic.map(|counts| builder.create_vector(&counts)),
    };
    let rows = arrow_ipc::RecordBatch::create(&mut builder, &arguments);
    let metadata: Vec<_> = metadata
        .iter()
        .map(|(key, value)| {
            let (key, value) = (builder.create_string(key), builder.create_string(value));
            KeyValue::create(&mut builder, &KeyValueArgs { key: Some(key), value: Some(value) })
        })
        .collect();
    let arguments = MessageArgs {
        version,
        header_type: MessageHeader::RecordBatch,
        header: Some(rows.as_union_value()),
        bodyLength: body.len() as i64,
        custom_metadata: (!metadata.is_empty()).then(|| builder.create_vector(&metadata)),
    };
    let head = Message::create(&mut builder, &arguments);
    builder.finish(head, None);
    let head = builder.finished_data();
    let mark = if message.is_marked() { &[0xff; 4][..] } else { &[] };
    let before = mark.len() + size_of::<u32>();
    let header = (before + head.len()).next_multiple_of(ALIGNED);
    let mut bytes = [mark, &((header - before) as u32).to_le_bytes(), head].concat();
    bytes.resize(header, 0);
    bytes.extend(body);
    Ok((bytes, header))
}

/// Adds a buffer as the batches of a table are packed: its length, or -1 where packing makes it no shorter, and then it.
fn pack(packing: BufferPacking, bytes: &[u8], zstd_level: i32, body: &mut Vec<u8>) -> io::Result<()> {
    if packing == BufferPacking::Plain || bytes.is_empty() {
        body.extend(bytes);
        return Ok(());
    }
    let packed = match packing {
        BufferPacking::Lz4 => {
            let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
            encoder.write_all(bytes)?;
            encoder.finish().map_err(io::Error::other)?
        }
        _ => zstandard(bytes, zstd_level)?,
    };
    match packed.len() < bytes.len() {
        true => {
            body.extend((bytes.len() as i64).to_le_bytes());
            body.extend(packed);
        }
        false => {
            body.extend((-1_i64).to_le_bytes());
            body.extend(bytes);
        }
    }
    Ok(())
}

#[cfg(feature = "zstd")]
fn zstandard(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, level)
}

/// Whoever asks is told before it comes to this.
#[cfg(not(feature = "zstd"))]
fn zstandard(_bytes: &[u8], _level: i32) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}
