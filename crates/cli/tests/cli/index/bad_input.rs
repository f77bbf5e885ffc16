//! What is no fingerprint, no index and no option.

use super::*;

#[test]
fn a_line_that_is_no_fingerprint_is_named_and_the_old_index_is_left() {
    let desk = desk();
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let before = desk.bytes("index");
    let good = "00000000000000ff a\n";
    for (line, what) in [
        ("00000000000000f b", "it has 15 hexadecimal digits, not 16"),
        ("0x0000000000000000ff b", "it has 18 hexadecimal digits, not 16"),
        ("00000000000000fg b", "\"g\" is no hexadecimal digit"),
        ("+0000000000000ff b", "\"+\" is no hexadecimal digit"),
    ] {
        desk.put("bad.txt", format!("{good}{line}\n"));
        desk.index("build --fingerprints bad.txt -o index").ends(2).says(&format!(
            "error: bad.txt, line 2: this is no fingerprint: {what}; write 64 bits as 16 hexadecimal digits"
        ));
        assert_eq!(desk.bytes("index"), before);
    }
    desk.put("bad.txt", b"00000000000000ff \xff\n");
    desk.index("build --fingerprints bad.txt -o index")
        .ends(2)
        .says("bad.txt, line 1: this is no fingerprint: it is not UTF-8");
    desk.put("bad.txt", format!("{good}{}", "a".repeat(70_000)));
    desk.index("build --fingerprints bad.txt -o new")
        .ends(2)
        .says("line 2: this is no fingerprint: it is longer than 65536 bytes");
    desk.index_given(b"x", "build --fingerprints - -o new").ends(2).says("standard input, line 1: ");
    assert!(!desk.path("new").exists(), "nothing is left of an index that never was");
    assert_eq!(desk.bytes("index"), before);
}

#[test]
fn lines_with_ids_and_lines_without_are_not_mixed() {
    let desk = desk();
    desk.put("mixed.txt", "00000000000000ff a\n\n00000000000000ff\n");
    desk.index("build --fingerprints mixed.txt -o index").ends(2).says(
        "error: mixed.txt, line 3: it has no id, and those before it have one; give every fingerprint an id",
    );
    desk.put("mixed.txt", "00000000000000ff\n00000000000000ff 1\n");
    desk.index("build --fingerprints mixed.txt -o index")
        .ends(2)
        .says("mixed.txt, line 2: it has an id, and those");
    desk.index("build --fingerprints named.txt --fingerprints prints.u64 -o index")
        .ends(2)
        .says("prints.u64, line 1: it has no id");
}

#[test]
fn a_raw_file_is_of_whole_fingerprints_of_the_bits_of_its_name() {
    let desk = Desk::with(&[("short.u64", "1234567"), ("a.u32", "1234"), ("cut.gz", "")]);
    desk.index("build --fingerprints short.u64 -o index")
        .ends(2)
        .says("error: short.u64: it ends within a fingerprint of 8 bytes; give --bits, or a whole file");
    desk.index("build --fingerprints a.u32 -o index")
        .ends(2)
        .says("error: a.u32: by its name its fingerprints are of 32 bits, not 64; give --bits, or rename it");
    let packed = gzip(raw(&prints::<u64>(500)));
    desk.put("cut.u64.gz", &packed[..packed.len() / 2]);
    desk.index("build --fingerprints cut.u64.gz -o index")
        .ends(2)
        .says("error: cut.u64.gz: it cannot be read: ");
}

