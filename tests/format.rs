//! The specification of shards, FORMAT.md: a decoder written from it reads what is written here, and what was written once.
//! `TWINPRINT_RECORD=1 cargo test --test tests format` writes the golden files, the seeds for fuzzing and the page's example
//! anew; that is for new kinds of shards, for those that are there must stay as they are.

mod decoder;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{Code, Coding, Histogram, Part, Plan, Shard, Writer};

use crate::families::{FAMILY, Style, codes, one_table, style, table};
pub(crate) use decoder::{Decoded, decode};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Holds bytes to what a file has, or writes it anew when that was asked for.
fn hold(name: &str, bytes: &[u8]) {
    if std::env::var_os("TWINPRINT_RECORD").is_some() {
        std::fs::create_dir_all(path(name).parent().unwrap()).unwrap();
        std::fs::write(path(name), bytes).unwrap();
    }
    assert!(std::fs::read(path(name)).unwrap() == bytes, "{name} is as it was");
}

/// What the library reads of a shard, where it refuses nothing.
pub(crate) fn read<C: Code>(bytes: &[u8]) -> Result<Decoded, twinprint::Error> {
    let shard = Shard::<C, _>::open("shard", bytes)?;
    shard.verify()?;
    let mut codes = Vec::new();
    shard.for_each_run(|run| codes.extend_from_slice(run))?;
    let header = shard.header();
    let ordinals = header.ids.is_some().then(|| {
        let all = codes.iter().map(|&code| shard.ordinals(code, usize::MAX).unwrap().unwrap());
        all.map(|(ordinals, count)| {
            assert_eq!(ordinals.len(), count as usize);
            ordinals.into_iter().map(u128::from).collect()
        })
        .collect()
    });
    let wide = |(one, all): (u16, u16)| (one.into(), all.into());
    Ok(Decoded {
        f: header.bits.count() as usize,
        k: header.k.into(),
        coding: Coding::ALL.iter().position(|coding| *coding == header.coding).unwrap() as u64,
        table: wide(header.table),
        shard: wide(header.shard),
        prefix: header.design.prefix().into(),
        radius: header.design.radius().into(),
        order: header.design.order().iter().map(|run| (run.start.into(), run.length.into())).collect(),
        block: header.block as usize,
        digest: header.family.digest,
        recipe: header.family.recipe.to_vec(),
        range: header.range,
        codes: codes.into_iter().map(C::widened).collect(),
        ordinals,
    })
}

/// Documents for codes: one each, and for some of them more.
pub(crate) fn documents<C: Code>(codes: impl IntoIterator<Item = C>, seed: u64) -> BTreeMap<C, Vec<u64>> {
    let documents = codes.into_iter().zip(0u64..).map(|(code, i)| {
        let random = twinprint::hash::mix(seed ^ i);
        let more = if random.is_multiple_of(16) { random % 7 } else { 0 };
        (code, (0..=more).map(|n| i.wrapping_add(n.wrapping_mul(random >> (seed % 64)))).collect())
    });
    documents.collect()
}

