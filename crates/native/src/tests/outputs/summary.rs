//! The closing summary, word for word.

use serde_json::{Value, json};
use twinprint_native::Error;
use twinprint_native::scan::{Clustered, Skipped, Summary};

use super::rows_of;

fn summary() -> Summary {
    let catalogue = rows_of([("a", 0, 900, 4), ("b", 0, 900, 4), ("c", 2, 12, 4)]);
    let mut skipped = Skipped::default();
    skipped.add(&Error::StandardInputTwice);
    for number in 1..=1500 {
        skipped.add(&Error::TooLong { place: format!("a.jsonl, line {number}"), limit: 1 << 28 });
    }
    Summary {
        pairs: 1_234_567,
        clusters: Some(Clustered { clusters: 2, chains: 1, others: 1 }),
        seconds: 75.25,
        peak_memory: Some(3 << 29),
        ..Summary::of(&catalogue, &skipped)
    }
}

#[test]
fn a_summary_is_told_in_lines() {
    let expected = "documents read    3 (10.6 KiB)\n\
                    skipped           1,501\n                  too long: 1,500\n                  other: 1\n\
                    exact duplicates  1\n\
                    pairs             1,234,567\n\
                    clusters          2, of 3 documents, 1 chain\n\
                    time              1 min 15 s (144 bytes a second)\n\
                    peak memory       1.5 GiB\n";
    assert_eq!(summary().text(), expected);
}

#[test]
fn a_summary_is_a_json_object() {
    let expected = json!({
        "documents": 3, "bytes": 10872, "skipped": 1501,
        "skipped_by_reason": [{"reason": "too long", "count": 1500}, {"reason": "other", "count": 1}],
        "exact_duplicates": 1, "pairs": 1234567, "clusters": 2, "chains": 1, "others": 1, "seconds": 75.25,
        "bytes_per_second": 144, "peak_memory": 1610612736,
    });
    let line = summary().json().expect("it has a form in JSON");
    assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON"), expected);
    assert!(!line.contains('\n'), "{line}");
}

#[test]
fn a_scan_of_nothing_has_a_summary() {
    let summary = Summary::of(&rows_of([]), &Skipped::default());
    let expected = "documents read    0 (0 bytes)\nskipped           none\nexact duplicates  none\npairs             none\n\
                    time              0.0 s\n";
    assert_eq!(summary.text(), expected);
}
