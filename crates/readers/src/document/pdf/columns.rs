//! Reading order. A gutter is an upright strip without text that has columns on both sides over several lines; between lines that cross
//! it, the one side is read before the other. A table has gutters too, but what is between them is short: it is read line by line.
//! Beside a gutter of another page a column may be as short as the last one of a text is.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;
use std::ptr;

use super::Page;
use super::lines::{Fragment, as_read, in_rows, joined, median, turns};

/// A line of a column.
pub(super) struct Line {
    /// Its text is as it is read.
    pub(super) line: Fragment,
    /// The edges of its column.
    pub(super) column_left: f64,
    pub(super) column_right: f64,
    /// Counts the columns of a page from 0; a line of another column than the one before begins at its top.
    pub(super) column: usize,
    /// The footnotes that it calls, each of its lines.
    pub(super) notes: Vec<Vec<Line>>,
}

/// Lines that a column has at least on either side of a gutter.
const LINES: usize = 3;
/// How wide a column is at least, in letters' sizes, and how much of it its lines fill on the average; cells of a table are narrower, or
/// emptier.
const WIDE: f64 = 9.0;
const FILLED: f64 = 0.5;
/// How wide a gutter is at least, in letters' sizes.
const GUTTER: f64 = 0.6;
/// Columns within columns.
const DEEPEST: usize = 4;
/// Edges that are tried as those of columns: those where the most lines begin.
const EDGES: usize = 40;

/// The lines of each page in reading order.
pub(super) fn in_columns(pages: &[Page]) -> Vec<Vec<Line>> {
    let gutters = Gutters::of(pages.iter().map(|page| {
        let fragments: Vec<&Fragment> = level(page);
        zones(&fragments, &[]).first().map(|zone| (zone.edge, usual_size(&fragments)))
    }));
    pages
        .iter()
        .enumerate()
        .map(|(at, page)| {
            let mut groups = Vec::new();
            part(level(page), &gutters.of_others(at), DEEPEST, &mut groups);
            groups.extend(
                page.fragments.iter().filter(|fragment| fragment.turned).map(|fragment| vec![fragment]),
            );
            groups.iter().enumerate().flat_map(|(column, group)| lines_of(group, column)).collect()
        })
        .collect()
}

fn level(page: &Page) -> Vec<&Fragment> {
    page.fragments.iter().filter(|fragment| !fragment.turned).collect()
}

/// The gutters of a document's pages.
struct Gutters {
    /// That of each page, as a place in `edges`.
    of_page: Vec<Option<usize>>,
    /// Edges that are apart, and how many pages have each.
    edges: Vec<(f64, usize)>,
}

impl Gutters {
    fn of(known: impl Iterator<Item = Option<(f64, f64)>>) -> Gutters {
        let mut gutters = Gutters { of_page: Vec::new(), edges: Vec::new() };
        for known in known {
            let place = known.and_then(|(edge, size)| gutters.place(edge, size));
            gutters.of_page.push(place);
        }
        gutters
    }

    /// The place of an edge, which counts one page more; none if too many others are known.
    fn place(&mut self, edge: f64, size: f64) -> Option<usize> {
        if let Some(at) = self.edges.iter().position(|(other, _)| (other - edge).abs() < size) {
            self.edges[at].1 += 1;
            return Some(at);
        }
        (self.edges.len() < EDGES).then(|| {
            self.edges.push((edge, 1));
            self.edges.len() - 1
        })
    }

    /// The edges that other pages have.
    fn of_others(&self, page: usize) -> Vec<f64> {
        let own = self.of_page[page];
        let others =
            self.edges.iter().enumerate().filter(|(at, (_, pages))| *pages > usize::from(own == Some(*at)));
        others.map(|(_, (edge, _))| *edge).collect()
    }
}

fn lines_of(group: &[&Fragment], column: usize) -> Vec<Line> {
    let (column_left, column_right) = edges(group.iter().copied());
    let rows = in_rows(group.iter().copied());
    let lines: Vec<Fragment> = rows.iter().flat_map(|row| joined(row, f64::INFINITY)).collect();
    let backwards = is_backwards(lines.iter());
    lines
        .into_iter()
        .map(|mut line| {
            if let Cow::Owned(text) = as_read(&line.text, backwards) {
                line.text = text;
                line.raised.clear();
            }
            Line { line, column_left, column_right, column, notes: Vec::new() }
        })
        .collect()
}

/// Adds to `groups` the columns of what is given, in reading order.
fn part<'a>(fragments: Vec<&'a Fragment>, known: &[f64], depth: usize, groups: &mut Vec<Vec<&'a Fragment>>) {
    let zones = if depth > 0 { zones(&fragments, known) } else { Vec::new() };
    if zones.is_empty() {
        if !fragments.is_empty() {
            groups.push(fragments);
        }
        return;
    }
    let mut rest: Vec<&Fragment> = fragments;
    for Zone { left, right, bottom, .. } in zones {
        let inside: HashSet<*const Fragment> =
            left.iter().chain(&right).map(|inside| ptr::from_ref(*inside)).collect();
        rest.retain(|fragment| !inside.contains(&ptr::from_ref(*fragment)));
        let (above, below): (Vec<_>, Vec<_>) = rest.into_iter().partition(|fragment| fragment.y < bottom);
        rest = below;
        if !above.is_empty() {
            groups.push(above);
        }
        let backwards = [&left, &right].iter().any(|side| is_backwards(side.iter().copied()));
        let (first, second) = if backwards { (right, left) } else { (left, right) };
        part(first, known, depth - 1, groups);
        part(second, known, depth - 1, groups);
    }
    if !rest.is_empty() {
        groups.push(rest);
    }
}

