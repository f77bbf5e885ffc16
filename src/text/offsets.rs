//! Byte offsets to offsets as other languages count: JavaScript in UTF-16 code units, Python in characters.

use alloc::vec::Vec;

/// Bytes between two checkpoints.
const STEP: usize = 256;

/// Converts byte offsets in a text to UTF-16 offsets: at once for ASCII, else from the nearest checkpoint.
///
/// ```
/// use twinprint::text::Utf16Map;
///
/// let map = Utf16Map::new("a€😀b");
/// assert_eq!(map.offset(4), 2);
/// assert_eq!(map.offset(8), 4);
/// assert_eq!(map.offset(9), 5);
/// ```
#[derive(Debug, Clone)]
pub struct Utf16Map<'a>(Checkpoints<'a>);

impl<'a> Utf16Map<'a> {
    /// A map for `text`.
    ///
    /// ```
    /// assert_eq!(twinprint::text::Utf16Map::new("").offset(0), 0);
    /// ```
    pub fn new(text: &'a str) -> Self {
        Utf16Map(Checkpoints::new(text, |bytes| {
            bytes.iter().map(|&byte| u32::from(starts_character(byte)) + u32::from(byte >= 0xf0)).sum()
        }))
    }

    /// The UTF-16 offset of the byte at `at`; beyond the text, that of its end.
    ///
    /// ```
    /// use twinprint::text::Utf16Map;
    /// assert_eq!(Utf16Map::new("naïve").offset(4), 3);
    /// ```
    pub fn offset(&self, at: u32) -> u32 {
        self.0.offset(at)
    }
}

/// Converts byte offsets in a text to offsets in characters (Unicode's code points), as [`Utf16Map`] does to UTF-16 offsets.
///
/// ```
/// use twinprint::text::CharacterMap;
///
/// let map = CharacterMap::new("a€😀b");
/// assert_eq!((map.offset(4), map.offset(8), map.offset(9)), (2, 3, 4));
/// ```
#[derive(Debug, Clone)]
pub struct CharacterMap<'a>(Checkpoints<'a>);

impl<'a> CharacterMap<'a> {
    /// A map for `text`.
    ///
    /// ```
    /// assert_eq!(twinprint::text::CharacterMap::new("").offset(0), 0);
    /// ```
    pub fn new(text: &'a str) -> Self {
        CharacterMap(Checkpoints::new(text, |bytes| {
            bytes.iter().map(|&byte| u32::from(starts_character(byte))).sum()
        }))
    }

    /// How many characters stand before the byte at `at`; beyond the text, how many it has.
    ///
    /// ```
    /// use twinprint::text::CharacterMap;
    /// assert_eq!(CharacterMap::new("naïve").offset(4), 3);
    /// ```
    pub fn offset(&self, at: u32) -> u32 {
        self.0.offset(at)
    }
}

fn starts_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[derive(Debug, Clone)]
struct Checkpoints<'a> {
    text: &'a str,
    /// The units of the characters that start in some bytes.
    units_of: fn(&[u8]) -> u32,
    /// The offset of every `STEP`th byte; none for ASCII.
    checkpoints: Vec<u32>,
}

impl<'a> Checkpoints<'a> {
    fn new(text: &'a str, units_of: fn(&[u8]) -> u32) -> Self {
        let mut checkpoints = Vec::new();
        if !text.is_ascii() {
            let mut units = 0;
            for chunk in text.as_bytes().chunks(STEP) {
                checkpoints.push(units);
                units += units_of(chunk);
            }
        }
        Checkpoints { text, units_of, checkpoints }
    }

    fn offset(&self, at: u32) -> u32 {
        let at = (at as usize).min(self.text.len());
        let Some(last) = self.checkpoints.len().checked_sub(1) else { return at as u32 };
        let nearest = (at / STEP).min(last);
        self.checkpoints[nearest] + (self.units_of)(&self.text.as_bytes()[nearest * STEP..at])
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn offsets_are_those_of_utf_16_and_of_characters(part in "\\PC{0,20}", times in 1_usize..40) {
            let text: String = part.repeat(times);
            let (utf16, characters) = (Utf16Map::new(&text), CharacterMap::new(&text));
            let (mut units, mut count) = (0, 0);
            for (at, c) in text.char_indices() {
                prop_assert_eq!(utf16.offset(at as u32), units);
                prop_assert_eq!(characters.offset(at as u32), count);
                units += c.len_utf16() as u32;
                count += 1;
            }
            for beyond in [text.len() as u32, u32::MAX] {
                prop_assert_eq!(utf16.offset(beyond), units);
                prop_assert_eq!(characters.offset(beyond), count);
            }
        }
    }
}
