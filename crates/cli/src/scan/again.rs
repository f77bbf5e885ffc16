//! Documents that are read a second time because they are kept.

use std::path::PathBuf;
use std::{io, iter};

use twinprint_native::Error;
use twinprint_native::corpus::{Entry, Listing, Origin, Source, Unit};
use twinprint_native::scan::keep::{Cells, Form, Item};
use twinprint_native::scan::{Catalogue, Row};

use super::Plan;
use crate::reading::position;

/// All documents of a catalogue again, from a file on, as they are to be written. That one is not where it was is an error.
pub(super) fn all<'a>(
    plan: &Plan,
    listing: &'a Listing,
    catalogue: &'a Catalogue,
    first_file: usize,
) -> impl Iterator<Item = Result<Item, Error>> + 'a {
    let documents = plan.documents(listing).keeping_raw(true).skip_to(first_file, 0);
    let mut ordinal = catalogue.rows().partition_point(|row| (row.file as usize) < first_file) as u32;
    let mut documents = documents.flatten();
    iter::from_fn(move || {
        let row = catalogue.rows().get(ordinal as usize)?;
        // Skipped documents have no row.
        let mut from_there = documents.by_ref().skip_while(|source| source.place.position < position(row));
        let source = from_there.next().filter(|source| source.place.position == position(row));
        let item = source.map(|source| item(listing, ordinal, source)).ok_or_else(|| changed(listing, row));
        ordinal = if item.is_ok() { ordinal + 1 } else { u32::MAX };
        Some(item)
    })
}

fn item(listing: &Listing, ordinal: u32, source: Source) -> Item {
    let file = path(&listing.entries[source.place.position.entry]);
    match source.place.unit {
        Unit::Row => Item { ordinal, file, form: Form::Row(Box::new(Cells::of(source))), raw: Vec::new() },
        unit => {
            let form = match unit {
                Unit::Line | Unit::Item => Form::Line,
                Unit::Record => Form::Record,
                _ => Form::Whole,
            };
            Item { ordinal, file, form, raw: source.raw.unwrap_or_default() }
        }
    }
}

/// The error of a file that is not what it was.
fn changed(listing: &Listing, row: &Row) -> Error {
    let place = listing.entries[row.file as usize].name.clone();
    Error::Unreadable { place, reason: io::Error::other("it was changed while it was scanned") }
}

fn path(entry: &Entry) -> PathBuf {
    match &entry.origin {
        Origin::File(path) => path.clone(),
        _ => PathBuf::from(&entry.name),
    }
}
