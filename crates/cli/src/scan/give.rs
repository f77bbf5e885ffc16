//! What a scan gives: pairs and clusters on standard output or in a folder, the report.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use twinprint::{Checker, Recipe};
use twinprint_native::corpus::{Entry, Listing};
use twinprint_native::scan::report::{Overview, Tally, html};
use twinprint_native::scan::write::{Format, PairWriter, write_clusters};
use twinprint_native::scan::{Gathered, ScanPair, Spool, Summary};
use twinprint_native::{Error, Replacement};

use super::{Plan, Scanned, output, unwritable};
use crate::args::{Give, Scan};
use crate::reading;
use crate::terminal::{count, shorten, visible};

/// The most pairs shown side by side in a report, and the most bytes of their documents: all of them are in memory together.
const SIDE_BY_SIDE: usize = 50;
const LONGEST_SHOWN: u32 = 1 << 20;
/// The most pairs shown to a person, and the most columns of a name.
const SHOWN: u64 = 100;
const COLUMNS: usize = 48;

pub(super) fn all(
    options: &Scan,
    plan: &Plan,
    listing: &Listing,
    scanned: &Scanned,
    summary: &mut Summary,
    begun: Instant,
) -> Result<(), Error> {
    let Scanned { gathered, pairs, clusters, listed, .. } = scanned;
    let catalogue = &gathered.catalogue;
    let format = format(options);
    let work = options.output.as_ref().map(|folder| folder.join(super::STATE));
    match &options.output {
        Some(folder) => {
            let path = output(folder, "pairs", format.ending());
            let mut file = Replacement::by_way_of(work.as_deref(), &path)?;
            write_pairs(options, format, &mut file, &path.to_string_lossy(), gathered, (pairs, *listed))?;
            file.finish()?;
            let format = of_clusters(format);
            let path = output(folder, "clusters", format.ending());
            let mut file = Replacement::by_way_of(work.as_deref(), &path)?;
            write_clusters(format, &mut file, &path.to_string_lossy(), clusters, catalogue)?;
            file.finish()?;
        }
        None => unless_closed(to_standard_output(options, format, scanned))?,
    }
    summary.seconds = begun.elapsed().as_secs_f64();
    let report = options.output.as_deref().map(|folder| output(folder, "report", "html"));
    if options.report.is_some() || report.is_some() {
        let page = report_page(options, plan, listing, scanned, summary)?;
        for (path, work) in options
            .report
            .iter()
            .map(|path| (path, None))
            .chain(report.iter().map(|path| (path, work.as_deref())))
        {
            put(work, path, page.as_bytes())?;
        }
    }
    if let Some(folder) = &options.output {
        let json = summary.json().map_err(|error| unwritable(folder, error.into()))?;
        put(work.as_deref(), &output(folder, "summary", "json"), format!("{json}\n").as_bytes())?;
    }
    Ok(())
}

/// The pairs of a document, to standard output.
pub(super) fn pairs_of(options: &Scan, gathered: &Gathered, pairs: &Spool) -> Result<(), Error> {
    unless_closed(pairs_to_standard_output(options, format(options), gathered, (pairs, pairs.len())))
}

/// Who reads may have seen enough.
fn unless_closed(given: Result<(), Error>) -> Result<(), Error> {
    match given {
        Err(Error::Unwritable { reason, .. }) if reason.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        given => given,
    }
}

/// What pairs are written as.
pub(super) fn format(options: &Scan) -> Format {
    match (options.tsv, options.parquet) {
        (true, _) => Format::Tsv,
        (_, true) => Format::Parquet,
        _ => Format::JsonLines,
    }
}

/// What clusters are written as beside them.
pub(super) fn of_clusters(format: Format) -> Format {
    if format == Format::Parquet { Format::JsonLines } else { format }
}

/// Puts a file in its place, by way of a folder.
fn put(work: Option<&Path>, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = Replacement::by_way_of(work, path)?;
    file.write_all(bytes).map_err(|reason| unwritable(path, reason))?;
    file.finish()
}

fn to_standard_output(options: &Scan, format: Format, scanned: &Scanned) -> Result<(), Error> {
    let Scanned { gathered, pairs, clusters, listed, .. } = scanned;
    if options.give == Give::Clusters {
        let mut out = io::BufWriter::new(io::stdout());
        return write_clusters(format, &mut out, STANDARD_OUTPUT, clusters, &gathered.catalogue);
    }
    pairs_to_standard_output(options, format, gathered, (pairs, *listed))
}

const STANDARD_OUTPUT: &str = "standard output";

/// Pairs, up to a number of them.
fn pairs_to_standard_output(
    options: &Scan,
    format: Format,
    gathered: &Gathered,
    (pairs, listed): (&Spool, u64),
) -> Result<(), Error> {
    let out = io::stdout();
    if out.is_terminal() && !options.json && !options.tsv {
        return table(out, gathered, (pairs, listed)).map_err(|error| match error {
            TableError::Names(error) => error,
            TableError::Out(reason) => unwritable(Path::new(STANDARD_OUTPUT), reason),
        });
    }
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    write_pairs(options, format, &mut out, STANDARD_OUTPUT, gathered, (pairs, listed))
}

