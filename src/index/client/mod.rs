//! A document checked against an index that is elsewhere: what to fetch next, until the findings are there.
//!
//! Naively, each face that reaches an index over the network knows by itself which addresses to ask in which order, how
//! look-ups are cut and responses put together. Here one machine knows it for all: it says what it wants as a [`Step`], takes
//! what was fetched, and fetches nothing itself. So the page, which does, has no algorithm; and each access mode is tested
//! natively to find the same.
//!
//! - [`RemoteIndex`]: an index as far as it is here: what it says of itself, and what was fetched of it once for all documents.
//! - [`AccessMode`]: how it is used, and so what it learns.
//! - [`CheckSession`]: one document on its way.

mod access_mode;
mod check_session;
mod facts;
mod meta;
mod published;
mod remote_index;
mod reply;
mod step;

pub use access_mode::{AccessMode, PREFIX_BITS};
pub use check_session::{CheckSession, Counts};
pub use facts::{Facts, Price};
pub use remote_index::RemoteIndex;
pub use step::{FilePart, Stage, Step};
