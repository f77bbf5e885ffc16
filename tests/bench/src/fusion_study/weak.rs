//! Simhashes of 32 bits by hashes of strings as libraries have them, weaker than the one built in.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use twinprint::simhash::{Bits, WeightedSimhash};
use twinprint::text::Reader;
use twinprint_native::Error;
use twinprint_study::eval::{Evaluation, Scale};

use crate::set::{Set, Words, terms};

/// A hash of 32 bits: what it begins with, and what a byte makes of it.
pub(crate) struct WordHash {
    pub(crate) name: &'static str,
    start: u32,
    take: fn(u32, u8) -> u32,
}

pub(crate) const HASHES: [WordHash; 6] = [
    WordHash { name: "sum of the bytes", start: 0, take: |sum, byte| sum.wrapping_add(byte.into()) },
    WordHash {
        name: "ELF, 28 bits",
        start: 0,
        take: |hash, byte| {
            let hash = (hash << 4).wrapping_add(byte.into());
            let high = hash & 0xF000_0000;
            (hash ^ high >> 24) & !high
        },
    },
    WordHash {
        name: "rotated by 5, xor byte",
        start: 0,
        take: |hash, byte| hash.rotate_left(5) ^ u32::from(byte),
    },
    WordHash {
        name: "31 h + byte (Java)",
        start: 0,
        take: |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()),
    },
    WordHash {
        name: "33 h + byte (Bernstein)",
        start: 5381,
        take: |hash, byte| hash.wrapping_mul(33).wrapping_add(byte.into()),
    },
    WordHash {
        name: "FNV-1a",
        start: 0x811C_9DC5,
        take: |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193),
    },
];

/// The text of every word in the set.
pub(crate) fn vocabulary(set: &Set) -> Result<HashMap<u64, String>, Error> {
    let mut reader = Reader::new(&terms())?.with_words();
    let mut vocabulary = HashMap::new();
    for source in &set.sources {
        let reading = reader.read(&source.document())?;
        for (&token, word) in reading.hashes().iter().zip(reading.words()) {
            vocabulary.entry(token).or_insert_with(|| word.to_owned());
        }
    }
    Ok(vocabulary)
}

/// A simhash of shingles that are hashed as strings, their words joined by blanks; each counts once.
pub(crate) fn judge(
    set: &Set,
    words: &[Words],
    vocabulary: &HashMap<u64, String>,
    hash: &WordHash,
    w: usize,
) -> Evaluation {
    let print = |words: &Words| {
        let mut simhash = WeightedSimhash::new(Bits::B32);
        let shingles: BTreeMap<&[u64], &[u16]> =
            words.tokens.windows(w).zip(words.weights.windows(w)).collect();
        for (tokens, weights) in shingles {
            let bytes = tokens.iter().enumerate().flat_map(|(place, token)| {
                let blank: &[u8] = if place == 0 { b"" } else { b" " };
                blank.iter().chain(vocabulary[token].as_bytes())
            });
            let hash = bytes.fold(hash.start, |state, &byte| (hash.take)(state, byte));
            simhash.add(hash.into(), weights.iter().map(|&weight| u32::from(weight)).sum());
        }
        simhash.finish()
    };
    let prints: Vec<Option<u128>> = words.par_iter().map(print).collect();
    set.judge(&prints, Scale::Distance, |a, b| Some(f64::from((a ^ b).count_ones())))
}
