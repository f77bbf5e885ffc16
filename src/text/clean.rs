//! Takes out of a text, before its words are read, what is not its content: so every sketch, identity and comparison does without.
//!
//! What is taken out is overwritten by spaces in a copy that the words are read from, so that each word keeps its place in the text
//! to show.

use alloc::string::String;
#[cfg(feature = "clean")]
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "clean")]
use core::ops::Range;

use super::Span;
#[cfg(feature = "clean")]
use super::boilerplate::lines_of;
#[cfg(feature = "clean")]
use super::volatile;
use crate::Error;

/// What is taken out of a text before its words are read; by default nothing. It is never all that a text has: of a text in which
/// no letter and no digit would be left, boilerplate is not taken, and if that is not enough, volatile parts are not, either.
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
    /// The boilerplate of a document's site, by what names its file ([`Boilerplate::id`](super::Boilerplate::id)).
    pub site: Option<BoilerplateId>,
    /// Volatile parts: dates, times, times that something took, counts of visitors, URLs and other addresses, names of servers,
    /// ids of messages and sessions (Henzinger 2006, section 3.1), by their shape.
    pub volatile: bool,
}

/// What names boilerplate: the MD5 of its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoilerplateId(pub [u8; 16]);

impl BoilerplateId {
    /// The id of 32 hexadecimal digits.
    fn from_digits(digits: &str) -> Option<Self> {
        let is_id =
            digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let id = u128::from_str_radix(digits, 16).ok().filter(|_| is_id)?;
        Some(BoilerplateId(id.to_be_bytes()))
    }
}

impl fmt::Display for BoilerplateId {
    /// As 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for BoilerplateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoilerplateId({self})")
    }
}

/// What is taken, for messages.
const EXPECTED: &str = "volatile, site:ID with the id of boilerplate, both separated by a comma, or none";

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

    /// With boilerplate taken out, or left in.
    ///
    /// ```
    /// use twinprint::text::{BoilerplateId, Cleaning};
    /// let cleaning = Cleaning::default().with_site(Some(BoilerplateId([7; 16])));
    /// assert_eq!(cleaning.to_string(), "site:07070707070707070707070707070707");
    /// ```
    pub fn with_site(self, site: Option<BoilerplateId>) -> Self {
        Cleaning { site, ..self }
    }

    /// What a name stands for, as recipes and users write it: parts separated by commas.
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
        let mut cleaning = Cleaning::default();
        for part in name.split(',').filter(|_| name != "none") {
            let site = part.strip_prefix("site:").and_then(BoilerplateId::from_digits);
            match (part, site) {
                ("volatile", _) => cleaning.volatile = true,
                (_, Some(site)) => cleaning.site = Some(site),
                _ => {
                    return Err(Error::InvalidOption {
                        option: "clean",
                        value: name.into(),
                        expected: EXPECTED,
                    });
                }
            }
        }
        Ok(cleaning)
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
        if let Some(site) = self.site {
            write!(f, "site:{site}{}", if self.volatile { "," } else { "" })?;
        }
        f.write_str(match self.volatile {
            true => "volatile",
            false if self.is_none() => "none",
            false => "",
        })
    }
}

/// A text without what is taken out of it, each byte of which is a space, but for line breaks; nothing if nothing is taken. Sources
/// of images that stand in it are no text, and go with a line of boilerplate alone; `lines` are those of the text's site.
#[cfg(feature = "clean")]
#[inline(never)]
pub(super) fn cleaned(text: &str, images: &[Span], cleaning: Cleaning, lines: &[u64]) -> Option<String> {
    if cleaning.is_none() {
        return None;
    }
    let volatile = volatile::find(text);
    let without_volatile = if cleaning.volatile { blanked(text, &volatile, images) } else { None };
    if lines.is_empty() {
        return without_volatile;
    }
    // Lines go by their words without volatile parts, whether these are taken out or not.
    let sources = images.iter().map(|image| image.range());
    let words = blanked(text, &volatile.into_iter().chain(sources).collect::<Vec<_>>(), &[]);
    let mut boilerplate = Vec::new();
    lines_of(words.as_deref().unwrap_or(text), |place, line| {
        boilerplate.extend(lines.binary_search(&line).is_ok().then_some(place));
    });
    let left = blanked(without_volatile.as_deref().unwrap_or(text), &boilerplate, &[]);
    left.or(without_volatile)
}

/// A text with spaces in place of some parts of it, but for line breaks and for what is kept; nothing where there are no parts, or
/// where no letter and no digit would be left. No part cuts a character.
#[cfg(feature = "clean")]
pub(super) fn blanked(text: &str, parts: &[Range<usize>], kept: &[Span]) -> Option<String> {
    if parts.is_empty() {
        return None;
    }
    let mut bytes = Vec::from(text);
    for part in parts {
        bytes[part.clone()]
            .iter_mut()
            .filter(|byte| !byte.is_ascii_whitespace())
            .for_each(|byte| *byte = b' ');
    }
    for span in kept {
        bytes[span.range()].copy_from_slice(text[span.range()].as_bytes());
    }
    let left = String::from_utf8(bytes).ok()?;
    left.contains(char::is_alphanumeric).then_some(left)
}

#[cfg(not(feature = "clean"))]
#[inline(always)]
pub(super) fn cleaned(_: &str, _: &[Span], _: Cleaning, _: &[u64]) -> Option<String> {
    None
}
