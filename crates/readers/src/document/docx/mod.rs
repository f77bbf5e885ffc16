//! Word documents: the text as it reads with all changes accepted. Footnotes and endnotes come at the end; headers and footers are left out.
//! Comments, what was deleted and what nobody sees stand beside the text. ECMA-376, part 1, section 17.

mod look;

use look::Styles;

use super::asides::{AsideKind, Asides};
use super::flow::{Flow, Part};
use super::look::{Look, StyleSheet};
use super::ooxml::{part_of, relations};
use super::package::{Package, folder_of, resolved};
use super::xml::{Attributes, Dialect, Events, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

/// What was moved away, older copies of drawings for older programs, what properties were before, the readings beside signs.
const LEFT_OUT: [&str; 10] = [
    "moveFrom",
    "Fallback",
    "pPrChange",
    "rPrChange",
    "tblPrChange",
    "tcPrChange",
    "trPr",
    "sectPr",
    "instrText",
    "rt",
];

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let main = main_part(package)?;
    let beside = |name: &str| resolved(folder_of(&main), name);
    let mut styles = Styles::default();
    if package.has(&beside("styles.xml")) {
        walk(&package.read(&beside("styles.xml"))?, Dialect::Xml, &mut styles)?;
    }
    let mut document = Document::new(&styles.sheet);
    walk(&package.read(&main)?, Dialect::Xml, &mut document)?;
    if !document.found {
        return Err(Unreadable::Not("a Word document"));
    }
    document.flow.close(Part::Paragraph);
    let further =
        [("footnotes.xml", None), ("endnotes.xml", None), ("comments.xml", Some(AsideKind::Comment))];
    for (name, all_of_it) in further {
        let part = beside(name);
        if package.has(&part) {
            let Document { flow, asides, .. } = document;
            document = Document { flow, asides, all_of_it, ..Document::new(&styles.sheet) };
            walk(&package.read(&part)?, Dialect::Xml, &mut document)?;
        }
    }
    let [title, author] = values(package, "docProps/core.xml", ["title", "creator"])?;
    let Document { flow, asides, .. } = document;
    let read = ReadDocument::flowing(DocumentKind::Docx, flow.finish(), title, author);
    Ok(read.with_asides(asides))
}

/// The part that the package says is its document.
fn main_part(package: &mut Package<'_>) -> Result<String, Unreadable> {
    let main = relations(package, "")?.into_iter().find(|relation| relation.kind == "officeDocument");
    Ok(main.map_or_else(|| "word/document.xml".into(), |main| main.target))
}

struct Document<'a> {
    flow: Flow,
    asides: Asides,
    styles: &'a StyleSheet,
    /// What all text of this part is, if it is none of the document's own.
    all_of_it: Option<AsideKind>,
    /// Whether there was a document in it.
    found: bool,
    /// Deletions that are open.
    deletions: usize,
    /// Whose properties are open, by the name of the element.
    properties: Option<&'static str>,
    /// What the run that is open says of its letters, and what its style does.
    run: [Look; 2],
    /// The same of what is open around it, the outermost first: pages, tables, cells, paragraphs, boxes.
    around: Vec<Look>,
    /// Elements of text that are open.
    in_text: usize,
}

impl Document<'_> {
    fn new(styles: &StyleSheet) -> Document<'_> {
        Document {
            flow: Flow::default(),
            asides: Asides::default(),
            styles,
            all_of_it: None,
            found: false,
            deletions: 0,
            properties: None,
            run: [Look::default(); 2],
            around: vec![Look::default()],
            in_text: 0,
        }
    }

    fn add(&mut self, text: &str) {
        let kind = self.aside();
        self.flow.text(self.asides.take(kind, text));
    }

    /// Why text that comes now is none of the document's own.
    fn aside(&self) -> Option<AsideKind> {
        let deleted = (self.deletions > 0).then_some(AsideKind::Deleted);
        self.all_of_it.or(deleted).or_else(|| {
            let [own, style] = self.run;
            let paragraph = self.around.last().copied().unwrap_or_default();
            let look = own.over(style).over(paragraph);
            let on_color = self.around.iter().any(|around| around.is_on_color());
            if on_color { Look::ON_COLOR.over(look).unseen() } else { look.unseen() }
        })
    }

    /// Takes a property of what is open.
    fn property(&mut self, of: &str, name: &str, attributes: &Attributes<'_>) {
        let style = || self.styles.look(&attributes.get("val").unwrap_or_default());
        match (of, name) {
            ("rPr", "rStyle") => self.run[1] = style(),
            ("rPr", _) => look::set(&mut self.run[0], name, attributes),
            (_, "pStyle" | "tblStyle") => {
                let style = style();
                self.around.last_mut().into_iter().for_each(|look| *look = look.over(style));
            }
            (_, "shd") => {
                self.around.last_mut().into_iter().for_each(|look| look::set(look, name, attributes));
            }
            _ => {}
        }
    }
}

/// The element whose properties these are.
fn properties(name: &str) -> Option<&'static str> {
    ["pPr", "rPr", "tblPr", "tcPr"].into_iter().find(|&properties| properties == name)
}

/// Whether an element may have a color behind all that is in it.
fn has_ground(name: &str) -> bool {
    ["p", "tbl", "tc", "txbxContent"].contains(&name)
}

impl Events for Document<'_> {
    fn leaves_out(&self, name: &str, attributes: &Attributes<'_>) -> bool {
        // The lines that Word draws above footnotes are footnotes, too.
        let separates = || ["footnote", "endnote"].contains(&name) && attributes.get("type").is_some();
        // How the mark at a paragraph's end looks.
        let of_mark = || name == "rPr" && self.properties.is_some();
        LEFT_OUT.contains(&name) || separates() || of_mark()
    }

    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        if let Some(of) = self.properties {
            return self.property(of, name, attributes);
        }
        if has_ground(name) {
            // What a text box is filled with stands elsewhere: its white letters may be seen.
            self.around.push(if name == "txbxContent" { Look::ON_COLOR } else { Look::default() });
        }
        if let Some(part) = part_of(name) {
            if self.all_of_it.is_some() {
                self.asides.end();
            }
            return self.flow.open(part);
        }
        match name {
            "body" => self.found = true,
            "background" => self.around[0] = look::of_pages(attributes),
            "del" => self.deletions += 1,
            "r" => self.run = [Look::default(); 2],
            "t" | "delText" => self.in_text += 1,
            "tab" => self.add("\t"),
            "br" | "cr" => self.add("\n"),
            "noBreakHyphen" => self.add("-"),
            "softHyphen" => self.add("\u{ad}"),
            name => self.properties = properties(name),
        }
    }

    fn close(&mut self, name: &str) {
        if self.properties.is_some() {
            self.properties = self.properties.filter(|&open| open != name);
            return;
        }
        if has_ground(name) {
            self.around.pop();
        }
        if let Some(part) = part_of(name) {
            return self.flow.close(part);
        }
        match name {
            "del" => self.deletions = self.deletions.saturating_sub(1),
            "t" | "delText" => self.in_text = self.in_text.saturating_sub(1),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text > 0 {
            self.add(text);
        }
    }
}
