//! The messages of a stream: a header of bounded length, and a body.

use std::format;
use std::io::Read;

use arrow_ipc::root_as_message;

use super::super::stream::Stream;
use super::{Fault, MessageHeader};

/// What stands before a header's length.
const CONTINUES: [u8; 4] = [0xff; 4];
/// The longest header taken, in bytes.
const LONGEST_HEAD: u64 = 256 << 20;
/// The longest body taken: writers cut batches after some thousand rows, whatever their length.
const LONGEST_BODY: u64 = 2 << 30;

/// A message: its header, which was checked, and its body as it is packed.
pub(super) struct Message {
    /// Whether [`CONTINUES`] stands before its length.
    is_marked: bool,
    head: Vec<u8>,
    pub(super) body: Vec<u8>,
}

impl Message {
    /// Reads the next message; none at the end of the stream. Of lengths that are wrong no memory is taken.
    pub(super) fn read(stream: &mut Stream) -> Result<Option<Message>, Fault> {
        let Some(mut length) = four(stream)? else { return Ok(None) };
        let is_marked = length == CONTINUES;
        if is_marked {
            length = four(stream)?.ok_or_else(cut)?;
        }
        let length = u32::from_le_bytes(length).into();
        if length == 0 {
            return Ok(None);
        }
        if length > LONGEST_HEAD {
            return Err(Fault::Lost(format!("a header says that it has {length} bytes")));
        }
        let head = bytes(stream, length)?;
        let body = match root_as_message(&head).map(|message| u64::try_from(message.bodyLength())) {
            Ok(Ok(length @ ..=LONGEST_BODY)) => length,
            Ok(_) => return Err(Fault::Lost("a batch says that it has more than 2 GiB".into())),
            Err(error) => return Err(Fault::Lost(format!("a header cannot be read: {error}"))),
        };
        Ok(Some(Message { is_marked, body: bytes(stream, body)?, head }))
    }

    pub(super) fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// All of it as it stands.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mark = if self.is_marked { &CONTINUES[..] } else { &[] };
        let length = (self.head.len() as u32).to_le_bytes();
        [mark, &length, &self.head, &self.body].concat()
    }

    /// Its header, as it stands.
    pub(super) fn header(&self) -> &[u8] {
        &self.head
    }

    /// Its header.
    pub(super) fn head(&self) -> Result<arrow_ipc::Message<'_>, String> {
        root_as_message(&self.head).map_err(|error| error.to_string())
    }

    /// How many rows it is of the table.
    pub(super) fn rows(&self) -> Result<u64, String> {
        let head = self.head()?;
        let batch =
            head.header_as_record_batch().filter(|_| head.header_type() == MessageHeader::RecordBatch);
        batch.map_or(Ok(0), |batch| {
            u64::try_from(batch.length()).map_err(|_| "a batch has fewer rows than none".into())
        })
    }
}

/// The next four bytes; none at the end.
fn four(stream: &mut Stream) -> Result<Option<[u8; 4]>, Fault> {
    let read = bytes_up_to(stream, 4)?;
    match read.len() {
        0 => Ok(None),
        _ => read.try_into().map(Some).map_err(|_| cut()),
    }
}

fn bytes(stream: &mut Stream, length: u64) -> Result<Vec<u8>, Fault> {
    let read = bytes_up_to(stream, length)?;
    if read.len() as u64 == length { Ok(read) } else { Err(cut()) }
}

fn bytes_up_to(stream: &mut Stream, length: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    stream.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cut() -> Fault {
    Fault::Lost("it ends within a batch".into())
}
