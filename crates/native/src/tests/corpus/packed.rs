//! Packed files that are broken.

use super::packings::{bzip2, xz};
use super::*;

/// A line for each of `numbers`, which pack badly.
fn lines(numbers: std::ops::Range<u64>) -> String {
    let words = |number: u64| -> String {
        (0..40).map(|word| format!("{:x} ", twinprint::hash::mix(number << 32 | word))).collect()
    };
    numbers.map(|number| line(number, &words(number))).collect()
}

fn numbers(read: &Read) -> Vec<u64> {
    read.names().iter().map(|name| name.parse().expect("a number")).collect()
}

type Pack = fn(String) -> Vec<u8>;
const PACKINGS: [(&str, Pack); 4] = [
    ("a.jsonl.gz", |text| gzip(text)),
    ("a.jsonl.zst", |text| zstandard(text)),
    ("a.jsonl.xz", |text| xz(text)),
    ("a.jsonl.bz2", |text| bzip2(text)),
];

/// Where of a part's bytes its checksum is, from its end.
fn place_of_sum(name: &str) -> usize {
    match name.rsplit('.').next() {
        Some("gz") => 5,
        Some("xz") => 30,
        _ => 1,
    }
}

#[test]
fn behind_a_broken_part_reading_goes_on_with_the_next() {
    for (name, pack) in PACKINGS {
        let [first, second, third] = [lines(0..5), lines(5..10), lines(10..15)].map(pack);
        let mut wrong = second.clone();
        wrong[second.len() / 2] ^= 0x55;
        let mut sum = second.clone();
        *sum.iter_mut().rev().nth(place_of_sum(name)).expect("a byte") ^= 1;
        let damages = [
            ("wrong", wrong),
            ("cut", second[..second.len() / 2].to_vec()),
            ("cut early", second[..7].to_vec()),
            ("sum", sum),
        ];
        for (damage, broken) in damages {
            let shelf = Shelf::with(&[(name, &[first.clone(), broken, third.clone()].concat())]);
            let read = shelf.read(&[name]);
            let found = numbers(&read);
            assert!(found.starts_with(&[0, 1, 2, 3, 4]), "{name} {damage}: {found:?}");
            assert!(found.ends_with(&[10, 11, 12, 13, 14]), "{name} {damage}: {found:?} {:?}", read.errors);
            assert!(found.is_sorted(), "{name} {damage}: {found:?}");
            let at = format!("the packed part that begins at byte {} is broken: ", first.len());
            // What comes of a part that is cut short in its middle, and taken up in the next, may be lines that are no documents.
            let (broken, lines): (Vec<_>, Vec<_>) = read.errors.iter().partition(|error| error.contains(&at));
            assert_eq!(broken.len(), 1, "{name} {damage}: {:?}", read.errors);
            assert!(
                lines.iter().all(|error| error.contains("this line is no document")),
                "{name} {damage}: {lines:?}"
            );
        }
    }
}

#[test]
fn what_follows_all_parts_is_one_error() {
    for (name, pack) in PACKINGS {
        let shelf = Shelf::with(&[(name, &[pack(lines(0..3)), b"something else".repeat(50)].concat())]);
        let read = shelf.read(&[name]);
        assert_eq!((numbers(&read), read.errors.len()), (vec![0, 1, 2], 1), "{:?}", read.errors);
    }
}

/// How many of 1,000 lines stand wholly in what the usual program would unpack of a file that is cut: one of them may be lost.
#[test]
fn all_lines_before_a_cut_come_out_and_the_one_that_is_cut_does_not() {
    let whole = lines(0..1000);
    for (name, pack) in PACKINGS {
        let packed = pack(whole.clone());
        let cut = &packed[..packed.len() * 6 / 10];
        let shelf = Shelf::with(&[(name, cut)]);
        let read = shelf.read(&[name]);
        let found = numbers(&read);
        assert_eq!(found, (0..found.len() as u64).collect::<Vec<_>>(), "{name}");
        // Blocks of Zstandard and bzip2 come out whole, or not at all: 128 KiB and 100 kB.
        let block = match name.rsplit('.').next() {
            Some("zst") => 128 << 10,
            Some("bz2") => 100_000,
            _ => 4 << 10,
        };
        let least = (whole.len() * 57 / 100 - block) / (whole.len() / 1000);
        assert!(found.len() >= least && found.len() < 1000, "{name}: {} lines of {least}", found.len());
        let texts: Vec<&str> = whole.lines().collect();
        assert!(read.sources.iter().zip(texts).all(|(source, line)| line.contains(&source.text)), "{name}");
        assert_eq!(read.errors.len(), 1, "{name}: {:?}", read.errors);
        let said = format!("{name}, line {}: it cannot be read: the packed part", found.len() + 1);
        assert!(read.errors[0].starts_with(&said), "{name}: {:?}", read.errors);
    }
}

