//! A table cut into shards, encoded on all cores.
//!
//! Each shard has as many codes as any other. How many shards there are follows from what the codes will take, which
//! is counted beforehand: so that the same codes make the same shards everywhere, in whole numbers only.

use crate::sort::StoredCode;
use core::ops::Range;

use rayon::prelude::*;

use super::super::Error;
use super::column::Column;
use super::gather::Documents;
use twinprint::table::{Coding, FamilyId, Histogram, Ordinals, Part, Plan, Writer};

/// The most shards of a table that a head can number.
const MOST: usize = u16::MAX as usize;

/// The most codes of a shard, so that one stands well in the memory of each core: some 100 MiB.
const MOST_CODES: usize = 1 << 24;

/// The family that a table is of, and how it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kin<'a> {
    pub(super) plan: &'a Plan,
    pub(super) family: FamilyId,
    pub(super) coding: Coding,
    /// How many of the lowest bits of every code are zero.
    pub(super) zeros: u32,
    /// Whether keys are cut.
    pub(super) cut_keys: bool,
    pub(super) block: u32,
    /// The most bytes of a shard, unless a single fingerprint's documents take more.
    pub(super) shard: u64,
}

/// What a table is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contents<'a, C> {
    /// Its codes, sorted and in its order of bits.
    pub(super) codes: &'a Column<C>,
    /// The documents of each; for the first table only.
    pub(super) documents: Option<&'a Documents>,
}

/// Encodes a table and gives each shard to `save` on whatever core made it. What `save` returned comes in the order of the
/// shards.
pub(super) fn encode<C: StoredCode, T: Send>(
    kin: &Kin<'_>,
    table: u16,
    contents: Contents<'_, C>,
    save: impl Fn(u16, &[u8]) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let Contents { codes, documents } = contents;
    let (cuts, histogram) = cut(kin, contents)?;
    let first = |cut: &Range<usize>| Ok(codes.part(cut.start..cut.start + 1)?[0]);
    let firsts = cuts.iter().skip(1).map(first).collect::<Result<Vec<C>, Error>>()?;
    let starts = documents.map(|documents| documents.starts(&cuts)).transpose()?;
    let writer = Writer {
        plan: kin.plan,
        table,
        family: kin.family,
        block: kin.block,
        histogram: &histogram,
        cut_keys: kin.cut_keys,
    };
    let encode = |bytes: &mut Vec<u8>, shard: usize| {
        let documents = documents.zip(starts.as_ref()).map(|(documents, starts)| {
            let ordinals = documents.ordinals.part(starts[shard]..starts[shard + 1])?;
            Ok::<_, Error>((documents.counts.part(cuts[shard].clone())?, ordinals))
        });
        let documents = documents.transpose()?;
        let codes = codes.part(cuts[shard].clone())?;
        let part = Part {
            shard: (shard as u16, cuts.len() as u16),
            range: (
                shard.checked_sub(1).map_or(C::ZERO, |before| firsts[before]),
                firsts.get(shard).map_or(C::MAX, |next| next.minus(C::ONE)),
            ),
            codes: &codes,
            ordinals: documents.as_ref().map(|(counts, ordinals)| Ordinals { counts, ordinals }),
        };
        writer.write(&part, bytes)?;
        save(shard as u16, bytes)
    };
    (0..cuts.len()).into_par_iter().map_init(Vec::new, encode).collect()
}

