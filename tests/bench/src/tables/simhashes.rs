//! The simhashes of real documents, as a file.

use std::path::Path;
use std::sync::Arc;

use twinprint::lexicon::Model;
use twinprint::sketch::{Preset, Value};
use twinprint_native::corpus::{self, Listing};
use twinprint_native::sketches;

/// Writes the 64-bit simhash of each document by Manku, Jain and Das Sarma's method, lowest byte first, in the order of the
/// documents. `operands` name files and folders as the command line takes them.
pub(crate) fn write(path: &str, operands: &[String]) -> Result<(), String> {
    let listing = Listing::new(operands);
    let mut refused = listing.errors.len();
    let model = Arc::new(Model::english().map_err(|error| error.to_string())?);
    let method = Preset::Manku07.method(Some(model.id()));
    let documents = corpus::documents(listing.entries).or_why();
    let count = |_, became: Result<(), &_>| refused += usize::from(became.is_err());
    let found =
        sketches::sketch_all(documents, &[method], Some(&model), count).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    for sketch in found.by_method.into_iter().flatten().flatten() {
        if let Value::Simhash(signature) = sketch.value
            && let Some(print) = signature.fingerprints[0]
        {
            bytes.extend((print as u64).to_le_bytes());
        }
    }
    twinprint_native::replace(Path::new(path), &bytes).map_err(|error| error.to_string())?;
    println!("{path}: {} simhashes; {refused} documents could not be read", bytes.len() / 8);
    Ok(())
}
