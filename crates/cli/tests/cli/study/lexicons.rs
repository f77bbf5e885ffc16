//! `twinprint study lexicons`.

use super::*;

/// A desk with the labelled set of the tests.
fn set() -> Desk {
    let desk = Desk::with(&[]);
    for name in ["documents.jsonl", "pairs.tsv"] {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/labelled").join(name);
        desk.put(name, fs::read(path).unwrap());
    }
    desk
}

const SMALL: &str = "lexicons documents.jsonl --pairs pairs.tsv --longest 2 --lexicons 2 --draws 2 -o found";

#[test]
fn a_study_is_a_folder_with_a_report_figures_and_the_numbers_behind_them() {
    let desk = set();
    let said = desk.study(SMALL);
    said.ends(0).is_quiet();
    assert!(said.out.ends_with("The report: found/index.html\n"), "{}", said.out);
    let names = desk.names_in("found");
    for name in ["index.html", "parameters.json", "shingles.svg", "shingles.csv", "chosen.csv", "terms.csv"] {
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
    assert!(names.iter().filter(|name| name.ends_with(".svg")).count() >= 6);
    let page = fs::read_to_string(desk.path("found/index.html")).unwrap();
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"));
    assert!(!page.contains("<script") && page.contains("<svg"));
    let parameters: Value =
        serde_json::from_slice(&fs::read(desk.path("found/parameters.json")).unwrap()).unwrap();
    assert_eq!(parameters["study"], "lexicons");
    assert_eq!(parameters["command"][1], "study");
    assert_eq!(parameters["files"].as_array().unwrap().len() + 1, names.len());
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_other_lexicons() {
    let (first, second) = (set(), set());
    first.study(SMALL).ends(0);
    second.study(SMALL).ends(0);
    assert_eq!(first.files_in("found"), second.files_in("found"));
    let table = |desk: &Desk| fs::read(desk.path("found/lexicons-best.csv")).unwrap();
    second.study(&format!("{SMALL} --seed 2")).ends(0);
    assert_ne!(table(&first), table(&second));
}

#[test]
#[cfg(unix)]
fn a_study_of_lexicons_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed(set, SMALL);
}

#[test]
fn a_folder_with_something_else_in_it_is_left_alone() {
    let desk = set();
    desk.put("found/thesis.txt", "mine");
    let said = desk.study(SMALL);
    said.ends(2);
    assert!(said.err.contains("there is something in this folder"), "{}", said.err);
    assert_eq!(desk.names_in("found"), ["thesis.txt"]);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_read() {
    let desk = set();
    for (line, why) in [
        ("lexicons documents.jsonl --pairs pairs.tsv --bits 48 -o found", "give 32, 64 or 128"),
        ("lexicons documents.jsonl --pairs none.tsv -o found", "none.tsv: there is no such file"),
        ("lexicons documents.jsonl --pairs pairs.tsv --lexicons 0 -o found", "0 is not in 1..=64"),
        ("lexicons documents.jsonl --pairs pairs.tsv --stemmer xx -o found", "no such language"),
    ] {
        let said = desk.study(line);
        said.ends(2);
        assert!(said.err.contains(why), "{line}: {}", said.err);
    }
    assert!(!desk.path("found").exists());
}
