//! `twinprint study`: the papers' experiments on a corpus.

mod agreement;
mod hamming;
#[cfg(feature = "serve")]
mod label;
mod lexicons;
mod pairs;
mod recommend;
mod sampling;

use std::env;

use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Listing};
use twinprint_native::scan::{Gathered, Ingest, Keeping};
use twinprint_study::form::Study;

use crate::args::{OutputArguments, StudyCommand};
use crate::refusals::Refusals;
use crate::skipped::say_skipped;
use crate::terminal::print;
use crate::{Outcome, reading};

pub(crate) fn run(command: &StudyCommand) -> Result<Outcome, Error> {
    match command {
        StudyCommand::Agreement(options) => agreement::run(options),
        StudyCommand::Hamming(options) => hamming::run(options),
        #[cfg(feature = "serve")]
        StudyCommand::Label(options) => label::run(options),
        StudyCommand::Lexicons(options) => lexicons::run(options),
        StudyCommand::Recommend(options) => recommend::run(options),
        StudyCommand::Sampling(options) => sampling::run(options),
    }
}

/// Takes a corpus in, counts it, and says what was skipped. What is left has to be something to compare.
fn gather(
    refusals: &mut Refusals,
    intake: &Ingest,
    listing: &Listing,
    documents: impl Fn() -> Documents,
    keeping: &Keeping,
) -> Result<Gathered, Error> {
    let gathered = reading::gather(intake, listing, documents, keeping)?;
    say_skipped(&gathered.skipped);
    refusals.account_for("studied", listing);
    refusals.of_corpus(&gathered)?;
    match gathered.catalogue.len() {
        usable @ (0 | 1) => Err(Error::TooFew { usable }),
        _ => Ok(gathered),
    }
}

/// Writes a study with the command that repeats it, and says what was found.
fn give(mut study: Study, form: &OutputArguments) -> Result<(), Error> {
    study.parameters.command = env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(name) = study.parameters.command.first_mut() {
        *name = "twinprint".into();
    }
    study.write(&form.output)?;
    let mut text: String = study.findings.iter().map(|finding| finding.clone() + "\n\n").collect();
    text += &format!("The report: {}\n", form.output.join("index.html").display());
    print(&text)
}
