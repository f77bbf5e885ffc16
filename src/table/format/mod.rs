//! The bytes of shards: codes in blocks, the directory before them and the document ordinals after them, written and read.
//!
#![doc = include_str!("../FORMAT.md")]

pub(super) mod bits;
pub(super) mod block;
pub(super) mod data;
pub(super) mod fetched;
pub(super) mod gamma;
pub(super) mod header;
mod huffman;
pub(super) mod ids;
mod keys;
pub(super) mod shard;
