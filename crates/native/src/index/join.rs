//! All pairs within k bits, of an index or a file of fingerprints with queries or with itself.
//!
//! Queries are in memory; the fingerprints stream past them, and are never in memory together. Of an index only the shards
//! of the first table are read, which has them in their natural order.

use crate::sort::StoredCode;
use core::mem::{replace, take};
use core::slice;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Error;
use super::super::join::{Give, Pairs, join_in, self_join_in};
use super::super::sort::{Repeats, Sorter};
use super::Watch;
use super::build::FingerprintIndexOptions;
use super::input::{self, Enough, Input};
use super::manifest::{FileEntry, Manifest};
use super::open::{is_other, read};
use twinprint::table::{Shard, join_plan};

/// How many fingerprints a core takes at a time: as many as a join deals out together.
const CHUNK: usize = 1 << 20;

/// How two sets of fingerprints are joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joining {
    /// The most bits in which the two of a pair may differ, to [`MAX_K`](twinprint::table::MAX_K), whatever the index's are;
    /// none for the index's, or 3 for a file.
    pub k: Option<u32>,
    /// The bytes of memory that pairs may take while they are sorted.
    pub memory: u64,
    /// Where pairs go that this does not hold.
    pub folder: PathBuf,
}

impl Default for Joining {
    /// As much memory as for building, and the system's folder for temporary files.
    fn default() -> Self {
        Joining { k: None, memory: FingerprintIndexOptions::default().memory, folder: std::env::temp_dir() }
    }
}

impl Joining {
    fn sorter<C: StoredCode>(&self) -> Sorter<(C, C)> {
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        Sorter::new(memory, &self.folder, Repeats::Drop)
    }

    /// As [`k`](Joining::k); a k that is too large is refused before anything is read.
    fn checked_k<C: StoredCode>(&self, fingerprints: &Fingerprints) -> Result<u32, Error> {
        let k = self.k(fingerprints);
        join_plan::<C>(k, 0)?;
        Ok(k)
    }

    /// The most bits in which the two of a pair may differ.
    pub fn k(&self, fingerprints: &Fingerprints) -> u32 {
        self.k.unwrap_or(match fingerprints {
            Fingerprints::Index(_, manifest) => manifest.k,
            Fingerprints::File(_) => FingerprintIndexOptions::default().k,
        })
    }
}

/// Where fingerprints stream from.
#[derive(Debug, Clone)]
pub enum Fingerprints {
    /// The index in a folder.
    Index(PathBuf, Manifest),
    /// A file.
    File(Input),
}

impl Fingerprints {
    /// The index in a folder, or a file, or standard input for `-`.
    ///
    /// # Errors
    /// As [`Manifest::read`], of a folder.
    pub fn new(operand: &OsStr) -> Result<Self, Error> {
        let path = Path::new(operand);
        match path.is_dir() {
            true => Ok(Fingerprints::Index(path.into(), Manifest::read(path)?)),
            false => Ok(Fingerprints::File(Input::new(path))),
        }
    }

    /// How many bytes are read, as far as that is known before.
    pub fn bytes(&self) -> u64 {
        match self {
            Fingerprints::Index(_, manifest) => manifest.first_table().map(|file| file.bytes).sum(),
            Fingerprints::File(input) => input.bytes(),
        }
    }

    /// Gives them in chunks until no more is wanted.
    fn stream<C: StoredCode>(&self, watch: &dyn Watch, give: Give<'_, Vec<C>>) -> Result<(), Error> {
        match self {
            Fingerprints::Index(folder, manifest) => stream_index(folder, manifest, watch, give),
            Fingerprints::File(input) => stream_file(input, watch, give),
        }
    }

    /// All of them, in memory.
    fn all<C: StoredCode>(&self, watch: &dyn Watch) -> Result<Vec<C>, Error> {
        let mut all = Vec::new();
        self.stream(watch, &mut |chunk: Vec<C>| {
            all.extend(chunk);
            true
        })?;
        Ok(all)
    }
}

