//! A table that is being written, whose footer says where each message stands.

use std::collections::HashMap;
use std::io::{self, Write};

use arrow_ipc::{Block, root_as_footer};

use super::super::super::catch_panic::catch_panic;
use super::super::change::Column;
use super::super::packing::Packer;
use super::schema;

/// How a file ends, behind the length of its footer.
const END: &[u8] = b"ARROW1";

/// A table that is being written, and where its messages stood and stand.
pub(super) struct Placed {
    out: Packer,
    /// How many bytes were written ...
    at: u64,
    /// ... and of how many of the old table.
    read: u64,
    /// By where a message stood, where it stands, and how long its header and its body are.
    places: HashMap<i64, (u64, usize, usize)>,
}

impl Placed {
    pub(super) fn begin(out: Packer) -> Placed {
        Placed { out, at: 0, read: 0, places: HashMap::new() }
    }

    /// Writes what no footer names in place of what stood there.
    pub(super) fn beginning(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        (self.at, self.read) = (self.at + new.len() as u64, self.read + old.len() as u64);
        self.out.write_all(new)
    }

    /// Writes a message, whose header has a length, in place of another.
    pub(super) fn message(&mut self, old: &[u8], new: &[u8], header: usize) -> io::Result<()> {
        self.places.insert(self.read as i64, (self.at, header, new.len() - header));
        self.beginning(old, new)
    }

    /// What stands behind the messages of a file, with their new places, and with columns more.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn footer(&self, mut rest: Vec<u8>, columns: &[Column]) -> Result<Vec<u8>, String> {
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
        if columns.is_empty() {
            return Ok(rest);
        }
        let footer = schema::footer(&rest[start..end], columns)?;
        let length = u32::try_from(footer.len()).map_err(|_| damaged())?;
        Ok([&rest[..start], &footer, &length.to_le_bytes(), END].concat())
    }

    /// Writes what stands behind all messages.
    pub(super) fn end(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Takes all onto the disk, and says how long the file is.
    pub(super) fn finish(self) -> io::Result<u64> {
        self.out.finish()
    }
}
