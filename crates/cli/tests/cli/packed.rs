//! Files of many documents, and packed files.

use twinprint::hash::mix;

use super::*;
use crate::compression::{gzip, zstandard};

fn line(id: &str, text: &str) -> String {
    format!("{}\n", serde_json::json!({ "id": id, "text": text }))
}

fn lines() -> String {
    line("one", ROSE) + "\n" + &line("two", COPY) + &line("three", OTHER)
}

/// What a packed file of Zstandard may hold beside its frames.
const SKIPPED: &[u8] = b"\x50\x2a\x4d\x18\x05\0\0\0other";

#[test]
fn each_line_of_a_jsonl_file_is_a_document() {
    let desk = Desk::with(&[("all.jsonl", &lines()), ("own.txt", OTHER)]);
    let pairs = desk.json("all.jsonl own.txt");
    assert_eq!(pairs.len(), 6);
    assert_eq!((&pairs[0]["a"], &pairs[0]["b"]), (&"one".into(), &"two".into()));
    assert_eq!((&pairs[1]["a"], &pairs[1]["b"]), (&"three".into(), &"own.txt".into()));
    desk.compare("all.jsonl").ends(0).is_quiet().shows("3 documents, 3 pairs; 1 shares a passage");
}

#[test]
fn fields_and_the_format_may_be_named() {
    let object = |name: &str, text: &str| serde_json::json!({ "meta": { "name": name }, "abstract": text });
    let lines = format!("{}\n{}\n", object("one", ROSE), object("two", COPY));
    let desk = Desk::with(&[
        ("all.json", &lines),
        ("rows.txt", &format!("name,abstract\none,\"{ROSE}\"\ntwo,\"{COPY}\"\n")),
    ]);
    let named = |pairs: Vec<Value>| (pairs[0]["a"].clone(), pairs[0]["b"].clone(), pairs.len());
    let expected = ("one".into(), "two".into(), 1);
    assert_eq!(named(desk.json("all.json --text-field abstract --id-field meta.name")), expected);
    assert_eq!(named(desk.json("rows.txt --format csv --text-field abstract --id-field name")), expected);
    desk.compare("all.json --format jsonl --text-field abstract --id-field name").ends(2).says(
        "error: all.json: it has no field \"name\"; it has: abstract, meta; name one that it has with --text-field or --id-field",
    );
    desk.compare("all.json --format tables").ends(2).says("jsonl").says("arrow");
    let said = desk.twinprint("scan all.json");
    said.ends(0).says("note: all.json: read as one document; for JSON lines use --format jsonl");
    desk.twinprint("scan all.json --text-field abstract").ends(0).says("documents read    2");
}

#[test]
fn lines_may_be_html_have_numbers_for_names_and_end_without_a_newline() {
    let page = format!("<title>Roses</title><p>{ROSE}");
    let html =
        serde_json::json!({ "id": 7, "html": page, "url": "https://example.org/", "label": 1, "group": "a" });
    let plain = serde_json::json!({ "text": ROSE, "id": 8, "other": { "fields": [1, null] } });
    let desk = Desk::with(&[("all.jsonl", &format!("\u{feff}{html}\r\n{plain}"))]);
    let pairs = desk.json("all.jsonl");
    assert_eq!((&pairs[0]["a"], &pairs[0]["b"]), (&"7".into(), &"8".into()));
    assert_eq!(pairs[0]["longest_run"], 16);
}

#[test]
fn documents_of_one_name_are_told_apart() {
    let desk =
        Desk::with(&[("a.jsonl", &line("a", ROSE)), ("b.jsonl", &(line("a", COPY) + &line("a", OTHER)))]);
    let pairs = desk.json("a.jsonl b.jsonl");
    assert_eq!((&pairs[0]["a"], &pairs[0]["b"]), (&"a".into(), &"a (2)".into()));
    assert!(pairs.iter().any(|pair| pair["b"] == "a (3)"));
}

#[test]
fn a_line_that_is_no_document_is_named_and_the_others_are_read() {
    let bad = [
        "{\"id\": \"x\"}",
        "{\"text\": \"x\"}",
        "[1, 2]",
        "{\"id\": \"x\", \"text\": 1}",
        "{\"id\": \"x",
        "\u{1}",
    ];
    let text = line("one", ROSE) + &bad.join("\n") + "\n" + &line("two", COPY);
    let desk = Desk::with(&[("all.jsonl", &text)]);
    let said = desk.compare("all.jsonl");
    said.ends(3)
        .shows("3 documents, 3 pairs; 1 shares a passage")
        .says("error: all.jsonl, line 2: this line is no document: it has none of the fields \"text\", \"content\", \"body\", \
            \"raw_content\", \"html\"; its keys are: id; give a JSON object")
        .says("all.jsonl, line 4: this line is no document: a field is not as it should be: invalid type: ")
        .says("all.jsonl, line 5: this line is no document: a field is not as it should be: ")
        .says("all.jsonl, line 6: this line is no document: it is not JSON: ")
        .says("all.jsonl, line 7: this line is no document: it is not JSON: expected value at column 1");
    // That of line 3 has no id, and so its place for a name.
    assert_eq!(said.err.lines().count(), bad.len());
}

