//! Takes out of a text, before its words are read, what is not its content: so every sketch, identity and comparison does without.
//!
//! What is taken out is overwritten by spaces in a copy that the words are read from, so that each word keeps its place in the text
//! to show.

use alloc::string::String;
#[cfg(feature = "clean")]
use alloc::vec::Vec;
use core::fmt;

use super::Span;
#[cfg(feature = "clean")]
use super::volatile;
use crate::Error;

/// What is taken out of a text before its words are read; by default nothing. It is never all that a text has: of a text in which
/// no letter and no digit would be left, nothing is taken.
///
/// ```
/// # #[cfg(feature = "clean")] {
/// use twinprint::text::{self, Cleaning, Document, TextOptions};
/// let options = TextOptions::default().with_clean(Cleaning::from_name("volatile").unwrap());
/// let words = |text| -> Vec<String> {
///     let reading = text::read_with_words(&Document::plain("a", text), &options).unwrap();
///     reading.words().map(String::from).collect()
/// };
/// assert_eq!(words("It rains. Last updated 21 Nov 2026, 16:40"), ["it", "rains", "last", "updated"]);
/// assert_eq!(words("21 Nov 2026"), ["21", "nov", "2026"]);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Cleaning {
    /// Volatile parts: dates, times, times that something took, counts of visitors, URLs and other addresses, names of servers,
    /// ids of messages and sessions (Henzinger 2006, section 3.1), by their shape.
    pub volatile: bool,
}

/// What is taken, for messages.
const EXPECTED: &str = "volatile or none";

impl Cleaning {
    /// Whether nothing is taken out.
    ///
    /// ```
    /// assert!(twinprint::text::Cleaning::default().is_none());
    /// ```
    pub fn is_none(&self) -> bool {
        *self == Cleaning::default()
    }

    /// With volatile parts taken out, or left in.
    ///
    /// ```
    /// use twinprint::text::Cleaning;
    /// assert_eq!(Cleaning::default().with_volatile(true).to_string(), "volatile");
    /// ```
    pub fn with_volatile(self, volatile: bool) -> Self {
        Cleaning { volatile, ..self }
    }

    /// What a name stands for, as recipes and users write it.
    ///
    /// ```
    /// use twinprint::text::Cleaning;
    /// assert_eq!(Cleaning::from_name("volatile"), Ok(Cleaning::default().with_volatile(true)));
    /// assert_eq!(Cleaning::from_name("none"), Ok(Cleaning::default()));
    /// assert!(Cleaning::from_name("dates").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for anything else.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        match name {
            "none" => Ok(Cleaning::default()),
            "volatile" => Ok(Cleaning { volatile: true }),
            _ => Err(Error::InvalidOption { option: "clean", value: name.into(), expected: EXPECTED }),
        }
    }

    /// Refuses what this build cannot take out.
    pub(super) fn check(self) -> Result<(), Error> {
        if cfg!(feature = "clean") || self.is_none() {
            return Ok(());
        }
        let expected = "none; taking parts out needs a build with the feature \"clean\"";
        Err(Error::InvalidOption { option: "clean", value: alloc::format!("{self}"), expected })
    }
}

impl fmt::Display for Cleaning {
    /// As [`from_name`](Cleaning::from_name) reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.volatile { "volatile" } else { "none" })
    }
}

/// A text without what is taken out of it, each byte of which is a space, but for line breaks; nothing if nothing is taken. Sources
/// of images that stand in it are no text.
#[cfg(feature = "clean")]
#[inline(never)]
pub(super) fn cleaned(text: &str, images: &[Span], cleaning: Cleaning) -> Option<String> {
    let parts = if cleaning.volatile { volatile::find(text) } else { Vec::new() };
    if parts.is_empty() {
        return None;
    }
    let mut bytes = Vec::from(text);
    for part in parts {
        bytes[part].iter_mut().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ');
    }
    for image in images {
        bytes[image.range()].copy_from_slice(text[image.range()].as_bytes());
    }
    // Parts begin and end with letters or digits, so no character is cut.
    let left = String::from_utf8(bytes).ok()?;
    left.contains(char::is_alphanumeric).then_some(left)
}

#[cfg(not(feature = "clean"))]
#[inline(always)]
pub(super) fn cleaned(_: &str, _: &[Span], _: Cleaning) -> Option<String> {
    None
}
