//! What a service sends: an answer, and of which index it is. A client believes nothing of it that it can check.

use crate::index::{LookupRequest, LookupResponse, Near};
use crate::recipe::RecipeId;

/// An answer as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponseBody {
    /// The recipe of the index.
    pub recipe: RecipeId,
    /// The checksum of its manifest: answers of different indexes are not to be mixed, since their numbers mean other passages.
    pub index: u64,
    /// What the index says.
    pub answer: LookupResponse,
}

/// Whether the response to a look-up is padded: its length would disclose something of the request.
pub(super) fn is_padded(lookup: &LookupRequest) -> bool {
    let LookupRequest { prefixes, sources, texts, .. } = lookup;
    !prefixes.fingerprints.is_empty()
        || !prefixes.shingles.is_empty()
        || !sources.is_empty()
        || !texts.is_empty()
}

/// The first thing in an answer that cannot be in answer to this look-up.
pub(super) fn disagreement(lookup: &LookupRequest, answer: &LookupResponse) -> Option<&'static str> {
    let lengths = [
        (lookup.fingerprints.len(), answer.fingerprints.len()),
        (lookup.shingles.len(), answer.shingles.len()),
        (lookup.prefixes.fingerprints.len(), answer.fingerprint_prefixes.len()),
        (lookup.prefixes.shingles.len(), answer.shingle_prefixes.len()),
        (lookup.sources.len(), answer.sources.len()),
        (lookup.texts.len(), answer.texts.len()),
    ];
    let bits = lookup.prefixes.bits;
    let far = |query: &u64, near: &Near, bits: u32| {
        near.matches.iter().any(|found| shared(*query ^ found.fingerprint, bits) > lookup.k)
    };
    let checks = [
        (
            "its lists are not as long as those requested",
            lengths.iter().any(|(wanted, given)| wanted != given),
        ),
        (
            "a fingerprint in it is farther from the one requested than k bits",
            lookup.fingerprints.iter().zip(&answer.fingerprints).any(|(query, near)| far(query, near, 64)),
        ),
        (
            "a fingerprint in it does not begin within k bits of the prefix requested",
            lookup
                .prefixes
                .fingerprints
                .iter()
                .zip(&answer.fingerprint_prefixes)
                .any(|(q, n)| far(q, n, bits)),
        ),
        (
            "a shingle in it does not begin with the prefix requested",
            lookup.prefixes.shingles.iter().zip(&answer.shingle_prefixes).any(|(prefix, shingles)| {
                shingles.postings.iter().any(|(hash, _)| shared(prefix ^ hash, bits.min(shingles.bits)) > 0)
            }),
        ),
        (
            "passages in it are not in order",
            near_lists(answer).any(|found| !rising(&found.passages))
                || answer.shingles.iter().any(|postings| !rising(&postings.passages)),
        ),
        (
            "it counts fewer passages than it names",
            near_lists(answer).any(|found| found.count < found.passages.len() as u64),
        ),
    ];
    checks.iter().find(|(_, wrong)| *wrong).map(|(problem, _)| *problem)
}

fn near_lists(answer: &LookupResponse) -> impl Iterator<Item = &crate::index::NearMatch> {
    answer.fingerprints.iter().chain(&answer.fingerprint_prefixes).flat_map(|near| &near.matches)
}

/// How many of the highest bits are set.
fn shared(difference: u64, bits: u32) -> u32 {
    super::request::prefix_number(difference, bits).count_ones()
}

fn rising(numbers: &[u64]) -> bool {
    numbers.is_sorted_by(|a, b| a < b)
}
