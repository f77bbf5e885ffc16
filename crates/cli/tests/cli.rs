//! The command line, run as a person or a program runs it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

mod authors;
mod both_index;
mod check;
mod corpus_index;
// Signals are reset by GNU's env.
#[cfg(target_os = "linux")]
mod ctrl_c;
mod decontaminate;
mod dedup;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod documented;
#[cfg(all(target_os = "linux", feature = "serve", feature = "fetch"))]
mod documents_elsewhere;
mod documents_index;
#[cfg(all(target_os = "linux", feature = "serve", feature = "fetch"))]
mod elsewhere;
mod eval;
#[cfg(all(target_os = "linux", feature = "serve", feature = "fetch"))]
mod host;
mod index;
mod installed;
#[cfg(unix)]
mod killed;
mod left_out;
mod model;
#[cfg(unix)]
mod odd_documents;
mod old_names;
pub(crate) mod packed;
mod project;
mod read;
mod reworded;
mod scan;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod serve;
mod short;
mod study;
mod word_report;

/// Sixteen words.
const ROSE: &str = "A rose is a rose, said the gardener, and nobody in the village wanted to disagree.";
/// The same sixteen amid others.
const COPY: &str = "It is often told:\nA rose is a rose, said the gardener, and nobody in the village wanted to disagree.\nSo it goes.";
const OTHER: &str = "Rivers carry sand and stones towards a distant sea, where they settle in layers.";

/// A folder with documents in which commands run.
struct Desk(TempDir);

/// What a command said, and how it ended.
#[derive(Debug)]
struct Said {
    out: String,
    err: String,
    status: i32,
}

impl Desk {
    fn with(files: &[(&str, &str)]) -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a folder for the test"));
        files.iter().for_each(|(name, text)| desk.put(name, text));
        desk
    }

    /// Two documents, b.txt with what a.txt says.
    fn with_a_copy() -> Desk {
        Desk::with(&[("a.txt", ROSE), ("b.txt", COPY)])
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("the desk itself")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file that the command wrote")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the desk itself");
        let mut names: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_twinprint"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.env("XDG_STATE_HOME", self.path(".state"));
        command
    }

    /// `twinprint compare` with the arguments of a line.
    fn compare(&self, line: &str) -> Said {
        said(&mut self.command(["compare"].into_iter().chain(line.split_whitespace())))
    }

    /// As [`compare`](Desk::compare), with something on standard input.
    fn compare_given(&self, input: &[u8], line: &str) -> Said {
        self.command_given(input, ["compare"].into_iter().chain(line.split_whitespace()))
    }

    /// A command with something on standard input.
    fn command_given(&self, input: &[u8], arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Said {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input).expect("the command reads");
        Said::of(child.wait_with_output().expect("the command ends"))
    }

    /// The lines of `--json`.
    fn json(&self, line: &str) -> Vec<Value> {
        let said = self.compare(&format!("{line} --json"));
        said.is_quiet();
        said.objects()
    }
}

impl Said {
    fn of(output: std::process::Output) -> Said {
        Said {
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
            status: output.status.code().expect("it was not killed"),
        }
    }

    /// The lines of JSON, but for what became of what was read.
    fn objects(&self) -> Vec<Value> {
        let lines = self.out.lines();
        let objects = lines.map(|line| serde_json::from_str::<Value>(line).expect("a JSON object a line"));
        objects.filter(|object| object["ledger"].is_null()).collect()
    }

    /// What became of what was read, which is the last line of JSON.
    fn ledger(&self) -> Value {
        let last = self.out.lines().last().expect("a line");
        let last: Value = serde_json::from_str(last).expect("a JSON object");
        last["ledger"].clone()
    }

    #[track_caller]
    fn ends(&self, status: i32) -> &Said {
        assert_eq!(self.status, status, "{self:#?}");
        self
    }

    #[track_caller]
    fn shows(&self, text: &str) -> &Said {
        assert!(self.out.contains(text), "no {text:?} in {self:#?}");
        self
    }

    #[track_caller]
    fn says(&self, text: &str) -> &Said {
        assert!(self.err.contains(text), "no {text:?} in {self:#?}");
        self
    }

