//! The documents in an archive, one after the other, and those of archives in it: of a ZIP, a tar, a mailbox, a message with attachments.
//! What is wrong with one file costs no other anything.

mod container;
mod mailbox;
mod single;
mod tarball;
mod zipped;

use std::path::Path;

use super::Unreadable;
use super::package::ALL;
use crate::kinds::{extension, is_archive_name, is_one_document};
use container::{Container, Member, Refused, opened};

/// An archive within an archive is opened, one within that is not.
const DEEPEST: usize = 2;
/// And no more than this many with messages that are attached to messages.
const MOST_OPEN: usize = 6;

/// The files of an archive that may be documents, in its order. By default there are none.
#[derive(Default)]
pub struct ArchiveFiles {
    /// What is open, the outermost first.
    open: Vec<Level>,
    /// How many bytes may still come out of all of them.
    left: u64,
    left_out: Vec<String>,
}

struct Level {
    container: Box<dyn Container>,
    /// Its own path, which comes before those of its files.
    path: String,
}

impl ArchiveFiles {
    /// Opens an archive, packed or not; none if the bytes are none, but a document or something else.
    ///
    /// ```
    /// use twinprint_readers::ArchiveFiles;
    /// let mail = b"Subject: Rivers\nContent-Type: multipart/mixed; boundary=B\n\n\
    ///     --B\n\nHere it is.\n--B\nContent-Type: text/plain; name=essay.txt\n\nRivers carry stones.\n--B--\n";
    /// let files = ArchiveFiles::open("rivers.eml", mail).expect("a message with an attachment");
    /// let paths: Vec<String> = files.map(|(path, _)| path).collect();
    /// assert_eq!(paths, ["rivers.eml", "rivers.eml/essay.txt"]);
    /// assert!(ArchiveFiles::open("essay.txt", b"Rivers carry stones.").is_none());
    /// ```
    pub fn open(path: &str, bytes: &[u8]) -> Option<ArchiveFiles> {
        let mut left = ALL;
        let container = if !single::is_packed(bytes) {
            opened(path, bytes)?
        } else if extension(Path::new(path)).is_some_and(|ending| is_archive_name(&ending)) {
            match single::unpacked(bytes.to_vec(), &mut left) {
                Ok(bytes) => opened(path, &bytes)?,
                Err(problem) => Box::new(Refused(Some(problem))),
            }
        } else {
            return None;
        };
        Some(ArchiveFiles { open: vec![Level { container, path: path.into() }], left, left_out: Vec::new() })
    }

    /// The paths of the files that were met and not taken: their names end as no document's do.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

/// The path of a file within the archive's, and its bytes; or why there are none.
impl Iterator for ArchiveFiles {
    type Item = (String, Result<Vec<u8>, Unreadable>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let level = self.open.last_mut()?;
            let name = match level.container.next() {
                None => {
                    self.open.pop();
                    continue;
                }
                Some(Member::Itself(bytes)) => return Some((level.path.clone(), Ok(bytes))),
                Some(Member::Broken(problem)) => return Some((level.path.clone(), Err(problem))),
                Some(Member::File(name)) => name.replace('\\', "/"),
            };
            let name = name.trim_start_matches("./");
            if is_litter(name) {
                continue;
            }
            let path = format!("{}/{name}", level.path);
            if leads_out(name) {
                return Some((path, Err(Unreadable::Outside)));
            }
            let ending = extension(Path::new(name));
            if !ending.is_some_and(|ending| is_one_document(&ending) || is_archive_name(&ending)) {
                self.left_out.push(path);
                continue;
            }
            let unpacked = level.container.unpack(&mut self.left);
            let unpacked = unpacked.and_then(|bytes| single::unpacked(bytes, &mut self.left));
            let bytes = match unpacked {
                Ok(bytes) => bytes,
                Err(problem) => return Some((path, Err(problem))),
            };
            match opened(&path, &bytes) {
                None => return Some((path, Ok(bytes))),
                Some(container) => {
                    let around = self.open.iter().filter(|level| level.container.is_archive()).count();
                    if self.open.len() >= MOST_OPEN || container.is_archive() && around >= DEEPEST {
                        return Some((path, Err(Unreadable::DeepArchive(self.open.len()))));
                    }
                    self.open.push(Level { container, path });
                }
            }
        }
    }
}

/// What systems leave in archives for themselves; nobody needs to hear of it.
fn is_litter(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path.split('/').any(|folder| folder == "__MACOSX")
        || name.starts_with("._")
        || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(&name)
}

fn leads_out(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    drive || path.starts_with('/') || path.split('/').any(|part| part == "..")
}
