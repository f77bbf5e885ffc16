//! `twinprint study hamming`: within how many bits near-duplicates are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use twinprint::hash;
use twinprint::native::corpus::{self, Listing, Source};
use twinprint::native::overlap::Place;
use twinprint::native::scan::{Apart, Catalogue, Gathered, Identity, Intake, Keeping, Reduction};
use twinprint::native::study::form::{Parameters, check_folder};
use twinprint::native::study::hamming::{Drawing, Findings, Judged, Lengths, Near, Options, Verdictor};
use twinprint::native::study::label::{Drawn, Page, Pair, Pairs, Verdicts};
use twinprint::native::{Error, machine};
use twinprint::simhash::Bits;
use twinprint::sketch::Method;
use twinprint::{Format, Sketching};

use super::give;
use crate::args::Hamming;
use crate::passed::{part_gone, say_listing, say_skipped};
use crate::progress::Progress;
use crate::terminal::counted;
use crate::{Outcome, methods, reading, say_note};

/// The memory taken on a machine that does not say how much it has.
const MEMORY: u64 = 1 << 30;
/// The least memory taken: with less, a corpus is read again and again.
const LEAST_MEMORY: u64 = 16 << 20;

/// Where a study keeps what it has read so far.
const STATE: &str = "state";

pub(crate) fn run(arguments: &Hamming) -> Result<Outcome, Error> {
    let output = &arguments.form.output;
    check_folder(output)?;
    let model = methods::model(&arguments.model)?;
    let (line, method) = methods::method("--method", &arguments.method, model.as_ref())?;
    check(&line, &method)?;
    let mut listing = Listing::new(&arguments.corpus);
    part_gone(&mut listing);
    say_listing(&listing);

    let place = Place {
        memory: arguments.memory.or_else(|| Some(machine::memory()? / 4)).unwrap_or(MEMORY).max(LEAST_MEMORY)
            as usize,
        folder: arguments.temp_dir.clone().unwrap_or_else(std::env::temp_dir),
    };
    let temporary = place.folder.clone();
    let reduction = Reduction {
        w: arguments.w,
        identity: Identity::Words,
        template: Arc::default(),
        method: Some(method.clone()),
        model,
        digests: false,
    };
    let intake = Intake {
        reduction,
        site: None,
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        strict: false,
    };
    let documents = || corpus::documents(listing.entries.clone()).with_temporary(&temporary);
    let task = format!("{} {line} {} {}", env!("CARGO_PKG_VERSION"), arguments.w, reading::state(&listing));
    let task = format!("{:032x}", hash::md5(task.as_bytes()));
    let keeping = Keeping::Folder { folder: output.join(STATE), task };
    let gathered = reading::gather(&intake, &listing, documents, &keeping)?;

    let lengths = arguments.lengths();
    let drawing = Drawing {
        k: arguments.bits,
        lengths: &lengths,
        sample: arguments.drawn() as usize,
        seed: arguments.form.seed,
    };
    let options =
        Options { drawing, thresholds: arguments.thresholds(), precision: arguments.precision, place };
    let labelled = arguments.labels.as_deref().map(|folder| Labelled::read(folder, &lengths)).transpose()?;
    let verdictor =
        labelled.as_ref().map_or(Verdictor::Resemblance, |labelled| Verdictor::People(&labelled.judged));
    let progress = Progress::new("Comparing", gathered.catalogue.len());
    let watch = |done: usize, all: usize| progress.at((done * gathered.catalogue.len() / all.max(1)) as u64);
    let findings = Findings::of(&gathered, &options, verdictor, &watch)?;
    progress.end();

    let drawn = drawn(&method, arguments, &findings.near);
    if let (Some(folder), Some(labelled)) = (&arguments.labels, &labelled) {
        labelled.check(folder, &drawn)?;
    }
    if let Some(folder) = &arguments.to_label {
        let pairs = pairs(&findings.near, arguments);
        write_pairs(folder, drawn, &pairs, &gathered.catalogue, |wanted| {
            reading::again(&listing, documents, &gathered.catalogue, wanted)
        })?;
    }
    let names = findings.crowded.iter().map(|&(_, document, _)| gathered.catalogue.name(document));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    say_skipped(&gathered.skipped);
    let parameters = parameters(arguments, &line, &method, &intake, &gathered);
    give(findings.report(&options, &names, parameters), &arguments.form)?;
    Ok(Outcome { incomplete: !listing.errors.is_empty(), ..Outcome::default() })
}

/// The fingerprints are numbers of 64 bits, one a document.
fn check(line: &str, method: &Method) -> Result<(), Error> {
    match &method.recipe.sketching {
        Sketching::Simhash { bits: Bits::B64, lexicons } if lexicons.count() == 1 => Ok(()),
        _ => Err(Error::Core(twinprint::Error::InvalidOption {
            option: "method",
            value: line.into(),
            expected: "a simhash of 64 bits and one lexicon, such as simhash or simhash-shingle",
        })),
    }
}

