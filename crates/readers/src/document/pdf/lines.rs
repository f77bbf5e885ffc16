//! From runs to fragments of lines: runs on one baseline with no more than a space between them are one fragment.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};
use unicode_normalization::char::compose;

use super::footnotes::is_sign;

/// A fragment of a line, in points from the top left of the page as it is read.
#[derive(Debug, Clone)]
pub(super) struct Fragment {
    /// As it stands from left to right; once it is a line, as it is read.
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    /// The baseline.
    pub(super) y: f64,
    /// The size of the letters.
    pub(super) size: f64,
    pub(super) right_to_left: bool,
    /// Set at an angle to most of the page, as a stamp on the margin is; such text is read after the rest of the page.
    pub(super) turned: bool,
    /// The bytes of its text that are raised signs, as those that call a footnote; none if it is not read as it stands.
    pub(super) raised: Vec<Range<usize>>,
}

/// All in shares of the letters' size: how far baselines may be apart on one line (a raised number is lower),
const RAISED: f64 = 0.5;
/// the gap from which on there is a space,
pub(super) const SPACE: f64 = 0.15;
/// and the gap, in the size of most letters of the page, that may be one between columns; if it is none, the line is joined again later.
const GAP: f64 = 0.8;
/// On lines that are no further apart than this, letters that lie over one another are still of one line.
const LEVEL: f64 = 0.1;
/// A sign that calls a footnote is raised by this much of the letters' size at least, and as large as this share of them at most.
const CALLS: (f64, f64) = (0.1, 0.85);
/// How many runs of a line are looked at for what lies over them.
const NEIGHBOURS: usize = 100;
/// How near together one text is drawn twice to be bold.
const TWICE: f64 = 0.2;

/// The fragments of a page, from top to bottom.
pub(super) fn fragments(runs: Vec<Fragment>) -> Vec<Fragment> {
    let mut seen = HashSet::new();
    let (mut level, mut turned) = (Vec::new(), Vec::new());
    for run in runs {
        let step = TWICE * run.size;
        // Casting a share of a page's size loses nothing that tells places apart.
        let place = ((run.left / step).round() as i64, (run.y / step).round() as i64);
        if seen.insert((run.text.clone(), place)) {
            if run.turned { &mut turned } else { &mut level }.push(run);
        }
    }
    // Headings of two columns may be nearer to one another than their own words are.
    let most = GAP * median(level.iter().map(|run| run.size).collect());
    let mut found: Vec<Fragment> = in_rows(level.iter()).iter().flat_map(|row| joined(row, most)).collect();
    found.extend(turned);
    found
}

/// Fragments by line, from top to bottom.
pub(super) fn in_rows<'a>(runs: impl Iterator<Item = &'a Fragment>) -> Vec<Vec<&'a Fragment>> {
    struct Row<'a> {
        y: f64,
        size: f64,
        runs: Vec<&'a Fragment>,
    }
    let mut down: Vec<&Fragment> = runs.collect();
    down.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for run in down {
        let recent = rows.len().saturating_sub(3);
        // A raised or lowered sign comes just before or after the line it belongs to, and has a place of its own there.
        let row = rows[recent..].iter_mut().rfind(|row| {
            let apart = (run.y - row.y).abs();
            let size = row.size.max(run.size);
            let clear = |other: &&Fragment| !over(run, other) || is_accent(other) || is_accent(run);
            apart <= RAISED * size
                && (apart <= LEVEL * size || row.runs.iter().rev().take(NEIGHBOURS).all(clear))
        });
        match row {
            None => rows.push(Row { y: run.y, size: run.size, runs: vec![run] }),
            Some(row) => {
                row.runs.push(run);
                if run.size > row.size {
                    (row.y, row.size) = (run.y, run.size);
                }
            }
        }
    }
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    rows.into_iter().map(|row| row.runs).collect()
}

/// Whether two runs lie over one another by more than half a letter.
fn over(run: &Fragment, other: &Fragment) -> bool {
    run.right.min(other.right) - run.left.max(other.left) > 0.5 * run.size.min(other.size)
}

