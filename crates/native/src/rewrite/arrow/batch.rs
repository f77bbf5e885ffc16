//! Batches of a table, of which some rows or columns are others.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteContext, IpcWriteOptions};
use arrow_ipc::{
    BodyCompression, BodyCompressionArgs, BodyCompressionMethod, Buffer, CompressionType, FieldNode,
    KeyValue, KeyValueArgs, Message, MessageArgs, MessageHeader, MetadataVersion, RecordBatchArgs,
    root_as_message,
};
use arrow_schema::{ArrowError, Schema};
use flatbuffers::FlatBufferBuilder;

use super::super::super::corpus::arrow::raw::{BufferPacking, RawMessage, RawTable};
use super::super::change::{Column, Mark, MarkKind, Marks};
use super::{ALIGNED, framed, schema};

/// The message of a batch with those of its rows that stay, and how long its header is.
pub(super) fn without(
    table: &RawTable,
    message: &RawMessage,
    kept: BooleanArray,
    zstd_level: i32,
) -> Result<(Vec<u8>, usize), String> {
    let batch = table.rows(message)?;
    let batch = arrow_select::filter::filter_record_batch(&batch, &kept).map_err(said)?;
    let mut new = Batch::default();
    new.add(&batch, table.schema(), message.packing()?, zstd_level)?;
    new.in_place_of(message)
}

/// The message of a batch, whose rows have these numbers, with columns more, and how long its header is. All that it has stays as its
/// bytes stand.
pub(super) fn with_columns(
    message: &RawMessage,
    rows: Range<u64>,
    columns: &[Column],
    marks: &Marks<'_>,
    zstd_level: i32,
) -> Result<(Vec<u8>, usize), String> {
    let schema = Arc::new(Schema::new(schema::fields(columns)));
    let added = RecordBatch::try_new(schema.clone(), arrays(columns, &rows.map(marks).collect::<Vec<_>>()));
    let mut batch = Batch::of(message)?;
    batch.add(&added.map_err(said)?, &schema, message.packing()?, zstd_level)?;
    batch.in_place_of(message)
}

/// What rows say in each of the columns.
fn arrays(columns: &[Column], rows: &[Option<Vec<Option<Mark>>>]) -> Vec<ArrayRef> {
    let array = |(index, column): (usize, &Column)| -> ArrayRef {
        let said = rows.iter().map(|marks| marks.as_ref()?.get(index)?.as_ref());
        match column.kind {
            MarkKind::Text => Arc::new(said.map(|mark| mark?.text()).collect::<StringArray>()),
            MarkKind::Whole => Arc::new(said.map(|mark| mark?.whole()).collect::<Int64Array>()),
            MarkKind::Number => Arc::new(said.map(|mark| mark?.number()).collect::<Float64Array>()),
            MarkKind::Truth => Arc::new(said.map(|mark| mark?.truth()).collect::<BooleanArray>()),
        }
    };
    columns.iter().enumerate().map(array).collect()
}

/// What a batch is made of.
#[derive(Default)]
struct Batch {
    rows: i64,
    nodes: Vec<FieldNode>,
    buffers: Vec<Buffer>,
    variadic: Option<Vec<i64>>,
    body: Vec<u8>,
}

impl Batch {
    /// A batch as it stands.
    fn of(message: &RawMessage) -> Result<Batch, String> {
        let head = message.head()?;
        let batch = head.header_as_record_batch().ok_or("it is no batch")?;
        let mut body = message.body().to_vec();
        body.resize(body.len().next_multiple_of(ALIGNED), 0);
        Ok(Batch {
            rows: batch.length(),
            nodes: batch.nodes().into_iter().flatten().copied().collect(),
            buffers: batch.buffers().into_iter().flatten().copied().collect(),
            variadic: batch.variadicBufferCounts().map(|counts| counts.iter().collect()),
            body,
        })
    }

    /// Adds the columns of another with as many rows, each buffer packed by itself.
    fn add(
        &mut self,
        batch: &RecordBatch,
        schema: &Schema,
        packing: BufferPacking,
        zstd_level: i32,
    ) -> Result<(), String> {
        let options = IpcWriteOptions::try_new(64, false, MetadataVersion::V5).map_err(said)?;
        let (generator, mut dictionaries) = (IpcDataGenerator::default(), DictionaryTracker::new(false));
        // It numbers the dictionaries, which are written already.
        generator.schema_to_bytes_with_dictionary_tracker(schema, &mut dictionaries, &options);
        let mut context = IpcWriteContext::default();
        let (_, plain) = generator.encode(batch, &mut dictionaries, &options, &mut context).map_err(said)?;
        let head = root_as_message(&plain.ipc_message).map_err(|error| error.to_string())?;
        let added = head.header_as_record_batch().ok_or("it is no batch")?;
        for buffer in added.buffers().unwrap_or_default() {
            let bytes = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
            let bytes = bytes.and_then(|(start, length)| plain.arrow_data.get(start..)?.get(..length));
            let bytes = bytes.ok_or("a buffer ends behind its batch")?;
            let start = self.body.len();
            pack(packing, bytes, zstd_level, &mut self.body).map_err(|reason| reason.to_string())?;
            self.buffers.push(Buffer::new(start as i64, (self.body.len() - start) as i64));
            self.body.resize(self.body.len().next_multiple_of(ALIGNED), 0);
        }
        self.rows = added.length();
        self.nodes.extend(added.nodes().into_iter().flatten().copied());
        if let Some(counts) = added.variadicBufferCounts() {
            self.variadic.get_or_insert_default().extend(counts);
        }
        Ok(())
    }

    /// Its message, which says of itself what another did, and how long its header is.
    fn in_place_of(self, message: &RawMessage) -> Result<(Vec<u8>, usize), String> {
        let (version, metadata) = message.said()?;
        let mut builder = FlatBufferBuilder::new();
        let codec = match message.packing()? {
            BufferPacking::Plain => None,
            BufferPacking::Lz4 => Some(CompressionType::LZ4_FRAME),
            BufferPacking::Zstandard => Some(CompressionType::ZSTD),
        };
        let compression = codec.map(|codec| {
            let arguments = BodyCompressionArgs { codec, method: BodyCompressionMethod::BUFFER };
            BodyCompression::create(&mut builder, &arguments)
        });
        let arguments = RecordBatchArgs {
            length: self.rows,
            nodes: Some(builder.create_vector(&self.nodes)),
            buffers: Some(builder.create_vector(&self.buffers)),
            compression,
            variadicBufferCounts: self.variadic.map(|counts| builder.create_vector(&counts)),
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
            bodyLength: self.body.len() as i64,
            custom_metadata: (!metadata.is_empty()).then(|| builder.create_vector(&metadata)),
        };
        let head = Message::create(&mut builder, &arguments);
        builder.finish(head, None);
        let mut bytes = framed(builder.finished_data(), message.is_marked());
        let header = bytes.len();
        bytes.extend(self.body);
        Ok((bytes, header))
    }
}

fn said(error: ArrowError) -> String {
    error.to_string()
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

/// Not reached: without the feature such a file is refused before.
#[cfg(not(feature = "zstd"))]
fn zstandard(_bytes: &[u8], _level: i32) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}
