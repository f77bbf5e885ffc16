//! Running heads, running feet and page numbers: lines at the edge of a page whose text, with any number in place of its own, stands at
//! the same place on another page, where two pages in five have such a line at that place: the heads of left and right pages and of
//! chapters differ. A head stands apart from the text, unlike a line that is repeated within it, as in a form. A number that stands
//! apart is a page's wherever another page has one, and on a single page.

use std::collections::{HashMap, HashSet};

use super::Page;
use super::lines::{Fragment, in_rows, joined, median};

/// How many lines at either edge may be heads, and in which share of the page.
const ROWS: usize = 3;
const EDGE: f64 = 0.15;
const SHARE: f64 = 0.4;
/// How far a head may stand from where it stands on other pages, in points.
const NEAR: f64 = 4.0;
/// How far it stands from the text at least, as a share of what lines usually are apart.
const APART: f64 = 1.25;
/// It stands apart, too, if its letters are this much larger or smaller than those of the text.
const OTHER_SIZE: f64 = 1.15;

/// The places of a line in steps of [`NEAR`], doubled so that they are whole: the two it is near to.
type Place = i64;

struct Row<'a> {
    fragments: Vec<&'a Fragment>,
    y: f64,
    /// The size of its largest letters.
    size: f64,
    /// What it is known by on other pages: its text, with any number for its own, at each of the two places it is near to.
    keys: [(Place, String); 2],
    /// Whether it is a number and nothing else.
    bare: bool,
}

/// The rows of a page from one of its edges, of which the first few may be heads.
struct Side {
    page: usize,
    rows: Vec<usize>,
    edge: usize,
}

/// The pages without what is repeated at their edges.
pub(super) fn without_heads(pages: Vec<Page>) -> Vec<Page> {
    let gone: HashSet<*const Fragment> = heads(&pages).into_iter().map(std::ptr::from_ref).collect();
    let kept: Vec<Vec<bool>> = pages
        .iter()
        .map(|page| {
            page.fragments.iter().map(|fragment| !gone.contains(&std::ptr::from_ref(fragment))).collect()
        })
        .collect();
    let mut pages = pages;
    for (page, kept) in pages.iter_mut().zip(kept) {
        let mut kept = kept.into_iter();
        page.fragments.retain(|_| kept.next().unwrap_or(true));
    }
    pages
}

fn heads(pages: &[Page]) -> Vec<&Fragment> {
    let rows: Vec<Vec<Row<'_>>> = pages.iter().map(rows_of).collect();
    let steps = rows.iter().flat_map(|rows| rows.windows(2).map(|pair| pair[1].y - pair[0].y)).collect();
    let usual = median(steps);
    let sides: Vec<Side> =
        (0..pages.len()).flat_map(|page| sides_of(page, &rows[page], pages[page].height)).collect();
    let mut pages_with: HashMap<&(Place, String), HashSet<usize>> = HashMap::new();
    for side in &sides {
        for key in side.rows[..side.edge].iter().flat_map(|&row| &rows[side.page][row].keys) {
            pages_with.entry(key).or_default().insert(side.page);
        }
    }
    let shared = |key: &(Place, String)| pages_with[key].len() > 1;
    let mut pages_at: HashMap<Place, HashSet<usize>> = HashMap::new();
    for side in &sides {
        for key in side.rows[..side.edge].iter().flat_map(|&row| &rows[side.page][row].keys) {
            if shared(key) {
                pages_at.entry(key.0).or_default().insert(side.page);
            }
        }
    }
    let often = SHARE * pages.len() as f64;
    let repeated =
        |row: &Row<'_>| row.keys.iter().any(|key| shared(key) && pages_at[&key.0].len() as f64 >= often);
    let mut gone = Vec::new();
    for Side { page, rows: order, edge } in &sides {
        let row = |at: usize| &rows[*page][order[at]];
        let other_size = |a: f64, b: f64| a.max(b) > OTHER_SIZE * a.min(b);
        let apart = |at: usize| {
            at + 1 >= order.len()
                || (row(at + 1).y - row(at).y).abs() > APART * usual
                || other_size(row(at).size, row(at + 1).size)
        };
        let number =
            |at: usize| row(at).bare && apart(at) && (pages.len() == 1 || row(at).keys.iter().any(shared));
        let mut heads = (0..*edge).find(|&at| !repeated(row(at)) && !number(at)).unwrap_or(*edge);
        while heads > 0 && !row(heads - 1).bare && !apart(heads - 1) {
            heads -= 1;
        }
        gone.extend((0..heads).flat_map(|at| row(at).fragments.iter().copied()));
    }
    gone
}

fn rows_of(page: &Page) -> Vec<Row<'_>> {
    in_rows(page.fragments.iter().filter(|fragment| !fragment.turned))
        .into_iter()
        .map(|fragments| keyed(fragments, page.height))
        .collect()
}

fn sides_of(page: usize, rows: &[Row<'_>], height: f64) -> [Side; 2] {
    let side = |rows_in_order: Vec<usize>, at_edge: &dyn Fn(f64) -> bool| {
        let edge = rows_in_order.iter().take(ROWS).filter(|&&row| at_edge(rows[row].y)).count();
        Side { page, rows: rows_in_order, edge }
    };
    [
        side((0..rows.len()).collect(), &|y| y < EDGE * height),
        side((0..rows.len()).rev().collect(), &|y| y > (1.0 - EDGE) * height),
    ]
}

fn keyed(fragments: Vec<&Fragment>, height: f64) -> Row<'_> {
    let parts: Vec<String> = joined(&fragments, f64::INFINITY).into_iter().map(|line| line.text).collect();
    let text = parts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let roman = !text.is_empty() && text.chars().all(|letter| "ivxlcdmIVXLCDM".contains(letter));
    let pattern = if roman { "#".to_string() } else { without_numbers(&text) };
    let bare = pattern.trim_matches(['-', '–', '—', ' ']) == "#";
    let y = fragments[0].y;
    let size = fragments.iter().map(|fragment| fragment.size).fold(0.0, f64::max);
    let near = (y - height) / NEAR;
    let places = [near.floor() as Place * 2, (near + 0.5).floor() as Place * 2 + 1];
    let keys = places.map(|place| (place, pattern.clone()));
    Row { fragments, y, size, keys, bare }
}

/// A text with "#" for each of its numbers.
fn without_numbers(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for letter in text.chars() {
        if !letter.is_numeric() {
            pattern.push(letter);
        } else if !pattern.ends_with('#') {
            pattern.push('#');
        }
    }
    pattern
}
