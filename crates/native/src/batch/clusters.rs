//! Documents and pairs of clusters to lines, as a scan writes them: each cluster by itself, as if it were all of a corpus.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::format;
use std::fs::File;
use std::io::{self, Read, Write};

use super::super::Error;
use super::super::blobs::Blobs;
use super::super::overlap::Workspace;
use super::super::scan::write::{Format, write_clusters_from};
use super::super::scan::{Catalogue, Clustering, Row, ScanPair, cluster};
use super::blocks::ToBlocks;
use super::deal;
use super::found::{Counted, check_shared};
use super::groups::Groups;
use super::stream::{Cell, ColumnType, Input, OUTPUT, Output, Rows, bad};

pub(super) const COLUMNS: [(&str, ColumnType); 1] = [("value", ColumnType::Text)];

/// What rows say: of a document (its `cluster`, its place `a`, that of the first of its copies `b`, its `name`, `words` and `size`), of `pairs` that
/// are alike, and of `pairs` that are ends of a cluster, how much these resemble each other.
const KIND_DOCUMENT: i32 = 0;
const KIND_PAIRS: i32 = 1;
const KIND_ENDS: i32 = 2;

/// What comes of a cluster.
#[derive(Default)]
struct Cluster {
    documents: Vec<Document>,
    pairs: Vec<Counted>,
    resemblances: HashMap<(i64, i64), f64>,
}

impl Cluster {
    /// Whether documents that differ may be in it: of two that are no copies nothing is between.
    fn may_be_chain(&self) -> bool {
        let firsts = self.documents.iter().filter(|document| document.position == document.first);
        firsts.take(3).count() == 3
    }
}

/// A document of a cluster.
struct Document {
    position: i64,
    /// That of the first of its copies.
    first: i64,
    name: String,
    /// Its numbers, but for who is the first.
    row: Row,
}

/// What is done with clusters.
enum Give<W: Write> {
    Lines(Output<W>),
    Ends(ToBlocks<W>),
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
    each(input, Give::Ends(ToBlocks::new(output)), settings)
}

fn each<W: Write>(input: Input<impl Read>, give: Give<W>, settings: &Clustering) -> Result<(), Error> {
    let mut making = Making::new(give, settings)?;
    let mut parts = Groups::new(|_, clusters| making.part(clusters));
    for rows in input {
        let rows = rows?;
        let numbers = rows.longs("part")?;
        for row in 0..rows.len() {
            take(&rows, row, parts.of(numbers.value(row), BTreeMap::new)?)?;
        }
    }
    parts.finish()?;
    match making.give {
        Give::Lines(output) => output.finish(),
        Give::Ends(pairs) => pairs.finish(),
    }
}

fn take(rows: &Rows, row: usize, clusters: &mut BTreeMap<i64, Cluster>) -> Result<(), Error> {
    let kind = rows.ints("kind")?.value(row);
    match kind {
        KIND_DOCUMENT => {
            let own = clusters.entry(rows.longs("cluster")?.value(row)).or_default();
            own.documents.push(document(rows, row)?);
            Ok(())
        }
        KIND_PAIRS | KIND_ENDS => deal::each(rows.bytes("pairs")?.value(row), |pair| {
            let deal::Within { cluster, a, b, shared, score, resemblance } = pair;
            let own = clusters.entry(cluster).or_default();
            if kind == KIND_PAIRS {
                own.pairs.push(Counted { a, b, shared, score });
            } else {
                own.resemblances.insert((a, b), resemblance);
            }
        }),
        _ => Err(bad(format!("it has a row of kind {kind}, and clusters have none of such"))),
    }
}

fn document(rows: &Rows, row: usize) -> Result<Document, Error> {
    let (position, first) = (rows.longs("a")?.value(row), rows.longs("b")?.value(row));
    let (words, shingles) = (rows.whole("words", row)?, rows.whole("size", row)?);
    let (file, number) = ((position >> 32) as u32, position as u32);
    let name = rows.texts("name")?.value(row).into();
    Ok(Document { position, first, name, row: Row { first: 0, words, shingles, bytes: 0, file, number } })
}

