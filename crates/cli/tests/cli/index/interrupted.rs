//! Builds that are killed, and builds side by side.

use std::process::Child;

use super::*;
#[cfg(unix)]
use crate::cli::killed::kill;

impl Desk {
    fn start(&self, line: &str, input: Stdio) -> Child {
        let command = &mut self.command(["index"].into_iter().chain(line.split_whitespace()));
        command.stdin(input).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts")
    }

    /// The notes of finished tables in the work folder of an index.
    #[cfg(unix)]
    fn notes(&self, index: &str) -> usize {
        let folders = fs::read_dir(self.path(index).join(".twinprint-build")).into_iter().flatten().flatten();
        let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
        files.filter(|file| file.file_name().to_string_lossy().ends_with(".json")).count()
    }
}

/// A build of several tables.
#[cfg(unix)]
const LONG: &str = "build --fingerprints prints.u64 -o index -k 6";

/// A desk where it was killed at its second table, and the index "other", for which it was not.
#[cfg(unix)]
fn killed() -> Desk {
    let desk = Desk::with(&[]);
    desk.put("prints.u64", raw(&prints::<u64>(60_000)));
    desk.index(&LONG.replace("index", "other")).ends(0).is_quiet();
    assert!(desk.killed_at(512, &format!("index {LONG}")).is_some());
    let mut keys = fs::read_dir(desk.path("index/.twinprint-build")).expect("its work").flatten();
    let key = keys.next().expect("the folder of its tables").file_name().to_string_lossy().into_owned();
    let second =
        desk.files("other").into_iter().find(|name| name.starts_with("t01-")).expect("a second table");
    let second = format!("index/.twinprint-build/{key}/{second}");
    // To write it, it waits for somebody to read it.
    desk.put_pipe(&second);
    let build = desk.start(LONG, Stdio::null());
    until("its first table is finished", || desk.notes("index") == 1);
    kill(build);
    fs::remove_file(desk.path(&second)).expect("it is gone");
    assert_eq!(desk.notes("index"), 1);
    desk
}

#[test]
#[cfg(unix)]
fn a_build_that_is_killed_at_any_write_leaves_the_old_index_and_the_next_leaves_no_stray_files() {
    let desk = desk();
    let query = format!("query index {} --json", hex(prints::<u64>(2)[1]));
    desk.put("more.txt", lines(&prints::<u64>(20_000), |number| format!("document {number}")));
    desk.index("build --fingerprints named.txt -o index").ends(0);
    desk.index("build --fingerprints more.txt -o whole").ends(0);
    let old = desk.index(&query).ends(0).out.clone();
    assert_ne!(old, desk.index(&query.replace("index ", "whole ")).ends(0).out);
    let mut kills = 0;
    for bytes in (9..).map(|bits| 1 << bits) {
        if desk.killed_at(bytes, "index build --fingerprints more.txt -o index").is_none() {
            break;
        }
        kills += 1;
        assert_eq!(desk.index(&query).ends(0).out, old, "{bytes} bytes");
        desk.index("verify index").ends(0);
        if kills % 3 == 0 {
            desk.index("build --fingerprints named.txt -o index").ends(0);
            desk.is_whole("index");
            assert_eq!(desk.index(&query).out, old);
        }
    }
    assert!(kills > 5, "{kills} kills");
    desk.is_whole("index");
    assert_eq!(desk.bytes("index"), desk.bytes("whole"));
}

#[test]
#[cfg(unix)]
fn a_build_takes_up_the_tables_that_a_killed_one_had_finished() {
    let desk = killed();
    desk.index(LONG)
        .ends(0)
        .says("note: tables that an interrupted build had finished are taken as they are: ");
    assert_eq!(desk.bytes("index"), desk.bytes("other"));
    desk.is_whole("index");
}

#[test]
#[cfg(unix)]
fn a_table_that_was_damaged_meanwhile_is_made_again() {
    let desk = killed();
    let work =
        fs::read_dir(desk.path("index/.twinprint-build")).expect("work").flatten().next().expect("a key");
    for file in fs::read_dir(work.path()).expect("files").flatten() {
        if file.file_name().to_string_lossy().ends_with(".tws") {
            fs::write(file.path(), "torn").expect("it is torn");
        }
    }
    desk.index(LONG).ends(0).is_quiet();
    desk.is_whole("index");
}

#[test]
fn a_second_builder_is_refused_while_the_first_is_at_work() {
    let desk = desk();
    let mut first = desk.start("build --fingerprints - -o index", Stdio::piped());
    until("it is at work", || desk.path("index/.twinprint-build/input").exists());
    desk.index("build --fingerprints prints.u64 -o index")
        .ends(2)
        .says("error: index: another build is at work in this folder; wait for it, or give another folder");
    let lines = lines(&prints::<u64>(10), |number| number.to_string());
    first.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    assert!(first.wait().expect("it ends").success());
    desk.is_whole("index");
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
}

#[test]
fn only_what_builds_make_is_removed_from_the_folder() {
    let desk = desk();
    let stray =
        ["t00-s000-0123456789abcdef.tws", "names-0123456789abcdef.twn", ".twinprint-x", ".twinprint-build/a"];
    stray.iter().for_each(|name| desk.put(&format!("index/{name}"), "stray"));
    let kept = ["mine.txt", "t00.tws", "names.twn", "t00-s000-x.tws"];
    kept.iter().for_each(|name| desk.put(&format!("index/{name}"), "kept"));
    desk.index("build --fingerprints prints.u64 -o index").ends(0);
    let files = desk.files("index");
    assert!(kept.iter().all(|name| files.contains(*name)), "{files:?}");
    assert!(stray.iter().all(|name| !files.contains(*name)), "{files:?}");
}
