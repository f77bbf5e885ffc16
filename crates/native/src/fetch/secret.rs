//! The secret that decoys follow from, kept on this machine: who checks a text again sends the same decoys again.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use twinprint::index::Secret;

/// The file in its folder.
const FILE: &str = "decoys";

/// The secret that is kept in a folder; where there is none yet, one is drawn and kept, for its owner's eyes alone.
///
/// # Errors
/// What keeps it from being read or written; a file that holds anything else is left as it is ([`ErrorKind::InvalidData`]).
pub fn kept_secret(folder: &Path) -> io::Result<Secret> {
    let path = folder.join(FILE);
    match fs::read_to_string(&path) {
        Ok(kept) => read(&kept),
        Err(reason) if reason.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            match draw(&path) {
                // Another has drawn one meanwhile.
                Err(reason) if reason.kind() == ErrorKind::AlreadyExists => read(&fs::read_to_string(&path)?),
                drawn => drawn,
            }
        }
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

fn draw(path: &Path) -> io::Result<Secret> {
    let mut secret = Secret::default();
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(format!("{:032x}\n", u128::from_be_bytes(secret)).as_bytes())?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_drawn_once_and_then_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("twinprint");
        let first = kept_secret(&kept).expect("it is drawn");
        assert_eq!(kept_secret(&kept).expect("it is read"), first);
        let other = tempfile::tempdir().expect("a folder");
        assert_ne!(kept_secret(other.path()).expect("another is drawn"), first);
    }

    #[test]
    fn what_is_no_secret_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        for other in ["", "5", "not hexadecimal digits, thirty-two"] {
            fs::write(&path, other).expect("a file");
            let error = kept_secret(folder.path()).expect_err("it is no secret");
            assert_eq!(error.kind(), ErrorKind::InvalidData, "{other:?}");
            assert_eq!(fs::read_to_string(&path).expect("the file"), other);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        kept_secret(folder.path()).expect("it is drawn");
        let kept = fs::metadata(folder.path().join(FILE)).expect("the file");
        assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    }
}
