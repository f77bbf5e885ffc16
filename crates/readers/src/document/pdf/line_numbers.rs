//! Line numbers in the margin, as manuscripts for review have them: numbers below one another that ascend by one step, beside a column of
//! lines that they count, with no text above or below them. Rows of tables, items of lists and chapters in a table of contents are
//! numbered too, but what stands beside them is short, or there are more lines than numbers; and their numbers are not at the same place
//! throughout the document.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::mem;

use super::Page;
use super::lines::{Fragment, in_rows, joined, median};

/// The most digits of a line number: a manuscript that is numbered throughout has some 30,000 lines.
const DIGITS: usize = 5;
/// How far apart the edges of a column's numbers may be, in their size.
const ALIGNED: f64 = 0.3;
/// How many columns of numbers are looked at on a page, of those with the most numbers.
const COLUMNS: usize = 8;
/// How many numbers a column has at least: where every line has one; where some have. Those count the lines between them, too.
const OF_EVERY_LINE: usize = 5;
const OF_SOME_LINES: usize = 3;
/// How many lines there are beside the numbers for each line that they count: displayed formulas and tables often have none, and
/// the numbers of some styles go on beside pictures; of an item of a list, the number counts one line of several.
const COUNTED: (f64, f64) = (0.6, 1.25);
/// All in letters' sizes: how far the numbers stand from what they count at most,
const BESIDE: f64 = 15.0;
/// what is the widest gap within a line,
const GAP: f64 = 0.8;
/// and how wide lines of a text are at least.
const WIDE: f64 = 15.0;
/// The middle line of a text has this share of the width of its longest ones at least, and this share of its characters are letters.
const FILLED: f64 = 0.75;
const LETTERS: f64 = 0.6;
/// Which share of a page's lines have their number, at least, and on which share of the pages that is so.
const OF_A_PAGE: f64 = 0.6;
const OF_PAGES: f64 = 1.0 / 3.0;
/// A page with fewer runs says nothing.
const FEW: usize = 5;
/// How far numbers on one page may stand from where they stand on others, in points.
const NEAR: f64 = 2.0;

/// The pages without the numbers of their lines. Fragments are runs here: a number may be near to its line.
pub(super) fn without_line_numbers(pages: Vec<Page>) -> Vec<Page> {
    let places = places(&pages);
    let mut pages = pages;
    for page in &mut pages {
        let gone = at_places(page, &places);
        let all = mem::take(&mut page.fragments).into_iter().enumerate();
        page.fragments = all.filter(|(at, _)| !gone.contains(at)).map(|(_, fragment)| fragment).collect();
    }
    pages
}

/// Which edges of a column's numbers are below one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Left,
    Right,
}

/// Where line numbers stand on pages, and by what they ascend.
#[derive(Debug, Clone, Copy)]
struct Place {
    edge: Edge,
    x: f64,
    step: u32,
}

/// A number that stands by itself.
#[derive(Debug, Clone, Copy)]
struct Number {
    /// Which fragment of the page it is.
    at: usize,
    value: u32,
    left: f64,
    right: f64,
    y: f64,
    size: f64,
}

impl Number {
    fn x(&self, edge: Edge) -> f64 {
        match edge {
            Edge::Left => self.left,
            Edge::Right => self.right,
        }
    }
}

/// Where line numbers stand in a document; nowhere if too few pages have any.
fn places(pages: &[Page]) -> Vec<Place> {
    let (mut with_text, mut numbered) = (0_usize, 0_usize);
    let mut places: Vec<Place> = Vec::new();
    for page in pages {
        if page.fragments.len() < FEW {
            continue;
        }
        with_text += 1;
        let found = columns_of_numbers(page);
        numbered += usize::from(!found.is_empty());
        for place in found {
            let known = |other: &Place| {
                (other.edge, other.step) == (place.edge, place.step) && (other.x - place.x).abs() <= NEAR
            };
            if places.len() < COLUMNS && !places.iter().any(known) {
                places.push(place);
            }
        }
    }
    if numbered as f64 >= OF_PAGES * with_text as f64 { places } else { Vec::new() }
}

