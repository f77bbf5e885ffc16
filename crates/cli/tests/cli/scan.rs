//! Scans of corpora, run as a person runs them.

use super::*;
use crate::compression::{gzip, zstandard};

mod anew;
mod dense;
mod odd;
mod options;
mod stopped;

impl Desk {
    /// `twinprint scan` with the arguments of a line.
    fn scan(&self, line: &str) -> Said {
        said(&mut self.command(["scan"].into_iter().chain(line.split_whitespace())))
    }

    /// As [`scan`](Desk::scan), with something on standard input.
    fn scan_given(&self, input: &[u8], line: &str) -> Said {
        self.command_given(input, ["scan"].into_iter().chain(line.split_whitespace()))
    }

    /// Stops a scan into the folder "found" when it has found its pairs and is about to write them: where they go, a folder
    /// stands.
    fn stop_scan(&self, line: &str, input: &str) {
        let place = self.path("found/pairs.jsonl");
        let _ = fs::remove_file(&place);
        fs::create_dir_all(&place).expect("a folder");
        self.scan_given(input.as_bytes(), line)
            .ends(2)
            .says("error: found/pairs.jsonl: it cannot be written");
        let state = fs::read_dir(self.path("found/state")).expect("its state");
        let mut names = state.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        assert!(names.any(|name| name.starts_with("pairs")), "it was stopped behind its pairs");
        fs::remove_dir(place).expect("it is gone");
    }
}

/// Words that say nothing, the same for the same number.
fn words(seed: u64, count: u64) -> String {
    (0..count).map(|at| format!("word{} ", twinprint::hash::mix(seed * 1_000_003 + at) % 5_000)).collect()
}

fn line(id: &str, text: &str) -> String {
    format!("{}\n", serde_json::json!({ "id": id, "text": text }))
}

/// Ten originals; of each a copy, and a text that begins as it does; and ten that stand alone.
fn corpus() -> String {
    (0..10)
        .flat_map(|at| {
            let text = words(at, 80);
            let changed = format!("{text} {}", words(at + 100, 12));
            [
                line(&format!("original-{at}"), &text),
                line(&format!("copy-{at}"), &text.to_uppercase()),
                line(&format!("changed-{at}"), &changed),
                line(&format!("alone-{at}"), &words(at + 200, 80)),
            ]
        })
        .collect()
}

/// Documents that are all alike.
fn alike(count: u64) -> String {
    (0..count).map(|at| line(&format!("d{at}"), &format!("{} {at}", words(1, 60)))).collect()
}

fn desk() -> Desk {
    Desk::with(&[("corpus.jsonl", &corpus())])
}

/// What a column of the pairs says.
fn pairs(said: &Said) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a name").to_string();
    said.objects().iter().map(|pair| (text(&pair["a"]), text(&pair["b"]))).collect()
}

fn expected_pairs() -> Vec<(String, String)> {
    (0..10).map(|at| (format!("original-{at}"), format!("changed-{at}"))).collect()
}

#[test]
fn pairs_go_to_standard_output_and_what_was_done_to_standard_error() {
    let said = desk().scan("corpus.jsonl");
    said.ends(0);
    assert_eq!(pairs(&said), expected_pairs());
    let first = &said.objects()[0];
    let number = |name: &str| first[name].as_f64().expect("a number");
    assert_eq!((number("containment_a"), number("shared")), (1.0, 71.0));
    assert!((number("resemblance") - 71.0 / 83.0).abs() < 1e-9, "{first}");
    said.says("documents read    40 (");
    said.says("exact duplicates  10\npairs             10\nclusters          10, of 30 documents\n");
}

