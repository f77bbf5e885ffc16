//! Indexes of documents against naive definitions: what is cut, signed, written, read and found.

mod asking;
pub(crate) mod built;
mod checking;
#[cfg(feature = "service")]
mod client;
mod cutting;
mod damage;
mod estimates;
mod files;
#[cfg(feature = "service")]
mod manifests;
mod naive;
#[cfg(feature = "native")]
mod native;
mod ranking;
mod runs;
mod signing;
mod soup;
mod sparse;
