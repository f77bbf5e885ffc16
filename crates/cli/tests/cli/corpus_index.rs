//! `twinprint index` of documents.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};

use twinprint::Document;
use twinprint::hash::mix;
use twinprint::sketch::{Method, Sketcher};
use twinprint_native::index::corpus::{open, read};

use super::*;
use crate::compression::{gzip, zstandard};

impl Desk {
    /// `twinprint` with the arguments of a line.
    pub(super) fn twinprint(&self, line: &str) -> Said {
        said(&mut self.command(line.split_whitespace()))
    }

    /// Every file in a folder with its bytes.
    pub(super) fn content(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).expect("the index").flatten();
        let named = entries.filter(|entry| entry.path().is_file());
        named
            .map(|entry| {
                (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
            })
            .collect()
    }

    /// That an index has no files but those of its manifest, and is whole.
    #[track_caller]
    pub(super) fn is_whole_corpus(&self, index: &str) {
        let manifest = read(&self.path(index)).expect("a manifest");
        let mut expected: BTreeSet<String> = manifest.files().map(|file| file.name.clone()).collect();
        expected.extend(["index.json".into(), ".twinprint-lock".into()]);
        let there = fs::read_dir(self.path(index)).expect("the index").flatten();
        let there: BTreeSet<String> =
            there.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        assert_eq!(there, expected);
        self.twinprint(&format!("index verify {index} --deep")).ends(0).is_quiet();
    }

    /// The ids of the documents of an index.
    pub(super) fn ids(&self, index: &str) -> Vec<String> {
        let opened = open(&self.path(index)).expect("an index");
        let segments = opened.corpus.segments().iter();
        let buckets = segments.flat_map(|segment| {
            (0..segment.entry().documents.div_ceil(64))
                .map(move |bucket| segment.sources(bucket).expect("a bucket"))
        });
        let sources = buckets.flatten().filter(|source| !source.removed);
        sources.map(|source| source.id).collect()
    }
}

/// Words that say nothing, the same for the same number.
pub(super) fn words(seed: u64, count: u64) -> String {
    (0..count).map(|at| format!("word{} ", mix(seed * 1_000_003 + at) % 5_000)).collect()
}

pub(super) fn line(id: &str, text: &str) -> String {
    format!("{}\n", serde_json::json!({ "id": id, "text": text }))
}

pub(super) fn lines(numbers: impl Iterator<Item = u64>) -> String {
    numbers.map(|number| line(&format!("document {number}"), &words(number, 60))).collect()
}

#[test]
fn an_index_of_documents_is_built_added_to_removed_from_merged_and_published() {
    let desk =
        Desk::with(&[("first.jsonl", &lines(0..20)), ("second.jsonl", &lines(18..25)), ("a.txt", ROSE)]);
    desk.twinprint("index build first.jsonl -o corpus --with-text")
        .ends(0)
        .is_quiet()
        .shows("corpus: 20 documents and ");
    let before = desk.read("corpus/index.json");
    desk.twinprint("index add corpus a.txt second.jsonl")
        .ends(2)
        .says("error: second.jsonl, line 1: its id, document 18, is that of a document of the index; give it another id, put it in that one's place with --replace");
    assert_eq!(desk.read("corpus/index.json"), before, "nothing was added");
    desk.twinprint("index add corpus second.jsonl a.txt --replace")
        .ends(0)
        .is_quiet()
        .shows("8 documents added, 2 of them in place of others\ncorpus: 26 documents and ");
    desk.put("gone.txt", "document 3\n\ndocument 4\nnobody\n");
    desk.twinprint("index remove corpus a.txt --from gone.txt")
        .ends(3)
        .shows("3 documents removed\ncorpus: 23 documents and ")
        .says("note: nobody: no document of the index has this id");
    let ids = |numbers: &mut dyn Iterator<Item = u64>| -> Vec<String> {
        numbers.map(|number| format!("document {number}")).collect()
    };
    let left = ids(&mut (0..18).filter(|number| ![3, 4].contains(number)).chain(18..25));
    assert_eq!(desk.ids("corpus"), left);
    desk.twinprint("index merge corpus").ends(0).is_quiet().shows(" in 1 segment, ");
    assert_eq!(desk.ids("corpus"), left);
    desk.is_whole_corpus("corpus");
    desk.twinprint("index publish corpus -o public --parts 3").ends(0).is_quiet();
    assert!(!desk.path("public/.twinprint-lock").exists());
    desk.twinprint("index verify public --deep").ends(0).is_quiet();
    assert_eq!(desk.ids("public"), left);
    desk.twinprint("index inspect public")
        .ends(0)
        .shows("documents  23\n")
        .shows("shingles 8 of runs of 25\n");
}

