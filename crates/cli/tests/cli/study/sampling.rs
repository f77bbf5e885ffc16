//! `twinprint study sampling`, and scans by its plan.

use super::*;

/// Documents of two sites, each with a frame, in versions that differ a little.
fn corpus() -> String {
    let words = |seed: u64, count: u64| -> String {
        (0..count).map(|at| format!("word{} ", twinprint::hash::mix(seed * 1_000_003 + at) % 9_000)).collect()
    };
    let document = |at: u64| {
        let (own, changed) = (words(at / 4, 20 + 60 * (at / 4 % 20)), words(7_000 + at, at % 4 * 6));
        let text = format!("{}{own}{changed}", words(5_000 + at % 2, 25));
        format!("{}\n", serde_json::json!({ "id": format!("d{at}"), "html": format!("<p>{text}</p>") }))
    };
    (0..200).map(document).collect()
}

const STUDY: &str =
    "corpus.jsonl -o found --ratios 2,4,5,16 -w 5 --sample 0.5 --threshold 0.8 --precision 0.7";

impl Desk {
    fn study_sampling(&self, line: &str) -> Said {
        self.study(&format!("sampling {line}"))
    }
}

#[test]
fn a_study_is_a_folder_with_a_report_figures_tables_and_a_plan() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study_sampling(STUDY).ends(0).shows("precision");
    let names = desk.names_in("found");
    for name in ["fig-1.svg", "fig-2a.svg", "fig-2b.svg", "fig-3.svg", "fig-4.svg", "plan.json", "ratios.csv"]
    {
        assert!(names.iter().any(|other| other == name), "{name} in {names:?}");
    }
    let page = desk.read("found/index.html");
    assert!(
        page.contains("What sampling of shingles costs") && page.contains("Table 3")
            || page.contains("table 3")
    );
    let scan = "scan corpus.jsonl --method sampled --plan found/plan.json -w 5 --at-least 0.8 --tsv";
    let by_plan = said(&mut desk.command(scan.split(' ')));
    by_plan.ends(0).shows("d84\td86\t");
    let raw = said(&mut desk.command(format!("{scan} --no-verify").split(' ')));
    assert!(raw.out.lines().count() >= by_plan.out.lines().count(), "what is not confirmed is no less");
    let both = "scan corpus.jsonl --method sampled --precision 0.7 --at-least 0.8 --tsv";
    said(&mut desk.command(both.split(' '))).ends(0).says("note: samples for a precision of 0.7: 1/");
}

#[test]
fn what_trials_come_to_has_an_interval_that_holds_it() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus())]);
    desk.study_sampling(STUDY).ends(0);
    // The columns of a number, its lower end and its upper end, from the right.
    let held = |table: &str, column: usize| {
        let csv = desk.read(&format!("found/{table}.csv"));
        // A plan is chosen by the ends of intervals, and has none of its own.
        for line in csv.lines().skip(1).filter(|line| !line.contains(", plan, ")) {
            let ends: Vec<&str> = line.rsplit(',').skip(column).take(3).collect();
            let [high, low, mean] = ends[..] else { panic!("{table}: {line}") };
            if !mean.is_empty() {
                let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{table}: {line}"));
                assert!((number(low)..=number(high)).contains(&number(mean)), "{table}: {line}");
            }
        }
        assert!(csv.lines().count() > 1, "{table}");
    };
    for figure in ["fig-2a", "fig-2b", "fig-3", "fig-4", "precision-by-ratio", "recall-by-ratio"] {
        held(figure, 0);
    }
    for (table, columns) in
        [("claims", 1), ("groups", 2), ("hashes", 4), ("without-shingles", 4), ("shares", 2), ("verified", 2)]
    {
        (0..columns).for_each(|column| held(table, 3 * column));
    }
}

#[test]
#[cfg(unix)]
fn a_study_of_sampling_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed(|| Desk::with(&[("corpus.jsonl", &corpus())]), &format!("sampling {STUDY}"));
}

#[test]
fn a_scan_refuses_a_plan_for_other_shingles_and_what_is_none() {
    let desk = Desk::with(&[("corpus.jsonl", &corpus()), ("plan.json", "{}")]);
    let scan = |line: &str| said(&mut desk.command(format!("scan corpus.jsonl {line}").split(' ')));
    scan("--method sampled --plan plan.json").ends(2).says("error: --plan: ").says("steps from 0 words on");
    let plan = r#"{"recipe": "0", "threshold": 0.8, "steps": [{"words": 0, "divisor": 8}]}"#;
    desk.put("plan.json", plan);
    scan("--method sampled --plan plan.json").ends(2).says("shingles of as many words");
    scan("--method minhash --plan plan.json").ends(2).says("no other method than sampled");
    scan("--method sampled --precision 0.9 --at-least 0.3").ends(2).says("a share from 0.5 to 0.99");
    // A plan's thresholds are hundredths: nothing is rounded without a word.
    scan("--method sampled --precision 0.9 --at-least 0.855").ends(2).says("two decimals at most");
    desk.study_sampling("corpus.jsonl --threshold 0.855 -o found").ends(2).says("two decimals at most");
    assert_eq!(desk.names(), ["corpus.jsonl", "plan.json"]);
}
