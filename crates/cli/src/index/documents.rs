//! `twinprint index` of documents as wholes: build, add, remove, merge.

use std::path::Path;

use twinprint::Error::InvalidOption;
use twinprint::seen::{DocumentsManifest, RangesManifest};
use twinprint_native::Error;
use twinprint_native::index::corpus::{Adding, ReadingNotes};
use twinprint_native::index::documents::{self as index, Changed, DocumentsOptions};

use super::bars::Bars;
use super::corpus::{ids_to_remove, read, removed, say_passed};
use crate::Outcome;
use crate::args::{Add, Build, Merge, Publish, Remove};
use crate::refusals::Refusals;
use crate::terminal::{counted, print, visible};

pub(super) fn build(options: &Build, index_options: &DocumentsOptions) -> Result<Outcome, Error> {
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let (documents, bars) = read(&options.corpus, &options.read_as, ("indexed", &mut refusals))?;
    let Changed { manifest, added, passed, .. } =
        index::build(documents, &options.output, index_options, &bars)?;
    drop(bars);
    end(refusals, &passed, added, options.json, &summary(&manifest, &options.output))
}

pub(super) fn add(options: &Add) -> Result<Outcome, Error> {
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let (documents, bars) = read(&options.corpus, &options.read_as, ("added", &mut refusals))?;
    let adding = Adding {
        replace: options.replace,
        memory: options.work.memory,
        taking: options.taking.taking(&options.read_as),
    };
    let Changed { manifest, added, replaced, passed } =
        index::add(documents, &options.index, &adding, &bars)?;
    drop(bars);
    let said = super::corpus::added(added, replaced) + &summary(&manifest, &options.index);
    end(refusals, &passed, added, options.json, &said)
}

pub(super) fn remove(options: &Remove) -> Result<Outcome, Error> {
    let index::Removed { manifest, removed: count, unknown } =
        index::remove(&options.index, &ids_to_remove(options)?, options.work.memory)?;
    removed(count, &unknown, &summary(&manifest, &options.index))
}

pub(super) fn merge(options: &Merge) -> Result<Outcome, Error> {
    let manifest = index::merge(&options.index, options.work.memory, &Bars::new(0))?;
    print(&summary(&manifest, &options.index))?;
    Ok(Outcome::default())
}

pub(super) fn publish(options: &Publish) -> Result<Outcome, Error> {
    if let Some(parts) = options.parts {
        let expected = "no parts: an index of documents as wholes is published whole";
        let (option, value) = ("parts", parts.to_string());
        return Err(Error::Core(InvalidOption { option, value, expected }));
    }
    let (folder, memory, bars) = (&options.output, options.work.memory, Bars::new(0));
    if options.ranges {
        let manifest = index::publish_by_ranges(&options.index, folder, memory, &bars)?;
        print(&by_ranges(&manifest, folder))?;
    } else {
        let manifest = index::publish(&options.index, folder, memory, &bars)?;
        print(&summary(&manifest, folder))?;
    }
    Ok(Outcome::default())
}

/// Says what became of what was read, and what the index is then.
fn end(
    mut refusals: Refusals,
    passed: &ReadingNotes,
    added: u64,
    json: bool,
    said: &str,
) -> Result<Outcome, Error> {
    say_passed(passed);
    if !json {
        print(said)?;
    }
    refusals.of_files(&passed.files, added)?;
    refusals.end(json)
}

/// What an index is, in a line.
pub(super) fn summary(manifest: &DocumentsManifest, folder: &Path) -> String {
    let files: Vec<_> = manifest.files().collect();
    let bytes = files.iter().map(|file| file.bytes).sum();
    format!(
        "{}: {} as wholes in {}, {} in {}\n",
        visible(&folder.to_string_lossy()),
        counted(manifest.documents, "document"),
        counted(manifest.segments.len() as u64, "segment"),
        counted(bytes, "byte"),
        counted(files.len() as u64, "file"),
    )
}

/// What an index is that is read by ranges, in a line.
pub(super) fn by_ranges(manifest: &RangesManifest, folder: &Path) -> String {
    let files: Vec<_> = manifest.files().collect();
    format!(
        "{}: {} as wholes, to be read by ranges, {} in {}\n",
        visible(&folder.to_string_lossy()),
        counted(manifest.documents, "document"),
        counted(files.iter().map(|file| file.bytes).sum(), "byte"),
        counted(files.len() as u64, "file"),
    )
}
