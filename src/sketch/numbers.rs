//! Sketches as lists of numbers.

use alloc::vec::Vec;

use super::{ShingleSet, Value};
use crate::buckets::Checksums;
use crate::imatch::IMatch;
use crate::minhash::{MinValues, Supershingles};
use crate::recipe::Sketching;
use crate::simhash::{Bits, Projection, Signature};

/// The numbers of a projection.
const PROJECTION: usize = 6;

impl Value {
    /// The value as a list of numbers, such as it waits on a disk.
    ///
    /// ```
    /// use twinprint::sketch::{Method, Value};
    /// let method = Method::parse("minhash", None)?;
    /// let mut sketcher = method.sketcher(None)?;
    /// let value = sketcher.sketch(&twinprint::Document::plain("a", "a rose is a rose is a rose"))?.value;
    /// assert_eq!(Value::from_numbers(&method.recipe.sketching, &value.to_numbers()), value);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn to_numbers(&self) -> Vec<u64> {
        match self {
            Value::Whole(hash) => [*hash].into(),
            Value::Shingles(ShingleSet { hashes, divisor, at_most }) => {
                let head = [*divisor, at_most.map_or(0, |most| most as u64)];
                head.into_iter().chain(hashes.iter().copied()).collect()
            }
            Value::MinValues(MinValues(numbers)) | Value::Supershingles(Supershingles(numbers)) => {
                numbers.clone()
            }
            Value::Projection(Projection(bits)) => bits.to_vec(),
            Value::Combined(Supershingles(numbers), Projection(bits)) => [&numbers[..], bits].concat(),
            Value::IMatch(IMatch { signatures: options }) | Value::Buckets(Checksums(options)) => {
                options.iter().flat_map(|option| [u64::from(option.is_some()), option.unwrap_or(0)]).collect()
            }
            Value::Simhash(Signature { fingerprints, .. }) => fingerprints
                .iter()
                .flat_map(|fingerprint| {
                    let bits = fingerprint.unwrap_or(0);
                    [u64::from(fingerprint.is_some()), bits as u64, (bits >> 64) as u64]
                })
                .collect(),
        }
    }

    /// The value of which [`to_numbers`](Value::to_numbers) made these numbers, by the same sketching; of any others, some value.
    pub fn from_numbers(sketching: &Sketching, numbers: &[u64]) -> Self {
        let options = || -> Vec<Option<u64>> {
            numbers.chunks_exact(2).map(|option| (option[0] > 0).then_some(option[1])).collect()
        };
        let projection = |numbers: &[u64]| Projection(numbers.try_into().unwrap_or([0; PROJECTION]));
        match sketching {
            Sketching::Whole => Value::Whole(numbers.first().copied().unwrap_or(0)),
            Sketching::Shingles(_) | Sketching::Winnowed { .. } | Sketching::Adaptive { .. } => {
                let (head, hashes) = numbers.split_at_checked(2).unwrap_or((&[1, 0], &[]));
                let at_most = Some(head[1] as usize).filter(|&most| most > 0);
                Value::Shingles(ShingleSet { hashes: hashes.into(), divisor: head[0], at_most })
            }
            Sketching::MinValues(_) => Value::MinValues(MinValues(numbers.into())),
            Sketching::Supershingles { .. } => Value::Supershingles(Supershingles(numbers.into())),
            Sketching::Projection => Value::Projection(projection(numbers)),
            Sketching::Combined { .. } => {
                let (supershingles, bits) = numbers.split_at(numbers.len().saturating_sub(PROJECTION));
                Value::Combined(Supershingles(supershingles.into()), projection(bits))
            }
            Sketching::IMatch { .. } => Value::IMatch(IMatch { signatures: options() }),
            Sketching::Buckets { .. } => Value::Buckets(Checksums(options())),
            Sketching::Simhash { bits, .. } => Value::Simhash(Signature::from_numbers(*bits, numbers)),
        }
    }
}

impl Signature {
    /// The signature of which [`Value::to_numbers`] made these numbers.
    pub fn from_numbers(bits: Bits, numbers: &[u64]) -> Self {
        let fingerprints = numbers.chunks_exact(3);
        let fingerprint = |fingerprint: &[u64]| {
            (fingerprint[0] > 0).then_some(u128::from(fingerprint[2]) << 64 | u128::from(fingerprint[1]))
        };
        Signature { bits, fingerprints: fingerprints.map(fingerprint).collect() }
    }
}
