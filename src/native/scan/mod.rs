//! All near-duplicate pairs of a corpus: documents in, pairs and clusters out, in bounded memory.

mod catalogue;
mod pair;

pub use catalogue::{Catalogue, Row};
pub use pair::Found;