    #[track_caller]
    fn says_out(&self, text: &str) -> &Said {
        assert!(self.out.contains(text), "no {text:?} in {self:#?}");
        self
    }

    /// Nothing is said, but for the line that adds up where nothing was refused.
    #[track_caller]
    fn is_quiet(&self) -> &Said {
        let adds_up =
            |line: &str| line.starts_with("note: read ") && line.ends_with(" + refused 0 (0 bytes)");
        let said: Vec<&str> = self.err.lines().filter(|line| !adds_up(line)).collect();
        assert!(said.is_empty(), "{self:#?}");
        self
    }
}

fn said(command: &mut Command) -> Said {
    Said::of(command.output().expect("the command runs"))
}

/// Waits until something is so. A minute is long enough on any machine.
#[track_caller]
fn until(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came to this: {what}");
        sleep(Duration::from_millis(1));
    }
}

mod a_pair {
    use super::*;

    #[test]
    fn is_summed_up_with_its_passages() {
        let desk = Desk::with_a_copy();
        desk.compare("a.txt b.txt")
            .ends(0)
            .is_quiet()
            .shows("A  a.txt, 16 words\nB  b.txt, 23 words")
            .shows("in A 16 of 16 words (100 %), in B 16 of 23 words (69.6 %)")
            .shows("16 words in a row")
            .shows("100 % of A is found in B, 66.7 % of B in A, by shingles of 3 words")
            .shows("Passage 1 of 1: 16 words  A line 1, B line 2\n")
            .shows("    A rose is a rose, said the gardener");
    }

    #[test]
    fn that_is_identical_is_one_hundred_per_cent() {
        let desk = Desk::with(&[("a.txt", ROSE), ("b.md", ROSE)]);
        desk.compare("a.txt b.md")
            .ends(0)
            .shows("Resemblance            100 % of all")
            .shows("0 of 64 bits differ");
    }

    #[test]
    fn that_shares_nothing_is_shown_all_the_same() {
        let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", OTHER)]);
        desk.compare("a.txt b.txt")
            .ends(0)
            .shows("none of 8 words or more")
            .shows("Resemblance            0 %");
    }

    #[test]
    fn shows_what_was_edited() {
        let edited = ROSE.replace("the gardener", "my old uncle");
        let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", &edited)]);
        desk.compare("a.txt b.txt").shows("said [-the gardener-] {+my old uncle+}, and nobody");
        desk.put("b.txt", ROSE.replace("the gardener, ", "("));
        desk.compare("a.txt b.txt").shows("said [-the gardener,-] {+(+} and nobody");
    }

    #[test]
    fn is_coloured_when_told_and_plain_in_a_pipe() {
        let desk = Desk::with_a_copy();
        assert!(!desk.compare("a.txt b.txt").out.contains('\x1b'));
        assert!(!desk.compare("a.txt b.txt --color never").out.contains('\x1b'));
        desk.compare("a.txt b.txt --color always").shows("\x1b[36mA rose is a rose");
    }

    #[test]
    fn tells_where_else_a_passage_stands() {
        let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", &format!("{ROSE}\n{OTHER}\n{ROSE}\n"))]);
        desk.compare("a.txt b.txt").shows("stands at 1 more place of B: line 3\n");
        desk.put("b.txt", format!("{ROSE} {OTHER} {ROSE} {OTHER} {ROSE}"));
        desk.compare("a.txt b.txt").shows("stands at 2 more places of B: line 1\n");
    }

    #[test]
    fn tells_what_a_reader_does_not_see() {
        let desk = Desk::with(&[("a.txt", &ROSE.replace("rose", "ro\u{200b}se")), ("b.txt", ROSE)]);
        desk.compare("a.txt b.txt")
            .shows("Noticed in A           2 invisible characters inside words")
            .shows("100 %");
    }

