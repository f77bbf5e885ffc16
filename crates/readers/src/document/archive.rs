//! The documents in a ZIP archive, one after the other, and those of archives in it. What is wrong with one file costs no other anything.

use std::path::Path;

use super::Unreadable;
use super::package::{ALL, Zip};
use crate::kinds::{extension, is_one_document};

/// An archive within an archive is opened, one within that is not.
const DEEPEST: usize = 2;

/// The files of an archive that may be documents, in its order.
pub struct ArchiveFiles {
    /// The archives that are open, the outermost first.
    open: Vec<Level>,
    /// How many bytes may still come out of all of them.
    left: u64,
    left_out: Vec<String>,
}

struct Level {
    zip: Zip<Vec<u8>>,
    /// Its own path, which comes before those of its files.
    path: String,
    /// The file that comes next.
    at: usize,
}

impl ArchiveFiles {
    /// Opens an archive; none if the bytes are none, but a document or something else.
    pub fn open(path: &str, bytes: &[u8]) -> Option<ArchiveFiles> {
        if !bytes.starts_with(b"PK") || !is_archive(bytes) {
            return None;
        }
        let level = Level { zip: Zip::open(bytes.to_vec()).ok()?, path: path.into(), at: 0 };
        Some(ArchiveFiles { open: vec![level], left: ALL, left_out: Vec::new() })
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
            let depth = self.open.len();
            let level = self.open.last_mut()?;
            let at = level.at;
            let Some(name) = level.zip.name(at).map(|name| name.replace('\\', "/")) else {
                self.open.pop();
                continue;
            };
            level.at += 1;
            if is_litter(&name) {
                continue;
            }
            let path = format!("{}/{name}", level.path);
            if leads_out(&name) {
                return Some((path, Err(Unreadable::Outside)));
            }
            let ending = extension(Path::new(&name));
            let is_zip = ending.as_deref() == Some("zip");
            if !is_zip && !ending.is_some_and(|ending| is_one_document(&ending)) {
                self.left_out.push(path);
                continue;
            }
            level.zip.left = self.left;
            let unpacked = level.zip.unpack(at);
            self.left = level.zip.left;
            match unpacked {
                Ok(bytes) if bytes.starts_with(b"PK") && is_archive(&bytes) => {
                    if depth >= DEEPEST {
                        return Some((path, Err(Unreadable::DeepArchive(DEEPEST))));
                    }
                    match Zip::open(bytes) {
                        Ok(zip) => self.open.push(Level { zip, path, at: 0 }),
                        Err(problem) => return Some((path, Err(problem))),
                    }
                }
                unpacked => return Some((path, unpacked)),
            }
        }
    }
}

/// Whether what is packed is an archive of files, and not a document of many parts.
fn is_archive(bytes: &[u8]) -> bool {
    const OF_DOCUMENTS: [&str; 5] =
        ["mimetype", "META-INF/container.xml", "[Content_Types].xml", "Index/Document.iwa", "Index.zip"];
    Zip::open(bytes).is_ok_and(|zip| !OF_DOCUMENTS.iter().any(|name| zip.has(name)))
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
