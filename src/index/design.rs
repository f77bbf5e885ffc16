//! The design of an index: everything that determines which passages, shingles, pairs and fingerprints a document has in it.

use alloc::string::{String, ToString};
use core::fmt;

use crate::error::Error;
use crate::hash;
use crate::lexicon::{Lexicons, ModelId};
use crate::recipe::{Recipe, RecipeId, Sketching};
use crate::shingle;
use crate::simhash::{self, Bits};
use crate::sketch::{Alike, Method};
use crate::table::MAX_K;
use crate::text::{BoilerplateId, Cleaning, ImageRule};

/// Everything that determines what an index holds of a document.
///
/// A design has a canonical text, which a person can read, and an id, the MD5 of that text. Two indexes can be searched by the
/// same look-up, and merged, only if their designs' ids are equal. Words are those of the default reading
/// ([`TextOptions::default`](crate::text::TextOptions)), of what the method's `clean` leaves; what the method reads besides is its
/// own.
///
/// The default has shingles, by which every copied run is found, and [pairs of words](Pairing), by which edited passages are. Beside
/// them [fingerprints of passages](Design::with_fingerprints) find nothing more.
///
/// ```
/// use twinprint::index::{Design, Shingling};
/// let design = Design { shingles: Shingling { w: 8, run: 40 }, ..Design::default() };
/// design.check()?;
/// assert!(design.to_string().contains("\nshingles 8 of runs of 40\n"));
/// assert_eq!(design.window(), 33);
/// assert_ne!(design.id(), Design::default().id());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Design {
    /// How a passage is signed: `none`, or a line as [`Method::parse`](crate::sketch::Method::parse) reads it, of a method that
    /// gives simhashes of 64 bits. `none:clean=volatile` signs none either, and says what is taken out of documents.
    pub method: String,
    /// The id of the model that the method weighs terms by, as 32 hexadecimal digits.
    pub model: Option<String>,
    /// The most bits in which a passage that is found may differ, by the method's `rule` of several lexicons; the method's own `k` decides
    /// nothing here.
    pub k: u32,
    /// How a document is cut into passages.
    pub cut: Cut,
    /// Which of its shingles stand in the index.
    pub shingles: Shingling,
    /// Which of its pairs of words stand in the index, if any do.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pairs: Option<Pairing>,
}

/// How a document is cut into passages: at ends of sentences that their words choose, so that a copied stretch is cut as it
/// was where it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cut {
    /// The fewest words of a passage; a document of fewer is one.
    pub least: u32,
    /// The most words of a passage, at least twice the fewest.
    pub most: u32,
}

/// Which shingles stand in the index: of all words after folding, stop words among them, chosen by winnowing so that every run
/// of `run` words has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shingling {
    /// The words of a shingle.
    pub w: u32,
    /// The words of the shortest run that is always found, at least `w`.
    pub run: u32,
}

/// Which pairs of words stand in the index: two words of a passage near one another, in either order, so that a passage is
/// known by them of which no shingle is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pairing {
    /// How many words of four letters or more a word is paired with: those that follow it.
    pub apart: u32,
    /// Of how many pairs one stands in the index, chosen by their hashes.
    pub one_in: u32,
}

/// What a design's method is that signs no passages.
const UNSIGNED: &str = "none";

/// By which passages are signed where nothing else is said than that they are.
const FINGERPRINTS: &str = "simhash-lexicons:w=1,lexicons=3,stop-words=none,stemmer=none,weights=none";

/// The longest run that can be chosen, and the longest passage, in words.
const LONGEST: u32 = 65_536;

/// The most words that a word is paired with, and the most pairs of which one is kept.
const MOST_APART: u32 = 16;
const MOST_ONE_IN: u32 = 1000;

impl Design {
    /// The same with a model that the method weighs terms by.
    pub fn with_model(self, model: ModelId) -> Self {
        Design { model: Some(model.to_string()), ..self }
    }

