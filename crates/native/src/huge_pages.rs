//! Memory in huge pages, for what is read here and there.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use twinprint::cpu;

/// A vector with capacity for `capacity` items, in huge pages where the system has them. What is read here and there in hundreds
/// of megabytes then waits less: the processor knows where few pages are, and looks the others up in memory, too. Where there is
/// less memory than that, none is reserved.
///
/// ```
/// let mut codes = twinprint_native::with_huge_pages::<u64>(1 << 20);
/// codes.resize(1 << 20, 7);
/// assert!(codes.iter().all(|&code| code == 7));
/// ```
pub fn with_huge_pages<T>(capacity: usize) -> Vec<T> {
    cpu::with_huge_pages(capacity)
}

/// What is in a file.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = with_huge_pages(usize::try_from(file.metadata()?.len()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
