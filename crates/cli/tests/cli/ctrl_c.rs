//! Changes of an index that are ended by Ctrl-C: what was there is there still, and the same command goes on.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::Child;

use twinprint_native::index::corpus::read;

use super::corpus_index::{line, lines};
use super::*;

const SIGINT: i32 = 2;

/// Ends a process as Ctrl-C does.
pub(super) fn interrupt(process: &Child) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
}

/// The same command, which heeds Ctrl-C even where the tests were started without heeding it, as shells start what stays in the background.
fn heeding(command: &Command) -> Command {
    let mut heeding = Command::new("env");
    heeding.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args());
    heeding.current_dir(command.get_current_dir().expect("a desk")).stdin(Stdio::null());
    for (variable, _) in command.get_envs().filter(|(_, value)| value.is_none()) {
        heeding.env_remove(variable);
    }
    heeding
}

impl Desk {
    /// A command at work on an index, with documents that do not end on standard input, is ended by Ctrl-C.
    #[track_caller]
    fn ended_by_ctrl_c(&self, command: &str, index: &str) {
        let work = self.path(index).join(".twinprint-build");
        let pipes = (Stdio::piped(), Stdio::null(), Stdio::null());
        let mut command = heeding(&self.command(command.split_whitespace()));
        let mut process = command.stdin(pipes.0).stdout(pipes.1).stderr(pipes.2).spawn().expect("it starts");
        let mut input = process.stdin.take().expect("a pipe");
        // More than a command reads before it works.
        let feeding = std::thread::spawn(move || {
            let mut numbers = 1_000..;
            while input.write_all(lines(numbers.by_ref().take(10)).as_bytes()).is_ok() {}
        });
        until("it is at work", || work.exists());
        interrupt(&process);
        let status = process.wait().expect("it ends");
        assert_eq!(status.signal(), Some(SIGINT), "{status}");
        feeding.join().expect("the pipe breaks");
    }

    /// The files of an index that its manifest names, and the manifest.
    fn parts(&self, index: &str) -> BTreeMap<String, Vec<u8>> {
        self.content(index).into_iter().filter(|(name, _)| !name.starts_with('.')).collect()
    }
}

#[test]
fn a_change_of_an_index_that_is_ended_by_ctrl_c_leaves_the_old_one_and_the_same_command_makes_the_new() {
    let more = lines(20..40);
    for change in ["index build - -o corpus --with-text", "index add corpus -"] {
        let desk = Desk::with(&[("first.jsonl", &lines(0..20))]);
        desk.twinprint("index build first.jsonl -o corpus --with-text").ends(0);
        let (before, ids) = (desk.parts("corpus"), desk.ids("corpus"));
        desk.ended_by_ctrl_c(change, "corpus");
        assert!(desk.parts("corpus") == before, "{change}");
        desk.twinprint("index verify corpus --deep").ends(0).is_quiet();
        assert_eq!(desk.ids("corpus"), ids, "{change}");
        desk.command_given(more.as_bytes(), change.split(' ')).ends(0).is_quiet();
        assert_eq!(desk.ids("corpus").last().map(String::as_str), Some("document 39"), "{change}");
        desk.is_whole_corpus("corpus");
    }
}

