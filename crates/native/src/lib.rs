//! What needs an operating system: files, folders, all cores. Everything that decides a result is in the core.

pub mod batch;
pub mod blobs;
pub mod boilerplate;
mod catch_panic;
pub mod corpus;
pub mod decontaminate;
pub mod dedup;
pub mod display;
mod error;
#[cfg(feature = "fetch")]
pub mod fetch;
mod front;
mod hasher;
mod huge_pages;
pub mod index;
pub mod join;
mod journal;
pub mod ledger;
pub mod lines;
mod lock;
mod mapped;
pub mod memory;
pub mod model;
mod outputs;
pub mod overlap;
pub mod pairs;
mod positioned_read;
mod replace;
mod rewrite;
pub mod scale;
pub mod scan;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sketches;
pub mod sort;

pub use catch_panic::silence_caught_panics;
pub use error::Error;
pub use front::{Corpus, Duplicates, Index, Scan};
pub use huge_pages::with_huge_pages;
pub use outputs::{OutputKind, check_outputs};
pub use replace::{Replacement, check_place, replace};

#[cfg(test)]
extern crate self as twinprint_native;
#[cfg(test)]
mod tests;
