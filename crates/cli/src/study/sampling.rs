//! `twinprint study sampling`: what sampling of shingles costs.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use twinprint::hash;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::{
    Apart, Gathered, Identity, Ingest, Keeping, Kept, Reduction, RepeatedNames, Spool,
};
use twinprint_study::form::{Parameters, check_folder};
use twinprint_study::sampling::adaptive::{DIVISORS, PlanTarget, choose, share};
use twinprint_study::sampling::{
    Collection, LengthGroups, SampleHash, SamplingResults, SamplingTrials, Trial, WIDTHS, comparison,
    reached, widths,
};

use super::{gather, give};
use crate::args::{IfRefused, Sampling};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::{Outcome, reading};

/// Where the study keeps what it has found so far.
const STATE: &str = "state";

pub(crate) fn run(options: &Sampling) -> Result<Outcome, Error> {
    check_folder(&options.form.output)?;
    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&options.corpus, &mut refusals);
    let place = options.means.place();
    let state = options.form.output.join(STATE);
    let intake = intake(options, &listing)?;
    let task = task(options, &intake, &listing);
    let temporary = place.folder.clone();
    let fields = options.sites.fields();
    let documents =
        || corpus::documents(listing.entries.clone()).with_temporary(&temporary).with_fields(fields.clone());
    let keeping = Keeping::Folder { folder: state.clone(), task: task.clone() };
    let gathered = gather(&mut refusals, &intake, &listing, documents, &keeping)?;
    let pairs = pairs(&gathered, &state.join(format!("pairs-{task}")), &place)?;
    let borders = &options.borders;
    let groups = if borders.is_empty() { LengthGroups::papers() } else { LengthGroups::new(borders.clone()) };
    let collection = Collection::new(gathered, groups, pairs);
    let wanted = PlanTarget {
        precision: options.precision,
        threshold: options.threshold,
        divisors: DIVISORS.into(),
        share: options.sample.unwrap_or_else(|| share(collection.documents()).min(0.5)),
        seed: options.form.seed,
    };
    let trials = trials(options, wanted.bin(), &collection, &state, &place)?;
    let progress = Progress::new("Hashes", 1);
    let step = |done: usize, of: usize| progress.of(done as u64, of as u64);
    let widths = widths(&collection, &WIDTHS, &place, &step)?;
    drop(progress);
    let recipe = intake.reduction.recipe().id().to_string();
    let progress = Progress::new("Choosing", 1);
    let step = |done: usize, of: usize| progress.of(done as u64, of as u64);
    let chosen = choose(collection.gathered(), &recipe, &wanted, &place, &step)?;
    drop(progress);
    let progress = Progress::new("Trying the plan", 1);
    let step = |done: usize, of: usize| progress.of(done as u64, of as u64);
    let reached = reached(&collection, &chosen.plan, &wanted, &place, &step)?;
    drop(progress);
    let results = SamplingResults {
        collection: &collection,
        trials: &trials,
        widths: &widths,
        wanted: &wanted,
        chosen: &chosen,
        reached,
    };
    give(results.study(parameters(options, &wanted, &intake.reduction))?, &options.form)?;
    refusals.end(false)
}

/// As the paper prepares its collection: exact copies by the MD5 of the text, shingles by MD5 and by the hash of a scan.
fn intake(options: &Sampling, listing: &Listing) -> Result<Ingest, Error> {
    Ok(Ingest {
        reduction: Reduction { identity: Identity::Text, ..Reduction::to_shingles(options.w, Kept::Digests) },
        site: options.sites.rule()?,
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        repeated: RepeatedNames::default(),
    })
}

/// All pairs that are alike, or those that were found before.
fn pairs(gathered: &Gathered, path: &Path, place: &Workspace) -> Result<Spool, Error> {
    if let Some(pairs) = Spool::open(path) {
        return Ok(pairs);
    }
    let progress = Progress::new("Comparing", 1);
    let step = |done: usize, of: usize| progress.of(done as u64, of as u64);
    let comparison = comparison(place);
    Spool::create(path, comparison.pairs(gathered, &step)?)
}

/// All trials, by each hash.
fn trials(
    options: &Sampling,
    threshold_bin: usize,
    collection: &Collection,
    state: &Path,
    place: &Workspace,
) -> Result<Vec<SamplingTrials>, Error> {
    let each = Trial::all(&options.ratios).count() * collection.groups().len();
    let progress = Progress::new("Trials", each * SampleHash::ALL.len());
    let done = AtomicU64::new(0);
    let step = |trials: u64| progress.at(done.fetch_add(trials, Ordering::Relaxed) + trials);
    let run = |hash| {
        SamplingTrials::run(collection, hash, &options.ratios, threshold_bin, place, Some(state), &step)
    };
    SampleHash::ALL.into_iter().map(run).collect()
}

/// What is asked for, and of which files: a study goes on only where all of it is the same.
fn task(options: &Sampling, intake: &Ingest, listing: &Listing) -> String {
    let sites = (&options.sites.site, &options.sites.site_field);
    let read = (&intake.reduction, sites, &options.ratios, &options.borders, options.threshold);
    let task = format!("{} {read:?} {}", env!("CARGO_PKG_VERSION"), reading::state(listing));
    format!("{:032x}", hash::md5(task.as_bytes()))
}

/// What repeats the study.
fn parameters(options: &Sampling, wanted: &PlanTarget, reduction: &Reduction) -> Parameters {
    let setting = |name: &str, value: String| (name.to_string(), value);
    let list = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let md5 = reduction.recipe().with_shingle_hash(twinprint::ShingleHash::Md5);
    Parameters {
        command: Vec::new(),
        seed: options.form.seed,
        settings: vec![
            setting("shingle", options.w.to_string()),
            setting("ratios", list(&options.ratios)),
            setting("borders", list(&options.borders)),
            setting("threshold", format!("0.{}", options.threshold)),
            setting("precision", options.precision.to_string()),
            setting("sample", wanted.share.to_string()),
        ],
        recipes: vec![
            setting("rolled64", reduction.recipe().id().to_string()),
            setting("md5", md5.id().to_string()),
        ],
    }
}