#[test]
fn a_merge_or_a_publication_that_is_ended_by_ctrl_c_leaves_what_was_there_and_the_same_command_goes_on() {
    for (change, at) in [("merge corpus", "corpus"), ("publish corpus -o public", "public")] {
        let desk = Desk::with(&[("first.jsonl", &lines(0..40)), ("more.jsonl", &lines(40..50))]);
        desk.twinprint("index build first.jsonl -o corpus").ends(0);
        desk.twinprint("index publish corpus -o public").ends(0);
        desk.twinprint("index add corpus more.jsonl").ends(0);
        let (before, ids) = (desk.parts(at), desk.ids("corpus"));
        // The last of the files that are copied is a pipe, and it waits there for somebody to write it.
        let last = read(&desk.path("corpus")).expect("a manifest").segments.pop().expect("a segment");
        let last =
            format!("corpus/{}", last.parts.last().expect("a part").shingles.last().expect("a table").name);
        let bytes = fs::read(desk.path(&last)).expect("a table");
        desk.put_pipe(&last);
        let mut work = heeding(&desk.command(["index"].into_iter().chain(change.split(' '))));
        let mut work = work.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        until("it is at work", || desk.path(at).join(".twinprint-build").exists());
        interrupt(&work);
        let status = work.wait().expect("it ends");
        assert_eq!(status.signal(), Some(SIGINT), "{change}: {status}");
        fs::remove_file(desk.path(&last)).expect("it is gone");
        desk.put(&last, bytes);
        assert!(desk.parts(at) == before, "{change}");
        assert_eq!(desk.ids("corpus"), ids, "{change}");
        desk.twinprint(&format!("index {change}")).ends(0).is_quiet();
        assert_eq!(desk.ids(at), ids, "{change}");
        desk.is_whole_corpus("corpus");
        desk.twinprint("index verify public --deep").ends(0).is_quiet();
        let left: Vec<String> =
            desk.content("public").into_keys().filter(|name| name.starts_with('.')).collect();
        assert_eq!(left, [""; 0], "{change}");
    }
}

#[test]
fn the_first_build_of_an_index_that_is_ended_by_ctrl_c_leaves_none_and_the_same_command_makes_it() {
    let desk = Desk::with(&[("a.txt", ROSE)]);
    desk.ended_by_ctrl_c("index build - -o corpus", "corpus");
    desk.twinprint("check a.txt --index corpus")
        .ends(2)
        .says("error: corpus: there is no index in this folder; build one with twinprint index build");
    desk.command_given(lines(0..3).as_bytes(), "index build - -o corpus".split(' ')).ends(0).is_quiet();
    assert_eq!(desk.ids("corpus"), ["document 0", "document 1", "document 2"]);
    desk.is_whole_corpus("corpus");
}

#[test]
fn documents_that_were_said_to_be_added_are_there_after_ctrl_c_and_the_same_stream_adds_the_others() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..5))]);
    desk.twinprint("index build first.jsonl -o corpus").ends(0);
    let before = desk.parts("corpus");
    let mut command = heeding(&desk.command("check - --index corpus --add".split(' ')));
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut crawl = pipes.spawn().expect("it starts");
    // The pipe stays open: it waits for more.
    let mut input = crawl.stdin.take().expect("a pipe");
    input.write_all(lines(10..13).as_bytes()).expect("it reads");
    let mut out = BufReader::new(crawl.stdout.take().expect("a pipe"));
    let mut told = String::new();
    for _ in 10..13 {
        out.read_line(&mut told).expect("it tells");
    }
    assert_eq!(told.matches("added").count(), 3, "{told}");
    interrupt(&crawl);
    assert_eq!(crawl.wait().expect("it ends").signal(), Some(SIGINT));
    assert!(desk.parts("corpus") == before, "what was added stands in the journal");
    let there = desk.ids("corpus");
    assert_eq!(there[5..], ["document 10", "document 11", "document 12"]);
    let said = desk.command_given(lines(10..15).as_bytes(), "check - --index corpus --add --json".split(' '));
    let verdicts: Vec<String> = said
        .ends(0)
        .is_quiet()
        .objects()
        .iter()
        .map(|object| object["verdict"].as_str().expect("a verdict").into())
        .collect();
    assert_eq!(verdicts, ["known", "known", "known", "added", "added"]);
    assert_eq!(desk.ids("corpus")[8..], ["document 13", "document 14"]);
    desk.is_whole_corpus("corpus");
    // Nobody holds it any longer.
    desk.command_given(line("last", OTHER).as_bytes(), "index add corpus -".split(' ')).ends(0).is_quiet();
}
