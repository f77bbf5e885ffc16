//! How small a sorted set of fingerprints is, and how fast it is read from front to back.

use std::hint::black_box;

use sucds::Serializable;
use sucds::mii_sequences::{EliasFano, EliasFanoBuilder};
use twinprint::table::{Coding, DEFAULT_BLOCK, Shard};

use crate::codes::Input;
use crate::measure::{Outcome, Per};
use crate::{memory, own, time};

const ROUNDS: usize = 7;

/// What no coding of uniform fingerprints goes below: log2 of the number of their sets, C(2^64, n), which is 64 - log2 n +
/// log2 e bits a fingerprint.
pub(crate) fn bound(input: &Input) -> Outcome {
    let bits = 64.0 - (input.count() as f64).log2() + std::f64::consts::LOG2_E;
    Outcome::of_bytes(bits / 8.0)
}

/// Fingerprints as they are, copied.
pub(crate) fn copy(input: &Input) -> Outcome {
    let (codes, needed) = memory::of(|| input.sorted());
    let mut copied = vec![0; codes.len()];
    let (seconds, ()) = time::thread(ROUNDS, || black_box(&mut copied).copy_from_slice(&codes));
    Outcome::new(seconds, codes.len(), Per::Code).with_memory(needed, codes.len())
}

/// Elias and Fano's coding with an index by place, of sucds.
pub(crate) fn elias_fano(input: &Input) -> Outcome {
    decode_elias_fano(input, elias_fano_of)
}

/// The same with an index by value, without which no fingerprint is found by its prefix.
pub(crate) fn elias_fano_by_value(input: &Input) -> Outcome {
    decode_elias_fano(input, |codes| elias_fano_of(codes).enable_rank())
}

fn elias_fano_of(codes: &[u64]) -> EliasFano {
    let mut builder = EliasFanoBuilder::new(u64::MAX, codes.len()).expect("a fingerprint at least");
    builder.extend(codes.iter().copied()).expect("ascending, below the largest number");
    builder.build()
}

fn decode_elias_fano(input: &Input, code: impl Fn(&[u64]) -> EliasFano) -> Outcome {
    let codes = input.sorted();
    let (coded, needed) = memory::of(|| code(&codes));
    let mut decoded = codes.clone();
    let (seconds, ()) = time::thread(ROUNDS, || {
        decoded.iter_mut().zip(coded.iter(0)).for_each(|(place, code)| *place = code);
    });
    assert!(decoded == codes, "Elias and Fano's coding gave other fingerprints back");
    Outcome::new(seconds, codes.len(), Per::Code)
        .with_bytes(coded.size_in_bytes(), codes.len())
        .with_peak(needed.peak)
}

/// Twinprint's table of differences, in blocks of 1,024 bytes.
pub(crate) fn difference(input: &Input) -> Outcome {
    decode_shard(input, Coding::Difference)
}

/// The same, each run of fingerprints looked at where it was decoded and copied nowhere: all that a join needs.
pub(crate) fn difference_by_runs(input: &Input) -> Outcome {
    let codes = input.sorted();
    let bytes = own::one(&codes, Coding::Difference, DEFAULT_BLOCK);
    let shard = Shard::<u64, _>::open("table", &bytes[..]).expect("a whole shard");
    let mixed = codes.iter().fold(0, |mixed, code| mixed ^ code);
    let (seconds, found) = time::thread(ROUNDS, || {
        let mut found = 0;
        shard
            .for_each_run(|run| found = run.iter().fold(found, |found, code| found ^ code))
            .expect("whole blocks");
        found
    });
    assert!(found == mixed, "a shard gave other fingerprints back");
    Outcome::new(seconds, codes.len(), Per::Code)
}

/// The same of XORs, as the paper has it.
pub(crate) fn xor(input: &Input) -> Outcome {
    decode_shard(input, Coding::Xor)
}

fn decode_shard(input: &Input, coding: Coding) -> Outcome {
    let codes = input.sorted();
    let (bytes, needed) = memory::of(|| own::one(&codes, coding, DEFAULT_BLOCK));
    let shard = Shard::<u64, _>::open("table", &bytes[..]).expect("a whole shard");
    let mut decoded = Vec::with_capacity(codes.len());
    // The first round checks every block's checksum.
    let (seconds, ()) = time::thread(ROUNDS, || {
        decoded.clear();
        shard.for_each_run(|run| decoded.extend_from_slice(run)).expect("whole blocks");
    });
    assert!(decoded == codes, "a shard gave other fingerprints back");
    Outcome::new(seconds, codes.len(), Per::Code).with_bytes(bytes.len(), codes.len()).with_peak(needed.peak)
}
