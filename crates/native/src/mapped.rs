//! Files that are read where they lie, as if they were in memory: the system fetches what is touched, and gives it up when memory is short.
#![allow(unsafe_code)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use crate::Error;

/// The bytes of a file of an index.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Of a file that never changes, of which here and there some is read. It may be removed meanwhile.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let map = || {
            let file = File::open(path)?;
            // SAFETY: files of an index are named by their content. Each is written before it gets its name, and never after; so the
            // bytes stay what they are. Whoever cuts one short by hand while it is read ends this process, as by every mapped file.
            let mapped = unsafe { Mmap::map(&file) }?;
            #[cfg(unix)]
            mapped.advise(memmap2::Advice::Random)?;
            Ok(mapped)
        };
        map()
            .map(MappedFile)
            .map_err(|reason| Error::Unreadable { place: path.to_string_lossy().into_owned(), reason })
    }
}

impl AsRef<[u8]> for MappedFile {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