/// Where on a page numbers stand that count its lines beyond doubt.
fn columns_of_numbers(page: &Page) -> Vec<Place> {
    let numbers = numbers(page);
    let mut columns: Vec<(Edge, Vec<Number>)> = Vec::new();
    for edge in [Edge::Left, Edge::Right] {
        columns.extend(aligned(&numbers, edge).into_iter().map(|column| (edge, column)));
    }
    columns.sort_by_key(|(_, column)| Reverse(column.len()));
    columns.truncate(COLUMNS);
    let mut ascending: Vec<(Place, &[Number])> = Vec::new();
    for (edge, column) in &columns {
        let (step, numbers) = longest_ascent(column);
        let enough = if step == 1 { OF_EVERY_LINE } else { OF_SOME_LINES };
        if numbers.len() >= enough && stands_alone(page, numbers) {
            ascending.push((Place { edge: *edge, x: numbers[0].x(*edge), step }, numbers));
        }
    }
    if ascending.is_empty() {
        return Vec::new();
    }
    let rows = rows_of_text(page);
    let counting = ascending.into_iter().filter(|(place, numbers)| counts_lines(numbers, place.step, &rows));
    counting.map(|(place, _)| place).collect()
}

fn numbers(page: &Page) -> Vec<Number> {
    let number = |(at, fragment): (usize, &Fragment)| {
        let value = value_of(fragment)?;
        let Fragment { left, right, y, size, .. } = *fragment;
        Some(Number { at, value, left, right, y, size })
    };
    page.fragments.iter().enumerate().filter_map(number).collect()
}

/// The number that a fragment is, if it is nothing else.
fn value_of(fragment: &Fragment) -> Option<u32> {
    let digits = fragment.text.trim();
    let plain = digits.len() <= DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit());
    if plain && !fragment.turned { digits.parse().ok() } else { None }
}

/// The numbers whose edges are below one another, from top to bottom.
fn aligned(numbers: &[Number], edge: Edge) -> Vec<Vec<Number>> {
    let mut across = numbers.to_vec();
    across.sort_by(|a, b| a.x(edge).total_cmp(&b.x(edge)));
    let together = |a: &Number, b: &Number| b.x(edge) - a.x(edge) <= ALIGNED * a.size.min(b.size);
    let mut columns: Vec<Vec<Number>> = across.chunk_by(together).map(<[Number]>::to_vec).collect();
    columns.retain(|column| column.len() >= OF_SOME_LINES);
    for column in &mut columns {
        column.sort_by(|a, b| a.y.total_cmp(&b.y));
    }
    columns
}

/// The longest stretch of a column that ascends by one step, and the step.
fn longest_ascent(column: &[Number]) -> (u32, &[Number]) {
    let mut best = (0, &column[..0]);
    let mut start = 0;
    while start + 1 < column.len() {
        let step = column[start + 1].value.saturating_sub(column[start].value);
        let ascends = |pair: &&[Number]| step > 0 && pair[0].value + step == pair[1].value;
        let steps = column[start..].windows(2).take_while(ascends).count();
        if steps >= best.1.len() {
            best = (step, &column[start..=start + steps]);
        }
        start += steps.max(1);
    }
    best
}

/// Whether nothing but numbers stands above, below and between numbers of a column, from the first to the last.
fn stands_alone(page: &Page, column: &[Number]) -> bool {
    let (Some(first), Some(last)) = (column.first(), column.last()) else { return false };
    let left = column.iter().map(|number| number.left).fold(f64::INFINITY, f64::min);
    let right = column.iter().map(|number| number.right).fold(f64::NEG_INFINITY, f64::max);
    let (top, bottom) = (first.y - first.size, last.y + last.size);
    page.fragments.iter().all(|fragment| {
        let inside =
            fragment.left < right && fragment.right > left && fragment.y > top && fragment.y < bottom;
        !inside || fragment.turned || fragment.text.trim().is_empty() || value_of(fragment).is_some()
    })
}

