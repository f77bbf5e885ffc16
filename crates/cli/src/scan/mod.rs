//! `twinprint scan`: all near-duplicate pairs of a corpus.

mod give;
pub(crate) mod plan;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{fs, io};

use twinprint::hash;
use twinprint::resemblance::Overlap;
use twinprint::sketch::Method;
use twinprint::text::{Boilerplate, BoilerplateRule};
use twinprint_native::boilerplate::Learning;
use twinprint_native::corpus::{EachOnce, Entry, Listing, Origin};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::{
    Clustered, Clustering, Clusters, Conditions, Extent, Gathered, Keeping, Listed, Spool, Summary, cluster,
};
use twinprint_native::{Error, OutputKind, check_outputs, check_place, memory, overlap};
use twinprint_study::sampling::adaptive::{PlanTarget, choose};

use crate::args::Scan;
use crate::boilerplate::learned;
use crate::methods;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::{is_gone, part_gone, part_repeated, say_skipped};
use crate::terminal::print;
use crate::verbose::say_settings;
use crate::{Outcome, reading, say_note};
use plan::Plan;

/// Where a scan with an output folder keeps what it has found so far.
const STATE: &str = "state";

pub(crate) fn run(options: &Scan) -> Result<Outcome, Error> {
    let begun = Instant::now();
    if let Some(path) = &options.report {
        check_place(path)?;
    }
    for (option, path) in [("write", &options.write), ("keep", &options.keep)] {
        let Some(path) = path else { continue };
        let value = path.to_string_lossy().into_owned();
        let expected = "\"twinprint dedup CORPUS -o FOLDER\" instead: it gives a corpus back without what stands in what is kept, and \
                        lists what it removed; to be in a cluster is no reason to be removed";
        return Err(Error::Core(twinprint::Error::InvalidOption { option, value, expected }));
    }
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let (listing, old_files) = listing(options, &mut refusals)?;
    refusals.proceed()?;
    let boilerplate = boilerplate(options, &listing)?;
    let mut plan = Plan::new(options, &listing, old_files, boilerplate)?;
    let folder = &plan.comparison.place.folder;
    tempfile::tempfile_in(folder).map_err(|reason| unwritable(folder, reason))?;
    let state = options.output.as_ref().map(|folder| folder.join(STATE));
    if let Some(name) = &options.pairs_of {
        return pairs_of(options, &mut plan, &listing, name, refusals, begun);
    }
    let done = scan(options, &mut plan, &listing, state.as_deref(), &mut refusals);
    if let (Err(Error::Full { .. }), Some(state)) = (&done, &state) {
        // What stands there is what fills the disk.
        let _ = fs::remove_dir_all(state);
    }
    let scanned = done?;

    let mut summary = summary(&scanned.gathered, &refusals, begun)?;
    summary.pairs = scanned.pairs_at_least;
    if scanned.listed < summary.pairs || scanned.extent == Extent::OfClusters {
        let at_least = scanned.extent == Extent::OfClusters;
        summary.listed = Some(Listed { listed: scanned.listed, at_least });
    }
    summary.clusters = Some(Clustered::of(&scanned.clusters));
    give::all(options, &plan, &listing, &scanned, &mut summary, begun)?;
    if let Some(state) = &state {
        fs::remove_dir_all(state).map_err(|reason| unwritable(state, reason))?;
    }
    ended(options, &summary, &refusals)
}

/// Lists all pairs of a document.
fn pairs_of(
    options: &Scan,
    plan: &mut Plan,
    listing: &Listing,
    name: &str,
    mut refusals: Refusals,
    begun: Instant,
) -> Result<Outcome, Error> {
    let gathered = taken_in(options, plan, listing, None, &mut refusals)?;
    let document = named(&gathered, name)?;
    let pairs = {
        let progress = Progress::new("Comparing", gathered.catalogue.len());
        let watch = |done: usize, all: usize| progress.of(done as u64, all as u64);
        let found = plan.comparison.pairs_of(document, &gathered, &watch)?;
        Spool::unnamed(&plan.comparison.place.folder, found)?
    };
    let mut summary = summary(&gathered, &refusals, begun)?;
    summary.pairs = pairs.len();
    give::pairs_of(options, &gathered, &pairs)?;
    ended(options, &summary, &refusals)
}