#[test]
fn two_documents_of_one_id_are_an_error_with_both_places_unless_places_are_the_ids() {
    let desk = Desk::with(&[
        ("docs/0.jsonl", &(line("0", ROSE) + &line("1", OTHER))),
        ("docs/1.jsonl", &line("0", OTHER)),
        ("new.jsonl", &line("9", ROSE).repeat(2)),
    ]);
    let both = "error: docs/1.jsonl, line 1: its id, 0, is that of docs/0.jsonl, line 1, too; give each document an id of its own, or let \
                their places be their ids by --ids place";
    desk.twinprint("index build docs -o corpus").ends(2).says(both);
    assert!(!desk.path("corpus/index.json").exists());
    desk.twinprint("index build docs -o corpus --ids place").ends(0).is_quiet();
    assert_eq!(desk.ids("corpus"), ["docs/0.jsonl, line 1", "docs/0.jsonl, line 2", "docs/1.jsonl, line 1"]);
    desk.twinprint("index add corpus new.jsonl").ends(2).says("its id, 9, is that of new.jsonl, line 1, too");
    assert_eq!(desk.ids("corpus").len(), 3);
    desk.twinprint("index add corpus new.jsonl --ids place").ends(0).shows("2 documents added");
    desk.put("gone.txt", "new.jsonl, line 1\n");
    desk.twinprint("index remove corpus --from gone.txt").ends(0).shows("1 document removed");
    desk.is_whole_corpus("corpus");
}

#[test]
fn what_is_refused_may_stop_a_build_or_leave_its_exit_status() {
    let desk = Desk::with(&[("good.jsonl", &line("a", ROSE)), ("bad.jsonl", "{}\n")]);
    desk.twinprint("index build good.jsonl bad.jsonl -o corpus --if-refused stop")
        .ends(2)
        .says("error: bad.jsonl, line 1: it is refused: ");
    assert!(!desk.path("corpus/index.json").exists());
    desk.twinprint("index build good.jsonl bad.jsonl -o corpus --if-refused ignore").ends(0);
    desk.twinprint("index build good.jsonl bad.jsonl -o corpus")
        .ends(3)
        .says("note: read 2 (85 bytes) = indexed 1 (82 bytes) + refused 1 (3 bytes)");
}

#[test]
fn what_became_of_each_file_that_is_indexed_is_given_for_programs_and_adds_up() {
    let good = |id: &str| line(id, ROSE);
    let desk = Desk::with(&[
        ("docs/a.jsonl", &(good("a") + "no line\n" + &line("empty", "—"))),
        ("docs/b.jsonl", &good("b")),
        ("more.jsonl", &("no line\n".to_string() + &good("c"))),
    ]);
    let count = |documents: usize, bytes: usize| serde_json::json!({"documents": documents, "bytes": bytes});
    let rose = ROSE.len();
    let said = desk.twinprint("index build docs -o corpus --json");
    let ledger = said.ends(3).ledger();
    assert_eq!(said.out.lines().count(), 1);
    let first = serde_json::json!({
        "file": "docs/a.jsonl", "read": count(3, rose + 11), "indexed": count(1, rose), "without_words": count(1, 3),
        "refused": count(1, 8),
    });
    let second = serde_json::json!({
        "file": "docs/b.jsonl", "read": count(1, rose), "indexed": count(1, rose), "without_words": count(0, 0),
        "refused": count(0, 0),
    });
    assert_eq!(ledger["files"], serde_json::json!([first, second]));
    assert_eq!((&ledger["read"], &ledger["indexed"]), (&count(4, 2 * rose + 11), &count(2, 2 * rose)));
    let said = desk.twinprint("index add corpus more.jsonl --json");
    let ledger = said.ends(3).ledger();
    assert_eq!((&ledger["added"], &ledger["refused"]), (&count(1, rose), &count(1, 8)));
}

#[test]
fn passages_may_be_weighed_by_a_model_alone() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..20)), ("a.txt", ROSE)]);
    desk.twinprint("index build first.jsonl a.txt -o corpus --model english").ends(0).is_quiet();
    desk.twinprint("index inspect corpus").ends(0).shows("weights=model").shows("stemmer=en");
    desk.twinprint("check a.txt --index corpus").ends(0).shows("found in 1 document");
}

