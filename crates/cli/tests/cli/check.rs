//! `twinprint check`.

use serde_json::json;

use super::*;

/// Forty-seven words.
const MILLS: &str = "The mill at the lower ford was built of grey stone carried from the hills on sledges, and for two \
    hundred years its wheel turned whenever the river ran high enough, grinding barley for nine villages and \
    flour for the bakers of the town beyond the bridge.";
/// Thirty-two words.
const BEES: &str = "Her bees came home before every storm, long before a cloud was to be seen, and the neighbours learned to \
    bring in their hay whenever the hives fell silent in the afternoon.";
/// Thirty-one words of its own.
const OWN: &str = "Nobody wrote this sentence before, as far as anybody here can tell, and nobody is likely to want it \
    afterwards, though it is as good as many others that were printed.";

impl Desk {
    /// Two sources and their index.
    fn with_an_index(options: &str) -> Desk {
        let desk = Desk::with(&[
            ("sources/mills.txt", &format!("{MILLS} Little else is known of it.")),
            (
                "sources/bees.html",
                &format!("<title>Of bees</title><p>It was said of the widow:</p><p>{BEES}</p>"),
            ),
        ]);
        desk.index(&format!("build sources -o corpus.index {options}")).ends(0);
        desk
    }

    /// `twinprint check` with the arguments of a line.
    fn check(&self, line: &str) -> Said {
        said(&mut self.command(["check"].into_iter().chain(line.split_whitespace())))
    }
}

#[test]
fn a_document_is_shown_with_what_of_it_stands_in_which_source() {
    let desk = Desk::with_an_index("--with-text");
    desk.put("essay.txt", format!("{OWN} {BEES} {OWN}\n\n{MILLS}"));
    let said = desk.check("essay.txt --index corpus.index");
    said.ends(0).is_quiet().shows("essay.txt  141 words, 79 of them (56.0 %) found in 2 documents");
    let lines: Vec<&str> = said.out.lines().collect();
    let [_, blocks, numbers, legend, above, below, first, second, ""] = lines[..] else {
        panic!("{said:#?}")
    };
    assert!(blocks.contains("··████") && blocks.ends_with("█"), "{blocks}");
    assert!(numbers.contains("2222") && numbers.trim_end().ends_with("1111"), "{numbers}");
    assert!(legend.contains("· none"), "{legend}");
    assert_eq!([above.split_whitespace().count(), below.split_whitespace().count()], [7, 7]);
    let cells = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(cells(first)[..4], ["1", "47", "47", "47"]);
    assert!(first.ends_with("sources/mills.txt"), "{first}");
    assert_eq!(cells(second)[..4], ["2", "32", "32", "32"]);
    assert!(second.ends_with("Of bees (sources/bees.html)"), "{second}");
}

#[test]
fn without_texts_numbers_are_marked_as_estimates_and_a_document_of_the_index_is_all_found() {
    let desk = Desk::with_an_index("");
    let mills = desk.read("sources/mills.txt");
    desk.put("again.txt", mills);
    desk.check("again.txt --index corpus.index")
        .ends(0)
        .is_quiet()
        .shows("again.txt  53 words, 53 of them (100 %) found in 1 document\n")
        .shows("~53")
        .shows("~ estimated by hashes");
}

#[test]
fn a_document_of_which_nothing_is_found_is_said_so() {
    let desk = Desk::with_an_index("");
    desk.put("own.txt", OWN);
    let said = desk.check("own.txt --index corpus.index");
    said.ends(0).is_quiet();
    assert_eq!(said.out, "own.txt  31 words, none of them found in the index\n\n");
}

