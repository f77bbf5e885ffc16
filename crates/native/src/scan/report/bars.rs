//! How many there are of each kind, as bars in SVG that takes its colours from the page, light or dark.

use std::format;

use super::super::super::display::count;
use super::super::Catalogue;
use super::tally::{CLASSES, MOST, Tally};
use crate::scale::Scale;
use twinprint::export::html::escape;

/// The height of a bar with its gap, in units of which the figure is [`WIDTH`] wide.
const ROW: usize = 20;
const WIDTH: usize = 400;
/// Where labels end and bars begin, and the longest bar.
const LABELS: usize = 120;
const LONGEST: f64 = 170.0;

/// Documents by words, each class with twice as many as the one before.
pub(super) fn sizes(page: &mut String, catalogue: &Catalogue) {
    let mut classes = vec![0u64; u32::BITS as usize];
    for row in catalogue.rows() {
        classes[row.words.max(1).ilog2() as usize] += 1;
    }
    let label = |class: usize| {
        let least = 1u64 << class;
        match class {
            0 => "1".into(),
            _ => format!("{}–{}", count(least), count(2 * least - 1)),
        }
    };
    let bars = classes.iter().enumerate().map(|(class, &number)| (label(class), number));
    figure(page, "Documents by words", bars.collect());
}

/// Pairs by resemblance, and those without by score.
pub(super) fn likeness(page: &mut String, tally: &Tally) {
    let share = |class: usize| {
        let percent = |class: usize| class * 100 / CLASSES;
        match class + 1 {
            CLASSES => format!("{}–100 %", percent(class)),
            next => format!("{} to below {} %", percent(class), percent(next)),
        }
    };
    let shares =
        |numbers: &[u64]| numbers.iter().enumerate().map(|(class, &number)| (share(class), number)).collect();
    let (resemblances, scores) = (tally.resemblances.iter().sum::<u64>(), tally.scores.iter().sum::<u64>());
    if resemblances > 0 || scores == 0 {
        figure(page, "Pairs by Jaccard resemblance", shares(&tally.resemblances));
    }
    if scores == 0 {
        return;
    }
    let whole = |(at, &number): (usize, &u64)| {
        (if at == MOST { format!("{at} or more") } else { at.to_string() }, number)
    };
    match tally.scale {
        Scale::Fraction => figure(page, "Pairs by score", shares(&tally.scores[..CLASSES])),
        Scale::Count => {
            figure(page, "Pairs by features shared", tally.scores.iter().enumerate().map(whole).collect())
        }
        Scale::Distance => {
            figure(page, "Pairs by bits that differ", tally.scores.iter().enumerate().map(whole).collect())
        }
    }
}

/// A bar for each class from the first to the last that has any.
fn figure(page: &mut String, title: &str, bars: Vec<(String, u64)>) {
    let some = |(_, number): &(String, u64)| *number > 0;
    let first = bars.iter().position(some).unwrap_or(0);
    let last = bars.iter().rposition(some).map_or(0, |last| last + 1);
    let bars = bars.get(first..last).unwrap_or_default();
    *page += "<figure><figcaption>";
    escape(page, title);
    *page += "</figcaption>";
    if bars.is_empty() {
        *page += "<p class=\"why\">There are none.</p></figure>";
        return;
    }
    let highest = bars.iter().map(|(_, number)| *number).max().unwrap_or(1) as f64;
    *page += &format!("<svg viewBox=\"0 0 {WIDTH} {}\">", ROW * bars.len());
    for (at, (label, number)) in bars.iter().enumerate() {
        let (top, middle) = (ROW * at + 3, ROW * at + ROW / 2);
        // A class with any is seen to have some.
        let length = if *number > 0 { (*number as f64 / highest * LONGEST).max(1.0) } else { 0.0 };
        *page += &format!("<text x=\"{}\" y=\"{middle}\" class=\"label\">", LABELS - 6);
        escape(page, label);
        *page += &format!(
            "</text><rect x=\"{LABELS}\" y=\"{top}\" width=\"{length:.1}\" height=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{middle}\">{}</text>",
            ROW - 6,
            LABELS as f64 + length + 6.0,
            count(*number)
        );
    }
    *page += "</svg></figure>";
}