#[test]
fn documents_of_all_kinds_are_indexed_with_their_ids_titles_and_addresses() {
    let desk = Desk::with(&[
        ("docs/a.txt", ROSE),
        ("docs/page.html", &format!("<!doctype html><title>The &amp; rose</title><p>{COPY}</p>")),
        (
            "docs/lines.jsonl",
            &format!("{{\"id\": 7, \"title\": \"Seven\", \"url\": \"http://a/7\", \"text\": \"{OTHER}\"}}\n"),
        ),
        ("docs/other.png", "PNG"),
    ]);
    desk.put("docs/more.jsonl.gz", gzip(line("ein Körbchen\u{202e}\n\"x\" <b>", ROSE).as_bytes()));
    desk.put("docs/still.jsonl.zst", zstandard(line(&"long ".repeat(100), ROSE).as_bytes()));
    let broken = format!("{{\"id\": 1}}\n{}{}", line("", OTHER), line("d", "—"));
    desk.put("docs/z.jsonl", broken);
    desk.put("docs/zz.jsonl", line(&"far too long ".repeat(1000), ROSE));
    let said = desk.twinprint("index build docs -o corpus --with-text");
    said.ends(3)
        .says("left out: other.png")
        .says("skipped: docs/z.jsonl, line 1: this line is no document")
        .says("skipped: d: ")
        .says("skipped: docs/zz.jsonl, line 1: its id is longer than 4096 bytes; give it a shorter one")
        .says(" = indexed 6 (")
        .says(" + without words 1 (3 bytes) + refused 2 (");
    let opened = open(&desk.path("corpus")).expect("an index");
    let sources = opened.corpus.segments()[0].sources(0).expect("a bucket");
    let told: Vec<(&str, Option<&str>, Option<&str>)> =
        sources.iter().map(|source| (&*source.id, source.title.as_deref(), source.url.as_deref())).collect();
    let long = "long ".repeat(100);
    assert_eq!(
        told,
        [
            ("docs/a.txt", None, None),
            ("7", Some("Seven"), Some("http://a/7")),
            ("ein Körbchen\u{202e}\n\"x\" <b>", None, None),
            ("docs/page.html", Some("The & rose"), None),
            (&*long, None, None),
            ("", None, None),
        ]
    );
    let texts = opened.corpus.segments()[0].texts(0).expect("a bucket");
    assert_eq!(texts[0].as_deref(), Some(ROSE));
    assert!(!texts[3].as_deref().expect("a text").contains('<'), "the text to show is kept: {texts:?}");
    desk.twinprint("index remove corpus 7").ends(0);
}

#[test]
fn a_build_of_nothing_leaves_the_old_index() {
    let desk = Desk::with(&[("a.txt", ROSE), ("empty.txt", "  "), ("none.jsonl", "")]);
    desk.twinprint("index build a.txt -o corpus").ends(0);
    let before = desk.content("corpus");
    desk.twinprint("index build nobody -o corpus")
        .ends(2)
        .says("error: nobody: there is no such file or folder; check the path");
    desk.twinprint("index build empty.txt -o corpus")
        .ends(2)
        .says("error: corpus: no document can be indexed: ");
    assert_eq!(desk.content("corpus"), before);
    desk.is_whole_corpus("corpus");
    desk.twinprint("index build a.txt -o corpus --method minhash").ends(2).says("error: --method: ");
    desk.twinprint("index build a.txt -o corpus --run 7").ends(2).says("error: --run: ");
    desk.twinprint("index build a.txt -o corpus --parts 0").ends(2).says("error: --parts: ");
    desk.twinprint("index build a.txt -o corpus --model a.txt").ends(2);
    assert_eq!(desk.content("corpus"), before);
    // What has no documents yet can be added to.
    desk.twinprint("index build none.jsonl -o corpus")
        .ends(0)
        .shows("corpus: 0 documents and 0 passages in 0 segments");
    desk.twinprint("index add corpus a.txt").ends(0).shows("1 document added\n");
}

#[test]
fn what_is_no_index_of_documents_is_not_changed() {
    let desk = Desk::with(&[("a.txt", ROSE), ("prints.txt", "0123456789abcdef\n")]);
    for command in ["add nobody a.txt", "remove nobody x", "merge nobody", "publish nobody -o out"] {
        desk.twinprint(&format!("index {command}"))
            .ends(2)
            .says("error: nobody: there is no such file or folder");
    }
    assert_eq!(desk.names(), ["a.txt", "prints.txt"]);
    desk.put("folder/mine.txt", "mine");
    desk.twinprint("index merge folder")
        .ends(2)
        .says("error: folder: there is no index in this folder; build one");
    desk.twinprint("index build --fingerprints prints.txt -o prints").ends(0);
    desk.twinprint("index add prints a.txt").ends(2).says(
        "error: prints: this is an index of bare fingerprints, not of documents; use twinprint index query",
    );
    desk.twinprint("index build a.txt -o corpus").ends(0);
    desk.twinprint("index query corpus 0123456789abcdef").ends(2).says(
        "error: corpus: this is an index of documents, not of bare fingerprints; check documents against it",
    );
    desk.twinprint("index publish corpus -o folder")
        .ends(2)
        .says("error: folder: there is something in this folder");
    desk.twinprint("index publish corpus -o corpus")
        .ends(2)
        .says("error: corpus: there is something in this folder");
    assert_eq!(desk.read("folder/mine.txt"), "mine");
    desk.is_whole_corpus("corpus");
}

