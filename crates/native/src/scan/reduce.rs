//! What a document is reduced to as it passes: what distinguishes exact duplicates, the shingles by which pairs are confirmed, and the
//! sketch by which a method finds them.

use std::sync::Arc;

use super::super::sort::sort_in;
use super::codes::{Coder, Coding};
use super::{digests, sequence};
use twinprint::Error;
use twinprint::hash;
use twinprint::lexicon::Model;
use twinprint::shingle::{self, Sampling};
use twinprint::sketch::{Method, Sketcher};
use twinprint::text::{Boilerplate, Cleaning, Document, Reader, TextOptions, Unit};
use twinprint::{Recipe, ShingleHash, Sketching};

/// What makes two documents exact duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Identity {
    /// The sequence of the tokens that the method sees (Henzinger 2006, section 3: identity sets), before stop words go and stems are
    /// made: with the sources of images and the parts of URLs, by its rule of what a word is, with case where it keeps it, or of
    /// lines, sentences or characters where these are its tokens.
    #[default]
    Method,
    /// The sequence of their words, folded, whatever the method.
    Words,
    /// Their visible text, but for how much white space stands between words (Ye, Wen and Ma 2006, section 4.1, by MD5).
    Text,
    /// Every byte of their text, markup too.
    Bytes,
}

/// What documents are reduced to.
#[derive(Debug, Clone)]
pub struct Reduction {
    /// The words of a shingle, by which pairs are confirmed.
    pub w: usize,
    /// What makes exact duplicates.
    pub identity: Identity,
    /// What is taken out of every document before it is reduced to anything: as the method's recipe says.
    pub clean: Cleaning,
    /// The boilerplate that it names, if it names any.
    pub boilerplate: Option<Arc<Boilerplate>>,
    /// Shingles that count for no document, sorted: those of text that was given to everyone.
    pub template: Arc<[u64]>,
    /// The method whose sketches are kept; none if shingles are all that is compared.
    pub method: Option<Method>,
    /// The model that the method's recipe names.
    pub model: Option<Arc<Model>>,
    /// What is kept of a document beside its shingles.
    pub kept: Kept,
}

impl Reduction {
    /// Documents as they are read become shingles of `w` words, and what is kept beside them; of equal words they are exact duplicates.
    pub fn to_shingles(w: usize, kept: Kept) -> Reduction {
        Reduction {
            w,
            identity: Identity::Words,
            clean: Cleaning::default(),
            boilerplate: None,
            template: Arc::default(),
            method: None,
            model: None,
            kept,
        }
    }
}

/// What is kept of a document beside the shingles by which pairs are confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Kept {
    /// Its sketch by the method, if there is one.
    #[default]
    Sketch,
    /// The MD5s of its shingles, all 128 bits (Ye, Wen and Ma 2008, section 4.3).
    Digests,
    /// Several codes of 48 bytes (Henzinger 2006).
    Codes(Arc<[Coding]>),
    /// Its shingles as they follow one another: so it can be said what of it stands where in another.
    Sequence,
}

/// A document reduced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reduced {
    /// The same for exact duplicates, and for no others but by a chance of one in 2^128 (and of 2^64 for each word of which it is
    /// made).
    pub(crate) identity: u128,
    pub(crate) words: u32,
    /// Its distinct shingles, sorted.
    pub(crate) shingles: Vec<u64>,
    /// What is kept of it beside these, as numbers.
    pub(crate) value: Vec<u64>,
}

impl Reduction {
    /// Whether a method compares just the shingles by which pairs are confirmed, so that no sketch is kept for it.
    pub fn is_of_shingles(method: &Method, w: usize) -> bool {
        let Recipe { text, shingle_hash, sketching, weights, .. } = &method.recipe;
        text.with_clean(Cleaning::default()) == Recipe::default().text
            && method.recipe.w == w
            && *shingle_hash == ShingleHash::Rolled64
            && weights.is_none()
            && *sketching == Sketching::Shingles(Sampling::All)
    }