fn agree<C: Code>(plan: &Plan, documents: &BTreeMap<C, Vec<u64>>, has_ids: bool, style: Style) {
    for number in 0..plan.tables().len() as u16 {
        let design = &plan.tables()[usize::from(number)];
        let (mut codes, mut lists) = (Vec::new(), Vec::new());
        for (_, bytes) in table(plan, number, documents, has_ids, style) {
            let decoded = decode(&bytes).unwrap();
            assert_eq!(decoded, read::<C>(&bytes).unwrap());
            codes.extend(decoded.codes);
            lists.extend(decoded.ordinals.into_iter().flatten());
        }
        let expected: BTreeMap<u128, &Vec<u64>> =
            documents.iter().map(|(code, list)| (design.permute(*code).widened(), list)).collect();
        assert!(codes.iter().eq(expected.keys()));
        let wide = |list: &&Vec<u64>| list.iter().copied().map(u128::from).collect::<Vec<_>>();
        assert!(!has_ids || number > 0 || lists.into_iter().eq(expected.values().map(wide)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_decoder_reads_what_is_written_in_32_bits(
        codes in codes::<u32>(), seed: u64, has_ids: bool, style in style(), tables in 1usize..=4,
    ) {
        agree(&plan::<u32>(tables), &documents(codes, seed), has_ids, style);
    }

    #[test]
    fn the_decoder_reads_what_is_written_in_64_bits(
        codes in codes::<u64>(), seed: u64, has_ids: bool, style in style(), tables in 1usize..=4,
    ) {
        agree(&plan::<u64>(tables), &documents(codes, seed), has_ids, style);
    }

    #[test]
    fn the_decoder_reads_what_is_written_in_128_bits(
        codes in codes::<u128>(), seed: u64, has_ids: bool, style in style(), tables in 1usize..=4,
    ) {
        agree(&plan::<u128>(tables), &documents(codes, seed), has_ids, style);
    }

    #[test]
    fn lowest_bits_that_are_zero_in_all_codes_take_no_room(
        codes in codes::<u64>(), zeros in 1u32..64, style in style(),
    ) {
        let own: BTreeSet<u64> = codes.into_iter().map(|code| code << zeros).collect();
        let own = Vec::from_iter(own);
        let written = |zeros| {
            let mut histogram = Histogram::without_lowest(zeros, style.coding);
            histogram.add(&own);
            let plan = one_table(Bits::B64);
            let writer = Writer { plan: &plan, table: 0, family: FAMILY, block: style.block, histogram: &histogram, cut_keys: style.cut_keys };
            let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &own, ordinals: None };
            let mut bytes = Vec::new();
            writer.write(&part, &mut bytes).unwrap();
            bytes
        };
        let (bytes, longer) = (written(zeros), written(0));
        prop_assert!(bytes.len() <= longer.len());
        let decoded = decode(&bytes).unwrap();
        prop_assert!(decoded.codes.iter().copied().eq(own.iter().map(|&code| code.into())));
        prop_assert_eq!(read::<u64>(&bytes).unwrap().codes, decoded.codes);
    }
}

/// A plan of `tables` tables, each with another order of bits.
pub(crate) fn plan<C: Code>(tables: usize) -> Plan {
    Plan::for_tables(C::bits(), tables as u32 - 1, tables).unwrap()
}

/// What a shard holds, a line a code: the code, and its documents.
fn text(shard: &Decoded) -> String {
    let order: Vec<String> =
        shard.order.iter().map(|(start, length)| format!("{length} bits from {start}")).collect();
    let mut text = format!(
        "f {} k {} coding {} table {:?} shard {:?} prefix {} radius {} block {} digest {:x} recipe {:x?}\n\
         order: {}\nrange: {:x?}\n",
        shard.f,
        shard.k,
        shard.coding,
        shard.table,
        shard.shard,
        shard.prefix,
        shard.radius,
        shard.block,
        shard.digest,
        shard.recipe,
        order.join(", "),
        shard.range,
    );
    for (i, code) in shard.codes.iter().enumerate() {
        let documents = shard.ordinals.as_ref().map_or(&[][..], |lists| &lists[i]);
        write!(text, "{code:0width$x}", width = shard.f / 4).unwrap();
        documents.iter().for_each(|document| write!(text, " {document}").unwrap());
        text.push('\n');
    }
    text
}

/// The codes and documents in a text.
fn from_text<C: Code>(text: &str) -> BTreeMap<C, Vec<u64>> {
    let line = |line: &str| {
        let mut fields = line.split(' ');
        let code = C::truncated(u128::from_str_radix(fields.next().unwrap(), 16).unwrap());
        (code, fields.map(|document| document.parse().unwrap()).collect())
    };
    text.lines().skip(3).map(line).collect()
}

/// Codes that are near one another and far from one another, always the same.
pub(crate) fn mixed<C: Code>(count: u64) -> Vec<C> {
    let code = |i: u64| {
        let [high, low] = [i / 3, i].map(twinprint::hash::mix);
        let far = C::truncated(u128::from(high) << 64 | u128::from(high.rotate_left(32)));
        far ^ C::truncated((low % (1 << (i % 3 * 8))).into())
    };
    (0..count).map(code).collect()
}

/// Holds the shards of a table to golden files: what they are, what they hold, and that it is written again as it was.
fn golden<C: Code>(name: &str, table_number: u16, has_ids: bool, style: Style) {
    let plan = plan::<C>(4);
    let shards = table(&plan, table_number, &documents(mixed::<C>(300), 24), has_ids, style);
    let mut all = BTreeMap::new();
    for (number, (_, bytes)) in shards.iter().enumerate() {
        let name = format!("tests/golden/shard-1-{name}-{number}");
        hold(&format!("{name}.tws"), bytes);
        hold(&format!("{name}.txt"), text(&decode(bytes).unwrap()).as_bytes());
        let golden = std::fs::read(path(&format!("{name}.tws"))).unwrap();
        assert_eq!(read::<C>(&golden).unwrap(), decode(&golden).unwrap());
        all.append(&mut from_text::<C>(&std::fs::read_to_string(path(&format!("{name}.txt"))).unwrap()));
    }
    let design = &plan.tables()[usize::from(table_number)];
    let natural = all.into_iter().map(|(code, documents)| (design.restore(code), documents)).collect();
    assert!(table(&plan, table_number, &natural, has_ids, style) == shards, "{name} is written as it was");
}

#[test]
fn golden_shards_hold_what_they_held_and_are_written_as_they_were() {
    let style = |coding, block, shards| Style { coding, block, shards, cut_keys: false };
    golden::<u32>("difference-32", 2, false, style(Coding::Difference, 64, 1));
    golden::<u32>("xor-32-ordinals", 0, true, style(Coding::Xor, 33, 2));
    golden::<u64>("difference-64-ordinals", 0, true, style(Coding::Difference, 256, 1));
    golden::<u64>("xor-64", 3, false, style(Coding::Xor, 1024, 2));
    let cut = Style { cut_keys: true, ..style(Coding::Difference, 256, 2) };
    golden::<u64>("cut-64", 1, false, cut);
    golden::<u128>("difference-128", 1, false, style(Coding::Difference, 100, 1));
    golden::<u128>("xor-128-ordinals", 0, true, style(Coding::Xor, 512, 1));
}

/// A family of two tables, each of two shards, one after the other.
fn seed<C: Code>(name: &str, coding: Coding, cut_keys: bool) {
    let (plan, style) = (plan::<C>(2), Style { coding, block: 64, shards: 2, cut_keys });
    let documents = documents(mixed::<C>(40), 24);
    let shards = (0..2).flat_map(|number| table(&plan, number, &documents, !cut_keys, style));
    let family: Vec<u8> = shards.flat_map(|(_, bytes)| bytes).collect();
    hold(&format!("tests/fuzz/seeds/query_family/{name}"), &family);
}

#[test]
fn the_fuzz_target_of_families_starts_from_families() {
    seed::<u32>("32", Coding::Difference, false);
    seed::<u64>("64", Coding::Xor, false);
    seed::<u64>("64-cut", Coding::Difference, true);
    seed::<u128>("128", Coding::Difference, false);
}

/// What follows in the example's bytes: how many of them, and what they are.
const EXAMPLE: [(usize, &str); 36] = [
    (8, "TWPSHARD"),
    (2, "version 1"),
    (2, "flags: with ordinals"),
    (1, "f = 32"),
    (1, "k = 0"),
    (1, "coding: difference"),
    (1, "3 bits an ordinal"),
    (2, "table 0"),
    (2, "of 1"),
    (2, "shard 0"),
    (2, "of 1"),
    (1, "a prefix of 32 bits"),
    (1, "a radius of 0"),
    (2, "1 run of bits"),
    (4, "32 bytes a block"),
    (8, "5 codes"),
    (8, "1 block"),
    (8, "6 ordinals"),
    (8, "8 bytes of groups"),
    (8, "digest"),
    (16, "recipe"),
    (16, "the smallest code there may be"),
    (16, "the largest"),
    (2, "order: 32 bits from bit 0"),
    (32, "lengths: 1 for symbol 1, 2 for 3 and 5"),
    (4, "key 0"),
    (4, "rank 0"),
    (8, "start 0"),
    (8, "checksum of all before"),
    (4, "checksum of block 0"),
    (2, "4 codes after the key"),
    (26, "front: 0 0 10 11; back, from the end: 1, 0, 001, 10010"),
    (8, "zeros"),
    (4, "checksum of group 0"),
    (4, "1 1 2 1 1 as 1 1 010 1 1; 7 0 1 6 2 5 in 3 bits each"),
    (8, "zeros"),
];

/// Bytes with their places and meanings, 16 a line.
fn listing(bytes: &[u8], parts: &[(usize, &str)]) -> String {
    let (mut text, mut at) = (String::new(), 0);
    for (length, what) in parts {
        for (i, line) in bytes[at..at + length].chunks(16).enumerate() {
            let hex: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
            let what = if i == 0 { what } else { "" };
            writeln!(text, "{}", format!("{at:02x}  {:<47}  {what}", hex.join(" ")).trim_end()).unwrap();
            at += line.len();
        }
    }
    assert_eq!(at, bytes.len());
    text
}

#[test]
fn the_example_of_the_page_is_such_a_shard() {
    let documents = BTreeMap::from([
        (0x10u32, vec![7]),
        (0x13, vec![0]),
        (0x15, vec![1, 6]),
        (0x1e, vec![2]),
        (0x50, vec![5]),
    ]);
    let style = Style { coding: Coding::Difference, block: 32, shards: 1, cut_keys: false };
    let shards = table(&one_table(u32::bits()), 0, &documents, true, style);
    let page = std::fs::read_to_string(path("src/table/FORMAT.md")).unwrap();
    let (before, after) = page.split_once("```text\n").unwrap();
    let after = after.split_once("```\n").unwrap().1;
    let example = listing(&shards[0].1, &EXAMPLE);
    hold("src/table/FORMAT.md", format!("{before}```text\n{example}```\n{after}").as_bytes());
}