#[test]
fn an_index_that_is_damaged_is_told_by_the_file() {
    let desk = Desk::with(&[("docs.jsonl", &lines(0..50))]);
    desk.twinprint("index build docs.jsonl -o corpus --with-text").ends(0);
    let files = desk.content("corpus");
    for (name, bytes) in files.iter().filter(|(name, _)| !name.starts_with('.')) {
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 4;
        desk.put(&format!("corpus/{name}"), flipped);
        desk.twinprint("index verify corpus").ends(2).says(&format!("error: corpus/{name}: "));
        desk.put(&format!("corpus/{name}"), &bytes[..bytes.len() - 1]);
        desk.twinprint("index verify corpus").ends(2).says(&format!("error: corpus/{name}: "));
        if name != "index.json" {
            fs::remove_file(desk.path("corpus").join(name)).expect("it is gone");
            desk.twinprint("index verify corpus")
                .ends(2)
                .says(&format!("error: corpus/{name}: there is no such file or folder"));
        }
        desk.put(&format!("corpus/{name}"), bytes);
        desk.is_whole_corpus("corpus");
    }
}

#[test]
#[cfg(unix)]
fn a_change_that_is_killed_at_any_write_leaves_the_old_index() {
    // With 64 parts no file is larger than the manifest, which is written last.
    let build = "index build first.jsonl -o corpus --with-text --parts 64";
    let desk = Desk::with(&[("first.jsonl", &lines(0..30)), ("more.jsonl", &lines(30..50))]);
    desk.put("gone.txt", (0..10).map(|number| format!("document {number}\n")).collect::<String>());
    for (change, at) in [
        ("add corpus more.jsonl", "corpus"),
        ("remove corpus --from gone.txt", "corpus"),
        ("merge corpus", "corpus"),
        ("build more.jsonl -o corpus --parts 64", "corpus"),
        ("publish corpus -o public", "public"),
    ] {
        desk.twinprint(build).ends(0);
        if !change.starts_with("remove") {
            desk.twinprint("index publish corpus -o public").ends(0);
            desk.twinprint("index remove corpus --from gone.txt").ends(0);
        }
        let (before, ids) = (desk.content(at), desk.ids(at));
        let mut beside = 0;
        for bytes in [512, 2_048, 8_192] {
            assert!(desk.killed_at(bytes, &format!("index {change}")).is_some(), "{change}, {bytes} bytes");
            let there = desk.content(at);
            let changed: Vec<&String> = before
                .iter()
                .filter(|(name, old)| there.get(*name) != Some(old))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(changed, [""; 0], "{change}, {bytes} bytes");
            assert_eq!(desk.ids(at), ids, "{change}, {bytes} bytes");
            let new = there.keys().filter(|name| !name.starts_with('.') && !before.contains_key(*name));
            beside = new.count();
        }
        assert!(beside > 0, "{change} was not killed at its manifest, with its other files in their places");
        desk.twinprint(&format!("index {change}")).ends(0).is_quiet();
        assert!(desk.content(at) != before, "{change}");
        desk.is_whole_corpus("corpus");
        desk.twinprint("index verify public --deep").ends(0).is_quiet();
    }
}

#[test]
fn a_full_disk_leaves_the_old_index_and_no_stray_files() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..20)), ("more.jsonl", &lines(20..3000))]);
    desk.twinprint("index build first.jsonl -o corpus --with-text").ends(0);
    let before = desk.content("corpus");
    // Files of more than 64 KiB are refused, as on a full disk.
    let program = env!("CARGO_BIN_EXE_twinprint");
    for change in
        ["add corpus more.jsonl --memory 64KiB", "build more.jsonl -o corpus", "build more.jsonl -o other"]
    {
        let line = format!("trap '' XFSZ; ulimit -f 64; exec '{program}' index {change}");
        let mut command = Command::new("sh");
        said(command.args(["-c", &line]).current_dir(desk.path(""))).ends(2).says("it cannot be written: ");
        assert_eq!(desk.content("corpus"), before, "{change}");
        desk.is_whole_corpus("corpus");
    }
    assert!(!desk.path("other").exists());
    desk.twinprint("index build first.jsonl -o first.jsonl/corpus")
        .ends(2)
        .says("error: first.jsonl/corpus: ");
}

