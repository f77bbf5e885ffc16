//! What a client sends: a look-up, and by which recipe its fingerprints were made.

use super::refusal::Refusal;
use crate::index::LookupRequest;
use crate::recipe::RecipeId;

use alloc::collections::BTreeSet;
use alloc::format;

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
    /// What is looked up.
    pub lookup: LookupRequest,
}

impl RequestBody {
    /// Refuses what no index with this largest `k` takes.
    pub(super) fn check(&self, most: u32) -> Result<(), Refusal> {
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
            let what = format!("it has {items} items, and {MOST_ITEMS} may be requested at a time");
            return Err(Refusal::out_of_range("body", what, "ask in parts"));
        }
        for (place, buckets, most) in [("sources", sources, MOST_SOURCES), ("texts", texts, MOST_TEXTS)] {
            let count = buckets.len();
            if count > most {
                let what = format!("it has {count} buckets, and {most} may be requested at a time");
                return Err(Refusal::out_of_range(place, what, "ask in parts"));
            }
            // Few bytes would get as many as the bucket has, each time anew.
            if let Some(bucket) = repeated(buckets) {
                let what = format!("bucket {bucket} is in it twice");
                return Err(Refusal::out_of_range(place, what, "ask for each bucket once"));
            }
        }
        Ok(())
    }
}

/// The first number of a list that was in it before.
fn repeated(numbers: &[u32]) -> Option<u32> {
    let mut seen = BTreeSet::new();
    numbers.iter().copied().find(|&number| !seen.insert(number))
}

/// How many items are requested.
pub(super) fn items(lookup: &LookupRequest) -> usize {
    let LookupRequest { fingerprints, shingles, prefixes, sources, texts, .. } = lookup;
    let lists = [fingerprints.len(), shingles.len(), prefixes.fingerprints.len(), prefixes.shingles.len()];
    lists.iter().sum::<usize>() + sources.len() + texts.len()
}

/// A prefix of `bits` bits as a number.
pub(super) fn prefix_number(prefix: u64, bits: u32) -> u64 {
    prefix.checked_shr(64 - bits.min(64)).unwrap_or(0)
}

/// The prefix of `bits` bits that a number is of.
pub(super) fn prefix_of(number: u64, bits: u32) -> u64 {
    number.checked_shl(64 - bits.min(64)).unwrap_or(0)
}
