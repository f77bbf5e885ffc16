//! Bad input: shards that were damaged are found out, and shards that were forged, checksums and all, are refused or read as
//! the decoder of FORMAT.md reads them. Nothing panics, and no answer is wrong.

use std::collections::{BTreeMap, BTreeSet};

use twinprint::Error;
use twinprint::table::{Bound, Code, Coding, Family, Match, Plan, Shard};

use crate::families::{Style, one_table, table};
use crate::format::{decode, documents, mixed, plan, read};
use crate::reference;

const ALL: Bound = Bound { matches: usize::MAX, codes: u64::MAX };

/// A family that is to be damaged, and what is right of it.
struct Whole<C> {
    shards: Vec<(String, Vec<u8>)>,
    documents: BTreeMap<C, Vec<u64>>,
    queries: Vec<(C, Vec<Match<C>>)>,
    k: u32,
}

impl<C: Code> Whole<C> {
    fn new(plan: &Plan, codes: u64, has_ids: bool, style: Style) -> Self {
        let documents = documents(mixed::<C>(codes), 24);
        let tables = 0..plan.tables().len() as u16;
        let shards = tables.flat_map(|number| table(plan, number, &documents, has_ids, style)).collect();
        let all: Vec<C> = documents.keys().copied().collect();
        let query = |code: &C| (*code ^ C::ONE, reference::within(&all, *code ^ C::ONE, plan.k()));
        let queries = all.iter().step_by(7).map(query).collect();
        Whole { shards, documents, queries, k: plan.k() }
    }

    /// Opens the family with one shard in another form, and asks it: what it says is right, or an error.
    fn ask_with(&self, changed: usize, bytes: &[u8]) {
        let own = |number: usize| if number == changed { bytes } else { &self.shards[number].1 };
        let shards = (0..self.shards.len()).map(|number| (self.shards[number].0.clone(), own(number)));
        let Ok(family) = Family::<C, &[u8]>::open(shards) else { return };
        for (query, expected) in &self.queries {
            if let Ok(answer) = family.query(*query, self.k, ALL) {
                assert_eq!(&answer.matches, expected, "{query:x?}");
            }
        }
        for (code, expected) in self.documents.iter().step_by(3) {
            if let Ok(found) = family.ordinals(*code, usize::MAX) {
                assert_eq!(found, Some((expected.clone(), expected.len() as u32)));
            }
        }
        for shard in &family.shards()[0] {
            let (low, high) = shard.range();
            let mut codes = Vec::new();
            if shard.for_each_run(|run| codes.extend_from_slice(run)).is_ok() {
                assert!(codes.iter().eq(self.documents.range(low..=high).map(|(code, _)| code)));
            }
        }
    }

    /// Flips the bits of each byte by each of `changes`, and finds each of them out.
    fn every_flip_is_found(&self, changes: impl Iterator<Item = u8> + Clone) {
        for (number, (name, bytes)) in self.shards.iter().enumerate() {
            let mut flipped = bytes.clone();
            for at in 0..bytes.len() {
                for change in changes.clone() {
                    flipped[at] ^= change;
                    let verified = Shard::<C, _>::open(name, &flipped[..]).and_then(|shard| shard.verify());
                    assert!(verified.is_err(), "byte {at} of {name} is changed by {change}");
                    self.ask_with(number, &flipped);
                    flipped[at] = bytes[at];
                }
            }
        }
    }

    fn every_cut_is_refused(&self) {
        for (name, bytes) in &self.shards {
            for length in 0..bytes.len() {
                assert!(Shard::<C, _>::open(name, &bytes[..length]).is_err(), "{name} is cut to {length}");
            }
            for more in [1, 8, 64] {
                let longer = [&bytes[..], &vec![0; more]].concat();
                assert!(Shard::<C, _>::open(name, &longer[..]).is_err(), "{more} bytes follow {name}");
            }
        }
    }
}

fn style(coding: Coding, block: u32, shards: u16) -> Style {
    Style { coding, block, shards, cut_keys: false }
}

