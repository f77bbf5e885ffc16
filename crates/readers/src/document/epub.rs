//! Books: the chapters in the order of the book's spine, without its table of contents. EPUB 3.3.

use std::collections::{HashMap, HashSet};

use super::flow::{Flow, Part};
use super::package::{Package, folder_of, resolved};
use super::xml::{Attributes, Dialect, Events, one_space, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

const LEFT_OUT: [&str; 8] = ["head", "script", "style", "template", "noscript", "svg", "rt", "rp"];
const BLOCKS: [&str; 35] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "ul",
];

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let opf = package_path(package)?;
    let chapters = spine(package, &opf)?;
    let locked = locked_parts(package)?;
    let mut chapter = Chapter { flow: Flow::default(), kept: 0 };
    for name in chapters {
        if locked.contains(&name) {
            return Err(Unreadable::CopyProtected);
        }
        if package.has(&name) {
            walk(&package.read(&name)?, Dialect::Xhtml, &mut chapter)?;
            chapter.kept = 0;
        }
    }
    let [title, author] = values(package, &opf, ["title", "creator"])?;
    Ok(ReadDocument::flowing(DocumentKind::Epub, chapter.flow.finish(), title, author))
}

/// An attribute of elements of one name, in order.
struct Named {
    element: &'static str,
    attribute: &'static str,
    found: Vec<String>,
}

impl Events for Named {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        if name == self.element {
            self.found.extend(attributes.get(self.attribute));
        }
    }
}

fn package_path(package: &mut Package<'_>) -> Result<String, Unreadable> {
    let mut named = Named { element: "rootfile", attribute: "full-path", found: Vec::new() };
    walk(&package.read("META-INF/container.xml")?, Dialect::Xml, &mut named)?;
    let path = named.found.into_iter().next();
    path.ok_or_else(|| Unreadable::Damaged("its package is not named".into()))
}

/// The parts that only who has the right key can read.
fn locked_parts(package: &mut Package<'_>) -> Result<Vec<String>, Unreadable> {
    let mut named = Named { element: "CipherReference", attribute: "URI", found: Vec::new() };
    if package.has("META-INF/encryption.xml") {
        walk(&package.read("META-INF/encryption.xml")?, Dialect::Xml, &mut named)?;
    }
    Ok(named.found.iter().map(|path| unescaped(path)).collect())
}

/// The paths of the chapters, in order.
fn spine(package: &mut Package<'_>, opf: &str) -> Result<Vec<String>, Unreadable> {
    let mut spine = Spine { opf, items: HashMap::new(), order: Vec::new() };
    walk(&package.read(opf)?, Dialect::Xml, &mut spine)?;
    // A chapter is read once, however often the spine names it.
    let Spine { items, order, .. } = spine;
    let mut named = HashSet::new();
    let chapters = order.iter().filter_map(|id| items.get(id)).filter(|path| named.insert(path.as_str()));
    Ok(chapters.cloned().collect())
}

struct Spine<'a> {
    opf: &'a str,
    items: HashMap<String, String>,
    order: Vec<String>,
}

impl Events for Spine<'_> {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        let has =
            |attribute: &str, part: &str| attributes.get(attribute).is_some_and(|value| value.contains(part));
        match name {
            "item" if has("media-type", "html") => {
                let contents = attributes.get("properties").is_some_and(|properties| {
                    properties.split_whitespace().any(|property| property == "nav")
                });
                if let (Some(id), Some(href), false) =
                    (attributes.get("id"), attributes.get("href"), contents)
                {
                    let path = href.split(['#', '?']).next().unwrap_or_default();
                    self.items.insert(id, unescaped(&resolved(folder_of(self.opf), path)));
                }
            }
            "itemref" if attributes.get("linear").as_deref() != Some("no") => {
                self.order.extend(attributes.get("idref"));
            }
            _ => {}
        }
    }
}

/// A path without the escapes of a URL; as it is, if they are of no text.
fn unescaped(path: &str) -> String {
    let digit = |at: usize| path.as_bytes().get(at).and_then(|&byte| (byte as char).to_digit(16));
    let mut bytes = Vec::with_capacity(path.len());
    let mut at = 0;
    while at < path.len() {
        let escape = (path.as_bytes()[at] == b'%').then(|| Some((digit(at + 1)?, digit(at + 2)?))).flatten();
        match escape {
            Some((high, low)) => {
                bytes.push((high * 16 + low) as u8);
                at += 3;
            }
            None => {
                bytes.push(path.as_bytes()[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_string())
}

/// Text outside of any paragraph makes one of its own; a block within a paragraph ends it.
struct Chapter {
    flow: Flow,
    /// Elements that are open whose white space is kept.
    kept: usize,
}

fn part_of(name: &str) -> Option<Part> {
    match name {
        "table" => Some(Part::Table),
        "tr" => Some(Part::Row),
        "td" | "th" => Some(Part::Cell),
        _ => None,
    }
}

impl Chapter {
    fn end_paragraph(&mut self) {
        if self.flow.in_paragraph() {
            self.flow.close(Part::Paragraph);
        }
    }
}

impl Events for Chapter {
    fn leaves_out(&self, name: &str, _: &Attributes<'_>) -> bool {
        LEFT_OUT.contains(&name)
    }

    fn open(&mut self, name: &str, _: &Attributes<'_>) {
        if name == "pre" {
            self.kept += 1;
        }
        if name == "br" {
            self.flow.text("\n");
        } else if let Some(part) = part_of(name) {
            self.end_paragraph();
            self.flow.open(part);
        } else if BLOCKS.contains(&name) {
            self.end_paragraph();
        }
    }

    fn close(&mut self, name: &str) {
        if name == "pre" {
            self.kept = self.kept.saturating_sub(1);
        }
        if let Some(part) = part_of(name) {
            self.flow.close(part);
        } else if BLOCKS.contains(&name) {
            self.end_paragraph();
        }
    }

    fn text(&mut self, text: &str) {
        let shown = if self.kept > 0 {
            text.to_string()
        } else {
            one_space(text, |sign| " \t\r\n\x0c".contains(sign))
        };
        if !self.flow.in_paragraph() {
            if shown.trim().is_empty() {
                return;
            }
            self.flow.open(Part::Paragraph);
            return self.flow.text(if self.kept > 0 { &shown } else { shown.trim_start() });
        }
        self.flow.text(&shown);
    }
}
