//! Shards and families made for tests: of any codes, in any style.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{
    Code, Coding, Family, FamilyId, Histogram, Limits, Load, Ordinals, Part, Plan, Writer,
};

pub(crate) const FAMILY: FamilyId = FamilyId { digest: 0x0123_4567_89AB_CDEF, recipe: [7; 16] };

/// How a table is written, apart from what is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) coding: Coding,
    pub(crate) block: u32,
    /// Into how many shards each table is cut.
    pub(crate) shards: u16,
    /// Whether keys are cut, where there are no ordinals.
    pub(crate) cut_keys: bool,
}

pub(crate) fn style() -> impl Strategy<Value = Style> {
    let coding = prop::sample::select(&Coding::ALL[..]);
    let block = prop::sample::select(&[32, 33, 64, 100, 256, 1024][..]);
    (coding, block, 1u16..4, any::<bool>()).prop_map(|(coding, block, shards, cut_keys)| Style {
        coding,
        block,
        shards,
        cut_keys,
    })
}

/// Codes as they may come: spread evenly, in clusters of near ones, in a row, and the outermost.
pub(crate) fn codes<C: Code>() -> impl Strategy<Value = BTreeSet<C>> {
    let code = || any::<u128>().prop_map(C::truncated);
    let cluster =
        (code(), prop::collection::vec((0..C::BITS, 0..C::BITS), 0..40)).prop_map(|(centre, flips)| {
            flips.into_iter().map(|(a, b)| centre ^ C::ONE << a ^ C::ONE << b).collect::<Vec<_>>()
        });
    let row = (code(), 0u128..400)
        .prop_map(|(start, length)| (0..length).map(|i| start.plus(C::truncated(i))).collect::<Vec<_>>());
    let spread = prop::collection::vec(code(), 0..400);
    let ends = prop::sample::subsequence(vec![C::ZERO, C::ONE, C::MAX], 0..=3);
    (spread, cluster, row, ends).prop_map(|(a, b, c, d)| [a, b, c, d].concat().into_iter().collect())
}

/// The shards of one table, each with its name; the documents are given for the first table only.
pub(crate) fn table<C: Code>(
    plan: &Plan,
    number: u16,
    documents: &BTreeMap<C, Vec<u64>>,
    has_ids: bool,
    style: Style,
) -> Vec<(String, Vec<u8>)> {
    let design = &plan.tables()[usize::from(number)];
    let permuted: BTreeMap<C, &Vec<u64>> =
        documents.iter().map(|(code, documents)| (design.permute(*code), documents)).collect();
    let all: Vec<C> = permuted.keys().copied().collect();
    let mut histogram = Histogram::new(style.coding);
    histogram.add(&all);
    let writer = Writer {
        plan,
        table: number,
        family: FAMILY,
        block: style.block,
        histogram: &histogram,
        cut_keys: style.cut_keys && !has_ids,
    };
    let mut first = C::ZERO;
    (0..style.shards)
        .map(|shard| {
            // Equal parts of the range, so that some shards may be empty.
            let steps = C::truncated(u128::from(shard) + 1);
            let share = C::truncated(C::MAX.widened() / u128::from(style.shards));
            let last = match shard + 1 == style.shards {
                true => C::MAX,
                false => (0..steps.widened()).fold(C::ZERO, |end, _| end.plus(share)),
            };
            let range = (first, last);
            first = last.plus(C::ONE);
            let inside: Vec<(C, &Vec<u64>)> =
                permuted.range(range.0..=range.1).map(|(code, documents)| (*code, *documents)).collect();
            let codes: Vec<C> = inside.iter().map(|(code, _)| *code).collect();
            let counts: Vec<u32> = inside.iter().map(|(_, documents)| documents.len() as u32).collect();
            let ordinals: Vec<u64> =
                inside.iter().flat_map(|(_, documents)| documents.iter().copied()).collect();
            let ordinals =
                (has_ids && number == 0).then_some(Ordinals { counts: &counts, ordinals: &ordinals });
            let part = Part { shard: (shard, style.shards), range, codes: &codes, ordinals };
            let mut bytes = b"something old".to_vec();
            writer.write(&part, &mut bytes).unwrap();
            (format!("table {number}, shard {shard}"), bytes)
        })
        .collect()
}

pub(crate) fn family<C: Code>(plan: &Plan, codes: &BTreeSet<C>, style: Style) -> Family<C, Vec<u8>> {
    let documents = codes.iter().map(|code| (*code, Vec::new())).collect();
    let shards =
        (0..plan.tables().len() as u16).flat_map(|number| table(plan, number, &documents, false, style));
    Family::open(shards).unwrap()
}

pub(crate) fn one_table(bits: Bits) -> Plan {
    Plan::choose(bits, 0, Load::new(1), Limits::default()).unwrap()
}
