//! What a document is known by: which fingerprints, and how near they have to be.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::estimate::{Estimate, resemblance};
use super::terms;
use crate::error::Error;
use crate::hash;
use crate::minhash::MinHash;
use crate::recipe::RecipeId;
use crate::shingle;
use crate::text::{Document, Reader, TextOptions};

/// The fewest words of a document that its fingerprints can tell from others.
pub const LEAST_WORDS: u32 = 8;

/// From how many words on a document is told as well as a long one. Below, unrelated ones come nearer: as many less bits are allowed as its words
/// and [`BESIDES`] are fewer than this and that. By pieces of books of 8, 10, 15 and 20 words it could be 66, 80, 95 and 98 of 100 (of 40 bytes).
const LONG: u32 = 24;
const BESIDES: u32 = 16;

/// The bits of a fingerprint.
const BITS: u32 = 64;

/// The most bits of shingles in which near documents differ, of a hundred.
const OF_SHINGLES: u32 = 36;

/// Everything that determines the fingerprints of a document, and which distance is near.
///
/// A bit is the lowest of a min-value: b-bit minwise hashing with b = 1 (Li and König, "b-Bit Minwise Hashing", WWW 2010). Of two documents whose
/// sets resemble each other by R it differs with a probability of (1 - R) / 2. At equal bytes that tells near from far better than simhash
/// over several lexicons does (`docs/reference/edge.md` has both). Three fifths of the bits are of words: they find. The others are of shingles of two words:
/// they tell documents of the same words apart. Where words touch, as in scripts without spaces, two or three characters are a word. Nothing is
/// weighed by a model: so every language is read alike, and the edge needs none.
///
/// ```
/// use twinprint::seen::Design;
/// assert_eq!((Design::default().bytes(), Design::default().allowed(500)), (40, 85));
/// assert_ne!(Design::of_bytes(80)?.id(), Design::default().id());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Design {
    /// How many fingerprints of 64 bits are of words.
    words: usize,
    /// How many are of shingles of two words.
    shingles: usize,
}

impl Default for Design {
    /// 40 bytes: 192 bits of words and 128 of shingles.
    fn default() -> Self {
        Design { words: 3, shingles: 2 }
    }
}

/// How near unrelated documents come, measured on pieces of books of some 700 words (`tests/bench/src/documents.rs`, 50 million pairs).
#[derive(Debug, Clone, Copy)]
struct Tail {
    /// The distance within which one of 100 million pairs is, by the slope of the tail from one of a million on.
    at: f64,
    /// How many bits less make it a tenth of that.
    tenth: f64,
    /// The distance within which less than one of 10^10 is: among 100 million documents one look-up in a hundred.
    near: u32,
}

impl Design {
    /// The design that takes this number of bytes a document: 16, 40 or 80.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for another number.
    pub fn of_bytes(bytes: usize) -> Result<Self, Error> {
        match bytes {
            16 => Ok(Design { words: 1, shingles: 1 }),
            40 => Ok(Design::default()),
            80 => Ok(Design { words: 6, shingles: 4 }),
            _ => {
                let expected = "16, 40 or 80 bytes a document";
                Err(Error::InvalidOption { option: "bytes", value: bytes.to_string(), expected })
            }
        }
    }

