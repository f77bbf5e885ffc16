//! What of a corpus was skipped, said on standard error.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::mem;

use twinprint_native::Error;
use twinprint_native::corpus::{EachOnce, Entry, Listing, Origin};
use twinprint_native::scan::Skipped;

use crate::refusals::Refusals;
use crate::terminal::count;
use crate::verbose::say_files;
use crate::{say_error, say_note};

/// The most skipped documents that are named for each reason.
pub(crate) const NAMED: usize = 10;

/// The files that are named, of whose documents account is given; says which are not there, or cannot be read.
pub(crate) fn listed(operands: &[OsString], refusals: &mut Refusals) -> Listing {
    admitted(Listing::new(operands), refusals)
}

/// As [`listed`], of files that are listed already.
pub(crate) fn admitted(mut listing: Listing, refusals: &mut Refusals) -> Listing {
    part_gone(&mut listing);
    refusals.listing(&listing);
    listing
}

/// Says what of a listing cannot be read or was left out, and in detail what is read.
pub(crate) fn say_listing(listing: &Listing) {
    say_files(listing);
    listing.notes.iter().for_each(say_note);
    listing.errors.iter().for_each(say_error);
}

/// Leaves out of a listing what was in another or stands in it before, and says so.
pub(crate) fn part_repeated(listing: &mut Listing, files: &mut EachOnce) {
    for entry in files.keep(listing) {
        say_note(format_args!("{}: this file was named before; it is read once", entry.name));
    }
}

/// Makes errors of files on a listing that are not there: one that is named and not there is no document to skip.
pub(crate) fn part_gone(listing: &mut Listing) {
    let (gone, entries): (Vec<Entry>, Vec<Entry>) =
        mem::take(&mut listing.entries).into_iter().partition(is_gone);
    listing.entries = entries;
    let missing = |entry: Entry| Error::Unreadable { place: entry.name, reason: ErrorKind::NotFound.into() };
    listing.errors.extend(gone.into_iter().map(missing));
}

pub(crate) fn is_gone(entry: &Entry) -> bool {
    matches!(&entry.origin, Origin::File(path) if !path.exists())
}

/// Names what was skipped, the first of each reason.
pub(crate) fn say_skipped(skipped: &Skipped) {
    for (reason, some) in skipped.reasons() {
        some.named.iter().take(NAMED).for_each(|message| say_note(format_args!("skipped: {message}")));
        let more = some.count.saturating_sub(some.named.len().min(NAMED) as u64);
        if more > 0 {
            say_note(format_args!("skipped: {} more ({reason})", count(more)));
        }
    }
}
