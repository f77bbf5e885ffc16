//! A look-up of any size as several of which each fits into one request, and their answers as one.

use alloc::vec::Vec;

use super::budget::{MOST_NUMBERS, MOST_PROBES, append};
use super::form::Form;
use super::http::LONGEST_BODY;
use super::prefixes::{expected_matches, patterns};
use super::request::{MOST_ITEMS, MOST_SOURCES, MOST_TEXTS};
use crate::index::{LookupRequest, LookupResponse, Prefixes};

/// The least bytes of a request before its lists, in either form.
const HEAD: usize = 512;

/// A look-up cut into parts that a service takes, in the order of its lists; at least one. `fingerprints` is about how many
/// fingerprints the index has: prefixes find many of them, and answers are bounded, too.
///
/// ```
/// use twinprint::index::LookupRequest;
/// use twinprint::index::service::{Form, pieces};
/// let lookup = LookupRequest { shingles: vec![7; 20_000], k: 3, ..LookupRequest::default() };
/// let shingles: Vec<_> = pieces(&lookup, Form::Binary, 0).iter().map(|piece| piece.shingles.len()).collect();
/// assert_eq!(shingles, [8128, 8128, 3744]);
/// ```
pub fn pieces(lookup: &LookupRequest, form: Form, fingerprints: u64) -> Vec<LookupRequest> {
    let LookupRequest { k, describe, prefixes, .. } = lookup;
    let bits = prefixes.bits;
    let (whole, short) = match form {
        // Of JSON, digits in quotation marks and a comma.
        Form::Json => (19, bits.div_ceil(4) as usize + 3),
        Form::Binary => (8, bits.div_ceil(8) as usize),
    };
    let fitting = |bytes: usize| ((LONGEST_BODY - HEAD) / bytes.max(1)).min(MOST_ITEMS);
    // Each fingerprint found tells itself and a passage; half of the bound is left for those that find more than most.
    let expected = expected_matches(fingerprints, bits, *k).saturating_mul(2).max(1);
    let near = (MOST_NUMBERS as u64 / 2 / expected).min(MOST_PROBES / patterns(bits, *k)).max(1);
    let near = usize::try_from(near).unwrap_or(MOST_ITEMS);
    let base = LookupRequest { k: *k, ..LookupRequest::default() };
    let begin = |fingerprints: &[u64], shingles: &[u64]| {
        let prefixes = Prefixes { bits, fingerprints: fingerprints.into(), shingles: shingles.into() };
        LookupRequest { prefixes, ..base.clone() }
    };
    let mut pieces = Vec::new();
    pieces.extend(lookup.fingerprints.chunks(fitting(whole)).map(|group| LookupRequest {
        fingerprints: group.into(),
        describe: *describe,
        ..base.clone()
    }));
    pieces.extend(lookup.shingles.chunks(fitting(whole)).map(|group| LookupRequest {
        shingles: group.into(),
        describe: *describe,
        ..base.clone()
    }));
    pieces.extend(prefixes.fingerprints.chunks(near.min(fitting(short))).map(|group| begin(group, &[])));
    pieces.extend(prefixes.shingles.chunks(fitting(short)).map(|group| begin(&[], group)));
    pieces.extend(
        lookup
            .sources
            .chunks(MOST_SOURCES)
            .map(|group| LookupRequest { sources: group.into(), ..base.clone() }),
    );
    pieces.extend(
        lookup.texts.chunks(MOST_TEXTS).map(|group| LookupRequest { texts: group.into(), ..base.clone() }),
    );
    if pieces.is_empty() {
        pieces.push(base);
    }
    pieces
}

/// The answer to a look-up from the answers to its [`pieces`], in their order.
pub fn rejoined(answers: impl IntoIterator<Item = LookupResponse>) -> LookupResponse {
    let mut answer = LookupResponse::default();
    answers.into_iter().for_each(|next| append(&mut answer, next));
    answer
}
