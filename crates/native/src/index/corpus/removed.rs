//! Documents removed from an index: they stand where they stood until segments are merged, and are in no answer.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::super::Error;
use super::change::{Change, change};
use super::documents::for_each_source;
use super::files::REMOVED;
use twinprint::index::{self, Manifest};

/// What came of removing documents.
#[derive(Debug)]
pub struct Removed {
    /// What the index says of itself.
    pub manifest: Manifest,
    /// How many documents were removed.
    pub removed: u64,
    /// The ids that no document of the index has.
    pub unknown: Vec<String>,
}

/// Removes the documents with these ids from the index in a folder.
///
/// They are in no answer from then on. What is in the files of them is gone when their segment is merged, at the latest by
/// [`merge`](super::merge()), and stands in nothing that is published.
///
/// # Errors
/// As [`add`](super::add()).
pub fn remove(folder: &Path, ids: &[String], memory: u64) -> Result<Removed, Error> {
    let (manifest, unknown) = change(folder, memory, &(), |change| {
        let segments = change.manifest.segments.len();
        mark(change, ids, segments)
    })?;
    let distinct = ids.iter().collect::<BTreeSet<_>>().len() as u64;
    Ok(Removed { manifest, removed: distinct - unknown.len() as u64, unknown })
}

/// Marks documents with these ids as removed from the first `segments` segments; returns the ids that none of them has.
pub(super) fn mark(change: &mut Change<'_>, ids: &[String], segments: usize) -> Result<Vec<String>, Error> {
    let mut wanted: BTreeSet<&str> = ids.iter().map(|id| &**id).collect();
    for number in 0..segments {
        if wanted.is_empty() {
            break;
        }
        let segment = &change.manifest.segments[number];
        let (mut removed, mut found) = (Vec::new(), 0);
        for_each_source(
            segment,
            |file| change.read(file),
            |document, source| {
                let is_wanted = !source.removed && wanted.remove(&*source.id);
                found += u64::from(is_wanted);
                if source.removed || is_wanted {
                    let first = source.first as u32;
                    removed.push((document, first..first + source.passages.len() as u32));
                }
                Ok(())
            },
        )?;
        if found > 0 {
            let bytes = index::Removed::of(removed).to_bytes();
            let file = change.files().save(REMOVED, &bytes, bytes.len() as u64)?;
            change.manifest.segments[number].removed = Some(file);
            change.manifest.documents -= found;
        }
    }
    let unknown: BTreeSet<String> = wanted.into_iter().map(String::from).collect();
    Ok(unknown.into_iter().collect())
}
