//! The model of an index: a file of it, if its design names one.

use std::sync::Arc;

use super::super::super::Error;
use super::files::{Files, MODEL};
use twinprint::index::{FileEntry, Manifest};
use twinprint::lexicon::Model;

/// The model that an index's design names.
pub(super) fn model_of(
    manifest: &Manifest,
    read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>,
) -> Result<Option<Arc<Model>>, Error> {
    let Some(file) = &manifest.model else { return Ok(None) };
    Ok(Some(Arc::new(Model::from_bytes(&read(file)?, &file.name)?)))
}

/// Keeps the model that a design names among the files of the index.
pub(super) fn save(model: Option<&Arc<Model>>, files: &Files<'_>) -> Result<Option<FileEntry>, Error> {
    let save = |model: &Arc<Model>| {
        let bytes = model.to_bytes();
        files.save(MODEL, &bytes, bytes.len() as u64)
    };
    model.map(save).transpose()
}
