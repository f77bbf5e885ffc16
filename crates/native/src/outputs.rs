//! The files that a command writes beside a corpus: none is one that it reads, and none that is there is replaced unless an earlier run
//! wrote it, or its owner says so.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::Error;
use super::corpus::{Entry, Origin};

/// As much of a file as shows what wrote it.
const BEGINNING: u64 = 1024;

/// What a file that is written holds, by which one of an earlier run is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputKind {
    /// A page, or a document for word processors: its title names this program.
    Report,
    /// A table that begins with this line.
    Table(&'static str),
    /// What could be anyone's.
    List,
    /// One of a folder that an earlier run wrote.
    Earlier,
}

impl OutputKind {
    fn is_in(self, path: &Path) -> Result<bool, Error> {
        let mut beginning = Vec::new();
        let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
        read.map_err(|reason| Error::Unreadable { place: shown(path), reason })?;
        let beginning = String::from_utf8_lossy(&beginning);
        Ok(beginning.is_empty()
            || match self {
                OutputKind::Report => {
                    ["<title>Twinprint", "<dc:title>Twinprint"].iter().any(|title| beginning.contains(title))
                }
                OutputKind::Table(line) => beginning.starts_with(line),
                OutputKind::List => false,
                OutputKind::Earlier => true,
            })
    }
}

/// Makes sure, before anything is read, that files can be written where they should be. Files are the same by what they are, whatever
/// their names, links and cases; what is no regular file, such as `/dev/stdout`, may be written.
///
/// ```
/// use twinprint_native::corpus::Listing;
/// use twinprint_native::{Error, OutputKind, check_outputs};
/// let folder = tempfile::tempdir()?;
/// let (corpus, other) = (folder.path().join("corpus.txt"), folder.path().join("other.txt"));
/// std::fs::write(&corpus, "one two three")?;
/// std::fs::hard_link(&corpus, &other)?;
/// let operands = [corpus.clone().into_os_string()];
/// let listing = Listing::new(&operands);
/// let checked = check_outputs(&[(other.clone(), OutputKind::List)], &operands, &listing.entries, true);
/// assert!(matches!(checked, Err(Error::OutputIsInput { .. })));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutputIsInput`]; [`Error::Exists`] for a file that no earlier run wrote, unless `force` says that it may be replaced;
/// [`Error::Unreadable`].
pub fn check_outputs(
    outputs: &[(PathBuf, OutputKind)],
    operands: &[OsString],
    entries: &[Entry],
    force: bool,
) -> Result<(), Error> {
    for (path, kind) in outputs {
        if !path.is_file() {
            continue;
        }
        let is_own = kind.is_in(path)?;
        let output =
            Handle::from_path(path).map_err(|reason| Error::Unreadable { place: shown(path), reason })?;
        let named = operands.iter().map(Path::new).filter(|path| path.is_file());
        let found = entries.iter().filter_map(|entry| match &entry.origin {
            // What an earlier run wrote among the documents of a folder, or may be replaced, is left out of them.
            Origin::File(path) if !is_own && !force => Some(&**path),
            _ => None,
        });
        let is_output = |input: &&Path| Handle::from_path(input).is_ok_and(|input| input == output);
        if let Some(input) = named.chain(found).find(is_output) {
            return Err(Error::OutputIsInput { output: shown(path), input: shown(input) });
        }
        if !is_own && !force {
            return Err(Error::Exists { file: shown(path) });
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
