//! Documents and pairs of clusters to lines, as a scan writes them: each cluster by itself, as if it were all of a corpus.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::io::{Read, Write};
use std::mem;
use std::prelude::v1::*;
use std::string::String;

use super::super::Error;
use super::super::blobs::Blobs;
use super::super::overlap::Place;
use super::super::scan::write::{Format, write_clusters_from};
use super::super::scan::{Catalogue, Clustering, Found, Row, cluster};
use super::blocks::Pairs;
use super::deal;
use super::stream::{Cell, Input, Kind, Output, Rows, bad};

pub(super) const COLUMNS: [(&str, Kind); 1] = [("value", Kind::Text)];

/// What rows say: of a document (its `cluster`, its place `a`, that of the first of its copies `b`, its `name`, `words` and `size`), of `pairs` that
/// are alike, and of `pairs` that are ends of a cluster, how much these resemble each other.
const DOCUMENT: i32 = 0;
const PAIRS: i32 = 1;

/// What comes of a cluster.
#[derive(Default)]
struct Cluster {
    documents: Vec<(i64, i64, String, Row)>,
    pairs: Vec<(i64, i64, u32, f32)>,
    resemblances: HashMap<(i64, i64), f64>,
}

/// What is done with clusters.
enum Give<W: Write> {
    Lines(Output<W>),
    Ends(Pairs<W>),
}

/// Gives a line of JSON for each cluster, of rows sorted by `part`.
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
    each(input, Give::Ends(Pairs::new(output)), settings)
}

fn each<W: Write>(input: Input<impl Read>, mut give: Give<W>, settings: &Clustering) -> Result<(), Error> {
    let (mut part, mut clusters) = (0, BTreeMap::new());
    for rows in input {
        let rows = rows?;
        let parts = rows.longs("part")?;
        for row in 0..rows.len() {
            if parts.value(row) != part {
                of_part(mem::take(&mut clusters), &mut give, settings)?;
                part = parts.value(row);
            }
            take(&rows, row, &mut clusters)?;
        }
    }
    of_part(clusters, &mut give, settings)?;
    match give {
        Give::Lines(output) => output.finish(),
        Give::Ends(pairs) => pairs.finish(),
    }
}

fn take(rows: &Rows, row: usize, clusters: &mut BTreeMap<i64, Cluster>) -> Result<(), Error> {
    let kind = rows.ints("kind")?.value(row);
    if kind == DOCUMENT {
        let (a, b) = (rows.longs("a")?.value(row), rows.longs("b")?.value(row));
        let whole = |name| Ok::<u32, Error>(rows.ints(name)?.value(row).cast_unsigned());
        let (words, shingles) = (whole("words")?, whole("size")?);
        let of = Row { first: 0, words, shingles, bytes: 0, file: (a >> 32) as u32, number: a as u32 };
        let own = clusters.entry(rows.longs("cluster")?.value(row)).or_default();
        own.documents.push((a, b, rows.texts("name")?.value(row).into(), of));
        return Ok(());
    }
    deal::each(rows.bytes("pairs")?.value(row), |pair| {
        let own = clusters.entry(pair.cluster).or_default();
        if kind == PAIRS {
            own.pairs.push((pair.a, pair.b, pair.shared, pair.score));
        } else {
            own.resemblances.insert((pair.a, pair.b), pair.resemblance);
        }
    })
}

fn of_part<W: Write>(
    clusters: BTreeMap<i64, Cluster>,
    give: &mut Give<W>,
    settings: &Clustering,
) -> Result<(), Error> {
    clusters.into_iter().try_for_each(|(number, own)| done(number, own, give, settings))
}

fn done<W: Write>(
    number: i64,
    mut own: Cluster,
    give: &mut Give<W>,
    settings: &Clustering,
) -> Result<(), Error> {
    if own.documents.is_empty() {
        return Ok(());
    }
    own.documents.sort_unstable_by_key(|document| document.0);
    own.pairs.sort_unstable_by_key(|&(a, b, ..)| (a, b));
    let positions: Vec<i64> = own.documents.iter().map(|document| document.0).collect();
    let ordinal = |position: i64| match positions.binary_search(&position) {
        Ok(ordinal) => Ok(ordinal as u32),
        Err(_) => Err(bad("a pair in it is of another cluster than its documents".into())),
    };
    let folder = env::temp_dir();
    let unwritable = |reason| Error::Unwritable { place: folder.to_string_lossy().into(), reason };
    let names = Blobs::new(tempfile::tempfile_in(&folder).map_err(unwritable)?, "names");
    let mut catalogue = Catalogue::new(Vec::new(), names);
    for (_, first, name, row) in &own.documents {
        catalogue.push(name, Row { first: ordinal(*first)?, ..*row })?;
    }
    let found = |&(a, b, shared, score): &(i64, i64, u32, f32)| {
        Ok::<_, Error>(Found { a: ordinal(a)?, b: ordinal(b)?, shared: Some(shared), score })
    };
    let pairs = own.pairs.iter().map(found).collect::<Result<Vec<_>, _>>()?;
    let mut asked = Vec::new();
    let resemblance = |a: u32, b: u32| {
        let ends = (positions[a as usize], positions[b as usize]);
        asked.push(ends);
        // Those that are only asked for are no chain yet.
        let none = if matches!(give, Give::Ends(_)) { 1.0 } else { 0.0 };
        Ok(own.resemblances.get(&ends).copied().unwrap_or(none))
    };
    let clusters = cluster(&catalogue, settings, || Ok(pairs.iter().map(|&pair| Ok(pair))), resemblance)?;
    match give {
        Give::Ends(pairs) => asked.into_iter().try_for_each(|(a, b)| pairs.push(a, b, None)),
        Give::Lines(output) => {
            let mut lines = Vec::new();
            let before = usize::try_from(number).unwrap_or(0);
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
