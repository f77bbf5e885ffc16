//! Documents added to an index, as a segment of their own.

use std::path::Path;

use super::super::super::Error;
use super::super::super::corpus::Documents;
use super::super::Watch;
use super::change::change;
use super::documents::for_each_source;
use super::ingest::{Ids, Ingest, Labels, ReadingNotes, Taking};
use super::removed::mark;
use twinprint::index::{Manifest, Signing};

/// How documents are added.
#[derive(Debug, Clone, Copy)]
pub struct Adding {
    /// A document whose id is in the index takes the place of the one that is there; else it is an error.
    pub replace: bool,
    /// What is a document's id, and what happens to one that cannot be taken in.
    pub taking: Taking,
    /// The bytes of memory that fingerprints and shingles may take while they are sorted.
    pub memory: u64,
}

/// What came of building an index, or of adding to it.
#[derive(Debug)]
pub struct Changed {
    /// What the index says of itself.
    pub manifest: Manifest,
    /// How many documents were added.
    pub added: u64,
    /// How many of them took the place of another.
    pub replaced: u64,
    /// What was skipped.
    pub passed: ReadingNotes,
}

/// Adds documents to the index in a folder.
///
/// They stand in a segment of their own, or in one that is merged with others; see [`merge`](super::merge). Either all of
/// them are added that can be, or, if an error ends it, none.
///
/// # Errors
/// As [`read`](super::read), [`Error::SameLabel`] for two of the documents of one id, [`Error::SameId`] for one with the id of one of the index, [`Error::Refused`], [`Error::Index`] while another
/// process changes the index, [`Error::Unreadable`] and
/// [`Error::Unwritable`] of the index, [`Error::Core`] for what of it is damaged. The index is then as it was.
pub fn add(
    documents: Documents,
    folder: &Path,
    adding: &Adding,
    watch: &dyn Watch,
) -> Result<Changed, Error> {
    let changed = change(folder, adding.memory, watch, |change| {
        let mut there = Ids::default();
        for segment in &change.manifest.segments {
            for_each_source(
                segment,
                |file| change.read(file),
                |_, source| {
                    if !source.removed {
                        there.insert(&source.id);
                    }
                    Ok(())
                },
            )?;
        }
        let design = change.manifest.design.clone();
        let signing = Signing::read(&change.manifest, |file| change.read(file))?;
        let with_text = change.manifest.layout.texts;
        let ingest = Ingest { taking: adding.taking, design: &design, signing: &signing, with_text };
        let (mut new, mut replaced, mut added) = (Labels::default(), Vec::new(), 0);
        let before = change.manifest.segments.len();
        let passed = change.append(|writer| {
            ingest.run(documents, watch, |record, place| {
                let id = &record.source.id;
                let is_there = there.contains(id);
                if is_there && !adding.replace {
                    return Err(Error::SameId { id: id.clone(), place: place.to_string() });
                }
                new.insert(id, place)?;
                if is_there {
                    replaced.push(id.clone());
                }
                added += 1;
                writer.push(&record)
            })
        })?;
        mark(change, &replaced, before)?;
        Ok((added, replaced.len() as u64, passed))
    });
    let (manifest, (added, replaced, passed)) = changed?;
    Ok(Changed { manifest, added, replaced, passed })
}
