//! What answers look-ups for a service.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::Error;
use crate::index::{Corpus, Limits, LookupRequest, LookupResponse};

/// Whatever answers look-ups: an index in memory, or several behind one.
pub trait IndexBackend {
    /// What it says to a look-up.
    ///
    /// # Errors
    /// What is wrong with the look-up, or with the index.
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error>;

    /// The number of the first passage of each bucket of sources, in order.
    fn buckets(&self) -> Vec<u64>;

    /// The bytes of the model that its design names.
    fn model(&self) -> Option<&[u8]>;

    /// The bytes of the boilerplate that its design's method takes out.
    fn boilerplate(&self) -> Option<&[u8]>;

    /// The parts that cannot be searched, as [`LookupResponse::missing`] names them.
    fn missing(&self) -> Vec<String>;
}

impl<D: AsRef<[u8]>> IndexBackend for Corpus<D> {
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
        Corpus::answer(self, lookup, limits)
    }

    fn buckets(&self) -> Vec<u64> {
        Corpus::buckets(self)
    }

    fn model(&self) -> Option<&[u8]> {
        Corpus::model(self)
    }

    fn boilerplate(&self) -> Option<&[u8]> {
        Corpus::boilerplate(self)
    }

    fn missing(&self) -> Vec<String> {
        Corpus::missing(self)
    }
}
