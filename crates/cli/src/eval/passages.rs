//! `twinprint eval --passages`: passages found, by this program or by another, judged by those that are there.

use std::path::Path;

use rayon::prelude::*;
use twinprint::report::Place;
use twinprint::{Checker, Recipe, Report};
use twinprint_native::corpus::DocumentSize;
use twinprint_native::{Error, lines};
use twinprint_study::eval::passages::{
    CharacterRange, Characters, PairPassages, Passage, PassageEvaluation, PassageList, Sampling, table,
};

use super::shown;
use crate::args::{Eval, Reach};
use crate::compare::Documents;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::listed;
use crate::terminal::{count, print};
use crate::{Outcome, say_note};

pub(super) fn run(options: &Eval, path: &Path) -> Result<Outcome, Error> {
    let truth = PassageList::read(path)?;
    if truth.without_source > 0 {
        say_note(format_args!(
            "{}: {} of its files name no source, so no pair of theirs is judged",
            truth.place,
            count(truth.without_source as u64)
        ));
    }
    if truth.pairs.is_empty() {
        let what = "no pair of documents is named in it".into();
        let remedy = "name each pair that is to be compared, those without passages, too";
        return Err(Error::Label { place: truth.place, what, remedy });
    }
    let sampling = Sampling { rounds: options.rounds, ..Sampling::default() };
    let Some(detections) = &options.detections else { return of_documents(options, truth, &sampling) };
    let found = PassageList::read(detections)?;
    show(options, &[PassageEvaluation::new(&found.place, &truth, &found, &sampling)])?;
    Ok(Outcome::default())
}

/// Judges what this program finds in the pairs of documents that the truth names.
fn of_documents(options: &Eval, truth: PassageList, sampling: &Sampling) -> Result<Outcome, Error> {
    let reach = options.reach.unwrap_or_default();
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = listed(&options.documents, &mut refusals);
    refusals.account_for("judged", &listing);
    let checker = Checker::new(Recipe::default())?.with_reach(reach.of_passages());
    let mut documents = Documents::read(checker, &options.read_as, reach, listing, &mut refusals)?;
    refusals.proceed()?;
    if reach == Reach::Reworded {
        documents.read_sentences()?;
    }
    let (truth, places) = among(truth, &documents)?;
    let texts: Vec<Characters<'_>> =
        documents.sources.iter().map(|source| Characters::of(&source.text)).collect();
    for (pair, &(a, b)) in truth.pairs.iter().zip(&places) {
        pair.check(&texts[a], &texts[b])?;
    }
    let reports = compared(&documents, &places)?;
    let list = |passages: fn(&Report) -> Vec<(Place, Place)>| {
        let pairs = truth.pairs.iter().zip(&places).zip(&reports).map(|((pair, &(a, b)), report)| {
            let range = |text: &Characters<'_>, place: Place| CharacterRange {
                start: text.before(place.start as usize),
                end: text.before(place.end as usize),
            };
            let passage = |(in_a, in_b)| Passage { a: range(&texts[a], in_a), b: range(&texts[b], in_b) };
            PairPassages { passages: passages(report).into_iter().map(passage).collect(), ..pair.clone() }
        });
        PassageList { pairs: pairs.collect(), ..PassageList::default() }
    };
    let equal = list(|report| report.passages.iter().map(|passage| (passage.a, passage.b)).collect());
    let (name, reworded) = match reach {
        Reach::Copied => ("copied", None),
        Reach::Edited => ("edited", None),
        Reach::Reworded => ("edited", Some(list(of_other_words))),
    };
    let mut evaluations = vec![PassageEvaluation::new(name, &truth, &equal, sampling)];
    evaluations.extend(reworded.map(|found| PassageEvaluation::new("reworded", &truth, &found, sampling)));
    show(options, &evaluations)?;
    documents.sources.iter().for_each(|source| refusals.done(DocumentSize::document(source)));
    refusals.end(options.json)
}

fn compared(documents: &Documents, pairs: &[(usize, usize)]) -> Result<Vec<Report>, Error> {
    let progress = Progress::new("Comparing", pairs.len());
    let report = |&pair: &(usize, usize)| {
        let report = documents.report_for_programs(pair);
        progress.step();
        report
    };
    pairs.par_iter().map(report).collect()
}

fn of_other_words(report: &Report) -> Vec<(Place, Place)> {
    let found = report.reworded.iter().flatten();
    found.map(|passage| (passage.a, passage.b)).collect()
}

/// The pairs of the truth that are among the documents, and the positions of these; says how many are not.
fn among(truth: PassageList, documents: &Documents) -> Result<(PassageList, Vec<(usize, usize)>), Error> {
    let names: Vec<&str> = documents.prepared.iter().map(|document| document.name()).collect();
    let places = truth.among(&names)?;
    let all = truth.pairs.len();
    let (pairs, places): (Vec<_>, Vec<_>) =
        truth.pairs.into_iter().zip(places).filter_map(|(pair, place)| Some((pair, place?))).unzip();
    let place = truth.place;
    if pairs.is_empty() {
        let what = "none of its pairs is among the documents".into();
        return Err(Error::Label { place, what, remedy: "give the documents that it names" });
    }
    if pairs.len() < all {
        say_note(format_args!(
            "{place}: {} of {} pairs are left out, since a document of theirs is not there",
            count((all - pairs.len()) as u64),
            count(all as u64)
        ));
    }
    Ok((PassageList { place, pairs, ..PassageList::default() }, places))
}

fn show(options: &Eval, evaluations: &[PassageEvaluation]) -> Result<(), Error> {
    if !options.json {
        return print(&shown(&table(evaluations)));
    }
    let mut out = Vec::new();
    for evaluation in evaluations {
        lines::json(&mut out, evaluation)
            .map_err(|reason| Error::Unwritable { place: "standard output".into(), reason })?;
        out.push(b'\n');
    }
    print(&String::from_utf8_lossy(&out))
}