fn parameters(
    arguments: &Hamming,
    line: &str,
    method: &Method,
    intake: &Intake,
    gathered: &Gathered,
) -> Parameters {
    let setting = |name: &str, value: String| (name.to_string(), value);
    let thresholds = arguments.thresholds();
    let share = |thousandths: u32| (f64::from(thousandths) / 1000.0).to_string();
    Parameters {
        command: Vec::new(),
        seed: arguments.form.seed,
        settings: vec![
            setting("documents", gathered.catalogue.len().to_string()),
            setting("method", line.into()),
            setting("bits", arguments.bits.to_string()),
            setting("lengths", arguments.lengths().names().join("; ")),
            setting("precision asked", arguments.precision.to_string()),
            setting("pairs drawn at each distance", arguments.drawn().to_string()),
            setting("least resemblance of near-duplicates", share(thresholds.correct)),
            setting("least resemblance of undecided pairs", share(thresholds.undecided)),
            setting("words in a shingle", arguments.w.to_string()),
        ],
        recipes: vec![
            setting("fingerprints", method.recipe.id().to_string()),
            setting("shingles", intake.reduction.recipe().id().to_string()),
        ],
    }
}

/// What pairs are drawn from: verdicts hold for the same corpus and method only.
fn drawn(method: &Method, arguments: &Hamming, near: &Near) -> Drawn {
    let pairs = (0..=arguments.bits).map(|distance| (distance.to_string(), near.pairs(distance)));
    Drawn {
        study: "hamming".into(),
        source: format!("recipe {}", method.recipe.id()),
        pairs: pairs.collect(),
    }
}

/// The pairs to judge, as many of each distance, mixed.
fn pairs(near: &Near, arguments: &Hamming) -> Vec<(u32, u32, u32)> {
    let each = arguments.label_each as usize;
    let of = |distance| near.drawn(distance).take(each).map(move |(a, b)| (distance, a, b));
    let mut pairs: Vec<_> = (0..=near.k()).flat_map(of).collect();
    pairs.sort_by_key(|&(_, a, b)| {
        hash::mix(arguments.form.seed ^ hash::mix(u64::from(a) << 32 | u64::from(b)))
    });
    pairs
}

/// Writes pairs with their texts.
fn write_pairs(
    folder: &Path,
    drawn: Drawn,
    pairs: &[(u32, u32, u32)],
    catalogue: &Catalogue,
    again: impl FnOnce(&BTreeSet<u32>) -> std::collections::HashMap<u32, Source>,
) -> Result<(), Error> {
    let wanted = pairs.iter().flat_map(|&(_, a, b)| [a, b]).collect();
    let sources = again(&wanted);
    let page = |document: u32| -> Result<Page, Error> {
        let source = sources.get(&document).ok_or_else(|| {
            let place = catalogue.name(document).unwrap_or_default();
            Error::ReadOnce { place }
        })?;
        let Source { name, url, text, format, .. } = source;
        Ok(Page { id: name.clone(), url: url.clone(), text: text.clone(), html: *format == Format::Html })
    };
    let pair = |&(distance, a, b): &(u32, u32, u32)| -> Result<Pair, Error> {
        let words = [a, b].map(|document| catalogue.row(document).words);
        Ok(Pair { kind: distance.to_string(), words, a: page(a)?, b: page(b)? })
    };
    let pairs: Vec<Pair> = pairs.iter().map(pair).collect::<Result<_, _>>()?;
    if pairs.is_empty() {
        say_note("there is no pair to judge");
        return Ok(());
    }
    let count = pairs.len() as u64;
    Pairs { drawn, pairs }.write(folder)?;
    let place = folder.display();
    say_note(format_args!(
        "{place}: {} to judge with \"twinprint study label {place}\"",
        counted(count, "pair")
    ));
    Ok(())
}

/// What a person said of pairs.
struct Labelled {
    drawn: Drawn,
    judged: Vec<Judged>,
}

impl Labelled {
    fn read(folder: &Path, lengths: &Lengths) -> Result<Labelled, Error> {
        let Pairs { drawn, pairs } = Pairs::read(folder)?;
        let verdicts = Verdicts::read(folder, pairs.len())?;
        let judged = |(pair, verdict): (&Pair, Option<_>)| {
            let length = lengths.of(pair.words[0].min(pair.words[1]));
            Some(Judged { distance: pair.kind.parse().ok()?, length, verdict: verdict? })
        };
        Ok(Labelled { drawn, judged: pairs.iter().zip(verdicts).filter_map(judged).collect() })
    }

    /// The pairs must be drawn from what is studied now: else they weigh what they do not stand for.
    fn check(&self, folder: &Path, drawn: &Drawn) -> Result<(), Error> {
        let within = |of: &Drawn| -> BTreeMap<String, u64> {
            let own = of
                .pairs
                .iter()
                .filter(|(kind, _)| drawn.pairs.contains_key(*kind) && self.drawn.pairs.contains_key(*kind));
            own.map(|(kind, count)| (kind.clone(), *count)).collect()
        };
        if self.drawn.source == drawn.source
            && self.drawn.study == drawn.study
            && within(&self.drawn) == within(drawn)
        {
            return Ok(());
        }
        Err(Error::Label {
            place: folder.to_string_lossy().into_owned(),
            what: "its pairs were drawn from another corpus, or by another method".into(),
            remedy: "give the corpus and the method that they were drawn with",
        })
    }
}