#[test]
fn packed_files_are_read_like_what_is_in_them() {
    let desk = Desk::with(&[]);
    desk.put("in/a.txt.gz", gzip(ROSE));
    desk.put("in/b.HTML.zst", zstandard(format!("<p hidden>unseen</p><p>{ROSE}")));
    desk.put("in/c.jsonl.gz", gzip(line("c", COPY)));
    desk.put("in/d.cpio.gz", gzip("no document by its name"));
    let said = desk.compare("in --json");
    said.ends(0).says("note: in: only .txt .md .html .htm .jsonl .ndjson .json .csv .tsv .warc .wet .parquet .arrow .arrows .feather .ipc .docx .docm .odt .odp .pptx .epub .rtf .ipynb .pdf .doc .pages .tex .ltx .latex .eml .zip .tar .tgz .tbz .tbz2 .txz .tzst .mbox .mbx files of a folder are read, each also .gz .zst .xz .bz2; left out: d.cpio.gz");
    let pairs = said.objects();
    assert_eq!(pairs.len(), 3);
    assert!(pairs.iter().all(|pair| pair["longest_run"] == 16), "{pairs:?}");
    let utf16: Vec<u8> = ROSE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    desk.put("named", gzip([&b"\xff\xfe"[..], &utf16].concat()));
    desk.compare("named in/a.txt.gz").ends(0).is_quiet().shows("16 words in a row");
}

#[test]
fn all_members_and_frames_of_a_packed_file_are_read() {
    let desk = Desk::with(&[]);
    desk.put("a.jsonl.gz", [gzip(line("one", ROSE)), gzip(""), gzip(line("two", COPY))].concat());
    desk.put(
        "b.jsonl.zst",
        [SKIPPED.to_vec(), zstandard(line("three", ROSE)), SKIPPED.to_vec(), zstandard(line("four", COPY))]
            .concat(),
    );
    assert_eq!(desk.json("a.jsonl.gz b.jsonl.zst").len(), 6);
}

#[test]
fn standard_input_may_be_packed_and_of_many_documents() {
    let desk = Desk::with(&[("a.txt", ROSE)]);
    for input in [lines().into_bytes(), gzip(lines()), zstandard(lines())] {
        desk.compare_given(&input, "- a.txt").ends(0).is_quiet().shows("4 documents, 6 pairs");
    }
    desk.compare_given(&gzip(COPY), "- a.txt").ends(0).is_quiet().shows("standard input, 23 words");
    desk.compare_given(b"{braces: they are words}\nof a text", "- a.txt")
        .ends(0)
        .shows("standard input, 7 words");
}

#[test]
fn a_broken_packed_file_is_named_and_the_others_are_compared() {
    let desk = Desk::with_a_copy();
    let words = |line: u64| (0..300).map(|word| format!("{:x} ", mix(line << 32 | word))).collect::<String>();
    let text: String = (0..20).map(|number| line(&number.to_string(), &words(number))).collect();
    for (name, whole) in [("broken.jsonl.gz", gzip(&text)), ("broken.jsonl.zst", zstandard(&text))] {
        let mut sum = whole.clone();
        let tail = sum.len() - if name.ends_with("gz") { 8 } else { 4 };
        sum[tail] ^= 1;
        let mut garbage = whole.clone();
        garbage.extend(b"something else after it");
        for (what, bytes) in [("cut", &whole[..whole.len() / 2]), ("sum", &sum), ("garbage", &garbage)] {
            desk.put(name, bytes);
            let said = desk.compare(&format!("{name} a.txt b.txt --top 1"));
            said.ends(3)
                .says(&format!("error: {name}, line "))
                .says("it cannot be read: the packed part that begins at byte ");
            assert_eq!(said.err.lines().count(), 2, "{what} {said:#?}");
        }
        desk.put("broken.txt", &whole[..whole.len() / 2]);
        desk.compare("broken.txt a.txt b.txt")
            .ends(3)
            .says("error: broken.txt: it cannot be read")
            .shows("16 words");
    }
}

#[test]
fn a_file_that_unpacks_to_a_thousand_times_its_size_is_refused() {
    let desk = Desk::with_a_copy();
    // Blocks of 128 KiB of one letter each, in four bytes: 257 MiB.
    let bomb = [&b"\x28\xb5\x2f\xfd\0\x50"[..], &b"\x02\0\x10x".repeat(257 * 8), &b"\x01\0\0"[..]].concat();
    desk.put("bomb.txt.zst", &bomb);
    desk.put("bomb.jsonl.zst", [zstandard(line("before", ROSE)), bomb].concat());
    let said = desk.compare("bomb.txt.zst bomb.jsonl.zst a.txt");
    said.ends(3)
        .says("error: bomb.txt.zst: it cannot be read: ")
        .says("error: bomb.jsonl.zst, line 2: it cannot be read: ")
        .says("far more than text does; if that is intended, unpack it yourself")
        .shows("before, 16 words");
    assert_eq!(said.err.lines().count(), 3, "{said:#?}");
}

/// The file is longer than the memory that the command may have.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_gigabytes_is_skipped_without_being_held() {
    use std::io::{Seek, SeekFrom};

    let desk = Desk::with_a_copy();
    let mut long = fs::File::create(desk.path("long.jsonl")).expect("a file");
    long.set_len(3 << 30).expect("a file without blocks");
    long.seek(SeekFrom::End(0)).expect("its end");
    write!(long, "\n{}", line("after", ROSE)).expect("a line behind it");
    let command =
        format!("ulimit -v 2000000; exec {} compare long.jsonl a.txt", env!("CARGO_BIN_EXE_twinprint"));
    said(Command::new("sh").args(["-c", &command]).current_dir(desk.path("")))
        .ends(3)
        .says("error: long.jsonl, line 1: it is longer than 256 MiB; split it")
        .shows("after, 16 words");
}
