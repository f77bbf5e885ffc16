//! An index as static files in a folder of its own, and an index merged where it is.

use std::path::Path;

use super::super::super::Error;
use super::super::Watch;
use super::super::folder::Folder;
use super::change::{Change, change, change_held};
use super::journal;
use super::manifest::read;
use super::merge::copy;
use super::open::read_file;
use super::signing;
use twinprint::index::{FileEntry, Layout, Manifest, Signing};

/// Makes the index in a folder one segment, as it would be if it had been built at once of the documents that are left.
///
/// Adding merges small segments by itself, so that each has more than twice the documents of the next; this does the rest,
/// and nothing is left of removed documents.
///
/// # Errors
/// As [`add`](super::add()).
pub fn merge(folder: &Path, memory: u64, watch: &dyn Watch) -> Result<Manifest, Error> {
    let is_merged = |manifest: &Manifest| match &manifest.segments[..] {
        [] => true,
        [segment] => segment.removed.is_none(),
        _ => false,
    };
    let merge =
        |change: &mut Change<'_>| if is_merged(&change.manifest) { Ok(()) } else { change.merge_from(0) };
    Ok(change(folder, memory, watch, merge)?.0)
}

/// Writes the index in a folder as one segment to another, `out`: files named by their content that never change, and the
/// manifest last. What was published there before is replaced; nothing else is in it, and nothing of removed documents.
///
/// # Errors
/// As [`add`](super::add()), of both folders; [`Error::Occupied`] if there is something else in `out`.
pub fn publish(
    folder: &Path,
    out: &Path,
    parts: Option<u32>,
    memory: u64,
    watch: &dyn Watch,
) -> Result<Manifest, Error> {
    let mut manifest = read(folder)?;
    let source = Folder::hold(folder)?;
    if !journal::read(folder, &manifest.checksum)?.is_empty() {
        manifest = change_held(&source, memory, &(), |_| Ok(()))?.0;
    }
    let target = Folder::hold_apart(folder, out)?;
    let published = write(&source, &manifest, &target, parts, memory, watch);
    match &published {
        Ok(_) => target.leave(),
        Err(_) => target.clean_up(),
    }
    published
}

fn write(
    source: &Folder,
    manifest: &Manifest,
    target: &Folder,
    parts: Option<u32>,
    memory: u64,
    watch: &dyn Watch,
) -> Result<Manifest, Error> {
    let layout = Layout { parts: parts.unwrap_or(manifest.layout.parts), ..manifest.layout };
    let mut change = Change::new(Manifest::empty(&manifest.design, layout), target, memory, watch)?;
    let read = |file: &FileEntry| read_file(source.path(), file);
    change.manifest =
        signing::save(change.manifest.clone(), &Signing::read(manifest, read)?, &change.files())?;
    change.append(|writer| copy(&manifest.segments, read, writer))?;
    change.finish()
}
