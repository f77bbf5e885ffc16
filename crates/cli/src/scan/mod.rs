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
use twinprint_native::scan::{Clustered, Clusters, Conditions, Gathered, Keeping, Spool, Summary, cluster};
use twinprint_native::{Error, OutputKind, check_outputs, check_place, memory, overlap};
use twinprint_study::sampling::adaptive::{PlanTarget, choose};

use crate::args::Scan;
use crate::boilerplate::learned;
use crate::methods;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::{is_gone, part_gone, part_repeated, say_skipped};
use crate::terminal::print;
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
    let done = scan(options, &mut plan, &listing, state.as_deref(), &mut refusals);
    if let (Err(Error::Full { .. }), Some(state)) = (&done, &state) {
        // What stands there is what fills the disk.
        let _ = fs::remove_dir_all(state);
    }
    let Scanned { gathered, pairs, clusters } = done?;

    let mut summary = Summary::of(&gathered.catalogue, &gathered.skipped);
    summary.pairs = pairs.len();
    summary.clusters = Some(Clustered::of(&clusters));
    summary.peak_memory = memory::peak();
    summary.ledger = Some(refusals.accounts()?.clone());
    summary.seconds = begun.elapsed().as_secs_f64();
    give::all(options, &plan, &listing, &Scanned { gathered, pairs, clusters }, &mut summary, begun)?;
    if let Some(state) = &state {
        fs::remove_dir_all(state).map_err(|reason| unwritable(state, reason))?;
    }
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
    pairs: Spool,
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
    let gathered = gather(plan, listing, state, &task)?;
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
    // Pairs of another task are never taken for these.
    let spooled = state.map(|folder| folder.join(format!("pairs-{task}")));
    let pairs = match spooled.as_deref().and_then(Spool::open) {
        Some(pairs) => pairs,
        None => {
            let progress = Progress::new("Comparing", gathered.catalogue.len());
            let watch =
                |done: usize, all: usize| progress.at((done * gathered.catalogue.len() / all.max(1)) as u64);
            let found = plan.comparison.pairs(&gathered, &watch)?;
            match &spooled {
                Some(path) => Spool::create(path, found)?,
                None => Spool::unnamed(&plan.comparison.place.folder, found)?,
            }
        }
    };
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
    let clusters = cluster(&gathered.catalogue, &plan.clustering, || Ok(pairs.iter()), resemblance)?;
    Ok(Scanned { gathered, pairs, clusters })
}

/// Reads the corpus, or what is left of it to read.
fn gather(plan: &Plan, listing: &Listing, state: Option<&Path>, task: &str) -> Result<Gathered, Error> {
    let keeping = match state {
        Some(folder) => Keeping::Folder { folder: folder.into(), task: task.into() },
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
