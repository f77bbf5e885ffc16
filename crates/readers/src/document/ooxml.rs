//! What documents of Office have in common: how their parts refer to each other, and the names of paragraphs and tables.
//! ECMA-376, parts 1 and 2.

use super::Unreadable;
use super::flow::Part;
use super::package::{Package, folder_of, resolved};
use super::xml::{Attributes, Dialect, Events, walk};

/// What a part has to do with another.
pub(super) struct Relation {
    /// By which name the part refers to it.
    pub(super) id: String,
    /// The last word of its type.
    pub(super) kind: String,
    /// The other part.
    pub(super) target: String,
}

/// The relations of a part, or with no name of the whole package.
pub(super) fn relations(package: &mut Package<'_>, of: &str) -> Result<Vec<Relation>, Unreadable> {
    let folder = folder_of(of);
    let file = of.rsplit('/').next().unwrap_or(of);
    let part = resolved(folder, &format!("_rels/{file}.rels"));
    let mut relations = Relations { folder, found: Vec::new() };
    if package.has(&part) {
        walk(&package.read(&part)?, Dialect::Xml, &mut relations)?;
    }
    Ok(relations.found)
}

struct Relations<'a> {
    folder: &'a str,
    found: Vec<Relation>,
}

impl Events for Relations<'_> {
    fn open(&mut self, _: &str, attributes: &Attributes<'_>) {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| attributes.get(name));
        if let (Some(id), Some(kind), Some(target)) = (id, kind, target) {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_string();
            self.found.push(Relation { id, kind, target: resolved(self.folder, &target) });
        }
    }
}

/// What an element is of a text.
pub(super) fn part_of(name: &str) -> Option<Part> {
    match name {
        "p" => Some(Part::Paragraph),
        "tbl" => Some(Part::Table),
        "tr" => Some(Part::Row),
        "tc" => Some(Part::Cell),
        _ => None,
    }
}
