//! Boilerplate that is learned from a corpus before the corpus is read.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use twinprint::text::Boilerplate;
use twinprint_native::Error;
use twinprint_native::boilerplate::{Learning, learn};
use twinprint_native::corpus::{Documents, Entry, Listing};

use crate::progress::Progress;
use crate::say_note;
use crate::terminal::counted;

/// Learns the boilerplate of the documents of a listing, which is read for it. What cannot be read is refused when it is read again.
pub(crate) fn learned(
    listing: &Listing,
    documents: impl FnOnce(Vec<Entry>) -> Documents,
    learning: &Learning,
) -> Result<Arc<Boilerplate>, Error> {
    if listing.entries.iter().any(Entry::is_piped) {
        let expected = "--boilerplate with a file that was learned before: what is piped is read once";
        return Err(Error::Core(twinprint::Error::InvalidOption {
            option: "clean",
            value: "site".into(),
            expected,
        }));
    }
    let progress = Progress::bytes("Learning", listing.bytes());
    let documents = documents(listing.entries.clone());
    let read = documents.bytes_read();
    let documents = documents.or_why().inspect(|_| progress.at(read.load(Ordering::Relaxed)));
    let learned = learn(documents, learning, |_, _| ())?;
    drop(progress);
    let lines: usize = learned.sites().iter().map(|site| site.lines.len()).sum();
    let (lines, sites) = (counted(lines as u64, "line"), counted(learned.sites().len() as u64, "site"));
    say_note(format_args!("boilerplate that is taken out: {lines} of {sites}"));
    Ok(Arc::new(learned))
}
