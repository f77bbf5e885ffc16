//! Lines of JSON.

use std::io::Write;

use super::*;
use crate::corpus::{Listing, documents};

const LINES: [&str; 8] = [
    "{\"id\": 0, \"text\": \"a rose\"}\r\n",
    "  {\"id\":1,\"text\":\"is\", \"more\" : [1, 2]}  \n",
    "\n",
    "{\"id\": 3, \"html\": \"<p>\\u0061\"}\n",
    "no document\n",
    "\r\n",
    "{\"id\": 6, \"text\": \"\"}\n",
    "{\"id\": 7, \"text\": \"the end\"}",
];

fn filtered(lines: &[&str], fates: Fates<'_>) -> String {
    let numbered = lines.iter().zip(0..);
    numbered.filter(|&(_, number)| fates(number) == Fate::Keep).map(|(line, _)| *line).collect()
}

#[test]
fn all_other_lines_stay_byte_for_byte_however_they_are_packed() {
    for (ending, pack) in PACKINGS {
        let (name, bytes) = (format!("a.jsonl{ending}"), pack(LINES.concat().as_bytes()));
        assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), 6, 0), "{name}");
        let (new, kept, dropped) = without(&name, &bytes, DROPS_ALL);
        assert_eq!((unpacked(&new), kept, dropped), (Vec::new(), 0, 8), "{name}");
        let (new, kept, dropped) = without(&name, &bytes, DROPS_THIRDS);
        let expected = filtered(&LINES, DROPS_THIRDS);
        assert_eq!((String::from_utf8(unpacked(&new)), kept, dropped), (Ok(expected), 3, 3), "{name}");
        assert_eq!(new.starts_with(&[0x1f, 0x8b]), ending == ".gz", "{name}");
        assert_eq!(new.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), ending == ".zst", "{name}");
    }
}

#[test]
fn what_zstandard_packs_has_a_checksum() {
    let (mut new, ..) = without("a.jsonl.zst", &zstandard(LINES.concat()), DROPS_THIRDS);
    *new.last_mut().expect("a byte") ^= 1;
    let read = twinprint_readers::unpack(io::Cursor::new(new)).and_then(|mut reader| {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)
    });
    assert!(read.expect_err("a wrong checksum").to_string().contains("checksum"));
}

#[test]
fn a_file_of_nothing_is_still_packed() {
    for (ending, pack) in PACKINGS {
        let (new, ..) = without(&format!("a.jsonl{ending}"), &pack(b"{}\n"), DROPS_ALL);
        assert_eq!(new.is_empty(), ending.is_empty(), "{ending}");
        assert_eq!(unpacked(&new), b"");
    }
}

#[test]
fn a_byte_order_mark_is_the_files_and_not_its_first_lines() {
    let file = format!("\u{feff}{}", LINES[..2].concat());
    let drops_first: Fates<'_> = &|number| if number == 0 { Fate::Drop } else { Fate::Keep };
    let (new, ..) = without("a.jsonl", file.as_bytes(), drops_first);
    assert_eq!(String::from_utf8(new), Ok(format!("\u{feff}{}", LINES[1])));
    let drops_second: Fates<'_> = &|number| if number == 1 { Fate::Drop } else { Fate::Keep };
    let (new, ..) = without("a.jsonl", file.as_bytes(), drops_second);
    assert_eq!(String::from_utf8(new), Ok(format!("\u{feff}{}", LINES[0])));
}

#[test]
fn columns_are_fields_before_the_last_brace() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    let lines = ["{}\r\n", "{\"a\":\"}\"} \n", "{\"a\":1}\n", "\n", "[1]\n", "{\"a\": {\"kept\": 1} }"];
    let expected = [
        "{\"cluster\":0,\"representative\":null,\"containment\":0.5,\"kept\":true}\r\n",
        "{\"a\":\"}\",\"cluster\":1,\"representative\":\"a \\\"1\\\"\",\"containment\":0.5,\"kept\":false} \n",
        "{\"a\":1}\n",
        "\n",
        "[1]\n",
        "{\"a\": {\"kept\": 1} ,\"cluster\":5,\"representative\":\"a \\\"5\\\"\",\"containment\":0.5,\"kept\":false}",
    ];
    for (ending, pack) in PACKINGS {
        let file = format!("\u{feff}{}", lines.concat());
        let (rewritten, new) =
            rewritten(&format!("a.jsonl{ending}"), &pack(file.as_bytes()), &annotate).expect("a file");
        let new = String::from_utf8(unpacked(&new.expect("a file")));
        assert_eq!(new, Ok(format!("\u{feff}{}", expected.concat())));
        assert_eq!((rewritten.documents_kept, rewritten.documents_dropped), (5, 0));
    }
}

#[test]
fn a_field_that_is_there_already_is_named() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    let error = rewritten("a.jsonl", b"{}\n{\"a\":1,\"k\\u0065pt\":2}\n", &annotate).expect_err("a field");
    let said = "a.jsonl, line 2: it has a field \"kept\" already; give that one another name, or leave the file as it is";
    assert!(error.to_string().ends_with(said), "{error}");
}

