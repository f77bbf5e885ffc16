//! `twinprint study recommend`: what to run on a corpus.

use std::sync::atomic::Ordering;

use twinprint::hash;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing};
use twinprint_native::scan::Keeping;
use twinprint_study::form::check_folder;
use twinprint_study::recommend::{RecommendOptions, ingest, measure, study, survey};
use twinprint_study::wholes::{self, DrawnTexts, WholesOptions};

use super::{gather, give};
use crate::args::{IfRefused, Recommend};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::{Outcome, reading};

/// Where the study keeps what it has read and tried so far.
const STATE: &str = "state";

pub(crate) fn run(options: &Recommend) -> Result<Outcome, Error> {
    check_folder(&options.form.output)?;
    if let Some((settings, most)) = options.wholes()? {
        return as_wholes(options, &settings, most);
    }
    let settings = options.options()?;
    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&options.corpus, &mut refusals);
    if let Some(piped) = listing.entries.iter().find(|entry| entry.is_piped()) {
        return Err(Error::ReadOnce { place: piped.name.clone() });
    }
    let state = options.form.output.join(STATE);
    let keeping = Keeping::Folder { folder: state.clone(), task: task(&settings, &listing) };
    let documents = || corpus::documents(listing.entries.clone()).with_temporary(&settings.place.folder);
    let gathered = gather(&mut refusals, &ingest(&settings, &listing), &listing, documents, &keeping)?;
    let comparing = Progress::new("Comparing", 1);
    let surveyed = survey(&settings, &gathered, &|done, all| comparing.of(done as u64, all as u64))?;
    drop(gathered);
    comparing.end();

    let folder = reading::temporary_folder(&settings.place.folder)?;
    let sample = match surveyed.documents as usize <= settings.sample {
        true => Listing { entries: listing.entries.clone(), errors: Vec::new(), notes: Vec::new() },
        false => {
            let drawing = Progress::bytes("Drawing", listing.bytes());
            let documents = documents();
            let read = documents.bytes_read();
            let documents = documents.inspect(|_| drawing.at(read.load(Ordering::Relaxed)));
            surveyed.sample.write(documents, folder.path())?
        }
    };
    let trying = Progress::new("Trying", settings.methods.len() + 1);
    let measured = measure(&settings, &sample, Some(&state), || trying.step())?;
    trying.end();
    let corpus = options.corpus.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>().join(" ");
    give(study(&settings, &corpus, &surveyed, &measured), &options.form)?;
    refusals.end(false)
}

/// The same of documents as wholes: the texts of as many as are tried on, drawn by hashes of their names, are held in memory.
fn as_wholes(options: &Recommend, settings: &WholesOptions, most: usize) -> Result<Outcome, Error> {
    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&options.corpus, &mut refusals);
    refusals.account_for("studied", &listing);
    let reading = Progress::bytes("Reading", listing.bytes());
    let drawn = refusals.taken(corpus::documents(listing.entries), &reading, |documents, on_document| {
        DrawnTexts::of(documents, most, settings.seed, on_document)
    })?;
    drop(reading);
    let trying = Progress::new("Trying", wholes::count());
    let study = wholes::wholes(settings, drawn.texts(), || trying.step())?;
    trying.end();
    give(study, &options.form)?;
    refusals.end(false)
}

/// What is asked for, and of which files: a study goes on only where all of it is the same.
fn task(settings: &RecommendOptions, listing: &Listing) -> String {
    let model = settings.model.as_ref().map(|model| model.id().to_string());
    let alike = (settings.w, settings.thousandths, settings.sample, settings.seed, model, settings.site);
    let task = format!("{} {alike:?} {}", env!("CARGO_PKG_VERSION"), reading::state(listing));
    format!("{:032x}", hash::md5(task.as_bytes()))
}
