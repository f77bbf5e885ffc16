//! What a scan does, by its options.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use twinprint::sketch::{Alike, Method, SiteRule};
use twinprint::text::Boilerplate;
use twinprint_native::corpus::{Documents, Fields, Listing};
use twinprint_native::overlap::Need;
use twinprint_native::scan::{
    self, Apart, Clustering, Comparison, Conditions, Ingest, Kept, Linking, Preference, Reduction,
    RepeatedNames, SamplingPlan, SamplingStep, Sites,
};
use twinprint_native::{Error, corpus};
use twinprint_study::eval::Scale;
use twinprint_study::sampling::adaptive::{DIVISORS, PlanTarget, share, whole_hundredths};

use crate::args::{self, DocumentArguments, Scan};
use crate::methods;

/// What a scan does.
pub(super) struct Plan {
    /// The method, as a line.
    pub(super) method: String,
    pub(super) ingest: Ingest,
    pub(super) comparison: Comparison,
    pub(super) clustering: Clustering,
    pub(super) fields: Fields,
    /// What files are, and which of their fields say what.
    pub(super) read_as: DocumentArguments,
}

/// A shingle of Broder's samples that more documents have tells nothing.
const COMMON: u32 = 1000;

impl Plan {
    /// Of `listing`, whose first `old_files` files are an old corpus.
    pub(super) fn new(
        options: &Scan,
        listing: &Listing,
        old_files: usize,
        boilerplate: Option<Arc<Boilerplate>>,
    ) -> Result<Plan, Error> {
        let place = options.means.place();
        let thousandths = (options.at_least * 1000.0).round() as u32;
        let by_plan = options.plan.is_some() || options.precision.is_some();
        let (method, mut reduction, confirm) = match by_plan {
            true => {
                wanted(options, 0)?;
                samples(options, thousandths, boilerplate)?
            }
            false => reduction(options, thousandths, boilerplate)?,
        };
        reduction
            .set_template(&template(options)?.iter().map(corpus::Source::document).collect::<Vec<_>>())?;
        let conditions = Conditions {
            least_words: options.min_words,
            lengths: options.lengths_within.map_or(0, |percent| 1000 - 10 * percent),
            of_one_category: options.category.is_some(),
            of_one_language: options.language.is_some(),
            sites: match options.sites {
                args::Sites::Any => Sites::Any,
                args::Sites::Same => Sites::Same,
                args::Sites::Different => Sites::Different,
            },
            old: None,
        };
        let scale = match reduction.method.as_ref().map(|method| method.alike) {
            Some(Alike::Within { .. }) => Scale::Distance,
            None | Some(Alike::Resemblance { .. } | Alike::Containment { .. }) => Scale::Fraction,
            Some(_) => Scale::Count,
        };
        let preference = match !options.against.is_empty() || options.first_represents {
            true => Preference::First,
            false => Preference::Longest,
        };
        let linking = match options.clusters {
            args::Clusters::Connected => Linking::Connected,
            args::Clusters::Representative => Linking::Representative,
        };
        let fields = fields(options);
        let comparison = Comparison {
            method: reduction.method.clone(),
            confirm,
            engine: match options.engine {
                args::Engine::Prefixes => scan::Engine::Prefixes,
                args::Engine::Sorting => scan::Engine::Sorting,
            },
            common: match options.common {
                Some(most) => (most > 0).then_some(most),
                None => is_broders(&method).then_some(COMMON),
            },
            plan: options.plan.as_deref().map(|path| read_plan(path, &reduction)).transpose()?,
            conditions,
            place: place.clone(),
        };
        let ingest = Ingest {
            reduction,
            site: match options.site_field {
                Some(_) => None,
                None => Some(SiteRule::from_name(&options.site)?),
            },
            between: Duration::from_secs_f64(options.checkpoint),
            apart: Apart {
                old_files: old_files as u32,
                categories: conditions.of_one_category,
                languages: conditions.of_one_language,
                sites: conditions.sites != Sites::Any,
            },
            files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
            repeated: if options.strict { RepeatedNames::Refused } else { RepeatedNames::Placed },
        };
        let least = match confirm {
            Some(Need::Resemblance { thousandths } | Need::Containment { thousandths }) => thousandths,
            _ => thousandths,
        };
        let threshold = f64::from(least) / 1000.0;
        let clustering = Clustering { linking, preference, threshold, scale, place };
        let read_as = options.read_as.clone();
        Ok(Plan { method, ingest, comparison, clustering, fields, read_as })
    }