    #[test]
    fn of_a_page_and_a_text_is_compared_by_what_is_seen() {
        let page = "<!doctype html>\n<title>x</title>\n<p>A <b>rose</b> is a&nbsp;rose, said the gardener, \
                    and nobody in the village wanted to disagree.<script>var unseen = 1;</script>";
        let desk = Desk::with(&[("page.HTML", page), ("text.txt", ROSE)]);
        desk.compare("page.HTML text.txt")
            .shows("100 % of B in A")
            .shows("A line 3, B line 1\n    A rose is a rose");
        desk.compare_given(page.as_bytes(), "text.txt -").shows("100 % of A is found in B");
    }

    #[test]
    fn of_long_repetitive_texts_is_compared_soon() {
        let desk = Desk::with(&[("a.txt", &"a ".repeat(500_000)), ("b.txt", &"a ".repeat(500_000))]);
        let said = desk.compare("a.txt b.txt");
        said.ends(0).shows("500,000 words in a row").shows("[…]");
        assert!(said.out.len() < 10_000, "{} bytes", said.out.len());
    }

    #[test]
    fn of_a_document_with_itself_has_two_names() {
        let desk = Desk::with_a_copy();
        desk.compare("a.txt a.txt").ends(0).shows("A  a.txt, ").shows("B  a.txt (2), ").shows("100 %");
    }
}

mod many_documents {
    use super::*;

    fn essays() -> Desk {
        Desk::with(&[
            ("essays/one.txt", ROSE),
            ("essays/sub/two.md", COPY),
            ("essays/three.txt", OTHER),
            ("essays/four.htm", &format!("<p>{ROSE} {OTHER}")),
        ])
    }

    #[test]
    fn are_a_table_with_the_most_shared_first() {
        let said = essays().compare("essays");
        said.ends(0).is_quiet().shows("in essays/").shows("4 documents, 6 pairs; 4 share passages");
        let shared: Vec<&str> =
            said.out.lines().skip(2).take(4).filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(shared, ["16", "16", "16", "14"], "{said:#?}");
        said.shows("twinprint compare essays/four.htm essays/one.txt");
    }

    #[test]
    fn that_share_nothing_are_said_to() {
        let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", OTHER), ("c.txt", "Something else.")]);
        desk.compare("a.txt b.txt c.txt").ends(0).shows("3 documents, 3 pairs; none shares a passage");
    }

    #[test]
    fn may_be_limited_to_those_that_share_most() {
        let desk = essays();
        assert_eq!(desk.json("essays").len(), 6);
        assert_eq!(desk.json("essays --min-words 15").len(), 3);
        assert_eq!(desk.json("essays --top 2").len(), 2);
        desk.compare("essays --top 1").shows("4 share passages; the first 1 shown");
        desk.compare("essays --min-words 99").shows("none of them reaches --min-words");
    }

    #[test]
    fn are_found_by_a_pattern_that_the_shell_left_alone() {
        let names: Vec<Value> =
            essays().json("essays/*.txt").into_iter().map(|pair| pair["a"].clone()).collect();
        assert_eq!(names, ["essays/one.txt"]);
        essays()
            .compare("essays/*.doc")
            .ends(2)
            .says("essays/*.doc: no file has a name of this pattern; check");
        essays().compare("essays/[").ends(2).says("essays/[: this pattern cannot be understood");
    }

    #[test]
    fn that_have_a_bracket_in_their_names_are_no_pattern() {
        let desk = Desk::with(&[("a[1].txt", ROSE), ("b.txt", COPY)]);
        desk.compare("a[1].txt b.txt").ends(0).shows("A  a[1].txt");
    }

    #[test]
    fn of_the_same_name_in_different_folders_keep_their_paths() {
        let desk = Desk::with(&[("x/essay.txt", ROSE), ("y/essay.txt", COPY)]);
        let pair = &desk.json("x y")[0];
        assert_eq!((pair["a"].as_str(), pair["b"].as_str()), (Some("x/essay.txt"), Some("y/essay.txt")));
    }

