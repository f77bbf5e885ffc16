//! Names of files as they are shown.

use core::fmt::Write;
use std::path::{Path, is_separator};

/// A path as text, with "/" between its parts whatever the system has there, so that a document has one name everywhere. What is no
/// UTF-8 is shown by its bytes, as "a\\xff", so that names that differ there are distinguished.
pub(crate) fn display_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.extend(chunk.valid().chars().map(|c| if is_separator(c) { '/' } else { c }));
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}
