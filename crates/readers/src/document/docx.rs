//! Word documents: the text as it reads with all changes accepted. Footnotes and endnotes come at the end; headers, footers, comments,
//! hidden text and what was deleted are left out. ECMA-376, part 1, section 17.

use super::flow::{Flow, Part};
use super::ooxml::{part_of, relations};
use super::package::{Package, folder_of, resolved};
use super::xml::{Attributes, Dialect, Events, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

/// Deleted or moved away, older copies of drawings for older programs, settings, the readings beside signs.
const LEFT_OUT: [&str; 11] =
    ["del", "moveFrom", "Fallback", "pPr", "tblPr", "trPr", "tcPr", "sectPr", "instrText", "delText", "rt"];

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let main = main_part(package)?;
    let mut document = Document::default();
    walk(&package.read(&main)?, Dialect::Xml, &mut document)?;
    if !document.found {
        return Err(Unreadable::Not("a Word document"));
    }
    document.flow.close(Part::Paragraph);
    for notes in ["footnotes.xml", "endnotes.xml"] {
        let part = resolved(folder_of(&main), notes);
        if package.has(&part) {
            let mut with_notes = Document { flow: document.flow, ..Document::default() };
            walk(&package.read(&part)?, Dialect::Xml, &mut with_notes)?;
            document.flow = with_notes.flow;
        }
    }
    let [title, author] = values(package, "docProps/core.xml", ["title", "creator"])?;
    Ok(ReadDocument::flowing(DocumentKind::Docx, document.flow.finish(), title, author))
}

/// The part that the package says is its document.
fn main_part(package: &mut Package<'_>) -> Result<String, Unreadable> {
    let main = relations(package, "")?.into_iter().find(|relation| relation.kind == "officeDocument");
    Ok(main.map_or_else(|| "word/document.xml".into(), |main| main.target))
}

#[derive(Default)]
struct Document {
    flow: Flow,
    /// Whether there was a document in it.
    found: bool,
    /// Whether the run that is open is hidden.
    hidden: bool,
    /// Elements of text that are open.
    in_text: usize,
}

impl Document {
    fn add(&mut self, text: &str) {
        if !self.hidden {
            self.flow.text(text);
        }
    }
}

impl Events for Document {
    fn leaves_out(&self, name: &str, attributes: &Attributes<'_>) -> bool {
        // The lines that Word draws above footnotes are footnotes, too.
        let separates = || ["footnote", "endnote"].contains(&name) && attributes.get("type").is_some();
        LEFT_OUT.contains(&name) || separates()
    }

    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
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
        if let Some(part) = part_of(name) {
            self.flow.close(part);
        } else if name == "t" {
            self.in_text = self.in_text.saturating_sub(1);
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text > 0 {
            self.add(text);
        }
    }
}
