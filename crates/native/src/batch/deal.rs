//! Pairs that are alike to their clusters.

use std::collections::HashMap;
use std::io::{Read, Write};

use super::super::Error;
use super::blocks::{Bytes, Dealt};
use super::found;
use super::stream::{ColumnType, Input, Output, bad};

/// Pairs of several clusters, which are made lines together.
pub(super) const COLUMNS: [(&str, ColumnType); 2] =
    [("part", ColumnType::Long), ("pairs", ColumnType::Bytes)];

/// A pair of a cluster: its documents' positions, what they share, and how much that is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Within {
    pub(super) cluster: i64,
    pub(super) a: i64,
    pub(super) b: i64,
    pub(super) shared: u32,
    pub(super) score: f32,
    pub(super) resemblance: f64,
}

impl Within {
    fn write(&self, into: &mut Vec<u8>) {
        into.extend(self.cluster.to_le_bytes());
        into.extend(self.a.to_le_bytes());
        into.extend(self.b.to_le_bytes());
        into.extend(self.shared.to_le_bytes());
        into.extend(self.score.to_le_bytes());
        into.extend(self.resemblance.to_le_bytes());
    }
}

/// Takes the pairs of a row.
pub(super) fn each(packed: &[u8], mut take: impl FnMut(Within)) -> Result<(), Error> {
    let mut bytes = Bytes(packed);
    while !bytes.0.is_empty() {
        let (cluster, a, b) = (bytes.long()?, bytes.long()?, bytes.long()?);
        let (shared, score, resemblance) = (bytes.int()?, bytes.float()?, bytes.double()?);
        take(Within { cluster, a, b, shared, score, resemblance });
    }
    Ok(())
}

/// The low bits in which the numbers of clusters of one part may differ.
pub(super) const BITS: u32 = 6;

/// Takes rows of `found`, each with all documents of its block that are in clusters, `members`, and whose they are, `clusters`.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut dealt = Dealt::default();
    for rows in input {
        let rows = rows?;
        let packed = rows.bytes("found")?;
        let (members, clusters) = (rows.long_lists("members")?, rows.long_lists("clusters")?);
        for row in 0..rows.len() {
            let (members, clusters) = (members.get(row), clusters.get(row));
            let cluster_of: HashMap<i64, i64> =
                members.iter().copied().zip(clusters.iter().copied()).collect();
            found::each(packed.value(row), |pair| {
                let (a, b) = (pair.a.position, pair.b.position);
                let outside = || bad("a pair in it is of no cluster".into());
                let cluster = *cluster_of.get(&a).ok_or_else(outside)?;
                let resemblance = pair.overlap().resemblance();
                let within = Within { cluster, a, b, shared: pair.shared, score: pair.score, resemblance };
                dealt.add(cluster >> BITS, |part| within.write(part));
                Ok(())
            })?;
            dealt.give_much(&mut output)?;
        }
    }
    dealt.give(&mut output)?;
    output.finish()
}
