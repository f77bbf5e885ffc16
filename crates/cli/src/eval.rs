//! `twinprint eval`: methods judged by labels, and passages by those that are there.

mod passages;

use std::path::Path;
use std::sync::Arc;

use twinprint::lexicon::Model;
use twinprint::sketch::{Alike, Method, Sketch};
use twinprint_native::Error;
use twinprint_native::corpus::Fields;
use twinprint_native::sketches::{Sketches, sketch_all};
use twinprint_study::eval::{
    Columns, Evaluation, EvaluationOptions, Labels, PairGrouping, Rules, Scale, Scope, Siblings, Truth,
    judge_pairs, judge_queries, plot, report,
};
use twinprint_study::plot::Figure;

use crate::args::{self, Eval};
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::terminal::{print, visible};
use crate::{Outcome, methods, say_note};

pub(crate) fn run(options: &Eval) -> Result<Outcome, Error> {
    if options.list {
        let names: String = Method::names().map(|name| name.to_owned() + "\n").collect();
        print(&names)?;
        return Ok(Outcome::default());
    }
    if let Some(truth) = &options.passages {
        return passages::run(options, truth);
    }
    for path in options.svg.iter().chain(&options.f1_svg) {
        twinprint_native::check_place(path)?;
    }
    let model = methods::model(&options.model)?;
    let (names, methods): (Vec<String>, Vec<Method>) = named(options, model.as_ref())?.into_iter().unzip();
    let mut lists = label_files(options)?;

    let mut refusals = Refusals::new(options.read_as.if_refused);
    let sketches = sketch(options, &methods, model.as_ref(), &mut refusals)?;
    refusals.proceed()?;
    if options.group_field.is_some() {
        let documents = sketches.documents.iter();
        lists.push(Labels::of_documents(
            documents.map(|document| (&*document.name, document.group.as_deref())),
        )?);
    }
    let truth = truth(options, &Labels::join(lists)?, &sketches)?;
    truth.note().iter().for_each(say_note);

    let progress = Progress::new("Judging", methods.len());
    let mut evaluations = Vec::new();
    for ((name, method), column) in names.iter().zip(&methods).zip(&sketches.by_method) {
        let settings = settings(options, method, &sketches);
        evaluations.push(evaluate(name, method, column, &truth, options.queries, &settings));
        progress.step();
    }
    drop(progress);

    draw(options.svg.as_deref(), || plot::precision_recall(&evaluations))?;
    draw(options.f1_svg.as_deref(), || plot::f1_by_threshold(&evaluations))?;
    print(&match (options.json, options.tsv, options.curves) {
        (true, ..) => report::json_lines(&evaluations)
            .map_err(|error| Error::Unwritable { place: "standard output".into(), reason: error.into() })?,
        (_, true, _) => shown(&report::tsv(&evaluations)),
        (.., true) => shown(&report::curve_tsv(&evaluations)),
        _ => shown(&report::table(&evaluations)),
    })?;
    refusals.end(options.json)
}

/// The methods to judge, as they are called.
fn named(options: &Eval, model: Option<&Arc<Model>>) -> Result<Vec<(String, Method)>, Error> {
    let all = Method::names().filter(|_| options.all).map(|name| ("--all", name));
    let presets = options.preset.iter().map(|line| ("--preset", &**line));
    let methods = options.method.iter().map(|line| ("--method", &**line));
    all.chain(presets).chain(methods).map(|(option, line)| methods::method(option, line, model)).collect()
}

/// The labels that stand in files of their own.
fn label_files(options: &Eval) -> Result<Vec<Labels>, Error> {
    let defaults = Columns::default();
    let columns = Columns {
        label: options.label,
        kind: options.kind,
        negative: if options.negative.is_empty() { defaults.negative } else { options.negative.clone() },
        at_least: options.label_from,
    };
    let pairs = options.pairs.iter().map(|path| Labels::read_pairs(path, &columns));
    pairs.chain(options.groups.iter().map(|path| Labels::read_groups(path))).collect()
}

fn sketch(
    options: &Eval,
    methods: &[Method],
    model: Option<&Arc<Model>>,
    refusals: &mut Refusals,
) -> Result<Sketches, Error> {
    let listing = listed(&options.documents, refusals);
    refusals.account_for("judged", &listing);
    let progress = Progress::bytes("Sketching", listing.bytes());
    let mut fields = Fields::default();
    options.group_field.iter().for_each(|field| fields.group.clone_from(field));
    let documents = options.read_as.documents_with(listing.entries, fields);
    refusals.taken(documents, &progress, |documents, on_document| {
        sketch_all(documents, methods, model, on_document)
    })
}

fn truth(options: &Eval, labels: &Labels, sketches: &Sketches) -> Result<Truth, Error> {
    let names: Vec<&str> = sketches.documents.iter().map(|document| &*document.name).collect();
    let groups =
        || sketches.documents.iter().map(|document| document.group.clone().unwrap_or_default()).collect();
    let scope = match (options.only_listed, options.within_groups) {
        (true, _) => Scope::Listed,
        (_, true) => Scope::Within(groups()),
        _ => Scope::All,
    };
    let siblings = match options.copies {
        args::Copies::Negative => Siblings::Negative,
        args::Copies::Ignored => Siblings::Ignored,
        args::Copies::Positive => Siblings::Positive,
    };
    labels.among(&names, &Rules { scope, siblings })
}

fn settings(options: &Eval, method: &Method, sketches: &Sketches) -> EvaluationOptions {
    let lengths = || sketches.documents.iter().map(|document| document.bytes).collect();
    let by = options.by.iter().map(|by| match by {
        args::EvaluatedBy::Kind => PairGrouping::Kind,
        args::EvaluatedBy::Operation => PairGrouping::Operation,
        args::EvaluatedBy::Rate => PairGrouping::Rate,
        args::EvaluatedBy::Length => PairGrouping::Length(lengths()),
    });
    EvaluationOptions {
        threshold: Some(method.alike.threshold()),
        by: by.collect(),
        rounds: options.rounds,
        ..EvaluationOptions::default()
    }
}

fn evaluate(
    name: &str,
    method: &Method,
    sketches: &[Option<Sketch>],
    truth: &Truth,
    queries: bool,
    settings: &EvaluationOptions,
) -> Evaluation {
    let scale = match method.alike {
        Alike::Within { .. } => Scale::Distance,
        Alike::Resemblance { .. } | Alike::Containment { .. } => Scale::Fraction,
        _ => Scale::Count,
    };
    // Sketches of one sketcher have one recipe and what its measure wants.
    let score = |a: &Sketch, b: &Sketch| method.alike.score(a, b).ok().flatten();
    let judgements = match queries {
        true => judge_queries(sketches, truth, scale, score),
        false => judge_pairs(sketches, truth, scale, score),
    };
    Evaluation::new(name, &judgements, settings)
}

fn draw(path: Option<&Path>, figure: impl FnOnce() -> Figure) -> Result<(), Error> {
    path.map_or(Ok(()), |path| twinprint_native::replace(path, figure().svg().as_bytes()))
}

/// Lines as they may be shown: kinds of pairs are whatever stands in a file.
fn shown(lines: &str) -> String {
    let cells = |line: &str| line.split('\t').map(|cell| visible(cell)).collect::<Vec<_>>().join("\t");
    lines.lines().map(|line| cells(line) + "\n").collect()
}
