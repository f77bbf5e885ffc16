//! `twinprint index`.

use std::collections::{BTreeMap, BTreeSet};
use twinprint_native::index::StoredCode;

use twinprint::hash::mix;
use twinprint_native::index::{Manifest, hex};

use super::*;
use crate::compression::{gzip, zstandard};
use crate::reference;

mod bad_input;
mod damage;
mod interrupted;
mod join;

impl Desk {
    /// `twinprint index` with the arguments of a line.
    pub(super) fn index(&self, line: &str) -> Said {
        said(&mut self.command(["index"].into_iter().chain(line.split_whitespace())))
    }

    /// As [`index`](Desk::index), with something on standard input.
    fn index_given(&self, input: &[u8], line: &str) -> Said {
        let command = &mut self.command(["index"].into_iter().chain(line.split_whitespace()));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input).expect("the command reads");
        Said::of(child.wait_with_output().expect("the command ends"))
    }

    /// The files of an index, whatever they are.
    fn files(&self, index: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(self.path(index)).expect("the index");
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    /// That an index has no files but those of its manifest, and is whole.
    #[track_caller]
    fn is_whole(&self, index: &str) {
        let manifest = Manifest::read(&self.path(index)).expect("a manifest");
        let mut expected: BTreeSet<String> = manifest.files.into_iter().map(|file| file.name).collect();
        expected.extend(["index.json".into(), ".twinprint-lock".into()]);
        assert_eq!(self.files(index), expected);
        self.index(&format!("verify {index} --deep")).ends(0).is_quiet();
    }

    /// Every file of an index with its bytes.
    fn bytes(&self, index: &str) -> BTreeMap<String, Vec<u8>> {
        let read = |name: String| {
            let bytes = fs::read(self.path(index).join(&name)).expect("a file of the index");
            (name, bytes)
        };
        self.files(index).into_iter().map(read).collect()
    }
}

/// This number of fingerprints: every other one some bits, up to four, away from the one before.
fn prints<C: StoredCode>(count: u64) -> Vec<C> {
    let random = |number: u64| C::truncated(u128::from(mix(number)) << 64 | u128::from(mix(!number)));
    let print = |number: u64| match number % 2 {
        0 => random(number),
        _ => (0..number / 2 % 5).fold(random(number - 1), |print, flip| {
            print ^ C::ONE << (mix(number << 3 | flip) % u64::from(C::BITS)) as u32
        }),
    };
    (0..count).map(print).collect()
}

fn raw<C: StoredCode>(prints: &[C]) -> Vec<u8> {
    prints.iter().flat_map(|print| print.to_bytes()[..C::BYTES].to_vec()).collect()
}

fn lines<C: StoredCode>(prints: &[C], id: impl Fn(usize) -> String) -> String {
    prints.iter().enumerate().map(|(number, print)| format!("{} {}\n", hex(*print), id(number))).collect()
}

/// A desk with 2,000 fingerprints of a number of documents, in all forms.
fn desk() -> Desk {
    let desk = Desk::with(&[]);
    let prints: Vec<u64> = prints(2_000);
    desk.put("prints.u64", raw(&prints));
    desk.put("named.txt", lines(&prints, |number| format!("page {number}")));
    desk
}

/// The answers of `--json`: of each query its matches, with distance and ids.
fn answers(said: &Said) -> Vec<(String, Vec<(u64, String)>)> {
    let answer = |object: Value| {
        let matches = object["matches"].as_array().expect("matches").iter().map(|found| {
            (
                found["distance"].as_u64().expect("a distance"),
                found["fingerprint"].as_str().expect("digits").into(),
            )
        });
        (object["query"].as_str().expect("digits").into(), matches.collect())
    };
    said.objects().into_iter().map(answer).collect()
}

