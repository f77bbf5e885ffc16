//! What of a document is not compared as a person sees it, in words: pages without text, what its file has beside its text, words that look
//! otherwise than they are read, and that it is a program.

use std::collections::BTreeMap;

use twinprint::Format;
use twinprint_native::corpus::{Aside, AsideKind, Source};

use crate::terminal::count;

/// What is not compared as it is seen, each in words: "2 of its 3 pages have no text: pictures, or empty", "214 hidden words, not compared".
pub(crate) fn unread(source: &Source) -> Vec<String> {
    let unseen = unseen(source);
    let unseen = (!unseen.is_empty()).then(|| format!("{}, not compared", unseen.join(", ")));
    blank_pages(source).into_iter().chain(unseen).chain(disguised(source)).collect()
}

/// What a reader of results is to know of a document: what is not compared, and whether it is a program.
pub(crate) fn notes(source: &Source) -> Vec<String> {
    let program =
        is_program(source).then(|| "a program, of which only word-for-word copies are found".into());
    unread(source).into_iter().chain(program).collect()
}

/// Whether it is a program: prose is what is compared well.
pub(crate) fn is_program(source: &Source) -> bool {
    source.format == Format::Plain && twinprint::text::is_program(&source.text)
}

/// The programs among documents, said once for all.
#[derive(Default)]
pub(crate) struct Programs {
    names: Vec<String>,
}

impl Programs {
    /// Notes a document if it is a program.
    pub(crate) fn see(&mut self, source: &Source) {
        self.names.extend(is_program(source).then(|| source.name.clone()));
    }

    /// What to say of them, if there are any.
    pub(crate) fn note(&self) -> Option<String> {
        let first = self.names.first()?;
        let (which, of) = match self.names.len() {
            1 => (format!("{first} is a program"), "it"),
            all => (format!("{} documents are programs, such as {first}", count(all as u64)), "them"),
        };
        Some(format!(
            "{which}: only word-for-word copies of {of} are found, and statements that are shared may be chance; \
             compare programs with Dolos or JPlag"
        ))
    }
}

/// How many words look otherwise than they are read, by the names of their letters in a font.
pub(crate) fn disguised(source: &Source) -> Option<String> {
    let words = source.disguised;
    let are = if words == 1 { "word is" } else { "words are" };
    (words > 0).then(|| format!("{} {are} drawn with other letters than the file says", count(words as u64)))
}

/// How many of its pages have no text, of which nothing can be found.
pub(crate) fn blank_pages(source: &Source) -> Option<String> {
    let (blank, pages) = (source.blank_pages, source.pages.len());
    let have = if blank == 1 { "has" } else { "have" };
    (blank > 0).then(|| format!("{blank} of its {pages} pages {have} no text: pictures, or empty"))
}

/// What it has that nobody sees, each in words.
fn unseen(source: &Source) -> Vec<String> {
    source.asides.iter().filter(|aside| aside.kind.is_unseen()).map(in_words).collect()
}

/// How many words it has beside its text, by what they are.
pub(crate) fn aside_words(source: &Source) -> BTreeMap<&'static str, usize> {
    source.asides.iter().map(|aside| (aside.kind.name(), aside.words)).collect()
}

/// Whether there is nothing to say of a number in JSON.
pub(crate) fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// "214 hidden words".
pub(crate) fn in_words(aside: &Aside) -> String {
    let noun = if aside.words == 1 { "word" } else { "words" };
    let number = count(aside.words as u64);
    match aside.kind {
        AsideKind::Comment => format!("{number} {noun} in comments"),
        AsideKind::Deleted => format!("{number} deleted {noun}"),
        AsideKind::Hidden => format!("{number} hidden {noun}"),
        AsideKind::White => format!("{number} {noun} in white letters"),
        AsideKind::Tiny => format!("{number} {noun} in letters too small to read"),
        other => format!("{number} {noun} ({})", other.name()),
    }
}
