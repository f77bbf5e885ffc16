//! The documents of a folder.

use std::io;
use std::path::Path;

use walkdir::WalkDir;

use super::{Error, Listing, Note, display_name};
use twinprint_readers::{archive_extensions, extension, extensions};

impl Listing {
    /// All documents below a folder, and with `archives` all archives. Links are followed, but not in circles.
    pub(super) fn add_folder(&mut self, folder: &Path, archives: bool) {
        let before = (self.entries.len(), self.errors.len());
        let mut files = Vec::new();
        for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) if entry.file_type().is_file() && is_taken(entry.path(), archives) => {
                    self.add_file(entry.into_path());
                }
                Ok(entry) if entry.file_type().is_file() => {
                    files.push(display_name(entry.path().strip_prefix(folder).unwrap_or(entry.path())));
                }
                Ok(entry) => self.notes.push(Note::NoFile { name: display_name(entry.path()) }),
                Err(error) => self.refuse(folder, error),
            }
        }
        if (self.entries.len(), self.errors.len()) == before {
            self.errors.push(Error::NoDocuments { folder: display_name(folder) });
        }
        if !files.is_empty() {
            self.notes.push(Note::OtherFiles { folder: display_name(folder), files, archives });
        }
    }

    fn refuse(&mut self, folder: &Path, error: walkdir::Error) {
        let path = error.path().unwrap_or(folder);
        let place = display_name(path);
        if error.loop_ancestor().is_some() {
            self.notes.push(Note::Loop { link: place });
            return;
        }
        let reason = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
        self.errors.push(Error::Unreadable { place, reason });
    }
}

fn is_taken(path: &Path, archives: bool) -> bool {
    let Some(ending) = extension(path) else { return false };
    extensions().any(|extension| extension == ending)
        || archives && archive_extensions().any(|extension| extension == ending)
}
