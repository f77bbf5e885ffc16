//! Styles: as far as they say that nobody sees letters. ODF 1.3, part 3, sections 16 and 20.

use std::collections::HashMap;

use super::super::asides::{AsideKind, TINY, is_white};
use super::super::xml::{Attributes, Events};

/// What is said of letters or of what they stand on; nothing where it is left to what is around them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    hidden: Option<bool>,
    white: Option<bool>,
    tiny: Option<bool>,
    on_color: Option<bool>,
}

impl Look {
    /// What is said where a color may be behind the letters.
    pub(super) const ON_COLOR: Look = Look { hidden: None, white: None, tiny: None, on_color: Some(true) };

    /// This, and of what it says nothing the other.
    pub(super) fn over(self, other: Look) -> Look {
        Look {
            hidden: self.hidden.or(other.hidden),
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            on_color: self.on_color.or(other.on_color),
        }
    }

    /// What is hidden with all that is in it.
    pub(super) fn hidden() -> Look {
        Look { hidden: Some(true), ..Look::default() }
    }

    /// Why nobody sees letters that look so.
    pub(super) fn unseen(self) -> Option<AsideKind> {
        match self {
            Look { hidden: Some(true), .. } => Some(AsideKind::Hidden),
            Look { tiny: Some(true), .. } => Some(AsideKind::Tiny),
            Look { white: Some(true), on_color: None | Some(false), .. } => Some(AsideKind::White),
            _ => None,
        }
    }

    fn set(&mut self, attributes: &Attributes<'_>) {
        let value = |name: &str| attributes.get_prefixed(name);
        self.hidden = value("display").map(|display| display == "none").or(self.hidden);
        self.white = value("color").map(|color| is_white(&color)).or(self.white);
        let points = value("font-size").and_then(|size| size.strip_suffix("pt")?.parse::<f64>().ok());
        self.tiny = points.map(|points| points <= TINY).or(self.tiny);
        self.on_color = value("background-color").map(|color| is_color(&color)).or(self.on_color);
    }
}

fn is_color(background: &str) -> bool {
    background != "transparent" && !is_white(background)
}

/// The styles of a document by their names, those of a file behind those of another.
#[derive(Default)]
pub(super) struct Styles {
    /// By family and name: a paragraph's and a word's may have one name.
    styles: HashMap<String, Style>,
    /// The one that is open.
    current: Option<(String, Style)>,
    /// Whether pages have a color.
    pub(super) colored_pages: bool,
}

#[derive(Default)]
struct Style {
    look: Look,
    parent: Option<String>,
}

impl Styles {
    /// Styles that others are the parents of; more are none that a program wrote.
    const DEEPEST: usize = 20;

    /// What the style of a family that an element names says, with its parents.
    pub(super) fn look(&self, family: &str, attributes: &Attributes<'_>) -> Look {
        let mut look = Look::default();
        let mut next = attributes.get("style-name").map(|name| key(family, &name));
        for _ in 0..Styles::DEEPEST {
            let Some(style) = next.and_then(|key| self.styles.get(&key)) else { break };
            look = look.over(style.look);
            next = style.parent.clone();
        }
        look
    }
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

fn key(family: &str, name: &str) -> String {
    format!("{family} {name}")
}

impl Events for Styles {
    fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        match (name, &mut self.current) {
            ("style", _) => {
                let [family, name, parent] =
                    ["family", "name", "parent-style-name"].map(|name| attributes.get(name));
                let family = family.unwrap_or_default();
                let parent = parent.map(|parent| key(&family, &parent));
                let style = Style { look: Look::default(), parent };
                self.current = name.map(|name| (key(&family, &name), style));
            }
            (_, Some((_, style))) if SAY_LOOKS.contains(&name) => style.look.set(attributes),
            ("page-layout-properties", _) => {
                self.colored_pages |=
                    attributes.get_prefixed("background-color").is_some_and(|color| is_color(&color));
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if name == "style" {
            self.styles.extend(self.current.take());
        }
    }
}