/// Every pair of a query and a fingerprint within k bits of it, sorted and each once. The queries are in memory.
///
/// ```
/// use twinprint_native::index::{Fingerprints, Input, Joining, join};
/// let folder = tempfile::tempdir()?;
/// let path = |name: &str| folder.path().join(name);
/// std::fs::write(path("prints"), "00000000000000ff\n00000000000000fe\n")?;
/// std::fs::write(path("queries"), "0000000000000000\n00000000000000f6\n")?;
/// let fingerprints = Fingerprints::new(path("prints").as_os_str())?;
/// let mut pairs = join::<u64>(&fingerprints, &Input::new(path("queries")), &Joining::default(), &())?;
/// let pair = pairs.next().expect("a pair")?;
/// assert_eq!((pair.query, pair.fingerprint, pair.distance), (0xF6, 0xFE, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Index`] for what is read, [`Error::Core`] for a damaged shard and a k that is too
/// large, [`Error::Unwritable`] where pairs do not go into memory and cannot be written.
pub fn join<C: StoredCode>(
    fingerprints: &Fingerprints,
    queries: &Input,
    joining: &Joining,
    watch: &dyn Watch,
) -> Result<Pairs<C>, Error> {
    if matches!((fingerprints, queries), (Fingerprints::File(Input::StandardInput), Input::StandardInput)) {
        return Err(Error::StandardInputTwice);
    }
    let k = joining.checked_k::<C>(fingerprints)?;
    let queries = Fingerprints::File(queries.clone()).all(&())?;
    let stream = |give: Give<'_, Vec<C>>| fingerprints.stream(watch, give);
    join_in(queries, k, stream, joining.sorter())
}

/// Every pair of two different fingerprints within k bits, sorted and each once. All fingerprints are in memory, and with
/// every core some of them twice again.
///
/// # Errors
/// As [`join`].
pub fn self_join<C: StoredCode>(
    fingerprints: &Fingerprints,
    joining: &Joining,
    watch: &dyn Watch,
) -> Result<Pairs<C>, Error> {
    let k = joining.checked_k::<C>(fingerprints)?;
    let begun = |part, parts| watch.comparing(part, parts);
    self_join_in(fingerprints.all(watch)?, k, begun, joining.sorter())
}

fn stream_file<C: StoredCode>(input: &Input, watch: &dyn Watch, give: Give<'_, Vec<C>>) -> Result<(), Error> {
    let (mut chunks, read) = (Chunks::new(give), Arc::new(AtomicU64::new(0)));
    input::for_each(slice::from_ref(input), &read, |entry| {
        if !chunks.take(&[entry.code]) {
            return Ok(Enough::Yes);
        }
        if chunks.chunk.is_empty() {
            watch.reading(read.load(Ordering::Relaxed));
        }
        Ok(Enough::No)
    })?;
    chunks.finish();
    Ok(())
}

fn stream_index<C: StoredCode>(
    folder: &Path,
    manifest: &Manifest,
    watch: &dyn Watch,
    give: Give<'_, Vec<C>>,
) -> Result<(), Error> {
    let mut chunks = Chunks::new(give);
    let (files, mut read_bytes, mut codes) = (manifest.first_table().collect::<Vec<_>>(), 0, 0);
    for (number, file) in files.iter().enumerate() {
        let shard = open_shard::<C>(folder, manifest, file, (number, files.len()))?;
        codes += shard.len();
        let mut wanted = true;
        shard.for_each_run(|run| wanted = wanted && chunks.take(run))?;
        if !wanted {
            return Ok(());
        }
        read_bytes += file.bytes;
        watch.reading(read_bytes);
    }
    if files.is_empty() || codes != manifest.fingerprints {
        return Err(is_other(folder));
    }
    chunks.finish();
    Ok(())
}

/// A shard of the first table, at its place among all of them.
fn open_shard<C: StoredCode>(
    folder: &Path,
    manifest: &Manifest,
    file: &FileEntry,
    place: (usize, usize),
) -> Result<Shard<C, Vec<u8>>, Error> {
    let (name, bytes) = read(folder, file)?;
    let shard = Shard::<C, _>::open(&name, bytes)?;
    let header = shard.header();
    let found = (usize::from(header.shard.0), usize::from(header.shard.1));
    match header.table.0 == 0 && found == place && manifest.is_of(header.family) {
        true => Ok(shard),
        false => Err(is_other(folder)),
    }
}

/// Codes that are gathered until they are a chunk.
struct Chunks<'a, C> {
    chunk: Vec<C>,
    give: Give<'a, Vec<C>>,
}

impl<'a, C: StoredCode> Chunks<'a, C> {
    fn new(give: Give<'a, Vec<C>>) -> Self {
        Chunks { chunk: Vec::with_capacity(CHUNK), give }
    }

    /// Takes some codes, and tells whether more are wanted.
    fn take(&mut self, mut codes: &[C]) -> bool {
        while !codes.is_empty() {
            let (now, later) = codes.split_at(codes.len().min(CHUNK - self.chunk.len()));
            self.chunk.extend_from_slice(now);
            if self.chunk.len() == CHUNK && !(self.give)(replace(&mut self.chunk, Vec::with_capacity(CHUNK)))
            {
                return false;
            }
            codes = later;
        }
        true
    }

    /// Gives what is left.
    fn finish(mut self) {
        (self.give)(take(&mut self.chunk));
    }
}
