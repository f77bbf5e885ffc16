//! More pairs than anyone wants to read: which are listed, and that the clusters are the same.

use super::*;

fn summary(desk: &Desk) -> Value {
    serde_json::from_str(&desk.read("found/summary.json")).expect("JSON")
}

/// Documents that are alike, and like none of [`corpus`].
fn nearly_one(count: u64) -> String {
    (0..count).map(|at| line(&format!("d{at}"), &format!("{} {at}", words(500, 60)))).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn of_more_pairs_than_are_wanted_those_are_listed_that_clusters_are_made_of_and_clusters_are_the_same() {
    let desk = Desk::with(&[("corpus.jsonl", &(nearly_one(60) + &corpus()))]);
    for options in ["", "--clusters representative", "--method minhash", "--first-represents"] {
        desk.scan(&format!("corpus.jsonl -o found --most-pairs all {options}")).ends(0);
        let (all, clusters) = (desk.read("found/pairs.jsonl"), desk.read("found/clusters.jsonl"));
        let counted = summary(&desk);
        assert_eq!((counted["pairs"].as_u64(), counted.get("listed")), (Some(1780), None), "{options}");
        let said = desk.scan(&format!("corpus.jsonl -o found --most-pairs 100 {options}"));
        let listed = desk.read("found/pairs.jsonl");
        assert_eq!(lines(&listed).len(), 69, "{options}");
        assert!(lines(&listed).iter().all(|pair| lines(&all).contains(pair)), "{options}: {listed}");
        assert_eq!(desk.read("found/clusters.jsonl"), clusters, "{options}");
        let found = summary(&desk);
        let at_least = if options.contains("minhash") { 69 } else { 101 };
        assert_eq!(
            (&found["pairs"], &found["listed"], &found["at_least"]),
            (&at_least.into(), &69.into(), &true.into())
        );
        said.ends(0).says(&format!(
            "pairs             at least {at_least}\n                  \
             69 listed, of those that the clusters are made of (--most-pairs; --pairs-of lists all of a document)\n"
        ));
    }
}

#[test]
fn up_to_the_bound_all_pairs_are_given() {
    let desk = Desk::with(&[("corpus.jsonl", &alike(12))]);
    let all = desk.scan("corpus.jsonl --most-pairs all").ends(0).out.clone();
    assert_eq!(lines(&all).len(), 66);
    assert_eq!(desk.scan("corpus.jsonl --most-pairs 66").ends(0).out, all);
    assert_eq!(lines(&desk.scan("corpus.jsonl --most-pairs 65").ends(0).out).len(), 11);
    desk.scan("corpus.jsonl --most-pairs 0").ends(2).says("give a number of pairs above 0, or all");
}

#[test]
fn where_a_method_finds_all_pairs_anyhow_the_first_are_listed_and_all_are_counted() {
    let desk = Desk::with(&[("corpus.jsonl", &alike(12))]);
    let all = desk.scan("corpus.jsonl --engine sorting").ends(0).out.clone();
    let said = desk.scan("corpus.jsonl --engine sorting --most-pairs 5");
    assert_eq!(lines(&said.ends(0).out), lines(&all)[..5]);
    said.says("pairs             66\n                  5 listed, the first (--most-pairs");
}

#[test]
fn all_pairs_of_a_document_are_listed_by_its_name() {
    let desk = Desk::with(&[("corpus.jsonl", &(nearly_one(30) + &corpus()))]);
    let all = desk.scan("corpus.jsonl --most-pairs all").ends(0).out.clone();
    let of = |name: &str| -> Vec<String> {
        let is_of = |line: &&str| {
            let pair: Value = serde_json::from_str(line).expect("JSON");
            pair["a"] == name || pair["b"] == name
        };
        all.lines().filter(is_of).map(String::from).collect()
    };
    assert_eq!(of("d7").len(), 29);
    for name in ["d7", "original-3", "alone-3"] {
        let said = desk.scan(&format!("corpus.jsonl --pairs-of {name}"));
        assert_eq!(lines(&said.ends(0).out), of(name), "{name}");
    }
    let copy = desk.scan("corpus.jsonl --pairs-of copy-3").ends(0).out.clone();
    assert_eq!(lines(&copy), of("original-3"), "those of what it is a copy of");
    desk.scan("corpus.jsonl --pairs-of d77")
        .ends(2)
        .says("the name of a document of the corpus, as pairs have it");
    desk.scan("corpus.jsonl --pairs-of d7 -o found").ends(2).says("cannot be used with");
}

#[test]
fn a_scan_that_was_stopped_behind_the_pairs_of_clusters_goes_on_with_these() {
    let desk = Desk::with(&[("corpus.jsonl", &alike(40))]);
    desk.scan("corpus.jsonl -o found --most-pairs 50").ends(0);
    let (pairs, clusters) = (desk.read("found/pairs.jsonl"), desk.read("found/clusters.jsonl"));
    desk.stop_scan("corpus.jsonl -o found --most-pairs 50", "");
    desk.scan("corpus.jsonl -o found --most-pairs 50").ends(0).says("at least 51");
    assert_eq!((desk.read("found/pairs.jsonl"), desk.read("found/clusters.jsonl")), (pairs, clusters));
    desk.stop_scan("corpus.jsonl -o found --most-pairs 50", "");
    desk.scan("corpus.jsonl -o found --most-pairs all").ends(0).says("pairs             780\n");
}
