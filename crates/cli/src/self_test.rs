//! Whether this program, on this machine, answers as every other build does: the shared test vectors are in it.

mod comparison;
mod signature;

use serde_json::Value;
use twinprint_native::Error;

use crate::terminal::{counted, print};
use crate::{Outcome, say};

/// The form of the vectors that is read here.
const VERSION: u64 = 1;

/// How many differences are listed; one is enough to know, and a build that hashes otherwise has hundreds.
const LISTED: usize = 10;

pub(crate) fn run() -> Result<Outcome, Error> {
    let vectors: Value = serde_json::from_str(twinprint::VECTORS).expect("the vectors are JSON");
    let missed = missed(&vectors);
    if missed.is_empty() {
        let [comparisons, signatures] = ["cases", "sketches"].map(|kind| cases(&vectors, kind).len() as u64);
        print(&format!(
            "This program answers as every other of its version: {} and the signatures of {} are as recorded\n",
            counted(comparisons, "comparison"),
            counted(signatures, "pair"),
        ))?;
        return Ok(Outcome::default());
    }
    missed.iter().take(LISTED).for_each(|line| say(format_args!("error: {line}")));
    if let more @ 1.. = missed.len().saturating_sub(LISTED) {
        say(format_args!("error: and {more} more"));
    }
    say(format_args!(
        "This program does not answer as others of its version do; trust nothing it says. Install it anew; if that does not help, \
         report it with what \"twinprint --version\" says and the kind of processor"
    ));
    Ok(Outcome { failed: true, ..Outcome::default() })
}

/// What of the vectors is not met, a line each.
fn missed(vectors: &Value) -> Vec<String> {
    assert_eq!(vectors["version"], VERSION, "the vectors' form is known");
    let comparisons = cases(vectors, "cases").iter().map(|case| (case, comparison::answer(case)));
    let files = signature::Files::of(vectors);
    let signatures = cases(vectors, "sketches").iter().map(|case| (case, signature::answer(case, &files)));
    let mut missed = Vec::new();
    for (case, answer) in comparisons.chain(signatures) {
        differences(
            &case["expect"],
            &answer,
            &mut case["name"].as_str().unwrap_or("?").to_owned(),
            &mut missed,
        );
    }
    missed
}

fn cases<'a>(vectors: &'a Value, kind: &str) -> &'a [Value] {
    vectors[kind].as_array().map_or(&[], Vec::as_slice)
}

/// Adds where an answer is not as expected. What nothing is expected of is not looked at.
fn differences(expected: &Value, actual: &Value, place: &mut String, found: &mut Vec<String>) {
    let end = place.len();
    match (expected, actual) {
        (Value::Object(expected), Value::Object(_)) => {
            for (key, expected) in expected {
                place.push_str(if end == 0 { "" } else { ": " });
                place.push_str(key);
                differences(expected, &actual[key], place, found);
                place.truncate(end);
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            for (at, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                place.push_str(&format!("[{at}]"));
                differences(expected, actual, place, found);
                place.truncate(end);
            }
        }
        _ if expected == actual => {}
        _ => found.push(format!("{place} is {actual}, and should be {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors() -> Value {
        serde_json::from_str(twinprint::VECTORS).expect("the vectors are JSON")
    }

    #[test]
    fn a_comparison_that_is_not_as_recorded_is_named_with_the_field() {
        let mut vectors = vectors();
        let name = vectors["cases"][0]["name"].as_str().expect("a name").to_owned();
        let words = &mut vectors["cases"][0]["expect"]["report"]["words_a"];
        let recorded = words.take();
        *words = 1234.into();
        assert_eq!(
            missed(&vectors),
            [format!("{name}: report: words_a is {recorded}, and should be 1234")],
            "one field is wrong, and nothing else"
        );
    }

    #[test]
    fn a_signature_that_is_not_as_recorded_is_named() {
        let mut vectors = vectors();
        vectors["sketches"][0]["expect"]["alike"] = "perhaps".into();
        let missed = missed(&vectors);
        assert_eq!(missed.len(), 1, "{missed:?}");
        assert!(missed[0].ends_with("and should be \"perhaps\""), "{missed:?}");
    }

    #[test]
    fn lists_of_other_lengths_differ_as_a_whole() {
        let mut found = Vec::new();
        differences(
            &serde_json::json!({ "a": [1, 2] }),
            &serde_json::json!({ "a": [1] }),
            &mut String::new(),
            &mut found,
        );
        assert_eq!(found, ["a is [1], and should be [1,2]"]);
    }
}