    #[test]
    fn of_other_kinds_are_left_out_of_folders_and_named() {
        let desk = essays();
        for name in ["photo.png", "a.bin", "b.bin", "c.bin"] {
            desk.put(&format!("essays/{name}"), "?");
        }
        desk.compare("essays").ends(0).says(
            "note: essays: only .txt .md .html .htm .jsonl .ndjson .json .csv .tsv .warc .wet .parquet .arrow .arrows .feather .ipc .docx .docm .odt .odp .pptx .epub .rtf .ipynb .pdf .doc .pages .tex .ltx .latex .eml .zip .tar .tgz .tbz .tbz2 .txz .tzst .mbox .mbx files of \
             a folder are read, each also .gz .zst .xz .bz2; left out: a.bin, b.bin, c.bin and 1 more (name a file to have it read)",
        );
    }

    #[test]
    fn are_read_whatever_their_names_when_named() {
        let desk = Desk::with(&[("a.log", ROSE), ("b", COPY)]);
        desk.compare("a.log b").ends(0).is_quiet().shows("16 words in a row");
    }

    #[test]
    fn may_be_a_folder_of_five_hundred_of_which_one_cannot_be_read() {
        let desk = Desk::with(&[]);
        for number in 0..500 {
            desk.put(
                &format!("many/{number:03}.txt"),
                format!("Number {number} has words {number} of its own."),
            );
        }
        desk.put("many/250.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01");
        let said = desk.compare("many");
        said.ends(3).says("error: many/250.txt: not text").shows("499 documents, 124,251 pairs");
        assert_eq!(said.err.lines().count(), 2, "{said:#?}");
    }

    #[cfg(unix)]
    #[test]
    fn are_compared_though_a_link_leads_nowhere() {
        let desk = essays();
        std::os::unix::fs::symlink("nowhere", desk.path("essays/lost.txt")).expect("a link");
        desk.compare("essays").ends(3).says("essays/lost.txt: there is no such file").shows("4 documents");
        desk.compare("essays/lost.txt essays/one.txt essays/three.txt")
            .ends(3)
            .says("lost.txt")
            .shows("A  essays/one");
    }

    #[cfg(unix)]
    #[test]
    fn are_read_once_though_links_go_in_circles() {
        let desk = essays();
        std::os::unix::fs::symlink("..", desk.path("essays/sub/up")).expect("a link");
        desk.compare("essays")
            .ends(0)
            .says("note: essays/sub/up: this link leads back")
            .shows("4 documents, 6");
    }

    #[cfg(unix)]
    #[test]
    fn are_read_though_a_folder_has_a_documents_name() {
        let desk = essays();
        fs::create_dir(desk.path("essays/folder.txt")).expect("a folder");
        desk.compare("essays").ends(0).is_quiet().shows("4 documents");
    }
}

mod options {
    use super::*;

