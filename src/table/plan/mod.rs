//! Which tables there are: how the bits of a fingerprint are cut into blocks, which of them lead in each table, and what a
//! plan costs. A shard names its plan, so this room stands before that of the bytes.

pub(super) mod blocks;
pub(super) mod cover;
pub(super) mod lead;
pub(super) mod plans;
pub(super) mod table;
