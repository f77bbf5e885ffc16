//! What is read of files: the texts that every other command works on.

use std::io::{self, IsTerminal};

use serde::Serialize;
use twinprint::Format;
use twinprint_native::corpus::{Aside, Listing, Source};
use twinprint_native::{Error, lines};

use crate::args::ReadArguments;
use crate::refusals::Refusals;
use crate::terminal::{print, visible};
use crate::{Outcome, say_note, unread};

pub(crate) fn run(options: &ReadArguments) -> Result<Outcome, Error> {
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = Listing::with_archives(&options.documents);
    refusals.listing(&listing);
    refusals.account_for("shown", &listing);
    let mut documents = options.read_as.documents(listing.entries).opening_archives();
    let mut shown = 0;
    while let Some(document) = documents.next_or_why() {
        let met = refusals.read(&document);
        match document {
            Ok(source) => {
                say_beside(&source);
                if options.json {
                    print(&line(&source)?)?;
                } else {
                    print(&text(&source, shown))?;
                }
                shown += 1;
                refusals.done(met);
            }
            Err(unread) => refusals.refuse(met, &unread.error),
        }
        refusals.proceed()?;
    }
    documents.take_notes().iter().for_each(say_note);
    refusals.end(options.json)
}

/// Says of a document which pages have no text, and what it has beside its text.
fn say_beside(source: &Source) {
    for unread in [unread::blank_pages(source), unread::disguised(source)].into_iter().flatten() {
        say_note(format_args!("{}: {unread}", source.name));
    }
    if !source.asides.is_empty() {
        let asides: Vec<_> = source.asides.iter().map(unread::in_words).collect();
        say_note(format_args!("{}: beside its text: {} (see --json)", source.name, asides.join(", ")));
    }
}

/// A document as a line of JSON.
fn line<'a>(source: &'a Source) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Line<'a> {
        document: &'a str,
        place: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        format: &'static str,
        text: &'a str,
        /// At which character of the text each page starts.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pages: Vec<usize>,
        #[serde(skip_serializing_if = "unread::is_zero")]
        pages_without_text: usize,
        /// Words that look otherwise than they are read.
        #[serde(skip_serializing_if = "unread::is_zero")]
        disguised: usize,
        /// Whether it is a program rather than prose.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        program: bool,
        /// What stands beside the text.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        asides: Vec<AsideLine<'a>>,
    }
    #[derive(Serialize)]
    struct AsideLine<'a> {
        kind: &'static str,
        words: usize,
        text: &'a str,
    }
    let aside =
        |aside: &'a Aside| AsideLine { kind: aside.kind.name(), words: aside.words, text: &aside.text };
    let line = Line {
        document: &source.name,
        place: source.place.to_string(),
        title: source.title(),
        format: match source.format {
            Format::Html => "html",
            _ => "plain",
        },
        text: &source.text,
        pages: in_characters(&source.text, &source.pages),
        pages_without_text: source.blank_pages,
        disguised: source.disguised,
        program: unread::is_program(source),
        asides: source.asides.iter().map(aside).collect(),
    };
    let mut bytes = Vec::new();
    lines::json(&mut bytes, &line)
        .map_err(|reason| Error::Unwritable { place: "standard output".into(), reason })?;
    bytes.push(b'\n');
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Places in characters, of such in bytes that ascend.
fn in_characters(text: &str, places: &[usize]) -> Vec<usize> {
    let (mut byte, mut character) = (0, 0);
    let count = |&place: &usize| {
        character += text[byte..place].chars().count();
        byte = place;
        character
    };
    places.iter().map(count).collect()
}

/// A document for people: its text, below its name if another was shown before.
fn text(source: &Source, before: usize) -> String {
    let name = if before > 0 { format!("\n== {}\n\n", visible(&source.name)) } else { String::new() };
    // What a document has of a terminal's own language is not for the terminal.
    let harmless = |sign: char| if sign.is_control() && !"\n\t".contains(sign) { '\u{fffd}' } else { sign };
    let text: String = match io::stdout().is_terminal() {
        true => source.text.chars().map(harmless).collect(),
        false => source.text.clone(),
    };
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{name}{text}{end}")
}
