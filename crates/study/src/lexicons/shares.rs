//! What a random lexicon leaves out, which the fusion paper does not say.

use std::format;

use super::super::form::{Section, StudyExhibit};
use super::report::LexiconsResults;
use super::rule_name;
use super::trials::{Setting, SettingTrials};
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint::simhash::{Bits, Rule};

pub(super) fn part(found: &LexiconsResults<'_>) -> Section {
    let mut lines = Vec::new();
    for &bits in &found.options.bits {
        for rule in [Rule::Any, Rule::Sum] {
            let place = |trials: &SettingTrials| {
                let f = trials.tuned()?;
                let interval = f.interval.map(|interval| (interval.low, interval.high));
                Some(PlotPoint { x: f64::from(trials.setting.leave_out) / 1000.0, y: f.mean, interval })
            };
            let places = trials(found, bits, rule).into_iter().filter_map(place);
            lines.push(PlotLine::new(format!("{} bits, {}", bits.count(), rule_name(rule)), places));
        }
    }
    let panel = Panel::new(
        Axis::percent("share of the terms that a lexicon leaves out"),
        Axis::any(format!("{}, tested", found.f())),
        LinePlot { lines, ..LinePlot::default() },
    );
    Section {
        heading: "What a lexicon leaves out".into(),
        text: std::vec![format!(
            "{} lexicons, shingles of {} words. The paper names no share; the preset leaves out a third.",
            found.options.lexicons,
            found.paper_w()
        )],
        exhibits: std::vec![StudyExhibit::figure(
            "shares",
            "F tested by the share that each random lexicon leaves out; bars are 95 % intervals.",
            Figure { title: "F by the share left out".into(), panels: std::vec![panel] },
        )],
    }
}

/// What came out for each share, from the least.
pub(super) fn trials<'a>(found: &'a LexiconsResults<'_>, bits: Bits, rule: Rule) -> Vec<&'a SettingTrials> {
    let (w, lexicons) = (found.paper_w(), found.options.lexicons);
    let fits = |trials: &&SettingTrials| {
        let setting = trials.setting;
        setting == Setting { terms: 0, w, leave_out: setting.leave_out, bits, lexicons, rule }
    };
    let mut all: Vec<&SettingTrials> = found.trials.iter().filter(fits).collect();
    all.sort_by_key(|trials| trials.setting.leave_out);
    all
}
