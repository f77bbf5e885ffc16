//! OpenDocument texts and presentations: paragraphs, headings and tables as they read with all changes accepted; notes come after the
//! paragraph or the slide they belong to. Headers and footers are left out. Comments, what was deleted and what nobody sees stand beside the
//! text. ODF 1.3, part 3.

mod styles;

use styles::Styles;

use super::asides::{AsideKind, Asides};
use super::flow::{Flow, Part};
use super::look::Look;
use super::package::Package;
use super::xml::{Attributes, Dialect, Events, one_space, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

const LEFT_OUT: [&str; 7] = ["note-citation", "forms", "desc", "title", "ruby-text", "script", "scripts"];
/// Who commented on something or changed it, and when.
const OF_ASIDES: [&str; 5] = ["change-info", "creator", "date", "date-string", "creator-initials"];
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
    let mut content = Content::new(body);
    if package.has("styles.xml") {
        walk(&package.read("styles.xml")?, Dialect::Xml, &mut content.styles)?;
    }
    walk(&package.read("content.xml")?, Dialect::Xml, &mut content)?;
    if !content.found {
        return Err(Unreadable::Not(expected));
    }
    let [title, creator, initial] = values(package, "meta.xml", ["title", "creator", "initial-creator"])?;
    let read = ReadDocument::flowing(kind, content.flow.finish(), title, initial.or(creator));
    Ok(read.with_asides(content.asides))
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
    asides: Asides,
    /// The styles so far: they stand before the document.
    styles: Styles,
    /// The element that has the document.
    body: &'static str,
    found: bool,
    /// The elements that are open and whose text is none of the document's own, with what it is.
    apart: Vec<(&'static str, AsideKind)>,
    /// How letters look in what is open, the outermost first.
    looks: Vec<Look>,
}

impl Content {
    fn new(body: &'static str) -> Content {
        Content {
            flow: Flow::default(),
            asides: Asides::default(),
            styles: Styles::default(),
            body,
            found: false,
            apart: Vec::new(),
            looks: vec![Look::default()],
        }
    }

    fn add(&mut self, text: &str) {
        let look = self.looks.last().copied().unwrap_or_default();
        let apart = self.apart.last().map(|&(_, kind)| kind);
        // On slides and in drawings, what is behind letters is not told.
        let unseen = look.unseen().filter(|&kind| kind != AsideKind::White || self.body == "text");
        self.flow.text(self.asides.take(apart.or(unseen), text));
    }

    /// How letters look in an element.
    fn look(&self, name: &str, attributes: &Attributes<'_>) -> Option<Look> {
        let around = self.looks.last().copied().unwrap_or_default();
        let of = |family: &str| Some(self.styles.look(family, attributes).over(around));
        match name {
            "p" | "h" => of("paragraph"),
            "span" | "a" => of("text"),
            "table" => of("table"),
            "table-row" => of("table-row"),
            "table-cell" => of("table-cell"),
            "section" if attributes.get_prefixed("display").is_some_and(|display| display == "none") => {
                Some(Look::HIDDEN)
            }
            "section" => of("section"),
            "hidden-text" | "hidden-paragraph" => match attributes.get_prefixed("is-hidden") {
                Some(hidden) if hidden == "true" => Some(Look::HIDDEN),
                _ => Some(around),
            },
            "text-box" | "custom-shape" => Some(Look::ON_COLOR),
            _ => None,
        }
    }
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

/// Whether letters may look otherwise in an element than around it.
fn has_look(name: &str) -> bool {
    part_of(name).is_some()
        || ["span", "a", "section", "hidden-text", "hidden-paragraph", "text-box", "custom-shape"]
            .contains(&name)
}

/// An element whose text is none of the document's own, with what it is.
fn apart(name: &str) -> Option<(&'static str, AsideKind)> {
    [("annotation", AsideKind::Comment), ("tracked-changes", AsideKind::Deleted)]
        .into_iter()
        .find(|&(element, _)| element == name)
}

impl Events for Content {
    fn leaves_out(&self, name: &str, _: &Attributes<'_>) -> bool {
        LEFT_OUT.contains(&name) || (!self.apart.is_empty() && OF_ASIDES.contains(&name))
    }

    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        if !self.found {
            self.styles.open(name, attributes);
        }
        if let Some(look) = self.look(name, attributes) {
            self.looks.push(look);
        }
        if let Some(apart) = apart(name) {
            self.apart.push(apart);
        }
        match (name, part_of(name)) {
            _ if name == self.body => {
                self.found = true;
                if self.styles.colored_pages {
                    self.looks[0] = Look::ON_COLOR;
                }
            }
            (_, Some(_)) if !self.apart.is_empty() => self.asides.end(),
            (_, Some(part)) => self.flow.open(part),
            ("tab", _) => self.add("\t"),
            ("line-break", _) => self.add("\n"),
            ("s", _) => {
                let blanks = attributes.get("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                self.add(&" ".repeat(blanks.clamp(1, MOST_BLANKS)));
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if !self.found {
            self.styles.close(name);
        }
        if has_look(name) {
            self.looks.pop();
        }
        if self.apart.last().is_some_and(|&(open, _)| open == name) {
            self.apart.pop();
        }
        if let Some(part) = part_of(name)
            && self.apart.is_empty()
        {
            self.flow.close(part);
        }
    }

    fn text(&mut self, text: &str) {
        // ODF 1.3, part 3, section 6.1.2.
        self.add(&one_space(text, char::is_whitespace));
    }
}