#[test]
fn json_has_a_line_for_each_document_in_their_order_whatever_their_names() {
    let desk = Desk::with_an_index("--with-text");
    desk.put("c\u{1b}.txt", OWN);
    desk.put("b.txt", format!("{OWN} {BEES}"));
    desk.put("a.html", format!("<p>{BEES}"));
    let said = desk.check("a.html b.txt . --index corpus.index --json");
    let found = said.ends(0).objects();
    let names: Vec<&str> = found.iter().map(|line| line["document"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["a.html", "b.txt"]);
    assert!(names.contains(&"./c\u{1b}.txt"), "{names:?}");
    assert!(!said.out.contains('\u{1b}'));
    let b = &found[1];
    assert_eq!((&b["words"], &b["explained"], &b["truncated"]), (&json!(63), &json!(32), &json!(false)));
    let source = &b["sources"][0];
    assert_eq!((&source["id"], &source["title"]), (&json!("sources/bees.html"), &json!("Of bees")));
    assert_eq!(
        (&source["shared"], &source["exact"], &source["distance"]),
        (&json!(32), &json!(true), &Value::Null)
    );
    let text = format!("{OWN} {BEES}");
    let place = &source["passages"][0]["document"];
    let [start, end] = ["start", "end"].map(|end| place[end].as_u64().unwrap() as usize);
    assert_eq!(&text[start..end], BEES.trim_end_matches('.'));
    assert_eq!(found[0]["share"], json!(1.0));
}

#[test]
fn documents_are_read_from_standard_input_and_lines_and_those_of_one_name_are_told_apart() {
    let desk = Desk::with_an_index("");
    let said = desk.command_given(BEES.as_bytes(), ["check", "-", "--index", "corpus.index", "--json"]);
    assert_eq!(said.ends(0).objects()[0]["document"], json!("standard input"));
    let line = |text: &str| json!({"id": "one", "text": text}).to_string() + "\n";
    desk.put("many.jsonl", line(BEES) + &line(OWN));
    let names: Vec<_> = desk
        .check("many.jsonl --index corpus.index --json")
        .objects()
        .iter()
        .map(|line| line["document"].clone())
        .collect();
    assert_eq!(names, ["one", "one (2)"]);
}

#[test]
fn an_error_with_one_document_is_status_3_and_the_others_are_checked_all_the_same() {
    let desk = Desk::with_an_index("");
    desk.put("a.txt", BEES);
    desk.put("empty.txt", "");
    desk.put("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice());
    let said = desk.check("a.txt gone.txt empty.txt picture.txt --index corpus.index --json");
    said.ends(3)
        .says("error: gone.txt: there is no such file or folder; check the path")
        .says("error: empty.txt: there are no words in it; give a text with at least one word")
        .says("error: picture.txt: not text");
    assert_eq!(said.objects().len(), 1);
}

#[test]
fn what_became_of_what_was_checked_is_the_last_line_and_adds_up() {
    let desk = Desk::with_an_index("");
    desk.put("a.jsonl", format!("{}\nno line\n", serde_json::json!({"id": "a", "text": BEES})));
    for (more, input) in [("", None), (" --add", None), ("", Some(BEES))] {
        let said = match input {
            None => desk.check(&format!("a.jsonl --index corpus.index --json{more}")),
            Some(text) => {
                desk.command_given(text.as_bytes(), ["check", "-", "--index", "corpus.index", "--json"])
            }
        };
        let refused = if input.is_none() { (1, 8) } else { (0, 0) };
        let count =
            |(documents, bytes): (usize, usize)| serde_json::json!({"documents": documents, "bytes": bytes});
        let ledger = said.ends(if input.is_none() { 3 } else { 0 }).ledger();
        assert_eq!(ledger["checked"], count((1, BEES.len())), "{said:?}");
        assert_eq!(ledger["refused"], count(refused));
        assert_eq!(ledger["read"], count((1 + refused.0, BEES.len() + refused.1)));
        assert_eq!(ledger["files"].as_array().map(Vec::len), Some(1));
        assert!(said.err.lines().last().is_some_and(|line| line.starts_with("note: read ")), "{said:?}");
    }
}

#[test]
fn what_looks_like_many_documents_and_is_read_as_one_is_said() {
    let desk = Desk::with_an_index("");
    desk.put("a", format!("{}\n", serde_json::json!({"id": "a", "words": BEES})).repeat(2));
    let note = "note: a: read as one document; for JSON lines use --format jsonl";
    desk.check("a --index corpus.index").ends(0).says(note);
    desk.check("a --index corpus.index --add").ends(0).says(note);
    desk.put("b.txt", BEES);
    desk.compare("a b.txt").ends(0).says(note);
}

#[test]
fn fail_on_match_is_status_1_when_so_much_is_found() {
    let desk = Desk::with_an_index("");
    desk.put("half.txt", format!("{OWN} {BEES}"));
    desk.put("own.txt", OWN);
    for (line, status) in [
        ("half.txt", 0),
        ("half.txt --fail-on-match", 1),
        ("half.txt --fail-on-match=30", 1),
        ("half.txt --fail-on-match=90", 0),
        ("own.txt --fail-on-match", 0),
        ("own.txt half.txt --fail-on-match=30%", 1),
        ("own.txt half.txt gone.txt --fail-on-match=30", 3),
        ("half.txt --fail-on-match=101", 2),
    ] {
        desk.check(&format!("{line} --index corpus.index")).ends(status);
    }
}

#[test]
fn min_words_leaves_out_sources_that_share_fewer_words_and_sources_says_how_many_are_shown() {
    let desk = Desk::with_an_index("--with-text");
    desk.put("both.txt", format!("{BEES} {OWN} {MILLS}"));
    let ids = |line: &str| {
        let said = desk.check(&format!("both.txt --index corpus.index --json {line}"));
        let line = &said.ends(0).objects()[0];
        let sources = line["sources"].as_array().unwrap();
        let ids: Vec<String> = sources.iter().map(|source| source["id"].as_str().unwrap().into()).collect();
        (ids.join(" "), line["more_sources"].as_u64().unwrap(), line["explained"].as_u64().unwrap())
    };
    assert_eq!(ids(""), ("sources/mills.txt sources/bees.html".into(), 0, 79));
    assert_eq!(ids("--min-words 40"), ("sources/mills.txt".into(), 0, 47));
    assert_eq!(ids("--sources 1"), ("sources/mills.txt".into(), 1, 79));
    desk.check("both.txt --index corpus.index --sources 1")
        .ends(0)
        .shows("found in 2 documents")
        .shows("1 more source not shown: --sources N shows more");
}

#[test]
fn the_report_has_both_texts_side_by_side_and_nothing_that_a_browser_would_run_or_load() {
    let desk = Desk::with(&[("sources.jsonl", "")]);
    // Too few words to be a passage.
    let script = "<script>alert(1)</script><img src=x>";
    let hostile = json!({"id": format!("a\"{script}"), "title": script, "url": "javascript:alert(3)", "text": format!("{script} {BEES} {script}")});
    desk.put("sources.jsonl", hostile.to_string() + "\n");
    desk.index("build sources.jsonl -o corpus.index --with-text").ends(0);
    desk.put("<img src=x>.txt", format!("{script} {OWN} {BEES} {script}"));
    desk.put("own.txt", OWN);
    desk.command([
        "check",
        "<img src=x>.txt",
        "own.txt",
        "--index",
        "corpus.index",
        "--report",
        "report.html",
    ])
    .env("SOURCE_DATE_EPOCH", "1796000000")
    .output()
    .map(Said::of)
    .expect("the command runs")
    .ends(0);
    let report = desk.read("report.html");
    assert!(report.contains("default-src 'none'"));
    let made = "Made: <bdi>Mon, 30 Nov 2026 00:53:20 GMT</bdi><br>Index: <bdi>corpus.index</bdi><br>Settings: <bdi>sources with at least";
    assert!(report.contains(made), "{report}");
    for harmful in ["<script", "<img", "href=\"javascript", "src="] {
        assert!(!report.replace("src=x", "").contains(harmful), "{harmful} in {report}");
    }
    let marked = report.matches("Her bees came home").count();
    assert_eq!(marked, 3, "in the document, and beside it in the source");
    for link in report.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert!(report.contains(&format!("id=\"{id}\"")), "{id} is somewhere");
    }
    assert!(report.contains("<title>source 1</title>") && report.contains("none of its words were found"));
}

#[test]
fn what_is_no_index_of_documents_is_refused_with_what_to_do() {
    let desk =
        Desk::with(&[("a.txt", BEES), ("empty/nothing.txt", ""), ("prints.txt", "0123456789abcdef\n")]);
    desk.check("a.txt --index gone").ends(2).says("gone");
    desk.check("a.txt --index empty").ends(2).says("empty");
    desk.index("build --fingerprints prints.txt -o prints.index").ends(0);
    desk.check("a.txt --index prints.index").ends(2).says("error: prints.index");
    desk.check("a.txt").ends(2).says("--index <DIR");
}