/// The runs of a line from left to right, parted where a gap is wider than `most` points.
pub(super) fn joined(row: &[&Fragment], most: f64) -> Vec<Fragment> {
    let mut across = row.to_vec();
    across.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut found: Vec<Fragment> = Vec::new();
    for run in across {
        let near = found.last_mut().filter(|last| run.left - last.right <= most);
        let Some(last) = near else {
            found.push(run.clone());
            continue;
        };
        let gap = run.left - last.right;
        let spaced = last.text.ends_with(' ') || run.text.starts_with(' ');
        if !spaced && gap > SPACE * last.size.max(run.size) {
            last.text.push(' ');
        }
        if is_raised(last, run) {
            last.raised = vec![all_of(&last.text)];
        }
        append(&mut last.text, &run.text, gap / run.size);
        let start = last.text.len() - run.text.len();
        let raised = if is_raised(run, last) { vec![all_of(&run.text)] } else { run.raised.clone() };
        last.raised.extend(raised.into_iter().map(|sign| start + sign.start..start + sign.end));
        last.left = last.left.min(run.left);
        last.right = last.right.max(run.right);
        // The line stands where its largest letters do.
        if run.size > last.size {
            (last.y, last.size) = (run.y, run.size);
        }
    }
    for fragment in &mut found {
        fragment.right_to_left = right_to_left(&fragment.text);
    }
    found
}

/// Whether a run calls a footnote, or begins one, beside another.
fn is_raised(run: &Fragment, other: &Fragment) -> bool {
    is_sign(run.text.trim())
        && run.size <= CALLS.1 * other.size
        && other.y - run.y >= CALLS.0 * other.size
        && !run.text.starts_with(char::is_whitespace)
}

/// The bytes of a text but for spaces behind it.
fn all_of(text: &str) -> Range<usize> {
    0..text.trim_end().len()
}

fn is_accent(run: &Fragment) -> bool {
    mark_of_accent(&run.text).is_some() && run.text.chars().nth(1).is_none()
}

/// Adds a text that begins this far behind another, in the size of its letters. An accent that its first letter lies over goes on that letter.
pub(super) fn append(text: &mut String, next: &str, gap: f64) {
    let mark = mark_of_accent(text).filter(|_| gap < -0.1);
    let mut letters = next.chars();
    let accented = mark.and_then(|mark| compose(letters.next()?, mark));
    match accented {
        Some(letter) => {
            text.pop();
            text.push(letter);
            text.push_str(letters.as_str());
        }
        None => text.push_str(next),
    }
}

/// The mark of the accent that a text ends with, which some programs set before the letter it belongs to and then go back.
pub(super) fn mark_of_accent(text: &str) -> Option<char> {
    Some(match text.chars().next_back()? {
        '`' => '\u{300}',
        '\u{b4}' => '\u{301}',
        '^' | '\u{2c6}' => '\u{302}',
        '~' | '\u{2dc}' => '\u{303}',
        '\u{af}' => '\u{304}',
        '\u{2d8}' => '\u{306}',
        '\u{2d9}' => '\u{307}',
        '\u{a8}' => '\u{308}',
        '\u{2da}' => '\u{30a}',
        '\u{2dd}' => '\u{30b}',
        '\u{2c7}' => '\u{30c}',
        '\u{b8}' => '\u{327}',
        '\u{2db}' => '\u{328}',
        _ => return None,
    })
}

/// Whether more letters of a text are read from right to left than from left to right.
pub(super) fn right_to_left(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut balance = 0_i64;
    for letter in text.chars() {
        match bidi_class(letter) {
            BidiClass::R | BidiClass::AL => balance += 1,
            BidiClass::L => balance -= 1,
            _ => {}
        }
    }
    balance > 0
}

/// Whether a text has letters that are read from right to left.
pub(super) fn turns(text: &str) -> bool {
    let turns = |letter| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL | BidiClass::AN);
    !text.is_ascii() && text.chars().any(turns)
}

/// A line as it is read, of how it stands from left to right, among lines that are read from right to left if `backwards`: the Unicode
/// bidirectional algorithm undoes itself but for rare cases.
pub(super) fn as_read(standing: &str, backwards: bool) -> Cow<'_, str> {
    if !turns(standing) {
        return standing.into();
    }
    let level = if backwards { Level::rtl() } else { Level::ltr() };
    let info = BidiInfo::new(standing, Some(level));
    let lines = info.paragraphs.iter().map(|paragraph| info.reorder_line(paragraph, paragraph.range.clone()));
    lines.collect::<Vec<_>>().concat().into()
}

/// The middle value; 0 of none.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
