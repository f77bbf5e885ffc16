//! What a document is known by: which fingerprints, and how near they have to be.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::terms;
use crate::error::Error;
use crate::hash;
use crate::lexicon::Lexicons;
use crate::recipe::RecipeId;
use crate::simhash::{Bits, Signer, TermFrequency};
use crate::text::{Document, Reader, TextOptions};

/// The fewest words of a document that its fingerprints can tell from others.
pub const LEAST_WORDS: u32 = 8;

/// From how many words on a document is told as well as a long one: below, it is by so much nearer to others as it lacks of this.
const LONG: u32 = 24;
const NONE: u32 = 6;

/// The bits of a fingerprint.
const BITS: u32 = 64;

/// Everything that determines the fingerprints of a document, and which sum of distances is near.
///
/// Terms are words, or where these touch, as in scripts without spaces, two or three characters. Single terms find, shingles of two tell
/// documents of the same words apart. No term is weighed by a model: so every language is read alike, and the edge needs none. Each random
/// lexicon leaves out six terms of ten, so that lexicons err apart.
///
/// ```
/// use twinprint::seen::Design;
/// assert_eq!((Design::default().bytes(), Design::default().allowed(500)), (40, 76));
/// assert_ne!(Design::of_bytes(80)?.id(), Design::default().id());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Design {
    /// How many lexicons' fingerprints are of single words, the first of the whole vocabulary.
    words: usize,
    /// How many are of shingles of two words.
    shingles: usize,
}

impl Default for Design {
    /// 40 bytes: three fingerprints of words and two of shingles.
    fn default() -> Self {
        Design { words: 3, shingles: 2 }
    }
}

/// The share of words that a random lexicon leaves out, in thousandths.
const LEAVE_OUT: u32 = 600;

/// How near unrelated documents come, measured on pieces of books of some 700 words (`tests/bench/src/documents.rs`, 50 million pairs).
#[derive(Debug, Clone, Copy)]
struct Tail {
    /// The sum of distances within which one of 100 million pairs is, by the slope of the tail from one of a million on.
    at: f64,
    /// How many bits less make it a tenth of that.
    tenth: f64,
    /// The sum within which less than one of 10^10 is: among 100 million documents one look-up in a hundred.
    near: u32,
}

impl Design {
    /// The design that takes so many bytes a document: 16, 40 or 80.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for another number.
    pub fn of_bytes(bytes: usize) -> Result<Self, Error> {
        match bytes {
            16 => Ok(Design { words: 1, shingles: 1 }),
            40 => Ok(Design::default()),
            80 => Ok(Design { words: 5, shingles: 5 }),
            _ => {
                let expected = "16, 40 or 80 bytes a document";
                Err(Error::InvalidOption { option: "bytes", value: bytes.to_string(), expected })
            }
        }
    }

    /// The bytes of a document's fingerprints.
    pub fn bytes(&self) -> usize {
        8 * self.lexicons()
    }

    /// How many fingerprints a document has.
    pub fn lexicons(&self) -> usize {
        self.words + self.shingles
    }

    /// The bits of all of a document's fingerprints.
    pub fn bits(&self) -> u32 {
        BITS * self.lexicons() as u32
    }

    /// The largest sum of distances at which two documents are near, of which the shorter has so many words.
    pub fn allowed(&self, words: u32) -> u32 {
        self.tail().near * (words.min(LONG).saturating_sub(NONE)) / (LONG - NONE)
    }

    /// The sum of distances of two documents, of which the shorter has so many words, if they are near: if it is at most what is
    /// [allowed](Self::allowed), and if of the shingles' bits no more than 34 of 100 differ. Without that, a document would be near one with the same
    /// words in another order.
    ///
    /// # Panics
    /// When the fingerprints of either are not as many as the design's.
    pub fn near(&self, a: &[u64], b: &[u64], words: u32) -> Option<u32> {
        assert!(a.len() == self.lexicons() && b.len() == self.lexicons(), "fingerprints of the design");
        self.bounds(words).sum(a, b)
    }

    /// What two documents, of which the shorter has so many words, may differ in.
    pub(super) fn bounds(&self, words: u32) -> Bounds {
        let of_shingles = 34 * BITS * self.shingles as u32 / 100;
        Bounds { words: self.words, sum: self.allowed(words), of_shingles }
    }

