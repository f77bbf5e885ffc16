//! Passages in lines of JSON: a pair of documents in each.

use serde::Deserialize;
use twinprint_native::Error;

use super::{PairPassages, Passage};

const REMEDY: &str = "write it as {\"a\": \"x.txt\", \"b\": \"y.txt\", \"kind\": \"random\", \"passages\": [{\"a\": [0, 120], \"b\": [40, 160]}]}, \
                      from and to in characters, with no passages as []";

#[derive(Deserialize)]
struct Line {
    a: String,
    b: String,
    kind: Option<String>,
    passages: Vec<Passage>,
}

/// The pairs of all lines that are not empty.
pub(super) fn parse(place: &str, text: &str) -> Result<Vec<PairPassages>, Error> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let pair = |(at, line): (usize, &str)| {
        let place = format!("{place} line {}", at + 1);
        match serde_json::from_str::<Line>(line) {
            Ok(Line { a, b, kind, passages }) => {
                Ok(PairPassages { a, b, kind: kind.unwrap_or_default(), passages, place })
            }
            Err(error) => Err(Error::Label { place, what: what(&error), remedy: REMEDY }),
        }
    };
    lines.map(pair).collect()
}

/// What is wrong, at which column; the line is of the file and stands before it.
fn what(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or(&said);
    format!("{what} (column {})", error.column())
}