#[test]
#[cfg(unix)]
fn a_disk_that_is_full_at_the_manifest_leaves_no_stray_files_beside_the_old_index() {
    // With 64 parts no file is larger than the manifest, which is written when all others are in their places.
    let build = "index build first.jsonl -o corpus --parts 64";
    let desk = Desk::with(&[("first.jsonl", &lines(0..30)), ("more.jsonl", &lines(30..50))]);
    desk.twinprint(build).ends(0);
    let before = desk.content("corpus");
    let program = env!("CARGO_BIN_EXE_twinprint");
    for change in [
        "add corpus more.jsonl",
        "build more.jsonl -o corpus --parts 64",
        "build more.jsonl -o other --parts 64",
    ] {
        let line = format!("trap '' XFSZ; ulimit -f 16; exec '{program}' index {change}");
        let mut command = Command::new("sh");
        said(command.args(["-c", &line]).current_dir(desk.path("")))
            .ends(2)
            .says("index.json: it cannot be written: ");
        assert_eq!(desk.content("corpus"), before, "{change}");
    }
    assert!(!desk.path("other").exists());
}

#[test]
fn documents_of_a_stream_are_added_if_they_are_new() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..5)), ("a.txt", "")]);
    desk.twinprint("index build first.jsonl -o corpus").ends(0);
    let again = format!("{} and two words", words(7, 60));
    let stream = [
        line("new", &words(7, 60)),
        line("again", &again),
        "{\"id\": \"bad\"}\n".into(),
        line("old", &words(3, 60)),
        line("document 2", &words(8, 60)),
        line("half", &(words(3, 60) + &words(9, 100))),
        line("last", &words(10, 60)),
    ];
    let said =
        desk.command_given(stream.concat().as_bytes(), "check - --index corpus --add --json".split(' '));
    said.ends(3).says("error: standard input, line 3: this line is no document");
    let verdicts: Vec<(String, String)> = said
        .objects()
        .iter()
        .map(|object| {
            let text = |field: &str| object[field].as_str().expect("a text").to_string();
            (text("document"), text("verdict"))
        })
        .collect();
    let expected = [
        ("new", "added"),
        ("again", "known"),
        ("old", "known"),
        ("document 2", "same-id"),
        ("half", "added"),
        ("last", "added"),
    ];
    assert_eq!(verdicts, expected.map(|(id, verdict)| (id.to_string(), verdict.to_string())));
    assert_eq!(desk.ids("corpus")[5..], ["new", "half", "last"]);
    desk.is_whole_corpus("corpus");
    let half = line("other half", &(words(3, 60) + &words(11, 100)));
    desk.command_given(half.as_bytes(), "check - --index corpus --add --new-below 20".split(' '))
        .ends(0)
        .shows("known  ")
        .shows(" %  other half  ");
    desk.command_given(half.as_bytes(), "check - --index corpus --new-below 20".split(' ')).ends(2);
}

#[test]
fn every_document_that_was_said_to_be_added_is_there_after_a_kill() {
    let desk = Desk::with(&[("first.jsonl", &lines(0..5))]);
    desk.twinprint("index build first.jsonl -o corpus").ends(0);
    let (mut next, mut there) = (100, desk.ids("corpus"));
    for round in 0..8 {
        let mut command = desk.command("check - --index corpus --add".split(' '));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut crawl = pipes.spawn().expect("it starts");
        let mut input = crawl.stdin.take().expect("a pipe");
        let first = next;
        next += 3_000;
        // It reads on until it is killed; then the pipe breaks.
        let feeding = std::thread::spawn(move || {
            (first..first + 3_000)
                .try_for_each(|number| input.write_all(lines(number..number + 1).as_bytes()))
                .is_ok()
        });
        let mut out = BufReader::new(crawl.stdout.take().expect("a pipe"));
        let mut told = String::new();
        let some = 1 + mix(round) % 400;
        for _ in 0..some {
            out.read_line(&mut told).expect("it tells");
        }
        crawl.kill().expect("it is killed");
        out.read_to_string(&mut told).expect("what it had told");
        crawl.wait().expect("it ends");
        let _ = feeding.join();
        let ids = desk.ids("corpus");
        let told =
            told.split_inclusive('\n').filter(|line| line.ends_with('\n') && line.starts_with("added"));
        let added: Vec<String> =
            told.map(|line| line.split(" %  ").nth(1).expect("an id").trim_end().into()).collect();
        assert!(added.len() as u64 >= some, "{} of {some}", added.len());
        there.extend(added);
        // Some more may be there, of which nothing was said yet.
        assert_eq!(ids[..there.len()], there, "round {round}");
        there = ids;
    }
    desk.twinprint("index merge corpus").ends(0);
    assert_eq!(desk.ids("corpus"), there);
    desk.is_whole_corpus("corpus");
}

