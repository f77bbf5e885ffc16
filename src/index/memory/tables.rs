//! The tables of an index that is built in memory: each in one shard.

use alloc::vec::Vec;

use super::digest::digest;
use crate::error::Error;
use crate::index::{Design, Packing};
use crate::simhash::Bits;
use crate::table::{
    Coding, DEFAULT_BLOCK, FamilyId, Header, Histogram, Limits, Load, Ordinals, Part, Plan, Writer,
};

/// A shard's bytes, and how many of them come before its blocks.
type Shard = (Vec<u8>, u64);

/// The tables of fingerprints, each with its passage, in at most `tables` tables.
pub(super) fn passage_tables(
    mut fingerprints: Vec<(u64, u32)>,
    design: &Design,
    tables: u32,
) -> Result<Vec<Shard>, Error> {
    fingerprints.sort_unstable();
    fingerprints.dedup();
    let equal = fingerprints.chunk_by(|x, y| x.0 == y.0);
    let (codes, counts): (Vec<u64>, Vec<u32>) = equal.map(|equal| (equal[0].0, equal.len() as u32)).unzip();
    let ordinals: Vec<u64> = fingerprints.iter().map(|&(_, passage)| passage.into()).collect();
    let limits = Limits { tables: Some(tables as usize), ..Limits::default() };
    let plan = Plan::choose(Bits::B64, design.k, Load::new(codes.len() as u64), limits)?;
    let form = Form { zeros: 0, cut_keys: false, recipe: design.id().0 };
    family(codes, Some(Ordinals { counts: &counts, ordinals: &ordinals }), &plan, form)
}

/// The table of shingles and pairs, each with the passage it begins in, of `passages` passages.
pub(super) fn shingle_tables(
    shingles: Vec<(u64, u32)>,
    passages: u32,
    design: &Design,
) -> Result<Vec<Shard>, Error> {
    let packing = Packing::of(passages, design);
    let mut codes: Vec<u64> =
        shingles.into_iter().map(|(hash, passage)| packing.code(hash, passage)).collect();
    codes.sort_unstable();
    codes.dedup();
    let plan = Packing::plan(codes.len() as u64)?;
    let cut_keys = design.pairs.is_some();
    family(codes, None, &plan, Form { zeros: packing.zeros(), cut_keys, recipe: design.id().0 })
}

/// How tables are written.
struct Form {
    /// How many of the lowest bits of every code are zero.
    zeros: u32,
    /// Whether keys are cut.
    cut_keys: bool,
    /// The id of the index's design.
    recipe: [u8; 16],
}

/// All tables of a plan over sorted codes.
fn family(
    codes: Vec<u64>,
    ordinals: Option<Ordinals<'_>>,
    plan: &Plan,
    form: Form,
) -> Result<Vec<Shard>, Error> {
    let (coding, block) = (Coding::default(), DEFAULT_BLOCK);
    let digest = digest(&codes, ordinals, plan, coding, block);
    let family = FamilyId { digest, recipe: form.recipe };
    let encode = |(table, ordinals): (u16, Option<Ordinals<'_>>)| {
        let order = &plan.tables()[usize::from(table)];
        let mut own: Vec<u64> = codes.iter().map(|&code| order.permute(code)).collect();
        own.sort_unstable();
        let mut histogram = Histogram::without_lowest(form.zeros, coding);
        histogram.add(&own);
        let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &own, ordinals };
        let mut bytes = Vec::new();
        Writer { plan, table, family, block, histogram: &histogram, cut_keys: form.cut_keys }
            .write(&part, &mut bytes)?;
        let head = Header::read("tables", &bytes)?.head().unwrap_or(0);
        Ok((bytes, head))
    };
    // The first table's order of bits is the natural one, and it alone has the ordinals.
    let tables = (0..plan.tables().len() as u16).map(|table| (table, ordinals.filter(|_| table == 0)));
    tables.map(encode).collect()
}
