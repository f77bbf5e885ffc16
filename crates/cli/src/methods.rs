//! Methods and models as they are named on the command line.

use std::path::Path;
use std::sync::Arc;

use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Preset};
use twinprint::text::{Boilerplate, Cleaning};
use twinprint_native::{Error, boilerplate, model};

/// The model that terms are weighed by: a file's, `english` for the one built in, or `none`.
pub(crate) fn model(name: &str) -> Result<Option<Arc<Model>>, Error> {
    match name {
        "none" => Ok(None),
        "english" => Ok(Some(Arc::new(Model::english()?))),
        file => Ok(Some(Arc::new(model::read(Path::new(file))?))),
    }
}

/// The method that an option names, and its line, with the seeds that were drawn and what simhashes count.
pub(crate) fn method(
    option: &str,
    line: &str,
    model: Option<&Arc<Model>>,
) -> Result<(String, Method), Error> {
    let refused = |error| Error::Method { place: format!("{option} {line}"), error };
    if option == "--preset" {
        Preset::from_name(line.split(':').next().unwrap_or(line)).map_err(refused)?;
    }
    let line = Method::draw_seeds(line, draw_seed)?;
    let method = Method::parse(&line, model.map(|model| model.id())).map_err(refused)?;
    Ok((method.said_in(&line), method))
}

/// The line of a method by which this is taken out of documents, if anything is.
pub(crate) fn with_clean(line: &str, clean: &str) -> String {
    if clean == "none" {
        return line.into();
    }
    let joint = if line.contains(':') { ',' } else { ':' };
    format!("{line}{joint}clean={clean}")
}

/// What differs in the line of a method from what its name stands for.
pub(crate) fn changes(line: &str) -> &str {
    line.split_once(':').map_or("", |(_, changes)| changes)
}

/// The boilerplate of a file, if there is one, which something must take out.
pub(crate) fn boilerplate(file: Option<&Path>, clean: &str) -> Result<Option<Arc<Boilerplate>>, Error> {
    let Some(file) = file else { return Ok(None) };
    if ["reported", "ignored", "told"].iter().any(|old| file == Path::new(old)) && !file.exists() {
        let expected = "a FILE of lines; \"--clean site\" takes boilerplate out of all that is compared, not of what confirms alone";
        let value = file.to_string_lossy().into_owned();
        return Err(Error::Core(twinprint::Error::InvalidOption { option: "boilerplate", value, expected }));
    }
    if !clean.split(',').any(|part| part == "site" || part == "clean=site") {
        let (value, expected) = (file.to_string_lossy().into_owned(), "it together with --clean site");
        return Err(Error::Core(twinprint::Error::InvalidOption { option: "boilerplate", value, expected }));
    }
    Ok(Some(Arc::new(boilerplate::read(file)?)))
}

/// What is taken out, with the boilerplate named.
pub(crate) fn cleaning(clean: &str, boilerplate: Option<&Boilerplate>) -> Result<Cleaning, Error> {
    let mut cleaning = Cleaning::default();
    for part in clean.split(',') {
        match (part, boilerplate) {
            ("site", Some(boilerplate)) => cleaning = cleaning.with_site(Some(boilerplate.id())),
            ("site", None) => return Err(no_boilerplate()),
            ("volatile", _) => cleaning = cleaning.with_volatile(true),
            _ => {}
        }
    }
    Ok(cleaning)
}

/// Boilerplate is taken out, and none is given.
pub(crate) fn no_boilerplate() -> Error {
    let expected = "--boilerplate with a file that \"twinprint model boilerplate\" learned, too";
    Error::Core(twinprint::Error::InvalidOption { option: "clean", value: "site".into(), expected })
}

/// A seed out of the system's entropy.
fn draw_seed() -> Result<u64, Error> {
    let place = "the system's random numbers";
    getrandom::u64().map_err(|error| Error::Unreadable { place: place.into(), reason: error.into() })
}