/// Lines that pack badly.
fn noise(numbers: std::ops::Range<u64>) -> String {
    let words = |number: u64| -> String {
        (0..40).map(|word| format!("{:x} ", twinprint::hash::mix(number << 32 | word))).collect()
    };
    numbers.map(|id| format!("{}\n", serde_json::json!({ "id": id, "text": words(id) }))).collect()
}

/// The names of a file's documents, with their numbers.
fn read(name: &str, bytes: &[u8]) -> Vec<(u64, String)> {
    let (_folder, path) = file(name, bytes);
    let sources = documents(Listing::new([path]).entries).flatten();
    sources.map(|source| (source.place.position.number, source.name)).collect()
}

#[test]
fn of_a_broken_file_what_reading_gives_is_written() {
    for (ending, pack) in &PACKINGS[1..] {
        let name = format!("a.jsonl{ending}");
        let parts =
            [pack(noise(0..5).as_bytes()), pack(noise(5..10).as_bytes()), pack(noise(10..15).as_bytes())];
        let mut wrong = parts[1].clone();
        wrong[parts[1].len() / 2] ^= 0x55;
        let cut = parts[1][..parts[1].len() / 2].to_vec();
        for broken in [wrong, cut] {
            let bytes = [parts[0].clone(), broken, parts[2].clone()].concat();
            let before = read(&name, &bytes);
            let (counts, new) = rewritten(&name, &bytes, &Change::Drop(DROPS_THIRDS)).expect("a file");
            let kept = before.iter().filter(|(number, _)| number % 3 > 0).map(|(_, name)| name.clone());
            let after: Vec<String> =
                read(&name, &new.expect("a file")).into_iter().map(|(_, name)| name).collect();
            assert_eq!(after, kept.collect::<Vec<_>>(), "{name}");
            // What is no line any more counts as one.
            assert!(
                counts.unreadable == 1 && counts.documents_kept >= after.len() as u64,
                "{name}: {counts:?}"
            );
            // What loses nothing is a copy, broken as it is.
            assert_eq!(without(&name, &bytes, KEEPS_ALL).0, bytes, "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_lines_are_those_of_a_filter_in_memory(
        lines in prop::collection::vec(prop_oneof!["[ a-z{}\"\r]{0,12}", "\\{\"id\":[0-9]{1,3}\\}"], 0..40),
        ended: bool,
        fates in any::<u64>(),
        packing in 0_usize..3,
    ) {
        let mut lines: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
        if let Some(last) = lines.last_mut() && !ended {
            last.pop();
        }
        let fates: Fates<'_> = &|number| if fates >> (number % 64) & 1 == 1 { Fate::Drop } else { Fate::Keep };
        let lines: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
        let (ending, pack) = PACKINGS[packing];
        let (new, ..) = without(&format!("a.jsonl{ending}"), &pack(lines.concat().as_bytes()), fates);
        prop_assert_eq!(String::from_utf8(unpacked(&new)), Ok(filtered(&lines, fates)));
    }
}

#[test]
fn what_xz_packs_is_packed_by_xz_again() {
    // Packed by another's encoder: see tests/packed/write.py.
    let packed = include_bytes!("../../../../../tests/packed/lines.jsonl.xz");
    let lines = String::from_utf8(unpacked(packed)).expect("lines");
    let stay = (0..).zip(lines.split_inclusive('\n')).filter(|(line, _)| DROPS_THIRDS(*line) == Fate::Keep);
    let stay: String = stay.map(|(_, line)| line).collect();
    let (new, kept, dropped) = without("lines.jsonl.xz", packed, DROPS_THIRDS);
    assert_eq!((kept, dropped, new[..6].to_vec()), (133, 67, b"\xfd7zXZ\0".to_vec()));
    assert!(new.len() < lines.len() / 10, "{}", new.len());
    assert_eq!(String::from_utf8(unpacked(&new)).expect("lines"), stay);
    let (none, ..) = without("lines.jsonl.xz", packed, DROPS_ALL);
    assert!(unpacked(&none).is_empty());
    assert_eq!(without("lines.jsonl.xz", packed, KEEPS_ALL), (packed.to_vec(), 200, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_any_length_come_out_of_xz_again(
        lengths in proptest::collection::vec(0usize..200_000, 0..6),
        seed in 0u64..1000,
    ) {
        // Digits that repeat nowhere, so that they take room when packed.
        let digits = |at: usize, length: usize| -> String {
            (0..length / 16).map(|word| format!("{:016x}", twinprint::hash::mix(seed << 32 | (at << 20 | word) as u64))).collect()
        };
        let lines: Vec<String> =
            (0..).zip(&lengths).map(|(at, &length)| format!("{{\"text\": \"{}\"}}\n", digits(at, length))).collect();
        let packed = packed_by_xz(lines.concat().as_bytes());
        let (new, ..) = without("lines.jsonl.xz", &packed, DROPS_THIRDS);
        let stay = (0..).zip(&lines).filter(|(line, _)| DROPS_THIRDS(*line) == Fate::Keep).map(|(_, line)| &**line);
        prop_assert_eq!(String::from_utf8(unpacked(&new)).expect("lines"), stay.collect::<String>());
    }
}

/// Packed by this program, since there is no other encoder of xz here: what it unpacks to is compared.
fn packed_by_xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = crate::rewrite::xz::XzEncoder::new(Vec::new()).expect("room");
    encoder.write_all(bytes).expect("room");
    encoder.finish().expect("room")
}