#[test]
fn only_one_changes_an_index_at_a_time() {
    let desk = Desk::with(&[("a.txt", ROSE)]);
    desk.twinprint("index build a.txt -o corpus").ends(0);
    let mut first = desk.command(["index", "add", "corpus", "-"]);
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    until("it is at work", || desk.path("corpus/.twinprint-build").exists());
    for change in ["add corpus a.txt", "remove corpus a.txt", "merge corpus", "build a.txt -o corpus"] {
        desk.twinprint(&format!("index {change}")).ends(2).says("error: corpus: another build is at work");
    }
    first.stdin.take().expect("a pipe").write_all(line("b", OTHER).as_bytes()).expect("it reads");
    assert!(first.wait().expect("it ends").success());
    assert_eq!(desk.ids("corpus"), ["a.txt", "b"]);
    desk.is_whole_corpus("corpus");
}

/// An index of the notices of the documents' examples without the market's, and in its journal the mill of the feed, as they
/// were written when these formats were new.
const GOLDEN: &str = "tests/golden/corpus-1";

#[test]
fn an_index_that_was_written_long_ago_is_read_and_written_as_it_was() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let desk = Desk::with(&[]);
    for entry in fs::read_dir(root.join(GOLDEN)).expect("the golden files").flatten() {
        desk.put(
            &format!("golden/{}", entry.file_name().to_string_lossy()),
            fs::read(entry.path()).expect("a file"),
        );
    }
    let examples = ["notices.jsonl", "feed.jsonl"];
    examples.iter().for_each(|name| {
        desk.put(name, fs::read(root.join("tests/scanned").join(name)).expect("an example"));
    });
    desk.twinprint("index build notices.jsonl -o corpus --with-text --method fingerprints --pairs 0").ends(0);
    desk.twinprint("index remove corpus market").ends(0);
    let mut golden = desk.content("golden");
    let journal = golden.remove(".twinprint-journal").expect("a journal");
    golden.insert(".twinprint-lock".into(), Vec::new());
    assert!(desk.content("corpus") == golden, "an index is written as it was");
    // What stands in the journal is in the index, and is written as if it had never stood there.
    assert_eq!(journal.iter().filter(|byte| **byte == b'\n').count(), 2);
    let ids = desk.ids("golden");
    assert_eq!((ids.len(), ids.last().map(String::as_str)), (11, Some("mill")));
    let mill = desk.read("feed.jsonl").lines().nth(1).expect("the mill").to_string();
    desk.twinprint("index merge golden").ends(0);
    desk.command_given(mill.as_bytes(), "index add corpus -".split(' ')).ends(0);
    desk.twinprint("index merge corpus").ends(0);
    assert!(desk.content("corpus") == desk.content("golden"), "a journal is read as it was");
}

/// Pages of a site and notes of no site, their boilerplate as it was learned, an essay, and what was found of it in the index.
const SITE: &str = "tests/golden/site";
/// The index of them, with its boilerplate.
const GOLDEN_SITE: &str = "tests/golden/corpus-2";

fn golden(desk: &Desk, from: &str, to: &str) {
    for entry in fs::read_dir(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(from))
        .expect("golden files")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        desk.put(&format!("{to}{name}"), fs::read(entry.path()).expect("a file"));
    }
}

#[test]
fn an_index_with_boilerplate_is_written_as_it_was_and_finds_what_every_face_must_find() {
    let desk = Desk::with(&[]);
    golden(&desk, SITE, "");
    golden(&desk, GOLDEN_SITE, "golden/");
    desk.twinprint("model boilerplate pages.jsonl --pages 12 -o learned.twb").ends(0);
    assert!(
        fs::read(desk.path("learned.twb")).expect("a file")
            == fs::read(desk.path("sites.twb")).expect("a file"),
        "boilerplate is learned as it was"
    );
    desk.twinprint(
        "index build pages.jsonl -o corpus --with-text --clean site,volatile --boilerplate sites.twb --method fingerprints --pairs 0",
    )
    .ends(0);
    let mut written = desk.content("corpus");
    written.remove(".twinprint-lock");
    assert!(written == desk.content("golden"), "an index is written as it was");
    desk.twinprint("index verify golden --deep").ends(0).is_quiet();
    let found = desk.twinprint("check essay.txt --index golden --json");
    assert_eq!(found.ends(0).out.lines().next(), desk.read("findings.json").lines().next());
}

/// An index of the notices with pairs of words, as it was written when these were new.
const GOLDEN_PAIRS: &str = "tests/golden/corpus-3";

