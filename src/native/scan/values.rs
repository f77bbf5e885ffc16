//! Sketches as lists of numbers, in which they wait on a disk.

use std::prelude::v1::*;

use crate::buckets::Checksums;
use crate::imatch::IMatch;
use crate::minhash::{MinValues, Supershingles};
use crate::recipe::Sketching;
use crate::simhash::{Bits, Projection, Signature};
use crate::sketch::{Method, ShingleSet, Sketch, Value};

/// The numbers of a projection.
const PROJECTION: usize = 6;

/// The numbers of a value.
pub(super) fn pack(value: &Value) -> Vec<u64> {
    match value {
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
        Value::Simhash(Signature { prints, .. }) => prints
            .iter()
            .flat_map(|print| {
                let bits = print.unwrap_or(0);
                [u64::from(print.is_some()), bits as u64, (bits >> 64) as u64]
            })
            .collect(),
    }
}

/// The value of numbers that [`pack`] made of one by such a sketching; of any others, some value.
pub(super) fn unpack(sketching: &Sketching, numbers: &[u64]) -> Value {
    let options = || -> Vec<Option<u64>> {
        numbers.chunks_exact(2).map(|option| (option[0] > 0).then_some(option[1])).collect()
    };
    let projection = |numbers: &[u64]| Projection(numbers.try_into().unwrap_or([0; PROJECTION]));
    match sketching {
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
        Sketching::Simhash { bits, .. } => Value::Simhash(signature(*bits, numbers)),
        _ => Value::Whole(numbers.first().copied().unwrap_or(0)),
    }
}

/// The signature of numbers that [`pack`] made of one.
pub(in crate::native) fn signature(bits: Bits, numbers: &[u64]) -> Signature {
    let prints = numbers.chunks_exact(3);
    let print = |print: &[u64]| (print[0] > 0).then_some(u128::from(print[2]) << 64 | u128::from(print[1]));
    Signature { bits, prints: prints.map(print).collect() }
}

/// A sketch that is such a signature, of a document of which nothing else is known.
pub(in crate::native) fn sketched(method: &Method, signature: Signature) -> Sketch {
    let name = std::string::String::new();
    Sketch { name, recipe: method.recipe.id(), site: None, value: Value::Simhash(signature) }
}