fn write_pairs(
    options: &Scan,
    format: Format,
    out: &mut (dyn Write + Send),
    place: &str,
    gathered: &Gathered,
    (pairs, listed): (&Spool, u64),
) -> Result<(), Error> {
    let mut writer = PairWriter::new(format, out, place, &gathered.catalogue)?;
    let mut copies = if options.expand && options.pairs_of.is_none() { copies(gathered) } else { Vec::new() }
        .into_iter()
        .peekable();
    for pair in pairs.iter().take(usize::try_from(listed).unwrap_or(usize::MAX)) {
        let pair = pair?;
        while let Some(copy) = copies.next_if(|copy| (copy.a, copy.b) < (pair.a, pair.b)) {
            writer.write(&copy)?;
        }
        writer.write(&pair)?;
    }
    copies.try_for_each(|copy| writer.write(&copy))?;
    writer.finish()
}

/// Each exact duplicate with the first of its kind.
fn copies(gathered: &Gathered) -> Vec<ScanPair> {
    let rows = (0u32..).zip(gathered.catalogue.rows());
    let copies = rows.filter(|(ordinal, row)| row.first != *ordinal);
    let pair = |(b, row): (u32, &twinprint_native::scan::Row)| ScanPair {
        a: row.first,
        b,
        shared: Some(gathered.catalogue.row(row.first).shingles),
        score: 1.0,
    };
    let mut pairs: Vec<ScanPair> = copies.map(pair).collect();
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    pairs
}

/// What can go wrong with a table: a name cannot be read, or nobody listens.
enum TableError {
    Names(Error),
    Out(io::Error),
}

/// The first pairs, for a person.
fn table(mut out: impl Write, gathered: &Gathered, (pairs, listed): (&Spool, u64)) -> Result<(), TableError> {
    let catalogue = &gathered.catalogue;
    if !pairs.is_empty() {
        writeln!(out, "resemblance  A in B  B in A  documents").map_err(TableError::Out)?;
    }
    for pair in pairs.iter().take(SHOWN.min(listed) as usize) {
        let pair = pair.map_err(TableError::Names)?;
        let name = |ordinal: u32| {
            let name = catalogue.name(ordinal).map_err(TableError::Names)?;
            Ok(shorten(&visible(&name), COLUMNS).into_owned())
        };
        let (a, b) = (name(pair.a)?, name(pair.b)?);
        let numbers = match pair.overlap(catalogue) {
            Some(overlap) => format!(
                "{:>11.3}  {:>6.3}  {:>6.3}",
                overlap.resemblance(),
                overlap.containment_a(),
                overlap.containment_b()
            ),
            None => format!("score {:>5}  {:>6}  {:>6}", pair.score, "-", "-"),
        };
        writeln!(out, "{numbers}  {a}\n{:>27}  {b}", "").map_err(TableError::Out)?;
    }
    match listed.saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "{} more pairs: use --json or --tsv, or -o FOLDER", count(more))
            .map_err(TableError::Out),
    }
}

fn report_page(
    options: &Scan,
    plan: &Plan,
    listing: &Listing,
    scanned: &Scanned,
    summary: &Summary,
) -> Result<String, Error> {
    let Scanned { gathered, pairs, clusters, .. } = scanned;
    let scale = plan.clustering.scale;
    let tally = Tally::of(&gathered.catalogue, Some(clusters), scale, pairs.iter(), SIDE_BY_SIDE)?;
    let is_long = |ordinal: u32| gathered.catalogue.row(ordinal).bytes > LONGEST_SHOWN;
    let mut wanted = tally.documents();
    wanted.retain(|&ordinal| !is_long(ordinal));
    let mut texts = reading::again(listing, || plan.documents(listing), &gathered.catalogue, &wanted);
    let parameters = plan.parameters(options);
    let overview = Overview {
        summary,
        parameters: &parameters,
        catalogue: &gathered.catalogue,
        clusters: Some(clusters),
        tally: &tally,
    };
    let reduction = &plan.ingest.reduction;
    let checker = Checker::new(Recipe::default().with_text(reduction.recipe().text).with_w(reduction.w))?;
    let gone = |ordinal: u32| -> Result<_, Error> {
        let place = gathered.catalogue.name(ordinal)?;
        if is_long(ordinal) {
            return Ok(Error::TooLong { place, limit: LONGEST_SHOWN.into() });
        }
        let file = gathered.catalogue.row(ordinal).file as usize;
        if listing.entries.get(file).is_some_and(Entry::is_piped) {
            return Ok(Error::ReadOnce { place });
        }
        Ok(Error::Unreadable { place, reason: io::ErrorKind::NotFound.into() })
    };
    html(&overview, &checker, |ordinal| match texts.remove(&ordinal) {
        Some(source) => Ok(source),
        None => Err(gone(ordinal)?),
    })
}