    /// The same with fingerprints of passages, by three random lexicons of all words, in place of pairs of words.
    ///
    /// ```
    /// use twinprint::index::Design;
    /// assert!(Design::default().recipe()?.is_none());
    /// let design = Design::default().with_fingerprints();
    /// assert!(design.recipe()?.is_some() && design.pairs.is_none());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_fingerprints(self) -> Self {
        Design { method: FINGERPRINTS.into(), pairs: None, ..self }
    }

    /// Whether it says no more than all designs did: that passages are signed, and that there are no pairs.
    pub(super) fn is_of_version_1(&self) -> bool {
        self.pairs.is_none() && self.unsigned().is_none()
    }

    /// Whether passages are signed.
    pub fn has_fingerprints(&self) -> bool {
        self.unsigned().is_none()
    }

    /// What follows the name of a method that signs no passages; `None` of one that does.
    fn unsigned(&self) -> Option<&str> {
        let changes = self.method.strip_prefix(UNSIGNED)?;
        if changes.is_empty() { Some(changes) } else { changes.strip_prefix(':') }
    }

    /// Refuses values outside their range, and methods that do not give simhashes of 64 bits.
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the values taken.
    pub fn check(&self) -> Result<(), Error> {
        self.recipe()?;
        self.clean()?;
        let within = |option, value: u32, range: core::ops::RangeInclusive<u32>, expected| {
            if range.contains(&value) { Ok(()) } else { Err(refused(option, &value, expected)) }
        };
        let Design { k, cut: Cut { least, most }, shingles: Shingling { w, run }, .. } = *self;
        within("k", k, 0..=MAX_K, "a number of bits from 0 to 8")?;
        within("least", least, 1..=LONGEST / 2, "a number of words from 1 to 32768")?;
        within("most", most, 2 * least..=LONGEST, "a number of words from twice the least to 65536")?;
        within("shingle", w, 1..=shingle::MAX_W as u32, "a number of words from 1 to 64")?;
        within("run", run, w..=LONGEST, "a number of words from those of a shingle to 65536")?;
        let Some(Pairing { apart, one_in }) = self.pairs else { return Ok(()) };
        within("apart", apart, 1..=MOST_APART, "a number of words from 1 to 16")?;
        within("pairs", one_in, 1..=MOST_ONE_IN, "a number of pairs from 1 to 1000, of which one is kept")
    }

    /// The recipe by which passages are signed, if they are.
    ///
    /// # Errors
    /// As [`check`](Design::check), of the method and its model.
    pub fn recipe(&self) -> Result<Option<Recipe>, Error> {
        if self.unsigned().is_some() {
            let unused = |model: &String| Err(refused("model", model, "none: no passages are signed"));
            return self.model.as_ref().map_or(Ok(None), unused);
        }
        let model = self.model()?;
        let recipe = Method::parse_kept(&self.method, model)?.recipe;
        if !matches!(recipe.sketching, Sketching::Simhash { bits: Bits::B64, .. }) {
            return Err(refused("method", &self.method, "a method that gives simhashes of 64 bits"));
        }
        if recipe.text.images != ImageRule::Ignored {
            return Err(refused("method", &self.method, "a method by which images are no terms"));
        }
        match (&self.model, recipe.weights) {
            (Some(model), None) => Err(refused("model", model, "none: the method weighs every term alike")),
            _ => Ok(Some(recipe)),
        }
    }

    /// How the distances of a passage's fingerprints make one, and of how many lexicons they are; `None` where passages are not signed.
    ///
    /// # Errors
    /// As [`recipe`](Design::recipe).
    pub(super) fn distances(&self) -> Result<Option<(simhash::Rule, usize)>, Error> {
        let Some(recipe) = self.recipe()? else { return Ok(None) };
        let lexicons = recipe.sketching.lexicons().map_or(1, Lexicons::count);
        Ok(match Method::parse_kept(&self.method, self.model()?)?.alike {
            Alike::Within { rule, .. } => Some((rule, lexicons)),
            _ => None,
        })
    }

    /// What is taken out of documents before anything of them stands in the index.
    ///
    /// # Errors
    /// As [`recipe`](Design::recipe).
    pub fn clean(&self) -> Result<Cleaning, Error> {
        match self.unsigned() {
            Some("") => Ok(Cleaning::default()),
            Some(changes) if changes.starts_with("clean=") && changes.matches('=').count() == 1 => {
                let line = alloc::format!("resemblance:{changes}");
                Ok(Method::parse_kept(&line, None)?.recipe.text.clean)
            }
            Some(_) => Err(refused(
                "method",
                &self.method,
                "none, or none with what is taken out: none:clean=volatile",
            )),
            None => Ok(self.recipe()?.map_or_else(Cleaning::default, |recipe| recipe.text.clean)),
        }
    }

    /// The model that the method weighs terms by.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for what is no id.
    pub fn model(&self) -> Result<Option<ModelId>, Error> {
        let Some(model) = &self.model else { return Ok(None) };
        let is_id = model.len() == 32 && model.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        match u128::from_str_radix(model, 16) {
            Ok(id) if is_id => Ok(Some(ModelId(id.to_be_bytes()))),
            _ => Err(refused("model", model, "the id of a model, 32 hexadecimal digits")),
        }
    }

    /// The boilerplate that the method takes out.
    ///
    /// # Errors
    /// As [`recipe`](Design::recipe).
    pub fn boilerplate(&self) -> Result<Option<BoilerplateId>, Error> {
        Ok(self.clean()?.site)
    }

    /// Of how many shingles in a row one is in the index at least: as many as a run has that is always found.
    pub fn window(&self) -> usize {
        (self.shingles.run.saturating_sub(self.shingles.w) + 1) as usize
    }

    /// The design's id.
    pub fn id(&self) -> RecipeId {
        RecipeId(hash::md5(self.to_string().as_bytes()).to_le_bytes())
    }
}

fn refused(option: &'static str, value: &impl ToString, expected: &'static str) -> Error {
    Error::InvalidOption { option, value: value.to_string(), expected }
}

impl Default for Pairing {
    /// One in five of the pairs of a word with the next three: about 1.6 bytes a word with the shingles.
    fn default() -> Self {
        Pairing { apart: 3, one_in: 5 }
    }
}

impl Default for Design {
    fn default() -> Self {
        Design {
            method: UNSIGNED.into(),
            model: None,
            k: 3,
            cut: Cut { least: 40, most: 160 },
            shingles: Shingling { w: 8, run: 25 },
            pairs: Some(Pairing::default()),
        }
    }
}

impl fmt::Display for Design {
    /// The canonical text, a line for each choice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Design { method, model, k, cut, shingles, pairs } = self;
        writeln!(f, "twinprint index design {}", if self.is_of_version_1() { 1 } else { 2 })?;
        writeln!(f, "method {method}")?;
        writeln!(f, "model {}", model.as_deref().unwrap_or("none"))?;
        writeln!(f, "k {k}")?;
        writeln!(f, "passages {} to {} words", cut.least, cut.most)?;
        writeln!(f, "shingles {} of runs of {}", shingles.w, shingles.run)?;
        match pairs {
            Some(Pairing { apart, one_in }) => writeln!(f, "pairs up to {apart} apart, one in {one_in}"),
            None => Ok(()),
        }
    }
}
