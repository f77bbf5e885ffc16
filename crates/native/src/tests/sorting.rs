//! Sorting: by radix, into a table's order, and through a disk; each beside the library's own.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{MAX_K, Plan};
use twinprint_native::Error;
use twinprint_native::sort::{self, Record, Repeats, Sorter, StoredCode};

/// Numbers that look drawn at random, the same each time (SplitMix64: Steele, Lea and Flood 2014).
fn random(seed: u64) -> impl Iterator<Item = u128> {
    let next = |state: &mut u64| {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    };
    let mut state = seed;
    std::iter::from_fn(move || Some(u128::from(next(&mut state)) << 64 | u128::from(next(&mut state))))
}

/// How codes lie among all there could be.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Uniform,
    /// All one.
    Equal,
    /// Two, which differ in the lowest bit and the highest.
    Two,
    /// A few bits away from one of some centres, as fingerprints of copies are.
    Clustered,
    /// The lowest numbers.
    Small,
    /// Half of them one and the others just above, so that one digit after another has almost all.
    Crowded,
    Descending,
}

const SHAPES: [Shape; 7] = [
    Shape::Uniform,
    Shape::Equal,
    Shape::Two,
    Shape::Clustered,
    Shape::Small,
    Shape::Crowded,
    Shape::Descending,
];

fn codes<C: StoredCode>(shape: Shape, n: usize, seed: u64) -> Vec<C> {
    let bit = |at: u128| C::ONE << (at % u128::from(C::BITS)) as u32;
    let centre = |at: u128| C::truncated(random(at as u64 % 50).next().unwrap());
    let code = |(at, number): (usize, u128)| match shape {
        Shape::Uniform => C::truncated(number),
        Shape::Equal => C::truncated(0x55),
        Shape::Two if number % 2 == 0 => bit(0),
        Shape::Two => bit(u128::from(C::BITS) - 1),
        Shape::Clustered => centre(number >> 100) ^ (bit(number) | bit(number >> 20) | bit(number >> 40)),
        Shape::Small => C::truncated(number % 1000),
        Shape::Crowded if number % 2 == 0 => C::MAX,
        Shape::Crowded => C::MAX ^ bit(number >> 9),
        Shape::Descending => C::MAX.minus(C::truncated(at as u128)),
    };
    random(seed).take(n).enumerate().map(code).collect()
}

/// Codes with ordinals that are not in order.
fn numbered<C: StoredCode>(codes: Vec<C>) -> Vec<(C, u64)> {
    codes.into_iter().zip(random(7).map(|ordinal| ordinal as u64)).collect()
}

fn sorted<R: Record>(mut records: Vec<R>) -> Vec<R> {
    records.sort();
    records
}

fn is_sorted_as_by_comparison<R: Record + std::fmt::Debug>(records: Vec<R>, what: &str) {
    let mut by_radix = records.clone();
    sort::sort(&mut by_radix);
    assert!(by_radix == sorted(records), "{what}");
}

fn through_disk<R: Record>(records: &[R], memory: usize, repeats: Repeats) -> (Vec<R>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut sorter = Sorter::new(memory, folder.path(), repeats);
    sorter.extend(records.iter().copied()).unwrap();
    let runs = sorter.runs();
    let from_disk = sorter.finish().unwrap().map(Result::unwrap).collect();
    assert!(is_empty(folder.path()));
    (from_disk, runs)
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn records_of_every_kind_shape_and_number_are_sorted_as_by_comparison() {
    fn all<C: StoredCode>(shape: Shape, n: usize) {
        let what = format!("{} bits, {shape:?}, {n}", C::BITS);
        let codes = codes::<C>(shape, n, n as u64);
        is_sorted_as_by_comparison(numbered(codes.clone()), &what);
        is_sorted_as_by_comparison(codes.iter().copied().zip(codes.iter().rev().copied()).collect(), &what);
        is_sorted_as_by_comparison(codes, &what);
    }
    for shape in SHAPES {
        // Around each number from which parts are treated otherwise: 48, 4,096 and 65,536.
        for n in [0, 1, 2, 47, 48, 49, 300, 4_095, 4_096, 4_097, 20_000, 65_536, 65_537, 200_000] {
            all::<u32>(shape, n);
            all::<u64>(shape, n);
            all::<u128>(shape, n);
        }
    }
}

#[test]
fn one_core_and_many_sort_alike() {
    for cores in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().unwrap();
        pool.install(|| {
            for shape in SHAPES {
                is_sorted_as_by_comparison(codes::<u64>(shape, 150_000, 3), &format!("{cores} {shape:?}"));
            }
        });
    }
}

