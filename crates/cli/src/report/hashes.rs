//! The SHA-256 of the files that a report is about, by which anyone can tell later whether a file is the one that was compared.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use twinprint_native::corpus::Source;

/// Files by their hashes, each read when it is first asked for.
#[derive(Default)]
pub(crate) struct Hashes(HashMap<PathBuf, Option<String>>);

impl Hashes {
    /// What a report says of the file that a document stood in, which may be an archive: "SHA-256 of essay.docx: 9f86...". Nothing of what
    /// was piped in, and of a file that is no longer there.
    pub(crate) fn note(&mut self, source: &Source) -> Option<String> {
        let place = Path::new(&*source.place.file);
        let file = place.ancestors().find(|path| path.is_file())?;
        let hash = self.0.entry(file.into()).or_insert_with(|| sha256(file).ok()).as_ref()?;
        Some(format!("SHA-256 of {}: {hash}", file.file_name()?.to_string_lossy()))
    }
}

fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Writing(Sha256::new());
    io::copy(&mut File::open(path)?, &mut hasher)?;
    let mut hash = String::new();
    for byte in hasher.0.finalize() {
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(hash)
}

/// Takes what is written.
struct Writing(Sha256);

impl io::Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
