//! How letters look in OpenDocument. ODF 1.3, part 3, sections 16 and 20.

use super::super::asides::is_white;
use super::super::look::{Look, Style, StyleSheet};
use super::super::xml::{Attributes, Events};

/// The styles of a document by their families and names: a paragraph's and a word's may have one name.
#[derive(Default)]
pub(super) struct Styles {
    sheet: StyleSheet,
    /// The one that is open.
    current: Option<(String, Style)>,
    /// Whether pages have a color.
    pub(super) colored_pages: bool,
}

/// The elements of a style that say how letters look, or what they stand on.
const SAY_LOOKS: [&str; 6] = [
    "text-properties",
    "paragraph-properties",
    "section-properties",
    "table-properties",
    "table-row-properties",
    "table-cell-properties",
];

impl Styles {
    /// What the style of a family that an element names says.
    pub(super) fn look(&self, family: &str, attributes: &Attributes<'_>) -> Look {
        let name = attributes.get("style-name");
        name.map_or_else(Look::default, |name| self.sheet.look(&key(family, &name)))
    }
}

fn key(family: &str, name: &str) -> String {
    format!("{family} {name}")
}

fn set(look: &mut Look, attributes: &Attributes<'_>) {
    let value = |name: &str| attributes.get_prefixed(name);
    look.hidden = value("display").map(|display| display == "none").or(look.hidden);
    look.white = value("color").map(|color| is_white(&color)).or(look.white);
    look.on_color = value("background-color").map(|color| is_color(&color)).or(look.on_color);
    let points = value("font-size").and_then(|size| size.strip_suffix("pt")?.parse().ok());
    points.into_iter().for_each(|points| look.set_size(points));
}

fn is_color(background: &str) -> bool {
    background != "transparent" && !is_white(background)
}

impl Events for Styles {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        match (name, &mut self.current) {
            ("style", _) => {
                let [family, name, parent] =
                    ["family", "name", "parent-style-name"].map(|name| attributes.get(name));
                let family = family.unwrap_or_default();
                let based_on = parent.map(|parent| key(&family, &parent));
                self.current =
                    name.map(|name| (key(&family, &name), Style { look: Look::default(), based_on }));
            }
            (_, Some((_, style))) if SAY_LOOKS.contains(&name) => set(&mut style.look, attributes),
            ("page-layout-properties", _) => {
                self.colored_pages |=
                    attributes.get_prefixed("background-color").is_some_and(|color| is_color(&color));
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if name == "style" {
            self.sheet.add(self.current.take());
        }
    }
}
