//! Which design finds most at equal bytes, and how sure that is.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::super::form::{Cell, Parameters, Section, Study, StudyExhibit, Table};
use super::made::{MadeTexts, SHARES};
use super::trial::{Half, WholesTrial};
use super::{BYTES, WholesOptions};
use crate::intervals::Interval;
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint_native::display::{count, counted};

/// The designs of a number of bytes, the one that finds most on the choosing half first.
fn ranked(trials: &[WholesTrial], bytes: usize) -> Vec<&WholesTrial> {
    let mut own: Vec<_> = trials.iter().filter(|trial| trial.candidate.bytes() == bytes).collect();
    own.sort_by(|a, b| b.mean(Half::Chooses).total_cmp(&a.mean(Half::Chooses)));
    own
}

/// The first of these that is made of simhashes, or is not.
fn first<'a>(ranked: &[&'a WholesTrial], is_simhash: bool) -> Option<&'a WholesTrial> {
    ranked.iter().find(|trial| trial.candidate.is_simhash() == is_simhash).copied()
}

pub(super) fn study(options: &WholesOptions, made: &MadeTexts, trials: &[WholesTrial]) -> Study {
    let sources = made.sources();
    let mut findings: Vec<String> =
        BYTES.into_iter().filter_map(|bytes| finding(bytes, &ranked(trials, bytes), options.seed)).collect();
    if sources / 2 < crate::eval::FEWEST {
        findings.push(format!(
            "Copies of {} are reported: too few for an interval. Give more with --sources.",
            counted((sources / 2) as u64, "source")
        ));
    }
    Study {
        name: "recommend".into(),
        title: "By what documents are known as wholes".into(),
        question: "Which fingerprints of 16, 32 and 64 bytes a document find most edited copies, if unrelated documents, forms of one template \
                   and the same words in another order are kept away?"
            .into(),
        findings,
        setup: vec![
            format!(
                "Of {} of the corpus of which no two share a tenth of their pairs of words, {} had {} copies each made: words inserted, deleted, replaced, \
                 or all three, at random places, what is inserted from any of the texts. Every other source chooses; the others are reported.",
                counted(made.texts.len() as u64, "text"),
                count(sources as u64),
                made.copies_of_source()
            ),
            format!(
                "Each design has the largest distance at which one look-up in a hundred among {} documents has a wrong answer, by the tail of the \
                 distances of all pairs of texts; and at which of {} forms of {} templates, half of whose words are filled in, and of {} texts with all of their \
                 words in another order, one in a hundred pairs at most is near. One that needs a smaller distance for that finds the fewer copies.",
                count(options.among),
                made.forms.iter().map(Vec::len).sum::<usize>(),
                made.forms.len(),
                made.decoys.len()
            ),
            "Intervals, 95 %, are by bootstrap over sources: copies of one are no independent draws.".into(),
        ],
        parts: BYTES.into_iter().map(|bytes| section(bytes, &ranked(trials, bytes), options.seed)).collect(),
        lists: Default::default(),
        parameters: Parameters {
            command: Vec::new(),
            seed: options.seed,
            settings: vec![
                ("Texts".into(), made.texts.len().to_string()),
                ("Sources".into(), sources.to_string()),
                ("Among".into(), options.among.to_string()),
            ],
            recipes: Vec::new(),
        },
    }
}

fn finding(bytes: usize, ranked: &[&WholesTrial], seed: u64) -> Option<String> {
    let best = ranked.first()?;
    let said = |(share, interval): (f64, Option<Interval>)| match interval {
        Some(Interval { low, high }) => format!("{share:.3} (95 %: {low:.3} to {high:.3})"),
        None => format!("{share:.3}"),
    };
    let other = first(ranked, !best.candidate.is_simhash());
    let beside = other.map_or_else(String::new, |other| {
        let (more, interval) = best.more_than(other, seed);
        let kind = if best.candidate.is_simhash() { "min-wise signatures" } else { "simhashes" };
        let sure = match interval {
            Some(interval) if interval.low > 0.0 => format!(" {kind} lose for certain"),
            Some(interval) if interval.high < 0.0 => format!(" {kind} win on the reported half"),
            _ => " which of both is better is not told for certain".into(),
        };
        format!(
            " The best of {kind}, {}, finds {}: {};{sure}.",
            other.candidate.name(),
            said(other.reported(None, seed)),
            format_args!("the difference is {}", said((more, interval)))
        )
    });
    let within = match best.within() {
        Some(u32::MAX) | None => String::new(),
        Some(within) => format!(" within {within} bits"),
    };
    Some(format!(
        "With {bytes} bytes a document {}{within} finds most: {} of copies with 1 to 40 % of their words edited.{beside}",
        best.candidate.name(),
        said(best.reported(None, seed)),
    ))
}

fn section(bytes: usize, ranked: &[&WholesTrial], seed: u64) -> Section {
    let share = |(share, interval): (f64, Option<Interval>)| Cell::ranged(Some(share), interval);
    let limit = |limit: Option<u32>| match limit {
        None => Cell::text("none"),
        Some(u32::MAX) => Cell::text("any"),
        Some(limit) => Cell::Count(limit.into()),
    };
    let row = |trial: &&WholesTrial| {
        let mut row = vec![Cell::text(trial.candidate.name()), share(trial.reported(None, seed))];
        row.extend((0..SHARES.len()).map(|at| Cell::share(Some(trial.reported(Some(at), seed).0))));
        row.extend(trial.limits.map(limit));
        row
    };
    let mut head = vec![String::from("design"), "found".into()];
    head.extend(SHARES.map(|share| format!("{share} %")));
    head.extend(["unrelated within", "forms within", "decoys within"].map(String::from));

    let lines = [first(ranked, false), first(ranked, true)].into_iter().flatten().map(|trial| {
        let place = |(at, share): (usize, usize)| {
            let (found, interval) = trial.reported(Some(at), seed);
            let interval = interval.map(|Interval { low, high }| (low, high));
            PlotPoint { x: share as f64, y: found, interval }
        };
        let kind = if trial.candidate.is_simhash() { "simhashes" } else { "min-wise signatures" };
        PlotLine::new(kind, SHARES.into_iter().enumerate().map(place)).with_band()
    });
    let panel = Panel::new(
        Axis::percent("words edited").over(0.0, 40.0),
        Axis::share("copies found"),
        LinePlot { lines: lines.collect(), ..LinePlot::default() },
    );
    Section {
        heading: format!("{bytes} bytes a document"),
        text: vec![
            "The design that finds most of the choosing half first; shares are of the other half. The last columns are the largest distances that keep \
             unrelated documents, forms and decoys away, of which the least counts: none where not even equal fingerprints do, any where no pair is near at all."
                .into(),
        ],
        exhibits: vec![
            StudyExhibit::table(
                format!("designs-{bytes}"),
                format!("Designs of {bytes} bytes: copies found, by how many of 100 words were edited."),
                Table::new(head, ranked.iter().map(row)),
            ),
            StudyExhibit::figure(
                format!("found-{bytes}"),
                format!("What the best design of either kind finds with {bytes} bytes; bands are 95 % intervals."),
                Figure { title: format!("Found with {bytes} bytes"), panels: vec![panel] },
            ),
        ],
    }
}