    #[test]
    fn json_has_the_fields_of_the_report_in_their_order() {
        let said = Desk::with_a_copy().compare("a.txt b.txt --json");
        said.ends(0).is_quiet();
        assert!(said.out.starts_with(r#"{"a":"a.txt","b":"b.txt","resemblance":0."#), "{said:#?}");
        let pair = &said.objects()[0];
        assert_eq!((pair["containment_a"].as_f64(), pair["shared_words_b"].as_u64()), (Some(1.0), Some(16)));
        assert!(
            pair["simhash_distance"].is_u64() && pair["recipe"].as_str().is_some_and(|id| id.len() == 32)
        );
        let place = &pair["passages"][0]["b"];
        let bytes = |field: &str| place[field].as_u64().expect("a number of bytes") as usize;
        assert_eq!(&COPY[bytes("start")..bytes("end")], ROSE.trim_end_matches('.'));
    }

    #[test]
    fn json_places_are_bytes_of_the_page_that_was_given() {
        let page = format!("<p>caf\u{e9} <b>{ROSE}</b>");
        let desk = Desk::with(&[("a.html", &page), ("b.txt", ROSE)]);
        let place = &desk.json("a.html b.txt")[0]["passages"][0]["a"];
        assert_eq!(place["start"].as_u64().map(|start| start as usize), page.find("A rose"));
    }

    #[test]
    fn tsv_is_a_header_and_a_line_for_each_pair() {
        let said = Desk::with_a_copy().compare("a.txt b.txt --tsv");
        let lines: Vec<Vec<&str>> = said.out.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!((lines.len(), lines[0].len(), lines[1].len()), (2, 12, 12), "{said:#?}");
        assert_eq!((lines[0][3], lines[1][3]), ("containment_a", "1"));
    }

    #[test]
    fn csv_and_report_are_files_and_the_table_still_shown() {
        let desk = Desk::with_a_copy();
        desk.compare("a.txt b.txt --csv pairs.csv --report pairs.html")
            .ends(0)
            .is_quiet()
            .shows("16 words in a row");
        assert!(desk.read("pairs.csv").starts_with("a,b,resemblance"));
        assert!(desk.read("pairs.html").starts_with("<!doctype html>"));
        assert_eq!(desk.names(), ["a.txt", "b.txt", "pairs.csv", "pairs.html"]);
    }

    #[test]
    fn report_takes_the_place_of_the_old_one_and_a_failed_one_leaves_it() {
        let desk = Desk::with_a_copy();
        let old = "<!doctype html><title>Twinprint report</title>";
        desk.put("report.html", old);
        desk.compare("a.txt missing.txt --report report.html").ends(2);
        assert_eq!(desk.read("report.html"), old);
        desk.compare("a.txt b.txt --report report.html").ends(0);
        assert!(desk.read("report.html").contains("a.txt"));
        desk.compare("a.txt b.txt --report nowhere/report.html").ends(2).says(
            "nowhere/report.html: it cannot be written: there is no such folder; make its folder first",
        );
        assert_eq!(desk.names(), ["a.txt", "b.txt", "report.html"]);
    }

    #[test]
    fn a_file_of_another_hand_is_replaced_by_force_alone_and_a_document_never() {
        let desk = Desk::with_a_copy();
        desk.put("other.txt", "old");
        for option in ["--report", "--csv"] {
            desk.compare(&format!("a.txt b.txt {option} other.txt"))
                .ends(2)
                .says("other.txt: there is such a file, and Twinprint did not write it; give another name, or --force");
        }
        assert_eq!(desk.read("other.txt"), "old");
        desk.compare("a.txt b.txt --csv other.txt --force").ends(0);
        desk.compare("a.txt b.txt --csv other.txt").ends(0);
        fs::hard_link(desk.path("a.txt"), desk.path("hard.txt")).expect("a link");
        for output in ["a.txt", "./a.txt", "hard.txt"] {
            desk.compare(&format!("a.txt b.txt --report {output} --force"))
                .ends(2)
                .says(&format!("{output}: this would be written where the corpus is read from: a.txt"));
        }
        assert_eq!(desk.read("a.txt"), desk.read("hard.txt"));
        assert!(!desk.read("a.txt").contains("<html"));
    }

    #[cfg(unix)]
    #[test]
    fn report_keeps_links_and_rights() {
        use std::os::unix::fs::PermissionsExt;
        let desk = Desk::with_a_copy();
        desk.put("real.html", "old");
        fs::set_permissions(desk.path("real.html"), fs::Permissions::from_mode(0o640)).expect("rights");
        std::os::unix::fs::symlink("real.html", desk.path("link.html")).expect("a link");
        desk.compare("a.txt b.txt --report link.html --force").ends(0);
        assert!(desk.read("real.html").starts_with("<!doctype html>"));
        assert!(desk.path("link.html").is_symlink());
        let mode = fs::metadata(desk.path("real.html")).expect("the report").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_and_not_a_panic() {
        let desk = Desk::with_a_copy();
        let full = || fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let said = said(desk.command(["compare", "a.txt", "b.txt"]).stdout(full()));
        said.ends(2)
            .says("error: standard output: it cannot be written: No space left on device; free some space");
    }

    #[test]
    fn a_template_does_not_count_and_is_not_compared_itself() {
        let desk = Desk::with(&[
            ("essays/task.txt", ROSE),
            ("essays/a.txt", &format!("{ROSE} Mine is short.")),
            ("essays/b.txt", &format!("{ROSE} Yours is longer than that.")),
        ]);
        desk.compare("essays --template essays/task.txt")
            .ends(0)
            .says("note: essays/task.txt: it is a template, and so not compared")
            .shows("16 words of A and 16 words of B were given to everyone and do not count")
            .shows("in A 0 of 3 words (0 %), in B 0 of 5 words (0 %)");
    }

    #[test]
    fn several_templates_are_all_taken_off() {
        let both = format!("{ROSE} {OTHER} Mine.");
        let desk = Desk::with(&[("t1.txt", ROSE), ("t2.txt", OTHER), ("a.txt", &both), ("b.txt", &both)]);
        desk.compare("a.txt b.txt --template t1.txt --template t2.txt").ends(0).shows("in A 1 of 1 word (");
        desk.put("b.txt", ROSE);
        desk.compare("a.txt b.txt --template t1.txt")
            .ends(2)
            .says("b.txt: every word of it is in the template or left out");
    }

    #[test]
    fn a_template_that_cannot_be_read_ends_the_command() {
        let said = Desk::with_a_copy().compare("a.txt b.txt --template task.txt");
        said.ends(2).says("error: task.txt: there is no such file");
        assert_eq!(said.out, "");
    }

    #[test]
    fn run_decides_how_short_a_passage_may_be() {
        let desk =
            Desk::with(&[("a.txt", "one two three four five"), ("b.txt", "nil two three four nought")]);
        desk.compare("a.txt b.txt").shows("none of 8 words or more");
        desk.compare("a.txt b.txt --run 3").shows("3 words in a row");
    }

    #[test]
    fn the_recipes_options_decide_what_is_counted() {
        let desk = Desk::with(&[
            ("a.txt", "The cats were running at http://example.org/one"),
            ("b.txt", "A cat runs at example org two"),
        ]);
        let containment = |options: &str| {
            desk.json(&format!("a.txt b.txt --shingle 1 {options}"))[0]["containment_b"]
                .as_f64()
                .expect("a number")
        };
        let plain = containment("");
        assert!(containment("--stemmer en") > plain);
        assert!(containment("--urls") > plain);
        assert!(containment("--words white-space") <= plain);
        assert!(containment("--stop-words en") != plain);
        assert_eq!(containment("--shingle-hash md5"), plain);
        assert_eq!(containment("--shingle-hash rabin40"), plain);
        let shingles = |options: &str| desk.json(&format!("a.txt b.txt {options}"))[0]["shingles_b"].as_u64();
        assert_eq!((shingles("--shingle 1"), shingles("--shingle 7")), (Some(7), Some(1)));
        assert_eq!(shingles("--shingle 1 --units lines"), Some(1));
    }

    #[test]
    fn images_are_words_when_told() {
        let desk =
            Desk::with(&[("a.html", "<p>rose <img src=/r.png>"), ("b.html", "<p>rose <img src=/s.png>")]);
        let resemblance =
            |options: &str| desk.json(&format!("a.html b.html {options}"))[0]["resemblance"].as_f64();
        assert_eq!((resemblance(""), resemblance("--images")), (Some(1.0), Some(0.0)));
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_values_taken() {
        let desk = Desk::with_a_copy();
        desk.compare("a.txt b.txt --shingle 65").ends(2).says(
            "error: --shingle: \"65\" is not a value of this option; use a number of words from 1 to 64",
        );
        desk.compare("a.txt b.txt --run 1")
            .ends(2)
            .says("--run: \"1\" is not a value of this option; use a number");
        desk.compare("a.txt b.txt --stemmer tlh").ends(2).says("tlh").says("en");
        desk.compare("a.txt b.txt --words nouns").ends(2).says("white-space");
        desk.compare("a.txt b.txt --units pages").ends(2).says("sentences");
        desk.compare("a.txt b.txt --units lines --shingle-hash md5").ends(2).says("--units: \"lines\"");
        desk.compare("a.txt b.txt --json --tsv").ends(2).says("cannot be used with");
        desk.compare("a.txt b.txt --fail-on-match=101").ends(2).says("give a number from 0 to 100");
        desk.compare("").ends(2).says("DOCUMENT");
    }

    #[test]
    fn recipe_is_printed_with_its_id() {
        let desk = Desk::with_a_copy();
        let said = desk.compare("--recipe --shingle 5");
        said.ends(0).shows("shingle 5 rolled64\n");
        let id = said.out.lines().last().and_then(|line| line.strip_prefix("id ")).expect("the id is last");
        assert_eq!(desk.json("a.txt b.txt --shingle 5")[0]["recipe"], id);
    }

    #[test]
    fn help_names_every_exit_status_and_shows_examples() {
        let desk = Desk::with(&[]);
        desk.compare("--help").ends(0).shows("Examples:").shows("Exit status: 0 done; 1 with");
        said(&mut desk.command(["--help"])).ends(0).shows("compare");
        said(&mut desk.command(["--version"])).ends(0).shows(env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn fail_on_match_is_told_by_the_exit_status() {
        let desk = Desk::with(&[("a.txt", ROSE), ("b.txt", COPY), ("c.txt", OTHER)]);
        desk.compare("a.txt b.txt").ends(0);
        desk.compare("--fail-on-match a.txt b.txt").ends(1).is_quiet().shows("16 words in a row");
        desk.compare("--fail-on-match a.txt c.txt").ends(0);
        desk.compare("--fail-on-match=100 a.txt b.txt").ends(1);
        desk.compare("--fail-on-match=10% a.txt c.txt").ends(0);
        desk.compare("--fail-on-match a.txt b.txt missing.txt").ends(3);
    }
}

mod bad_input {
    use super::*;

    #[test]
    fn without_words_is_an_error_and_no_score() {
        for text in ["", " \n\t\u{a0}", "... !? --"] {
            let desk = Desk::with(&[("a.txt", text), ("b.txt", ROSE), ("c.txt", COPY)]);
            desk.compare("a.txt b.txt c.txt")
                .ends(3)
                .says("error: a.txt: there are no words in it; give a text with at least one word")
                .shows("A  b.txt, 16 words\nB  c.txt, 23 words");
            let said = desk.compare("a.txt b.txt");
            said.ends(2).says("documents: there is only one document to compare; give two files");
            assert_eq!(said.out, "");
        }
    }

    #[test]
    fn of_one_word_is_compared() {
        let desk = Desk::with(&[("a.txt", "Rose"), ("b.txt", "rose")]);
        desk.compare("a.txt b.txt").ends(0).shows("Resemblance            100 %");
    }

    #[test]
    fn that_is_no_text_is_named_with_what_it_seems_to_be() {
        let desk = Desk::with_a_copy();
        desk.put("c.txt", b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0");
        desk.put("d.txt", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0");
        let said = desk.compare("a.txt b.txt c.txt d.txt");
        said.ends(3)
            .says("error: c.txt: not text: it seems to be")
            .says("error: d.txt: not text")
            .shows("A  a.txt");
    }

    #[test]
    fn in_any_encoding_is_read() {
        let text = "Der Gärtner sagte über die Rosen, daß niemand im Dorf ihm je widersprochen hätte.";
        let marked = format!("\u{feff}{text}");
        let utf16 = |text: &str, to_bytes: fn(u16) -> [u8; 2]| {
            text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>()
        };
        let desk = Desk::with(&[("utf8.txt", text), ("utf8-mark.txt", &marked)]);
        desk.put("le.txt", utf16(text, u16::to_le_bytes));
        desk.put("be.txt", utf16(text, u16::to_be_bytes));
        desk.put("le-mark.txt", utf16(&marked, u16::to_le_bytes));
        desk.put("be-mark.txt", utf16(&marked, u16::to_be_bytes));
        desk.put("1252.txt", text.chars().map(|c| c as u8).collect::<Vec<u8>>());
        let pairs = desk.json(".");
        assert_eq!(pairs.len(), 7 * 6 / 2);
        for pair in pairs {
            assert_eq!(pair["resemblance"], 1.0, "{pair:#}");
        }
    }

    #[test]
    fn of_invalid_utf8_is_read_as_far_as_it_goes() {
        let desk = Desk::with_a_copy();
        desk.put("a.txt", [ROSE.as_bytes(), b" \xff\xc3 end"].concat());
        desk.compare("a.txt b.txt").ends(0).shows("16 words in a row");
    }

    #[test]
    fn never_reaches_the_terminal_as_it_is() {
        let evil = "A \x1b[2J\u{202e}rose\u{9b}1m is a rose, said the gardener, and nobody in the village dis\u{7}agreed. \
                    This is no program but a text, in which a control character is rare.";
        let desk = Desk::with(&[("a.txt", evil), ("b.txt", evil)]);
        let said = desk.compare("a.txt b.txt --run 2");
        said.ends(0).shows("<U+202E>").shows("is a rose, said the gardener");
        assert!(!said.out.contains(['\x1b', '\u{202e}', '\u{9b}', '\u{7}']), "{said:#?}");
    }

    #[cfg(unix)]
    #[test]
    fn in_file_names_is_shown_and_never_obeyed() {
        let names =
            ["\x1b[31mred.txt", "\u{202e}txt.exe.txt", "<img src=x onerror=alert(1)>.txt", "tab\tline\n.txt"];
        let desk = Desk::with(&[]);
        for name in names {
            desk.put(&format!("evil/{name}"), ROSE);
        }
        desk.put("evil/empty\x1b]0;title\x07.txt", "");
        for format in ["", "--json", "--tsv"] {
            let said = desk.compare(&format!("evil --report r.html {format}"));
            said.ends(3).says("empty␛]0;title␇.txt: there are no words");
            let shown = format!("{}{}", said.out, said.err);
            assert!(!shown.contains(['\x1b', '\u{202e}', '\u{7}', '\r']), "{said:#?}");
            assert_eq!(
                said.out.lines().count(),
                // Six pairs, and what became of what was read.
                if format == "--json" { 7 } else { said.out.lines().count() }
            );
        }
        let said = desk.compare("evil --json");
        let named: Vec<String> = said
            .objects()
            .iter()
            .flat_map(|pair| [pair["a"].clone(), pair["b"].clone()])
            .map(|name| name.as_str().expect("a name").into())
            .collect();
        for name in names {
            assert!(named.contains(&format!("evil/{name}")), "{name:?} in {named:#?}");
        }
        assert!(!desk.read("r.html").contains("<img"));
    }

    #[test]
    fn that_does_not_exist_is_named_and_the_others_compared() {
        let desk = Desk::with_a_copy();
        desk.compare("a.txt missing.txt b.txt")
            .ends(3)
            .says("error: missing.txt: there is no such file or folder; check the path")
            .shows("16 words in a row");
    }

    #[test]
    fn of_an_empty_folder_is_an_error() {
        let desk = Desk::with_a_copy();
        fs::create_dir(desk.path("none")).expect("a folder");
        desk.compare("none a.txt b.txt").ends(3).says("none: there are no documents below this folder; give");
    }
}

mod pipes {
    use super::*;

    #[test]
    fn standard_input_is_a_document() {
        let desk = Desk::with_a_copy();
        desk.compare_given(ROSE.as_bytes(), "- b.txt")
            .ends(0)
            .is_quiet()
            .shows("A  standard input, 16 words");
        desk.compare_given(b"", "- b.txt").ends(2).says("error: standard input: there are no words");
    }

    #[test]
    fn standard_input_can_be_given_once() {
        let desk = Desk::with_a_copy();
        desk.compare("- - a.txt b.txt")
            .ends(3)
            .says("error: -: standard input can be read only once; save it");
        desk.compare("- a.txt --template -").ends(2).says("standard input can be read only once");
    }

    #[test]
    fn one_that_is_closed_ends_the_command_quietly() {
        let desk = Desk::with(&[]);
        for number in 0..150 {
            desk.put(&format!("many/{number}.txt"), format!("{ROSE} {number}"));
        }
        let mut child = desk
            .command(["compare", "many", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the command ends");
        Said::of(output).ends(0).is_quiet();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn that_are_files_are_read_like_files() {
        let desk = Desk::with_a_copy();
        desk.compare_given(ROSE.as_bytes(), "/dev/stdin b.txt").ends(0).shows("16 words in a row");
        let said = desk.compare("a.txt b.txt --json --report /dev/stdout");
        said.ends(0).shows("<!doctype html>").shows("\"a\":\"a.txt\"");
        assert!(Path::new("/dev/stdout").exists());
    }
}
