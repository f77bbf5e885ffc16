//! Documents that are read a second time: those that a report shows, and those that are kept.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use twinprint::native::Error;
use twinprint::native::corpus::{Entry, Listing, Origin, Position, Source, Unit};
use twinprint::native::scan::keep::{Form, Item};
use twinprint::native::scan::{Catalogue, Row};

use super::Plan;

/// The documents with these ordinals, as far as they can be read again: what is piped in cannot.
pub(super) fn some(
    plan: &Plan,
    listing: &Listing,
    catalogue: &Catalogue,
    wanted: &BTreeSet<u32>,
) -> HashMap<u32, Source> {
    let mut found = HashMap::new();
    let ordinals: Vec<u32> = wanted.iter().copied().collect();
    let file = |ordinal: u32| catalogue.row(ordinal).file;
    for of_file in ordinals.chunk_by(|&x, &y| file(x) == file(y)) {
        let start = position(catalogue.row(of_file[0]));
        let again = listing.entries.get(start.entry);
        if again.is_none_or(|entry| entry.origin == Origin::StandardInput) {
            continue;
        }
        let mut documents = plan.documents(listing).skip_to(start.entry, start.number);
        for &ordinal in of_file {
            let place = position(catalogue.row(ordinal));
            let source = documents.by_ref().map_while(|source| match source {
                Ok(source) if source.place.position > place => None,
                source => Some(source),
            });
            let source = source.flatten().find(|source| source.place.position == place);
            found.extend(source.map(|source| (ordinal, source)));
        }
    }
    found
}

/// All documents of a catalogue again, from a file on, as they are to be written.
pub(super) fn all<'a>(
    plan: &Plan,
    listing: &'a Listing,
    catalogue: &'a Catalogue,
    first_file: usize,
) -> impl Iterator<Item = Result<Item, Error>> + 'a {
    let documents = plan.documents(listing).keeping_raw(true).skip_to(first_file, 0);
    let mut ordinal = catalogue.rows().partition_point(|row| (row.file as usize) < first_file) as u32;
    documents.flatten().filter_map(move |mut source| {
        // Documents that were passed over have no row.
        let row = catalogue.rows().get(ordinal as usize)?;
        if position(row) != source.place.position {
            return None;
        }
        ordinal += 1;
        let file = path(&listing.entries[source.place.position.entry]);
        let form = match source.place.unit {
            Unit::File => Form::Whole,
            Unit::Line => Form::Line,
            Unit::Record | Unit::Row => {
                let item = Item::record(ordinal - 1, file, &source);
                let place = source.place.to_string();
                return Some(item.map_err(|error| Error::Unreadable { place, reason: error.into() }));
            }
        };
        Some(Ok(Item { ordinal: ordinal - 1, file, form, raw: source.raw.take().unwrap_or_default() }))
    })
}

fn position(row: &Row) -> Position {
    Position { entry: row.file as usize, number: row.number.into() }
}

fn path(entry: &Entry) -> PathBuf {
    match &entry.origin {
        Origin::File(path) => path.clone(),
        Origin::StandardInput => "standard-input.jsonl".into(),
    }
}
