//! Batches as they were before their buffers were packed by LZ4 or Zstandard. The crate `arrow-ipc` would need a C compiler for
//! Zstandard, and believe any length that a buffer gives.

use std::format;

use arrow_buffer::Buffer as Bytes;
use arrow_ipc::{
    Buffer, CompressionType, DictionaryBatch, DictionaryBatchArgs, FieldNode, RecordBatch, RecordBatchArgs,
};
use flatbuffers::{FlatBufferBuilder, WIPOffset};
use twinprint_readers::Packing;

/// The longest batch taken, in bytes after unpacking.
const LONGEST: u64 = 2 << 30;
/// To what the starts of buffers are a multiple of.
const ALIGNED: usize = 64;

/// The header of a batch, and its body.
pub(super) fn batch(batch: RecordBatch<'_>, body: &[u8]) -> Result<(Vec<u8>, Bytes), String> {
    let mut builder = FlatBufferBuilder::new();
    let (batch, body) = written(&mut builder, batch, body)?;
    builder.finish_minimal(batch);
    Ok((builder.finished_data().into(), body))
}

/// The same of a dictionary.
pub(super) fn dictionary(dictionary: DictionaryBatch<'_>, body: &[u8]) -> Result<(Vec<u8>, Bytes), String> {
    let mut builder = FlatBufferBuilder::new();
    let values = dictionary.data().ok_or("a dictionary has no values")?;
    let (values, body) = written(&mut builder, values, body)?;
    let (id, data, delta) = (dictionary.id(), Some(values), dictionary.isDelta());
    let dictionary = DictionaryBatch::create(&mut builder, &DictionaryBatchArgs { id, data, isDelta: delta });
    builder.finish_minimal(dictionary);
    Ok((builder.finished_data().into(), body))
}

/// A header as [`batch`] writes it.
pub(super) fn as_batch(head: &[u8]) -> Result<RecordBatch<'_>, String> {
    flatbuffers::root::<RecordBatch<'_>>(head).map_err(|error| error.to_string())
}

/// A header as [`dictionary`] writes it.
pub(super) fn as_dictionary(head: &[u8]) -> Result<DictionaryBatch<'_>, String> {
    flatbuffers::root::<DictionaryBatch<'_>>(head).map_err(|error| error.to_string())
}

/// Writes the header of a batch whose body is unpacked.
fn written<'a>(
    builder: &mut FlatBufferBuilder<'a>,
    batch: RecordBatch<'_>,
    packed: &[u8],
) -> Result<(WIPOffset<RecordBatch<'a>>, Bytes), String> {
    let packing = match batch.compression().map(|compression| compression.codec()) {
        None => None,
        Some(CompressionType::LZ4_FRAME) => Some(Packing::Lz4Frame),
        Some(CompressionType::ZSTD) => Some(Packing::Marked),
        Some(other) => return Err(format!("it is packed by {other:?}")),
    };
    let mut buffers = Vec::new();
    let mut body = Vec::with_capacity(packed.len());
    for buffer in batch.buffers().unwrap_or_default() {
        body.resize(body.len().next_multiple_of(ALIGNED), 0);
        let start = body.len();
        let bytes = within(packed, buffer).ok_or("a buffer ends behind its batch")?;
        match packing {
            None => body.extend(bytes),
            Some(packing) => unpack(packing, bytes, &mut body)?,
        }
        buffers.push(Buffer::new(start as i64, (body.len() - start) as i64));
    }
    let nodes: Vec<FieldNode> = batch.nodes().unwrap_or_default().iter().copied().collect();
    let variadic: Option<Vec<i64>> = batch.variadicBufferCounts().map(|counts| counts.iter().collect());
    let arguments = RecordBatchArgs {
        length: batch.length(),
        nodes: Some(builder.create_vector(&nodes)),
        buffers: Some(builder.create_vector(&buffers)),
        compression: None,
        variadicBufferCounts: variadic.map(|counts| builder.create_vector(&counts)),
    };
    Ok((RecordBatch::create(builder, &arguments), Bytes::from_vec(body)))
}

/// The bytes of a buffer.
fn within<'a>(body: &'a [u8], buffer: &Buffer) -> Option<&'a [u8]> {
    let start = usize::try_from(buffer.offset()).ok()?;
    body.get(start..)?.get(..usize::try_from(buffer.length()).ok()?)
}

/// Adds what a buffer holds: its length, or -1 where it is not packed, and then it.
fn unpack(packing: Packing, buffer: &[u8], body: &mut Vec<u8>) -> Result<(), String> {
    let Some((length, packed)) = buffer.split_first_chunk() else { return Ok(()) };
    let length = i64::from_le_bytes(*length);
    if length == -1 {
        body.extend(packed);
        return Ok(());
    }
    let room = LONGEST.saturating_sub(body.len() as u64);
    let length = u64::try_from(length).ok().filter(|&length| length <= room);
    let length = length.ok_or("a batch is longer than 2 GiB")?;
    let unpacked = packing.unpack(packed, length).map_err(|error| error.to_string())?;
    match unpacked.filter(|unpacked| unpacked.len() as u64 == length) {
        Some(unpacked) => body.extend(unpacked),
        None => return Err("a buffer is not as long as it says".into()),
    }
    Ok(())
}
