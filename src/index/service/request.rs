//! What a client sends: a look-up, and by which recipe its fingerprints were made.

use super::Form;
use super::refusal::Refusal;
use super::{request_binary, request_json};
use crate::index::LookupRequest;
use crate::recipe::RecipeId;

use alloc::format;
use alloc::vec::Vec;

/// The most items that one request may have, in all of its lists.
pub const MOST_ITEMS: usize = 10_000;

/// The most buckets of sources that one request may ask for.
pub const MOST_SOURCES: usize = 64;

/// The most buckets of texts that one request may ask for.
pub const MOST_TEXTS: usize = 16;

/// A look-up as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestBody {
    /// The recipe that the fingerprints were made by: an index of another refuses them. Without it nothing is compared.
    pub recipe: Option<RecipeId>,
    /// What is asked.
    pub lookup: LookupRequest,
}

impl RequestBody {
    /// The body of a request.
    ///
    /// ```
    /// use twinprint::index::LookupRequest;
    /// use twinprint::index::service::{Form, RequestBody};
    /// let lookup = LookupRequest { fingerprints: vec![0xBEEF], k: 3, ..LookupRequest::default() };
    /// let request = RequestBody { recipe: None, lookup };
    /// assert_eq!(request.encode(Form::Json), br#"{"k":3,"fingerprints":["000000000000beef"]}"#);
    /// assert_eq!(RequestBody::decode(Form::Binary, &request.encode(Form::Binary), 3).as_ref(), Ok(&request));
    /// ```
    pub fn encode(&self, form: Form) -> Vec<u8> {
        match form {
            Form::Json => request_json::encode(self),
            Form::Binary => request_binary::encode(self),
        }
    }

    /// The request of a body, asked of an index whose design has this `k`: the default, and the largest taken.
    ///
    /// # Errors
    /// A [`Refusal`] with the field that is wrong: 400 if the body is in no form, 422 if a value is out of its range or there
    /// are too many.
    pub fn decode(form: Form, body: &[u8], k: u32) -> Result<Self, Refusal> {
        let request = match form {
            Form::Json => request_json::decode(body, k),
            Form::Binary => request_binary::decode(body),
        }?;
        request.check(k)?;
        Ok(request)
    }

    fn check(&self, most: u32) -> Result<(), Refusal> {
        let LookupRequest { k, prefixes, sources, texts, .. } = &self.lookup;
        if *k > most {
            return Err(Refusal::out_of_range(
                "k",
                format!("{k} is more than the {most} bits that the index finds"),
                "give at most the k that /v1/meta gives",
            ));
        }
        let has_prefixes = !prefixes.fingerprints.is_empty() || !prefixes.shingles.is_empty();
        if prefixes.bits > 64 || (has_prefixes && prefixes.bits == 0) {
            let what = format!("{} is no number of bits", prefixes.bits);
            return Err(Refusal::out_of_range("prefixes.bits", what, "give 1 to 64"));
        }
        let items = items(&self.lookup);
        if items > MOST_ITEMS {
            let what = format!("it has {items} items, and {MOST_ITEMS} may be asked for at a time");
            return Err(Refusal::out_of_range("body", what, "ask in parts"));
        }
        for (place, count, most) in
            [("sources", sources.len(), MOST_SOURCES), ("texts", texts.len(), MOST_TEXTS)]
        {
            if count > most {
                let what = format!("it has {count} buckets, and {most} may be asked for at a time");
                return Err(Refusal::out_of_range(place, what, "ask in parts"));
            }
        }
        Ok(())
    }
}

/// How many items are asked for.
pub(super) fn items(lookup: &LookupRequest) -> usize {
    let LookupRequest { fingerprints, shingles, prefixes, sources, texts, .. } = lookup;
    let lists = [fingerprints.len(), shingles.len(), prefixes.fingerprints.len(), prefixes.shingles.len()];
    lists.iter().sum::<usize>() + sources.len() + texts.len()
}

/// A prefix of so many bits as a number.
pub(super) fn prefix_number(prefix: u64, bits: u32) -> u64 {
    prefix.checked_shr(64 - bits.min(64)).unwrap_or(0)
}

/// The prefix of so many bits that a number is of.
pub(super) fn prefix_of(number: u64, bits: u32) -> u64 {
    number.checked_shl(64 - bits.min(64)).unwrap_or(0)
}
