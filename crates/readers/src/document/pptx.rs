//! Presentations of Office: the texts of the slides in their order, each with the notes below it. What stands on masters and layouts, the
//! numbers of slides, comments and hidden slides' transitions are left out. ECMA-376, part 1, section 19.

use std::collections::HashMap;

use super::flow::{Flow, Part};
use super::package::Package;
use super::xml::{Attributes, Dialect, Events, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

const MAIN: &str = "ppt/presentation.xml";

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let mut order = Order::default();
    walk(&package.read(MAIN)?, Dialect::Xml, &mut order)?;
    let targets = relations(package, MAIN)?;
    let mut shapes = Shapes { flow: Flow::new(), fields: 0, in_text: 0 };
    for id in order.0 {
        let Some(slide) = targets.get(&id).filter(|slide| package.has(&slide.target)) else { continue };
        walk(&package.read(&slide.target)?, Dialect::Xml, &mut shapes)?;
        let notes = relations(package, &slide.target)?.into_values().find(|part| part.kind == "notesSlide");
        if let Some(notes) = notes.filter(|notes| package.has(&notes.target)) {
            walk(&package.read(&notes.target)?, Dialect::Xml, &mut shapes)?;
        }
    }
    let [title, author] = values(package, "docProps/core.xml", ["title", "creator"])?;
    Ok(ReadDocument { kind: DocumentKind::Pptx, text: shapes.flow.finish(), title, author })
}

/// The slides in their order, by the names of their relations.
#[derive(Default)]
struct Order(Vec<String>);

impl Events for Order {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        // Without its prefix, a slide's own number and the name of its relation are both called "id".
        if name == "sldId" {
            self.0.extend(attributes.get_prefixed("id"));
        }
    }

    fn close(&mut self, _: &str) {}

    fn text(&mut self, _: &str) {}
}

struct Relation {
    /// The last part of its type.
    kind: String,
    target: String,
}

/// The relations of a part, by their names.
fn relations(package: &mut Package<'_>, of: &str) -> Result<HashMap<String, Relation>, Unreadable> {
    let (folder, file) = of.rsplit_once('/').unwrap_or(("", of));
    let part = format!("{folder}/_rels/{file}.rels");
    let mut relations = Relations { folder, found: HashMap::new() };
    if package.has(&part) {
        walk(&package.read(&part)?, Dialect::Xml, &mut relations)?;
    }
    Ok(relations.found)
}

struct Relations<'a> {
    folder: &'a str,
    found: HashMap<String, Relation>,
}

impl Events for Relations<'_> {
    fn open(&mut self, _: &str, attributes: &Attributes<'_>) {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| attributes.get(name));
        if let (Some(id), Some(kind), Some(target)) = (id, kind, target) {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_string();
            self.found.insert(id, Relation { kind, target: resolved(self.folder, &target) });
        }
    }

    fn close(&mut self, _: &str) {}

    fn text(&mut self, _: &str) {}
}

/// A path in the package, as a part in `folder` names it.
fn resolved(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_string();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." | "" => {}
            part => path.push(part),
        }
    }
    path.join("/")
}

/// The paragraphs and tables of a slide.
struct Shapes {
    flow: Flow,
    /// Fields that are open: numbers of slides, dates.
    fields: usize,
    /// Elements of text that are open.
    in_text: usize,
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

impl Events for Shapes {
    fn open(&mut self, name: &str, _: &Attributes<'_>) {
        match (name, part_of(name)) {
            (_, Some(part)) => self.flow.open(part),
            ("fld", _) => self.fields += 1,
            ("t", _) => self.in_text += 1,
            ("br", _) => self.flow.text("\n"),
            ("tab", _) if self.in_text > 0 => self.flow.text("\t"),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match (name, part_of(name)) {
            (_, Some(part)) => self.flow.close(part),
            ("fld", _) => self.fields = self.fields.saturating_sub(1),
            ("t", _) => self.in_text = self.in_text.saturating_sub(1),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text > 0 && self.fields == 0 {
            self.flow.text(text);
        }
    }
}
