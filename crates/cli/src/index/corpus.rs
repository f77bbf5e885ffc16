//! `twinprint index` of documents: build, add, remove, merge, publish.

use std::ffi::OsString;
use std::path::Path;
use std::{env, fs, io};

use twinprint::Error::InvalidOption;
use twinprint::index::Manifest;
use twinprint::text::BoilerplateRule;
use twinprint_native::Error;
use twinprint_native::boilerplate::Learning;
use twinprint_native::corpus::{Documents, Listing};
use twinprint_native::index::corpus::{self as index, Adding, Changed, ReadingNotes};

use super::bars::Bars;
use crate::args::{Add, Build, DocumentArguments, Merge, Publish, Remove};
use crate::boilerplate::learned;
use crate::refusals::Refusals;
use crate::skipped::{part_gone, say_skipped};
use crate::terminal::{counted, print, visible};
use crate::verbose::say_settings;
use crate::{Outcome, say_note};

pub(super) fn build(options: &Build) -> Result<Outcome, Error> {
    let (changed, refusals) = build_in(options, &options.output)?;
    let said = format!("{}\n", summary(&changed.manifest, &options.output));
    end(refusals, &changed, options.json, &said)
}

/// Builds the index of what was given in a folder.
pub(super) fn build_in(options: &Build, folder: &Path) -> Result<(Changed, Refusals), Error> {
    let index_options = options.corpus_options(|| {
        let listing = Listing::new(&options.corpus);
        let learning = Learning {
            rule: BoilerplateRule::default(),
            by_group: false,
            memory: options.memory as usize / 2,
            folder: env::temp_dir(),
        };
        learned(&listing, |entries| options.read_as.documents(entries), &learning)
    })?;
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let (documents, bars) = read(&options.corpus, &options.read_as, ("indexed", &mut refusals))?;
    let changed = index::build(documents, folder, &index_options, &bars)?;
    say_settings(&changed.manifest.design);
    Ok((changed, refusals))
}

pub(super) fn add(options: &Add) -> Result<Outcome, Error> {
    let (changed, refusals) = add_in(options, &options.index)?;
    let added = added(changed.added, changed.replaced);
    let said = format!("{added}{}\n", summary(&changed.manifest, &options.index));
    end(refusals, &changed, options.json, &said)
}

/// Adds what was given to the index in a folder.
pub(super) fn add_in(options: &Add, folder: &Path) -> Result<(Changed, Refusals), Error> {
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let (documents, bars) = read(&options.corpus, &options.read_as, ("added", &mut refusals))?;
    let adding = Adding {
        replace: options.replace,
        memory: options.work.memory,
        taking: options.taking.taking(&options.read_as),
    };
    let changed = index::add(documents, folder, &adding, &bars)?;
    Ok((changed, refusals))
}

/// Says what became of what was read, and what the index is then.
pub(super) fn end(
    mut refusals: Refusals,
    changed: &Changed,
    json: bool,
    said: &str,
) -> Result<Outcome, Error> {
    say_passed(&changed.passed);
    if !json {
        print(said)?;
    }
    refusals.of_files(&changed.passed.files, changed.added)?;
    refusals.end(json)
}

/// How many documents were added, in a line.
pub(super) fn added(added: u64, replaced: u64) -> String {
    let replaced = match replaced {
        0 => String::new(),
        replaced => format!(", {replaced} of them in place of others"),
    };
    format!("{} added{replaced}\n", counted(added, "document"))
}

pub(super) fn remove(options: &Remove) -> Result<Outcome, Error> {
    let done = index::remove(&options.index, &ids_to_remove(options)?, options.work.memory)?;
    removed(done.removed, &done.unknown, &format!("{}\n", summary(&done.manifest, &options.index)))
}

/// The ids that are given, and those of files.
pub(super) fn ids_to_remove(options: &Remove) -> Result<Vec<String>, Error> {
    let mut ids = options.ids.clone();
    for file in &options.from {
        let text = match file == "-" {
            true => io::read_to_string(io::stdin()),
            false => fs::read_to_string(file),
        };
        let place = || file.to_string_lossy().into_owned();
        let text = text.map_err(|reason| Error::Unreadable { place: place(), reason })?;
        ids.extend(text.lines().filter(|id| !id.is_empty()).map(String::from));
    }
    Ok(ids)
}

/// Says how many documents were removed, which ids are unknown, and what the index is then.
pub(super) fn removed(count: u64, unknown: &[String], summary: &str) -> Result<Outcome, Error> {
    for id in unknown {
        say_note(format_args!("{id}: no document of the index has this id"));
    }
    print(&format!("{} removed\n{summary}", counted(count, "document")))?;
    Ok(Outcome { refused: !unknown.is_empty(), ..Outcome::default() })
}

pub(super) fn merge(options: &Merge) -> Result<Outcome, Error> {
    let manifest = index::merge(&options.index, options.work.memory, &Bars::new(0))?;
    print(&format!("{}\n", summary(&manifest, &options.index)))?;
    Ok(Outcome::default())
}

pub(super) fn publish(options: &Publish) -> Result<Outcome, Error> {
    if options.ranges {
        let expected = "nothing: an index of passages is read by ranges as it is";
        return Err(Error::Core(InvalidOption { option: "ranges", value: "given".into(), expected }));
    }
    let manifest =
        index::publish(&options.index, &options.output, options.parts, options.work.memory, &Bars::new(0))?;
    print(&format!("{}\n", summary(&manifest, &options.output)))?;
    Ok(Outcome::default())
}

/// Documents that are being read, with their bar. Errors only if there is nothing to read.
pub(super) fn read(
    operands: &[OsString],
    read_as: &DocumentArguments,
    (verb, refusals): (&'static str, &mut Refusals),
) -> Result<(Documents, Bars), Error> {
    let mut listing = Listing::with_archives(operands);
    part_gone(&mut listing);
    let last = if listing.entries.is_empty() { listing.errors.pop() } else { None };
    refusals.listing(&listing);
    refusals.account_for(verb, &listing);
    if let Some(error) = last {
        return Err(error);
    }
    refusals.proceed()?;
    let bars = Bars::new(listing.bytes());
    Ok((read_as.documents(listing.entries).opening_archives(), bars))
}

pub(super) fn say_passed(passed: &ReadingNotes) {
    passed.notes.iter().for_each(say_note);
    say_skipped(&passed.skipped);
}

/// What an index is, in a line.
pub(super) fn summary(manifest: &Manifest, folder: &Path) -> String {
    let files: Vec<_> = manifest.files().collect();
    let bytes = files.iter().map(|file| file.bytes).sum();
    format!(
        "{}: {} and {} in {}, {} in {}",
        visible(&folder.to_string_lossy()),
        counted(manifest.documents, "document"),
        counted(manifest.passages, "passage"),
        counted(manifest.segments.len() as u64, "segment"),
        counted(bytes, "byte"),
        counted(files.len() as u64, "file"),
    )
}
