//! `twinprint study agreement`: supershingles and random projections.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use twinprint::hash;
use twinprint::sketch::Preset;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing};
use twinprint_native::scan::{
    Apart, Catalogue, Gathered, Identity, Ingest, Keeping, Kept, Reduction, RepeatedNames,
};
use twinprint_study::agreement::{
    AgreementDrawing, AgreementFindings, AgreementOptions, AgreementPairs, Algorithm, CODINGS, PairKind,
    PairVerdict, SiteRelation, Texts,
};
use twinprint_study::form::{Parameters, check_folder};
use twinprint_study::label::{LabelPairs, PairOrigin, VerdictLog};
use twinprint_study::verdict::JudgeKind;

use super::{gather, give, pairs};
use crate::args::{Agreement, IfRefused};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::{Outcome, reading};

/// Where a study keeps what it has read so far.
const STATE: &str = "state";

pub(crate) fn run(arguments: &Agreement) -> Result<Outcome, Error> {
    let output = &arguments.form.output;
    check_folder(output)?;
    let site = arguments.sites.rule()?;
    let judged = arguments.judge.labels.as_deref().map(AgreementLabels::read).transpose()?;
    let mut refusals = Refusals::new(IfRefused::default());
    let listing = listed(&arguments.corpus, &mut refusals);

    let place = arguments.means.place();
    let fields = arguments.sites.fields();
    let intake = Ingest {
        reduction: Reduction {
            identity: Identity::Method,
            ..Reduction::to_shingles(arguments.judge.w, Kept::Codes(CODINGS.into()))
        },
        site,
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        repeated: RepeatedNames::default(),
    };
    let temporary = place.folder.clone();
    let documents =
        || corpus::documents(listing.entries.clone()).with_temporary(&temporary).with_fields(fields.clone());
    let gathered =
        gather(&mut refusals, &intake, &listing, documents, &keeping(arguments, &intake, &listing))?;

    let options = AgreementOptions {
        thresholds: arguments.judge.thresholds(),
        drawing: AgreementDrawing { sample: arguments.drawn() as usize, seed: arguments.form.seed },
        keep: arguments.keep,
        place,
    };
    let progress = Progress::new("Comparing", 1);
    let watch = |done: usize, all: usize| progress.of(done as u64, all as u64);
    let found =
        AgreementPairs::of(&gathered, options.thresholds.correct, options.drawing, &options.place, &watch)?;
    let drawn = drawn(&found);
    let labelled = match (&arguments.judge.labels, &judged) {
        (Some(folder), Some(judged)) => {
            pairs::check(folder, &judged.drawn, &drawn)?;
            Some((judged.labelled(folder, &gathered.catalogue)?, judged.judge))
        }
        _ => None,
    };
    if let Some(folder) = &arguments.judge.to_label {
        let to_judge = to_judge(&found, arguments);
        pairs::write(folder, drawn, &to_judge, &gathered.catalogue, |wanted| {
            reading::again(&listing, documents, &gathered.catalogue, wanted)
        })?;
    }
    let mut texts = Texts::new(&options.place.folder)?;
    let mut wanted = found.documents();
    let documents_of = |labelled: &(Vec<PairVerdict>, JudgeKind)| {
        labelled.0.iter().flat_map(|pair| [pair.documents.0, pair.documents.1]).collect::<Vec<u32>>()
    };
    wanted.extend(labelled.iter().flat_map(documents_of));
    reading::each_again(&listing, documents, &gathered.catalogue, &wanted, |ordinal, source| {
        texts.take(ordinal, source)
    })?;
    let findings = AgreementFindings::of(
        &gathered,
        found,
        &texts,
        labelled.as_ref().map(|(labelled, judge)| (&labelled[..], *judge)),
        &options,
        &watch,
    )?;
    progress.end();

    let crowded = findings.found.b.crowded.iter().chain(&findings.found.c.crowded);
    let names = crowded.map(|of| gathered.catalogue.name(of.document));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let parameters = parameters(arguments, &intake, &gathered);
    give(findings.report(&options, &names, parameters), &arguments.form)?;
    refusals.end(false)
}

/// What was read goes on only with the same files, read in the same way.
fn keeping(arguments: &Agreement, intake: &Ingest, listing: &Listing) -> Keeping {
    let read = (&intake.reduction, intake.site, &arguments.sites.site_field);
    let task = format!("{} {read:?} {}", env!("CARGO_PKG_VERSION"), reading::state(listing));
    let task = format!("{:032x}", hash::md5(task.as_bytes()));
    Keeping::Folder { folder: arguments.form.output.join(STATE), task }
}