/// Whether the lines of a column are read from right to left: then more of them are flush right than flush left. Where as many are, which
/// way their letters are read says it.
fn is_backwards<'a>(lines: impl Iterator<Item = &'a Fragment> + Clone) -> bool {
    let turning = || lines.clone().filter(|line| turns(&line.text));
    if turning().next().is_none() {
        return false;
    }
    let (left, right) = edges(lines.clone());
    let near = |distance: f64, line: &Fragment| distance <= 0.5 * line.size;
    let flush_left = lines.clone().filter(|line| near(line.left - left, line)).count();
    let flush_right = lines.clone().filter(|line| near(right - line.right, line)).count();
    match flush_right.cmp(&flush_left) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => turning().filter(|line| line.right_to_left).count() * 2 > turning().count(),
    }
}

/// Where the leftmost of some fragments begins and the rightmost ends.
fn edges<'a>(fragments: impl Iterator<Item = &'a Fragment>) -> (f64, f64) {
    fragments.fold((f64::INFINITY, f64::NEG_INFINITY), |(left, right), fragment| {
        (left.min(fragment.left), right.max(fragment.right))
    })
}

struct Zone<'a> {
    /// Where what is right of the gutter begins.
    edge: f64,
    left: Vec<&'a Fragment>,
    right: Vec<&'a Fragment>,
    /// The baseline of its last line.
    bottom: f64,
}

/// The zones of the gutter that most of the text lies beside; gutters that are known from other pages come first.
fn zones<'a>(fragments: &[&'a Fragment], known: &[f64]) -> Vec<Zone<'a>> {
    let size = usual_size(fragments);
    let mut down = fragments.to_vec();
    down.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut best: Vec<Zone<'a>> = Vec::new();
    let mut most = 0;
    let trusted = known.iter().map(|&edge| (edge, true));
    for (edge, trusted) in trusted.chain(left_edges(fragments, size).into_iter().map(|edge| (edge, false))) {
        let zones = zones_at(&down, edge, size, trusted);
        let text = zones.iter().map(|zone| zone.left.len() + zone.right.len()).sum();
        if text > most {
            (best, most) = (zones, text);
        }
    }
    best
}

/// Where several lines begin, one below the other.
fn left_edges(fragments: &[&Fragment], size: f64) -> Vec<f64> {
    let mut lefts: Vec<f64> = fragments.iter().map(|fragment| fragment.left).collect();
    lefts.sort_by(f64::total_cmp);
    let mut edges: Vec<(usize, f64)> = Vec::new();
    let mut at = 0;
    while at < lefts.len() {
        let end = at + lefts[at..].partition_point(|left| left - lefts[at] < 0.5 * size).max(1);
        if end - at >= LINES {
            edges.push((end - at, lefts[at]));
        }
        at = end;
    }
    if edges.is_empty() {
        return Vec::new();
    }
    // The first is the edge of the page's text.
    edges.remove(0);
    edges.sort_by_key(|edge| Reverse(edge.0));
    edges.truncate(EDGES);
    edges.sort_by(|a, b| a.1.total_cmp(&b.1));
    edges.into_iter().map(|(_, edge)| edge).collect()
}

/// Stretches of the page over which nothing crosses the strip left of `edge`, and that have a column on both sides.
fn zones_at<'a>(down: &[&'a Fragment], edge: f64, size: f64, trusted: bool) -> Vec<Zone<'a>> {
    let mut zones = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut close = |left: &mut Vec<&'a Fragment>, right: &mut Vec<&'a Fragment>| {
        let (left, right) = (std::mem::take(left), std::mem::take(right));
        let (Some(lowest), Some(other)) = (left.last(), right.last()) else { return };
        let high = overlap(&left, &right);
        let columns = match trusted {
            true => high > -size,
            false => high > 2.0 * size && is_column(&left, size) && is_column(&right, size),
        };
        if columns {
            zones.push(Zone { edge, bottom: lowest.y.max(other.y), left, right });
        }
    };
    for fragment in down {
        if fragment.right <= edge - GUTTER * size {
            left.push(*fragment);
        } else if fragment.left >= edge - 0.1 * size {
            right.push(*fragment);
        } else {
            close(&mut left, &mut right);
        }
    }
    close(&mut left, &mut right);
    zones
}

fn is_column(fragments: &[&Fragment], size: f64) -> bool {
    let mut rows: Vec<i64> =
        fragments.iter().map(|fragment| (fragment.y / (0.5 * size)).round() as i64).collect();
    rows.sort_unstable();
    rows.dedup();
    if rows.len() < LINES {
        return false;
    }
    let (left, right) = edges(fragments.iter().copied());
    let text: f64 = fragments.iter().map(|fragment| fragment.right - fragment.left).sum();
    let width = right - left;
    width >= WIDE * size && text >= FILLED * width * rows.len() as f64
}

/// Over what height there is text on both sides.
fn overlap(left: &[&Fragment], right: &[&Fragment]) -> f64 {
    let ends = |side: &[&Fragment]| Some((side.first()?.y, side.last()?.y));
    let (Some((left_top, left_end)), Some((right_top, right_end))) = (ends(left), ends(right)) else {
        return 0.0;
    };
    left_end.min(right_end) - left_top.max(right_top)
}

fn usual_size(fragments: &[&Fragment]) -> f64 {
    median(fragments.iter().map(|fragment| fragment.size).collect())
}
