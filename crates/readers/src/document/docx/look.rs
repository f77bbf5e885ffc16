//! How letters look: as far as it says that nobody sees them. ECMA-376, part 1, sections 17.3.2 and 17.7.

use std::collections::HashMap;

use super::super::asides::{AsideKind, TINY, is_white};
use super::super::xml::{Attributes, Events};

/// What is said of letters or of what they stand on; nothing where it is left to what is around them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    hidden: Option<bool>,
    white: Option<bool>,
    tiny: Option<bool>,
    shaded: Option<bool>,
}

impl Look {
    /// What is said of letters that may stand on a color, or do not.
    pub(super) fn on_color(on_color: bool) -> Look {
        Look { shaded: on_color.then_some(true), ..Look::default() }
    }

    /// What is said of all pages.
    pub(super) fn on_page(attributes: &Attributes<'_>) -> Look {
        let color = attributes.get("color").unwrap_or_default();
        Look::on_color(color != "auto" && !is_white(&color))
    }

    /// Takes a property.
    pub(super) fn set(&mut self, name: &str, attributes: &Attributes<'_>) {
        let value = || attributes.get("val").unwrap_or_default();
        match name {
            "vanish" => self.hidden = Some(!["0", "false", "off"].contains(&value().as_str())),
            "color" => self.white = Some(is_white(&value())),
            "sz" => self.tiny = value().parse::<f64>().ok().map(|halves| halves / 2.0 <= TINY),
            "shd" => self.shaded = Some(fills(attributes)),
            "highlight" => self.shaded = Some(!["none", "white"].contains(&value().as_str())),
            _ => {}
        }
    }

    /// This, and of what it says nothing the other.
    pub(super) fn over(self, other: Look) -> Look {
        Look {
            hidden: self.hidden.or(other.hidden),
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            shaded: self.shaded.or(other.shaded),
        }
    }

    /// Whether there is a color behind the letters.
    pub(super) fn is_shaded(self) -> bool {
        self.shaded == Some(true)
    }

    /// Why nobody sees letters that look so, on paper or on a color.
    pub(super) fn unseen(self, on_color: bool) -> Option<AsideKind> {
        match self {
            Look { hidden: Some(true), .. } => Some(AsideKind::Hidden),
            Look { tiny: Some(true), .. } => Some(AsideKind::Tiny),
            Look { white: Some(true), .. } if !on_color && !self.is_shaded() => Some(AsideKind::White),
            _ => None,
        }
    }
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
    styles: HashMap<String, Style>,
    /// The one that is open.
    current: Option<(String, Style)>,
}

#[derive(Default)]
struct Style {
    look: Look,
    based_on: Option<String>,
}

impl Styles {
    /// Styles on which others are based; more are none that a program wrote.
    const DEEPEST: usize = 20;

    /// What a style says, with those that it is based on.
    pub(super) fn look(&self, id: &str) -> Look {
        let mut look = Look::default();
        let mut next = Some(id);
        for _ in 0..Styles::DEEPEST {
            let Some(style) = next.and_then(|id| self.styles.get(id)) else { break };
            look = look.over(style.look);
            next = style.based_on.as_deref();
        }
        look
    }
}

impl Events for Styles {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        match (name, &mut self.current) {
            ("style", _) => {
                self.current = attributes.get("styleId").map(|id| (id, Style::default()));
            }
            ("basedOn", Some((_, style))) => style.based_on = attributes.get("val"),
            // A table's style has colors for its first row or column: it has one if any of them has.
            ("shd", Some((_, style))) if style.look.is_shaded() => {}
            (_, Some((_, style))) => style.look.set(name, attributes),
            (_, None) => {}
        }
    }

    fn close(&mut self, name: &str) {
        if name == "style" {
            self.styles.extend(self.current.take());
        }
    }
}
