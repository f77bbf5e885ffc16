//! `twinprint study lexicons`: the fusion paper's experiments on labelled documents.

use std::fs;
use std::path::PathBuf;

use twinprint::hash;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing};
use twinprint_study::eval::{Columns, Labels, Rules, Siblings};
use twinprint_study::form::check_folder;
use twinprint_study::lexicons::Signed;

use super::give;
use crate::args::{self, IfRefused, Lexicons};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::{Outcome, reading, say_note};

pub(crate) fn run(options: &Lexicons) -> Result<Outcome, Error> {
    check_folder(&options.form.output)?;
    let settings = options.options()?;
    let lists = options.pairs.iter().map(|path| Labels::read_pairs(path, &Columns::default()));
    let labels = Labels::join(lists.collect::<Result<Vec<_>, _>>()?)?;

    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&options.documents, &mut refusals);
    refusals.account_for("signed", &listing);
    let state = state(options, &listing)?;
    let progress = Progress::bytes("Signing", listing.bytes());
    let documents = corpus::documents(listing.entries);
    let signed = refusals.taken(documents, &progress, |documents, on_document| {
        Signed::new(&settings, documents, on_document)
    })?;
    drop(progress);

    let siblings = match options.copies {
        args::Copies::Negative => Siblings::Negative,
        args::Copies::Ignored => Siblings::Ignored,
        args::Copies::Positive => Siblings::Positive,
    };
    let truth = labels.among(&signed.names(), &Rules { siblings, ..Rules::default() })?;
    truth.note().iter().for_each(say_note);
    let progress = Progress::new("Trying", signed.settings());
    let trials = signed.try_all(&settings, &truth, Some(&state), || progress.step())?;
    progress.end();
    give(signed.report(&settings, &truth, &trials), &options.form)?;
    refusals.end(false)
}

/// Where the study keeps the settings it has tried so far: a folder for each set of options, documents and labels.
fn state(options: &Lexicons, listing: &Listing) -> Result<PathBuf, Error> {
    let labels = Listing::new(&options.pairs);
    let read = (reading::state(listing), reading::state(&labels));
    let task = format!("{} {options:?} {read:?}", env!("CARGO_PKG_VERSION"));
    let folder = options.form.output.join(format!("state/{:032x}", hash::md5(task.as_bytes())));
    let unwritable = |reason| Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason };
    fs::create_dir_all(&folder).map_err(unwritable)?;
    let done = fs::read_dir(&folder).map_err(unwritable)?.count();
    if done > 0 {
        say_note(format_args!("going on where it was stopped: {done} settings were tried"));
    }
    Ok(folder)
}
