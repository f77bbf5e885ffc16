//! What was left out of a listing, or of a file.

use std::{fmt, format};

use twinprint_readers::{PACKED, archive_extensions, extensions};

/// Something that was left out, which is no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Files of a folder whose names end in something else than documents' do.
    OtherFiles {
        /// The folder.
        folder: String,
        /// Their names.
        files: Vec<String>,
        /// Whether archives of the folder are opened.
        archives: bool,
    },
    /// Files of an archive whose names end in something else than documents' do.
    OtherFilesOfArchive {
        /// The archive.
        file: String,
        /// Their paths.
        files: Vec<String>,
    },
    /// A link to a folder that it lies in.
    Loop {
        /// The link.
        link: String,
    },
    /// A pipe or a device of a folder or a pattern: to open one may take for ever. Named by itself, it is read.
    NoFile {
        /// Its name.
        name: String,
    },
    /// A file that looks as if it were many documents, and is read as one.
    OneDocument {
        /// The file.
        file: String,
    },
    /// Records of an archive that hold no page.
    PassedOver {
        /// The archive.
        file: String,
        /// How many are of pages that the server did not give, but said that they are elsewhere or not there.
        not_ok: u64,
        /// How many are of other media than text.
        not_text: u64,
    },
}

/// The most names of files that a note lists.
const NAMED: usize = 3;

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::OtherFiles { folder, files, archives } => {
                let extensions = extensions().chain(archive_extensions().filter(|_| *archives));
                let extensions =
                    extensions.map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ");
                let packed = PACKED.map(|extension| format!(".{extension}")).join(" ");
                write!(
                    f,
                    "{folder}: only {extensions} files of a folder are read, each also {packed}; left out: "
                )?;
                write_some(f, files)?;
                write!(f, " (name a file to have it read)")
            }
            Note::OtherFilesOfArchive { file, files } => {
                write!(f, "{file}: files of this archive that are no documents were skipped: ")?;
                write_some(f, files)
            }
            Note::Loop { link } => {
                write!(f, "{link}: this link leads back to a folder it lies in; not followed")
            }
            Note::NoFile { name } => {
                write!(f, "{name}: this is a pipe or a device; left out (name it to have it read)")
            }
            Note::OneDocument { file } => {
                write!(f, "{file}: read as one document; for JSON lines use --format jsonl")
            }
            Note::PassedOver { file, not_ok, not_text } => {
                write!(
                    f,
                    "{file}: records left out: {not_ok} of status other than 200, {not_text} of other media than text"
                )
            }
        }
    }
}

/// The first names, and how many more there are.
fn write_some(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    write!(f, "{}", names[..names.len().min(NAMED)].join(", "))?;
    match names.len().saturating_sub(NAMED) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}
