//! Sketches: what documents are reduced to, so that many can be compared.
//!
//! A [`Sketcher`] makes a document's sketch by a recipe; [`Alike`] says how alike two sketches are and from where on that
//! counts; a [`Preset`] is a paper's recipe with its threshold.
//!
//! ```
//! use twinprint::{Document, sketch::{Preset, Sketcher}};
//!
//! let method = Preset::Henzinger06Combined.method(None);
//! let mut sketcher = Sketcher::new(method.recipe, None)?;
//! let a = sketcher.sketch(&Document::plain("a", "A rose by any other name would smell as sweet."))?;
//! let b = sketcher.sketch(&Document::plain("b", "A rose, by any other name, would smell as sweet!"))?;
//! assert!(method.alike.holds(&a, &b)?);
//! # Ok::<(), twinprint::Error>(())
//! ```

mod alike;
mod explain;
mod numbers;
mod parts;
mod preset;
mod shingles;
mod site;
mod spec;

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::buckets::Checksums;
use crate::error::Error;
use crate::hash::{Roller, Rolling};
use crate::imatch::{Band, IMatch};
use crate::lexicon::Model;
use crate::minhash::{self, MinHash, MinValues, Supershingles};
use crate::recipe::{MinHashing, Recipe, RecipeId, ShingleHash, Sketching};
use crate::shingle::{self, MASKED};
use crate::simhash::{Projection, Projector, Signature, Signer};
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::TextOptions;
use crate::text::{Document, Reader, Reading, Unit};

pub use alike::Alike;
pub use explain::{Detail, Explanation, Feature, LexiconDistances, Part, PartKind};
pub use preset::{Method, Preset};
pub use shingles::ShingleSet;
pub use site::{SiteRule, host, site_of};

/// A document's sketch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// The document's name.
    pub name: String,
    /// The recipe it was made by.
    pub recipe: RecipeId,
    /// The document's site, where its URL is known ([`site_of`]).
    pub site: Option<String>,
    /// What the document was reduced to.
    pub value: Value,
}

/// What a document was reduced to: one for each kind of [`Sketching`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// The hash of the sequence of all its tokens.
    Whole(u64),
    /// Its shingles or a sample of them.
    Shingles(ShingleSet),
    /// Its min-values.
    MinValues(MinValues),
    /// Its supershingles.
    Supershingles(Supershingles),
    /// Its projection.
    Projection(Projection),
    /// Its supershingles and its projection.
    Combined(Supershingles, Projection),
    /// Its I-Match signatures.
    IMatch(IMatch),
    /// The checksums of its buckets.
    Buckets(Checksums),
    /// Its simhashes.
    Simhash(Signature),
}

/// Makes sketches by one recipe. What it looks up and its buffers are kept from document to document.
#[derive(Debug)]
pub struct Sketcher {
    recipe: Recipe,
    id: RecipeId,
    site: SiteRule,
    model: Option<Arc<Model>>,
    signer: Option<Signer>,
    reader: Reader,
    shingler: shingles::Shingler,
    projector: Projector,
    tokens: Vec<u64>,
    terms: Terms,
}

/// A document's terms, and what each weighs in a model.
#[derive(Debug, Clone, Default)]
struct Terms {
    tokens: Vec<u64>,
    weights: Vec<u16>,
}

impl Sketcher {
    /// A sketcher by `recipe`; `model` is the one that the recipe names, if it names one.
    ///
    /// # Errors
    /// What [`Recipe::check`] says; [`Error::OtherModel`] when the model is missing, is another than the recipe names, or
    /// has the weights of other terms than the recipe makes; [`Error::InvalidOption`] for a simhash of shingles that are not
    /// words hashed by rolling.
    pub fn new(recipe: Recipe, model: Option<Arc<Model>>) -> Result<Self, Error> {
        recipe.check()?;
        let model = model.filter(|_| recipe.weights.is_some());
        check_model(&recipe, model.as_deref())?;
        let signer = match &recipe.sketching {
            Sketching::Simhash { bits, lexicons } => {
                let refused = |option, value: &str, expected| Error::InvalidOption {
                    option,
                    value: value.into(),
                    expected,
                };
                if recipe.shingle_hash != ShingleHash::Rolled64 {
                    let expected = "rolled64, the hash that simhashes are made with";
                    return Err(refused("shingle-hash", recipe.shingle_hash.name(), expected));
                }
                if recipe.text.units != Unit::Words {
                    let expected = "words, of which simhashes are made";
                    return Err(refused("units", recipe.text.units.name(), expected));
                }
                Some(Signer::new(recipe.w, *bits, lexicons.clone())?.with_tf(recipe.tf))
            }
            _ => None,
        };
        Ok(Sketcher {
            id: recipe.id(),
            site: SiteRule::default(),
            reader: recipe.reader(),
            shingler: shingles::Shingler::new(&recipe),
            recipe,
            model,
            signer,
            projector: Projector::default(),
            tokens: Vec::new(),
            terms: Terms::default(),
        })
    }

