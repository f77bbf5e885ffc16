//! OpenDocument texts and presentations: paragraphs, headings and tables as they read with all changes accepted; notes come after the
//! paragraph or the slide they belong to. Headers, footers, comments and what was deleted are left out. ODF 1.3, part 3.

use super::flow::{Flow, Part};
use super::package::Package;
use super::xml::{Attributes, Dialect, Events, one_space, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

const LEFT_OUT: [&str; 9] = [
    "tracked-changes",
    "annotation",
    "note-citation",
    "forms",
    "desc",
    "title",
    "ruby-text",
    "script",
    "scripts",
];
/// Blanks that one element can stand for.
const MOST_BLANKS: usize = 100;

pub(super) fn read(package: &mut Package<'_>, kind: DocumentKind) -> Result<ReadDocument, Unreadable> {
    let mut manifest = Manifest { locked: false };
    if package.has("META-INF/manifest.xml") {
        walk(&package.read("META-INF/manifest.xml")?, Dialect::Xml, &mut manifest)?;
    }
    if manifest.locked {
        return Err(Unreadable::Protected);
    }
    let (body, expected) = match kind {
        DocumentKind::Odp => ("presentation", "an OpenDocument presentation"),
        _ => ("text", "an OpenDocument text"),
    };
    let mut content = Content { flow: Flow::default(), body, found: false };
    walk(&package.read("content.xml")?, Dialect::Xml, &mut content)?;
    if !content.found {
        return Err(Unreadable::Not(expected));
    }
    let [title, creator, initial] = values(package, "meta.xml", ["title", "creator", "initial-creator"])?;
    Ok(ReadDocument::flowing(kind, content.flow.finish(), title, initial.or(creator)))
}

struct Manifest {
    /// Whether a part is encrypted.
    locked: bool,
}

impl Events for Manifest {
    fn open(&mut self, name: &str, _: &Attributes<'_>) {
        self.locked |= name == "encryption-data";
    }
}

struct Content {
    flow: Flow,
    /// The element that has the document.
    body: &'static str,
    found: bool,
}

fn part_of(name: &str) -> Option<Part> {
    match name {
        "p" | "h" => Some(Part::Paragraph),
        "table" => Some(Part::Table),
        "table-row" => Some(Part::Row),
        "table-cell" => Some(Part::Cell),
        _ => None,
    }
}

impl Events for Content {
    fn leaves_out(&self, name: &str, _: &Attributes<'_>) -> bool {
        LEFT_OUT.contains(&name)
    }

    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        if let Some(part) = part_of(name) {
            return self.flow.open(part);
        }
        match name {
            _ if name == self.body => self.found = true,
            "tab" => self.flow.text("\t"),
            "line-break" => self.flow.text("\n"),
            "s" => {
                let blanks = attributes.get("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                self.flow.text(&" ".repeat(blanks.clamp(1, MOST_BLANKS)));
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if let Some(part) = part_of(name) {
            self.flow.close(part);
        }
    }

    fn text(&mut self, text: &str) {
        // ODF 1.3, part 3, section 6.1.2.
        self.flow.text(&one_space(text, char::is_whitespace));
    }
}
