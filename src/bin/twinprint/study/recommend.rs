//! `twinprint study recommend`: what to run on a corpus.

use std::io;
use std::path::Path;

use twinprint::native::Error;
use twinprint::native::corpus::Listing;
use twinprint::native::study::form::check_folder;
use twinprint::native::study::recommend::{measure, see, study};

use super::give;
use crate::Outcome;
use crate::args::Recommend;
use crate::passed::{part_gone, say_listing};
use crate::progress::Progress;

pub(crate) fn run(options: &Recommend) -> Result<Outcome, Error> {
    check_folder(&options.form.output)?;
    let settings = options.options()?;
    let mut listing = Listing::new(&options.corpus);
    part_gone(&mut listing);
    say_listing(&listing);
    if let Some(piped) = listing.entries.iter().find(|entry| entry.is_piped()) {
        return Err(Error::ReadOnce { place: piped.name.clone() });
    }
    let comparing = Progress::new("Comparing", 1000);
    let seen = see(&settings, &listing, &|done, all| comparing.at((done * 1000 / all.max(1)) as u64))?;
    comparing.end();

    let folder = temporary(&settings.place.folder)?;
    let sample = match seen.documents as usize <= settings.sample {
        true => Listing { entries: listing.entries.clone(), errors: Vec::new(), notes: Vec::new() },
        false => seen.sample.write(listing.entries.clone(), folder.path())?,
    };
    let trying = Progress::new("Trying", settings.methods.len() + 1);
    let measured = measure(&settings, &sample, || trying.step())?;
    trying.end();
    let corpus = options.corpus.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>().join(" ");
    give(study(&settings, &corpus, &seen, &measured), &options.form)?;
    Ok(Outcome { incomplete: !listing.errors.is_empty(), ..Outcome::default() })
}

fn temporary(folder: &Path) -> Result<tempfile::TempDir, Error> {
    let unwritable =
        |reason: io::Error| Error::Unwritable { place: folder.to_string_lossy().into_owned(), reason };
    tempfile::Builder::new().prefix(".twinprint-").tempdir_in(folder).map_err(unwritable)
}
