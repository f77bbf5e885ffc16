//! What most people have a corpus for, each in a call or two: near-duplicates ([`Scan`]), and an index to check documents against
//! ([`Index`]). What they are made of stands in [`corpus`](crate::corpus), [`scan`](crate::scan) and [`index`](crate::index).

mod corpus;
mod index;
mod scan;

pub use corpus::Corpus;
pub use index::Index;
pub use scan::{Duplicates, Scan};
