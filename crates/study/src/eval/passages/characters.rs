//! From bytes of a text to its characters, in which offsets of passages are counted.

/// How many bytes lie between two counts that are kept.
const STEP: usize = 1024;

/// How many characters (Unicode scalar values) of a text come before any byte.
#[derive(Debug, Clone)]
pub struct Characters<'a> {
    text: &'a str,
    /// Before every [`STEP`]th byte, and before the end.
    counts: Vec<u64>,
}

impl<'a> Characters<'a> {
    /// Counts the characters of a text.
    ///
    /// ```
    /// use twinprint_study::eval::passages::Characters;
    /// let characters = Characters::of("naïve");
    /// assert_eq!((characters.before(2), characters.before(4), characters.count()), (2, 3, 5));
    /// ```
    pub fn of(text: &'a str) -> Characters<'a> {
        let mut counts = vec![0];
        for step in text.as_bytes().chunks(STEP) {
            counts.push(counts[counts.len() - 1] + begun(step));
        }
        Characters { text, counts }
    }

    /// How many characters begin before a byte of the text; all of them where it is at the end, or beyond.
    pub fn before(&self, byte: usize) -> u64 {
        let byte = byte.min(self.text.len());
        let step = byte / STEP;
        self.counts[step] + begun(&self.text.as_bytes()[step * STEP..byte])
    }

    /// How many characters the text has.
    pub fn count(&self) -> u64 {
        self.before(self.text.len())
    }
}

/// How many characters begin in bytes of a text.
fn begun(bytes: &[u8]) -> u64 {
    let begins = |byte: &&u8| **byte as i8 >= -0x40;
    bytes.iter().filter(begins).count() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn characters_before_a_byte_are_those_of_the_text_up_to_it(text in "(a|ß|字|😀|\n){0,1500}") {
            let characters = Characters::of(&text);
            for (naive, (byte, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(characters.before(byte), naive as u64);
            }
            prop_assert_eq!(characters.count(), text.chars().count() as u64);
            prop_assert_eq!(characters.before(usize::MAX), characters.count());
        }
    }
}
