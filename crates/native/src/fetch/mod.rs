//! Checking documents against an index elsewhere: a folder of files on any web host, or a look-up service.
//!
//! Naively, the index is copied here, or the documents are sent there. Here the documents stay, and how much the index learns of
//! them is chosen ([`AccessMode`]); what is fetched, [`client`](twinprint::index::client) says. An index may be anybody's: answers are counted while they
//! come and end at a bound, hosts that say nothing, or too little at a time, are given up, redirections are not followed, and
//! nothing but what a request needs goes with it.
//!
//! - [`Address`]: of a folder or a service.
//! - [`find`] says what is there, with an [`Access`]: a [`Site`] of passages, or a [`DocumentsSite`] of documents as wholes.
//! - [`Elsewhere`]: an index of passages, searched where it is for document after document; [`kept_secret`] is what its decoys follow from.

mod access;
mod address;
mod at_once;
mod documents;
mod elsewhere;
mod errand;
mod failure;
mod find;
mod secret;
mod site;
mod traffic;

pub use access::Access;
pub use address::Address;
pub use documents::DocumentsSite;
pub use elsewhere::Elsewhere;
pub use find::{Found, find};
pub use secret::kept_secret;
pub use site::Site;
pub use traffic::Traffic;

pub(crate) use twinprint::index::client::Facts;
pub use twinprint::index::client::{AccessMode, Counts};