/// The rows of a page that are not only numbers.
fn rows_of_text(page: &Page) -> Vec<Vec<&Fragment>> {
    in_rows(page.fragments.iter().filter(|fragment| !fragment.turned && value_of(fragment).is_none()))
}

/// Whether numbers count the lines beside them, which are most of the page's; of every line, whether the lines are those of a text.
fn counts_lines(column: &[Number], step: u32, rows: &[Vec<&Fragment>]) -> bool {
    let (Some(first), Some(last)) = (column.first(), column.last()) else { return false };
    let within = |row: &&Vec<&Fragment>| row[0].y > first.y - first.size && row[0].y < last.y + last.size;
    let within: Vec<&Vec<&Fragment>> = rows.iter().filter(within).collect();
    // Before the first number and after the last there are lines that they count, too.
    let lines_of_page = rows.len().saturating_sub(2 * (step as usize - 1)) as f64;
    if (within.len() as f64) < OF_A_PAGE * lines_of_page {
        return false;
    }
    let counted = f64::from(last.value - first.value + 1);
    [Edge::Left, Edge::Right].iter().any(|&side| {
        let lines: Vec<Fragment> = within.iter().filter_map(|row| nearest(row, column, side)).collect();
        let share = lines.len() as f64 / counted;
        share >= COUNTED.0 && share <= COUNTED.1 && (step > 1 || are_text(&lines))
    })
}

/// What stands next to a column of numbers on one side of it.
fn nearest(row: &[&Fragment], column: &[Number], side: Edge) -> Option<Fragment> {
    let (left, right) = (column[0].left, column[0].right);
    let size = row.iter().map(|fragment| fragment.size).fold(0.0, f64::max);
    let beside = |fragment: &&&Fragment| match side {
        Edge::Left => fragment.right <= left,
        Edge::Right => fragment.left >= right,
    };
    let parts = joined(&row.iter().filter(beside).copied().collect::<Vec<_>>(), GAP * size);
    let mut parts = parts.into_iter();
    let part = if side == Edge::Left { parts.next_back()? } else { parts.next()? };
    let gap = if side == Edge::Left { left - part.right } else { part.left - right };
    (gap <= BESIDE * size).then_some(part)
}

/// Whether lines are those of a text: wide, mostly as wide as the column, and of letters.
fn are_text(lines: &[Fragment]) -> bool {
    let mut widths: Vec<f64> = lines.iter().map(|line| line.right - line.left).collect();
    widths.sort_by(f64::total_cmp);
    let Some(&wide) = widths.get(widths.len() * 9 / 10) else { return false };
    let size = median(lines.iter().map(|line| line.size).collect());
    let signs = || lines.iter().flat_map(|line| line.text.chars()).filter(|sign| !sign.is_whitespace());
    let letters = signs().filter(|sign| sign.is_alphabetic()).count() as f64;
    wide >= WIDE * size
        && widths[widths.len() / 2] >= FILLED * wide
        && letters >= LETTERS * signs().count() as f64
}

/// The fragments of a page that are line numbers at the places where the document has them, in ascending order.
fn at_places(page: &Page, places: &[Place]) -> HashSet<usize> {
    let mut gone = HashSet::new();
    if places.is_empty() {
        return gone;
    }
    let numbers = numbers(page);
    for place in places {
        let here = |number: &&Number| (number.x(place.edge) - place.x).abs() <= NEAR;
        let mut column: Vec<Number> = numbers.iter().filter(here).copied().collect();
        column.sort_by(|a, b| a.y.total_cmp(&b.y));
        let follows = |a: &Number, b: &Number| {
            // Where every fifth line is numbered, the first may be, too.
            b.value == a.value + place.step || (a.value == 1 && b.value == place.step)
        };
        let counts = |at: usize| {
            column.len() == 1
                || at.checked_sub(1).is_some_and(|before| follows(&column[before], &column[at]))
                || column.get(at + 1).is_some_and(|next| follows(&column[at], next))
        };
        let counting: Vec<Number> = (0..column.len()).filter(|&at| counts(at)).map(|at| column[at]).collect();
        if stands_alone(page, &counting) {
            gone.extend(counting.iter().map(|number| number.at));
        }
    }
    gone
}