    /// The documents of a listing.
    pub(super) fn documents(&self, listing: &Listing) -> Documents {
        self.read_as
            .documents_with(listing.entries.clone(), self.fields.clone())
            .with_temporary(&self.comparison.place.folder)
            .opening_archives()
    }

    /// What was asked for, for a report.
    pub(super) fn parameters(&self, options: &Scan) -> Vec<(String, String)> {
        let line = |name: &str, value: String| (name.to_string(), value);
        let reduction = &self.ingest.reduction;
        let mut parameters = vec![
            line("Corpus", paths(&options.corpus)),
            line("Method", self.method.clone()),
            line("Shingles", format!("{} words", reduction.w)),
            line("Recipe of the shingles", reduction.recipe().id().to_string()),
        ];
        if !options.against.is_empty() {
            parameters.insert(1, line("Against", paths(&options.against)));
        }
        if let Some(method) = &reduction.method {
            parameters.push(line("Recipe of the sketches", method.recipe.id().to_string()));
            parameters.push(line("Alike", method.alike.to_string()));
        }
        if let Some(plan) = &self.comparison.plan {
            parameters.push(line("Samples", steps(plan)));
        }
        parameters.push(line(
            "Confirmed",
            match self.comparison.confirm {
                None => "no: pairs are as sketches find them".into(),
                Some(Need::Resemblance { thousandths }) => {
                    format!("resemblance of at least {}", f64::from(thousandths) / 1000.0)
                }
                Some(Need::Containment { thousandths }) => {
                    format!("containment of at least {}", f64::from(thousandths) / 1000.0)
                }
                Some(Need::Shared { least }) => format!("at least {least} shingles in common"),
                Some(need) => format!("{need:?}"),
            },
        ));
        parameters
    }
}

/// Which fields of documents say what.
pub(super) fn fields(options: &Scan) -> Fields {
    let mut fields = Fields::default();
    options.category.iter().for_each(|field| fields.category.clone_from(field));
    options.site_field.iter().for_each(|field| fields.group.clone_from(field));
    options.language.iter().for_each(|field| fields.language.clone_from(field));
    fields
}

/// What documents are reduced to that are compared by samples of the shingles by which pairs are confirmed.
fn samples(
    options: &Scan,
    thousandths: u32,
    boilerplate: Option<Arc<Boilerplate>>,
) -> Result<(String, Reduction, Option<Need>), Error> {
    if options.method != "sampled" {
        let expected = "no other method than sampled, as it is, together with a plan";
        let value = options.method.clone();
        return Err(Error::Core(twinprint::Error::InvalidOption { option: "method", value, expected }));
    }
    let identity = identity(options.identity);
    let reduction = Reduction {
        w: options.w,
        identity,
        clean: methods::cleaning(&options.clean, boilerplate.as_deref())?,
        boilerplate,
        template: Arc::default(),
        method: None,
        model: None,
        kept: Kept::Sketch,
    };
    let confirm = (!options.no_verify).then_some(measured(options.measure, thousandths));
    Ok((options.method.clone(), reduction, confirm))
}

/// A plan for shingles such as these.
fn read_plan(path: &Path, reduction: &Reduction) -> Result<SamplingPlan, Error> {
    let plan = SamplingPlan::read(path)?;
    if plan.recipe != reduction.recipe().id().to_string() {
        return Err(Error::Core(twinprint::Error::InvalidOption {
            option: "plan",
            value: path.to_string_lossy().into_owned(),
            expected: "a plan that was made for shingles of as many words (-w) by this version",
        }));
    }
    Ok(plan)
}

/// What a plan must reach that is to be found before pairs are.
pub(super) fn wanted(options: &Scan, documents: usize) -> Result<Option<PlanTarget>, Error> {
    let Some(precision) = options.precision else { return Ok(None) };
    // A plan's thresholds are hundredths: a pair just below one that was rounded would be given, or one just above lost.
    let Some(threshold) = whole_hundredths(options.at_least) else {
        let value = options.at_least.to_string();
        let expected = "a share from 0.5 to 0.99 of two decimals at most, with --precision";
        return Err(Error::Core(twinprint::Error::InvalidOption { option: "at-least", value, expected }));
    };
    let share = share(documents);
    Ok(Some(PlanTarget { precision, threshold, divisors: DIVISORS.into(), share, seed: 0 }))
}

