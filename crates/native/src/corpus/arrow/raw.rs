//! The messages of a table as they stand, for those that write it again.

use std::collections::HashMap;
use std::format;
use std::io::Read;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::{read_dictionary, read_record_batch};
use arrow_ipc::{CompressionType, MetadataVersion};
use arrow_schema::SchemaRef;

use super::super::super::catch_panic::catch_panic;
use super::super::Stream;
use super::message::Message;
use super::{Fault, before, schema, unpacked};

/// The messages of a table, one after the other.
pub(crate) struct RawTable {
    stream: Stream,
    /// What stands before the first message: a mark, if there is a footer behind the last.
    before: Vec<u8>,
    /// The first message.
    head: RawMessage,
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
}

/// A message as it stands.
pub(crate) struct RawMessage(Message);

/// How many bytes are packed to one, at most.
const DENSEST: u64 = 1 << 16;
/// The most rows of a batch: each takes a byte, at least, of two gibibytes.
const MOST_ROWS: u64 = 2 << 30;

/// How the buffers of a batch are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BufferPacking {
    Plain,
    Lz4,
    Zstandard,
}

impl RawTable {
    /// # Errors
    /// What is wrong with the beginning, in words.
    pub(crate) fn open(mut stream: Stream) -> Result<RawTable, String> {
        let before = before(&mut stream);
        let head = Message::read(&mut stream).map_err(said)?.ok_or("it has no schema")?;
        let schema = catch_panic(|| schema(&head), |problem| problem)?;
        Ok(RawTable { stream, before, head: RawMessage(head), schema, dictionaries: HashMap::new() })
    }

    /// What stands before the batches: a mark, and the schema.
    pub(crate) fn beginning(&self) -> Vec<u8> {
        [self.before(), &self.head.0.bytes()].concat()
    }

    /// What stands before the first message.
    pub(crate) fn before(&self) -> &[u8] {
        &self.before
    }

    /// The message that holds the schema.
    pub(crate) fn head(&self) -> &RawMessage {
        &self.head
    }

    /// Whether there is a footer behind the last message, which says where each stands.
    pub(crate) fn has_footer(&self) -> bool {
        !self.before.is_empty()
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next batch or dictionary; none behind the last.
    ///
    /// # Errors
    /// What is wrong with what follows, in words: it cannot be found.
    pub(crate) fn next(&mut self) -> Result<Option<RawMessage>, String> {
        Ok(Message::read(&mut self.stream).map_err(said)?.map(RawMessage))
    }

    /// What ends the messages of a table such as this.
    pub(crate) fn end(&self) -> &'static [u8] {
        if self.head.is_marked() { &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0] } else { &[0; 4] }
    }

    /// What stands behind the end of the messages.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn rest(&mut self) -> Result<Vec<u8>, String> {
        let mut rest = Vec::new();
        self.stream.by_ref().read_to_end(&mut rest).map_err(|reason| reason.to_string())?;
        Ok(rest)
    }

    /// Takes a dictionary, by which later batches are read.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn take_dictionary(&mut self, message: &RawMessage) -> Result<(), String> {
        let RawTable { schema, dictionaries, .. } = self;
        let take = || {
            let head = message.0.head()?;
            let Some(dictionary) = head.header_as_dictionary_batch() else { return Ok(()) };
            let (bytes, body) = unpacked::dictionary(dictionary, &message.0.body)?;
            let dictionary = unpacked::as_dictionary(&bytes)?;
            read_dictionary(&body, dictionary, schema, dictionaries, &head.version())
                .map_err(|error| error.to_string())
        };
        catch_panic(take, |problem| problem)
    }

    /// The rows of a batch, with all columns.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn rows(&self, message: &RawMessage) -> Result<RecordBatch, String> {
        let read = || {
            let head = message.0.head()?;
            let batch = head.header_as_record_batch().ok_or("it is no batch")?;
            let (bytes, body) = unpacked::batch(batch, &message.0.body)?;
            let batch = unpacked::as_batch(&bytes)?;
            let schema = self.schema.clone();
            read_record_batch(&body, batch, schema, &self.dictionaries, None, &head.version())
                .map_err(|error| error.to_string())
        };
        catch_panic(read, |problem| problem)
    }
}

impl RawMessage {
    /// How many rows it is of the table; none of what is no batch.
    ///
    /// # Errors
    /// What is wrong with it, as more rows than its bytes can hold texts of.
    pub(crate) fn row_count(&self) -> Result<Option<u64>, String> {
        if self.0.head()?.header_as_record_batch().is_none() {
            return Ok(None);
        }
        let (rows, bytes) = (self.0.rows()?, self.0.body.len() as u64);
        let most = match self.packing()? {
            BufferPacking::Plain => bytes,
            BufferPacking::Lz4 | BufferPacking::Zstandard => bytes.saturating_mul(DENSEST).min(MOST_ROWS),
        };
        match rows <= most {
            true => Ok(Some(rows)),
            false => Err(format!("a batch says that it has {rows} rows in {bytes} bytes")),
        }
    }

    /// How its buffers are packed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn packing(&self) -> Result<BufferPacking, String> {
        let head = self.0.head()?;
        let compression = head.header_as_record_batch().and_then(|batch| batch.compression());
        match compression.map(|compression| compression.codec()) {
            None => Ok(BufferPacking::Plain),
            Some(CompressionType::LZ4_FRAME) => Ok(BufferPacking::Lz4),
            Some(CompressionType::ZSTD) => Ok(BufferPacking::Zstandard),
            Some(other) => Err(format!("it is packed by {other:?}")),
        }
    }

    /// Its header, read.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn head(&self) -> Result<arrow_ipc::Message<'_>, String> {
        self.0.head()
    }

    /// Its header, as it stands behind its length.
    pub(crate) fn header(&self) -> &[u8] {
        self.0.header()
    }

    /// Its body, as it is packed.
    pub(crate) fn body(&self) -> &[u8] {
        &self.0.body
    }

    /// Whether four bytes stand before the length of its header, as they have since the format's version 0.15.
    pub(crate) fn is_marked(&self) -> bool {
        self.0.is_marked()
    }

    /// The version of the format that it is of, and what it says of itself beside its rows.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn said(&self) -> Result<(MetadataVersion, Vec<(String, String)>), String> {
        let head = self.0.head()?;
        let said = head.custom_metadata().into_iter().flatten().map(|said| {
            let text = |text: Option<&str>| text.unwrap_or_default().to_string();
            (text(said.key()), text(said.value()))
        });
        Ok((head.version(), said.collect()))
    }

    /// Its bytes, and how many of them are its header's.
    pub(crate) fn bytes(&self) -> (Vec<u8>, usize) {
        let bytes = self.0.bytes();
        let header = bytes.len() - self.0.body.len();
        (bytes, header)
    }
}

fn said(fault: Fault) -> String {
    match fault {
        Fault::Unreadable(reason) => reason.to_string(),
        Fault::Lost(problem) | Fault::Broken { problem, .. } => problem,
    }
}