#[test]
fn every_change_of_a_tiny_shard_is_found() {
    let tiny = Whole::<u32>::new(&one_table(u32::bits()), 5, true, style(Coding::Difference, 32, 1));
    tiny.every_flip_is_found(1..=255);
}

#[test]
fn every_flip_in_a_family_is_found() {
    let family = Whole::<u64>::new(&plan::<u64>(2), 40, true, style(Coding::Difference, 64, 2));
    family.every_flip_is_found([1, 0x40, 0xff].into_iter());
    let family = Whole::<u32>::new(&plan::<u32>(3), 60, false, style(Coding::Xor, 33, 1));
    family.every_flip_is_found([2, 0x80].into_iter());
    let family = Whole::<u128>::new(&plan::<u128>(2), 30, false, style(Coding::Xor, 100, 1));
    family.every_flip_is_found([4, 0x20].into_iter());
    let style = Style { cut_keys: true, ..style(Coding::Difference, 64, 2) };
    Whole::<u64>::new(&plan::<u64>(1), 60, false, style).every_flip_is_found([1, 0x80].into_iter());
}

#[test]
fn a_shard_of_any_other_length_is_refused() {
    Whole::<u64>::new(&plan::<u64>(2), 40, true, style(Coding::Difference, 64, 2)).every_cut_is_refused();
    Whole::<u32>::new(&plan::<u32>(2), 300, false, style(Coding::Xor, 100, 1)).every_cut_is_refused();
    let style = Style { cut_keys: true, ..style(Coding::Difference, 64, 1) };
    Whole::<u64>::new(&plan::<u64>(1), 100, false, style).every_cut_is_refused();
}

/// The parts of a shard, as its head has it: where its checksum, its groups' starts and its groups begin, and where it ends.
struct Places {
    starts: u128,
    sum: u128,
    groups: u128,
    end: u128,
}

fn number(bytes: &[u8], at: usize, length: usize) -> u128 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn places(bytes: &[u8]) -> Places {
    let number = |at, length| number(bytes, at, length);
    let (has_ids, f, codes, blocks) = (number(10, 2) & 1, number(12, 1), number(32, 8), number(40, 8));
    let starts = 120 + 2 * number(26, 2) + f + blocks * (f / 8 + 4 * has_ids);
    let sum = starts + 8 * has_ids * codes.div_ceil(256);
    let groups = sum + 8 + blocks * number(28, 4) + 8;
    Places { starts, sum, groups, end: groups + has_ids * (number(56, 8) + 8) }
}

/// Makes the checksum right of a block or a group, if it is within the bytes.
fn seal(bytes: &mut [u8], from: u128, to: u128, number: u64) {
    if from + 4 <= to && to <= bytes.len() as u128 {
        let (sum, rest) = bytes[from as usize..to as usize].split_at_mut(4);
        sum.copy_from_slice(&(twox_hash::XxHash64::oneshot(number, rest) as u32).to_le_bytes());
    }
}

/// Makes every checksum right that is within the bytes.
fn with_right_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    let Places { starts, sum, groups, end } = places(&bytes);
    if end > bytes.len() as u128 {
        return bytes;
    }
    let (head, blocks) = (twox_hash::XxHash64::oneshot(0, &bytes[..sum as usize]), sum + 8);
    bytes[sum as usize..blocks as usize].copy_from_slice(&head.to_le_bytes());
    let (length, count) = (number(&bytes, 28, 4), number(&bytes, 40, 8));
    for block in 0..count.min(bytes.len() as u128) {
        seal(&mut bytes, blocks + block * length, blocks + (block + 1) * length, block as u64);
    }
    let starts = bytes[starts as usize..sum as usize].chunks(8).map(|start| groups + number(start, 0, 8));
    let ends: Vec<u128> = starts.chain([end - 8]).collect();
    for (group, ends) in (0..).zip(ends.windows(2)) {
        seal(&mut bytes, ends[0], ends[1], group);
    }
    bytes
}

