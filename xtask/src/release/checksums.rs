//! The checksums of a folder, as `sha256sum --check` reads them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// What the file is called.
const NAME: &str = "SHA256SUMS";

/// Writes the checksums of all files of a folder beside them; returned are names and bytes.
pub(super) fn write(folder: &Path) -> Result<Vec<(String, usize)>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut lines = String::new();
    let mut files = Vec::new();
    for name in names {
        let bytes = fs::read(folder.join(&name)).with_context(|| format!("{name} cannot be read"))?;
        for byte in Sha256::digest(&bytes) {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {name}")?;
        files.push((name, bytes.len()));
    }
    fs::write(folder.join(NAME), lines).context("the checksums cannot be written")?;
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha_256_in_the_order_of_names() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "abc").unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        let files = write(folder.path()).unwrap();
        assert_eq!(files, [("a".to_owned(), 0), ("b".to_owned(), 3)]);
        assert_eq!(
            fs::read_to_string(folder.path().join(NAME)).unwrap(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
        );
    }
}
