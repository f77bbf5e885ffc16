//! Presentations of Office: the texts of the slides in their order, each with the notes below it. What stands on masters and layouts, the
//! numbers of slides and transitions are left out; comments stand beside the text. ECMA-376, part 1, section 19.

use std::collections::HashMap;

use super::asides::{AsideKind, Asides};
use super::flow::Flow;
use super::ooxml::{part_of, relations};
use super::package::Package;
use super::xml::{Attributes, Dialect, Events, values, walk};
use super::{DocumentKind, ReadDocument, Unreadable};

const MAIN: &str = "ppt/presentation.xml";

pub(super) fn read(package: &mut Package<'_>) -> Result<ReadDocument, Unreadable> {
    let mut order = Order::default();
    walk(&package.read(MAIN)?, Dialect::Xml, &mut order)?;
    // A slide is read once, however often it is named.
    let mut slides: HashMap<String, String> =
        relations(package, MAIN)?.into_iter().map(|relation| (relation.id, relation.target)).collect();
    let mut shapes = Shapes { flow: Flow::default(), fields: 0, in_text: 0 };
    let mut comments = Comments::default();
    for id in order.0 {
        let Some(slide) = slides.remove(&id).filter(|slide| package.has(slide)) else { continue };
        walk(&package.read(&slide)?, Dialect::Xml, &mut shapes)?;
        let related = relations(package, &slide)?;
        let of = |kind: &str| related.iter().find(|part| part.kind == kind);
        if let Some(notes) = of("notesSlide").filter(|notes| package.has(&notes.target)) {
            walk(&package.read(&notes.target)?, Dialect::Xml, &mut shapes)?;
        }
        if let Some(part) = of("comments").filter(|part| package.has(&part.target)) {
            walk(&package.read(&part.target)?, Dialect::Xml, &mut comments)?;
        }
    }
    let [title, author] = values(package, "docProps/core.xml", ["title", "creator"])?;
    let read = ReadDocument::flowing(DocumentKind::Pptx, shapes.flow.finish(), title, author);
    Ok(read.with_asides(comments.asides))
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
}

/// The paragraphs and tables of a slide.
struct Shapes {
    flow: Flow,
    /// Fields that are open: numbers of slides, dates.
    fields: usize,
    /// Elements of text that are open.
    in_text: usize,
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

/// What is commented on a slide, and the replies.
#[derive(Default)]
struct Comments {
    asides: Asides,
    /// Elements of text that are open.
    in_text: usize,
}

/// Text in a comment, by today's programs and by those before 2021.
fn is_comment_text(name: &str) -> bool {
    ["t", "text"].contains(&name)
}

impl Events for Comments {
    fn open(&mut self, name: &str, _: &Attributes<'_>) {
        match name {
            "cm" | "reply" | "p" => self.asides.end(),
            _ => self.in_text += usize::from(is_comment_text(name)),
        }
    }

    fn close(&mut self, name: &str) {
        self.in_text = self.in_text.saturating_sub(usize::from(is_comment_text(name)));
    }

    fn text(&mut self, text: &str) {
        if self.in_text > 0 {
            self.asides.add(AsideKind::Comment, text);
        }
    }
}
