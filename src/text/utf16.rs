//! Byte offsets to UTF-16 offsets, as JavaScript counts.

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
pub struct Utf16Map<'a> {
    text: &'a str,
    /// The UTF-16 offset of every `STEP`th byte; none for ASCII.
    checkpoints: Vec<u32>,
}

impl<'a> Utf16Map<'a> {
    /// A map for `text`.
    ///
    /// ```
    /// assert_eq!(twinprint::text::Utf16Map::new("").offset(0), 0);
    /// ```
    pub fn new(text: &'a str) -> Self {
        let mut checkpoints = Vec::new();
        if !text.is_ascii() {
            let mut units = 0;
            for chunk in text.as_bytes().chunks(STEP) {
                checkpoints.push(units);
                units += units_of(chunk);
            }
        }
        Utf16Map { text, checkpoints }
    }

    /// The UTF-16 offset of the byte at `at`; beyond the text, that of its end.
    ///
    /// ```
    /// use twinprint::text::Utf16Map;
    /// assert_eq!(Utf16Map::new("naïve").offset(4), 3);
    /// ```
    pub fn offset(&self, at: u32) -> u32 {
        let at = (at as usize).min(self.text.len());
        let Some(last) = self.checkpoints.len().checked_sub(1) else { return at as u32 };
        let nearest = (at / STEP).min(last);
        self.checkpoints[nearest] + units_of(&self.text.as_bytes()[nearest * STEP..at])
    }
}

/// The UTF-16 units of the characters that start in these bytes.
fn units_of(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80) + u32::from(byte >= 0xf0)).sum()
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn offsets_are_those_of_utf_16(part in "\\PC{0,20}", times in 1_usize..40) {
            let text: String = part.repeat(times);
            let map = Utf16Map::new(&text);
            let mut units = 0;
            for (at, c) in text.char_indices() {
                prop_assert_eq!(map.offset(at as u32), units);
                units += c.len_utf16() as u32;
            }
            prop_assert_eq!(map.offset(text.len() as u32), units);
            prop_assert_eq!(map.offset(u32::MAX), units);
        }
    }
}
