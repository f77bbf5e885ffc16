//! Pairs with their names to lines, as a scan writes them.

use std::io::{Read, Write};
use std::prelude::v1::*;

use super::super::Error;
use super::super::scan::write::{Line, json_pair};
use super::stream::{Cell, Input, Kind, Output, bad};

pub(super) const COLUMNS: [(&str, Kind); 1] = [("value", Kind::Text)];

/// Gives a line of JSON, without its end, for each pair.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut line = Vec::new();
    for rows in input {
        let rows = rows?;
        let (a, b) = (rows.texts("a")?, rows.texts("b")?);
        let (resemblance, score) = (rows.doubles("resemblance")?, rows.floats("score")?);
        let (of_a, of_b) = (rows.doubles("containment_a")?, rows.doubles("containment_b")?);
        let shared = rows.ints("shared")?;
        for row in 0..rows.len() {
            line.clear();
            let pair = Line {
                a: a.value(row),
                b: b.value(row),
                resemblance: Some(resemblance.value(row)),
                containment_a: Some(of_a.value(row)),
                containment_b: Some(of_b.value(row)),
                shared: Some(shared.value(row).cast_unsigned()),
                score: score.value(row),
            };
            let unwritable = |reason| Error::Unwritable { place: "standard output".into(), reason };
            json_pair(&mut line, &pair).map_err(unwritable)?;
            line.pop();
            let line = str::from_utf8(&line).map_err(|_| bad("a name in it is no UTF-8".into()))?;
            output.push(&[Cell::Text(line)])?;
        }
    }
    output.finish()
}
