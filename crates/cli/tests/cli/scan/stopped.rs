//! Scans that are killed, that run side by side, and that find the disk full.

#[cfg(unix)]
use std::collections::BTreeMap;

use super::*;

/// A corpus that takes a while.
fn long() -> Desk {
    let documents: String = (0..1500)
        .map(|at| line(&format!("d{at}"), &(words(at / 3, 60) + &words(at + 5_000, at % 7))))
        .collect();
    Desk::with(&[("corpus.jsonl", &documents), ("more.jsonl", &line("last", &words(1, 60)))])
}

const SCAN: &str = "corpus.jsonl more.jsonl -o found --checkpoint 0 --method minhash:values=16,at-least=0.2";

/// What a finished scan gave that says nothing of time.
#[cfg(unix)]
fn given(desk: &Desk, folder: &str) -> [String; 2] {
    ["pairs", "clusters"].map(|name| desk.read(&format!("{folder}/{name}.jsonl")))
}

/// What a scan is at before there is anything to go on from.
#[cfg(unix)]
const FIRST: &str = "the first documents";

/// What a scan into the folder "found" was at when it was killed.
#[cfg(unix)]
fn at_work(desk: &Desk) -> &'static str {
    let state = desk.path("found/state");
    let Ok(progress) = fs::read_to_string(state.join("progress.json")) else { return FIRST };
    let progress: Value = serde_json::from_str(&progress).expect("an object");
    let mut names = fs::read_dir(state).expect("a folder").flatten().map(|entry| entry.file_name());
    let is_giving = names.any(|name| name.to_string_lossy().starts_with(".twinprint-"));
    match (progress["read"].as_bool(), is_giving) {
        (Some(false), _) => "further documents",
        (_, false) => "the search",
        (_, true) => "what was found",
    }
}

#[test]
#[cfg(unix)]
fn a_scan_that_is_killed_at_every_stage_goes_on_to_the_same_bytes() {
    // More than are read at once, of which there are more pairs to write than documents.
    let documents =
        (0..5_000).map(|at| line(&format!("d{at}"), &(words(at / 14, 10) + &words(at + 5_000, 1))));
    let desk = Desk::with(&[("corpus.jsonl", &documents.collect::<String>())]);
    let scan = "corpus.jsonl -o found --checkpoint 0 -w 3 --method minhash:w=3,values=4 --at-least 0.3";
    desk.scan(&scan.replace("found", "whole")).ends(0);
    let (mut kills, mut blocks, mut stage) = (BTreeMap::<&str, u32>::new(), 64, FIRST);
    // Each time a file may be larger by a sixth, so that it comes a little further.
    while let Some(said) = desk.killed_at(512 * blocks, &format!("scan {scan}")) {
        assert_eq!(said.contains("going on where it was stopped"), stage != FIRST, "after {stage}: {said}");
        stage = at_work(&desk);
        *kills.entry(stage).or_default() += 1;
        blocks += blocks / 6;
    }
    assert_eq!(given(&desk, "found"), given(&desk, "whole"), "after {kills:?}");
    let names = fs::read_dir(desk.path("found")).expect("a folder").count();
    assert_eq!(names, 4, "nothing is left but what was found");
    assert_eq!(kills.len(), 4, "not every stage was hit: {kills:?}");
}

#[test]
fn a_second_scan_into_a_folder_is_refused_while_the_first_is_at_work() {
    let desk = long();
    let mut command = desk.command(["scan", "-", "-o", "found"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = pipes.spawn().expect("it starts");
    // It waits for documents as long as this is open.
    let mut input = first.stdin.take().expect("a pipe");
    until("it holds the folder", || desk.path("found/state/journal").exists());
    desk.scan(SCAN)
        .ends(2)
        .says("found/state: another process is at work in this folder; wait for it, or give another");
    input.write_all(corpus().as_bytes()).expect("it reads");
    drop(input);
    assert!(first.wait().expect("it ends").success());
    desk.put("corpus.jsonl", corpus());
    assert_eq!(desk.read("found/pairs.jsonl"), desk.scan("corpus.jsonl").ends(0).out);
    desk.scan("corpus.jsonl -o found").ends(0);
}

#[test]
fn what_a_stopped_scan_found_is_taken_up_by_the_same_scan_alone() {
    let desk = desk();
    let stop = || desk.stop_scan("corpus.jsonl -o found", "");
    stop();
    desk.scan("corpus.jsonl -o found")
        .ends(0)
        .says("note: going on where it was stopped: every document was read");
    assert_eq!(desk.read("found/pairs.jsonl"), desk.scan("corpus.jsonl").out);
    stop();
    let said = desk.scan("corpus.jsonl -o found --at-least 0.9");
    assert!(!said.ends(0).err.contains("going on"), "{said:?}");
    assert_eq!(desk.read("found/pairs.jsonl"), "");
    stop();
    desk.put("corpus.jsonl", line("alone", "another text"));
    desk.scan("corpus.jsonl -o found").ends(0);
    assert_eq!(desk.read("found/pairs.jsonl"), "");
}

#[test]
#[cfg(unix)]
fn where_there_is_no_more_room_the_message_says_how_much_is_needed_and_nothing_is_left() {
    let desk = long();
    // Files of more than 64 KiB are refused, as on a full disk.
    let program = env!("CARGO_BIN_EXE_twinprint");
    let line = format!("trap '' XFSZ; ulimit -f 64; exec '{program}' scan {SCAN}");
    let mut command = Command::new("bash");
    let said = said(command.current_dir(desk.0.path()).args(["-c", &line]).stdin(Stdio::null()));
    said.ends(2).says("error: found/state/").says(": the disk is full after ");
    said.says("are needed in all; free some space, or give another folder with --temp-dir or -o");
    assert!(!desk.path("found/state").exists(), "{:?}", desk.names());
}

#[test]
#[cfg(target_os = "linux")]
fn how_much_room_is_needed_is_told_of_a_small_corpus_too_wherever_the_disk_is_full() {
    // All of it is read ahead before the first document is written down.
    let desk = Desk::with(&[(
        "corpus.jsonl",
        &(0..3_000).map(|at| line(&at.to_string(), &words(at, 80))).collect::<String>(),
    )]);
    let needed = |kib: u32| {
        let program = env!("CARGO_BIN_EXE_twinprint");
        let line = format!("trap '' XFSZ; ulimit -f {kib}; exec '{program}' scan corpus.jsonl -o found");
        let mut command = Command::new("bash");
        let said = said(command.current_dir(desk.0.path()).args(["-c", &line]).stdin(Stdio::null()));
        let (_, after) = said.ends(2).err.split_once("; some ").expect("how much is needed");
        let (size, _) = after.split_once(" are needed").expect("how much is needed");
        let (number, unit) = size.split_once(' ').expect("a unit");
        number.parse::<f64>().expect("a number") * if unit == "MiB" { 1024.0 } else { 1.0 }
    };
    let (early, late) = (needed(256), needed(1024));
    assert!((0.7..1.4).contains(&(early / late)), "{early} KiB and {late} KiB");
    assert!(late > 1024.0, "{late} KiB");
}
