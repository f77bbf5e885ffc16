//! What is refused, and what must not happen.

use super::*;

fn desk() -> Desk {
    let text = words(1, 100);
    Desk::with(&[("corpus/a.jsonl", &(line("a", &text) + &line("b", &words(2, 50)) + &line("c", &text)))])
}

/// All files below a folder, with their bytes.
fn content(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let files = walkdir(folder);
    files.into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

fn walkdir(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(walkdir(&path)),
            path => files.push(path),
        }
    }
    files.sort();
    files
}

#[test]
fn what_is_no_document_is_listed_with_its_bytes_and_makes_the_exit_status_3() {
    let (good, bad) = (line("a", &words(1, 50)), "{\"id\": \"b\", \"text\"\n");
    let desk = Desk::with(&[("corpus.jsonl", &format!("{good}{bad}"))]);
    desk.dedup("corpus.jsonl -o out").ends(3).says("+ refused 1 (");
    let refused = desk.lines_of("out/refused.jsonl");
    assert_eq!(refused[0]["raw"], bad);
    assert_eq!((&refused[0]["file"], &refused[0]["number"]), (&"corpus.jsonl".into(), &1.into()));
    assert_eq!(desk.read("out/corpus/corpus.jsonl"), good);
    assert_eq!(desk.ledger("out"), [2, 1, 0, 1]);
    desk.dedup("--verify out").ends(0).says_out("1 listed as refused");
    desk.dedup("corpus.jsonl -o same --if-refused ignore").ends(0);
    desk.dedup("corpus.jsonl -o none --if-refused stop").ends(2).says("corpus.jsonl, line 2: it is refused");
    assert!(!desk.path("none").exists());
}

#[test]
fn where_nothing_can_be_read_the_exit_status_is_2_as_of_every_command() {
    let desk = Desk::with(&[("corpus.jsonl", "no line\nnor this\n")]);
    desk.twinprint("scan corpus.jsonl").ends(2);
    desk.dedup("corpus.jsonl -o out")
        .ends(2)
        .says("kept 0 (0 bytes) + removed 0 (0 bytes) + refused 2 (17 bytes)");
    assert_eq!(desk.lines_of("out/refused.jsonl").len(), 2);
    desk.dedup("corpus.jsonl -o out --if-refused ignore").ends(2);
}

#[test]
fn a_file_that_was_cut_short_gives_all_that_stands_before() {
    let lines: Vec<String> = (0..4_000).map(|at| line(at, &words(at, 60))).collect();
    for (name, packed) in [("a.jsonl.gz", gzip(lines.concat())), ("a.jsonl.zst", zstandard(lines.concat()))] {
        let desk = Desk::with(&[]);
        desk.put(name, &packed[..packed.len() * 6 / 10]);
        desk.dedup(&format!("{name} -o out")).ends(3);
        let [read, kept, removed, refused] = desk.ledger("out");
        assert!(
            kept > 2_000 && removed == 0 && refused >= 1 && read == kept + refused,
            "{name}: {kept} kept"
        );
    }
}

#[test]
fn the_output_is_never_the_input_by_whatever_name() {
    let desk = desk();
    let before = content(&desk.path("corpus"));
    for output in ["corpus", "./corpus", "corpus/out", "corpus/a.jsonl", "."] {
        desk.dedup(&format!("corpus -o {output}"))
            .ends(2)
            .says("this would be written where the corpus is read from");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("corpus", desk.path("link")).expect("a link");
        desk.dedup("corpus -o link").ends(2).says("where the corpus is read from");
        desk.dedup("link -o corpus").ends(2).says("where the corpus is read from");
        desk.dedup("corpus -o link/below").ends(2).says("where the corpus is read from");
    }
    desk.dedup("corpus/a.jsonl -o corpus").ends(2).says("where the corpus is read from");
    assert_eq!(content(&desk.path("corpus")), before);
}