    /// Lets the shingles of a document count for none of those that are reduced.
    ///
    /// # Errors
    /// What [`Recipe::check`] and [`text::read`](twinprint::text::read) say.
    pub fn set_template(&mut self, documents: &[Document<'_>]) -> Result<(), Error> {
        self.template = Arc::default();
        let plain = Reduction { method: None, identity: Identity::Words, kept: Kept::Sketch, ..self.clone() };
        let mut reducer = Reducer::new(&plain)?;
        let mut shingles = Vec::new();
        for document in documents {
            shingles.extend(reducer.reduce(document)?.shingles);
        }
        shingles.sort_unstable();
        shingles.dedup();
        self.template = shingles.into();
        Ok(())
    }

    /// The recipe of the shingles by which pairs are confirmed.
    pub fn recipe(&self) -> Recipe {
        let text = TextOptions::default().with_clean(self.clean);
        Recipe::default().with_text(text).with_w(self.w).with_sketching(Sketching::Shingles(Sampling::All))
    }
}

/// Reduces documents, one after the other.
pub(crate) struct Reducer {
    w: usize,
    identity: Identity,
    digests: bool,
    sequence: bool,
    options: TextOptions,
    coder: Option<Coder>,
    template: Arc<[u64]>,
    reader: Reader,
    sketcher: Option<Sketcher>,
    tokens: Vec<u64>,
    /// The tokens that the method sees.
    own: Vec<u64>,
    text: Vec<u8>,
    /// Scratch to sort in.
    spare: Vec<u64>,
}

impl Reducer {
    /// # Errors
    /// What [`Recipe::check`] and [`Method::sketcher`] say.
    pub(crate) fn new(reduction: &Reduction) -> Result<Reducer, Error> {
        let Reduction { w, identity, clean: _, boilerplate, template, method, model, kept } = reduction;
        let digests = *kept == Kept::Digests;
        let recipe = reduction.recipe();
        recipe.check()?;
        debug_assert_eq!(recipe.text.units, Unit::Words);
        let reader = recipe.reader().with_boilerplate(boilerplate.clone())?;
        let sketcher = method
            .as_ref()
            .map(|method| method.sketcher(model.clone())?.with_boilerplate(boilerplate.clone()))
            .transpose()?;
        let tokens_are_words = match (&sketcher, kept) {
            (_, Kept::Codes(_)) => false,
            (sketcher, _) => sketcher.as_ref().is_none_or(|sketcher| sketcher.reads_words_by(&recipe.text)),
        };
        Ok(Reducer {
            w: *w,
            identity: match identity {
                Identity::Method if tokens_are_words => Identity::Words,
                identity => *identity,
            },
            digests,
            sequence: *kept == Kept::Sequence,
            options: recipe.text,
            coder: match kept {
                Kept::Codes(codings) => Some(Coder::new(codings)?),
                _ => None,
            },
            template: template.clone(),
            reader: if digests { reader.with_words() } else { reader },
            sketcher,
            tokens: Vec::new(),
            own: Vec::new(),
            text: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// # Errors
    /// What [`text::read`](twinprint::text::read) says; [`Error::OnlyTemplate`] for a document without a shingle of its own.
    pub(crate) fn reduce(&mut self, document: &Document<'_>) -> Result<Reduced, Error> {
        let ReadResult { identity, value } = self.read(document)?;
        let mut shingles = Vec::with_capacity(self.tokens.len());
        shingle::roll(&self.tokens, self.w, |hash, _| shingles.push(hash));
        let in_order = if self.sequence { shingles.clone() } else { Vec::new() };
        self.spare.resize(shingles.len(), 0);
        sort_in(&mut shingles, &mut self.spare);
        shingles.dedup();
        shingle::without(&mut shingles, &self.template);
        if shingles.is_empty() {
            return Err(Error::OnlyTemplate { document: document.name.into() });
        }
        let value = match (value, &mut self.sketcher, &mut self.coder) {
            (Some(value), ..) => value?,
            (None, Some(sketcher), _) => sketcher.sketch(document)?.value.to_numbers(),
            (None, None, Some(coder)) => coder.codes(document)?,
            (None, None, None) => sequence::pack(&in_order, &shingles),
        };
        Ok(Reduced { identity, words: self.tokens.len() as u32, shingles, value })
    }

    /// Reads the tokens of a document.
    fn read(&mut self, document: &Document<'_>) -> Result<ReadResult, Error> {
        match (self.identity, &mut self.sketcher, &mut self.coder) {
            (Identity::Method, Some(sketcher), _) => {
                self.reader.read_tokens(document, &mut self.tokens)?;
                let value = sketcher.value_and_units(document, &mut self.own)?.to_numbers();
                Ok(ReadResult { identity: chained(&self.own), value: Some(Ok(value)) })
            }
            (Identity::Method, None, Some(coder)) => {
                self.reader.read_tokens(document, &mut self.tokens)?;
                let value = coder.codes(document)?;
                Ok(ReadResult { identity: chained(coder.tokens()), value: Some(Ok(value)) })
            }
            (Identity::Bytes, ..) => {
                let identity = hash::md5(document.text.as_bytes());
                Ok(ReadResult { identity, ..self.read_words(document)? })
            }
            _ => self.read_words(document),
        }
    }

    /// Reads the words of a document, by which it is confirmed.
    fn read_words(&mut self, document: &Document<'_>) -> Result<ReadResult, Error> {
        if self.identity == Identity::Text || self.digests {
            let reading = self.reader.read(document)?;
            self.tokens.clear();
            self.tokens.extend(reading.hashes());
            let value = self.digests.then(|| Ok(digests::pack(shingle::md5(&reading, &self.tokens, self.w))));
            if self.identity != Identity::Text {
                return Ok(ReadResult { identity: chained(&self.tokens), value });
            }
            self.text.clear();
            for word in reading.cleaned(document.text).split_whitespace() {
                self.text.extend(word.as_bytes());
                self.text.push(b' ');
            }
            return Ok(ReadResult { identity: hash::md5(&self.text), value });
        }
        let of_one_reading = self.sketcher.as_mut().filter(|sketcher| sketcher.reads_words_by(&self.options));
        let value = match of_one_reading {
            None => {
                self.reader.read_tokens(document, &mut self.tokens)?;
                None
            }
            Some(sketcher) => {
                let value =
                    sketcher.value_and_words(document, &mut self.tokens).map(|value| value.to_numbers());
                match (value, &self.tokens[..]) {
                    (Err(error), []) => return Err(error),
                    (value, _) => Some(value),
                }
            }
        };
        Ok(ReadResult { identity: chained(&self.tokens), value })
    }
}

/// What one reading of a document gives.
struct ReadResult {
    /// The same for exact duplicates.
    identity: u128,
    /// What is kept of it beside its shingles, where that comes of the same reading, or why it cannot be had.
    value: Option<Result<Vec<u64>, Error>>,
}

/// A number of 128 bits for a sequence of hashes: two chains of turning and multiplying, short enough to keep up with reading.
fn chained(hashes: &[u64]) -> u128 {
    // The factors of XXH64: odd, and with ones and zeros in no order.
    const FACTORS: [u64; 2] = [0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F];
    let mut chains = [hashes.len() as u64, !(hashes.len() as u64)];
    for &next in hashes {
        chains[0] = (chains[0] ^ next).rotate_left(27).wrapping_mul(FACTORS[0]);
        chains[1] = chains[1].wrapping_add(next).rotate_left(31).wrapping_mul(FACTORS[1]);
    }
    u128::from(hash::mix(chains[0])) << 64 | u128::from(hash::mix(chains[1]))
}
