//! Methods and models as they are named on the command line.

use std::path::Path;
use std::sync::Arc;

use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Preset};
use twinprint::text::Cleaning;
use twinprint_native::{Error, model};

/// The model that terms are weighed by: a file's, `english` for the one built in, or `none`.
pub(crate) fn model(name: &str) -> Result<Option<Arc<Model>>, Error> {
    match name {
        "none" => Ok(None),
        "english" => Ok(Some(Arc::new(Model::english()?))),
        file => Ok(Some(Arc::new(model::read(Path::new(file))?))),
    }
}

/// The method that an option names, and its line, in which seeds to be drawn are.
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
    Ok((line, method))
}

/// The line of a method by which this is taken out of documents, if anything is.
pub(crate) fn with_clean(line: &str, clean: Cleaning) -> String {
    if clean.is_none() {
        return line.into();
    }
    let joint = if line.contains(':') { ',' } else { ':' };
    format!("{line}{joint}clean={clean}")
}

/// A seed out of the system's entropy.
fn draw_seed() -> Result<u64, Error> {
    let place = "the system's random numbers";
    getrandom::u64().map_err(|error| Error::Unreadable { place: place.into(), reason: error.into() })
}