#[test]
fn what_is_in_a_folder_is_replaced_only_if_it_is_of_an_earlier_run_or_by_force() {
    let desk = desk();
    desk.put("out/mine.txt", "mine");
    desk.dedup("corpus -o out").ends(2).says("there is something in this folder");
    assert_eq!(desk.read("out/mine.txt"), "mine");
    desk.dedup("corpus -o out --force").ends(0);
    assert_eq!(desk.read("out/mine.txt"), "mine");
    assert_eq!(desk.ledger("out"), [3, 2, 1, 0]);
    // What is of an earlier run is replaced without a word.
    desk.dedup("corpus -o fresh").ends(0);
    desk.put("corpus/b.jsonl", line("more", &words(9, 40)));
    desk.dedup("corpus -o fresh").ends(0);
    assert_eq!(desk.ledger("fresh"), [4, 3, 1, 0]);
    assert_eq!(desk.names(), ["corpus", "fresh", "out"], "nothing else is left");
}

#[test]
fn a_run_that_would_wipe_a_corpus_stops_and_shows_what_it_would_remove() {
    let text = words(1, 50);
    let lines: String = (0..1_200).map(|at| line(at, if at < 900 { &text } else { "" })).collect();
    let lines = lines.replace("\"text\":\"\"", &format!("\"text\":\"{}\"", words(5, 30)));
    let desk = Desk::with(&[("corpus.jsonl", &lines)]);
    let said = desk.dedup("corpus.jsonl -o out");
    said.ends(2).says("corpus.jsonl: 1,198 of its 1,200 documents would be removed, more than 50 %");
    assert_eq!(said.err.matches("would be removed: ").count(), 20);
    assert!(!desk.path("out").exists());
    desk.dedup("corpus.jsonl -o out --guard 100%").ends(0);
    assert_eq!(desk.ledger("out"), [1_200, 2, 1_198, 0]);
}

