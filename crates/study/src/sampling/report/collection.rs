//! What the corpus is like: the papers' Fig. 1, Tables 2 and 3, and the pairs between groups.

use std::format;

use super::{SamplingResults, bin_of, threshold};
use crate::form::{Cell, Section, StudyExhibit, Table};
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint_native::Error;
use twinprint_native::display::count;
use twinprint_native::scan::Row;

/// Their collection (2008, table 2), and what became of it (section 4.2).
const THEIRS: [(&str, Cell); 5] = [
    ("documents", Cell::Count(1_053_034)),
    ("megabytes of text or HTML", Cell::Count(12_900)),
    ("words of a document on average", Cell::Count(699)),
    ("exact copies", Cell::Count(94_309)),
    ("documents that are left", Cell::Count(958_725)),
];

/// Documents and shingles of their groups (2008, table 3).
const GROUPS: [(u64, u64); 11] = [
    (651_983, 118_247_397),
    (153_741, 105_876_410),
    (78_590, 107_785_579),
    (28_917, 69_980_491),
    (14_669, 50_329_605),
    (8_808, 39_165_329),
    (5_636, 30_760_394),
    (3_833, 24_750_365),
    (2_790, 20_796_424),
    (1_983, 16_770_544),
    (7_775, 93_564_410),
];

pub(super) fn part(results: &SamplingResults<'_>) -> Result<Section, Error> {
    let rows = results.collection.gathered().catalogue.rows();
    let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>();
    let left = results.collection.documents() as u64;
    let documents = rows.len() as u64;
    let words = sum(|row| row.words.into());
    let ours = [
        Cell::Count(documents),
        Cell::Count(sum(|row| row.bytes.into()) / 1_000_000),
        Cell::number(words as f64 / documents.max(1) as f64, 0),
        Cell::Count(documents - left),
        Cell::Count(left),
    ];
    let summary = THEIRS.into_iter().zip(ours);
    let summary =
        summary.map(|((name, theirs), ours)| vec![Cell::text(name), ours, theirs]).collect::<Vec<_>>();
    let trials = &results.trials[0];
    let theirs = |group: usize| GROUPS.get(group).filter(|_| results.has_papers_groups());
    let groups = trials.groups.iter().enumerate().map(|(group, measured)| {
        vec![
            Cell::text(results.collection.groups().name(group)),
            Cell::Count(measured.documents),
            Cell::Count(measured.shingles),
            Cell::Count(measured.alike.reaching()[0] as u64),
            theirs(group).map_or(Cell::None, |theirs| Cell::Count(theirs.0)),
            theirs(group).map_or(Cell::None, |theirs| Cell::Count(theirs.1)),
        ]
    });
    let mut sizes: Vec<u32> =
        (0..).zip(rows).filter(|(ordinal, row)| row.first == *ordinal).map(|(_, row)| row.words).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let (figure, exponent) = ranks(&sizes);
    let slope = exponent.map_or(String::new(), |exponent| {
        format!(
            "Over all ranks the logarithms lie about a line that falls by {exponent:.2}; a power law would keep to it."
        )
    });
    Ok(Section {
        heading: "The collection".into(),
        text: vec![format!(
            "{} documents, of which {} are exact copies of others and go no further. {slope}",
            count(documents),
            count(documents - left),
        )],
        exhibits: vec![
            StudyExhibit::table(
                "table-2",
                "The collection, beside TREC .GOV (2008, table 2 and section 4.2).",
                Table::new(["", "here", "TREC .GOV"], summary),
            ),
            StudyExhibit::figure(
                "fig-1",
                "Documents by their rank in length (2008, Fig. 1: a power law).",
                figure,
            ),
            StudyExhibit::table(
                "table-3",
                "The groups (2008, table 3), and how many pairs of each are alike at 0.50.",
                Table::new(
                    ["words", "documents", "shingles", "pairs", "documents of .GOV", "shingles of .GOV"],
                    groups,
                ),
            ),
        ],
    })
}

/// The number of ranks that are drawn.
const RANKS: u32 = 120;

/// Lengths by rank, both in equal factors, and by how much the line through them falls.
fn ranks(sizes: &[u32]) -> (Figure, Option<f64>) {
    let last = sizes.len() as f64;
    let mut places: Vec<(f64, f64)> = (0..=RANKS)
        .map(|step| last.powf(f64::from(step) / f64::from(RANKS)).round())
        .filter_map(|rank| Some((rank, f64::from(*sizes.get((rank as usize).checked_sub(1)?)?))))
        .filter(|place| place.1 > 0.0)
        .collect();
    places.dedup();
    let logs: Vec<(f64, f64)> = places.iter().map(|(rank, size)| (rank.ln(), size.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / logs.len() as f64;
    let (x, y) = (mean(|log| log.0), mean(|log| log.1));
    let (up, along) = logs
        .iter()
        .fold((0.0, 0.0), |(up, along), log| (up + (log.0 - x) * (log.1 - y), along + (log.0 - x).powi(2)));
    let line = PlotLine::new("documents", places.into_iter().map(PlotPoint::from));
    let lines = LinePlot { lines: vec![line], ..LinePlot::default() };
    let panel =
        Panel::new(Axis::whole("rank, the longest first").log(), Axis::whole("length, words").log(), lines);
    let figure = Figure { title: "How long documents are".into(), panels: vec![panel] };
    (figure, (along > 0.0).then(|| -up / along))
}

/// What is lost when documents are compared within their groups only.
pub(super) fn between(results: &SamplingResults<'_>) -> Result<Section, Error> {
    let (within, between) = results.collection.alike()?;
    let mut all = vec![0; between.0.len()];
    for bins in &within {
        all.iter_mut().zip(bins.reaching()).for_each(|(all, more)| *all += more);
    }
    let between = between.reaching();
    let whole = |bin: usize| all[bin] + between[bin];
    let share = |bin: usize| (whole(bin) > 0).then(|| between[bin] as f64 / whole(bin) as f64);
    let rows = [50, 60, 70, 80, 85, 90, 95, 99].map(bin_of).map(|bin| {
        vec![
            Cell::text(threshold(bin)),
            Cell::Count(all[bin] as u64),
            Cell::Count(between[bin] as u64),
            Cell::share(share(bin)),
        ]
    });
    let threshold_bin = bin_of(results.wanted.threshold);
    let lost = match share(threshold_bin) {
        Some(share) => format!(
            "Compared within groups only, as in the paper, {} of {} pairs with a resemblance of {} or more are lost, {:.2} %: those \
             whose documents are in different groups. The plan below loses none of them.",
            count(between[threshold_bin] as u64),
            count(whole(threshold_bin) as u64),
            threshold(threshold_bin),
            100.0 * share,
        ),
        None => {
            "There is no pair that is alike at the threshold asked for, within groups or between them.".into()
        }
    };
    Ok(Section {
        heading: "Pairs between groups".into(),
        text: vec![
            lost,
            "Documents of different groups can be compared by the coarser of their two ratios, if its divisor is a multiple of the \
             finer one's: what leaves nothing by 16 leaves nothing by 8, so the sample by 16 of a document is part of its sample by 8. \
             For the powers of two that always holds; a scan by a plan does so."
                .into(),
        ],
        exhibits: vec![StudyExhibit::table(
            "between-groups",
            "Pairs that are alike, by the groups of their documents.",
            Table::new(["resemblance", "within a group", "between groups", "share between"], rows),
        )],
    })
}
