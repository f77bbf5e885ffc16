//! Scans that are killed, that run side by side, and that find the disk full.

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
fn given(desk: &Desk, folder: &str) -> [String; 2] {
    ["pairs", "clusters"].map(|name| desk.read(&format!("{folder}/{name}.jsonl")))
}

#[test]
fn a_scan_killed_at_a_hundred_moments_goes_on_to_the_same_bytes() {
    let desk = long();
    let begun = Instant::now();
    desk.scan(&SCAN.replace("found", "whole")).ends(0);
    let (whole, expected) = (begun.elapsed(), given(&desk, "whole"));
    let (mut kills, mut taken_up, mut finished) = (0, 0, 0);
    for round in 0.. {
        let mut scan = desk.start_scan(SCAN);
        sleep(whole.mul_f64((twinprint::hash::mix(round) % 1_000) as f64 / 1_000.0));
        let ended = scan.try_wait().expect("its status").is_some();
        scan.kill().expect("it is killed");
        scan.wait().expect("it ends");
        kills += u32::from(!ended);
        taken_up += u32::from(desk.path("found/state/progress.json").exists());
        if ended || round % 8 == 7 {
            desk.scan(SCAN).ends(0);
            assert_eq!(given(&desk, "found"), expected, "after {kills} kills");
            let names = fs::read_dir(desk.path("found")).expect("a folder").count();
            assert_eq!(names, 4, "nothing is left but what was found");
            fs::remove_dir_all(desk.path("found")).expect("it is gone");
            finished += 1;
        }
        if kills == 100 {
            break;
        }
    }
    assert!(
        taken_up > 20 && finished > 5,
        "{taken_up} of {kills} left something to go on with, {finished} ended"
    );
}

#[test]
fn a_second_scan_into_a_folder_is_refused_while_the_first_is_at_work() {
    let desk = long();
    let mut first = desk.start_scan(SCAN);
    let patience = Instant::now();
    while !desk.path("found/state/lock").exists() {
        assert!(patience.elapsed() < Duration::from_secs(60), "it begins in time");
        sleep(Duration::from_millis(1));
    }
    let said = desk.scan(SCAN);
    assert!(
        said.status == 0
            || said.err.contains("another process is at work in this folder; wait for it, or give another"),
        "{said:?}"
    );
    first.kill().expect("it is killed");
    first.wait().expect("it ends");
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
