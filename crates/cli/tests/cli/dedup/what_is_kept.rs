//! Texts that are alike and are no copies of one another, and those that are.

use super::*;

/// Form number `at` of a template of `template` words, filled in at five places with 25 words of its own.
fn form(template: u64, at: u64) -> String {
    let (template, own) = (words(7, template), words(1_000 + at, 25));
    let (template, own): (Vec<&str>, Vec<&str>) = (template.split(' ').collect(), own.split(' ').collect());
    let parts = template.chunks(template.len() / 5).zip(own.chunks(5));
    parts
        .map(|(template, own)| format!("{} {}", template.join(" "), own.join(" ")))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn of_forms_of_one_template_every_one_is_kept_and_true_copies_are_removed() {
    // However long the template is: of 4,000 words, 25 are less than a hundredth.
    for (template, count) in [(300, 300), (1_400, 60), (4_000, 20)] {
        let forms: String = (0..count).map(|at| line(at, &form(template, at))).collect();
        let copies: String =
            (0..count / 10).map(|at| line(at + count, &form(template, at * 7).to_uppercase())).collect();
        let desk = Desk::with(&[("forms.jsonl", &forms), ("late/copies.jsonl", &copies)]);
        desk.dedup("forms.jsonl late -o out").ends(0);
        assert_eq!(desk.read("out/corpus/forms.jsonl"), forms, "{template}");
        assert_eq!(desk.read("out/corpus/late/copies.jsonl"), "");
        assert_eq!(desk.ledger("out"), [count + count / 10, count, count / 10, 0]);
        desk.dedup("--verify out").ends(0);
    }
}

#[test]
fn how_many_words_may_be_lost_with_a_document_is_said_and_proven() {
    let forms: String = (0..3).map(|at| line(at, &form(1_400, at))).collect();
    let desk = Desk::with(&[("forms.jsonl", &forms)]);
    desk.dedup("forms.jsonl -o kept --lose-words 24").ends(0);
    assert_eq!(desk.ledger("kept"), [3, 3, 0, 0]);
    desk.dedup("forms.jsonl -o out --lose-words 25").ends(0);
    assert_eq!(desk.ledger("out"), [3, 1, 2, 0]);
    let removed = desk.lines_of("out/removed.jsonl");
    assert_eq!((&removed[0]["new"], &removed[0]["longest_new"]), (&Value::from(25), &Value::from(5)));
    desk.dedup("--verify out").ends(0);
    let summary = desk.read("out/summary.json");
    desk.put("out/summary.json", summary.replace("\"new_words\": 25", "\"new_words\": 24"));
    desk.dedup("--verify out").ends(2).says("and 25 words are new, 5 of them in a row");
}

#[test]
fn of_a_chain_nothing_is_lost_of_which_a_third_is_new() {
    // Each has two thirds of the one before, and the last nothing of the first.
    let all = words(3, 40 * 30 + 60);
    let all: Vec<&str> = all.split(' ').collect();
    let lines: String = (0..40).map(|at| line(at, &all[at * 30..at * 30 + 90].join(" "))).collect();
    let desk = Desk::with(&[("chain.jsonl", &lines)]);
    desk.dedup("chain.jsonl -o out").ends(0);
    assert_eq!(desk.read("out/corpus/chain.jsonl"), lines);
}

#[test]
fn another_applicants_permit_is_kept() {
    let notices = include_str!("../../../../../tests/scanned/notices.jsonl");
    let permits: Vec<&str> = notices.lines().filter(|line| line.contains("\"permit-")).collect();
    assert!(permits.len() > 1, "{permits:?}");
    let desk = Desk::with(&[("permits.jsonl", &permits.join("\n"))]);
    desk.dedup("permits.jsonl -o out").ends(0);
    assert_eq!(desk.read("out/corpus/permits.jsonl"), desk.read("permits.jsonl"));
}

#[test]
fn the_larger_is_never_removed_for_the_smaller_whichever_is_preferred() {
    let text = words(1, 400);
    let excerpt = text[..1_000].to_string();
    for (first, second) in [(&text, &excerpt), (&excerpt, &text)] {
        let lines = line("first", first) + &line("second", second);
        for keep in ["longest", "first"] {
            let desk = Desk::with(&[("corpus.jsonl", &lines)]);
            desk.dedup(&format!("corpus.jsonl -o out --keep {keep}")).ends(0);
            let kept = desk.read("out/corpus/corpus.jsonl");
            assert!(kept.contains(&text), "{keep}: {kept}");
        }
    }
}

#[test]
fn a_text_that_repeats_itself_is_no_larger_for_it() {
    let text = words(1, 100);
    let twice = format!("{text} {text}");
    let desk =
        Desk::with(&[("corpus.jsonl", &(line("twice", &twice) + &line("once", &(text.clone() + " end"))))]);
    desk.dedup("corpus.jsonl -o out --lose 10%").ends(0);
    assert_eq!(desk.ledger("out"), [2, 1, 1, 0], "{}", desk.read("out/removed.jsonl"));
}

#[test]
fn what_is_alike_is_reported_and_removed_only_on_request() {
    let text = words(1, 300);
    let changed: Vec<String> = text
        .split(' ')
        .enumerate()
        .map(|(at, word)| if at % 100 == 50 { format!("other{at}") } else { word.into() })
        .collect();
    let desk = Desk::with(&[("corpus.jsonl", &(line("a", &text) + &line("b", &changed.join(" "))))]);
    desk.dedup("corpus.jsonl -o out").ends(0).says("alike, but kept   2");
    let alike = desk.lines_of("out/alike.jsonl");
    assert_eq!(
        (&alike[0]["document"]["id"], &alike[0]["alike"]["id"]),
        (&Value::from("a"), &Value::from("b"))
    );
    desk.dedup("corpus.jsonl -o less --remove-alike").ends(0).says(", 1 alike");
    assert_eq!(desk.ledger("less"), [2, 1, 1, 0]);
    desk.dedup("--verify less").ends(0);
}

#[test]
fn a_document_without_words_is_kept_as_it_is() {
    let lines = line("empty", "") + &line("marks", "!?") + &line("a", &words(1, 30)) + &line("none", "  ");
    let desk = Desk::with(&[("corpus.jsonl", &lines)]);
    desk.dedup("corpus.jsonl -o out").ends(0).says("without words     3 documents, kept as they are");
    assert_eq!(desk.read("out/corpus/corpus.jsonl"), lines);
    assert_eq!(desk.ledger("out"), [4, 4, 0, 0]);
    desk.dedup("--verify out").ends(0);
}
