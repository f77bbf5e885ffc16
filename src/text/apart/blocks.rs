//! Paragraphs that are set apart as quotes.

use alloc::vec::Vec;

use super::super::view::Block;
use super::lines::{Lines, item};
use super::{ApartKind, ApartSpan};

/// What lines of a block are indented by, in columns.
const INDENT: usize = 4;

/// Where more than one line in this number is indented, paragraphs are.
const PART: usize = 3;

/// Adds the places of block quotes.
#[inline(never)]
pub(super) fn find(text: &str, blocks: Option<&[Block]>, found: &mut Vec<ApartSpan>) {
    let Some(blocks) = blocks else { return find_plain(text, found) };
    for block in blocks {
        if block.level.is_none() {
            let (start, end) = (block.place.start as usize, block.place.end as usize);
            found.push(ApartSpan { kind: ApartKind::BlockQuote, start, end });
        }
    }
}

/// The lines since the last empty one.
#[derive(Clone, Copy)]
struct Paragraph {
    start: usize,
    end: usize,
    /// Whether all are indented.
    deep: bool,
    bytes: usize,
}

const NONE: Paragraph = Paragraph { start: 0, end: 0, deep: true, bytes: 0 };

fn find_plain(text: &str, found: &mut Vec<ApartSpan>) {
    let mut indented = Vec::new();
    let (mut all, mut within) = (0, 0);
    let mut paragraph = NONE;
    let mut in_list = false;
    let mut lines = Lines::of(text);
    loop {
        let line = lines.next();
        if let Some(line) = line
            && !line.own.is_empty()
        {
            if line.columns < INDENT && line.own.starts_with('>') {
                found.push(ApartSpan { kind: ApartKind::BlockQuote, start: line.start, end: line.end });
            }
            if paragraph.bytes == 0 {
                in_list = item(line.own) > 0 || (in_list && line.columns >= INDENT);
                paragraph.start = line.start;
            }
            paragraph.end = line.end;
            paragraph.deep &= line.columns >= INDENT;
            paragraph.bytes += line.own.len();
            continue;
        }
        let Paragraph { start, end, deep, bytes } = core::mem::replace(&mut paragraph, NONE);
        all += bytes;
        if deep && bytes > 0 {
            within += bytes;
            if !in_list {
                indented.push(ApartSpan { kind: ApartKind::BlockQuote, start, end });
            }
        }
        if line.is_none() {
            break;
        }
    }
    if within * PART <= all {
        found.append(&mut indented);
    }
}
