//! PDFs: where every glyph stands is known, what it belongs to is not. Glyphs become runs (`glyphs`), of which line numbers are left out
//! (`line_numbers`), and fragments of lines (`lines`); what is repeated at the edges of pages is left out (`heads`), lines are put in reading
//! order (`columns`), footnotes are put with what they are of (`footnotes`), and lines are joined to paragraphs (`paragraphs`).

mod columns;
mod comments;
mod disguised;
mod footnotes;
mod glyphs;
mod heads;
mod line_numbers;
mod lines;
mod paragraphs;
mod radicals;
#[cfg(test)]
mod tests;
mod unpacked;
mod unseen;

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hayro_interpret::InterpreterCache;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use self::disguised::Fonts;
use self::glyphs::{Endless, Labour};
use self::lines::Fragment;
use super::asides::{AsideKind, Asides};
use super::encoded::{decoded, decoded_in_latin};
use super::{DocumentKind, ReadDocument, Unreadable, about};

/// The most pages of a document; a file can claim any number of them.
const MOST_PAGES: usize = 5_000;
/// A text of which more than this share are characters without a meaning says nothing.
const MEANINGLESS: f64 = 0.3;

/// A page as it is read, in points from its top left.
struct Page {
    height: f64,
    /// Its runs of glyphs, then its fragments of lines.
    fragments: Vec<Fragment>,
    rules: Vec<Rule>,
    /// Its runs of glyphs that nobody sees.
    unseen: Vec<(AsideKind, Fragment)>,
    /// How many of its words are disguised by their font.
    disguised: usize,
}

/// A thin line across a page.
struct Rule {
    left: f64,
    right: f64,
    y: f64,
}

pub(super) fn read(bytes: &[u8], on_page: &mut dyn FnMut(usize, usize)) -> Result<ReadDocument, Unreadable> {
    unpacked::bounded(bytes)?;
    let read = catch_unwind(AssertUnwindSafe(|| read_pages(bytes, on_page)));
    read.unwrap_or_else(|panic| match panic.downcast::<Endless>() {
        Ok(_) => Err(Unreadable::Endless),
        Err(panic) => resume_unwind(panic),
    })
}

fn read_pages(bytes: &[u8], on_page: &mut dyn FnMut(usize, usize)) -> Result<ReadDocument, Unreadable> {
    let pdf = Pdf::new(bytes.to_vec()).map_err(unreadable)?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err(Unreadable::Damaged("it has no pages".into()));
    }
    if pages.len() > MOST_PAGES {
        return Err(Unreadable::ManyPages { pages: pages.len(), limit: MOST_PAGES });
    }
    let (cache, mut labour, mut asides) =
        (InterpreterCache::new(), Labour::of_a_document(), Asides::default());
    let mut fonts = Fonts::default();
    let mut read = Vec::with_capacity(pages.len());
    for (at, page) in pages.iter().enumerate() {
        read.push(glyphs::page(&pdf, page, &cache, &mut fonts, &mut labour));
        for note in comments::of_page(page, &mut labour) {
            asides.add(AsideKind::Comment, &note);
            asides.end();
        }
        on_page(at + 1, pages.len());
    }
    let blank = read.iter().filter(|page| page.fragments.is_empty()).count();
    if read.iter().all(|page| page.fragments.is_empty()) {
        // What nobody sees of a document with nothing else is its text.
        for page in &mut read {
            page.fragments.extend(mem::take(&mut page.unseen).into_iter().map(|(_, run)| run));
        }
    }
    read.iter().for_each(|page| unseen::put_beside(page, &mut asides));
    let mut read = line_numbers::without_line_numbers(read);
    for page in &mut read {
        page.fragments = lines::fragments(mem::take(&mut page.fragments));
    }
    let read = heads::without_heads(read);
    let lines = footnotes::with_their_lines(columns::in_columns(&read), &read);
    let (text, pages) = paragraphs::in_paragraphs(&lines);
    if !text.chars().any(char::is_alphanumeric) {
        return Err(match text.is_empty() {
            // Of a file whose table of contents is lost, too, nothing else tells.
            true if memchr::memmem::find(bytes, b"/Encrypt").is_some() => Unreadable::Protected,
            true => Unreadable::NoText(pages.len()),
            false => Unreadable::NoLetters,
        });
    }
    if meaningless(&text) > MEANINGLESS {
        return Err(Unreadable::NoLetters);
    }
    let metadata = pdf.metadata();
    let says = |value: Option<&[u8]>| value.and_then(|bytes| about(&text_string(bytes)));
    let (title, author) = (says(metadata.title.as_deref()), says(metadata.author.as_deref()));
    let (asides, disguised) = (asides.finish(), read.iter().map(|page| page.disguised).sum());
    Ok(ReadDocument {
        pages,
        blank,
        asides,
        disguised,
        ..ReadDocument::flowing(DocumentKind::Pdf, text, title, author)
    })
}

fn unreadable(error: LoadPdfError) -> Unreadable {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Unreadable::Protected,
        LoadPdfError::Decryption(_) => Unreadable::Damaged("its encryption is not understood".into()),
        LoadPdfError::Invalid => Unreadable::Damaged("its parts are not found".into()),
    }
}

/// A string about the document, which says how it is encoded (PDF 32000, 7.9.2.2).
fn text_string(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => decoded("utf-16be", rest).unwrap_or_default(),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        bytes => decoded_in_latin(bytes),
    };
    text.into_owned()
}

/// The share of characters that stand for no letter that others know.
fn meaningless(text: &str) -> f64 {
    let private =
        |sign: &char| matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffd}');
    let signs = || text.chars().filter(|sign| !sign.is_whitespace());
    signs().filter(private).count() as f64 / signs().count().max(1) as f64
}