fn parameters(arguments: &Agreement, intake: &Ingest, gathered: &Gathered) -> Parameters {
    let setting = |name: &str, value: String| (name.to_string(), value);
    let thresholds = arguments.judge.thresholds();
    let share = |thousandths: u32| (f64::from(thousandths) / 1000.0).to_string();
    let site = match &arguments.sites.site_field {
        Some(field) => format!("the field {field}"),
        None => format!("URLs, by {}", arguments.sites.site),
    };
    let recipe = |preset: Preset| setting(preset.name(), preset.method(None).recipe.id().to_string());
    Parameters {
        command: Vec::new(),
        seed: arguments.form.seed,
        settings: vec![
            setting("documents", gathered.catalogue.len().to_string()),
            setting("sites", site),
            setting("pairs drawn of each kind", arguments.drawn().to_string()),
            setting("least share of B's near-duplicates kept", arguments.keep.to_string()),
            setting("least resemblance of near-duplicates", share(thresholds.correct)),
            setting("least resemblance of undecided pairs", share(thresholds.undecided)),
            setting("words in a shingle, for resemblance", arguments.judge.w.to_string()),
        ],
        recipes: vec![
            recipe(Preset::Henzinger06B),
            recipe(Preset::Henzinger06C),
            setting("shingles", intake.reduction.recipe().id().to_string()),
        ],
    }
}

/// The kinds of pairs by their names, such as "B 3 same site".
fn kinds(found: &AgreementPairs) -> impl Iterator<Item = (String, Algorithm, PairKind, u64)> {
    [(Algorithm::B, &found.b.tally), (Algorithm::C, &found.c.tally)].into_iter().flat_map(
        |(algorithm, tally)| {
            tally.counts().map(move |(kind, count)| (name(algorithm, kind), algorithm, kind, count))
        },
    )
}

fn name(algorithm: Algorithm, kind: PairKind) -> String {
    format!("{algorithm:?} {} {}", kind.score, kind.sites.name())
}

/// What pairs are drawn from: verdicts hold for the same corpus only.
fn drawn(found: &AgreementPairs) -> PairOrigin {
    PairOrigin {
        study: "agreement".into(),
        source: "henzinger06-b, henzinger06-c".into(),
        pairs: kinds(found).map(|(name, _, _, count)| (name, count)).collect(),
    }
}

/// The pairs to judge, as many of each kind, mixed.
fn to_judge(found: &AgreementPairs, arguments: &Agreement) -> Vec<(String, u32, u32)> {
    let each = arguments.judge.label_each as usize;
    let mut taken: HashMap<String, usize> = HashMap::new();
    let of = [(Algorithm::B, &found.b.tally), (Algorithm::C, &found.c.tally)];
    let named = of
        .into_iter()
        .flat_map(|(algorithm, tally)| tally.drawn().map(move |(kind, a, b)| (name(algorithm, kind), a, b)));
    let mut pairs: Vec<(String, u32, u32)> = named
        .filter(|(kind, ..)| {
            let taken = taken.entry(kind.clone()).or_default();
            *taken += 1;
            *taken <= each
        })
        .collect();
    pairs.sort_by_key(|&(_, a, b)| {
        hash::mix(arguments.form.seed ^ hash::mix(u64::from(a) << 32 | u64::from(b)))
    });
    pairs
}

/// What a person said of pairs.
struct AgreementLabels {
    drawn: PairOrigin,
    judge: JudgeKind,
    /// Of each the kind, the names of its documents, and the verdict.
    pairs: Vec<(String, [String; 2], twinprint_study::verdict::Verdict)>,
}

impl AgreementLabels {
    fn read(folder: &Path) -> Result<AgreementLabels, Error> {
        let LabelPairs { drawn, pairs } = LabelPairs::read(folder)?;
        let verdicts = VerdictLog::read(folder, pairs.len())?;
        let judge = JudgeKind::of_labels(VerdictLog::judges(folder, pairs.len())?.0);
        let judged = pairs.into_iter().zip(verdicts);
        let pairs = judged.filter_map(|(pair, verdict)| Some((pair.kind, [pair.a.id, pair.b.id], verdict?)));
        Ok(AgreementLabels { drawn, judge, pairs: pairs.collect() })
    }

    /// The same by the documents of a corpus.
    fn labelled(&self, folder: &Path, catalogue: &Catalogue) -> Result<Vec<PairVerdict>, Error> {
        let names = self.pairs.iter().flat_map(|(_, names, _)| names);
        let ordinals = pairs::ordinals(names.map(|name| &**name), catalogue)?;
        let labelled = self.pairs.iter().map(|(kind, [a, b], verdict)| {
            let documents = ordinals.get(&**a).copied().zip(ordinals.get(&**b).copied());
            let known = parsed(kind).zip(documents);
            let ((algorithm, kind), documents) = known.ok_or_else(|| pairs::strange(folder, a, b))?;
            Ok(PairVerdict { algorithm, kind, documents, verdict: *verdict })
        });
        labelled.collect()
    }
}

/// The kind of a name.
fn parsed(name: &str) -> Option<(Algorithm, PairKind)> {
    let mut parts = name.splitn(3, ' ');
    let algorithm = match parts.next()? {
        "B" => Algorithm::B,
        "C" => Algorithm::C,
        _ => return None,
    };
    let score = parts.next()?.parse().ok()?;
    let sites =
        parts.next().and_then(|name| SiteRelation::ALL.into_iter().find(|sites| sites.name() == name))?;
    Some((algorithm, PairKind { score, sites }))
}