#[test]
fn lines_on_both_sides_of_a_damage_come_out_and_what_is_lost_is_said() {
    let [first, second, third] = [lines(0..1000), lines(1000..1010), lines(2000..2010)].map(gzip);
    let half = first.len() / 2;
    let noise: Vec<u8> = (0..625).flat_map(|word| twinprint::hash::mix(word).to_le_bytes()).collect();
    let bytes = [&first[..half], &noise, &second, &third].concat();
    let read = Shelf::with(&[("a.jsonl.gz", &bytes)]).read(&["a.jsonl.gz"]);
    let found = numbers(&read);
    assert!(found.iter().filter(|&&number| number < 1000).count() > 480, "{found:?}");
    assert!(found.ends_with(&(1000..1010).chain(2000..2010).collect::<Vec<_>>()), "{found:?}");
    let lost = |error: &String| {
        error.split_once("(")?.1.split_once(" bytes of the file are lost)")?.0.parse::<usize>().ok()
    };
    let lost = read.errors.iter().find_map(lost).unwrap_or_else(|| panic!("{:?}", read.errors));
    // What is unpacked of wrong bytes until they make no sense is not lost, but refused line by line.
    assert!((1..=5_000).contains(&lost), "{lost}: {:?}", read.errors);
}

#[test]
fn what_other_programs_packed_is_read() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/packed");
    for name in ["lines.jsonl.xz", "lines.jsonl.bz2"] {
        let sources: Result<Vec<Source>, Error> =
            documents(Listing::new([folder.join(name)]).entries).collect();
        let sources = sources.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(sources.len(), 200, "{name}");
        assert!(sources[199].text.starts_with("line 199 of what xz and bzip2 pack, again"), "{name}");
        let packed = fs::read(folder.join(name)).expect("a file");
        for at in (0..packed.len()).step_by(7) {
            let mut bytes = packed.clone();
            bytes[at] ^= 0x41;
            let read = Shelf::with(&[(name, &bytes)]).read(&[name]);
            assert!(read.sources.len() == 200 || !read.errors.is_empty(), "{name} {at}");
        }
    }
}

/// The bytes that say what a file is packed by.
const BEGINNING: usize = 10;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However a file is damaged, no line is lost or changed without an error, and none of the parts far from it.
    #[test]
    fn no_damage_goes_unsaid(
        packing in 0..PACKINGS.len(),
        at in any::<prop::sample::Index>(),
        damage in prop_oneof![any::<u8>().prop_map(Some), Just(None)],
    ) {
        let (name, pack) = PACKINGS[packing];
        let parts: Vec<String> = (0..6).map(|part| lines(part * 4..part * 4 + 4)).collect();
        let mut bytes: Vec<u8> = parts.iter().flat_map(|part| pack(part.clone())).collect();
        let at = at.index(bytes.len());
        match damage {
            Some(byte) => bytes[at] = byte,
            None => { bytes.remove(at); }
        }
        let shelf = Shelf::with(&[(name, &bytes)]);
        let read = shelf.read(&[name]);
        let whole = lines(0..24);
        let texts: Vec<&str> = whole.lines().collect();
        for source in &read.sources {
            let written = source.name.parse().is_ok_and(|number: usize| texts[number].contains(&source.text));
            prop_assert!(written || !read.errors.is_empty(), "{source:?}");
        }
        prop_assert!(read.sources.len() == 24 || !read.errors.is_empty());
        // All but the damaged part, and the one behind it if the damage made them one. What a file begins with says what it is
        // packed by: without that it is taken for something else.
        prop_assert!(at < BEGINNING || read.sources.len() >= 16, "{} {:?}", read.sources.len(), read.errors);
    }
}
