//! What a random lexicon leaves out, which the fusion paper does not say.

use std::format;

use super::super::form::{Exhibit, Part};
use super::report::Found;
use super::rule_name;
use super::tried::{Setting, Tried};
use crate::plot::{Axis, Figure, Line, Lines, Panel, Place};
use twinprint::simhash::{Bits, Rule};

pub(super) fn part(found: &Found<'_>) -> Part {
    let mut lines = Vec::new();
    for &bits in &found.options.bits {
        for rule in [Rule::Any, Rule::Sum] {
            let place = |tried: &Tried| {
                let f = tried.tuned()?;
                let interval = f.interval.map(|interval| (interval.low, interval.high));
                Some(Place { x: f64::from(tried.setting.leave_out) / 1000.0, y: f.mean, interval })
            };
            let places = tried(found, bits, rule).into_iter().filter_map(place);
            lines.push(Line::new(format!("{} bits, {}", bits.count(), rule_name(rule)), places));
        }
    }
    let panel = Panel::new(
        Axis::percent("share of the terms that a lexicon leaves out"),
        Axis::any(format!("{}, tested", found.f())),
        Lines { lines, ..Lines::default() },
    );
    Part {
        heading: "What a lexicon leaves out".into(),
        text: std::vec![format!(
            "{} lexicons, shingles of {} words. The paper names no share; the preset leaves out a third.",
            found.options.lexicons,
            found.paper_w()
        )],
        exhibits: std::vec![Exhibit::figure(
            "shares",
            "F tested by the share that each random lexicon leaves out; bars are 95 % intervals.",
            Figure { title: "F by the share left out".into(), panels: std::vec![panel] },
        )],
    }
}

/// What came out for each share, from the least.
pub(super) fn tried<'a>(found: &'a Found<'_>, bits: Bits, rule: Rule) -> Vec<&'a Tried> {
    let (w, lexicons) = (found.paper_w(), found.options.lexicons);
    let fits = |tried: &&Tried| {
        let setting = tried.setting;
        setting == Setting { terms: 0, w, leave_out: setting.leave_out, bits, lexicons, rule }
    };
    let mut all: Vec<&Tried> = found.tried.iter().filter(fits).collect();
    all.sort_by_key(|tried| tried.setting.leave_out);
    all
}
