//! Pairs as lines.

use std::io::{self, Write};

use super::super::super::lines::{self, field, number};
use super::Line;

/// The first line of TSV.
pub(super) const HEADER: &str = "a\tb\tresemblance\tcontainment_a\tcontainment_b\tshared\tscore\n";

pub(crate) fn json_pair(out: &mut impl Write, line: &Line<'_>) -> io::Result<()> {
    lines::json(out, line)?;
    out.write_all(b"\n")
}

pub(super) fn tsv_pair(out: &mut impl Write, line: &Line<'_>) -> io::Result<()> {
    writeln!(
        out,
        "{}\t{}\t{}\t{}\t{}\t{}\t{}",
        field(line.a),
        field(line.b),
        number(line.resemblance),
        number(line.containment_a),
        number(line.containment_b),
        number(line.shared),
        line.score
    )
}