#[test]
fn an_index_with_pairs_of_words_is_written_as_it_was_and_finds_what_was_edited() {
    let desk = Desk::with(&[]);
    golden(&desk, GOLDEN_PAIRS, "golden/");
    golden(&desk, "tests/scanned", "");
    desk.twinprint("index build notices.jsonl -o corpus").ends(0);
    let mut written = desk.content("corpus");
    written.remove(".twinprint-lock");
    assert!(written == desk.content("golden"), "an index is written as it was");
    let inspected = desk.twinprint("index inspect golden");
    inspected.ends(0).shows("method none").shows("pairs up to 3 apart, one in 5");

    let more = lines(100..160);
    desk.put("more.jsonl", &more);
    desk.put("both.jsonl", desk.read("notices.jsonl") + &more);
    desk.twinprint("index add corpus more.jsonl").ends(0);
    desk.twinprint("index merge corpus").ends(0);
    desk.twinprint("index build both.jsonl -o both").ends(0);
    assert!(desk.content("corpus") == desk.content("both"), "a merged index is as if built at once");
    desk.is_whole_corpus("corpus");

    // Of every four words one is another.
    let edited = |seed| {
        let own = words(seed, 60);
        let edited = own.split(' ').zip(0..).map(|(word, at)| match at % 4 {
            3 => format!("edited{at} "),
            _ => format!("{word} "),
        });
        edited.collect::<String>()
    };
    desk.put("essay.txt", words(1_000, 80) + &edited(120) + &words(2_000, 80));
    let found = desk.twinprint("check essay.txt --index corpus --json");
    let first: serde_json::Value =
        serde_json::from_str(found.ends(0).out.lines().next().expect("findings")).expect("JSON");
    assert_eq!(first["sources"][0]["id"], "document 120", "{first}");
    assert_eq!(first["sources"][0]["passages"][0]["how"], "pairs");
    desk.twinprint("check essay.txt --index corpus --min-words 150").ends(0).shows("none of them found");
    desk.twinprint("index build both.jsonl -o without --pairs 0").ends(0);
    desk.twinprint("check essay.txt --index without").ends(0).shows("none of them found");
    desk.twinprint("index build both.jsonl -o without --pairs 1001").ends(2).says("1001 is not in 0..=1000");
    let with_options = desk.twinprint("index build both.jsonl -o without --method fingerprints:lexicons=5");
    with_options.ends(2).says("use fingerprints by itself, or simhash-lexicons with options of your own");
}

#[test]
fn passages_are_near_in_any_lexicon_in_most_or_by_the_sum_of_all_as_the_method_of_the_index_says() {
    let words: Vec<String> = (0..120).map(|word| format!("word{word}")).collect();
    let mut edited = words.clone();
    (1..4).for_each(|edit| edited[edit * 30] = format!("other{edit}"));
    let desk = Desk::with(&[("source.txt", &words.join(" ")), ("essay.txt", &edited.join(" "))]);
    let text = |words: &[String]| words.join(" ");
    let distances = ["any", "majority", "sum"].map(|rule| {
        let method = format!("simhash-lexicons:w=1,lexicons=3,rule={rule}");
        desk.twinprint(&format!("index build source.txt -o {rule} -k 8 --pairs 0 --method {method}")).ends(0);
        let found = desk.twinprint(&format!("check essay.txt --index {rule} --json"));
        let found: serde_json::Value =
            serde_json::from_str(found.ends(0).out.lines().next().expect("findings")).expect("JSON");
        let Method { recipe, alike, .. } = Method::parse(&method, None).expect("a method");
        let mut sketcher = Sketcher::new(recipe, None).expect("a recipe");
        let mut sketch = |text: &str| sketcher.sketch(&Document::plain("text", text)).expect("a sketch");
        let expected = alike.score(&sketch(&text(&edited)), &sketch(&text(&words))).expect("a distance");
        assert_eq!(found["sources"][0]["distance"].as_f64(), expected.filter(|&bits| bits <= 8.0), "{rule}");
        expected.expect("words in every lexicon")
    });
    assert!(distances[0] < distances[1] && distances[1] <= 8.0 && distances[2] > 8.0, "{distances:?}");

    let within = desk.twinprint("index build source.txt -o k --method simhash-lexicons:rule=sum,k=8");
    within.ends(2).says("use the method without k: how near a passage must be is -k");
}