/// The document of a name.
fn named(gathered: &Gathered, name: &str) -> Result<u32, Error> {
    for document in 0..gathered.catalogue.len() as u32 {
        if gathered.catalogue.name(document)? == name {
            return Ok(document);
        }
    }
    let expected = "the name of a document of the corpus, as pairs have it";
    Err(Error::Core(twinprint::Error::InvalidOption { option: "pairs-of", value: name.into(), expected }))
}

/// What was read, and what it took so far.
fn summary(gathered: &Gathered, refusals: &Refusals, begun: Instant) -> Result<Summary, Error> {
    Ok(Summary {
        peak_memory: memory::peak(),
        ledger: Some(refusals.accounts()?.clone()),
        seconds: begun.elapsed().as_secs_f64(),
        ..Summary::of(&gathered.catalogue, &gathered.skipped)
    })
}

/// Says what was done.
fn ended(options: &Scan, summary: &Summary, refusals: &Refusals) -> Result<Outcome, Error> {
    say_skipped(&summary.skipped);
    // If nobody listens, nothing is lost but the summary.
    let line = refusals.accounts()?.line();
    let _ = io::stderr().lock().write_all(format!("{}{line}\n", summary.text()).as_bytes());
    if options.json && options.output.is_none() {
        print(&format!("{}\n", refusals.json()?))?;
    }
    let found = summary.pairs + summary.exact_duplicates > 0;
    Ok(Outcome { matched: options.fail_on_match && found, ..refusals.outcome() })
}

/// What a scan found.
struct Scanned {
    gathered: Gathered,
    /// Those of which clusters are made: all, if there are not too many.
    pairs: Spool,
    extent: Extent,
    /// How many there are; with those of clusters alone, at least.
    pairs_at_least: u64,
    /// How many are listed.
    listed: u64,
    clusters: Clusters,
}

/// The files of the old corpus, then those of the new one, and how many the first are.
///
/// # Errors
/// A file would be written in place of one of them, or of anyone else's.
fn listing(options: &Scan, refusals: &mut Refusals) -> Result<(Listing, usize), Error> {
    let mut listing = Listing::with_archives(&options.against);
    let mut new = Listing::with_archives(&options.corpus);
    let operands: Vec<OsString> = options.against.iter().chain(&options.corpus).cloned().collect();
    let entries: Vec<Entry> = listing.entries.iter().chain(&new.entries).cloned().collect();
    check_outputs(&outputs(options), &operands, &entries, options.force)?;
    for of in [&mut listing, &mut new] {
        for own in of.leave_out(written(options)) {
            say_note(format_args!("{}: this is what the scan writes; left out", own.name));
        }
    }
    let mut files = EachOnce::default();
    part_repeated(&mut listing, &mut files);
    part_repeated(&mut new, &mut files);
    let there = |entry: &&Entry| !is_gone(entry);
    let old_files = listing.entries.iter().filter(there).count();
    let is_input = |entry: &Entry| entry.origin == Origin::StandardInput;
    if listing.entries.iter().any(is_input) && new.entries.iter().any(is_input) {
        new.entries.retain(|entry| !is_input(entry));
        new.errors.push(Error::StandardInputTwice);
    }
    listing.entries.extend(new.entries);
    listing.errors.extend(new.errors);
    listing.notes.extend(new.notes);
    part_gone(&mut listing);
    refusals.listing(&listing);
    refusals.account_for("compared", &listing);
    Ok((listing, old_files))
}

