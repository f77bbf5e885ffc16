//! Options of scans that bear on each other.

use super::*;

#[test]
fn a_methods_line_and_the_options_beside_it_say_the_same() {
    let desk = desk();
    for (line, options) in [
        ("resemblance:at-least=0.8", "--at-least 0.8"),
        ("resemblance:at-least=0.2 -w 5", "--at-least 0.2 -w 5"),
        ("resemblance:w=3 --at-least 0.2", "--at-least 0.2 -w 3"),
        ("resemblance:w=3,at-least=0.2 -w 9 --at-least 0.9", "--at-least 0.2 -w 3"),
        ("containment:w=3 --at-least 0.9", "--measure containment -w 3 --at-least 0.9"),
        ("resemblance:at-least=0.9 --measure containment", "--measure containment --at-least 0.9"),
        ("resemblance:measure=containment,at-least=0.9", "--measure containment --at-least 0.9"),
    ] {
        let expected = desk.scan(&format!("corpus.jsonl {options}")).ends(0).out.clone();
        let found = desk.scan(&format!("corpus.jsonl --method {line}"));
        assert_eq!(found.ends(0).out, expected, "{line}");
    }
    assert_eq!(pairs(&desk.scan("corpus.jsonl --method resemblance:at-least=0.8")), expected_pairs());
}

#[test]
fn every_method_and_preset_scans_a_folder() {
    let desk = Desk::with(&[]);
    for at in 0..6 {
        let text = words(at, 120);
        desk.put(&format!("folder/{at}.txt"), &text);
        desk.put(&format!("folder/{at}-copy.txt"), text.to_uppercase());
        desk.put(&format!("folder/{at}-longer.txt"), text + "and a little more");
    }
    let confirmed = pairs(desk.scan("folder").ends(0));
    assert_eq!(confirmed.len(), 6);
    for method in twinprint::sketch::Method::names() {
        // The only one that keeps case.
        let copies = if method == "ye08" { "none" } else { "6" };
        desk.scan(&format!("folder --method {method}"))
            .ends(0)
            .says(&format!("exact duplicates  {copies}\n"));
        let said = desk.scan(&format!("folder --method {method} --identity words"));
        said.ends(0).says("exact duplicates  6\n");
        assert!(pairs(&said).iter().all(|pair| confirmed.contains(pair)), "{method}: {said:?}");
    }
}

#[test]
fn a_template_that_is_not_there_ends_the_scan() {
    desk().scan("corpus.jsonl --template nowhere*.txt").ends(2).says("error: nowhere*.txt: ");
}

#[test]
fn a_document_of_nothing_but_the_template_is_skipped_for_that_reason() {
    let desk = desk();
    desk.put("task.txt", words(3, 80));
    desk.scan("corpus.jsonl --template task.txt").ends(0).says("only template: 2");
}

#[test]
fn copies_do_not_hide_the_boilerplate_of_a_site() {
    let frame = words(700, 60);
    let page = |at: u64, text: &str| {
        let url = format!("http://example.org/{at}");
        format!("{}\n", serde_json::json!({ "id": at, "text": text, "url": url }))
    };
    let framed = (0..10).map(|at| page(at, &format!("{frame}\n{}", words(800 + at, 30))));
    let alone = (10..30).map(|at| page(at, &words(900 + at, 30)));
    // Copies but for a date.
    let copies = (30..70).map(|at| page(at, &format!("{} 16:{}", words(910, 30), at - 20)));
    let desk = Desk::with(&[("site.jsonl", &framed.chain(alone).chain(copies).collect::<String>())]);
    let said = desk.scan("site.jsonl --clean site");
    said.ends(0).says("note: boilerplate that is taken out: 1 line of 1 site");
}

#[test]
fn a_scan_goes_on_only_with_the_same_options() {
    let page = |at: u64| {
        let text = format!("{}\n{}", words(700, 60), words(800 + at, 30));
        let kinds = serde_json::json!({ "id": at, "text": text, "kind": at % 2, "part": at % 3 });
        format!("{kinds}\n")
    };
    for (first, then) in [
        ("--clean volatile", "--clean site"),
        ("--category kind", "--category part"),
        ("--sites same --site-field kind", "--sites same --site-field part"),
    ] {
        let desk = Desk::with(&[("site.jsonl", &(0..40).map(page).collect::<String>())]);
        let expected = desk.scan(&format!("site.jsonl --at-least 0.4 {then}")).ends(0).out.clone();
        desk.stop_scan(&format!("site.jsonl --at-least 0.4 {first} -o found"), "");
        desk.scan(&format!("site.jsonl --at-least 0.4 {then} -o found")).ends(0);
        assert_eq!(desk.read("found/pairs.jsonl"), expected, "{first}, then {then}");
    }
}
