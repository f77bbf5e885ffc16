//! What is kept: the list of its names, and the corpus without its duplicates in the form it came in.

mod corpus;
mod list;
mod table;

use std::io;
use std::path::Path;

use super::super::Error;
pub use corpus::{Form, Item, Packing, Written, check_folder, write_corpus};
pub use list::write_list;
pub use table::Cells;

fn unwritable(path: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: path.to_string_lossy().into_owned(), reason }
}
