//! Pairs that are alike, packed: the documents first, each once with its name, then pairs of them.

use std::collections::HashMap;
use std::format;

use super::super::Error;
use super::blocks::Bytes;
use super::stream::bad;
use twinprint::resemblance::Overlap;

/// A document of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document<'a> {
    pub(super) position: i64,
    pub(super) name: &'a str,
    /// How many shingles it has.
    pub(super) size: u32,
}

/// Two documents that are alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alike<'a> {
    pub(super) a: Document<'a>,
    pub(super) b: Document<'a>,
    /// How many shingles they share.
    pub(super) shared: u32,
    pub(super) score: f32,
}

impl Alike<'_> {
    pub(super) fn overlap(&self) -> Overlap {
        Overlap { shared: self.shared.into(), a: self.a.size.into(), b: self.b.size.into() }
    }
}

/// Two documents that are alike, by their positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub(super) a: i64,
    pub(super) b: i64,
    /// How many shingles they share.
    pub(super) shared: u32,
    pub(super) score: f32,
}

impl Counted {
    /// Its place among others.
    pub(super) fn order(&self) -> (i64, i64) {
        (self.a, self.b)
    }
}

/// Packs pairs, whose documents are known by their positions.
pub(super) fn pack(
    pairs: &[Counted],
    known: &HashMap<i64, (String, u32)>,
    into: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut positions: Vec<i64> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    positions.sort_unstable();
    positions.dedup();
    into.clear();
    into.extend((positions.len() as u32).to_le_bytes());
    for position in &positions {
        let (name, size) =
            known.get(position).ok_or_else(|| bad("a document of a pair did not come with it".into()))?;
        into.extend(position.to_le_bytes());
        into.extend(size.to_le_bytes());
        into.extend((name.len() as u32).to_le_bytes());
        into.extend(name.as_bytes());
    }
    let ordinal = |position: &i64| positions.partition_point(|other| other < position) as u32;
    for Counted { a, b, shared, score } in pairs {
        into.extend(ordinal(a).to_le_bytes());
        into.extend(ordinal(b).to_le_bytes());
        into.extend(shared.to_le_bytes());
        into.extend(score.to_le_bytes());
    }
    Ok(())
}

/// Takes the pairs of a row, in their order.
pub(super) fn each<'a>(
    packed: &'a [u8],
    mut take: impl FnMut(Alike<'a>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut bytes = Bytes(packed);
    let mut documents = Vec::new();
    for _ in 0..bytes.int()? {
        let (position, size, name) = (bytes.long()?, bytes.int()?, bytes.int()?);
        documents.push(Document { position, name: bytes.text(name)?, size });
    }
    let known = |ordinal: u32| {
        let document = documents.get(ordinal as usize).copied();
        document.ok_or_else(|| bad("a pair in it is of a document that is not there".into()))
    };
    while !bytes.0.is_empty() {
        let (a, b) = (known(bytes.int()?)?, known(bytes.int()?)?);
        let (shared, score) = (bytes.int()?, bytes.float()?);
        check_shared(shared, a.size, b.size)?;
        take(Alike { a, b, shared, score })?;
    }
    Ok(())
}

/// Refuses pairs of documents that share more shingles than one of them has.
pub(super) fn check_shared(shared: u32, a: u32, b: u32) -> Result<(), Error> {
    if shared <= a.min(b) {
        return Ok(());
    }
    Err(bad(format!("a pair in it shares {shared} shingles, and its documents have {a} and {b}")))
}