#[test]
fn boilerplate_stays_in_an_index_whatever_is_changed_in_it() {
    let desk = Desk::with(&[]);
    golden(&desk, SITE, "");
    let pages = desk.read("pages.jsonl");
    let (first, second): (Vec<&str>, Vec<&str>) = pages.lines().partition(|line| !line.contains(" 3\""));
    desk.put("first.jsonl", first.join("\n"));
    desk.put("second.jsonl", second.join("\n"));
    let options = "--with-text --clean site,volatile --boilerplate sites.twb";
    desk.twinprint(&format!("index build pages.jsonl -o whole {options}")).ends(0);
    desk.twinprint(&format!("index build first.jsonl -o corpus {options}")).ends(0);
    let file = |index: &str| {
        let content = desk.content(index);
        content.into_iter().find(|(name, _)| name.starts_with("boilerplate-")).map(|(_, bytes)| bytes)
    };
    let sites = Some(fs::read(desk.path("sites.twb")).expect("a file"));
    let essay = |index: &str| {
        let said = desk.twinprint(&format!("check essay.txt --index {index} --json"));
        let findings: serde_json::Value =
            serde_json::from_str(said.ends(0).out.lines().next().expect("a line")).expect("JSON");
        let sources = findings["sources"].as_array().expect("sources").iter();
        let ids: BTreeSet<String> = sources.map(|source| source["id"].to_string()).collect();
        (findings["words"].clone(), findings["explained"].clone(), ids)
    };
    desk.twinprint("index add corpus second.jsonl").ends(0);
    assert_eq!((file("corpus"), essay("corpus")), (sites.clone(), essay("whole")));
    desk.put("gone.txt", "herald 3\n");
    desk.twinprint("index remove corpus --from gone.txt").ends(0);
    desk.twinprint("index merge corpus").ends(0);
    assert_eq!((file("corpus"), essay("corpus").2), (sites.clone(), BTreeSet::from(["\"note 3\"".into()])));
    desk.twinprint("index publish corpus -o public").ends(0);
    assert_eq!((file("public"), essay("public")), (sites, essay("corpus")));
    desk.is_whole_corpus("corpus");
    // What comes one after the other is cleaned by it, too.
    let herald = second.iter().find(|line| line.contains("herald 3")).expect("the page");
    desk.command_given(herald.as_bytes(), "check - --index corpus --add --json".split(' '));
    assert_eq!(essay("corpus"), essay("whole"));
}

#[test]
fn boilerplate_is_learned_while_an_index_is_built_and_another_file_in_its_place_is_refused() {
    let frame = words(700, 60);
    let page = |at: u64| {
        let text = format!("{frame}\n{}\nMade 16:{:02}", words(800 + at, 60), at);
        format!(
            "{}\n",
            serde_json::json!({"id": format!("page {at}"), "text": text, "url": format!("http://a.example.org/{at}")})
        )
    };
    let pages: String = (0..32).map(page).collect();
    let new = serde_json::json!({"id": "new", "text": format!("{frame}\n{}", words(999, 60)), "url": "http://a.example.org/new"});
    let desk = Desk::with(&[("pages.jsonl", &pages), ("new.jsonl", &new.to_string())]);
    desk.twinprint("index build pages.jsonl -o plain").ends(0);
    desk.twinprint("check new.jsonl --index plain").ends(0).shows("found in 32 documents");
    desk.twinprint("index build pages.jsonl -o corpus --clean site")
        .ends(0)
        .says("note: boilerplate that is taken out: 2 lines of 1 site");
    desk.twinprint("check new.jsonl --index corpus").ends(0).shows("60 words, none of them found");
    desk.twinprint("model boilerplate pages.jsonl -o sites.twb").ends(0);
    desk.twinprint("index build pages.jsonl -o given --method simhash-lexicons:w=1,lexicons=2,clean=volatile,site --boilerplate sites.twb").ends(0);
    desk.twinprint("index inspect given").ends(0).shows("clean=volatile,site:");
    desk.command_given(pages.as_bytes(), "index build - -o piped --clean site".split(' '))
        .ends(2)
        .says("--boilerplate with a file that was learned before: what is piped is read once");
    desk.twinprint("index build pages.jsonl -o none --boilerplate sites.twb")
        .ends(2)
        .says("it together with --clean site");
    desk.twinprint("index build pages.jsonl -o none --clean site --boilerplate pages.jsonl")
        .ends(2)
        .says("it does not begin as one");
    let name =
        desk.content("corpus").into_keys().find(|name| name.starts_with("boilerplate-")).expect("its file");
    let mut other = fs::read(desk.path(&format!("corpus/{name}"))).expect("a file");
    other[10] ^= 1;
    desk.put(&format!("corpus/{name}"), other);
    desk.twinprint("check new.jsonl --index corpus").ends(2).says(&name);
    desk.twinprint("index verify corpus").ends(2).says(&name);
    fs::remove_file(desk.path(&format!("corpus/{name}"))).expect("a file");
    desk.twinprint("check new.jsonl --index corpus").ends(2).says(&name);
}