#[track_caller]
fn finds_what_comparing_with_all_does<C: StoredCode>(bits: u32, k: u32) {
    let (desk, mut prints) = (Desk::with(&[]), prints::<C>(1_500));
    desk.put("prints.bin", raw(&prints));
    desk.index(&format!("build --fingerprints prints.bin -o index --bits {bits} -k {k}")).ends(0).is_quiet();
    desk.is_whole("index");
    let queries: Vec<C> = prints[..100].iter().map(|print| *print ^ C::ONE << 7).collect();
    desk.put("queries.txt", lines(&queries, |_| String::new()));
    prints.sort();
    prints.dedup();
    let said = desk.index("query index --file queries.txt --json");
    for ((query, found), expected) in answers(said.ends(0).is_quiet()).into_iter().zip(&queries) {
        assert_eq!(query, hex(*expected));
        let near = reference::within(&prints, *expected, k);
        assert_eq!(
            found,
            near.iter().map(|near| (near.distance.into(), hex(near.fingerprint))).collect::<Vec<_>>()
        );
    }
    let mut pairs: Vec<String> = Vec::new();
    for (at, &print) in prints.iter().enumerate() {
        let mut near = reference::within(&prints[at + 1..], print, k);
        near.sort_by_key(|near| near.fingerprint);
        let line = |near: &twinprint::table::Match<C>| {
            format!("{}\t{}\t{}\n", hex(print), hex(near.fingerprint), near.distance)
        };
        pairs.extend(near.iter().map(line));
    }
    assert!(pairs.len() > 100, "{} pairs", pairs.len());
    for from in ["index", "prints.bin"] {
        let said = desk.index(&format!("join {from} --tsv -k {k} --bits {bits}"));
        assert_eq!(said.ends(0).out, format!("query\tfingerprint\tdistance\n{}", pairs.concat()));
    }
}

#[test]
fn queries_and_joins_of_32_bits_find_what_comparing_with_all_does() {
    finds_what_comparing_with_all_does::<u32>(32, 2);
}

#[test]
fn queries_and_joins_of_64_bits_find_what_comparing_with_all_does() {
    finds_what_comparing_with_all_does::<u64>(64, 3);
}

#[test]
fn queries_and_joins_of_128_bits_find_what_comparing_with_all_does() {
    finds_what_comparing_with_all_does::<u128>(128, 4);
}

#[test]
fn every_form_of_the_same_fingerprints_makes_the_same_index() {
    let (desk, prints) = (desk(), prints::<u64>(2_000));
    let plain = lines(&prints, |_| String::new());
    desk.put("plain.txt", &plain);
    desk.put(
        "upper.txt",
        format!("\u{feff}0x{}", plain.to_uppercase().trim_end().replace('\n', "\r\n\r\n0X")),
    );
    desk.put("plain.gz", gzip(&plain));
    desk.put("plain.zst", zstandard(&plain));
    desk.put("raw.u64.gz", gzip(raw(&prints)));
    desk.put("raw.bin.zst", zstandard(raw(&prints)));
    desk.put("half.u64", raw(&prints[..1_000]));
    desk.put("rest.txt", lines(&prints[1_000..], |_| String::new()));
    desk.index("build --fingerprints prints.u64 -o index").ends(0).shows("index: ").shows(" in 4 tables, ");
    let index = desk.bytes("index");
    for form in ["plain.txt", "upper.txt", "plain.gz", "plain.zst", "raw.u64.gz", "raw.bin.zst"] {
        desk.index(&format!("build --fingerprints {form} -o other")).ends(0);
        assert_eq!(desk.bytes("other"), index, "{form}");
    }
    desk.index("build --fingerprints rest.txt --fingerprints half.u64 --fingerprints half.u64 -o other")
        .ends(0);
    assert_eq!(desk.bytes("other"), index, "two files, one of them twice");
    for input in [plain.as_bytes(), &gzip(&plain)] {
        desk.index_given(input, "build --fingerprints - -o other").ends(0);
        assert_eq!(desk.bytes("other"), index, "standard input");
    }
}

#[test]
fn an_index_is_cut_into_files_no_larger_than_told_and_finds_the_same() {
    let (desk, prints) = (Desk::with(&[]), prints::<u64>(200_000));
    desk.put("prints.txt", lines(&prints, |number| number.to_string()));
    desk.put("queries.u64", raw(&prints[..50]));
    desk.index("build --fingerprints prints.txt -o one --tables 1 -k 1").ends(0);
    desk.index("build --fingerprints prints.txt -o cut --tables 1 -k 1 --shard 1MiB").ends(0);
    desk.is_whole("cut");
    let manifest = Manifest::read(&desk.path("cut")).expect("a manifest");
    assert!(manifest.files.len() > 1, "{manifest:?}");
    assert!(manifest.files.iter().all(|file| file.bytes <= 1 << 20), "{manifest:?}");
    let query = |index: &str| desk.index(&format!("query {index} --file queries.u64 --json")).out;
    assert_eq!(query("cut"), query("one"));
}

