//! The files of a tar archive: of POSIX, of GNU, and of those before.

use std::io::Cursor;
use std::ops::Range;
use std::vec;

use tar::Archive;

use super::super::package::FILES;
use super::super::{Unreadable, is_tar};
use super::container::{Container, Member};

/// A tar archive of files, in its order.
pub(super) struct Tarball {
    bytes: Vec<u8>,
    entries: vec::IntoIter<Listed>,
    /// The file that was named last.
    current: Result<Range<usize>, Unreadable>,
}

/// A file's name and place; or what is wrong with the rest.
type Listed = Result<(String, Result<Range<usize>, Unreadable>), Unreadable>;

impl Tarball {
    pub(super) fn new(bytes: Vec<u8>) -> Tarball {
        let entries = listed(&bytes).into_iter();
        Tarball { bytes, entries, current: Ok(0..0) }
    }
}

/// What stands in an archive up to its end or to what is broken.
fn listed(bytes: &[u8]) -> Vec<Listed> {
    let mut listed = Vec::new();
    let mut archive = Archive::new(Cursor::new(bytes));
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(_) => return vec![Err(damaged())],
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(_) => {
                listed.push(Err(damaged()));
                break;
            }
        };
        if listed.len() == FILES {
            listed.push(Err(Unreadable::ManyFiles(FILES)));
            break;
        }
        let kind = entry.header().entry_type();
        if !(kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse()) {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let start = usize::try_from(entry.raw_file_position()).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(entry.size()).unwrap_or(usize::MAX));
        if end > bytes.len() {
            listed.push(Ok((name, Err(Unreadable::Damaged("the archive ends within it".into())))));
            break;
        }
        let place = match kind.is_gnu_sparse() {
            true => Err(Unreadable::Unsupported("a sparse file of a tar archive")),
            false => Ok(start..end),
        };
        listed.push(Ok((name, place)));
    }
    if listed.is_empty() && !is_tar(bytes) && bytes.iter().any(|&byte| byte != 0) {
        listed.push(Err(Unreadable::Not("a tar archive")));
    }
    listed
}

/// What the library says has the archive's bytes in it.
fn damaged() -> Unreadable {
    Unreadable::Damaged("its tar archive: what says which file comes next makes no sense".into())
}

impl Container for Tarball {
    fn next(&mut self) -> Option<Member> {
        Some(match self.entries.next()? {
            Ok((name, place)) => {
                self.current = place;
                Member::File(name)
            }
            Err(problem) => Member::Broken(problem),
        })
    }

    fn unpack(&mut self, _: &mut u64) -> Result<Vec<u8>, Unreadable> {
        Ok(self.bytes[self.current.clone()?].to_vec())
    }
}