#[test]
fn a_file_that_is_not_there_ends_it_before_anything_is_written() {
    let desk = desk();
    desk.dedup("corpus missing.jsonl -o out")
        .ends(2)
        .says("error: missing.jsonl: there is no such file or folder");
    assert!(!desk.path("out").exists());
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let desk = desk();
    desk.dedup("corpus corpus/a.jsonl -o out").ends(0).says("this file was named before; it is read once");
    assert_eq!(desk.ledger("out"), [3, 2, 1, 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_corpus_and_the_old_result_as_they_were_and_nothing_else() {
    let lines: String = (0..2_000).map(|at| line(at, &words(at, 60))).collect();
    let desk = Desk::with(&[("corpus.jsonl", &lines)]);
    desk.dedup("corpus.jsonl -o out").ends(0);
    let before = content(&desk.path("out"));
    desk.put("corpus.jsonl", lines.clone() + &line("more", &words(9_999, 60)));
    // Files of more than 64 KiB are refused, as on a full disk.
    let program = env!("CARGO_BIN_EXE_twinprint");
    let command_line = format!("trap '' XFSZ; ulimit -f 64; exec '{program}' dedup corpus.jsonl -o out");
    let mut command = Command::new("bash");
    let said = said(command.current_dir(desk.0.path()).args(["-c", &command_line]).stdin(Stdio::null()));
    // What is kept to go on from has the size of what a run that is stopped leaves, and what is given is as long as the corpus.
    said.ends(2).says("MiB are needed in all; free some space");
    assert_eq!(content(&desk.path("out")), before);
    assert_eq!(desk.names(), ["corpus.jsonl", "out"]);
}

#[test]
#[cfg(unix)]
fn a_run_that_is_killed_goes_on_and_ends_with_the_same_bytes() {
    let lines: String = (0..3_000).map(|at| line(at, &words(at / 2, 60))).collect();
    let desk = Desk::with(&[("corpus.jsonl", &lines)]);
    desk.dedup("corpus.jsonl -o whole").ends(0);
    let (mut at_work, mut ended) = (0, 0);
    let stages =
        ["state/journal", "state/progress.json", "new/corpus", "new/removed.jsonl", "new/summary.json"];
    for stage in stages.iter().cycle().take(25) {
        let mut command = desk.command("dedup corpus.jsonl -o out".split(' '));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let place = desk.path(".twinprint-out").join(stage);
        while !place.exists() && child.try_wait().expect("its status").is_none() {
            std::thread::yield_now();
        }
        let was_at_work = child.try_wait().expect("its status").is_none();
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        at_work += u32::from(was_at_work);
        if desk.path("out").exists() {
            ended += 1;
            assert_eq!(desk.read("out/corpus/corpus.jsonl"), desk.read("whole/corpus/corpus.jsonl"));
            fs::remove_dir_all(desk.path("out")).expect("it is gone");
        }
    }
    assert!(at_work >= 15, "{at_work} were killed at work, {ended} had ended");
    desk.dedup("corpus.jsonl -o out").ends(0);
    for name in ["corpus/corpus.jsonl", "removed.jsonl", "refused.jsonl", "alike.jsonl"] {
        assert_eq!(desk.read(&format!("out/{name}")), desk.read(&format!("whole/{name}")), "{name}");
    }
    assert_eq!(desk.names(), ["corpus.jsonl", "out", "whole"], "nothing else is left");
    assert_eq!(desk.read("corpus.jsonl"), lines);
}

#[test]
fn tables_of_arrow_come_back_without_what_is_removed_or_with_columns_more_packed_as_they_were() {
    let desk = Desk::with(&[]);
    let table = include_bytes!("../../../../../tests/packed/lz4.feather").as_slice();
    desk.put("a.feather", table);
    desk.put("b.feather", table);
    desk.dedup("a.feather b.feather -o out --by exact").ends(0);
    assert_eq!(desk.ledger("out"), [600, 300, 300, 0]);
    assert_eq!(fs::read(desk.path("out/corpus/a.feather")).expect("a file"), table);
    let rest = fs::read(desk.path("out/corpus/b.feather")).expect("a file");
    assert!(rest.len() < table.len() / 2 && rest.starts_with(b"ARROW1") && rest.ends_with(b"ARROW1"));
    desk.dedup("--verify out")
        .ends(0)
        .says_out("proven: 300 documents as they were, 300 in one that is kept");
    desk.dedup("a.feather b.feather -o marked --by exact --annotate").ends(0);
    assert_eq!(desk.read("marked/annotations.jsonl").lines().count(), 600);
    desk.dedup("--verify marked").ends(0);
    // Each row has a representative, which is read as any text.
    desk.dedup("marked/corpus -o again --text-field dedup_representative --guard 100%").ends(0);
    assert_eq!(desk.ledger("again")[0], 600);
    assert_eq!(desk.ledger("again")[3], 0);
    let marked = fs::read(desk.path("marked/corpus/b.feather")).expect("a file");
    assert!(marked.len() > table.len() && marked.ends_with(b"ARROW1"));
}

#[test]
fn lines_that_xz_packs_come_back_without_what_is_removed_packed_so_again() {
    let desk = Desk::with(&[]);
    let packed = include_bytes!("../../../../../tests/packed/lines.jsonl.xz").as_slice();
    let a_line = line("a", &format!("line 7 of what xz and bzip2 pack, {}", "again and ".repeat(30)));
    desk.put("a.jsonl", &a_line);
    desk.put("b.jsonl.xz", packed);
    desk.dedup("a.jsonl b.jsonl.xz -o out --by exact --keep first").ends(0);
    assert_eq!(desk.ledger("out"), [201, 200, 1, 0]);
    let program = "import lzma; print(lzma.open('out/corpus/b.jsonl.xz').read().count(b'\\n'))";
    let read = Command::new("python3").current_dir(desk.0.path()).args(["-c", program]).output();
    assert_eq!(Said::of(read.expect("Python is there")).ends(0).out, "199\n");
    desk.dedup("--verify out").ends(0);
}

#[test]
fn of_an_index_without_texts_it_is_said_what_to_give_instead() {
    let desk = desk();
    desk.put("old.txt", words(1, 100));
    desk.twinprint("index build old.txt -o index").ends(0);
    let said = desk.dedup("corpus/a.jsonl --against index -o out");
    said.ends(2)
        .says("index: it keeps no texts")
        .says("--with-text")
        .says("give the corpus that it was built of");
    assert!(!desk.path("out").exists());
    desk.put("bare/index.json", r#"{"format": "twinprint index 1"}"#);
    desk.dedup("corpus/a.jsonl --against bare -o out").ends(2);
}