#[test]
fn fingerprints_that_do_not_go_into_memory_make_the_same_index() {
    let (desk, prints) = (Desk::with(&[]), prints::<u64>(20_000));
    desk.put("prints.u64", raw(&prints));
    desk.put("named.txt", lines(&prints, |number| format!("page {}", number % 9_000)));
    for file in ["prints.u64", "named.txt"] {
        desk.index(&format!("build --fingerprints {file} -o index")).ends(0);
        for memory in ["1K", "64KiB", "500000"] {
            desk.index(&format!("build --fingerprints {file} -o other --memory {memory}")).ends(0).is_quiet();
            assert_eq!(desk.bytes("other"), desk.bytes("index"), "{file} within {memory}");
        }
    }
}

#[test]
fn ids_that_are_numbers_stay_numbers_and_others_are_text() {
    let desk = Desk::with(&[
        (
            "numbers",
            "00000000000000ff 18446744073709551615\n00000000000000ff 7\n00000000000000fe 0\n00000000000000ff 7\n",
        ),
        (
            "text",
            "00000000000000ff 7\n00000000000000ff http://a.example/?q=a b\n00000000000000fe \u{202e}x\t\u{1b}[31m \n00000000000000ff 7\n",
        ),
        ("zeros", "00000000000000ff 007\n00000000000000ff 7\n"),
        ("large", "00000000000000ff 18446744073709551616\n"),
    ]);
    let ids = |file: &str| {
        desk.index(&format!("build --fingerprints {file} -o {file}.index")).ends(0).is_quiet();
        desk.is_whole(&format!("{file}.index"));
        let said = desk.index(&format!("query {file}.index 00000000000000ff -k 1 --json"));
        said.ends(0).objects()[0]["matches"].clone()
    };
    let numbers = ids("numbers");
    assert_eq!(numbers[0]["ids"], serde_json::json!([7, u64::MAX]));
    assert_eq!((&numbers[0]["documents"], &numbers[1]["ids"]), (&2.into(), &serde_json::json!([0])));
    let text = ids("text");
    assert_eq!(text[0]["ids"], serde_json::json!(["7", "http://a.example/?q=a b"]));
    assert_eq!(text[1]["ids"], serde_json::json!(["\u{202e}x\t\u{1b}[31m"]));
    assert_eq!(ids("zeros")[0]["ids"], serde_json::json!(["007", "7"]));
    assert_eq!(ids("large")[0]["ids"], serde_json::json!(["18446744073709551616"]));
    desk.index("query text.index 00000000000000fe -k 0")
        .ends(0)
        .shows("00000000000000fe  0  <U+202E>x␉␛[31m\n");
}

#[test]
fn many_ids_are_bounded_and_counted() {
    let desk = Desk::with(&[]);
    let same = vec![0xffu64; 1_000];
    desk.put("same", lines(&same, |number| format!("page {number}")));
    desk.index("build --fingerprints same -o index").ends(0).shows("index: 1 fingerprint of 1,000 documents");
    desk.index("query index 00000000000000ff --limit 2").ends(0).shows("  0  page 0, page 1 and 998 more\n");
    let found =
        desk.index("query index 00000000000000ff --limit 2 --json").objects()[0]["matches"][0].clone();
    assert_eq!((found["ids"].as_array().map(Vec::len), &found["documents"]), (Some(2), &1_000.into()));
}

#[test]
fn a_query_says_that_it_was_cut_short() {
    let desk = Desk::with(&[]);
    let near: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
    desk.put("near.u64", raw(&near));
    desk.index("build --fingerprints near.u64 -o index").ends(0);
    let said = desk.index("query index 0000000000000000 --limit 3 --json");
    let object = &said.ends(0).objects()[0];
    assert_eq!((object["matches"].as_array().map(Vec::len), &object["truncated"]), (Some(3), &true.into()));
    desk.index("query index 0000000000000000 --limit 3").shows("There may be more: ");
    assert_eq!(desk.index("query index 0000000000000000 --json").objects()[0]["truncated"], false);
}

