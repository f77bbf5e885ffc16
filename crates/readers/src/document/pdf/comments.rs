//! What people noted on a page: the texts of annotations that are for that. PDF 32000, 12.5.6.

use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use hayro_interpret::hayro_syntax::page::Page;

use super::glyphs::Labour;
use super::text_string;

/// The kinds of annotations that have a note.
const KINDS: [&[u8]; 7] =
    [b"Text", b"FreeText", b"Highlight", b"Underline", b"StrikeOut", b"Squiggly", b"Caret"];

pub(super) fn of_page(page: &Page<'_>, labour: &mut Labour) -> Vec<String> {
    let Some(all) = page.raw().get::<Array<'_>>(b"Annots".as_slice()) else { return Vec::new() };
    let mut notes = Vec::new();
    for annotation in all.iter::<Dict<'_>>() {
        labour.spend_on_form();
        let kind = annotation.get::<Name<'_>>(b"Subtype".as_slice());
        let contents = annotation.get::<PdfString<'_>>(b"Contents".as_slice());
        if let Some(contents) = contents.filter(|_| kind.is_some_and(|kind| KINDS.contains(&kind.as_ref()))) {
            labour.spend(contents.len());
            notes.push(text_string(&contents));
        }
    }
    notes
}
