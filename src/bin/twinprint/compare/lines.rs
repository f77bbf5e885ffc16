//! Pairs for programs: a line each.

use std::io::{self, Write};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use twinprint::native::Error;
use twinprint::native::pairs::Ranked;

use super::{Documents, unwritable};
use crate::terminal::is_obeyed;

/// How many lines are made at once before any is written: enough for all cores, little to keep.
const CHUNK: usize = 256;

/// A JSON object a line, with the fields of [`twinprint::Report`].
pub(super) fn json(out: &mut dyn Write, documents: &Documents, pairs: &[Ranked]) -> Result<(), Error> {
    in_order(out, pairs, |pair| {
        let (a, b) = (&documents.prepared[pair.a], &documents.prepared[pair.b]);
        let report = documents.checker.compare(a, b)?;
        let mut line = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut line, Unobeyed);
        report.serialize(&mut serializer).map_err(|error| unwritable(error.into()))?;
        line.push(b'\n');
        Ok(line)
    })
}

/// A header, and the numbers of each pair on a line.
pub(super) fn tsv(out: &mut dyn Write, documents: &Documents, pairs: &[Ranked]) -> Result<(), Error> {
    let header = "a\tb\tresemblance\tcontainment_a\tcontainment_b\tshared_words_a\tshared_words_b\tlongest_run\t\
                  passages\tsimhash_distance\twords_a\twords_b";
    writeln!(out, "{header}").map_err(unwritable)?;
    in_order(out, pairs, |pair| {
        let (n, passages) = documents.numbers(pair)?;
        let fields = [
            escaped(documents.name(pair.a)),
            escaped(documents.name(pair.b)),
            n.resemblance.to_string(),
            n.containment_a.to_string(),
            n.containment_b.to_string(),
            n.shared_words_a.to_string(),
            n.shared_words_b.to_string(),
            n.longest_run.to_string(),
            passages.to_string(),
            n.simhash_distance.to_string(),
            n.words_a.to_string(),
            n.words_b.to_string(),
        ];
        Ok((fields.join("\t") + "\n").into_bytes())
    })
}

/// Makes the lines of all pairs on all cores, and writes them in their order.
fn in_order(
    out: &mut dyn Write,
    pairs: &[Ranked],
    line: impl Fn(&Ranked) -> Result<Vec<u8>, Error> + Sync,
) -> Result<(), Error> {
    for chunk in pairs.chunks(CHUNK) {
        let lines: Vec<_> = chunk.par_iter().map(&line).collect::<Result<_, Error>>()?;
        lines.iter().try_for_each(|line| out.write_all(line)).map_err(unwritable)?;
    }
    Ok(())
}

/// A name in a field of TSV: tabs, line ends and all that a terminal obeys as in a Rust string.
fn escaped(name: &str) -> String {
    let escape = |c: char| if c == '\\' || is_obeyed(c) { c.escape_default().to_string() } else { c.into() };
    name.chars().map(escape).collect()
}

/// JSON without spaces, in which every character that a terminal obeys is written by its number. Programs read the
/// same names.
struct Unobeyed;

impl Formatter for Unobeyed {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_obeyed(c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            write!(out, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}