fn scan(
    options: &Scan,
    plan: &mut Plan,
    listing: &Listing,
    state: Option<&Path>,
    refusals: &mut Refusals,
) -> Result<Scanned, Error> {
    let task = task(options, plan, listing);
    for (name, value) in plan.parameters(options) {
        say_settings(format_args!("{}: {value}", name.to_lowercase()));
    }
    let gathered = taken_in(options, plan, listing, state.map(|folder| (folder, &*task)), refusals)?;
    let most = most_pairs(options, &gathered);
    // Pairs of another task, or up to another bound, are never taken for these.
    let spooled = |extent: Extent| {
        let name = if extent == Extent::All { "pairs" } else { "pairs-of-clusters" };
        state.map(|folder| folder.join(format!("{name}-{task}-{most}")))
    };
    let earlier = |extent: Extent| Some((extent, spooled(extent).as_deref().and_then(Spool::open)?));
    let (extent, pairs) = match earlier(Extent::All).or_else(|| earlier(Extent::OfClusters)) {
        Some(found) => found,
        None => {
            let progress = Progress::new("Comparing", gathered.catalogue.len());
            let watch =
                |done: usize, all: usize| progress.at((done * gathered.catalogue.len() / all.max(1)) as u64);
            let Clustering { linking, preference, .. } = plan.clustering;
            let (extent, found) =
                plan.comparison.pairs_or_clusters(most, (linking, preference), &gathered, &watch)?;
            let pairs = match spooled(extent) {
                Some(path) => Spool::create(&path, found)?,
                None => Spool::unnamed(&plan.comparison.place.folder, found)?,
            };
            (extent, pairs)
        }
    };
    let clusters = clusters(plan, &gathered, &pairs)?;
    let pairs_at_least = match extent {
        // Sketches may find as many that are not confirmed.
        Extent::OfClusters if plan.comparison.method.is_none() => pairs.len().max(most + 1),
        _ => pairs.len(),
    };
    Ok(Scanned { gathered, pairs_at_least, listed: pairs.len().min(most), pairs, extent, clusters })
}

/// The most pairs that are listed, for a person who has said nothing of it: at least so many, and for each document so many.
const MOST_PAIRS: u64 = 1_000_000;
const MOST_PAIRS_OF_EACH: u64 = 50;

fn most_pairs(options: &Scan, gathered: &Gathered) -> u64 {
    let by_documents = MOST_PAIRS_OF_EACH * gathered.catalogue.len() as u64;
    options.most_pairs.unwrap_or(MOST_PAIRS.max(by_documents))
}

/// Takes the corpus in, and has the plan know what only the documents tell.
fn taken_in(
    options: &Scan,
    plan: &mut Plan,
    listing: &Listing,
    state: Option<(&Path, &str)>,
    refusals: &mut Refusals,
) -> Result<Gathered, Error> {
    let gathered = gather(plan, listing, state)?;
    refusals.of_corpus(&gathered)?;
    refusals.proceed()?;
    let old_files = plan.ingest.apart.old_files;
    if !options.against.is_empty() {
        let old = gathered.catalogue.rows().partition_point(|row| row.file < old_files) as u32;
        plan.comparison.conditions = Conditions { old: Some(old), ..plan.comparison.conditions };
    }
    if let Some(wanted) = plan::wanted(options, gathered.catalogue.len())? {
        choose_samples(plan, &gathered, &wanted)?;
    }
    Ok(gathered)
}

