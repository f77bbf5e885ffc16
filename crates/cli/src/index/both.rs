//! `twinprint index` of two indexes in one folder, of passages and of documents as wholes: build, add, remove, merge, publish.

use std::ffi::OsString;
use std::fs;

use twinprint::Error::InvalidOption;
use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Listing};
use twinprint_native::index::corpus::{self as passages, Adding};
use twinprint_native::index::documents::{self as wholes, DocumentsOptions};
use twinprint_native::index::{BothFolders, both_folders, build_both, change_both};

use super::bars::Bars;
use super::corpus::{add_in, added, build_in, end, ids_to_remove, removed};
use super::{corpus, documents};
use crate::args::{Add, Build, DocumentArguments, Merge, Publish, Remove};
use crate::skipped::part_gone;
use crate::terminal::{counted, print};
use crate::{Outcome, say_note};

pub(super) fn build(options: &Build, as_wholes: &DocumentsOptions) -> Result<Outcome, Error> {
    check_can_be_read_twice(&options.corpus)?;
    let (changed, refusals, others) = build_both(&options.output, |both| {
        let (changed, refusals) = build_in(options, &both.passages)?;
        let read = again(&options.corpus, &options.read_as);
        Ok((changed, refusals, wholes::build(read, &both.documents, as_wholes, &Bars::new(0))?))
    })?;
    say_short(changed.added, others.added);
    let said = format!(
        "{}\n{}",
        corpus::summary(&changed.manifest, &options.output),
        documents::summary(&others.manifest, &options.output)
    );
    end(refusals, &changed, options.json, &said)
}

pub(super) fn add(options: &Add) -> Result<Outcome, Error> {
    check_can_be_read_twice(&options.corpus)?;
    let adding = Adding {
        replace: options.replace,
        memory: options.work.memory,
        taking: options.taking.taking(&options.read_as),
    };
    let (changed, refusals, others) = change_both(&options.index, |both| {
        let (changed, refusals) = add_in(options, &both.passages)?;
        let read = again(&options.corpus, &options.read_as);
        Ok((changed, refusals, wholes::add(read, &both.documents, &adding, &Bars::new(0))?))
    })?;
    say_short(changed.added, others.added);
    let said = format!(
        "{}{}\n{}",
        added(changed.added, changed.replaced),
        corpus::summary(&changed.manifest, &options.index),
        documents::summary(&others.manifest, &options.index)
    );
    end(refusals, &changed, options.json, &said)
}

pub(super) fn remove(options: &Remove) -> Result<Outcome, Error> {
    let ids = ids_to_remove(options)?;
    let (done, others) = change_both(&options.index, |both| {
        let done = passages::remove(&both.passages, &ids, options.work.memory)?;
        Ok((done, wholes::remove(&both.documents, &ids, options.work.memory)?))
    })?;
    let said = format!(
        "{}\n{}",
        corpus::summary(&done.manifest, &options.index),
        documents::summary(&others.manifest, &options.index)
    );
    // One that is too short to be known as a whole is in the index of passages alone.
    removed(done.removed, &done.unknown, &said)
}

pub(super) fn merge(options: &Merge) -> Result<Outcome, Error> {
    let (of_passages, of_wholes) = change_both(&options.index, |both| {
        let manifest = passages::merge(&both.passages, options.work.memory, &Bars::new(0))?;
        Ok((manifest, wholes::merge(&both.documents, options.work.memory, &Bars::new(0))?))
    })?;
    print(&format!(
        "{}\n{}",
        corpus::summary(&of_passages, &options.index),
        documents::summary(&of_wholes, &options.index)
    ))?;
    Ok(Outcome::default())
}

/// Publishes either in a folder of its own, which has an address of its own.
pub(super) fn publish(options: &Publish) -> Result<Outcome, Error> {
    let (both, memory, bars) = (both_folders(&options.index)?, options.work.memory, Bars::new(0));
    let out = BothFolders::below(&options.output);
    let place = || options.output.to_string_lossy().into_owned();
    fs::create_dir_all(&options.output).map_err(|reason| Error::Unwritable { place: place(), reason })?;
    let manifest = passages::publish(&both.passages, &out.passages, options.parts, memory, &bars)?;
    let said = format!("{}\n", corpus::summary(&manifest, &out.passages));
    let said = said
        + &match options.ranges {
            true => {
                let manifest = wholes::publish_by_ranges(&both.documents, &out.documents, memory, &bars)?;
                documents::by_ranges(&manifest, &out.documents)
            }
            false => {
                let manifest = wholes::publish(&both.documents, &out.documents, memory, &bars)?;
                documents::summary(&manifest, &out.documents)
            }
        };
    print(&said)?;
    Ok(Outcome::default())
}

fn check_can_be_read_twice(operands: &[OsString]) -> Result<(), Error> {
    match operands.iter().any(|operand| operand == "-") {
        false => Ok(()),
        true => Err(Error::Core(InvalidOption {
            option: "CORPUS",
            value: "-".into(),
            expected: "files, which can be read once for passages and once for documents as wholes: standard input can be read only once",
        })),
    }
}

/// The documents once more: what cannot be read was said when they were read for their passages.
fn again(operands: &[OsString], read_as: &DocumentArguments) -> Documents {
    let mut listing = Listing::with_archives(operands);
    part_gone(&mut listing);
    read_as.documents(listing.entries).opening_archives()
}

/// Says that some documents are known by their passages alone.
fn say_short(of_passages: u64, of_wholes: u64) {
    let short = of_passages.saturating_sub(of_wholes);
    if short > 0 {
        say_note(format_args!(
            "{} too short to be known as a whole: their passages are found",
            counted(short, "document")
        ));
    }
}