#[test]
fn every_form_of_a_corpus_gives_the_same_pairs() {
    let desk = desk();
    let expected = desk.scan("corpus.jsonl").ends(0).out.clone();
    desk.put("packed.jsonl.gz", gzip(corpus()));
    desk.put("packed.jsonl.zst", zstandard(corpus()));
    for name in ["packed.jsonl.gz", "packed.jsonl.zst", "packed.jsonl.*z*"] {
        if !name.contains('*') {
            assert_eq!(desk.scan(name).ends(0).out, expected, "{name}");
        }
    }
    let documents: Vec<Value> =
        corpus().lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    for document in &documents {
        let text = |name: &str| document[name].as_str().expect("text");
        desk.put(&format!("folder/{}.txt", text("id")), text("text"));
        desk.put(&format!("pages/{}.html", text("id")), format!("<html><p>{}</p></html>", text("text")));
    }
    for (folder, ending) in [("folder", "txt"), ("pages", "html")] {
        let mut found = pairs(desk.scan(folder).ends(0));
        found.sort();
        // Of a folder documents come by their names, so that a copy comes before its original.
        let path = |name: String| format!("{folder}/{}.{ending}", name.replace("original", "copy"));
        let by_name = |(a, b): (String, String)| (path(b), path(a));
        assert_eq!(found, expected_pairs().into_iter().map(by_name).collect::<Vec<_>>(), "{folder}");
    }
}

#[test]
fn tab_separated_values_have_a_header() {
    let said = desk().scan("corpus.jsonl --tsv");
    let mut lines = said.ends(0).out.lines();
    assert_eq!(lines.next(), Some("a\tb\tresemblance\tcontainment_a\tcontainment_b\tshared\tscore"));
    assert!(lines.next().is_some_and(|line| line.starts_with("original-0\tchanged-0\t0.85")), "{said:?}");
    assert_eq!(lines.count(), 9);
}

#[test]
fn copies_are_given_when_they_are_asked_for() {
    let said = desk().scan("corpus.jsonl --expand");
    let found = pairs(said.ends(0));
    assert_eq!(found.len(), 20);
    assert!(found.contains(&("original-3".into(), "copy-3".into())), "{found:?}");
}