#[test]
fn fail_on_match_is_status_1_when_anything_is_found() {
    let desk = desk();
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let first = hex(prints::<u64>(1)[0]);
    desk.index(&format!("query index {first} --fail-on-match")).ends(1).shows("1 within 3 bits");
    desk.index("query index 0000000000000000 --fail-on-match").ends(0).shows("nothing within 3 bits");
    desk.index(&format!("query index {first}")).ends(0);
}

#[test]
fn no_fingerprints_make_an_index_in_which_nothing_is_found() {
    let desk = Desk::with(&[("none.txt", "\n")]);
    desk.index("build --fingerprints none.txt -o index").ends(0).shows("index: 0 fingerprints");
    desk.is_whole("index");
    desk.index("query index 0000000000000000").ends(0).shows("nothing within");
    desk.index("join index").ends(0).shows("0 pairs");
    desk.index("inspect index").ends(0).shows("fingerprints  0 of 64 bits");
}

#[test]
fn inspect_shows_the_plan_what_it_takes_and_how_fingerprints_are_spread() {
    let desk = desk();
    desk.index("build --fingerprints named.txt -o index").ends(0);
    desk.index("inspect index --svg figures")
        .ends(0)
        .is_quiet()
        .shows("coding        difference in blocks of 1024 bytes\n")
        .shows("documents     2,000\n")
        .shows("4 tables for ")
        .shows("> ")
        .shows("The highest bit in which neighbours differ")
        .shows("Fingerprints in 128 equal intervals");
    for name in ["figures/leading-bit.svg", "figures/bucket-fill.svg"] {
        assert!(desk.read(name).starts_with("<svg"), "{name}");
    }
}

#[test]
fn the_paper_s_designs_are_shown_for_its_numbers() {
    let said = Desk::with(&[]).index("inspect --plan -n 17179869184 --bits 64 -k 3");
    said.ends(0).is_quiet().shows(" tables for 17179869184 fingerprints of 64 bits within 3");
    let designs: Vec<Vec<&str>> =
        said.out.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    for (tables, prefix) in [("20", "31"), ("16", "28"), ("10", "25"), ("4", "16")] {
        assert!(designs.contains(&vec![tables, prefix]), "{tables} tables: {said:?}");
    }
}

#[test]
fn the_paper_s_four_designs_are_built_and_find_all_and_others_are_refused() {
    let (desk, mut prints) = (Desk::with(&[]), prints::<u64>(1_500));
    desk.put("prints.u64", raw(&prints));
    let queries: Vec<u64> = prints[..60].iter().map(|print| print ^ 1 << 7).collect();
    desk.put("queries.txt", lines(&queries, |_| String::new()));
    prints.sort_unstable();
    prints.dedup();
    for (tables, prefix) in [(4, 16), (10, 25), (16, 28), (20, 31)] {
        desk.index(&format!("build --fingerprints prints.u64 -o index --plan {tables}")).ends(0).is_quiet();
        desk.is_whole("index");
        desk.index("inspect index")
            .ends(0)
            .shows(&format!("{tables} tables for "))
            .shows(&format!(" x a prefix of {prefix} bits, looked up within 0\n"));
        let said = desk.index("query index --file queries.txt --json");
        for ((_, found), query) in answers(said.ends(0)).into_iter().zip(&queries) {
            let near = reference::within(&prints, *query, 3).into_iter();
            let near: Vec<_> = near.map(|near| (near.distance.into(), hex(near.fingerprint))).collect();
            assert_eq!(found, near, "by {tables} tables");
        }
    }
    for wrong in ["--plan 3", "--plan 5", "--plan 65", "-k 7 --plan 4"] {
        desk.index(&format!("build --fingerprints prints.u64 -o index {wrong}"))
            .ends(2)
            .says("error: --plan: ")
            .says("twinprint index inspect --plan");
    }
    desk.index("build --fingerprints prints.u64 -o index --plan 4 --tables 4").ends(2);
    desk.index("build prints.u64 -o other --plan 4").ends(2);
}
