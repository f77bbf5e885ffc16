//! Two halves, one to choose a threshold on and one to test it on: the same at every run, whatever the order of the
//! documents.
//!
//! Labelled pairs are dealt out in turn, label by label, in the order of a hash of their ids, so that either half has
//! as many of every label, give or take one. What has no label goes by one bit of the hash.

use serde::Serialize;

use twinprint::hash;

/// One of two halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The one.
    First,
    /// The other.
    Second,
}

impl Half {
    /// Both.
    pub const BOTH: [Half; 2] = [Half::First, Half::Second];

    /// The half that a hash falls into.
    pub fn of(hash: u64) -> Half {
        if hash >> 63 == 0 { Half::First } else { Half::Second }
    }

    /// The half that this one is not.
    pub fn other(self) -> Half {
        match self {
            Half::First => Half::Second,
            Half::Second => Half::First,
        }
    }
}

/// What a document's id gives to the hash of its pairs.
pub(super) fn of_id(id: &str) -> u64 {
    hash::mix(hash::token(id))
}

/// The hash of a pair, whichever comes first.
pub(super) fn of_pair(a: u64, b: u64) -> u64 {
    hash::mix(a.wrapping_add(b))
}

/// Deals out what has a stratum and a hash: the half of each, in the order given.
pub(super) fn deal<S: Ord>(items: &[(S, u64)]) -> Vec<Half> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&item| &items[item]);
    let mut halves = vec![Half::First; items.len()];
    for (turn, item) in order.into_iter().enumerate() {
        halves[item] = Half::BOTH[turn % 2];
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_stratum_is_halved_whatever_the_order(strata in prop::collection::vec(0u8..5, 0..200), turn in any::<prop::sample::Index>()) {
            let items: Vec<(u8, u64)> = strata.iter().enumerate().map(|(at, &stratum)| (stratum, hash::mix(at as u64))).collect();
            let halves = deal(&items);
            for stratum in 0..5 {
                let of = |half| items.iter().zip(&halves).filter(|(item, its)| item.0 == stratum && **its == half).count();
                prop_assert!(of(Half::First).abs_diff(of(Half::Second)) <= 1);
            }
            if !items.is_empty() {
                let by = turn.index(items.len());
                let mut turned = items.clone();
                turned.rotate_left(by);
                let mut expected = halves;
                expected.rotate_left(by);
                prop_assert_eq!(deal(&turned), expected);
            }
        }
    }
}
