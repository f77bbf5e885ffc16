//! The names of the documents that are kept.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::super::super::{Error, Replacement, lines};
use super::super::{Catalogue, Clusters};
use super::unwritable;

/// Writes the names of all documents from `first` on that are kept: into a file whose name ends in `.jsonl` an object with `id`
/// each, into any other a line each, as a [field](lines::field) of TSV. Returns how many there are.
///
/// # Errors
/// [`Error::Unwritable`]; [`Error::Unreadable`] for a name.
pub fn write_list(path: &Path, clusters: &Clusters, catalogue: &Catalogue, first: u32) -> Result<u64, Error> {
    #[derive(Serialize)]
    struct Line<'a> {
        id: &'a str,
    }
    let in_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    let mut file = Replacement::new(path)?;
    let mut kept = 0;
    for document in (first..catalogue.len() as u32).filter(|&document| clusters.is_kept(document)) {
        let name = catalogue.name(document)?;
        let written = match in_json {
            true => lines::json(&mut file, &Line { id: &name }),
            false => file.write_all(lines::field(&name).as_bytes()),
        };
        written.and_then(|()| file.write_all(b"\n")).map_err(|reason| unwritable(path, reason))?;
        kept += 1;
    }
    file.finish()?;
    Ok(kept)
}
