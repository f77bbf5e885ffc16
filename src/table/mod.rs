//! Tables that find every fingerprint within k bits of another (Manku, Jain and Das Sarma 2007, section 3).
//!
//! Naively, a query is compared with all n fingerprints; or, in one sorted table, all fingerprints within k bits of it
//! are looked up: 43,745 of them for 64 bits and k = 3. Between the two stand several tables, each sorted by its own
//! permutation of the bits. In each, only such fingerprints are read as agree with the query, or nearly so, in a prefix;
//! and the permutations are such that any k bits that differ leave the prefix of some table all but whole.
//!
//! - [`fewest_tables`] and [`longest_prefix`]: the paper's trade of tables against the length of their prefixes.
//! - [`Plan`]: which bits lead in each table, how many of them are looked up, and within what radius.
//! - [`Plan::choose`]: the plan for a number of fingerprints, within [`Limits`].
//! - [`Writer`], [`Shard`] and [`Family`]: tables compressed, written, read and searched. [`format`](mod@format) specifies
//!   every byte of them.
//! - [`Family::query`], [`Family::query_many`] and [`Family::suffixes`]: one fingerprint, many, or the first bits of one;
//!   [`Family::ranges`]: all from one to another.
//! - [`Sparse`]: a family of which only the heads are in memory, and the blocks that look-ups needed.
//! - [`Plain`]: tables in memory as they are, where speed is all. [`Join`] and [`SelfJoin`] find all pairs.
//!
//! The module knows fingerprints and never the texts they are of.

mod code;
pub mod format;
mod plan;
mod search;

pub use code::Code;
pub use format::block::Coding;
pub use format::data::Data;
pub use format::fetched::{Fetched, GAP};
pub use format::header::{BLOCKS, FamilyId, Header, IdsHeader};
pub use format::ids::Ordinals;
pub use format::shard::{Histogram, Part, Shard, Writer};
pub use plan::blocks::Block;
pub use plan::cover::{MAX_K, MAX_TABLES, fewest_tables, longest_prefix};
pub use plan::plans::{DEFAULT_BLOCK, Limits, Load, Plan};
pub use plan::table::Table;
pub use search::answer::{Answer, Bound, Match};
pub use search::family::Family;
pub use search::join::{Join, Pair, join_plan};
pub use search::plain::{Plain, PlainTable};
pub use search::ranges::InRange;
pub use search::selfjoin::{MAX_SELF_JOIN_K, SelfJoin};
pub use search::sparse::{Attempt, Needed, Sparse};
pub use search::suffixes::Suffixes;
