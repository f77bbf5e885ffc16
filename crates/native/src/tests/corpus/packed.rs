//! Packed files that are broken.

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
const PACKINGS: [(&str, Pack); 2] =
    [("a.jsonl.gz", |text| gzip(text)), ("a.jsonl.zst", |text| zstandard(text))];

#[test]
fn behind_a_broken_part_reading_goes_on_with_the_next() {
    for (name, pack) in PACKINGS {
        let [first, second, third] = [lines(0..5), lines(5..10), lines(10..15)].map(pack);
        let mut wrong = second.clone();
        wrong[second.len() / 2] ^= 0x55;
        let mut sum = second.clone();
        *sum.iter_mut().rev().nth(if name.ends_with("gz") { 5 } else { 1 }).expect("a byte") ^= 1;
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
            assert_eq!(read.errors.len(), 1, "{name} {damage}: {:?}", read.errors);
            assert!(read.errors[0].contains(&at), "{name} {damage}: {:?}", read.errors);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However a file is damaged, no line is lost or changed without an error, and none of the parts far from it.
    #[test]
    fn no_damage_goes_unsaid(
        gz: bool,
        at in any::<prop::sample::Index>(),
        damage in prop_oneof![any::<u8>().prop_map(Some), Just(None)],
    ) {
        let (name, pack) = PACKINGS[usize::from(gz)];
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
        // All but the damaged part, and the one behind it if the damage made them one.
        prop_assert!(read.sources.len() >= 16, "{} {:?}", read.sources.len(), read.errors);
    }
}
