//! Names of files as they are shown.

use core::fmt::Write;
use std::path::Path;

/// A path as text. What is no UTF-8 is shown by its bytes, as "a\\xff", so that names that differ there are distinguished.
pub(crate) fn display_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}