#[test]
fn what_lies_in_the_spare_memory_is_of_no_matter() {
    let mut records = codes::<u64>(Shape::Uniform, 100_000, 1);
    let mut spare = codes::<u64>(Shape::Small, 100_000, 2);
    let expected = sorted(records.clone());
    sort::sort_in(&mut records, &mut spare);
    assert!(records == expected);
}

#[test]
fn a_record_is_its_digits_and_its_bytes() {
    fn all<R: Record + std::fmt::Debug>(record: R, number: [u128; 2], low: u32) {
        for shift in 0..R::SORT_BITS {
            for bits in 1..=16 {
                let bit = |at: u32| {
                    if at < low {
                        number[1] >> at & 1
                    } else {
                        number[0].checked_shr(at - low).unwrap_or(0) & 1
                    }
                };
                let naive = (0..bits).map(|at| bit(shift + at) << at).sum::<u128>();
                assert_eq!(record.digit(shift, bits) as u128, naive, "{shift} {bits}");
            }
        }
        let mut bytes = vec![0xEE; R::DISK_BYTES + 1];
        record.write(&mut bytes[..R::DISK_BYTES]);
        assert_eq!((R::read(&bytes), bytes[R::DISK_BYTES]), (record, 0xEE));
        assert_eq!(R::DISK_BYTES * 8, R::SORT_BITS as usize);
    }
    for (a, b) in random(5).zip(random(6)).take(5) {
        all(a as u32, [0, (a as u32).into()], 32);
        all(a as u64, [0, (a as u64).into()], 64);
        all(a, [0, a], 128);
        all((a as u32, b as u64), [(a as u32).into(), (b as u64).into()], 64);
        all((a as u64, b as u64), [(a as u64).into(), (b as u64).into()], 64);
        all((a, b as u64), [a, (b as u64).into()], 64);
        all((a as u32, b as u32), [(a as u32).into(), (b as u32).into()], 32);
        all((a, b), [a, b], 128);
    }
}

#[test]
fn sorted_codes_come_into_the_order_of_every_table_of_every_plan() {
    fn all<C: StoredCode>(bits: Bits, numbers: &[usize]) {
        for (shape, &n) in [Shape::Uniform, Shape::Clustered]
            .into_iter()
            .flat_map(|shape| numbers.iter().map(move |n| (shape, n)))
        {
            let mut codes = sorted(codes::<C>(shape, n, 1));
            codes.dedup();
            for k in 0..=MAX_K {
                for plan in Plan::all(bits, k).unwrap() {
                    for table in plan.tables() {
                        let naive = sorted(codes.iter().map(|&code| table.permute(code)).collect());
                        assert!(sort::by_prefix(&codes, table) == naive, "{shape:?} {n} {table:?}");
                    }
                }
            }
        }
    }
    all::<u32>(Bits::B32, &[0, 1, 700]);
    all::<u64>(Bits::B64, &[60, 700]);
    all::<u128>(Bits::B128, &[700]);
}

#[test]
fn many_codes_come_into_the_order_of_tables_with_long_short_and_no_prefixes() {
    for shape in SHAPES {
        let mut codes = sorted(codes::<u64>(shape, 150_000, 1));
        codes.dedup();
        for tables in [4, 10, 20] {
            let plan = Plan::for_tables(Bits::B64, 3, tables).unwrap();
            for whole in [&plan.tables()[0], &plan.tables()[1], &plan.tables()[tables - 1]] {
                for prefix in [0, 9, 64] {
                    let table = whole.clone().shortened(prefix);
                    let naive = sorted(codes.iter().map(|&code| table.permute(code)).collect());
                    assert!(sort::by_prefix(&codes, &table) == naive, "{shape:?} {table:?}");
                }
            }
        }
    }
}

