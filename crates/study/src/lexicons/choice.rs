//! The setting that one half of the labels would choose, and what it gives on the other.

use std::format;

use super::super::form::{Cell, Section, StudyExhibit, Table};
use super::report::{LexiconsResults, mean};
use super::rule_name;
use super::trials::{Setting, SettingTrials, judgements, judging};
use crate::eval::{Evaluation, Half, Interval};
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint::lexicon::Lexicons;
use twinprint::simhash::Rule;

/// A setting chosen on one half and tested on the other.
#[derive(Debug)]
pub(super) struct ChosenSetting<'a> {
    /// The bits that were at hand: no setting with more was looked at.
    pub(super) most: u32,
    /// The half it was chosen on.
    pub(super) on: Half,
    pub(super) trials: &'a SettingTrials,
    /// How far chance may have moved F on the other half, of the first draw.
    pub(super) interval: Option<Interval>,
}

/// For each number of bits that there may be, what either half chooses.
pub(super) fn choose<'a>(found: &LexiconsResults<'a>) -> Vec<ChosenSetting<'a>> {
    let mut sizes: Vec<u32> = found.trials.iter().map(|trials| trials.setting.size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut chosen: Vec<ChosenSetting<'a>> = Vec::new();
    for most in sizes {
        for on in Half::BOTH {
            let Some(trials) = best(found, most, on) else { continue };
            // More bits that nobody chooses are no choice of their own.
            let earlier = chosen.iter().rev().find(|chosen| chosen.on == on);
            if earlier.is_some_and(|earlier| earlier.trials.setting == trials.setting) {
                continue;
            }
            chosen.push(ChosenSetting {
                most,
                on,
                trials,
                interval: interval(found, &trials.setting, on.other()),
            });
        }
    }
    chosen
}

/// The setting of at most `most` bits that has the best F on a half; of equals the one with the fewest bits, then the first.
fn best<'a>(found: &LexiconsResults<'a>, most: u32, on: Half) -> Option<&'a SettingTrials> {
    let mut best: Option<(f64, &SettingTrials)> = None;
    for trials in found.trials.iter().filter(|trials| trials.setting.size() <= most) {
        let Some(f) = trials.chosen_by(on) else { continue };
        let better = |(other, than): (f64, &SettingTrials)| {
            f > other || f == other && trials.setting.size() < than.setting.size()
        };
        if best.is_none_or(better) {
            best = Some((f, trials));
        }
    }
    best.map(|(_, trials)| trials)
}

fn interval(found: &LexiconsResults<'_>, setting: &Setting, half: Half) -> Option<Interval> {
    let column = *found.design.columns(setting).first()?;
    let judgements = judgements(found.sketches, found.truth, found.options, setting, column);
    let evaluation = Evaluation::new("", &judgements, &judging(found.options, found.options.rounds));
    evaluation.tuned?.tests[half as usize].f1_interval
}

pub(super) fn part(found: &LexiconsResults<'_>, chosen: &[ChosenSetting<'_>]) -> Section {
    let head = [
        "bits at hand",
        "chosen on",
        "setting",
        "terms",
        "left out, thousandths",
        "F there",
        "F on the other half, first draw",
        "mean of draws",
    ];
    let row = |chosen: &ChosenSetting<'_>| {
        let setting = chosen.trials.setting;
        let test = chosen.on.other();
        let first = chosen.trials.draws.first().and_then(|drawn| drawn.tested[test as usize]);
        let left_out = if setting.lexicons > 1 { Cell::Count(setting.leave_out.into()) } else { Cell::None };
        vec![
            Cell::Count(chosen.most.into()),
            Cell::text(if chosen.on == Half::First { "first half" } else { "second half" }),
            Cell::text(setting.name()),
            Cell::text(&*found.design.terms[setting.terms].name),
            left_out,
            Cell::share(chosen.trials.chosen_by(chosen.on)),
            Cell::ranged(first, chosen.interval),
            mean(chosen.trials.tested(test)),
        ]
    };
    Section {
        heading: "What to choose".into(),
        text: vec![
            "All settings with at most this many bits a document were tried on one half of the labelled pairs; the best of them \
             is judged on the other half, at the distance chosen on the first. A line is left out where more bits choose the \
             same."
                .into(),
        ],
        exhibits: vec![
            StudyExhibit::table(
                "chosen",
                "What each half chooses, and what that gives on the other; intervals of the first draw are of its pairs, those of \
                 the mean are of draws.",
                Table::new(head, chosen.iter().map(row)),
            ),
            StudyExhibit::figure("bits", "F tested by all bits of a document's fingerprints; bars are 95 % intervals.", by_bits(found)),
        ],
    }
}

/// F by the bits of all fingerprints, for each rule and length of fingerprints, with the shingles that do best.
fn by_bits(found: &LexiconsResults<'_>) -> Figure {
    let best_w = |rule: Rule| {
        let of = |w: usize| {
            let known: Vec<f64> = (found.trials.iter())
                .filter(|trials| {
                    (trials.setting.terms, trials.setting.w, trials.setting.rule) == (0, w, rule)
                })
                .filter_map(|trials| trials.chosen_by(Half::First))
                .collect();
            known.iter().sum::<f64>() / known.len().max(1) as f64
        };
        found.lengths().max_by(|&a, &b| of(a).total_cmp(&of(b)).then(b.cmp(&a))).unwrap_or(1)
    };
    let mut lines = Vec::new();
    for rule in [Rule::Any, Rule::Sum] {
        let w = best_w(rule);
        for &bits in &found.options.bits {
            let fits = |trials: &&SettingTrials| {
                let setting = trials.setting;
                let usual = Setting { terms: 0, w, leave_out: Lexicons::LEAVE_OUT, bits, rule, ..setting };
                setting == usual
            };
            let place = |trials: &SettingTrials| {
                let f = trials.tuned()?;
                let interval = f.interval.map(|interval| (interval.low, interval.high));
                Some(PlotPoint { x: trials.setting.size().into(), y: f.mean, interval })
            };
            let places: Vec<PlotPoint> = found.trials.iter().filter(fits).filter_map(place).collect();
            if !places.is_empty() {
                lines.push(PlotLine::new(
                    format!("{} bits, w = {w}, {}", bits.count(), rule_name(rule)),
                    places,
                ));
            }
        }
    }
    let panel = Panel::new(
        Axis::whole("bits of all prints of a document").log(),
        Axis::any(format!("{}, tested", found.f())),
        LinePlot { lines, ..LinePlot::default() },
    );
    Figure { title: "F by the bits of a document".into(), panels: vec![panel] }
}
