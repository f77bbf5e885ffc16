//! Words between quotation marks.

use alloc::vec::Vec;

use super::{ApartKind, ApartSpan};

/// The marks that open and close a quotation. Where there are two that close, it is closed by either.
static MARKS: [[char; 3]; 12] = [
    ['"', '"', '"'],
    ['”', '”', '”'],
    ['‚', '‘', '’'],
    ['‘', '’', '’'],
    ['„', '“', '”'],
    ['“', '”', '”'],
    ['«', '»', '»'],
    ['»', '«', '«'],
    ['‹', '›', '›'],
    ['›', '‹', '‹'],
    ['「', '」', '」'],
    ['『', '』', '』'],
];

/// How many, the first, open before a word only and close after one: a straight mark is both, a single one an apostrophe, too.
const SNUG: usize = 4;

/// Adds the places of all quotations, marks included; `by_lines` where each line is a paragraph.
#[inline(never)]
pub(super) fn find(text: &str, by_lines: bool, found: &mut Vec<ApartSpan>) {
    const CLOSED: usize = usize::MAX;
    let mut open = [CLOSED; MARKS.len()];
    let mut add = |start, end| found.push(ApartSpan { kind: ApartKind::Quotation, start, end });
    let mut before = '\n';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or((text.len(), '\n'), |&next| next);
        if c == '\n' {
            let mut rest = text.as_bytes()[at + 1..].iter();
            let ends = by_lines || rest.find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) == Some(&b'\n');
            if ends && open.iter().any(|&start| start != CLOSED) {
                let goes_on = text[at..].trim_start().chars().next();
                for (marks, start) in MARKS.iter().zip(&mut open) {
                    if *start != CLOSED && goes_on == Some(marks[0]) {
                        add(*start, at);
                    }
                    *start = CLOSED;
                }
            }
        } else if c == '"' || (c > '\u{a0}' && MARKS.as_flattened().contains(&c)) {
            let closes = !before.is_whitespace() && !next.1.is_alphanumeric();
            let opens = !before.is_alphanumeric() && !next.1.is_whitespace();
            let mut start = CLOSED;
            for (kind, marks) in MARKS.iter().enumerate() {
                let fits = start == CLOSED && open[kind] != CLOSED && marks[1..].contains(&c);
                if fits && (closes || kind >= SNUG) {
                    start = open[kind];
                }
            }
            if start != CLOSED {
                add(start, next.0);
                // What opened within it did not close.
                for other in open.iter_mut().filter(|other| **other >= start) {
                    *other = CLOSED;
                }
            } else {
                for (kind, marks) in MARKS.iter().enumerate() {
                    if marks[0] == c && (opens || kind >= SNUG) {
                        open[kind] = at;
                    }
                }
            }
        }
        before = c;
    }
}
