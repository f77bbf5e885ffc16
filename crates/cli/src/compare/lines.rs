//! Pairs for programs: a line each.

use std::collections::BTreeMap;
use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;
use twinprint::Report;
use twinprint_native::Error;
use twinprint_native::lines::{self, field};
use twinprint_native::pairs::Ranked;

use super::{Documents, unwritable};
use crate::unread;

/// How many lines are made at once before any is written: enough for all cores, little to keep.
const CHUNK: usize = 256;

/// A pair with what its documents have besides words.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    report: Report,
    /// Who wrote A, if its name tells that.
    #[serde(skip_serializing_if = "Option::is_none")]
    author_a: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author_b: Option<&'a str>,
    /// The bytes of A's text at which its pages begin, if it has pages.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pages_a: &'a [usize],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pages_b: &'a [usize],
    /// How many words A has beside its text, by what they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    asides_a: BTreeMap<&'static str, usize>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    asides_b: BTreeMap<&'static str, usize>,
    /// How many words of A look otherwise than they are read.
    #[serde(skip_serializing_if = "unread::is_zero")]
    disguised_a: usize,
    #[serde(skip_serializing_if = "unread::is_zero")]
    disguised_b: usize,
}

/// A JSON object a line, with the fields of [`twinprint::Report`].
pub(super) fn json(out: &mut dyn Write, documents: &Documents, pairs: &[Ranked]) -> Result<(), Error> {
    in_order(out, pairs, |pair| {
        let mut line = Vec::new();
        let object = Line {
            report: documents.report_for_programs((pair.a, pair.b))?,
            author_a: documents.authors.name(pair.a),
            author_b: documents.authors.name(pair.b),
            pages_a: &documents.sources[pair.a].pages,
            pages_b: &documents.sources[pair.b].pages,
            asides_a: unread::aside_words(&documents.sources[pair.a]),
            asides_b: unread::aside_words(&documents.sources[pair.b]),
            disguised_a: documents.sources[pair.a].disguised,
            disguised_b: documents.sources[pair.b].disguised,
        };
        lines::json(&mut line, &object).map_err(unwritable)?;
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
            field(documents.name(pair.a)),
            field(documents.name(pair.b)),
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
