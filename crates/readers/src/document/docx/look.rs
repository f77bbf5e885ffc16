//! How letters look in Word. ECMA-376, part 1, sections 17.3.2 and 17.7.

use super::super::asides::is_white;
use super::super::look::{Look, Style, StyleSheet};
use super::super::xml::{Attributes, Events};

/// Takes a property of letters, or of what they stand on.
pub(super) fn set(look: &mut Look, name: &str, attributes: &Attributes<'_>) {
    let value = || attributes.get("val").unwrap_or_default();
    match name {
        "vanish" => look.hidden = Some(!["0", "false", "off"].contains(&value().as_str())),
        "color" => look.white = Some(is_white(&value())),
        "sz" => value().parse::<f64>().into_iter().for_each(|halves| look.set_size(halves / 2.0)),
        "shd" => look.on_color = Some(fills(attributes)),
        "highlight" => look.on_color = Some(!["none", "white"].contains(&value().as_str())),
        _ => {}
    }
}

/// What all pages say.
pub(super) fn of_pages(attributes: &Attributes<'_>) -> Look {
    let color = attributes.get("color").unwrap_or_default();
    if color == "auto" || is_white(&color) { Look::default() } else { Look::ON_COLOR }
}

/// Whether what is behind letters has a color.
fn fills(attributes: &Attributes<'_>) -> bool {
    let [pattern, fill] = ["val", "fill"].map(|name| attributes.get(name).unwrap_or_default());
    let patterned = !["", "clear", "nil"].contains(&pattern.as_str());
    patterned || !(["", "auto"].contains(&fill.as_str()) || is_white(&fill))
}

/// The styles of a document by their ids.
#[derive(Default)]
pub(super) struct Styles {
    pub(super) sheet: StyleSheet,
    /// The one that is open.
    current: Option<(String, Style)>,
}

impl Events for Styles {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        match (name, &mut self.current) {
            ("style", _) => {
                self.current = attributes.get("styleId").map(|id| (id, Style::default()));
            }
            ("basedOn", Some((_, style))) => style.based_on = attributes.get("val"),
            // A table's style has colors for its first row or column: it has one if any of them has.
            ("shd", Some((_, style))) if style.look.is_on_color() => {}
            (_, Some((_, style))) => set(&mut style.look, name, attributes),
            (_, None) => {}
        }
    }

    fn close(&mut self, name: &str) {
        if name == "style" {
            self.sheet.add(self.current.take());
        }
    }
}
