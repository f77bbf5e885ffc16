//! Indexes of documents against naive definitions: what is cut, signed, written, read and found.

mod asking;
pub(crate) mod built;
#[cfg(feature = "service")]
mod client;
mod cutting;
mod damage;
mod estimates;
mod files;
mod inquiry;
#[cfg(feature = "service")]
mod manifests;
mod memory;
mod naive;
#[cfg(feature = "native")]
mod native;
mod ranking;
mod remote;
mod runs;
mod signing;
mod soup;