/// Holds a forged shard to the decoder, and asks it, alone and as a family. Tells whether it was taken for right.
fn is_read_or_refused<C: Code>(bytes: &[u8]) -> bool {
    let (decoded, found) = (decode(bytes), read::<C>(bytes));
    match (&decoded, &found) {
        (Ok(decoded), Ok(found)) => assert_eq!(decoded, found),
        (Err(_), Err(_)) => {}
        (Ok(decoded), Err(Error::OtherTable { property: "number of bits", .. })) => {
            assert_ne!(decoded.f, C::BITS as usize);
        }
        _ => panic!("the decoder says {:?}, the library {:?}", decoded.map(drop), found.map(drop)),
    }
    let Ok(shard) = Shard::<C, _>::open("forged", bytes) else { return false };
    let mut asked = vec![C::ZERO, C::MAX];
    let _ = shard.for_each_run(|run| asked.extend(run.iter().take(3)));
    for code in asked.iter().take(20) {
        let _ = shard.ordinals(*code, usize::MAX);
    }
    let Ok(family) = Family::open([("forged".into(), bytes)]) else { return found.is_ok() };
    for code in asked.into_iter().take(4) {
        let bound = Bound { matches: 10, codes: 200 };
        let Ok(answer) = family.query(code, family.k(), bound) else { continue };
        assert!(answer.matches.iter().all(|found| found.fingerprint.is_within(code, family.k())));
    }
    found.is_ok()
}

/// Where the head has numbers that are checked, and of how many bytes.
const FIELDS: [(usize, usize); 20] = [
    (8, 2),
    (10, 2),
    (12, 1),
    (13, 1),
    (14, 1),
    (15, 1),
    (16, 2),
    (18, 2),
    (20, 2),
    (22, 2),
    (24, 1),
    (25, 1),
    (26, 2),
    (28, 4),
    (32, 8),
    (40, 8),
    (48, 8),
    (56, 8),
    (88, 16),
    (104, 16),
];

/// Numbers of `bytes` bytes around those where something may end, and around a number.
fn extremes(own: u128, bytes: usize) -> BTreeSet<u128> {
    let powers = [0, 3, 5, 7, 8, 15, 16, 31, 32, 61, 63, 127].map(|bit| 1u128 << bit);
    let near = powers.into_iter().chain([own, u128::MAX]);
    let all = near.flat_map(|number| [number.wrapping_sub(1), number, number.wrapping_add(1)]);
    all.map(|number| number & (u128::MAX >> (128 - 8 * bytes))).filter(|number| *number != own).collect()
}

