//! What is inside, against naive definitions. Texts, the reference and what tests of several crates make stand in the
//! workspace's `tests`.

mod batch;
mod boilerplate;
#[path = "../../../../tests/index/built.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod built;
#[path = "../../../../tests/shared/compression.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod compression;
mod corpus;
mod dedup;
mod documents_index;
mod documents_ranges;
#[path = "../../../../tests/shared/fingerprints.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod fingerprints;
mod index_folders;
mod index_in_memory;
mod join;
mod outputs;
mod overlap;
mod passages;
#[path = "../../../../tests/reference.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod reference;
mod rewrite;
mod scan;
#[path = "../../../../tests/shared/scans.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod scans;
mod sorting;
#[path = "../../../../tests/index/soup.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod soup;
mod standing;
#[path = "../../../../tests/shared/texts.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod texts;

/// A manifest as it is written.
fn sealed(manifest: twinprint::index::Manifest) -> twinprint::index::Manifest {
    manifest.with_checksum()
}
