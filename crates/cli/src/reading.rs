//! Reading a corpus for a scan or a study: once with progress, from where it was stopped, and some documents a second time.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Entry, Listing, Origin, Position, Source};
use twinprint_native::scan::{Catalogue, Gathered, Ingest, Keeping, Row};

use crate::progress::Progress;
use crate::say_note;

/// Takes a corpus in, or what is left of it to read.
pub(crate) fn gather(
    ingest: &Ingest,
    listing: &Listing,
    documents: impl Fn() -> Documents,
    keeping: &Keeping,
) -> Result<Gathered, Error> {
    let bytes = listing.bytes();
    let progress = Progress::bytes("Reading", bytes);
    let read = OnceCell::<Arc<AtomicU64>>::new();
    let before = Cell::new(0);
    let far = || read.get().map_or(0, |read| read.load(Ordering::Relaxed));
    let from = |from: Position| {
        if from != Position::default() {
            let earlier = listing.entries.iter().take(from.entry).cloned().collect();
            before.set(Listing { entries: earlier, ..Listing::default() }.bytes());
            let file = listing.entries.get(from.entry).map_or("the end", |entry| &entry.name);
            say_note(format_args!(
                "going on where it was stopped: {file}, from number {} on",
                from.number + 1
            ));
        }
        let documents = documents().skip_to(from.entry, from.number);
        let _ = read.set(documents.bytes_read());
        documents.into_batches()
    };
    let gathered = ingest.gather(from, keeping, &mut |notes| {
        notes.iter().for_each(say_note);
        progress.at(far());
    });
    if gathered.is_ok() && read.get().is_none() {
        say_note("going on where it was stopped: every document was read");
    }
    gathered.map_err(|error| match error {
        // Not by how far was read: that is ahead of what was taken, and of a small corpus all of it.
        Error::Full { place, written, read, .. } => {
            let taken = read + before.get();
            let needed = (taken > 0).then(|| (written as f64 * bytes as f64 / taken as f64) as u64);
            Error::Full { place, written, read, needed }
        }
        error => error,
    })
}

/// What tells the files of a listing as they are now from any others.
pub(crate) fn state(listing: &Listing) -> String {
    let mut state = String::new();
    for entry in &listing.entries {
        if entry.is_piped() {
            // What comes now may be something else.
            state += &format!("{} {:?}\n", process::id(), SystemTime::now());
        } else if let Origin::File(path) = &entry.origin
            && let Ok(file) = path.metadata()
        {
            let changed = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            state += &format!("{path:?} {} {changed:?}\n", file.len());
        } else if let Origin::Texts { file, .. } = &entry.origin {
            // It is named by its content.
            state += &format!("{file:?}\n");
        }
    }
    state
}

/// The documents with these ordinals, as far as they can be read again: what is piped in cannot.
pub(crate) fn again(
    listing: &Listing,
    documents: impl Fn() -> Documents,
    catalogue: &Catalogue,
    wanted: &BTreeSet<u32>,
) -> HashMap<u32, Source> {
    let mut found = HashMap::new();
    let Ok(()) = each_again(listing, documents, catalogue, wanted, |ordinal, source| {
        found.insert(ordinal, source);
        Ok::<(), Infallible>(())
    });
    found
}

/// As [`again`], one after the other.
pub(crate) fn each_again<E>(
    listing: &Listing,
    documents: impl Fn() -> Documents,
    catalogue: &Catalogue,
    wanted: &BTreeSet<u32>,
    mut take: impl FnMut(u32, Source) -> Result<(), E>,
) -> Result<(), E> {
    let ordinals: Vec<u32> = wanted.iter().copied().collect();
    let file = |ordinal: u32| catalogue.row(ordinal).file;
    for of_file in ordinals.chunk_by(|&x, &y| file(x) == file(y)) {
        let start = position(catalogue.row(of_file[0]));
        let again = listing.entries.get(start.entry);
        if again.is_none_or(Entry::is_piped) {
            continue;
        }
        let mut documents = documents().skip_to(start.entry, start.number);
        for &ordinal in of_file {
            let place = position(catalogue.row(ordinal));
            let source = documents.by_ref().map_while(|source| match source {
                Ok(source) if source.place.position > place => None,
                source => Some(source),
            });
            let source = source.flatten().find(|source| source.place.position == place);
            source.map_or(Ok(()), |source| take(ordinal, source))?;
        }
    }
    Ok(())
}

/// Where a document stands in its listing.
pub(crate) fn position(row: &Row) -> Position {
    Position { entry: row.file as usize, number: row.number.into() }
}

/// A folder below another that is gone when this is.
pub(crate) fn temporary_folder(folder: &Path) -> Result<tempfile::TempDir, Error> {
    let unwritable =
        |reason: io::Error| Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason };
    tempfile::Builder::new().prefix(".twinprint-").tempdir_in(folder).map_err(unwritable)
}