/// The clusters that pairs make.
fn clusters(plan: &Plan, gathered: &Gathered, pairs: &Spool) -> Result<Clusters, Error> {
    let (mut x, mut y, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
    let resemblance = |a: u32, b: u32| {
        let mut read = |ordinal: u32, list: &mut Vec<u64>| {
            let number = gathered.catalogue.row(ordinal).first as usize;
            gathered.shingles.read(number..number + 1, list, &mut scratch)
        };
        read(a, &mut x)?;
        read(b, &mut y)?;
        let shared = overlap::shared(&x, &y).into();
        Ok(Overlap { shared, a: x.len() as u64, b: y.len() as u64 }.resemblance())
    };
    cluster(&gathered.catalogue, &plan.clustering, || Ok(pairs.iter()), resemblance)
}

/// Reads the corpus, or what is left of it to read.
fn gather(plan: &Plan, listing: &Listing, state: Option<(&Path, &str)>) -> Result<Gathered, Error> {
    let keeping = match state {
        Some((folder, task)) => Keeping::Folder { folder: folder.into(), task: task.into() },
        None => {
            let Workspace { memory, folder } = plan.comparison.place.clone();
            Keeping::Unnamed { folder, memory: memory / 8 }
        }
    };
    reading::gather(&plan.ingest, listing, || plan.documents(listing), &keeping)
}

/// What is asked for, and of which files: a scan goes on only where all of it is the same.
fn task(options: &Scan, plan: &Plan, listing: &Listing) -> String {
    let mut task = format!(
        "{} {:?} {:?} {:?} {:?} {:?}\n",
        env!("CARGO_PKG_VERSION"),
        plan.method,
        (&plan.ingest.reduction, plan.ingest.apart, plan.ingest.site, &plan.ingest.files),
        (plan.comparison.confirm, plan.comparison.engine, plan.comparison.common, plan.comparison.conditions),
        (&plan.fields, plan.ingest.repeated),
        (&plan.comparison.plan, options.precision)
    );
    task += &reading::state(listing);
    format!("{:032x}", hash::md5(task.as_bytes()))
}

/// Finds the samples that are precise enough.
fn choose_samples(plan: &mut Plan, gathered: &Gathered, wanted: &PlanTarget) -> Result<(), Error> {
    let progress = Progress::new("Choosing", 1);
    let step = |done: usize, of: usize| progress.of(done as u64, of as u64);
    let recipe = plan.ingest.reduction.recipe().id().to_string();
    let chosen = choose(gathered, &recipe, wanted, &plan.comparison.place, &step)?;
    drop(progress);
    say_note(format_args!(
        "samples for a precision of {}: {}; {:.2} % of the shingles",
        wanted.precision,
        plan::steps(&chosen.plan),
        100.0 * chosen.share
    ));
    plan.comparison.plan = Some(chosen.plan);
    Ok(())
}

/// The boilerplate that is taken out, if any is: of a file, or learned from the corpus, which is read for it.
fn boilerplate(options: &Scan, listing: &Listing) -> Result<Option<Arc<Boilerplate>>, Error> {
    let (_, line) = plan::named(options);
    let given = methods::boilerplate(options.boilerplate.as_deref(), methods::changes(&line))?;
    if given.is_some() || !Method::lacks_boilerplate(&line) {
        return Ok(given);
    }
    let place = options.means.place();
    let learning = Learning {
        rule: BoilerplateRule { thousandths: 10 * options.boilerplate_share, ..BoilerplateRule::default() },
        by_group: options.site_field.is_some(),
        memory: place.memory / 2,
        folder: place.folder,
    };
    let documents = |entries| options.read_as.documents_with(entries, plan::fields(options));
    learned(listing, documents, &learning).map(Some)
}

fn unwritable(path: &Path, reason: io::Error) -> Error {
    Error::Unwritable { place: path.to_string_lossy().into_owned(), reason }
}

/// The files that a scan writes.
fn outputs(options: &Scan) -> Vec<(PathBuf, OutputKind)> {
    let report = options.report.iter().map(|path| (path.clone(), OutputKind::Report));
    let of_folder = options.output.iter().flat_map(|folder| {
        let kind = if is_earlier(folder) { OutputKind::Earlier } else { OutputKind::List };
        let format = give::format(options);
        let names = [
            ("pairs", format.ending()),
            ("clusters", give::of_clusters(format).ending()),
            ("report", "html"),
            ("summary", "json"),
        ];
        names.map(|(name, ending)| (output(folder, name, ending), kind))
    });
    report.chain(of_folder).collect()
}

/// Whether an earlier scan wrote into a folder, or began to.
fn is_earlier(folder: &Path) -> bool {
    let summary = fs::read_to_string(output(folder, "summary", "json"));
    folder.join(STATE).is_dir() || summary.is_ok_and(|summary| summary.starts_with("{\"documents\":"))
}

/// What a scan writes that could be taken for documents when it is done again.
fn written(options: &Scan) -> Vec<PathBuf> {
    let names = [("pairs", "jsonl"), ("pairs", "parquet"), ("clusters", "jsonl"), ("report", "html")];
    let of_folder = |folder: &PathBuf| names.map(|(name, ending)| output(folder, name, ending));
    let named = options.report.iter().cloned();
    options.output.iter().flat_map(of_folder).chain(named).collect()
}

/// A file of the output folder.
fn output(folder: &Path, name: &str, ending: &str) -> PathBuf {
    folder.join(format!("{name}.{ending}"))
}
