//! What documents of an index are signed by: files of it, where its design names them.

use super::super::super::Error;
use super::files::{BOILERPLATE, Files, MODEL};
use twinprint::index::{Manifest, Signing};

/// Writes the files, and names them in the manifest of the index.
pub(super) fn save(manifest: Manifest, signing: &Signing, files: &Files<'_>) -> Result<Manifest, Error> {
    let save = |stem: &str, bytes: Vec<u8>| files.save(stem, &bytes, bytes.len() as u64);
    let model = signing.model.as_ref().map(|model| save(MODEL, model.to_bytes())).transpose()?;
    let boilerplate = signing.boilerplate.as_ref().map(|lines| save(BOILERPLATE, lines.to_bytes()));
    Ok(Manifest { model, ..manifest }.with_boilerplate(boilerplate.transpose()?))
}
