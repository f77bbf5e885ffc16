//! Word documents: the text as it reads with all changes accepted. Footnotes and endnotes come at the end; headers, footers, comments,
//! hidden text and what was deleted are left out. ECMA-376, part 1, section 17.

use super::flow::{Flow, Part};
use super::package::Package;
use super::xml::{Attributes, Dialect, Events, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

/// Deleted or moved away, older copies of drawings for older programs, settings, the readings beside signs.
const SKIPPED: [&str; 11] =
    ["del", "moveFrom", "Fallback", "pPr", "tblPr", "trPr", "tcPr", "sectPr", "instrText", "delText", "rt"];

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let main = main_part(package)?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut document = Document::default();
    walk(&package.read(&main)?, Dialect::Xml, &mut document)?;
    if !document.found {
        return Err(Unreadable::Not("a Word document"));
    }
    document.flow.close(Part::Paragraph);
    for notes in ["footnotes.xml", "endnotes.xml"] {
        let part = if folder.is_empty() { notes.to_string() } else { format!("{folder}/{notes}") };
        if package.has(&part) {
            let mut with_notes = Document { flow: document.flow, ..Document::default() };
            walk(&package.read(&part)?, Dialect::Xml, &mut with_notes)?;
            document.flow = with_notes.flow;
        }
    }
    let [title, author] = values(package, "docProps/core.xml", ["title", "creator"])?;
    Ok(ReadDocument { kind: DocumentKind::Docx, text: document.flow.finish(), title, author })
}

/// The part that the package says is its document.
fn main_part(package: &mut Package<'_>) -> Result<String, Unreadable> {
    let mut relations = Relations("word/document.xml".into());
    if package.has("_rels/.rels") {
        walk(&package.read("_rels/.rels")?, Dialect::Xml, &mut relations)?;
    }
    Ok(relations.0.trim_start_matches('/').to_string())
}

struct Relations(String);

impl Events for Relations {
    fn open(&mut self, _: &str, attributes: &Attributes<'_>) {
        if attributes.get("Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
            && let Some(target) = attributes.get("Target")
        {
            self.0 = target;
        }
    }

    fn close(&mut self, _: &str) {}

    fn text(&mut self, _: &str) {}
}

struct Document {
    flow: Flow,
    /// Whether there was a document in it.
    found: bool,
    /// Elements that are open of what is left out.
    skipping: usize,
    /// Whether the run that is open is hidden.
    hidden: bool,
    /// Elements of text that are open.
    in_text: usize,
}

impl Default for Document {
    fn default() -> Document {
        Document { flow: Flow::new(), found: false, skipping: 0, hidden: false, in_text: 0 }
    }
}

impl Document {
    fn add(&mut self, text: &str) {
        if !self.hidden {
            self.flow.text(text);
        }
    }
}

fn part_of(name: &str) -> Option<Part> {
    match name {
        "p" => Some(Part::Paragraph),
        "tbl" => Some(Part::Table),
        "tr" => Some(Part::Row),
        "tc" => Some(Part::Cell),
        _ => None,
    }
}

impl Events for Document {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        // The lines that Word draws above footnotes are footnotes, too.
        let separates = || ["footnote", "endnote"].contains(&name) && attributes.get("type").is_some();
        if self.skipping > 0 || SKIPPED.contains(&name) || separates() {
            self.skipping += 1;
            return;
        }
        if let Some(part) = part_of(name) {
            return self.flow.open(part);
        }
        match name {
            "body" => self.found = true,
            "r" => self.hidden = false,
            "vanish" => {
                let off = |value: String| ["0", "false", "off"].contains(&value.as_str());
                self.hidden = !attributes.get("val").is_some_and(off);
            }
            "t" => self.in_text += 1,
            "tab" => self.add("\t"),
            "br" | "cr" => self.add("\n"),
            "noBreakHyphen" => self.add("-"),
            "softHyphen" => self.add("\u{ad}"),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if self.skipping > 0 {
            self.skipping -= 1;
        } else if let Some(part) = part_of(name) {
            self.flow.close(part);
        } else if name == "t" {
            self.in_text = self.in_text.saturating_sub(1);
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping == 0 && self.in_text > 0 {
            self.add(text);
        }
    }
}
