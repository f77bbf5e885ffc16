//! How far a table of fingerprints is compressed, and how far one of random numbers would be (Manku, Jain and Das Sarma 2007,
//! section 3.2).

use super::super::intervals::SplitMix;
use twinprint::simhash::Bits;
use twinprint::table::{Coding, DEFAULT_BLOCK, FamilyId, Histogram, Part, Plan, Writer};

/// The bits that a fingerprint takes in one compressed table, without document ordinals (section 3.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compression {
    /// The paper's coding, by the XOR with the one before.
    pub xor: f64,
    /// This project's, by the difference.
    pub difference: f64,
}

impl Compression {
    /// Of distinct sorted fingerprints, in blocks of the paper's size with all that a file has beside them; none of none.
    ///
    /// # Errors
    /// What [`Writer::write`](twinprint::table::Writer::write) says.
    pub fn of(codes: &[u64]) -> Result<Option<Compression>, twinprint::Error> {
        if codes.is_empty() {
            return Ok(None);
        }
        let bits =
            |coding| Ok::<_, twinprint::Error>(8.0 * bytes(codes, coding)? as f64 / codes.len() as f64);
        Ok(Some(Compression { xor: bits(Coding::Xor)?, difference: bits(Coding::Difference)? }))
    }

    /// What as many random fingerprints take, drawn by a seed.
    ///
    /// # Errors
    /// As [`of`](Compression::of).
    pub fn at_random(count: usize, seed: u64) -> Result<Option<Compression>, twinprint::Error> {
        let mut random = SplitMix(seed);
        let mut codes = vec![0; count];
        codes.iter_mut().for_each(|code| *code = random.bits());
        codes.sort_unstable();
        codes.dedup();
        Compression::of(&codes)
    }

    /// The fewest bits that each of a number of random fingerprints can take: log2 of how many sets of that size there are, shared
    /// out.
    pub fn least(count: u64) -> f64 {
        64.0 - (count as f64).log2() + core::f64::consts::LOG2_E
    }
}

fn bytes(codes: &[u64], coding: Coding) -> Result<u64, twinprint::Error> {
    let plan = Plan::for_tables(Bits::B64, 3, 4)?;
    let mut histogram = Histogram::new(coding);
    histogram.add(codes);
    let family = FamilyId { digest: 0, recipe: [0; 16] };
    let writer = Writer {
        plan: &plan,
        table: 0,
        family,
        block: DEFAULT_BLOCK,
        histogram: &histogram,
        cut_keys: false,
    };
    let mut bytes = Vec::new();
    writer.write(&Part { shard: (0, 1), range: (0, u64::MAX), codes, ordinals: None }, &mut bytes)?;
    Ok(bytes.len() as u64)
}
