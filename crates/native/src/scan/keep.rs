//! What is kept: the list of its names. The corpus without the rest is what [`dedup`](crate::dedup) gives.

mod list;

use std::io;
use std::path::Path;

use super::super::Error;
pub use list::write_list;

fn unwritable(path: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: path.to_string_lossy().into_owned(), reason }
}