    /// Tells the sites of documents by another rule than their hosts' labels. The site stands beside the sketch and is no
    /// part of it, so the recipe stays the same.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a rule that is not built in.
    pub fn with_site_rule(self, rule: SiteRule) -> Result<Self, Error> {
        rule.check()?;
        Ok(Sketcher { site: rule, ..self })
    }

    /// With the boilerplate that the recipe takes out, if it takes any.
    ///
    /// # Errors
    /// As [`Reader::with_boilerplate`].
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(self, boilerplate: Option<Arc<Boilerplate>>) -> Result<Self, Error> {
        Ok(Sketcher { reader: self.reader.with_boilerplate(boilerplate)?, ..self })
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The sketch of a document.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says.
    pub fn sketch(&mut self, document: &Document<'_>) -> Result<Sketch, Error> {
        let site = document.url.and_then(|url| site_of(url, self.site));
        let value = if self.shingler.needs_reading() {
            let reading = self.reader.read(document)?;
            self.tokens.clear();
            self.tokens.extend_from_slice(reading.hashes());
            self.value(Some(&reading))
        } else {
            self.reader.read_tokens(document, &mut self.tokens)?;
            self.value(None)
        };
        Ok(Sketch { name: document.name.into(), recipe: self.id, site, value })
    }

    /// As [`sketch`](Self::sketch), reading the document once for its words, too: what a reader by `options` would make of them,
    /// where the recipe reads so but for stop words and stems ([`reads_words_by`](Self::reads_words_by)).
    ///
    /// # Errors
    /// As [`sketch`](Self::sketch); the words are read nevertheless, if the document has any.
    pub fn value_and_words(&mut self, document: &Document<'_>, words: &mut Vec<u64>) -> Result<Value, Error> {
        self.reader.read_tokens_and_words(document, &mut self.tokens, words)?;
        Ok(self.value(None))
    }

    /// As [`sketch`](Self::sketch), with the sequence that the recipe sees of the document: its words before stop words go and stems are
    /// made, or its lines, sentences or characters. Of documents with the same sequence every sketch by the recipe is the same.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use twinprint::{Document, sketch::{Preset, Sketcher}};
    /// let mut sketcher = Sketcher::new(Preset::Henzinger06C.method(None).recipe, None)?;
    /// let (mut a, mut b) = (Vec::new(), Vec::new());
    /// sketcher.value_and_units(&Document::html("a", "<p>A rose.</p>"), &mut a)?;
    /// sketcher.value_and_units(&Document::html("b", "<p>A rose.</p><img src=rose.png>"), &mut b)?;
    /// assert_eq!((a.len(), b.len()), (2, 3));
    /// # }
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`sketch`](Self::sketch).
    pub fn value_and_units(&mut self, document: &Document<'_>, units: &mut Vec<u64>) -> Result<Value, Error> {
        if !self.shingler.needs_reading() {
            return self.value_and_words(document, units);
        }
        let reading = self.reader.read(document)?;
        self.tokens.clear();
        self.tokens.extend_from_slice(reading.hashes());
        units.clear();
        units.extend_from_slice(&shingle::units(&reading, &self.tokens));
        Ok(self.value(Some(&reading)))
    }

    /// Whether the recipe reads a document as `options` do, but for stop words and stems, and needs nothing but its tokens.
    pub fn reads_words_by(&self, options: &TextOptions) -> bool {
        let plain = |options: &TextOptions| TextOptions { stop_words: None, stemmer: None, ..*options };
        !self.shingler.needs_reading() && plain(&self.recipe.text) == *options
    }

    /// A document read by the recipe, with the places of its tokens.
    pub fn read(&mut self, document: &Document<'_>) -> Result<Reading, Error> {
        self.reader.read(document)
    }