/// Clusters on their way to what is done with them.
struct Making<'a, W: Write> {
    give: Give<W>,
    settings: &'a Clustering,
    /// Where names go for which there is no room: those of one cluster after the other.
    names: File,
}

impl<'a, W: Write> Making<'a, W> {
    fn new(give: Give<W>, settings: &'a Clustering) -> Result<Self, Error> {
        let names =
            tempfile::tempfile_in(&settings.place.folder).map_err(|reason| unwritable(settings, reason))?;
        Ok(Making { give, settings, names })
    }

    /// Room for the names of a cluster.
    fn names(&self) -> Result<Blobs, Error> {
        let file = self.names.try_clone().map_err(|reason| unwritable(self.settings, reason))?;
        Blobs::resume(file, "names", Vec::new())
    }

    fn part(&mut self, clusters: BTreeMap<i64, Cluster>) -> Result<(), Error> {
        clusters.into_iter().try_for_each(|(number, own)| self.cluster(number, own))
    }

    fn cluster(&mut self, number: i64, mut own: Cluster) -> Result<(), Error> {
        if matches!(self.give, Give::Ends(_)) && !own.may_be_chain() {
            return Ok(());
        }
        own.documents.sort_unstable_by_key(|document| document.position);
        own.pairs.sort_unstable_by_key(Counted::order);
        let positions: Vec<i64> = own.documents.iter().map(|document| document.position).collect();
        let ordinal = |position: i64| match positions.binary_search(&position) {
            Ok(ordinal) => Ok(ordinal as u32),
            Err(_) => Err(bad("a pair in it is of another cluster than its documents".into())),
        };
        let mut catalogue = Catalogue::new(Vec::new(), self.names()?);
        for Document { first, name, row, .. } in &own.documents {
            catalogue.push(name, Row { first: ordinal(*first)?, ..*row })?;
        }
        let found = |&Counted { a, b, shared, score }: &Counted| {
            let (a, b) = (ordinal(a)?, ordinal(b)?);
            check_shared(shared, catalogue.row(a).shingles, catalogue.row(b).shingles)?;
            Ok::<_, Error>(ScanPair { a, b, shared: Some(shared), score })
        };
        let pairs = own.pairs.iter().map(found).collect::<Result<Vec<_>, _>>()?;
        let mut requested = Vec::new();
        let resemblance = |a: u32, b: u32| {
            let ends = (positions[a as usize], positions[b as usize]);
            requested.push(ends);
            // Those that are only requested are no chain yet.
            let none = if matches!(self.give, Give::Ends(_)) { 1.0 } else { 0.0 };
            Ok(own.resemblances.get(&ends).copied().unwrap_or(none))
        };
        let clusters =
            cluster(&catalogue, self.settings, || Ok(pairs.iter().map(|&pair| Ok(pair))), resemblance)?;
        match &mut self.give {
            Give::Ends(pairs) => requested.into_iter().try_for_each(|(a, b)| pairs.push(a, b, None)),
            Give::Lines(output) => {
                let mut lines = Vec::new();
                let before = usize::try_from(number);
                let before = before.map_err(|_| bad("a cluster in it has a number below zero".into()))?;
                write_clusters_from(before, Format::JsonLines, &mut lines, OUTPUT, &clusters, &catalogue)?;
                let lines = str::from_utf8(&lines).map_err(|_| bad("a name in it is no UTF-8".into()))?;
                lines.lines().try_for_each(|line| output.push(&[Cell::Text(line)]))
            }
        }
    }
}

/// The folder for what does not go into memory cannot be written.
fn unwritable(settings: &Clustering, reason: io::Error) -> Error {
    Error::Unwritable { place: settings.place.folder.to_string_lossy().into(), reason }
}

/// How clusters are made of what is in memory.
pub(super) fn place() -> Workspace {
    Workspace { memory: 256 << 20, folder: env::temp_dir() }
}
