//! Changes of an index of documents as wholes: documents added, and others gone.
//!
//! Naively each addition is a segment of its own, and a look-up goes through all of them. Here a new segment takes up those before it that
//! are no larger, so that there are no more than the logarithm of the number of documents. What goes is not written again.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::super::Watch;
use super::super::corpus::{Adding, Ids, Labels};
use super::super::folder::Folder;
use super::super::names::Interned;
use super::build::{Changed, fingerprint, held, manifest, names};
use super::open::{OpenDocuments, open};
use super::segment::SegmentWriter;
use crate::Error;
use crate::corpus::Documents;
use twinprint::seen::{DocumentFingerprints, DocumentsManifest};

/// What came of removing documents.
#[derive(Debug)]
pub struct Removed {
    /// What the index says of itself.
    pub manifest: DocumentsManifest,
    /// How many documents were removed.
    pub removed: u64,
    /// The ids that no document of the index has.
    pub unknown: Vec<String>,
}

/// Adds documents to the index in a folder. Either all of them are added that can be, or, if an error ends it, none.
///
/// # Errors
/// As [`build`](super::build()), and [`Error::SameId`] for a document with the id of one of the index, unless it is to take its place.
pub fn add(
    documents: Documents,
    folder: &Path,
    adding: &Adding,
    watch: &dyn Watch,
) -> Result<Changed, Error> {
    // What is no index is not made a folder of one.
    open(folder)?;
    held(folder, |held| {
        let before = open(folder)?;
        let mut there = Ids::default();
        before.index().ids(0..before.manifest().segments.len()).try_for_each(|id| {
            there.insert(&id?);
            Ok::<_, Error>(())
        })?;
        let (mut new, mut labels, mut replaced) = (Vec::new(), Labels::default(), HashSet::new());
        let passed = fingerprint(documents, before.design(), adding.taking, watch, |id, document, place| {
            if there.contains(&id) {
                if !adding.replace {
                    return Err(Error::SameId { id, place: place.to_string() });
                }
                replaced.insert(id.clone());
            }
            labels.insert(&id, place)?;
            new.push((id, document));
            Ok(())
        })?;
        let (added, gone) = (new.len() as u64, replaced.len() as u64);
        let kept = if gone > 0 { 0 } else { larger(&before, added) };
        let manifest = write(held, before, kept, new, adding.memory, watch, |id| !replaced.contains(id))?;
        Ok(Changed { manifest, added, replaced: gone, passed })
    })
}

/// How many segments, from the first on, are larger than all that come after them.
fn larger(index: &OpenDocuments, new: u64) -> usize {
    let (mut kept, mut behind) = (index.manifest().segments.len(), new);
    while let Some(segment) = index.manifest().segments[..kept].last()
        && u64::from(segment.documents) <= behind
    {
        (kept, behind) = (kept - 1, behind + u64::from(segment.documents));
    }
    kept
}

/// Removes the documents with these ids from the index in a folder: all others are written anew, as one segment.
///
/// # Errors
/// As [`open`](super::open()), and [`Error::Unwritable`]. The index is then as it was.
pub fn remove(folder: &Path, ids: &[String], memory: u64) -> Result<Removed, Error> {
    let wanted: BTreeSet<&str> = ids.iter().map(|id| &**id).collect();
    let mut unknown = wanted.clone();
    open(folder)?;
    let manifest = held(folder, |held| {
        let stays = |id: &str| {
            unknown.remove(id);
            !wanted.contains(id)
        };
        write(held, open(folder)?, 0, Vec::new(), memory, &(), stays)
    })?;
    let removed = (wanted.len() - unknown.len()) as u64;
    Ok(Removed { manifest, removed, unknown: unknown.into_iter().map(String::from).collect() })
}

/// Makes the index in a folder one segment, as if it had been built at once.
///
/// # Errors
/// As [`remove()`].
pub fn merge(folder: &Path, memory: u64, watch: &dyn Watch) -> Result<DocumentsManifest, Error> {
    open(folder)?;
    held(folder, |held| write(held, open(folder)?, 0, Vec::new(), memory, watch, |_| true))
}

/// Writes the index in a folder to another as it is to be published: one segment, and nothing of documents that are gone. What was
/// published there before is replaced, its manifest last.
///
/// # Errors
/// As [`remove()`], and [`Error::Occupied`] if something else is in the folder.
pub fn publish(
    folder: &Path,
    out: &Path,
    memory: u64,
    watch: &dyn Watch,
) -> Result<DocumentsManifest, Error> {
    let before = open(folder)?;
    let target = Folder::hold_apart(folder, out)?;
    let published = write(&target, before, 0, Vec::new(), memory, watch, |_| true);
    match &published {
        Ok(_) => target.leave(),
        Err(_) => target.clean_up(),
    }
    published
}

/// Writes an index of the first `kept` segments of another, and one of its other documents whose ids `stays` holds, and of new ones.
fn write(
    folder: &Folder,
    before: OpenDocuments,
    kept: usize,
    new: Vec<(String, DocumentFingerprints)>,
    memory: u64,
    watch: &dyn Watch,
    mut stays: impl FnMut(&str) -> bool,
) -> Result<DocumentsManifest, Error> {
    let entries = &before.manifest().segments;
    let has_names = !new.is_empty() || entries.iter().any(|segment| segment.names.is_some());
    let making = folder.begin()?;
    let mut segment = SegmentWriter::new(*before.design(), &making, memory);
    let (mut names_of_new, rest) = (Interned::default(), kept..entries.len());
    let mut ids = before.index().ids(rest.clone());
    before.index().for_each(rest, |values, words| {
        let id = ids.next().unwrap_or_else(|| Ok(String::new()))?;
        if stays(&id) {
            names_of_new.ordinal(&id);
            segment.push(DocumentFingerprints { values: values.into(), words })?;
        }
        Ok::<_, Error>(())
    })?;
    for (id, document) in new {
        names_of_new.ordinal(&id);
        segment.push(document)?;
    }
    let written = segment.finish(has_names.then_some(names_of_new), watch)?;
    let manifest = manifest(before.design(), entries[..kept].iter().cloned().chain(written).collect());
    // Not every system removes a file while it is mapped.
    drop(ids);
    drop(before);
    making.publish(&names(&manifest), &manifest.to_json())?;
    Ok(manifest)
}
