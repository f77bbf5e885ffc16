//! What an index elsewhere, or its host, was told: said once all is checked.

use std::fmt::Display;

use twinprint_native::fetch::{AccessMode, Counts, Traffic};
use twinprint_native::shown::{bytes, count, counted};

/// Of an index that was fetched before anything was checked.
pub(super) fn of_download(place: impl Display, traffic: Traffic) -> String {
    format!("{place}: nothing of the documents leaves this machine; {}", exchanged(traffic))
}

/// Of an index that was asked in a way.
pub(super) fn of(place: impl Display, mode: AccessMode, counts: Counts, traffic: Traffic) -> String {
    let asked = counted(counts.fingerprints + counts.shingles, "fingerprint");
    let (groups, decoys) = (counted(counts.buckets, "group"), count(counts.decoys));
    let told = match mode {
        AccessMode::Download => return of_download(place, traffic),
        AccessMode::Ranges => {
            format!("parts of its files were read for {asked}, {decoys} of them drawn at random")
        }
        AccessMode::Prefix => format!(
            "it was told the first bits of {asked} and the numbers of {groups} of sources and texts, {decoys} of them \
             all drawn at random"
        ),
        AccessMode::Whole => {
            format!("it was told {asked}, whole, and the numbers of {groups} of sources and texts")
        }
    };
    format!("{place}: {told}; {}", exchanged(traffic))
}

fn exchanged(Traffic { requests, sent, received }: Traffic) -> String {
    format!("{} sent and {} received in {}", bytes(sent), bytes(received), counted(requests, "request"))
}
