//! How letters look: as far as it says that nobody sees them. Word, OpenDocument and RTF say it in words of their own, and mean the same.

use std::collections::HashMap;

use super::asides::{AsideKind, TINY};

/// What is said of letters, or of what they stand on; nothing where it is left to what is around them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    pub(super) hidden: Option<bool>,
    pub(super) white: Option<bool>,
    pub(super) tiny: Option<bool>,
    /// Whether there is a color behind them.
    pub(super) on_color: Option<bool>,
}

impl Look {
    /// What is said where a color may be behind letters.
    pub(super) const ON_COLOR: Look = Look { hidden: None, white: None, tiny: None, on_color: Some(true) };
    /// What is said of what is hidden with all that is in it.
    pub(super) const HIDDEN: Look = Look { hidden: Some(true), white: None, tiny: None, on_color: None };

    /// This, and of what it says nothing the other.
    pub(super) fn over(self, other: Look) -> Look {
        Look {
            hidden: self.hidden.or(other.hidden),
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            on_color: self.on_color.or(other.on_color),
        }
    }

    /// Takes the size of letters, in points.
    pub(super) fn set_size(&mut self, points: f64) {
        self.tiny = Some(points > 0.0 && points <= TINY);
    }

    pub(super) fn is_on_color(self) -> bool {
        self.on_color == Some(true)
    }

    /// Why nobody sees letters that look so.
    pub(super) fn unseen(self) -> Option<AsideKind> {
        match self {
            Look { hidden: Some(true), .. } => Some(AsideKind::Hidden),
            Look { tiny: Some(true), .. } => Some(AsideKind::Tiny),
            Look { white: Some(true), .. } if !self.is_on_color() => Some(AsideKind::White),
            _ => None,
        }
    }
}

/// A style, and the key of the one that it is based on.
#[derive(Default)]
pub(super) struct Style {
    pub(super) look: Look,
    pub(super) based_on: Option<String>,
}

/// The styles of a document, each by its key.
#[derive(Default)]
pub(super) struct StyleSheet(HashMap<String, Style>);

impl StyleSheet {
    /// Styles on which others are based; more are none that a program wrote.
    const DEEPEST: usize = 20;

    pub(super) fn add(&mut self, style: Option<(String, Style)>) {
        self.0.extend(style);
    }

    /// What a style says, with those that it is based on.
    pub(super) fn look(&self, key: &str) -> Look {
        let mut look = Look::default();
        let mut next = Some(key);
        for _ in 0..StyleSheet::DEEPEST {
            let Some(style) = next.and_then(|key| self.0.get(key)) else { break };
            look = look.over(style.look);
            next = style.based_on.as_deref();
        }
        look
    }
}
