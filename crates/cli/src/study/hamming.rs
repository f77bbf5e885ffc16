//! `twinprint study hamming`: within how many bits near-duplicates are.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use twinprint::Sketching;
use twinprint::hash;
use twinprint::simhash::Bits;
use twinprint::sketch::Method;
use twinprint_native::Error;
use twinprint_native::corpus;
use twinprint_native::scan::{
    Apart, Catalogue, Gathered, Identity, Ingest, Keeping, Kept, Reduction, RepeatedNames,
};
use twinprint_study::form::{Parameters, check_folder};
use twinprint_study::hamming::{
    HammingDrawing, HammingFindings, HammingOptions, JudgedBy, JudgedDistance, Lengths, NearPairs,
};
use twinprint_study::label::{LabelPairs, PairOrigin, VerdictLog};
use twinprint_study::verdict::JudgeKind;

use super::{gather, give, pairs};
use crate::args::{Hamming, IfRefused};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::{Outcome, methods, reading};

/// Where a study keeps what it has read so far.
const STATE: &str = "state";

pub(crate) fn run(arguments: &Hamming) -> Result<Outcome, Error> {
    let output = &arguments.form.output;
    check_folder(output)?;
    let model = methods::model(&arguments.model)?;
    let (line, method) = methods::method("--method", &arguments.method, model.as_ref())?;
    check(&line, &method)?;
    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&arguments.corpus, &mut refusals);

    let place = arguments.means.place();
    let temporary = place.folder.clone();
    let reduction = Reduction {
        w: arguments.judge.w,
        identity: Identity::Method,
        clean: method.recipe.text.clean,
        boilerplate: None,
        template: Arc::default(),
        method: Some(method.clone()),
        model,
        kept: Kept::Sketch,
    };
    let intake = Ingest {
        reduction,
        site: arguments.sites.rule()?,
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        repeated: RepeatedNames::default(),
    };
    let fields = arguments.sites.fields();
    let documents =
        || corpus::documents(listing.entries.clone()).with_temporary(&temporary).with_fields(fields.clone());
    let sites = (&arguments.sites.site, &arguments.sites.site_field);
    let task = format!(
        "{} {line} {} {sites:?} {}",
        env!("CARGO_PKG_VERSION"),
        arguments.judge.w,
        reading::state(&listing)
    );
    let task = format!("{:032x}", hash::md5(task.as_bytes()));
    let keeping = Keeping::Folder { folder: output.join(STATE), task };
    let gathered = gather(&mut refusals, &intake, &listing, documents, &keeping)?;

    let lengths = arguments.lengths();
    let drawing = HammingDrawing {
        k: arguments.bits,
        lengths: &lengths,
        sample: arguments.drawn() as usize,
        seed: arguments.form.seed,
    };
    let options = HammingOptions {
        drawing,
        thresholds: arguments.judge.thresholds(),
        precision: arguments.precision,
        place,
    };
    let labelled = arguments
        .judge
        .labels
        .as_deref()
        .map(|folder| HammingLabels::read(folder, &lengths, &gathered.catalogue));
    let labelled = labelled.transpose()?;
    let verdictor = labelled
        .as_ref()
        .map_or(JudgedBy::Resemblance, |labelled| JudgedBy::Labels(&labelled.judged, labelled.judge));
    let progress = Progress::new("Comparing", gathered.catalogue.len());
    let watch = |done: usize, all: usize| progress.at((done * gathered.catalogue.len() / all.max(1)) as u64);
    let findings = HammingFindings::of(&gathered, &options, verdictor, &watch)?;
    progress.end();

    let drawn = drawn(&method, arguments, &findings.near);
    if let (Some(folder), Some(labelled)) = (&arguments.judge.labels, &labelled) {
        pairs::check(folder, &labelled.drawn, &drawn)?;
    }
    if let Some(folder) = &arguments.judge.to_label {
        let pairs = to_judge(&findings.near, arguments);
        pairs::write(folder, drawn, &pairs, &gathered.catalogue, |wanted| {
            reading::again(&listing, documents, &gathered.catalogue, wanted)
        })?;
    }
    let names = findings.crowded.iter().map(|&(_, document, _)| gathered.catalogue.name(document));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let parameters = parameters(arguments, &line, &method, &intake, &gathered);
    give(findings.report(&options, &names, parameters), &arguments.form)?;
    refusals.end(false)
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
    intake: &Ingest,
    gathered: &Gathered,
) -> Parameters {
    let setting = |name: &str, value: String| (name.to_string(), value);
    let thresholds = arguments.judge.thresholds();
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
            setting("words in a shingle", arguments.judge.w.to_string()),
        ],
        recipes: vec![
            setting("fingerprints", method.recipe.id().to_string()),
            setting("shingles", intake.reduction.recipe().id().to_string()),
        ],
    }
}

/// What pairs are drawn from: verdicts hold for the same corpus and method only.
fn drawn(method: &Method, arguments: &Hamming, near: &NearPairs) -> PairOrigin {
    let pairs = (0..=arguments.bits).map(|distance| (distance.to_string(), near.pairs(distance)));
    PairOrigin {
        study: "hamming".into(),
        source: format!("recipe {}", method.recipe.id()),
        pairs: pairs.collect(),
    }
}

/// The pairs to judge, as many of each distance, mixed.
fn to_judge(near: &NearPairs, arguments: &Hamming) -> Vec<(String, u32, u32)> {
    let each = arguments.judge.label_each as usize;
    let of = |distance: u32| near.drawn(distance).take(each).map(move |(a, b)| (distance.to_string(), a, b));
    let mut pairs: Vec<_> = (0..=near.k()).flat_map(of).collect();
    pairs.sort_by_key(|&(_, a, b)| {
        hash::mix(arguments.form.seed ^ hash::mix(u64::from(a) << 32 | u64::from(b)))
    });
    pairs
}

/// What a person or the written rule said of pairs.
struct HammingLabels {
    drawn: PairOrigin,
    judge: JudgeKind,
    judged: Vec<JudgedDistance>,
}

impl HammingLabels {
    fn read(folder: &Path, lengths: &Lengths, catalogue: &Catalogue) -> Result<HammingLabels, Error> {
        let LabelPairs { drawn, pairs: labelled } = LabelPairs::read(folder)?;
        let verdicts = VerdictLog::read(folder, labelled.len())?;
        let judge = JudgeKind::of_labels(VerdictLog::judges(folder, labelled.len())?.0);
        let names = labelled.iter().flat_map(|pair| [&*pair.a.id, &*pair.b.id]);
        let ordinals = pairs::ordinals(names, catalogue)?;
        let mut judged = Vec::new();
        for (pair, verdict) in labelled.iter().zip(verdicts) {
            let (Ok(distance), Some(verdict)) = (pair.kind.parse(), verdict) else { continue };
            let (a, b) = (&*pair.a.id, &*pair.b.id);
            let documents = ordinals.get(a).copied().zip(ordinals.get(b).copied());
            let documents = documents.ok_or_else(|| pairs::strange(folder, a, b))?;
            let length = lengths.of(pair.words[0].min(pair.words[1]));
            judged.push(JudgedDistance { distance, documents, length, verdict });
        }
        Ok(HammingLabels { drawn, judge, judged })
    }
}
