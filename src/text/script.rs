//! The scripts that matter for flags: those with letters that pass for each other's.

/// The script of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Latin, Cyrillic, Greek and the like: no invisible character is ever needed within a word.
    Plain,
    /// Any other script, or no letter at all.
    Other,
}

impl Script {
    pub(super) fn of(c: char) -> Script {
        match c {
            'a'..='z' | 'A'..='Z' => Script::Plain,
            '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{58f}' | '\u{1e00}'..='\u{1fff}' if c.is_alphabetic() => {
                Script::Plain
            }
            _ => Script::Other,
        }
    }
}