    /// The simhashes of some of a document's tokens, one for each lexicon that has one of them; none for other recipes.
    pub fn simhashes(&mut self, tokens: &[u64]) -> Vec<u64> {
        self.tokens.clear();
        self.tokens.extend_from_slice(tokens);
        match self.value(None) {
            Value::Simhash(signature) => {
                signature.fingerprints.into_iter().flatten().map(|fingerprint| fingerprint as u64).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The value of the document whose tokens were read; shingles of other things than words need its reading.
    fn value(&mut self, reading: Option<&Reading>) -> Value {
        let (tokens, weights) = match &self.model {
            None => (&self.tokens[..], None),
            Some(model) => {
                self.terms.fill(&self.tokens, model, self.recipe.phrases);
                (&self.terms.tokens[..], Some(&self.terms.weights[..]))
            }
        };
        let min_values = |shingler: &mut shingles::Shingler, min_values: &MinHashing, l| {
            let shingles = shingler.all(reading, tokens, min_values.wrapped);
            if min_values.weighted {
                minhash::number_occurrences(shingles);
            }
            let min_hash = MinHash { m: min_values.values, l };
            (min_hash, min_hash.min_values(shingles))
        };
        match &self.recipe.sketching {
            Sketching::Whole => Value::Whole(whole(tokens)),
            Sketching::Shingles(_) | Sketching::Winnowed { .. } | Sketching::Adaptive { .. } => {
                Value::Shingles(self.shingler.sample(reading, tokens, &self.recipe.sketching))
            }
            Sketching::MinValues(hashing) => Value::MinValues(min_values(&mut self.shingler, hashing, 1).1),
            Sketching::Supershingles { min_values: hashing, length } => {
                let (min_hash, values) = min_values(&mut self.shingler, hashing, *length);
                Value::Supershingles(min_hash.supershingles(&values))
            }
            Sketching::Projection => Value::Projection(project(&mut self.projector, tokens)),
            Sketching::Combined { min_values: hashing, length } => {
                let (min_hash, values) = min_values(&mut self.shingler, hashing, *length);
                let projection = project(&mut self.projector, tokens);
                Value::Combined(min_hash.supershingles(&values), projection)
            }
            Sketching::IMatch { band, lexicons } => {
                Value::IMatch(match (&self.model, weights) {
                    (Some(model), Some(weights)) => {
                        IMatch::of(tokens, weights, model.rarest(), *band, lexicons)
                    }
                    // Without a model no term is rarer than another, so all count.
                    _ => IMatch::of(tokens, &alloc::vec![1; tokens.len()], 1, Band::ALL, lexicons),
                })
            }
            Sketching::Buckets { buckets } => Value::Buckets(Checksums::of(tokens, *buckets)),
            Sketching::Simhash { bits, .. } => match &mut self.signer {
                Some(signer) => Value::Simhash(signer.sign(tokens, weights)),
                None => Value::Simhash(Signature { bits: *bits, fingerprints: Vec::new() }),
            },
        }
    }
}

impl Terms {
    /// Takes a document's tokens and looks up what each weighs; with `phrases`, two tokens that make a phrase of the model
    /// become one, which weighs as much as both.
    fn fill(&mut self, tokens: &[u64], model: &Model, phrases: bool) {
        self.tokens.clear();
        self.weights.clear();
        if !phrases {
            self.tokens.extend_from_slice(tokens);
            self.weights.extend(tokens.iter().map(|&token| model.weight(token)));
            return;
        }
        let mut rest = tokens;
        while let [token, after @ ..] = rest {
            let weight = model.weight(*token);
            let phrase = after.first().filter(|&&next| model.is_phrase(*token, next));
            let (token, weight) = match phrase {
                Some(&next) => (pair(*token, next), weight.saturating_add(model.weight(next))),
                None => (*token, weight),
            };
            self.tokens.push(token);
            self.weights.push(weight);
            rest = &after[usize::from(phrase.is_some())..];
        }
    }
}

impl Sketch {
    /// Whether two documents are of different sites, as far as is known.
    fn is_elsewhere(&self, other: &Sketch) -> bool {
        self.site.is_some() && other.site.is_some() && self.site != other.site
    }

    fn same_recipe(&self, other: &Sketch) -> Result<(), Error> {
        if self.recipe == other.recipe {
            return Ok(());
        }
        Err(Error::OtherRecipe {
            document: other.name.clone(),
            ours: self.recipe.to_string(),
            theirs: other.recipe.to_string(),
        })
    }
}

/// Refuses a model that is not the recipe's.
fn check_model(recipe: &Recipe, model: Option<&Model>) -> Result<(), Error> {
    let Some(wanted) = recipe.weights else {
        return Ok(());
    };
    let wrong = |theirs: String| Err(Error::OtherModel { ours: wanted.to_string(), theirs });
    match model {
        None => wrong("none".into()),
        Some(model) if model.id() != wanted => wrong(model.id().to_string()),
        Some(model) if model.terms() != recipe.terms() => {
            wrong(alloc::format!("one of other terms: {}", model.terms().replace('\n', "; ")))
        }
        Some(_) => Ok(()),
    }
}

/// One hash of all tokens in order.
fn whole(tokens: &[u64]) -> u64 {
    let mut roller = Roller::new(1);
    tokens.iter().for_each(|&token| roller.fill(token));
    roller.hash()
}

fn pair(first: u64, second: u64) -> u64 {
    whole(&[first, second])
}

fn project(projector: &mut Projector, tokens: &[u64]) -> Projection {
    tokens.iter().filter(|&&token| token != MASKED).for_each(|&token| projector.add(token));
    projector.finish()
}