/// A plan in words.
pub(super) fn steps(plan: &SamplingPlan) -> String {
    let step = |step: &SamplingStep| format!("1/{} from {} words", step.divisor, step.words);
    plan.steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Whether a method is Broder's, who left out what more than 1,000 documents have (Ye, Wen and Ma 2006, section 4.3).
fn is_broders(line: &str) -> bool {
    matches!(line.split(':').next(), Some("sampled" | "broder97"))
}

/// What was given to everyone. Left out of account by mistake, all of it would count.
fn template(options: &Scan) -> Result<Vec<corpus::Source>, Error> {
    let Listing { entries, errors, .. } = Listing::new(&options.template);
    match errors.into_iter().next() {
        Some(error) => Err(error),
        None => corpus::documents(entries).collect(),
    }
}

fn paths(paths: &[std::ffi::OsString]) -> String {
    paths.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// The option that names the method, and its line, with what is taken out.
pub(super) fn named(options: &Scan) -> (&'static str, String) {
    let (option, line) = match &options.preset {
        Some(preset) => ("--preset", preset),
        None => ("--method", &options.method),
    };
    (option, methods::with_clean(line, &options.clean))
}

/// The method's line, what documents are reduced to, and what pairs must share at last.
fn reduction(
    options: &Scan,
    thousandths: u32,
    boilerplate: Option<Arc<Boilerplate>>,
) -> Result<(String, Reduction, Option<Need>), Error> {
    let (option, line) = named(options);
    let confirming = Shingles {
        w: options.w,
        identity: options.identity,
        measure: options.measure,
        thousandths,
        verified: !options.no_verify,
        boilerplate,
    };
    reduced((option, &line), &options.model, &confirming)
}

/// How much of their shingles pairs must share to be confirmed.
pub(crate) struct Shingles {
    pub(crate) w: usize,
    pub(crate) identity: args::Identity,
    pub(crate) measure: args::Measure,
    pub(crate) thousandths: u32,
    pub(crate) verified: bool,
    /// What is taken out with `clean=site`.
    pub(crate) boilerplate: Option<Arc<Boilerplate>>,
}

/// The line of a method, which an option names; what documents are reduced to, and what pairs must share at last.
pub(crate) fn reduced(
    (option, line): (&str, &str),
    model: &str,
    confirming: &Shingles,
) -> Result<(String, Reduction, Option<Need>), Error> {
    let model = methods::model(model)?;
    let wanted = measured(confirming.measure, confirming.thousandths);
    let boilerplate = confirming.boilerplate.clone();
    let line = match &boilerplate {
        Some(boilerplate) => Method::name_boilerplate(line, boilerplate.id()),
        None => line.into(),
    };
    let (line, method) = methods::method(option, &line, model.as_ref())?;
    let mut reduction = Reduction {
        w: confirming.w,
        identity: identity(confirming.identity),
        clean: Default::default(),
        boilerplate,
        template: Arc::default(),
        method: None,
        model,
        kept: Kept::Sketch,
    };
    // Of these the shingles themselves are all that is needed.
    let of_shingles = Reduction::is_of_shingles(&method, method.recipe.w);
    let need = of_shingles.then(|| {
        let says = |key: &str| changes(&line).any(|change| change == key);
        if says("w") {
            reduction.w = method.recipe.w;
        }
        let least = |own: u32| if says("at-least") { own } else { confirming.thousandths };
        match method.alike {
            Alike::InCommon { shingles } => Need::Shared { least: shingles },
            Alike::Containment { thousandths } => Need::Containment { thousandths: least(thousandths) },
            Alike::Resemblance { thousandths } if says("measure") => {
                Need::Resemblance { thousandths: least(thousandths) }
            }
            Alike::Resemblance { thousandths } => measured(confirming.measure, least(thousandths)),
            _ => wanted,
        }
    });
    reduction.clean = method.recipe.text.clean;
    if need.is_none() {
        reduction.method = Some(method);
    }
    let confirm = need.or(confirming.verified.then_some(wanted));
    Ok((line, reduction, confirm))
}

fn identity(identity: args::Identity) -> scan::Identity {
    match identity {
        args::Identity::Method => scan::Identity::Method,
        args::Identity::Words => scan::Identity::Words,
        args::Identity::Text => scan::Identity::Text,
        args::Identity::Bytes => scan::Identity::Bytes,
    }
}

/// A least share by a measure.
fn measured(measure: args::Measure, thousandths: u32) -> Need {
    match measure {
        args::Measure::Resemblance => Need::Resemblance { thousandths },
        args::Measure::Containment => Need::Containment { thousandths },
    }
}

/// The keys of what differs in a method's line.
fn changes(line: &str) -> impl Iterator<Item = &str> {
    let changes = line.split_once(':').map_or("", |(_, changes)| changes);
    changes.split(',').map(|change| change.split_once('=').map_or(change, |(key, _)| key))
}