/// Shards whose every part is forged in turn; how many were forged, and how many of them were taken for right.
fn forge_all<C: Code>(bytes: &[u8]) -> (u32, u32) {
    let (mut forged, mut taken) = (0, 0);
    let mut hold = |bytes: Vec<u8>| {
        forged += 1;
        taken += u32::from(is_read_or_refused::<C>(&bytes));
    };
    for (at, length) in FIELDS {
        for value in extremes(number(bytes, at, length), length) {
            let mut other = bytes.to_vec();
            other[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
            let end = places(&other).end;
            hold(with_right_checksums(other.clone()));
            // As long as it says, too, so that what is behind the lengths is reached.
            if end != bytes.len() as u128 && end < 1 << 16 {
                other.resize(end as usize, 0);
                hold(with_right_checksums(other));
            }
        }
    }
    for at in 120..bytes.len() {
        let mut other = bytes.to_vec();
        other[at] ^= [1, 0x10, 0x80, 0xff][at % 4];
        hold(with_right_checksums(other));
    }
    (forged, taken)
}

#[test]
fn a_forged_shard_is_read_as_the_page_says_or_refused() {
    let first = |shards: Vec<(String, Vec<u8>)>| shards.into_iter().next().unwrap().1;
    let with_ids = style(Coding::Difference, 64, 1);
    let one = first(table(&plan::<u64>(1), 0, &documents(mixed::<u64>(30), 24), true, with_ids));
    let other = first(table(&plan::<u32>(3), 1, &documents(mixed::<u32>(30), 24), false, with_ids));
    let wide =
        first(table(&plan::<u128>(1), 0, &documents(mixed::<u128>(9), 24), true, style(Coding::Xor, 33, 1)));
    let row = (0..300u32).map(|i| 3 * i);
    let row = first(table(&plan::<u32>(1), 0, &documents(row, 60), true, style(Coding::Difference, 200, 1)));
    let none = first(table(&plan::<u64>(1), 0, &documents::<u64>([], 0), true, with_ids));
    for (forged, taken) in [
        forge_all::<u64>(&one),
        forge_all::<u32>(&other),
        forge_all::<u128>(&wide),
        forge_all::<u32>(&row),
        forge_all::<u64>(&none),
    ] {
        assert!(forged > 500 && taken > 50 && forged - taken > 200, "{taken} of {forged} forged were taken");
    }
}

#[test]
fn another_kind_of_shard_is_refused_with_both_values() {
    let style = style(Coding::Difference, 64, 1);
    let bytes = table(&plan::<u64>(1), 0, &documents(mixed::<u64>(30), 24), true, style).remove(0).1;
    let refusal = |at: usize, value: u8| {
        let mut other = bytes.clone();
        other[at] = value;
        Shard::<u64, _>::open("other.tws", with_right_checksums(other)).unwrap_err().to_string()
    };
    let remedy = "use what it was made for, or build it again";
    assert_eq!(refusal(8, 2), format!("other.tws: its version is 2, and 1 is read here; {remedy}"));
    assert_eq!(
        refusal(11, 0x80),
        format!("other.tws: its set of flags is 0x8001, and at most 0x0002 is read here; {remedy}")
    );
    assert_eq!(
        refusal(12, 48),
        format!("other.tws: its number of bits is 48, and 32, 64 or 128 is read here; {remedy}")
    );
    assert!(
        refusal(14, 0x81).contains("it leaves out more bits than some steps have"),
        "{}",
        refusal(14, 0x81)
    );
    let Err(error) = Shard::<u32, _>::open("other.tws", bytes) else { panic!("64 bits are read as 32") };
    assert_eq!(
        error.to_string(),
        format!("other.tws: its number of bits is 64, and 32 is read here; {remedy}")
    );
}

#[test]
fn a_query_of_a_forged_family_ends_when_its_bound_does() {
    let style = style(Coding::Difference, 64, 1);
    let query = |codes: u64| {
        let documents = documents(mixed::<u128>(codes), 24);
        let mut bytes = table(&plan::<u128>(1), 0, &documents, false, style).remove(0).1;
        // k and radius of 8 and a prefix of 128 bits: 1.5 million million numbers to look up.
        (bytes[13], bytes[24], bytes[25]) = (8, 128, 8);
        let bytes = with_right_checksums(bytes);
        let family = Family::<u128, _>::open([("forged".into(), bytes)]).unwrap();
        family.query(0, 8, Bound { matches: 10, codes: 10_000 }).unwrap()
    };
    for codes in [0, 500] {
        assert!(query(codes).truncated);
    }
}

#[test]
fn tables_that_hold_more_or_fewer_codes_are_no_family() {
    let (plan, style) = (plan::<u64>(2), style(Coding::Difference, 64, 1));
    let of =
        |codes, number| table(&plan, number, &documents(mixed::<u64>(codes), 24), false, style).remove(0);
    let error = Family::<u64, _>::open([of(40, 0), of(39, 1)]).unwrap_err();
    assert!(error.to_string().contains("table 1 holds 39 codes, and table 0 40"), "{error}");
}

#[test]
#[should_panic(expected = "every step was counted")]
fn steps_that_were_not_counted_are_not_written() {
    use twinprint::table::{Histogram, Part, Writer};
    let (plan, mut histogram) = (plan::<u64>(1), Histogram::new(Coding::Difference));
    histogram.add(&[1u64, 2, 4]);
    let family = crate::families::FAMILY;
    let writer = Writer { plan: &plan, table: 0, family, block: 64, histogram: &histogram, cut_keys: false };
    let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &[1u64, 100], ordinals: None };
    let _ = writer.write(&part, &mut Vec::new());
}