/// The shards' places among the codes, and the histogram of all.
fn cut<C: StoredCode>(
    kin: &Kin<'_>,
    contents: Contents<'_, C>,
) -> Result<(Vec<Range<usize>>, Histogram), Error> {
    let Contents { codes, documents } = contents;
    let width = documents.map(Documents::width).transpose()?;
    let mut shards = codes.len().div_ceil(MOST_CODES).max(1);
    loop {
        let cuts = equal(codes.len(), shards);
        let histograms = cuts.par_iter().map(|cut| count(kin, codes, cut)).collect::<Result<Vec<_>, _>>()?;
        let mut all = Histogram::without_lowest(kin.zeros, kin.coding);
        histograms.iter().for_each(|histogram| all.merge(histogram));
        let costs = costs(&all);
        let bytes = |(cut, histogram): (&Range<usize>, &Histogram)| {
            let codes = bytes_of_codes::<C>(kin, cut.len() as u64, histogram, &costs);
            match documents.zip(width) {
                Some((documents, width)) => Ok(codes + bytes_of_documents(documents, cut, width)?),
                None => Ok(codes),
            }
        };
        let bytes = cuts.par_iter().zip(&histograms).map(bytes).collect::<Result<Vec<u64>, Error>>()?;
        let largest = bytes.into_iter().max().unwrap_or(0);
        let most = MOST.min(codes.len().max(1));
        if largest <= kin.shard || shards >= most {
            return Ok((cuts, all));
        }
        // As many would do if all were alike; some are larger, so that at times another round follows.
        let wanted = (shards as u64).saturating_mul(largest).div_ceil(kin.shard);
        shards = usize::try_from(wanted).unwrap_or(most).max(shards + 1).min(most);
    }
}

fn equal(codes: usize, shards: usize) -> Vec<Range<usize>> {
    let at = |shard: usize| (codes as u128 * shard as u128 / shards as u128) as usize;
    (0..shards).map(|shard| at(shard)..at(shard + 1)).collect()
}

fn count<C: StoredCode>(kin: &Kin<'_>, codes: &Column<C>, cut: &Range<usize>) -> Result<Histogram, Error> {
    let mut histogram = Histogram::without_lowest(kin.zeros, kin.coding);
    let mut before: Option<C> = None;
    codes.for_each_part(cut.clone(), |codes| {
        before.iter().for_each(|&before| histogram.add(&[before, codes[0]]));
        histogram.add(codes);
        before = codes.last().copied();
        Ok(())
    })?;
    Ok(histogram)
}

/// The bits of a step by the bits below its highest, at the most: those, and the Huffman code, which is about as long
/// as the logarithm of how seldom it is.
fn costs(histogram: &Histogram) -> Vec<u64> {
    let (all, zeros): (u64, _) = (histogram.counts().iter().sum(), u64::from(histogram.zeros()));
    let cost = |(&count, low): (&u64, u64)| {
        low.saturating_sub(zeros) + all.checked_div(count).map_or(0, |rare| u64::from(rare.ilog2()) + 1)
    };
    histogram.counts().iter().zip(0..).map(cost).collect()
}

/// The bytes of a shard's codes with their directory, at the most.
fn bytes_of_codes<C: StoredCode>(kin: &Kin<'_>, codes: u64, histogram: &Histogram, costs: &[u64]) -> u64 {
    const HEAD: u64 = 512;
    const BLOCK_HEAD: u64 = 6;
    // A block has as much of its key as the head has not.
    let head = BLOCK_HEAD + if kin.cut_keys { C::BYTES as u64 } else { 0 };
    let bits: u64 = histogram.counts().iter().zip(costs).map(|(count, cost)| count * cost).sum();
    // A block may end as many bits early as the longest step has.
    let longest = costs.iter().max().copied().unwrap_or(0);
    let full = (8 * (u64::from(kin.block) - head)).saturating_sub(longest).max(1);
    // In the narrowest blocks little stands beside the key.
    let blocks = (bits / full + 1).min(codes);
    let entry = C::BYTES as u64 + size_of::<u32>() as u64;
    HEAD + blocks * (u64::from(kin.block) + entry)
}

/// The bytes of the documents of some codes, at the most.
fn bytes_of_documents(documents: &Documents, cut: &Range<usize>, width: u32) -> Result<u64, Error> {
    const GROUP: u64 = 256;
    const GROUP_HEAD: u64 = 12;
    let mut bits = 0;
    documents.counts.for_each_part(cut.clone(), |counts| {
        let bits_of = |&count: &u32| u64::from(2 * count.ilog2() + 1) + u64::from(count) * u64::from(width);
        bits += counts.iter().map(bits_of).sum::<u64>();
        Ok(())
    })?;
    Ok(bits / 8 + (cut.len() as u64 / GROUP + 1) * (GROUP_HEAD + 1) + 8)
}
