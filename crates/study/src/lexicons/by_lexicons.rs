//! Figs. 3 to 5 and Table 1 of the fusion paper: recall, precision and F by the number of lexicons; and F over all shingle
//! lengths and numbers of lexicons.

use std::format;

use super::super::form::{Cell, Section, StudyExhibit, Table};
use super::report::LexiconsResults;
use super::rule_name;
use super::shingles::best_and_tested;
use super::trials::SettingTrials;
use crate::eval::Figures;
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint, Surface};
use twinprint::simhash::{Bits, Rule};

/// Table 1 of the paper: the best F and its threshold for one lexicon to ten.
pub(super) const TABLE_1: [(f64, u64); 10] = [
    (0.7469, 4),
    (0.8071, 6),
    (0.8213, 3),
    (0.8515, 2),
    (0.8805, 3),
    (0.7855, 3),
    (0.8356, 3),
    (0.8077, 1),
    (0.8139, 2),
    (0.7942, 2),
];

/// The numbers of lexicons in Figs. 3 to 5.
const DRAWN: [usize; 4] = [1, 4, 7, 10];

pub(super) fn part(found: &LexiconsResults<'_>) -> Section {
    let mut exhibits = vec![
        StudyExhibit::table(
            "lexicons-best",
            "Table 1 of the paper and what came out here, alike in any lexicon.",
            table(found),
        ),
        StudyExhibit::figure(
            "lexicons-tested",
            "F tested, by the number of lexicons; bars are 95 % intervals.",
            tested(found),
        ),
    ];
    for &bits in &found.options.bits {
        let title = format!("Recall, precision and F by distance, {} bits", bits.count());
        let panels = [
            panel(found, bits, &format!("recall{}", macro_(found)), false, |figures| figures.recall),
            panel(found, bits, &format!("precision{}", macro_(found)), false, |figures| figures.precision),
            panel(found, bits, found.f(), true, |figures| figures.f1),
        ];
        let caption =
            "Figs. 3, 4 and 5 of the paper: a line for each number of lexicons; pairs match by any of them.";
        let figure = Figure { title, panels: panels.into() };
        exhibits.push(StudyExhibit::figure(format!("lexicons-{}", bits.count()), caption, figure));
    }
    for rule in [Rule::Any, Rule::Sum] {
        let name = format!("surface-{}", rule_name(rule));
        let caption =
            format!("F tested over shingle lengths and lexicons, by the rule \"{}\".", rule_name(rule));
        exhibits.push(StudyExhibit::figure(name, caption, surfaces(found, rule)));
    }
    Section {
        heading: "How many lexicons".into(),
        text: vec![format!(
            "Shingles of {} words. The whole vocabulary is the first lexicon; each further one leaves out a third of it at \
             random. Two documents are alike in \"any\" if one of their distances is small enough, as in the paper, or by \
             \"sum\" if all together are.",
            found.paper_w()
        )],
        exhibits,
    }
}

fn macro_(found: &LexiconsResults<'_>) -> &'static str {
    if found.options.queries { " (macro)" } else { "" }
}

fn table(found: &LexiconsResults<'_>) -> Table {
    let mut head = vec!["lexicons".to_string(), "paper: best F".into(), "at k".into()];
    for bits in &found.options.bits {
        head.extend(["best F", "at k", "F tested"].map(|name| format!("{} bits: {name}", bits.count())));
    }
    let row = |lexicons: usize| {
        let paper = TABLE_1.get(lexicons - 1);
        let mut row = vec![
            Cell::Count(lexicons as u64),
            Cell::share(paper.map(|(f, _)| *f)),
            paper.map_or(Cell::None, |(_, k)| Cell::Count(*k)),
        ];
        for &bits in &found.options.bits {
            row.extend(best_and_tested(found.usual(found.paper_w(), bits, lexicons, Rule::Any)));
        }
        row
    };
    Table::new(head, found.lexicons().map(row))
}

/// F by the number of lexicons, with the paper's.
fn tested(found: &LexiconsResults<'_>) -> Figure {
    let mut lines = Vec::new();
    for &bits in &found.options.bits {
        for rule in [Rule::Any, Rule::Sum] {
            let place = |lexicons: usize| {
                let f = found.usual(found.paper_w(), bits, lexicons, rule)?.tuned()?;
                let interval = f.interval.map(|interval| (interval.low, interval.high));
                Some(PlotPoint { x: lexicons as f64, y: f.mean, interval })
            };
            let name = format!("{} bits, {}", bits.count(), rule_name(rule));
            lines.push(PlotLine::new(name, found.lexicons().filter_map(place)));
        }
    }
    let paper = found.lexicons().zip(TABLE_1).map(|(lexicons, (f, _))| PlotPoint::from((lexicons as f64, f)));
    lines.push(PlotLine::new("paper: 32 bits, any, best F", paper));
    let panel = Panel::new(
        Axis::whole("lexicons"),
        Axis::any(format!("{}, tested", found.f())),
        LinePlot { lines, ..LinePlot::default() },
    );
    Figure { title: "F by the number of lexicons".into(), panels: vec![panel] }
}

fn panel(
    found: &LexiconsResults<'_>,
    bits: Bits,
    y: &str,
    best: bool,
    of: fn(&Figures) -> Option<f64>,
) -> Panel {
    // The paper draws half of the distances that there are; beyond them nearly all is alike.
    let last = bits.count() / 2 - 1;
    let line = |lexicons: usize| {
        let trials: &SettingTrials = found.usual(found.paper_w(), bits, lexicons, Rule::Any)?;
        let places = trials.by_distance(last, of).into_iter();
        let place = |(k, trials): (u32, super::super::intervals::TrialSummary)| PlotPoint {
            x: f64::from(k),
            y: trials.mean,
            interval: trials.interval.map(|interval| (interval.low, interval.high)),
        };
        let line = PlotLine::new(format!("L = {lexicons}"), places.map(place)).with_band();
        Some(if best { line.ringed() } else { line })
    };
    let drawn = DRAWN.into_iter().filter(|lexicons| *lexicons <= found.options.lexicons);
    Panel::new(
        Axis::whole("k, largest distance in bits that matches").over(0.0, last.into()),
        Axis::share(y),
        LinePlot { lines: drawn.filter_map(line).collect(), ..LinePlot::default() },
    )
}

/// F over shingle lengths and numbers of lexicons, a panel for each length of fingerprints.
fn surfaces(found: &LexiconsResults<'_>, rule: Rule) -> Figure {
    let panel = |&bits: &Bits| {
        let value = |w: usize, lexicons: usize| Some(found.usual(w, bits, lexicons, rule)?.tuned()?.mean);
        let values = found.lengths().map(|w| found.lexicons().map(|lexicons| value(w, lexicons)).collect());
        let surface = Surface {
            value: found.f().into(),
            columns: found.lexicons().map(|lexicons| lexicons.to_string()).collect(),
            rows: found.lengths().map(|w| w.to_string()).collect(),
            values: values.collect(),
            digits: 3,
        };
        Panel::new(Axis::whole("lexicons"), Axis::whole("words in a shingle"), surface)
            .titled(format!("{} bits", bits.count()))
    };
    let title = format!("F tested, \"{}\"", rule_name(rule));
    Figure { title, panels: found.options.bits.iter().map(panel).collect() }
}
