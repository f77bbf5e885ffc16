//! What a stopped scan left is used again only where it fits.

use super::*;

#[test]
fn what_is_piped_in_is_read_anew_for_it_may_be_something_else() {
    let desk = Desk::with(&[]);
    desk.stop_scan("- -o found", &alike(6));
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
    said[1].says("note: going on where it was stopped: b.jsonl, ");
    for said in said {
        said.ends(2).says("error: c.jsonl, line 1: its name, d7, is that of a.jsonl, line 8, too");
    }
}
