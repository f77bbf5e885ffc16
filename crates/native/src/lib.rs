//! What needs an operating system: files, folders, all cores. Everything that decides a result is in the core.

mod at;
pub mod batch;
pub mod blobs;
mod caught;
pub mod corpus;
mod error;
#[cfg(feature = "fetch")]
pub mod fetch;
mod front;
pub mod index;
pub mod join;
mod large;
pub mod lines;
pub mod machine;
pub mod model;
pub mod overlap;
pub mod pairs;
mod replace;
pub mod scale;
pub mod scan;
#[cfg(feature = "serve")]
pub mod serve;
pub mod shown;
pub mod sketches;
pub mod sort;
mod spread;

pub use caught::silence_caught;
pub use error::Error;
pub use front::{Corpus, Duplicates, Index, Scan};
pub use large::room;
pub use replace::{Replacement, check_place, replace};

#[cfg(test)]
extern crate self as twinprint_native;
#[cfg(test)]
mod tests;
