//! Where in the source of a page forms are filled in.
//!
//! What stands in `<input value="...">` is no text, so pages that differ in it alone have the same words. What stands in a
//! `<textarea>` or `<select>` is.

use alloc::vec::Vec;
use core::ops::Range;

const FIELDS: [&[u8]; 2] = [b"textarea", b"select"];

/// The contents of the fields of forms, in order. One that is never closed is none.
pub(super) fn fields(html: &str) -> Vec<Range<usize>> {
    let source = html.as_bytes();
    let (mut found, mut at) = (Vec::<Range<usize>>::new(), 0);
    // Looked for to the end in vain, a field's end is not looked for again.
    let mut closable = [true; FIELDS.len()];
    while let Some(open) = tag(source, at, b"<") {
        at = open;
        for (field, name) in FIELDS.iter().enumerate() {
            if closable[field] && is_name(&source[open..], name) {
                let mut ends = core::iter::successors(tag(source, open, b"</"), |&at| tag(source, at, b"</"));
                match ends.find(|&at| is_name(&source[at..], name)) {
                    Some(end) => {
                        found.push(open..end);
                        at = end;
                    }
                    None => closable[field] = false,
                }
            }
        }
    }
    found
}

/// The place behind the next of these marks.
fn tag(source: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    let at = source[from..].windows(mark.len()).position(|window| window == mark)?;
    Some(from + at + mark.len())
}

/// Whether a tag's name, here, is this one.
fn is_name(source: &[u8], name: &[u8]) -> bool {
    let ends = source.get(name.len()).is_some_and(|byte| byte.is_ascii_whitespace() || b">/".contains(byte));
    ends && source[..name.len()].eq_ignore_ascii_case(name)
}