    /// The design of `bytes` bytes, if its text and its id are these.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn named(bytes: usize, text: &str, id: &str) -> Result<Self, &'static str> {
        let design = Design::of_bytes(bytes).map_err(|_| "no design has its number of bytes")?;
        let is_it = (text, id) == (&design.to_string(), &design.id().to_string());
        if is_it { Ok(design) } else { Err("its design is not the one of its number of bytes") }
    }

    /// The bytes of a document's fingerprints.
    pub fn bytes(&self) -> usize {
        8 * self.fingerprints()
    }

    /// How many fingerprints of 64 bits a document has.
    pub fn fingerprints(&self) -> usize {
        self.words + self.shingles
    }

    /// How many of these are of words: they stand before those of shingles.
    #[cfg(feature = "service")]
    pub(super) fn of_words(&self) -> usize {
        self.words
    }

    /// The bits of all of a document's fingerprints.
    pub fn bits(&self) -> u32 {
        BITS * self.fingerprints() as u32
    }

    /// The largest distance at which two documents are near if the shorter has `words` words.
    pub fn allowed(&self, words: u32) -> u32 {
        self.tail().near * (words.min(LONG) + BESIDES) / (LONG + BESIDES)
    }

    /// The distance of two documents, the shorter of `words` words, if they are near: if it is at most what is
    /// [allowed](Self::allowed), and if of the shingles' bits no more than 36 of 100 differ. Without that, a document would be near one with the same
    /// words in another order.
    ///
    /// # Panics
    /// When the fingerprints of either are not as many as the design's.
    pub fn near(&self, a: &[u64], b: &[u64], words: u32) -> Option<u32> {
        assert!(
            a.len() == self.fingerprints() && b.len() == self.fingerprints(),
            "fingerprints of the design"
        );
        self.bounds(words).sum(a, b)
    }

    /// In how much two documents may differ, the shorter of `words` words.
    pub(super) fn bounds(&self, words: u32) -> Bounds {
        let of_shingles = OF_SHINGLES * BITS * self.shingles as u32 / 100;
        Bounds { words: self.words, sum: self.allowed(words), of_shingles }
    }

    /// How many unrelated documents of `documents` come within a distance by chance, at most, if they are long. Documents of one
    /// form, of one event or of one author are no unrelated ones.
    ///
    /// ```
    /// use twinprint::seen::Design;
    /// assert!(Design::default().by_chance(76, 100_000_000) < 0.01);
    /// assert!(Design::default().by_chance(110, 1_000_000) > 1.0);
    /// ```
    pub fn by_chance(&self, distance: u32, documents: u64) -> f64 {
        let Tail { at, tenth, .. } = self.tail();
        let mut chance = documents as f64 * 1e-8;
        let mut decades = (at - f64::from(distance)) / tenth;
        while decades >= 1.0 {
            (chance, decades) = (chance / 10.0, decades - 1.0);
        }
        while decades < 0.0 {
            (chance, decades) = (chance * 10.0, decades + 1.0);
        }
        // Between two powers of ten a straight line lies above the curve.
        chance * (1.0 - 0.9 * decades)
    }

    fn tail(&self) -> Tail {
        match self.fingerprints() {
            2 => Tail { at: 26.0, tenth: 3.0, near: 20 },
            5 => Tail { at: 94.0, tenth: 4.5, near: 85 },
            _ => Tail { at: 211.0, tenth: 7.5, near: 196 },
        }
    }

    /// In how many bits two documents' fingerprints differ, in how many of these of shingles, and the resemblance of their sets of these.
    pub(super) fn difference(&self, a: &[u64], b: &[u64]) -> (u32, u32, Estimate) {
        let of_shingles = apart(&a[self.words..], &b[self.words..]);
        let of_words = apart(&a[..self.words], &b[..self.words]);
        (of_words + of_shingles, of_shingles, resemblance(of_shingles, BITS * self.shingles as u32))
    }

    /// The design's id, the MD5 of its text.
    pub fn id(&self) -> RecipeId {
        RecipeId(hash::md5(self.to_string().as_bytes()).to_le_bytes())
    }
}

impl fmt::Display for Design {
    /// The canonical text, a line for each choice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Design { words, shingles } = self;
        writeln!(f, "twinprint seen design 2")?;
        writeln!(f, "where words touch, two characters, of Thai, Lao, Khmer and Burmese three")?;
        let (words, shingles) = (BITS as usize * words, BITS as usize * shingles);
        writeln!(
            f,
            "the lowest bit of each of {words} min-values of words, then of {shingles} of shingles of two words"
        )?;
        let near = self.tail().near;
        writeln!(
            f,
            "near within {near} bits from {LONG} words on, below as its words and {BESIDES} are to {LONG} and {BESIDES}"
        )?;
        writeln!(f, "and within {OF_SHINGLES} of 100 bits of the second kind")
    }
}

/// In how many bits two documents may differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// How many of the fingerprints are of words.
    words: usize,
    /// In all of them.
    sum: u32,
    /// In those of shingles.
    of_shingles: u32,
}

