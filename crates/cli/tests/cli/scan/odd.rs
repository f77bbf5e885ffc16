//! Odd files, odd places, and readers and listeners that go away.

use super::*;

#[test]
fn a_reader_that_has_seen_enough_ends_nothing_but_the_pairs() {
    let desk = Desk::with(&[("corpus.jsonl", &alike(100))]);
    for give in ["pairs", "clusters --tsv"] {
        let line = format!("scan corpus.jsonl --give {give}");
        let mut command = desk.command(line.split_whitespace());
        let mut scan = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(scan.stdout.take());
        let said = Said::of(scan.wait_with_output().expect("it ends"));
        said.ends(0).says("pairs             4,950\n");
        assert!(!said.err.contains("error"), "{said:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_scan_to_which_nobody_listens_ends_well() {
    let desk = desk();
    let full = fs::File::options().write(true).open("/dev/full").expect("a device that takes nothing");
    let mut command = desk.command(["scan", "corpus.jsonl", "-o", "found"]);
    assert_eq!(command.stderr(full).status().expect("it ends").code(), Some(0));
    assert!(desk.path("found/summary.json").exists());
}

#[test]
#[cfg(unix)]
fn what_is_piped_in_is_read_once() {
    let desk = Desk::with(&[]);
    let pipe = desk.path("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("a pipe is made").success());
    let writer = std::thread::spawn(move || fs::write(pipe, corpus()));
    let said = desk.scan("pipe.jsonl --report report.html");
    writer.join().expect("no panic").expect("all was read");
    assert_eq!(pairs(said.ends(0)), expected_pairs());
    let said = desk.scan_given(corpus().as_bytes(), "- --report input.html");
    assert_eq!(pairs(said.ends(0)), expected_pairs());
    for report in ["report.html", "input.html"] {
        let why =
            "original-0: what is piped in cannot be read a second time; save it to a file, and give that";
        assert!(desk.read(report).contains(&format!("Not shown side by side: {why}")), "{report}");
    }
    for corpus in ["-", "pipe.jsonl"] {
        let said = desk.dedup(&format!("{corpus} -o kept"));
        said.ends(2)
            .says(": what is piped in cannot be read a second time; save it to a file, and give that");
    }
    desk.scan("- --against -").ends(2).says("error: -: standard input can be read only once");
}

#[test]
fn places_that_cannot_be_written_are_named_before_the_work() {
    let desk = desk();
    desk.put("file", "");
    desk.put("full/file", "");
    for (place, why) in [
        ("--report no/where", "error: no/where: it cannot be written"),
        ("-o file", "error: file/state: it cannot be written"),
        ("-o found --temp-dir nowhere", "error: nowhere: it cannot be written"),
    ] {
        let said = desk.scan(&format!("corpus.jsonl {place}"));
        said.ends(2).says(why);
        assert_eq!(said.out, "", "{place}");
        assert_eq!(desk.names(), ["corpus.jsonl", "file", "full"], "{place}");
    }
}

#[test]
fn long_documents_are_found_and_not_shown() {
    let long = words(1, 300_000);
    let desk = Desk::with(&[("a.txt", &long), ("b.txt", &format!("{long} more"))]);
    desk.scan("*.txt -o found").ends(0).says("pairs             1\n");
    let report = desk.read("found/report.html");
    assert!(report.contains("Not shown side by side: a.txt: it is longer than 1 MiB"), "{}", report.len());
}

#[test]
fn a_new_corpus_is_not_compared_with_itself_where_the_old_one_is_not_there() {
    let said = desk().scan("corpus.jsonl --against old.jsonl");
    said.ends(3).says("error: old.jsonl: there is no such file or folder").says("pairs             none\n");
}

#[test]
fn what_a_scan_writes_is_no_document_of_the_next() {
    let desk = desk();
    for _ in 0..2 {
        desk.scan(". -o found --report here.html --force").ends(0).says("documents read    40 (");
        fs::remove_file(desk.path("found/summary.json")).expect("it was written");
    }
}

#[test]
fn a_scan_replaces_neither_its_corpus_nor_what_others_wrote() {
    let desk = desk();
    let corpus = desk.read("corpus.jsonl");
    desk.put("notes.txt", "mine");
    desk.put("found/pairs.jsonl", "mine");
    fs::hard_link(desk.path("corpus.jsonl"), desk.path("hard.html")).expect("a link");
    for output in ["--report corpus.jsonl", "--report hard.html", "--report ./corpus.jsonl --force"] {
        desk.scan(&format!("corpus.jsonl {output}"))
            .ends(2)
            .says("this would be written where the corpus is read from: corpus.jsonl");
    }
    for output in ["--report notes.txt", "-o found"] {
        desk.scan(&format!("corpus.jsonl {output}"))
            .ends(2)
            .says("there is such a file, and Twinprint did not write it");
    }
    assert_eq!((desk.read("corpus.jsonl"), desk.read("notes.txt")), (corpus, "mine".into()));
    desk.scan("corpus.jsonl -o found --force").ends(0);
    desk.scan("corpus.jsonl -o found").ends(0).says(" = compared 40 (");
}

#[test]
fn broken_tables_are_named_without_a_word_of_what_panicked() {
    let table = include_bytes!("../../../../../tests/tables/snappy.parquet");
    let desk = Desk::with(&[]);
    for at in 0..table.len() - 8 {
        let mut broken = table.to_vec();
        broken[at] ^= 0x80;
        desk.put(&format!("tables/{at}.parquet"), broken);
    }
    let said = desk.scan("tables");
    said.ends(3).says("note: skipped: tables/").says("broken: ");
    assert!(!said.err.contains("panicked"), "{}", said.err);
}

#[test]
fn parts_that_are_broken_are_counted_as_such() {
    let desk = desk();
    let packed = zstandard(corpus());
    desk.put("cut.jsonl.zst", &packed[..packed.len() / 2]);
    desk.put("bomb.jsonl.gz", gzip(vec![b'a'; 100 << 20]));
    let said = desk.scan("corpus.jsonl cut.jsonl.zst bomb.jsonl.gz");
    said.ends(3).says("broken: 1\n").says("unpacks beyond measure: 1\n");
    said.says("the packed part that begins at byte 0 is broken: it ends too early (");
}

#[test]
fn identical_documents_are_one_cluster() {
    let copies: String = (0..20_000).map(|at| line(&at.to_string(), "the same words again")).collect();
    let said = Desk::with(&[]).scan_given(copies.as_bytes(), "- --give clusters --memory 1");
    said.ends(0).says("clusters          1, of 20,000 documents\n");
    assert_eq!(said.objects()[0]["size"], 20_000);
}
