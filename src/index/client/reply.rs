//! What comes of a look-up in an index that is elsewhere.

use alloc::vec::Vec;

use super::step::FilePart;
use crate::index::LookupResponse;

/// What comes of a look-up.
pub(super) enum Reply {
    /// All that it read was here.
    Response(LookupResponse),
    /// These parts of files are needed first.
    Needs(Vec<FilePart>),
    /// The service has to be reached.
    Elsewhere,
}
