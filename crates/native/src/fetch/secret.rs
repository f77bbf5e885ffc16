//! The secret that decoys follow from, kept on this machine: who checks a text again sends the same decoys again.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tempfile::NamedTempFile;
use twinprint::index::Secret;

/// The secret that is kept in a file; where there is none yet, one is drawn and kept, for its owner's eyes alone.
///
/// # Errors
/// What keeps it from being read or written; a file that holds anything else is left as it is ([`ErrorKind::InvalidData`]).
pub fn kept_secret(file: &Path) -> io::Result<Secret> {
    match fs::read_to_string(file) {
        Ok(kept) => read(&kept),
        Err(reason) if reason.kind() == ErrorKind::NotFound => match draw(file) {
            // Another has drawn one meanwhile.
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => read(&fs::read_to_string(file)?),
            drawn => drawn,
        },
        Err(reason) => Err(reason),
    }
}

fn read(kept: &str) -> io::Result<Secret> {
    let number = kept.trim();
    match u128::from_str_radix(number, 16) {
        Ok(secret) if number.len() == 32 => Ok(secret.to_be_bytes()),
        _ => Err(io::Error::new(ErrorKind::InvalidData, "it does not hold 32 hexadecimal digits")),
    }
}

/// Draws one, and puts it there whole: nobody reads half of it.
fn draw(file: &Path) -> io::Result<Secret> {
    let mut secret = Secret::default();
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut whole = NamedTempFile::new_in(folder)?;
    writeln!(whole, "{:032x}", u128::from_be_bytes(secret))?;
    whole.persist_noclobber(file).map_err(|failed| failed.error)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_drawn_once_and_then_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("twinprint/decoys");
        let first = kept_secret(&kept).expect("it is drawn");
        assert_eq!(kept_secret(&kept).expect("it is read"), first);
        let other = folder.path().join("other");
        assert_ne!(kept_secret(&other).expect("another is drawn"), first);
        let files = fs::read_dir(folder.path().join("twinprint")).expect("the folder").count();
        assert_eq!(files, 1, "nothing else is left");
    }

    #[test]
    fn what_is_no_secret_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("decoys");
        for other in ["", "5", "not hexadecimal digits, thirty-two"] {
            fs::write(&path, other).expect("a file");
            let error = kept_secret(&path).expect_err("it is no secret");
            assert_eq!(error.kind(), ErrorKind::InvalidData, "{other:?}");
            assert_eq!(fs::read_to_string(&path).expect("the file"), other);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("decoys");
        kept_secret(&path).expect("it is drawn");
        let kept = fs::metadata(path).expect("the file");
        assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    }
}
