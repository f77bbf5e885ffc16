//! Documents and pairs of clusters to lines, as a scan writes them: each cluster by itself, as if it were all of a corpus.

use std::collections::HashMap;
use std::env;
use std::io::{Read, Write};
use std::mem;
use std::prelude::v1::*;
use std::string::String;

use arrow_array::Array;

use super::super::Error;
use super::super::blobs::Blobs;
use super::super::overlap::Place;
use super::super::scan::write::{Format, write_clusters_from};
use super::super::scan::{Catalogue, Clustering, Found, Row, cluster};
use super::stream::{Cell, Input, Kind, Output, Rows, bad};

pub(super) const COLUMNS: [(&str, Kind); 1] = [("value", Kind::Text)];
/// The ends of clusters that may be chains.
pub(super) const ENDS: [(&str, Kind); 2] = [("a", Kind::Long), ("b", Kind::Long)];

/// What rows say: of a document (its place `a`, that of the first of its copies `b`, its `name`, `words` and `size`), of a pair (`a`,
/// `b`, `shared`, `score`), and how much the ends of a cluster resemble each other (`a`, `b`, `resemblance`).
const DOCUMENT: i32 = 0;
const PAIR: i32 = 1;

/// What comes of a cluster.
#[derive(Default)]
struct Part {
    number: i64,
    documents: Vec<(i64, i64, String, Row)>,
    pairs: Vec<(i64, i64, u32, f32)>,
    resemblances: HashMap<(i64, i64), f64>,
}

/// What is done with a cluster.
enum Give<W: Write> {
    Lines(Output<W>),
    Ends(Output<W>),
}

/// Gives a line of JSON for each cluster, of rows sorted by cluster.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    output: Output<W>,
    settings: &Clustering,
) -> Result<(), Error> {
    each(input, Give::Lines(output), settings)
}

/// Gives the ends of those clusters that may be chains, of which it is to be known how much they resemble each other.
pub(super) fn ends<W: Write>(
    input: Input<impl Read>,
    output: Output<W>,
    settings: &Clustering,
) -> Result<(), Error> {
    each(input, Give::Ends(output), settings)
}

fn each<W: Write>(input: Input<impl Read>, mut give: Give<W>, settings: &Clustering) -> Result<(), Error> {
    let mut part = Part::default();
    for rows in input {
        let rows = rows?;
        let numbers = rows.longs("cluster")?;
        for row in 0..rows.len() {
            if numbers.value(row) != part.number {
                done(mem::take(&mut part), &mut give, settings)?;
                part.number = numbers.value(row);
            }
            part.take(&rows, row)?;
        }
    }
    done(part, &mut give, settings)?;
    match give {
        Give::Lines(output) | Give::Ends(output) => output.finish(),
    }
}

impl Part {
    fn take(&mut self, rows: &Rows, row: usize) -> Result<(), Error> {
        let (a, b) = (rows.longs("a")?.value(row), rows.longs("b")?.value(row));
        let whole = |name| Ok::<u32, Error>(rows.ints(name)?.value(row).cast_unsigned());
        match rows.ints("kind")?.value(row) {
            DOCUMENT => {
                let (words, shingles) = (whole("words")?, whole("size")?);
                let of =
                    Row { first: 0, words, shingles, bytes: 0, file: (a >> 32) as u32, number: a as u32 };
                self.documents.push((a, b, rows.texts("name")?.value(row).into(), of));
            }
            PAIR => self.pairs.push((a, b, whole("shared")?, rows.floats("score")?.value(row))),
            _ => {
                let resemblances = rows.doubles("resemblance")?;
                let resemblance = if resemblances.is_null(row) { 0.0 } else { resemblances.value(row) };
                self.resemblances.insert((a, b), resemblance);
            }
        }
        Ok(())
    }
}

fn done<W: Write>(mut part: Part, give: &mut Give<W>, settings: &Clustering) -> Result<(), Error> {
    if part.documents.is_empty() {
        return Ok(());
    }
    part.documents.sort_unstable_by_key(|document| document.0);
    part.pairs.sort_unstable_by_key(|&(a, b, ..)| (a, b));
    let positions: Vec<i64> = part.documents.iter().map(|document| document.0).collect();
    let ordinal = |position: i64| match positions.binary_search(&position) {
        Ok(ordinal) => Ok(ordinal as u32),
        Err(_) => Err(bad("a pair in it is of another cluster than its documents".into())),
    };
    let folder = env::temp_dir();
    let unwritable = |reason| Error::Unwritable { place: folder.to_string_lossy().into(), reason };
    let names = Blobs::new(tempfile::tempfile_in(&folder).map_err(unwritable)?, "names");
    let mut catalogue = Catalogue::new(Vec::new(), names);
    for (_, first, name, row) in &part.documents {
        catalogue.push(name, Row { first: ordinal(*first)?, ..*row })?;
    }
    let found = |&(a, b, shared, score): &(i64, i64, u32, f32)| {
        Ok::<_, Error>(Found { a: ordinal(a)?, b: ordinal(b)?, shared: Some(shared), score })
    };
    let pairs = part.pairs.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    let mut asked = Vec::new();
    let resemblance = |a: u32, b: u32| {
        let ends = (positions[a as usize], positions[b as usize]);
        asked.push(ends);
        // Those that are only asked for are no chain yet.
        let none = if matches!(give, Give::Ends(_)) { 1.0 } else { 0.0 };
        Ok(part.resemblances.get(&ends).copied().unwrap_or(none))
    };
    let clusters = cluster(&catalogue, settings, || Ok(pairs.iter().map(|&pair| Ok(pair))), resemblance)?;
    match give {
        Give::Ends(output) => {
            asked.into_iter().try_for_each(|(a, b)| output.push(&[Cell::Long(a), Cell::Long(b)]))
        }
        Give::Lines(output) => {
            let mut lines = Vec::new();
            let before = usize::try_from(part.number).unwrap_or(0);
            let place = "standard output";
            write_clusters_from(before, Format::JsonLines, &mut lines, place, &clusters, &catalogue)?;
            let lines = str::from_utf8(&lines).map_err(|_| bad("a name in it is no UTF-8".into()))?;
            lines.lines().try_for_each(|line| output.push(&[Cell::Text(line)]))
        }
    }
}

/// How clusters are made of what is in memory.
pub(super) fn place() -> Place {
    Place { memory: 256 << 20, folder: env::temp_dir() }
}
