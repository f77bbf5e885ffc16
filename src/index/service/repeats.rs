//! Numbers that stand in a look-up more than once: each is looked up once, and what is found is told wherever it stands.
//!
//! Prefixes may meet by chance, a drawn one and a real one among them, so that repeats are no mistake. Looked up one by one, ten thousand
//! times the same number would have an index do ten thousand times the work.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::budget::{Found, MOST_NUMBERS};
use crate::index::{LookupRequest, LookupResponse};

/// A look-up without repeats, and where in it the numbers are that were asked for.
pub(super) struct Repeats {
    /// What is looked up.
    pub(super) lookup: LookupRequest,
    fingerprints: Places,
    shingles: Places,
    fingerprint_prefixes: Places,
    shingle_prefixes: Places,
}

/// For each number of a list its place among those without repeats; none where nothing repeats.
type Places = Option<Vec<usize>>;

impl Repeats {
    /// The repeats of a look-up.
    pub(super) fn of(lookup: &LookupRequest) -> Self {
        let mut lookup = lookup.clone();
        Repeats {
            fingerprints: merge(&mut lookup.fingerprints),
            shingles: merge(&mut lookup.shingles),
            fingerprint_prefixes: merge(&mut lookup.prefixes.fingerprints),
            shingle_prefixes: merge(&mut lookup.prefixes.shingles),
            lookup,
        }
    }

    /// The answer to the look-up as it was asked, from the one without repeats; within the bounds of one answer.
    pub(super) fn told(self, answer: LookupResponse) -> LookupResponse {
        let bits = self.lookup.prefixes.bits;
        let mut left = MOST_NUMBERS;
        LookupResponse {
            fingerprints: told(self.fingerprints, answer.fingerprints, bits, &mut left),
            shingles: told(self.shingles, answer.shingles, bits, &mut left),
            fingerprint_prefixes: told(
                self.fingerprint_prefixes,
                answer.fingerprint_prefixes,
                bits,
                &mut left,
            ),
            shingle_prefixes: told(self.shingle_prefixes, answer.shingle_prefixes, bits, &mut left),
            ..answer
        }
    }
}

/// Leaves each number once, where it first stands.
fn merge(numbers: &mut Vec<u64>) -> Places {
    let mut known = BTreeMap::new();
    let mut each = Vec::with_capacity(numbers.len());
    let place = |&number: &u64| {
        *known.entry(number).or_insert_with(|| {
            each.push(number);
            each.len() - 1
        })
    };
    let places: Vec<usize> = numbers.iter().map(place).collect();
    if each.len() == numbers.len() {
        return None;
    }
    *numbers = each;
    Some(places)
}

/// What was found of each number that was asked for; what there is no room for is truncated.
fn told<T: Found>(places: Places, found: Vec<T>, bits: u32, left: &mut usize) -> Vec<T> {
    let Some(places) = places else {
        *left = left.saturating_sub(found.iter().map(Found::numbers).sum());
        return found;
    };
    let tell = |place: usize| {
        let found = found.get(place).filter(|_| *left > 0).cloned().unwrap_or_else(|| T::unknown(bits));
        *left = left.saturating_sub(found.numbers());
        found
    };
    places.into_iter().map(tell).collect()
}
