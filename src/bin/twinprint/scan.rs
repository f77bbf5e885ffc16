//! `twinprint scan`: all near-duplicate pairs of a corpus.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::Ordering;

use twinprint::native::corpus::{self, Listing};
use twinprint::native::overlap::{Need, Place};
use twinprint::native::scan::{
    self, Arrival, Comparison, Conditions, Found, Gathered, Intake, Keeping, Reduction,
};
use twinprint::native::{Error, machine};
use twinprint::resemblance::Overlap;
use twinprint::sketch::{Alike, Method, SiteRule};

use crate::args::{self, Scan};
use crate::progress::Progress;
use crate::{Outcome, methods, say_error, say_note};

/// A quarter of the memory of a machine that does not say how much it has.
const MEMORY: u64 = 1 << 30;

pub(crate) fn run(options: &Scan) -> Result<Outcome, Error> {
    let place = Place {
        memory: options.memory.or_else(|| Some(machine::memory()? / 4)).unwrap_or(MEMORY) as usize,
        folder: options.temp_dir.clone().unwrap_or_else(std::env::temp_dir),
    };
    let (reduction, confirm) = reduction(options)?;
    let listing = Listing::new(options.against.iter().chain(&options.corpus));
    listing.notes.iter().for_each(say_note);
    listing.errors.iter().for_each(say_error);
    let incomplete = !listing.errors.is_empty();
    let intake = Intake {
        reduction: reduction.clone(),
        site: SiteRule::from_name(&options.site)?,
        apart: scan::Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        strict: options.strict,
    };
    let progress = Progress::bytes("Reading", listing.bytes());
    let mut documents = corpus::documents(listing.entries);
    if let Some(field) = &options.category {
        documents = documents.grouped_by(field);
    }
    let read = documents.bytes_read();
    let documents = (0..).zip(documents).map(|(number, source)| Arrival { file: 0, number, source });
    let keeping = Keeping::Unnamed(place.folder.clone());
    let gathered =
        intake.gather(|_, _| documents, &keeping, &mut |_| progress.at(read.load(Ordering::Relaxed)))?;
    drop(progress);

    let comparison = Comparison {
        method: reduction.method,
        confirm,
        engine: match options.engine {
            args::Engine::Prefixes => scan::Engine::Prefixes,
            args::Engine::Sorting => scan::Engine::Sorting,
        },
        common: options.common,
        conditions: conditions(options),
        place,
    };
    let pairs = give(options, &comparison, &gathered)?;
    let copies = gathered.catalogue.rows().iter().zip(0..).filter(|(row, at)| row.first != *at).count();
    say_note(format_args!(
        "{} documents, {} passed over, {copies} exact copies, {pairs} pairs, {} MB at most",
        gathered.catalogue.len(),
        gathered.skipped.count(),
        machine::peak_memory().unwrap_or(0) >> 20
    ));
    Ok(Outcome { matched: options.fail_on_match && (pairs > 0 || copies > 0), incomplete })
}

/// What documents are reduced to, and what pairs must share at last.
fn reduction(options: &Scan) -> Result<(Reduction, Option<Need>), Error> {
    let model = methods::model(&options.model)?;
    let thousandths = (options.at_least * 1000.0).round() as u32;
    let wanted = match options.measure {
        args::Measure::Resemblance => Need::Resemblance { thousandths },
        args::Measure::Containment => Need::Containment { thousandths },
    };
    let (option, line) = match &options.preset {
        Some(preset) => ("--preset", preset.clone()),
        None => ("--method", options.method.clone()),
    };
    let (_, method) = methods::method(option, &line, model.as_ref())?;
    let mut reduction = Reduction { w: options.w, identity: identity(options.identity), method: None, model };
    // The shingles themselves are all that these need.
    if matches!(&*line, "resemblance" | "containment") {
        let need = if line == "containment" { Need::Containment { thousandths } } else { wanted };
        return Ok((reduction, Some(need)));
    }
    if Reduction::is_of_shingles(&method, method.recipe.w) && line.contains(':') {
        reduction.w = method.recipe.w;
        return Ok((reduction, Some(need(&method))));
    }
    reduction.method = Some(method);
    Ok((reduction, (!options.no_verify).then_some(wanted)))
}

/// What a method on whole shingles asks for.
fn need(method: &Method) -> Need {
    match method.alike {
        Alike::Containment { thousandths } => Need::Containment { thousandths },
        Alike::InCommon { shingles } => Need::Shared { least: shingles },
        Alike::Resemblance { thousandths } => Need::Resemblance { thousandths },
        _ => Need::Resemblance { thousandths: 1000 },
    }
}

fn identity(identity: args::Identity) -> scan::Identity {
    match identity {
        args::Identity::Words => scan::Identity::Words,
        args::Identity::Text => scan::Identity::Text,
    }
}

fn conditions(options: &Scan) -> Conditions {
    Conditions {
        least_words: options.min_words,
        lengths: options.lengths_within.map_or(0, |percent| 1000 - 10 * percent),
        of_one_category: options.category.is_some(),
        sites: match options.sites {
            args::Sites::Any => scan::Sites::Any,
            args::Sites::Same => scan::Sites::Same,
            args::Sites::Different => scan::Sites::Different,
        },
        old: None,
    }
}

/// Writes the pairs to standard output, and returns how many there are.
fn give(options: &Scan, comparison: &Comparison, gathered: &Gathered) -> Result<u64, Error> {
    let progress = Progress::new("Comparing", gathered.catalogue.len());
    let found = comparison.pairs(gathered, &|done, _| progress.at(done as u64))?;
    drop(progress);
    let unwritable = |reason| Error::Unwritable { place: "standard output".into(), reason };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut pairs = 0;
    for found in found {
        let Found { a, b, shared, score } = found?;
        let of = |ordinal: u32| u64::from(gathered.catalogue.row(ordinal).shingles);
        let overlap = Overlap { shared: shared.unwrap_or(0).into(), a: of(a), b: of(b) };
        let (a, b) = (gathered.catalogue.name(a)?, gathered.catalogue.name(b)?);
        let _ = options.tsv;
        writeln!(out, "{a}\t{b}\t{}\t{score}", overlap.resemblance()).map_err(unwritable)?;
        pairs += 1;
    }
    out.flush().map_err(unwritable)?;
    Ok(pairs)
}
