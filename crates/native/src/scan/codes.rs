//! Sketches of 48 bytes by Henzinger's two algorithms and by what differs from them in one choice, so that all are made in one
//! reading of a corpus (Henzinger 2006, sections 2 and 4).

use super::super::Error;
use super::Gathered;
use twinprint::hash::{RabinRoller, RabinWidth};
use twinprint::minhash::{self, MinHash};
use twinprint::shingle;
use twinprint::simhash::Projector;
use twinprint::sketch::Preset;
use twinprint::text::{Document, Reader};

/// Six numbers: supershingles, or 384 bits.
pub type Code = [u64; 6];

/// A kind of such sketches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// Six supershingles of 14 min-values each (Algorithm B).
    Supershingles {
        /// The tokens of a shingle.
        k: usize,
        /// Whether each occurrence of a shingle is an element of its own.
        weighted: bool,
    },
    /// A random projection to 384 bits (Algorithm C).
    Projection {
        /// The tokens of what is projected: 1 for the tokens themselves.
        k: usize,
    },
}

impl Coding {
    /// Algorithm B.
    pub const B: Coding = Coding::Supershingles { k: 8, weighted: false };
    /// Algorithm C.
    pub const C: Coding = Coding::Projection { k: 1 };
}

/// Makes codes of documents, one after the other, by tokens as Henzinger has them.
pub(super) struct Coder {
    codings: Vec<(Coding, RabinRoller)>,
    reader: Reader,
    projector: Projector,
    tokens: Vec<u64>,
    shingles: Vec<u64>,
}

impl Coder {
    /// # Errors
    /// [`InvalidOption`](twinprint::Error::InvalidOption) for shingles of no tokens, and of too many.
    pub(super) fn new(codings: &[Coding]) -> Result<Self, twinprint::Error> {
        let rolled = |&coding: &Coding| {
            let (Coding::Supershingles { k, .. } | Coding::Projection { k }) = coding;
            shingle::check_w(k)?;
            Ok((coding, RabinRoller::new(RabinWidth::Bits64, k)))
        };
        Ok(Coder {
            codings: codings.iter().map(rolled).collect::<Result<_, twinprint::Error>>()?,
            reader: Preset::Henzinger06B.method(None).recipe.reader(),
            projector: Projector::default(),
            tokens: Vec::new(),
            shingles: Vec::new(),
        })
    }

    /// The tokens of the document whose codes were made last.
    pub(super) fn tokens(&self) -> &[u64] {
        &self.tokens
    }

    /// The codes of a document, one after the other.
    ///
    /// # Errors
    /// What [`text::read`](twinprint::text::read) says.
    pub(super) fn codes(&mut self, document: &Document<'_>) -> Result<Vec<u64>, twinprint::Error> {
        let Coder { codings, reader, projector, tokens, shingles } = self;
        reader.read_tokens(document, tokens)?;
        let mut codes = Vec::with_capacity(6 * codings.len());
        for (coding, roller) in codings {
            let (Coding::Supershingles { k, .. } | Coding::Projection { k }) = *coding;
            shingles.clear();
            match coding {
                Coding::Projection { k: 1 } => shingles.extend_from_slice(tokens),
                _ => {
                    shingle::roll_by(roller, tokens, k, |hash, _| shingles.push(hash));
                }
            }
            match coding {
                Coding::Supershingles { weighted, .. } => {
                    if *weighted {
                        minhash::number_occurrences(shingles);
                    }
                    let values = MinHash::HENZINGER.min_values(shingles);
                    codes.extend(MinHash::HENZINGER.supershingles(&values).0);
                }
                Coding::Projection { .. } => {
                    shingles.iter().for_each(|&shingle| projector.add(shingle));
                    codes.extend(projector.finish().0);
                }
            }
        }
        Ok(codes)
    }
}

impl Gathered {
    /// The code number `at` of each document; none of one that is a copy of an earlier one. The corpus was taken in by
    /// [`Kept::Codes`](super::Kept::Codes).
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn codes(&self, at: usize) -> Result<Vec<Option<Code>>, Error> {
        let mut codes = Vec::with_capacity(self.values.len());
        self.values.for_each(|_, numbers| {
            codes.push(numbers.as_chunks().0.get(at).copied());
            Ok(())
        })?;
        Ok(codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twinprint::minhash::Supershingles;
    use twinprint::simhash::Projection;
    use twinprint::sketch::{Sketcher, Value};

    #[test]
    fn codes_are_the_sketches_of_the_presets() {
        let text = "See http://www.example.org/a/b.html: a rose is a rose is a rose, it was said, <img src=x.png> or so.";
        let document = Document::html("a", text).with_url("http://example.org/");
        let codes = Coder::new(&[Coding::C, Coding::B]).unwrap().codes(&document).unwrap();
        let value = |preset: Preset| {
            Sketcher::new(preset.method(None).recipe, None).unwrap().sketch(&document).unwrap().value
        };
        let (c, b) = codes.split_at(6);
        assert_eq!(value(Preset::Henzinger06C), Value::Projection(Projection(c.try_into().unwrap())));
        assert_eq!(value(Preset::Henzinger06B), Value::Supershingles(Supershingles(b.into())));
    }

    #[test]
    fn repeated_shingles_count_only_where_they_are_weighted() {
        let once = "one two three four five six";
        let twice = std::format!("{once} {once} {once} {once}");
        let of = |weighted, text: &str| {
            let mut coder = Coder::new(&[Coding::Supershingles { k: 1, weighted }]).unwrap();
            coder.codes(&Document::plain("a", text)).unwrap()
        };
        assert_eq!(of(false, once), of(false, &twice));
        assert_ne!(of(true, once), of(true, &twice));
    }
}
