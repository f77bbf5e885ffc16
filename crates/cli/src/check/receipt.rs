//! What an index elsewhere, or its host, learned: said once all is checked.

use std::fmt::Display;

use twinprint_native::display::{bytes, counted};
use twinprint_native::fetch::{AccessMode, Counts, Traffic};

/// Of an index that was fetched before anything was checked.
pub(super) fn of_download(place: impl Display, traffic: Traffic) -> String {
    format!("{place}: nothing of the documents leaves this machine; {}", exchanged(traffic))
}

/// Of an index that was used by an access mode.
pub(super) fn of(place: impl Display, mode: AccessMode, counts: Counts, traffic: Traffic) -> String {
    let hashes = counts.fingerprints + counts.shingles;
    let (buckets, decoys) = (counted(counts.buckets, "bucket"), counted(counts.decoys, "decoy"));
    let disclosed = match mode {
        AccessMode::Download => return of_download(place, traffic),
        AccessMode::Ranges => {
            format!("parts of its files were read for {}, including {decoys}", counted(hashes, "hash"))
        }
        AccessMode::Prefix => format!(
            "it received prefixes of {} and the numbers of {buckets} of sources and texts, including {decoys}",
            counted(hashes, "hash")
        ),
        AccessMode::Whole => format!(
            "it received {} and the numbers of {buckets} of sources and texts",
            counted(hashes, "full hash")
        ),
    };
    format!("{place}: {disclosed}; {}", exchanged(traffic))
}

/// Of an index of documents as wholes behind a service.
pub(super) fn of_fingerprints(place: impl Display, each: usize, traffic: Traffic) -> String {
    format!("{place}: it received {each} bytes of fingerprints of each document; {}", exchanged(traffic))
}

/// Of an index of documents as wholes that was read by ranges: how many bits chose the buckets, of how many.
pub(super) fn of_buckets(place: impl Display, (chosen_by, bits): (u32, u32), traffic: Traffic) -> String {
    format!(
        "{place}: the host sees which parts of its files were read: buckets, chosen by {chosen_by} of the {bits} bits of each document's \
         fingerprints, and the records of documents that may be near it; {}",
        exchanged(traffic)
    )
}

fn exchanged(Traffic { requests, sent, received }: Traffic) -> String {
    format!("{} sent and {} received in {}", bytes(sent), bytes(received), counted(requests, "request"))
}