#[test]
fn a_folder_holds_pairs_clusters_a_summary_and_a_report_and_nothing_else() {
    let desk = desk();
    desk.scan("corpus.jsonl -o found").ends(0);
    let mut names: Vec<String> = fs::read_dir(desk.path("found"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["clusters.jsonl", "pairs.jsonl", "report.html", "summary.json"]);
    assert_eq!(desk.read("found/pairs.jsonl"), desk.scan("corpus.jsonl").out);
    assert_eq!(desk.read("found/clusters.jsonl"), desk.scan("corpus.jsonl --give clusters").out);
    let summary: Value = serde_json::from_str(&desk.read("found/summary.json")).expect("an object");
    assert_eq!((&summary["documents"], &summary["clusters"]), (&40.into(), &10.into()));
    let cluster: Value =
        serde_json::from_str(desk.read("found/clusters.jsonl").lines().next().expect("a line"))
            .expect("an object");
    assert_eq!((&cluster["representative"], &cluster["size"]), (&"changed-0".into(), &3.into()));
    desk.scan("corpus.jsonl -o found --parquet").ends(0);
    assert!(fs::read(desk.path("found/pairs.parquet")).expect("a table").starts_with(b"PAR1"));
}

#[test]
fn the_longest_document_represents_its_cluster_or_the_one_that_was_read_first() {
    let desk = desk();
    for (option, expected) in [("", "changed-0"), ("--first-represents", "original-0")] {
        let said = desk.scan(&format!("corpus.jsonl --give clusters --json {option}"));
        assert_eq!(said.ends(0).objects()[0]["representative"], expected);
    }
}

#[test]
fn a_new_corpus_is_compared_with_an_old_one_and_neither_with_itself() {
    let desk = desk();
    let new = line("new-copy", &words(3, 80))
        + &line("new-like", &(words(3, 70) + &words(77, 8)))
        + &line("new-alone", &words(900, 80));
    desk.put("new.jsonl", new);
    let said = desk.scan("new.jsonl --against corpus.jsonl --at-least 0.4");
    let found = pairs(said.ends(0));
    let expected = [
        ("original-3", "new-copy"),
        ("original-3", "new-like"),
        ("changed-3", "new-copy"),
        ("changed-3", "new-like"),
    ];
    assert_eq!(found, expected.map(|(a, b)| (a.to_string(), b.to_string())));
}

#[test]
fn text_that_was_given_to_everyone_does_not_count() {
    let task = words(500, 60);
    let documents: String =
        (0..4).map(|at| line(&format!("d{at}"), &format!("{task} {}", words(600 + at, 30)))).collect();
    let desk = Desk::with(&[("task.txt", &task), ("answers.jsonl", &documents)]);
    assert_eq!(pairs(&desk.scan("answers.jsonl --at-least 0.4")).len(), 6);
    assert_eq!(pairs(desk.scan("answers.jsonl --at-least 0.4 --template task.txt").ends(0)).len(), 0);
}

#[test]
fn boilerplate_of_a_site_is_taken_out_before_every_sketch_and_identity() {
    let frame = words(700, 60);
    // Four pages of the first site are others' copies but for a time; the second site has four pages.
    let page = |at: u64| {
        let text = format!(
            "{frame}\n{}\n{}",
            words(800 + at % 32, 25),
            if at < 32 { "Made 16:40" } else { "Made 17:05" }
        );
        let url = format!("http://{}.example.org/{at}", if at < 36 { "a" } else { "b" });
        format!("{}\n", serde_json::json!({"id": at, "text": text, "url": url}))
    };
    let desk = Desk::with(&[("site.jsonl", &(0..40).map(page).collect::<String>())]);
    assert_eq!(pairs(&desk.scan("site.jsonl --at-least 0.4")).len(), 40 * 39 / 2);
    let learned = desk.scan("site.jsonl --at-least 0.4 --expand --clean site");
    learned.ends(0).says("note: boilerplate that is taken out: 2 lines of 1 site");
    let names =
        [("0", "32"), ("1", "33"), ("2", "34"), ("3", "35")].map(|(a, b)| (a.to_string(), b.to_string()));
    // The second site has too few pages to say what its boilerplate is, and keeps it.
    let of_first = |said: &Said| {
        let found = pairs(said).into_iter();
        found.filter(|(a, _)| a.parse::<u64>().unwrap() < 36).collect::<Vec<_>>()
    };
    assert_eq!(of_first(&learned), names);
    let made = desk.run("model boilerplate site.jsonl -o sites.twb");
    made.ends(0).shows("a.example.org: 2 lines of 32 pages");
    let given = desk.scan("site.jsonl --at-least 0.4 --expand --clean site --boilerplate sites.twb");
    assert_eq!(given.ends(0).out, learned.out);
    for method in ["minhash", "projection", "simhash"] {
        let said = desk.scan(&format!(
            "site.jsonl --method {method} --clean site,volatile --expand --boilerplate sites.twb"
        ));
        let found = pairs(said.ends(0));
        assert!(names.iter().all(|name| found.contains(name)), "{method}: {found:?}");
    }
    desk.scan("site.jsonl --boilerplate sites.twb").ends(2).says("it together with --clean site");
    desk.scan("site.jsonl --clean site --boilerplate site.jsonl").ends(2).says("it does not begin as one");
    let wrong = "resemblance:clean=site:00000000000000000000000000000000";
    desk.scan(&format!("site.jsonl --method {wrong}")).ends(2).says("none, where the recipe names 0000");
}

#[test]
fn volatile_parts_are_taken_out_before_exact_duplicates_and_sketches() {
    let text = words(700, 40);
    let page = |at: u64| {
        line(&format!("p{at}"), &format!("{text}. Updated 2026-11-{} 16:{}, {at} visitors", 10 + at, 20 + at))
    };
    let desk = Desk::with(&[("pages.jsonl", &(0..4).map(page).collect::<String>())]);
    for method in ["resemblance", "minhash", "simhash", "projection"] {
        let said = desk.scan(&format!("pages.jsonl --method {method} --clean volatile --expand"));
        assert_eq!(pairs(said.ends(0)).len(), 3, "{method}");
        let in_line = desk.scan(&format!("pages.jsonl --method {method}:clean=volatile --expand"));
        assert_eq!(in_line.ends(0).out, said.out, "{method}");
        let said =
            desk.scan(&format!("pages.jsonl --method {method} --clean volatile --identity text --expand"));
        assert_eq!(pairs(said.ends(0)).len(), 3, "{method}, by text");
    }
    // As they are, none is an exact duplicate.
    desk.scan("pages.jsonl").ends(0).says("exact duplicates  none");
    desk.scan("pages.jsonl --clean dates")
        .ends(2)
        .says("give volatile, site, both separated by a comma, or none");
}

#[test]
fn pairs_of_a_site_or_a_category_can_be_sought_alone() {
    let text = words(1, 80);
    let document = |at: u64, site: &str, kind: &str| {
        let text = format!("{text} {}", words(at + 2_000, 5));
        format!("{}\n", serde_json::json!({"id": at, "text": text, "owner": site, "kind": kind}))
    };
    let lines = [
        document(0, "x", "news"),
        document(1, "y", "news"),
        document(2, "x", "blog"),
        document(3, "y", "blog"),
    ];
    let desk = Desk::with(&[("all.jsonl", &lines.concat())]);
    let found = |options: &str| {
        let pairs = pairs(desk.scan(&format!("all.jsonl {options}")).ends(0));
        pairs.iter().map(|(a, b)| format!("{a}{b}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found(""), "01 02 03 12 13 23");
    assert_eq!(found("--site-field owner --sites same"), "02 13");
    assert_eq!(found("--site-field owner --sites different"), "01 03 12 23");
    assert_eq!(found("--category kind"), "01 23");
    assert_eq!(found("--language kind --site-field owner --sites different"), "01 23");
    assert_eq!(found("--min-words 86"), "");
    assert_eq!(found("--lengths-within 0"), "01 02 03 12 13 23");
}

#[test]
fn approximate_methods_are_confirmed_unless_they_are_wanted_as_they_are() {
    let desk = desk();
    for method in
        ["minhash:values=64,at-least=0.3", "supershingle:w=3", "simhash:k=8", "simhash-lexicons:k=8"]
    {
        let found = pairs(desk.scan(&format!("corpus.jsonl --method {method}")).ends(0));
        assert!(found.iter().all(|pair| expected_pairs().contains(pair)), "{method}: {found:?}");
        let raw = desk.scan(&format!("corpus.jsonl --method {method} --no-verify"));
        let first = &raw.ends(0).objects()[0];
        assert_eq!(
            (&first["resemblance"], first["score"].is_number()),
            (&Value::Null, true),
            "{method}: {first}"
        );
    }
    desk.scan("corpus.jsonl --preset henzinger06-combined").ends(0);
    desk.scan("corpus.jsonl --method exact").ends(0).says("exact duplicates  10\npairs             none\n");
    desk.scan("corpus.jsonl --method nothing").ends(2).says("error: --method nothing: ");
}

#[test]
fn what_too_many_documents_have_is_left_out_of_samples() {
    let documents: String =
        (0..6).map(|at| line(&format!("d{at}"), &(words(1, 40) + &words(at / 2 + 10, 60)))).collect();
    let desk = Desk::with(&[("corpus.jsonl", &(documents + &line("more", &words(11, 60))))]);
    let found = |options: &str| {
        let line = format!(
            "corpus.jsonl --method sampled:divisor=1,at-most=none,at-least=0.2 --no-verify {options}"
        );
        pairs(desk.scan(&line).ends(0)).len()
    };
    assert_eq!((found("--common 0"), found(""), found("--common 2")), (4, 4, 1));
}

#[test]
fn broders_sort_gives_the_same_bytes_as_the_join_by_prefixes() {
    let desk = desk();
    let expected = desk.scan("corpus.jsonl --at-least 0.05 -w 2").ends(0).out.clone();
    assert_eq!(desk.scan("corpus.jsonl --at-least 0.05 -w 2 --engine sorting").ends(0).out, expected);
    assert_eq!(desk.scan("corpus.jsonl --at-least 0.05 -w 2 --memory 1").ends(0).out, expected);
}

#[test]
fn megashingles_find_what_two_supershingles_find_and_count_their_pairs() {
    let desk = desk();
    let found = |options: &str| {
        let said = desk
            .scan(&format!("corpus.jsonl --no-verify --method supershingle:values=36,length=6,w=2{options}"));
        let scores: Vec<u64> = said
            .ends(0)
            .objects()
            .iter()
            .map(|pair| pair["score"].as_f64().expect("a score") as u64)
            .collect();
        (pairs(&said), scores)
    };
    let (supershingles, megashingles) = (found(""), found(",measure=megashingles"));
    assert!(supershingles.0.len() > 4, "{supershingles:?}");
    assert_eq!(megashingles.0, supershingles.0);
    let two_of = |n: &u64| n * (n - 1) / 2;
    assert_eq!(megashingles.1, supershingles.1.iter().map(two_of).collect::<Vec<_>>());
    assert_eq!(found(",measure=megashingles,at-least=3").0, found(",at-least=3").0);
}

#[test]
fn a_match_ends_with_one_if_that_is_asked_for_and_an_error_with_two() {
    let desk = desk();
    desk.scan("corpus.jsonl --fail-on-match").ends(1);
    desk.put("alone.jsonl", line("a", "one document alone"));
    desk.scan("alone.jsonl --fail-on-match").ends(0);
    desk.scan("nowhere.jsonl")
        .ends(2)
        .says("error: nowhere.jsonl: there is no such file or folder; check the path");
    desk.scan("corpus.jsonl --at-least 2").ends(2);
    for share in ["0", "0.8535"] {
        desk.scan(&format!("corpus.jsonl --at-least {share}")).ends(2).says("of three decimals at most");
    }
    desk.scan("corpus.jsonl --method projection:at-least=0").ends(2).says("a whole number from 1 on");
    desk.scan("corpus.jsonl --method simhash-lexicons:rule=sum,k=85")
        .ends(2)
        .says("fewer bits: for each lexicon");
    desk.scan("corpus.jsonl --temp-dir nowhere").ends(2).says("error: nowhere: ");
    desk.put("twice.jsonl", line("x", "one two") + &line("x", "three four"));
    desk.scan("twice.jsonl").ends(0).says("documents read    2 ");
    desk.scan("twice.jsonl --strict")
        .ends(2)
        .says("twice.jsonl, line 2: its name, x, is that of twice.jsonl, line 1, too");
}

#[test]
fn what_became_of_each_file_is_given_for_programs_and_adds_up() {
    let desk = Desk::with(&[
        ("in/a.jsonl", &(line("a", "one two three") + "no line\n" + &line("b", "—"))),
        ("in/b.txt", "four five six\n"),
    ]);
    desk.put("in/c.jsonl.gz", &gzip(line("c", &words(1, 4_000)).repeat(9))[..2_000]);
    let said = desk.scan("in --json -w 2");
    let ledger = said.ends(3).ledger();
    desk.scan("in -o found").ends(3);
    let summary: Value = serde_json::from_str(&desk.read("found/summary.json")).expect("JSON");
    assert_eq!(summary["ledger"], ledger);
    let number = |of: &Value, what: &str, which: &str| of[what][which].as_u64().expect("a number");
    let files = ledger["files"].as_array().expect("files");
    let names: Vec<&str> = files.iter().map(|file| file["file"].as_str().expect("a name")).collect();
    assert_eq!(names, ["in/a.jsonl", "in/b.txt", "in/c.jsonl.gz"]);
    for of in files.iter().chain([&ledger]) {
        for which in ["documents", "bytes"] {
            let parts = ["compared", "without_words", "refused"].map(|what| number(of, what, which));
            assert_eq!(number(of, "read", which), parts.iter().sum::<u64>(), "{of}");
        }
    }
    let documents = |file: usize| {
        ["read", "compared", "without_words", "refused"].map(|what| number(&files[file], what, "documents"))
    };
    assert_eq!((documents(0), documents(1)), ([3, 1, 1, 1], [1, 1, 0, 0]));
    assert!(documents(2)[3] > 0, "the damage is of the file in which it is: {ledger}");
    assert_eq!(number(&files[0], "refused", "bytes"), 8);
    said.says("\nread ").says(" + without words 1 (3 bytes) + refused ");
}

#[test]
fn no_document_is_skipped_for_its_id_and_a_file_that_is_named_twice_is_read_once() {
    // Shards of a corpus, whose ids begin at 0 in each.
    let desk = Desk::with(&[
        ("a.jsonl", &(line("0", &words(1, 60)) + &line("1", &words(2, 60)))),
        ("b.jsonl", &(line("0", &(words(3, 60) + " more")) + &line("1", &(words(2, 60) + " more")))),
    ]);
    let ran = desk.scan("a.jsonl b.jsonl a.jsonl ./b.jsonl --expand");
    ran.says("note: a.jsonl: this file was named before; it is read once");
    let found = pairs(ran.ends(0).says("documents read    4 "));
    assert_eq!(found, [("1".into(), "1 (b.jsonl, line 2)".into())]);
    // Of a new corpus against an old one, too.
    let found = pairs(desk.scan("b.jsonl --against a.jsonl").ends(0));
    assert_eq!(found[0].1, "1 (b.jsonl, line 2)");
}

#[test]
fn who_wants_to_remove_something_is_sent_to_dedup_which_has_a_measure_for_it() {
    let desk = desk();
    for option in ["write", "keep"] {
        let said = desk.scan(&format!("corpus.jsonl --{option} kept"));
        said.ends(2).says(&format!("error: --{option}: ")).says("\"twinprint dedup CORPUS -o FOLDER\"");
        assert!(!desk.path("kept").exists());
        assert!(!desk.scan("--help").out.contains(&format!("--{option} ")));
    }
}

#[test]
fn pages_alike_but_for_an_image_are_copies_by_their_words_and_a_pair_by_henzingers_tokens() {
    let desk = Desk::with(&[]);
    let page =
        |image: &str| format!("<html><p>The clock of the town strikes thirteen.</p><img src={image}></html>");
    for (name, image) in [("a", "clock.png"), ("b", "tower.png"), ("c", "clock.png")] {
        desk.put(&format!("pages/{name}.html"), page(image));
    }
    let found = |more: &str| {
        let said = desk.scan(&format!("pages --preset henzinger06-c --no-verify --json -o found {more}"));
        let summary: Value = serde_json::from_str(&desk.read("found/summary.json")).expect("a summary");
        let _ = said.ends(0);
        (summary["exact_duplicates"].as_u64(), summary["pairs"].as_u64())
    };
    assert_eq!(found(""), (Some(1), Some(0)));
    assert_eq!(found("--identity words"), (Some(2), Some(0)));
    assert_eq!(found("--identity bytes"), (Some(1), Some(0)));
    desk.put("pages/b.html", page("clock.png").replace("thirteen", "THIRTEEN"));
    assert_eq!(found("--identity method"), (Some(2), Some(0)));
    assert_eq!(found("--identity bytes"), (Some(1), Some(1)));
}
