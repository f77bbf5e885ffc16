//! Fig. 2 of the fusion paper: F by the length of a shingle and the distance.

use std::format;

use super::super::form::{Cell, Section, StudyExhibit, Table};
use super::report::{LexiconsResults, mean};
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint::simhash::{Bits, Rule};

/// The paper's best F of one word and of two (section 4.1), with 32 bits.
pub(super) const PAPER: [(usize, f64); 2] = [(1, 0.6117), (2, 0.7469)];

pub(super) fn part(found: &LexiconsResults<'_>) -> Section {
    let panels = found.options.bits.iter().map(|&bits| panel(found, bits)).collect();
    let figure = Figure { title: "F by shingle length and distance".into(), panels };
    Section {
        heading: "How long a shingle is".into(),
        text: std::vec![
            "Fig. 2 of the paper: one lexicon, a line for each shingle length, and F at every largest distance. A ring is about \
             each line's highest point. The paper has 32 bits and gives F of one word and of two."
                .into()
        ],
        exhibits: std::vec![
            StudyExhibit::figure("shingles", "F by distance, for each shingle length.", figure),
            StudyExhibit::table("shingles-best", "The best distance of each shingle length.", table(found)),
        ],
    }
}

fn panel(found: &LexiconsResults<'_>, bits: Bits) -> Panel {
    let last = bits.count() - 1;
    let line = |w: usize| {
        let trials = found.usual(w, bits, 1, Rule::Any)?;
        let places = trials.by_distance(last, |figures| figures.f1);
        Some(
            PlotLine::new(
                format!("w = {w}"),
                places.iter().map(|(k, f)| PlotPoint::from((f64::from(*k), f.mean))),
            )
            .ringed(),
        )
    };
    let lines = found.lengths().filter_map(line).collect();
    Panel::new(
        Axis::whole("k, largest distance in bits that matches").over(0.0, last.into()),
        Axis::share(found.f()),
        LinePlot { lines, ..LinePlot::default() },
    )
    .titled(format!("{} bits", bits.count()))
}

fn table(found: &LexiconsResults<'_>) -> Table {
    let mut head = std::vec!["words in a shingle".to_string(), "paper, 32 bits: best F".into()];
    for bits in &found.options.bits {
        head.extend(["best F", "at k", "F tested"].map(|name| format!("{} bits: {name}", bits.count())));
    }
    let row = |w: usize| {
        let paper = PAPER.iter().find(|(paper, _)| *paper == w).map(|(_, f)| *f);
        let mut row = std::vec![Cell::Count(w as u64), Cell::share(paper)];
        for &bits in &found.options.bits {
            let trials = found.usual(w, bits, 1, Rule::Any);
            row.extend(best_and_tested(trials));
        }
        row
    };
    Table::new(head, found.lengths().map(row))
}

/// The best F, its distance, and F at distances chosen on the other half.
pub(super) fn best_and_tested(trials: Option<&super::SettingTrials>) -> [Cell; 3] {
    let best = trials.and_then(super::SettingTrials::best);
    [
        Cell::share(best.map(|(_, f)| f.mean)),
        best.map_or(Cell::None, |(k, _)| Cell::Count(k.into())),
        mean(trials.and_then(super::SettingTrials::tuned)),
    ]
}