    /// How many unrelated documents of `documents` come within a sum of distances by chance, at most, if they are long. Documents of one
    /// form, of one event or of one author are no unrelated ones.
    ///
    /// ```
    /// use twinprint::seen::Design;
    /// assert!(Design::default().by_chance(76, 100_000_000) < 0.01);
    /// assert!(Design::default().by_chance(100, 1_000_000) > 1.0);
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
        match self.lexicons() {
            2 => Tail { at: 25.0, tenth: 2.5, near: 20 },
            5 => Tail { at: 88.0, tenth: 5.0, near: 76 },
            _ => Tail { at: 209.0, tenth: 7.5, near: 192 },
        }
    }

    /// Which of the fingerprints are of shingles of two words.
    pub(super) fn of_shingles(&self) -> core::ops::Range<usize> {
        self.words..self.lexicons()
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
        writeln!(f, "twinprint seen design 1")?;
        writeln!(f, "where words touch, two characters, of Thai, Lao, Khmer and Burmese three")?;
        writeln!(f, "simhash-lexicons:w=1,lexicons={words},leave-out={LEAVE_OUT},{UNWEIGHTED}")?;
        writeln!(f, "simhash-lexicons:w=2,lexicons={shingles},leave-out={LEAVE_OUT},{UNWEIGHTED}")?;
        writeln!(
            f,
            "near within {} bits from {LONG} words on, 34 of 100 of the second kind",
            self.tail().near
        )
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
    /// The sum of distances, if it is within the bounds.
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

/// The sum of the distances over lexicons.
#[inline(always)]
fn apart(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

const UNWEIGHTED: &str = "tf=once,stop-words=none,stemmer=none,weights=none";

/// A document's fingerprints, first those of words, then those of shingles; and how many words it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFingerprints {
    /// The fingerprints, as many as the design has lexicons.
    pub values: Vec<u64>,
    /// How many words the document has.
    pub words: u32,
}

/// A document that is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentQuery {
    /// Its fingerprints.
    pub document: DocumentFingerprints,
    /// How far each bit of them is from being the other ([`Signer::sign_with_margins`]), of the first fingerprint's lowest first. Empty if it
    /// is not known, as where fingerprints came without their text.
    pub margins: Vec<u64>,
}

impl From<DocumentFingerprints> for DocumentQuery {
    /// Without margins.
    fn from(document: DocumentFingerprints) -> Self {
        DocumentQuery { document, margins: Vec::new() }
    }
}

/// Makes documents' fingerprints, one after the other.
#[derive(Debug)]
pub struct Fingerprinter {
    reader: Reader,
    signers: [Signer; 2],
    terms: Vec<u64>,
}

impl Fingerprinter {
    /// By a design.
    ///
    /// # Errors
    /// None for a design that there is.
    pub fn new(design: &Design) -> Result<Self, Error> {
        let signer = |w, count| {
            let lexicons = Lexicons { leave_out: LEAVE_OUT, ..Lexicons::seeded(0, count) };
            Ok(Signer::new(w, Bits::B64, lexicons)?.with_tf(TermFrequency::Once))
        };
        let signers = [signer(1, design.words)?, signer(2, design.shingles)?];
        let reader = Reader::new(&TextOptions::default())?.with_words();
        Ok(Fingerprinter { reader, signers, terms: Vec::new() })
    }

    /// The fingerprints of a document. A random lexicon that has no word of it has in their place the one of the whole vocabulary.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says, and [`Error::TooShort`] below [`LEAST_WORDS`].
    pub fn fingerprints(&mut self, document: &Document<'_>) -> Result<DocumentFingerprints, Error> {
        Ok(self.query(document)?.document)
    }

    /// As [`fingerprints`](Self::fingerprints), with the margins of their bits.
    ///
    /// # Errors
    /// The same.
    pub fn query(&mut self, document: &Document<'_>) -> Result<DocumentQuery, Error> {
        terms::fill(&self.reader.read(document)?, &mut self.terms);
        let words = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        if words < LEAST_WORDS {
            let document = String::from(document.name);
            return Err(Error::TooShort { document, words, least: LEAST_WORDS });
        }
        let (mut values, mut margins) = (Vec::new(), Vec::new());
        for signer in &mut self.signers {
            let (signature, own) = signer.sign_with_margins(&self.terms, None);
            let whole = signature.fingerprints.first().copied().flatten().unwrap_or(0);
            for (fingerprint, of_bits) in signature.fingerprints.iter().zip(own.chunks(BITS as usize)) {
                values.push(fingerprint.unwrap_or(whole) as u64);
                margins.extend(if fingerprint.is_some() { of_bits } else { &own[..BITS as usize] });
            }
        }
        Ok(DocumentQuery { document: DocumentFingerprints { values, words }, margins })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Method, Sketcher, Value};
    use alloc::format;

    #[test]
    fn fingerprints_are_those_of_the_methods_that_the_design_names() {
        let text = "It was the best of times, it was the worst of times, it was the age of wisdom";
        let document = Document::plain("a", text);
        let found = Fingerprinter::new(&Design::default()).unwrap().fingerprints(&document).unwrap();
        let mut expected = Vec::new();
        for line in format!("{}", Design::default()).lines().filter(|line| line.starts_with("simhash")) {
            let recipe = Method::parse(line, None).unwrap().recipe;
            let Value::Simhash(signature) =
                Sketcher::new(recipe, None).unwrap().sketch(&document).unwrap().value
            else {
                panic!("the design names a simhash")
            };
            expected.extend(signature.fingerprints.into_iter().map(|print| print.unwrap() as u64));
        }
        assert_eq!((found.values, found.words), (expected, 18));
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
