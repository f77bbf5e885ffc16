//! `twinprint study agreement`, and its pairs to judge.

use super::*;

/// Pages of four sites of which many differ in a word or two, or in the time at which they were made.
fn corpus() -> String {
    let texts = crate::texts::texts(160);
    let line = |(at, text): (usize, &String)| {
        let html =
            format!("<p>{text}</p><p>This page was generated at 10:{:02}:{:02}</p>", at % 60, at * 7 % 60);
        let line = serde_json::json!({
            "id": format!("d{at}"),
            "html": html,
            "url": format!("http://www.site{}.example/{at}", at % 4),
            "package": format!("p{}", at % 2),
        });
        format!("{line}\n")
    };
    texts.iter().enumerate().map(line).collect()
}

const STUDY: &str = "agreement corpus.jsonl -w 3 --sample 20 -o found";

/// The cells of a table's row that begins with a text.
fn row(desk: &Desk, table: &str, first: &str) -> Vec<String> {
    let table = desk.read(&format!("found/{table}.csv"));
    let row = table.lines().find(|line| line.starts_with(&format!("{first},")));
    row.unwrap_or_else(|| panic!("{first} in {table}")).split(',').map(String::from).collect()
}

#[test]
fn a_study_of_agreement_is_a_folder_that_is_the_same_bytes_again() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study(STUDY).ends(0).shows("Of Algorithm B's pairs ").shows("The report: found/index.html");
    let first = desk.files_in("found");
    let names: Vec<&str> = first.iter().map(|(name, _)| &**name).collect();
    for name in [
        "index.html",
        "algorithms.csv",
        "b-pairs.csv",
        "b-precision.csv",
        "c-precision.csv",
        "c-by-b-distribution.svg",
        "combined.csv",
        "cut-off.svg",
        "degrees.svg",
        "differences.csv",
        "parameters.json",
        "questions.csv",
        "term-differences.svg",
    ] {
        assert!(names.contains(&name), "{name} among {names:?}");
    }
    desk.study(STUDY).ends(0);
    assert_eq!(desk.files_in("found"), first);
    desk.study(&STUDY.replace("-o", "--memory 16MiB -o")).ends(0);
    let again = desk.files_in("found");
    let differ: Vec<&str> =
        first.iter().zip(&again).filter(|(a, b)| a != b).map(|((name, _), _)| &**name).collect();
    assert_eq!(differ, ["index.html", "parameters.json"], "what tells the command alone differs");
}

#[test]
fn sites_come_from_urls_or_from_a_field() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study(STUDY).ends(0);
    let by_url: u64 = row(&desk, "b-precision", "same site")[1].parse().unwrap();
    desk.study(&STUDY.replace("-o", "--site-field package -o")).ends(0);
    let by_field: u64 = row(&desk, "b-precision", "same site")[1].parse().unwrap();
    assert!(by_field > by_url, "two sites have more pairs than four: {by_field} and {by_url}");
    desk.study(&STUDY.replace("-o", "--site none -o")).ends(2).says("site");
}

#[test]
fn a_time_stamp_is_told_as_what_pairs_differ_in() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study(STUDY).ends(0);
    let share: f64 = row(&desk, "differences", "time stamp")[1].parse().unwrap();
    assert!(share > 0.0);
}

#[test]
fn what_is_piped_in_is_studied_but_not_read_again() {
    let desk = Desk::with(&[]);
    let line = "study agreement - -w 3 --sample 20 -o found";
    desk.command_given(corpus().as_bytes(), line.split(' ')).ends(0);
    let share: f64 = row(&desk, "differences", "cannot be read again")[1].parse().unwrap();
    assert_eq!(share, 1.0);
}

#[test]
fn pairs_are_written_to_be_judged_and_verdicts_are_taken() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study(&format!("{STUDY} --to-label pairs --label-each 3")).ends(0);
    let lines = desk.read("pairs/pairs.jsonl").lines().count() - 1;
    assert!(lines > 20, "{lines}");
    let told = desk.study(&format!("{STUDY} --labels pairs"));
    told.ends(0).shows("Too few pairs were judged");
    let verdicts: String =
        (1..=lines).map(|pair| format!("{{\"pair\":{pair},\"verdict\":\"correct\"}}\n")).collect();
    desk.put("pairs/verdicts.jsonl", verdicts);
    desk.study(&format!("{STUDY} --labels pairs")).ends(0).shows("Of Algorithm B's pairs 100.0 %");
    desk.put("corpus.jsonl", corpus().replace("word1", "word2"));
    let other = desk.study(&format!("{STUDY} --labels pairs"));
    other.ends(2).says("its pairs were drawn from another corpus");
}

#[test]
#[cfg(unix)]
fn a_study_of_agreement_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed(|| Desk::with(&[("corpus.jsonl", &corpus())]), STUDY);
}
