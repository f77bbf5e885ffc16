//! What a scan gives: clusters, pairs as files, the report and the summary.

use twinprint_native::blobs::Blobs;
use twinprint_native::overlap::Workspace;
use twinprint_native::scale::Scale;
use twinprint_native::scan::{Catalogue, Clustering, Linking, Preference, Row, ScanPair};

mod clusters;
mod replaced;
mod report;
mod summary;
mod written;

/// Documents by name, words and shingles, each the first of its kind.
fn catalogue<'a>(documents: impl IntoIterator<Item = (&'a str, u32, u32)>) -> Catalogue {
    let rows = (0..).zip(documents);
    rows_of(rows.map(|(ordinal, (name, words, shingles))| (name, ordinal, words, shingles)))
}

/// Documents by name, the first of their kind, words and shingles.
fn rows_of<'a>(documents: impl IntoIterator<Item = (&'a str, u32, u32, u32)>) -> Catalogue {
    let names = Blobs::new(tempfile::tempfile().expect("a file for names"), "names");
    let mut catalogue = Catalogue::new(Vec::new(), names);
    for (number, (name, first, words, shingles)) in (0..).zip(documents) {
        let row = Row { first, words, shingles, bytes: 6 * words, file: 0, number };
        catalogue.push(name, row).expect("a file that takes names");
    }
    catalogue
}

fn found(a: u32, b: u32, shared: u32) -> ScanPair {
    ScanPair { a, b, shared: Some(shared), score: 0.5 }
}

fn settings(linking: Linking, preference: Preference) -> Clustering {
    let place = Workspace { memory: 1 << 16, folder: std::env::temp_dir() };
    Clustering { linking, preference, threshold: 0.5, scale: Scale::Fraction, place }
}