impl Bounds {
    /// The distance, if it is within the bounds.
    #[inline(always)]
    pub(super) fn sum(&self, a: &[u64], b: &[u64]) -> Option<u32> {
        let of_words = apart(&a[..self.words], &b[..self.words]);
        if of_words > self.sum {
            return None;
        }
        let of_shingles = apart(&a[self.words..], &b[self.words..]);
        let is_near = of_words + of_shingles <= self.sum && of_shingles <= self.of_shingles;
        is_near.then_some(of_words + of_shingles)
    }
}

/// The bits that differ.
#[inline(always)]
fn apart(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// A document's fingerprints, first those of words, then those of shingles; and how many words it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFingerprints {
    /// The fingerprints, as many as the design has.
    pub values: Vec<u64>,
    /// How many words the document has.
    pub words: u32,
}

/// Makes documents' fingerprints, one after the other.
#[derive(Debug)]
pub struct Fingerprinter {
    design: Design,
    reader: Reader,
    terms: Vec<u64>,
    shingles: Vec<u64>,
}

impl Fingerprinter {
    /// By a design.
    ///
    /// # Errors
    /// None for a design that there is.
    pub fn new(design: &Design) -> Result<Self, Error> {
        let reader = Reader::new(&TextOptions::default())?.with_words();
        Ok(Fingerprinter { design: *design, reader, terms: Vec::new(), shingles: Vec::new() })
    }

    /// The fingerprints of a document.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says, and [`Error::TooShort`] below [`LEAST_WORDS`].
    pub fn fingerprints(&mut self, document: &Document<'_>) -> Result<DocumentFingerprints, Error> {
        terms::fill(&self.reader.read(document)?, &mut self.terms);
        let words = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        if words < LEAST_WORDS {
            let document = String::from(document.name);
            return Err(Error::TooShort { document, words, least: LEAST_WORDS });
        }
        let mut values = Vec::new();
        for (w, fingerprints) in [(1, self.design.words), (2, self.design.shingles)] {
            self.shingles.clear();
            shingle::roll(&self.terms, w, |hash, _| self.shingles.push(hash));
            let min_values = MinHash { m: fingerprints * BITS as usize, l: 1 }.min_values(&self.shingles);
            values.extend(min_values.0.chunks(BITS as usize).map(lowest_bits));
        }
        Ok(DocumentFingerprints { values, words })
    }

    /// The shingles of two words of the document that was read last, as often as they stand there.
    pub(super) fn shingles(&self) -> &[u64] {
        &self.shingles
    }
}

/// The lowest bit of each min-value, of the first one in the lowest place.
fn lowest_bits(min_values: &[u64]) -> u64 {
    min_values.iter().zip(0..).fold(0, |bits, (value, place)| bits | (value & 1) << place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn bits_differ_by_half_of_what_documents_do_not_share() {
        let mut fingerprinter = Fingerprinter::new(&Design::of_bytes(80).unwrap()).unwrap();
        let text =
            |words: core::ops::Range<u32>| words.map(|word| format!("word{word} ")).collect::<String>();
        let mut of = |words| fingerprinter.fingerprints(&Document::plain("a", &text(words))).unwrap();
        let (a, b) = (of(0..600), of(200..800));
        assert_eq!((a.values.len(), a.words), (10, 600));
        let apart = apart(&a.values, &b.values);
        // They share 400 words of 800, and 399 of 799 shingles: each bit differs with a probability of a quarter. Four deviations.
        assert!((160 - 44..=160 + 44).contains(&apart), "{apart}");
    }

    #[test]
    fn how_often_a_word_stands_there_does_not_count() {
        let mut fingerprinter = Fingerprinter::new(&Design::default()).unwrap();
        let mut of = |text: &str| fingerprinter.fingerprints(&Document::plain("a", text)).unwrap().values;
        let (once, twice) = (of("a b c d e f g h a"), of("a b c d e f g h a b c d e f g h a"));
        assert_eq!(once, twice);
    }

    #[test]
    fn what_cannot_be_told_is_refused() {
        let mut fingerprinter = Fingerprinter::new(&Design::default()).unwrap();
        let refused = fingerprinter.fingerprints(&Document::plain("a", "one two three four five six seven"));
        assert_eq!(refused, Err(Error::TooShort { document: "a".into(), words: 7, least: 8 }));
        assert!(matches!(
            fingerprinter.fingerprints(&Document::plain("a", "...")),
            Err(Error::NoWords { .. })
        ));
    }
}