#[test]
fn within_its_memory_a_sorter_touches_no_disk_and_beyond_it_does() {
    let nowhere = Path::new("no/such/folder");
    let mut sorter = Sorter::new(1 << 16, nowhere, Repeats::Keep);
    let records = codes::<u64>(Shape::Uniform, sorter.capacity(), 1);
    sorter.extend(records.iter().copied()).unwrap();
    let in_memory: Vec<u64> = sorter.finish().unwrap().map(Result::unwrap).collect();
    assert!(in_memory == sorted(records));

    let mut sorter = Sorter::new(1 << 16, nowhere, Repeats::Keep);
    let result = sorter.extend(0..=sorter.capacity() as u64);
    let Err(Error::Unwritable { place, .. }) = &result else { panic!("{result:?}") };
    assert_eq!(place, "no/such/folder");
}

#[test]
fn through_a_disk_records_of_every_kind_and_shape_are_sorted_all_the_same() {
    fn all<R: Record>(records: Vec<R>) {
        for (n, memory, runs) in
            [(0, 0, 0), (1, 0, 0), (3_000, 0, 1), (30_000, 40_000, 1), (30_000, 1 << 22, 0)]
        {
            let (from_disk, written) = through_disk(&records[..n], memory, Repeats::Keep);
            assert!(written >= runs && (runs > 0 || written == 0));
            assert!(from_disk == sorted(records[..n].to_vec()));
            let (from_disk, _) = through_disk(&records[..n], memory, Repeats::Drop);
            let mut once = sorted(records[..n].to_vec());
            once.dedup();
            assert!(from_disk == once);
        }
    }
    for shape in SHAPES {
        let short = codes::<u32>(shape, 30_000, 1);
        let long = codes::<u128>(shape, 30_000, 2);
        all(numbered(short.clone()));
        all(numbered(long.clone()));
        all(long.iter().copied().zip(long.iter().rev().copied()).collect());
        all(short);
        all(codes::<u64>(shape, 30_000, 3));
        all(long);
    }
}

proptest! {
    #[test]
    fn whatever_comes_is_sorted_within_whatever_memory(
        records in prop::collection::vec((0..40u64, 0..40u64), 0..2_000),
        memory in 0..20_000usize,
    ) {
        let (from_disk, _) = through_disk(&records, memory, Repeats::Keep);
        prop_assert_eq!(&from_disk, &sorted(records.clone()));
        let mut by_radix = records.clone();
        sort::sort(&mut by_radix);
        prop_assert_eq!(by_radix, from_disk);
    }
}

#[test]
fn however_many_runs_there_are_few_files_are_open() {
    // Each run has some 56 records, so there are thousands; two can be merged at once.
    let records = codes::<u64>(Shape::Uniform, 200_000, 1);
    let (from_disk, runs) = through_disk(&records, 0, Repeats::Keep);
    assert!((2..30).contains(&runs), "{runs}");
    assert!(from_disk == sorted(records));
}

/// Where the test of a full disk is told its folder.
#[cfg(target_os = "linux")]
const FOLDER: &str = "TWINPRINT_TEST_FOLDER";

/// Runs a test of this file in a process in which no file may be longer than 100 KiB, as on a disk that is full.
#[cfg(target_os = "linux")]
fn with_short_files(test: &str, folder: &Path) {
    let own = std::env::current_exe().unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" --exact --ignored \"$1\""])
        .args([own.as_os_str(), test.as_ref()])
        .env(FOLDER, folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_says_where_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    with_short_files("tests::sorting::on_a_full_disk", folder.path());
    assert!(is_empty(folder.path()));
}

#[test]
#[ignore = "needs a limit on files, which the test of a full disk sets"]
#[cfg(target_os = "linux")]
fn on_a_full_disk() {
    let folder = std::env::var(FOLDER).unwrap();
    // A run at once, and one that only merging makes so long.
    for memory in [1 << 20, 1 << 14] {
        let mut sorter = Sorter::new(memory, &folder, Repeats::Keep);
        let result = sorter.extend((0..200_000u64).rev());
        assert!(sorter.capacity() * 8 > 100 * 1024 || memory == 1 << 14);
        let Err(Error::Unwritable { place, .. }) = &result else { panic!("{result:?}") };
        assert_eq!(place, &folder);
    }
}
