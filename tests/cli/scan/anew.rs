//! What a stopped scan left is used again only where it fits.

use super::*;

/// Stops a scan when it has found its pairs and is about to write them: where they go, a folder stands.
fn stop(desk: &Desk, line: &str, input: &str) {
    fs::create_dir_all(desk.path("found/pairs.jsonl")).expect("a folder");
    desk.scan_given(input.as_bytes(), line).ends(2).says("error: found/pairs.jsonl: it cannot be written");
    let state = fs::read_dir(desk.path("found/state")).expect("its state");
    let mut names = state.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert!(names.any(|name| name.starts_with("pairs")), "it was stopped behind its pairs");
    fs::remove_dir(desk.path("found/pairs.jsonl")).expect("it is gone");
}

/// Documents that are all alike, each with fields of its own.
fn alike(count: u64) -> String {
    let document = |at: u64| {
        let text = format!("{} {at}", words(1, 60));
        let url = format!("http://example.org/{at}");
        format!(
            "{}\n",
            serde_json::json!({"id": at, "text": text, "kind": "one", "shelf": at, "url": url, "language": "en"})
        )
    };
    (0..count).map(document).collect()
}

#[test]
fn pairs_of_a_corpus_that_was_changed_are_found_anew() {
    let desk = Desk::with(&[("corpus.jsonl", &alike(6))]);
    stop(&desk, "corpus.jsonl -o found", "");
    desk.put("corpus.jsonl", alike(3));
    desk.scan("corpus.jsonl -o found").ends(0);
    assert_eq!(desk.read("found/pairs.jsonl").lines().count(), 3);
}

#[test]
fn pairs_of_other_conditions_are_found_anew() {
    let corpus = alike(40);
    let cases = [
        ("--category kind", "--category shelf", 0),
        (
            "--boilerplate ignored --boilerplate-share 10",
            "--boilerplate ignored --boilerplate-share 100",
            780,
        ),
        ("--at-least 0.9", "--at-least 0.99", 0),
    ];
    for (before, after, pairs) in cases {
        let desk = Desk::with(&[("corpus.jsonl", &corpus)]);
        stop(&desk, &format!("corpus.jsonl -o found {before}"), "");
        desk.scan(&format!("corpus.jsonl -o found {after}")).ends(0);
        assert_eq!(desk.read("found/pairs.jsonl").lines().count(), pairs, "{after}");
    }
}

#[test]
fn what_is_piped_in_is_read_anew_for_it_may_be_something_else() {
    let desk = Desk::with(&[]);
    stop(&desk, "- -o found", &alike(6));
    desk.scan_given(alike(3).as_bytes(), "- -o found").ends(0);
    assert_eq!(desk.read("found/pairs.jsonl").lines().count(), 3);
}

#[test]
fn a_scan_that_goes_on_names_the_places_of_documents_as_before() {
    let some = |documents: std::ops::Range<u64>| -> String {
        documents.map(|at| line(&format!("d{at}"), &format!("document {at}"))).collect()
    };
    let desk = Desk::with(&[("a.jsonl", &some(0..3_000)), ("b.jsonl", &some(3_000..6_000))]);
    desk.put("c.jsonl", line("d7", "another"));
    let scan = || desk.scan("a.jsonl b.jsonl c.jsonl -o found --strict --checkpoint 0");
    let said = [scan(), scan()];
    said[1].says("note: going on where the scan was stopped: b.jsonl, ");
    for said in said {
        said.ends(2).says("error: c.jsonl, line 1: its name, d7, is that of a.jsonl, line 8, too");
    }
}
