//! Indexes of documents against naive definitions: what is cut, signed, written, read and found.

#[cfg(feature = "service")]
mod adversary;
mod asking;
pub(crate) mod built;
mod checking;
#[cfg(feature = "service")]
mod client;
mod cutting;
mod damage;
mod edited;
mod estimates;
mod files;
#[cfg(feature = "service")]
mod manifests;
mod memory;
mod naive;
mod ranking;
mod runs;
mod signing;
mod soup;
mod sparse;

use twinprint::index::Manifest;

/// A manifest as it is written: with its checksum, where it can be written.
fn sealed(manifest: Manifest) -> Manifest {
    #[cfg(feature = "service")]
    return manifest.with_checksum();
    #[cfg(not(feature = "service"))]
    manifest
}
