//! The setting that one half of the labels would choose, and what it gives on the other.

use std::format;

use super::super::form::{Cell, Exhibit, Part, Table};
use super::report::{Found, mean};
use super::rule_name;
use super::tried::{Setting, Tried, judgements, judging};
use crate::eval::{Evaluation, Half, Interval};
use crate::plot::{Axis, Figure, Line, Lines, Panel, Place};
use twinprint::lexicon::Lexicons;
use twinprint::simhash::Rule;

/// A setting chosen on one half and tested on the other.
#[derive(Debug)]
pub(super) struct Chosen<'a> {
    /// The bits that were at hand: no setting with more was looked at.
    pub(super) most: u32,
    /// The half it was chosen on.
    pub(super) on: Half,
    pub(super) tried: &'a Tried,
    /// How far chance may have moved F on the other half, of the first draw.
    pub(super) interval: Option<Interval>,
}

/// For each number of bits that there may be, what either half chooses.
pub(super) fn choose<'a>(found: &Found<'a>) -> Vec<Chosen<'a>> {
    let mut sizes: Vec<u32> = found.tried.iter().map(|tried| tried.setting.size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut chosen: Vec<Chosen<'a>> = Vec::new();
    for most in sizes {
        for on in Half::BOTH {
            let Some(tried) = best(found, most, on) else { continue };
            // More bits that nobody chooses are no choice of their own.
            let earlier = chosen.iter().rev().find(|chosen| chosen.on == on);
            if earlier.is_some_and(|earlier| earlier.tried.setting == tried.setting) {
                continue;
            }
            chosen.push(Chosen { most, on, tried, interval: interval(found, &tried.setting, on.other()) });
        }
    }
    chosen
}

/// The setting of at most so many bits that has the best F on a half; of equals the one with the fewest bits, then the first.
fn best<'a>(found: &Found<'a>, most: u32, on: Half) -> Option<&'a Tried> {
    let mut best: Option<(f64, &Tried)> = None;
    for tried in found.tried.iter().filter(|tried| tried.setting.size() <= most) {
        let Some(f) = tried.chosen_by(on) else { continue };
        let better = |(other, than): (f64, &Tried)| {
            f > other || f == other && tried.setting.size() < than.setting.size()
        };
        if best.is_none_or(better) {
            best = Some((f, tried));
        }
    }
    best.map(|(_, tried)| tried)
}

fn interval(found: &Found<'_>, setting: &Setting, half: Half) -> Option<Interval> {
    let column = *found.design.columns(setting).first()?;
    let judgements = judgements(found.sketches, found.truth, found.options, setting, column);
    let evaluation = Evaluation::new("", &judgements, &judging(found.options, found.options.rounds));
    evaluation.tuned?.tests[half as usize].f1_interval
}

pub(super) fn part(found: &Found<'_>, chosen: &[Chosen<'_>]) -> Part {
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
    let row = |chosen: &Chosen<'_>| {
        let setting = chosen.tried.setting;
        let test = chosen.on.other();
        let first = chosen.tried.draws.first().and_then(|drawn| drawn.tested[test as usize]);
        let left_out = if setting.lexicons > 1 { Cell::Count(setting.leave_out.into()) } else { Cell::None };
        vec![
            Cell::Count(chosen.most.into()),
            Cell::text(if chosen.on == Half::First { "first half" } else { "second half" }),
            Cell::text(setting.name()),
            Cell::text(&*found.design.terms[setting.terms].name),
            left_out,
            Cell::share(chosen.tried.chosen_by(chosen.on)),
            Cell::ranged(first, chosen.interval),
            mean(chosen.tried.tested(test)),
        ]
    };
    Part {
        heading: "What to choose".into(),
        text: vec![
            "All settings with at most so many bits a document were tried on one half of the labelled pairs; the best of them \
             is judged on the other half, at the distance chosen on the first. A line is left out where more bits choose the \
             same."
                .into(),
        ],
        exhibits: vec![
            Exhibit::table(
                "chosen",
                "What each half chooses, and what that gives on the other; intervals of the first draw are of its pairs, those of \
                 the mean are of draws.",
                Table::new(head, chosen.iter().map(row)),
            ),
            Exhibit::figure("bits", "F tested by all bits of a document's prints; bars are 95 % intervals.", by_bits(found)),
        ],
    }
}

/// F by the bits of all prints, for each rule and length of prints, with the shingles that do best.
fn by_bits(found: &Found<'_>) -> Figure {
    let best_w = |rule: Rule| {
        let of = |w: usize| {
            let known: Vec<f64> = (found.tried.iter())
                .filter(|tried| (tried.setting.terms, tried.setting.w, tried.setting.rule) == (0, w, rule))
                .filter_map(|tried| tried.chosen_by(Half::First))
                .collect();
            known.iter().sum::<f64>() / known.len().max(1) as f64
        };
        found.lengths().max_by(|&a, &b| of(a).total_cmp(&of(b)).then(b.cmp(&a))).unwrap_or(1)
    };
    let mut lines = Vec::new();
    for rule in [Rule::Any, Rule::Sum] {
        let w = best_w(rule);
        for &bits in &found.options.bits {
            let fits = |tried: &&Tried| {
                let setting = tried.setting;
                let usual = Setting { terms: 0, w, leave_out: Lexicons::LEAVE_OUT, bits, rule, ..setting };
                setting == usual
            };
            let place = |tried: &Tried| {
                let f = tried.tuned()?;
                let interval = f.interval.map(|interval| (interval.low, interval.high));
                Some(Place { x: tried.setting.size().into(), y: f.mean, interval })
            };
            let places: Vec<Place> = found.tried.iter().filter(fits).filter_map(place).collect();
            if !places.is_empty() {
                lines.push(Line::new(format!("{} bits, w = {w}, {}", bits.count(), rule_name(rule)), places));
            }
        }
    }
    let panel = Panel::new(
        Axis::whole("bits of all prints of a document").log(),
        Axis::any(format!("{}, tested", found.f())),
        Lines { lines, ..Lines::default() },
    );
    Figure { title: "F by the bits of a document".into(), panels: vec![panel] }
}
