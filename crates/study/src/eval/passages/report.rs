//! What was found of passages as a table for a person.

use super::{KindOutcome, PassageEvaluation};
use crate::eval::report::{aligned, row};
use crate::eval::{FEWEST, Interval};

/// A part for each evaluation, with a line for each kind of pairs and one for all. "-" is said where there is nothing to divide by, or no
/// interval.
pub fn table(evaluations: &[PassageEvaluation]) -> String {
    let parts = evaluations.iter().map(|evaluation| {
        let mut head = row(["kind", "pairs", "cases", "found", "in pairs"]);
        for figure in ["plagdet", "precision", "recall", "granularity"] {
            head.extend(row([figure, "95 %"]));
        }
        let mut rows = vec![head];
        rows.extend(evaluation.kinds.iter().map(|outcome| match &*outcome.kind {
            "" => line("no kind", outcome),
            kind => line(kind, outcome),
        }));
        rows.push(line("all", &evaluation.all));
        format!("{}: {}\n\n{}", evaluation.detections, sizes(&evaluation.all), aligned(&rows))
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// What was judged, and whether there are enough first documents to draw intervals from, in words.
fn sizes(all: &KindOutcome) -> String {
    let few = if all.documents < FEWEST {
        format!("; fewer than {FEWEST} have no intervals")
    } else {
        String::new()
    };
    format!("cases {}, pairs {}, first documents {}{few}", all.cases, all.pairs, all.documents)
}

fn line(name: &str, outcome: &KindOutcome) -> Vec<String> {
    let figures = &outcome.figures;
    let mut cells = vec![name.to_string()];
    let counts = [outcome.pairs, outcome.cases, outcome.found, outcome.pairs_with_found];
    cells.extend(counts.map(|count| count.to_string()));
    for (figure, interval) in [
        (figures.plagdet, outcome.plagdet_interval),
        (figures.precision, outcome.precision_interval),
        (figures.recall, outcome.recall_interval),
        (figures.granularity, outcome.granularity_interval),
    ] {
        cells.push(figure.map_or("-".into(), |figure| format!("{figure:.3}")));
        cells.push(interval.map_or("-".into(), |Interval { low, high }| format!("{low:.3}-{high:.3}")));
    }
    cells
}