#[test]
fn files_that_cannot_be_read_and_folders_that_cannot_be_written_are_named() {
    let desk = desk();
    desk.put("file", "");
    desk.put("taken/index.json", "{\"of\": \"something else\"}");
    fs::create_dir(desk.path("folder")).expect("a folder");
    for (line, error) in [
        (
            "build --fingerprints none -o index",
            "error: none: there is no such file or folder; check the path",
        ),
        ("build --fingerprints folder -o index", "error: folder: it cannot be read: "),
        (
            "build --fingerprints - --fingerprints - -o index",
            "error: -: standard input can be read only once",
        ),
        (
            "build --fingerprints prints.u64 -o no/such",
            "error: no/such: it cannot be written: No such file or directory; make its folder",
        ),
        ("build --fingerprints prints.u64 -o file", "error: file: it cannot be written: "),
        (
            "build --fingerprints prints.u64 -o taken",
            "error: taken/index.json: this file is of something else than an index; give another",
        ),
        (
            "query folder 0000000000000000",
            "error: folder: there is no index in this folder; build one with twinprint index build",
        ),
        ("query none 0000000000000000", "error: none: there is no such file or folder"),
        (
            "query taken 0000000000000000",
            "error: taken/index.json: this is no manifest of an index; build the index again",
        ),
        ("join none", "error: none: there is no such file"),
        ("verify folder", "error: folder: there is no index"),
        ("inspect folder", "error: folder: there is no index"),
    ] {
        desk.index(line).ends(2).says(error);
        assert!(!desk.path("index").exists(), "{line}");
    }
    assert_eq!(
        desk.files("taken"),
        BTreeSet::from(["index.json".to_string(), ".twinprint-lock".to_string()])
    );
    assert!(desk.files("folder").is_empty());
}

#[test]
fn options_out_of_range_are_refused_before_anything_is_done() {
    let desk = desk();
    for (options, error) in [
        ("-k 9", "error: --k: \"9\" is not a value of this option; use "),
        ("--tables 0", "error: --tables: \"0\" is not a value of this option; use at least 1"),
        (
            "--block 31",
            "error: --block: \"31\" is not a value of this option; use a number of bytes from 32 to 65536",
        ),
        ("--shard 1000", "error: --shard: \"1000\" is not a value of this option; use 1 MiB or more"),
        (
            "--memory 4XB",
            "invalid value '4XB' for '--memory <SIZE>': give a number of bytes, with a unit if need be",
        ),
        ("--bits 63", "invalid value '63' for '--bits <N>'"),
        ("--coding huffman", "invalid value 'huffman' for '--coding <CODING>'"),
        ("--recipe 12", "give the 32 hexadecimal digits of a recipe's id"),
    ] {
        desk.index(&format!("build --fingerprints prints.u64 -o index {options}")).ends(2).says(error);
    }
    assert!(!desk.path("index").exists());
    desk.index("build --fingerprints prints.u64 -o index -k 2").ends(0);
    desk.index("query index 0000000000000000 -k 3").ends(2).says(
        "error: --k: \"3\" is not a value of this option; use at most the k that the index was built for",
    );
    desk.index("query index 00 ")
        .ends(2)
        .says("error: 00: this is no fingerprint: it has 2 hexadecimal digits, not 16");
    desk.index("join - -").ends(2).says("standard input can be read only once");
}

#[test]
fn an_index_of_another_version_is_refused_with_both() {
    let desk = desk();
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let newer = desk.read("index/index.json").replace("\"version\": 1", "\"version\": 2");
    desk.put("index/index.json", newer);
    desk.index("query index 0000000000000000")
        .ends(2)
        .says("it is of version 2, and 1 is read here; build the index again");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_index_and_nothing_else() {
    let desk = desk();
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let before = desk.bytes("index");
    desk.put("more.u64", raw(&prints::<u64>(20_000)));
    for output in ["index", "new"] {
        // No file may grow beyond 32 or 64 KiB, which a table takes.
        let line = format!(
            "trap '' XFSZ; ulimit -f 64; exec {} index build --fingerprints more.u64 -o {output}",
            env!("CARGO_BIN_EXE_twinprint")
        );
        let said = said(Command::new("sh").args(["-c", &line]).current_dir(desk.path("")));
        said.ends(2).says(&format!("error: {output}: it cannot be written: File too large; "));
    }
    assert_eq!(desk.bytes("index"), before);
    assert!(!desk.path("new").exists());
}
