//! Options by the names that they had before: they still work, and no help shows them.

use super::*;

impl Desk {
    pub(super) fn run(&self, line: &str) -> Said {
        said(&mut self.command(line.split_whitespace()))
    }
}

#[track_caller]
fn is_still_known(command: &str, old: &str, new: &str) {
    let desk = Desk::with_a_copy();
    // An option that nobody knows is refused by its own name, one that is known for its value and by its new name.
    desk.run(&format!("{command} {old} ?")).ends(2).says(&format!("'?' for '{new} <"));
    let help = desk.run(&format!("{command} --help"));
    help.ends(0).shows(new);
    assert!(!help.out.contains(old), "the help of {command} does not show {old}");
}

#[test]
fn least_is_min_words_of_a_check() {
    is_still_known("check a.txt --index corpus", "--least", "--min-words");
}

#[cfg(feature = "fetch")]
#[test]
fn a_way_is_an_access_mode_and_patience_a_timeout_of_a_check() {
    is_still_known("check a.txt --index corpus", "--way", "--access-mode");
    is_still_known("check a.txt --index corpus", "--patience", "--timeout");
}

#[cfg(feature = "serve")]
#[test]
fn patience_is_a_timeout_of_a_server() {
    is_still_known("serve --index corpus", "--patience", "--timeout");
}

#[test]
fn the_temporary_folder_of_a_join_is_a_temp_dir() {
    let desk = Desk::with(&[("prints.txt", "0000000000000000\n0000000000000001\n")]);
    let joined = desk.run("index join prints.txt --memory 1K --temp-dir none");
    let as_before = desk.run("index join prints.txt --memory 1K --temporary-folder none");
    assert_eq!((&as_before.out, &as_before.err), (&joined.out, &joined.err));
    joined.ends(0).shows("1 pair within 3 bits");
    assert!(!desk.run("index join --help").out.contains("--temporary-folder"));
}

#[test]
fn what_is_kept_first_is_what_represents() {
    let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", COPY)]);
    let [now, before] = ["--first-represents", "--keep-first"].map(|option| {
        let line = format!("scan a.txt b.txt -w 3 --at-least 0.2 --give clusters --tsv {option}");
        desk.run(&line).ends(0).out.clone()
    });
    assert!(now.contains("\ta.txt\ta.txt\trepresentative\t"), "{now}");
    assert_eq!(before, now);
    assert!(!desk.run("scan --help").out.contains("--keep-first"));
}

#[test]
fn boilerplate_that_was_reported_or_ignored_is_a_file_now() {
    let desk = Desk::with_a_copy();
    for value in ["reported", "ignored", "told"] {
        let said = desk.run(&format!("scan a.txt b.txt --boilerplate {value}"));
        said.ends(2).says("use a FILE of lines; \"--clean site\" takes boilerplate out");
    }
}
