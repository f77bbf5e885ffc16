//! A recipe: everything that determines a document's shingles and fingerprint.

mod sketching;

use alloc::string::{String, ToString};
use core::fmt;

use crate::error::Error;
use crate::hash::{self, RabinWidth};
use crate::lexicon::ModelId;
use crate::shingle;
use crate::simhash::TermFrequency;
use crate::text::{Format, ImageRule, Language, Reader, TextOptions, Unit, UrlRule, WordRule};

pub use sketching::{MinHashing, Sketching};

/// The hash that names a shingle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ShingleHash {
    /// 64 bits, rolled over the hashes of the shingle's words ([`hash::Roller`]).
    #[default]
    Rolled64,
    /// 128 bits: the MD5 of the shingle's folded words joined by spaces (Ye, Wen and Ma 2006, section 3.2).
    Md5,
    /// 32 bits: the Rabin fingerprint of the hashes of the shingle's words ([`hash::RabinRoller`]; Shivakumar and
    /// Garcia-Molina 1998).
    Rabin32,
    /// 40 bits (Broder and others 1997).
    Rabin40,
    /// 64 bits (Fetterly, Manasse and Najork 2003; Henzinger 2006, section 2).
    Rabin64,
}

impl ShingleHash {
    /// The width of the Rabin fingerprint, if it is one.
    ///
    /// ```
    /// use twinprint::{ShingleHash, hash::RabinWidth};
    /// assert_eq!(ShingleHash::Rabin40.rabin(), Some(RabinWidth::Bits40));
    /// assert_eq!(ShingleHash::Md5.rabin(), None);
    /// ```
    pub fn rabin(self) -> Option<RabinWidth> {
        match self {
            ShingleHash::Rolled64 | ShingleHash::Md5 => None,
            ShingleHash::Rabin32 => Some(RabinWidth::Bits32),
            ShingleHash::Rabin40 => Some(RabinWidth::Bits40),
            ShingleHash::Rabin64 => Some(RabinWidth::Bits64),
        }
    }
}

/// Everything that determines a document's shingles and fingerprint: what is folded, what a word is, which words
/// are left out, how many make a shingle, and how it is hashed.
///
/// A recipe has a canonical text, which a person can read, and an id, the MD5 of that text. Two fingerprints may
/// be compared only when their recipes' ids are equal. Lines that later versions add are written only where they
/// differ from what was done before, so the id of a recipe never changes.
///
/// ```
/// use twinprint::Recipe;
/// let recipe = Recipe::default().with_w(10);
/// recipe.check()?;
/// assert!(recipe.to_string().contains("\nshingle 10 rolled64\n"));
/// assert_ne!(recipe.id(), Recipe::default().id());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recipe {
    /// How text becomes words.
    pub text: TextOptions,
    /// The number of words, or of other [units](TextOptions::units), in a shingle, 1 to [`shingle::MAX_W`].
    pub w: usize,
    /// The hash that names a shingle in resemblance and containment.
    pub shingle_hash: ShingleHash,
    /// The model by which terms are weighed; without one, every weight is one.
    pub weights: Option<ModelId>,
    /// Whether the model's phrases, two words that often stand together, are one term each (Manku, Jain and Das Sarma
    /// 2007, section 2).
    pub phrases: bool,
    /// What a feature that occurs several times counts in a simhash.
    pub tf: TermFrequency,
    /// What a document is reduced to where many are compared.
    pub sketching: Sketching,
}

/// The 16 bytes that name a recipe: the MD5 of its canonical text. Displayed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecipeId(pub [u8; 16]);

impl Recipe {
    /// The default length of a shingle. Of the lengths that regard the order of words, three distinguished copied answers from
    /// independent ones best on the half of Clough and Stevenson's corpus used to choose (area under the ROC curve
    /// 0.990; two words 0.985, four 0.988): `tests/bench`, `clough_stevenson`.
    pub const DEFAULT_W: usize = 3;

    /// With another way from text to words.
    ///
    /// ```
    /// use twinprint::{Recipe, text::{TextOptions, Unit}};
    /// let recipe = Recipe::default().with_text(TextOptions::default().with_units(Unit::Lines));
    /// assert!(recipe.to_string().contains("\nunits lines\n"));
    /// ```
    pub fn with_text(self, text: TextOptions) -> Self {
        Recipe { text, ..self }
    }

    /// With `w` words in a shingle.
    ///
    /// ```
    /// use twinprint::Recipe;
    /// assert_eq!(Recipe::default().with_w(10).w, 10);
    /// ```
    pub fn with_w(self, w: usize) -> Self {
        Recipe { w, ..self }
    }

    /// With another hash of shingles.
    ///
    /// ```
    /// use twinprint::{Recipe, ShingleHash};
    /// assert!(Recipe::default().with_shingle_hash(ShingleHash::Md5).to_string().contains("\nshingle 3 md5\n"));
    /// ```
    pub fn with_shingle_hash(self, shingle_hash: ShingleHash) -> Self {
        Recipe { shingle_hash, ..self }
    }

    /// With terms weighed by a model, or all alike.
    ///
    /// ```
    /// use twinprint::{Recipe, lexicon::ModelId};
    /// let recipe = Recipe::default().with_weights(Some(ModelId([7; 16])));
    /// assert!(recipe.to_string().contains("\nweights 07070707070707070707070707070707\n"));
    /// ```
    pub fn with_weights(self, weights: Option<ModelId>) -> Self {
        Recipe { weights, ..self }
    }

    /// With the model's phrases as one term each, or without.
    ///
    /// ```
    /// use twinprint::Recipe;
    /// // There are none without a model.
    /// assert!(Recipe::default().with_phrases(true).check().is_err());
    /// ```
    pub fn with_phrases(self, phrases: bool) -> Self {
        Recipe { phrases, ..self }
    }

    /// With another rule of what a feature that occurs several times counts in a simhash.
    ///
    /// ```
    /// use twinprint::{Recipe, simhash::TermFrequency};
    /// let recipe = Recipe::default().with_tf(TermFrequency::Once);
    /// assert!(recipe.to_string().ends_with("\ntf once\n"));
    /// assert_ne!(recipe.id(), Recipe::default().id());
    /// ```
    pub fn with_tf(self, tf: TermFrequency) -> Self {
        Recipe { tf, ..self }
    }

    /// With another sketch.
    ///
    /// ```
    /// use twinprint::{Recipe, Sketching};
    /// let recipe = Recipe::default().with_sketching(Sketching::Projection);
    /// assert!(recipe.to_string().ends_with("\nsketch projection\n"));
    /// ```
    pub fn with_sketching(self, sketching: Sketching) -> Self {
        Recipe { sketching, ..self }
    }

    /// Refuses values outside their range, and languages that this build does not have.
    ///
    /// ```
    /// use twinprint::{Error, Recipe};
    /// let error = Recipe::default().with_w(65).check().unwrap_err();
    /// assert_eq!(error.to_string(), "shingle: \"65\" is not a value of this option; use a number of words from 1 to 64");
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the values taken.
    pub fn check(&self) -> Result<(), Error> {
        self.text.check()?;
        self.check_kept()
    }

    /// As [`check`](Recipe::check), of a recipe by which this build need not be able to read documents.
    pub(crate) fn check_kept(&self) -> Result<(), Error> {
        shingle::check_w(self.w)?;
        if self.shingle_hash == ShingleHash::Md5 && self.text.units != Unit::Words {
            let expected = "words, where shingles are hashed by md5";
            return Err(Error::InvalidOption {
                option: "units",
                value: self.text.units.name().into(),
                expected,
            });
        }
        self.sketching.check()?;
        if self.tf != TermFrequency::Raw && !matches!(self.sketching, Sketching::Simhash { .. }) {
            let expected = "raw, but for simhashes, which alone count features so";
            return Err(Error::InvalidOption { option: "tf", value: self.tf.name().into(), expected });
        }
        if self.phrases && self.weights.is_none() {
            let expected = "phrases only together with a model, which has them";
            return Err(Error::InvalidOption {
                option: "phrases",
                value: "without a model".into(),
                expected,
            });
        }
        if self.phrases && (self.shingle_hash == ShingleHash::Md5 || self.text.units != Unit::Words) {
            let expected = "phrases only where shingles are made of hashed words";
            return Err(Error::InvalidOption { option: "phrases", value: "true".into(), expected });
        }
        Ok(())
    }

    /// The lines that say how text becomes terms: what a model of their weights must have been made by. Stop words are
    /// not among them, since what a term weighs does not depend on the others.
    ///
    /// ```
    /// use twinprint::Recipe;
    /// assert!(Recipe::default().terms().starts_with("fold nfkc case invisible look-alikes\nwords unicode\n"));
    /// ```
    pub fn terms(&self) -> String {
        let lines = self.to_string();
        lines
            .lines()
            .filter(|line| {
                let name = line.split(' ').next();
                matches!(name, Some("fold" | "words" | "urls" | "images" | "stemmer"))
            })
            .fold(String::new(), |terms, line| terms + line + "\n")
    }

    /// A reader by the recipe, which was checked: with what its hash of shingles needs.
    pub fn reader(&self) -> Reader {
        let reader = Reader::unchecked(&self.text);
        if self.shingle_hash == ShingleHash::Md5 { reader.with_words() } else { reader }
    }

    /// The recipe's id.
    ///
    /// ```
    /// use twinprint::Recipe;
    /// assert_eq!(Recipe::default().id().to_string(), "fa30b76dbb92845b3b490406a9b2666d");
    /// ```
    pub fn id(&self) -> RecipeId {
        RecipeId(hash::md5(self.to_string().as_bytes()).to_le_bytes())
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe {
            text: TextOptions::default(),
            w: Self::DEFAULT_W,
            shingle_hash: ShingleHash::default(),
            weights: None,
            phrases: false,
            tf: TermFrequency::default(),
            sketching: Sketching::default(),
        }
    }
}

impl fmt::Display for Recipe {
    /// The canonical text, a line for each choice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextOptions { fold, words, urls, images, stop_words, stemmer, units, clean } = self.text;
        let language = |language: Option<Language>| language.map_or("none", |language| language.code());
        writeln!(f, "twinprint recipe 1")?;
        write!(f, "fold")?;
        let folds = [
            (fold.nfkc, "nfkc"),
            (fold.case, "case"),
            (fold.invisible, "invisible"),
            (fold.look_alikes, "look-alikes"),
        ];
        for (_, name) in folds.iter().filter(|(folded, _)| *folded) {
            write!(f, " {name}")?;
        }
        writeln!(f)?;
        writeln!(f, "words {}", words.name())?;
        writeln!(f, "urls {}", urls.name())?;
        writeln!(f, "images {}", images.name())?;
        writeln!(f, "stop-words {}", language(stop_words))?;
        writeln!(f, "stemmer {}", language(stemmer))?;
        if units != Unit::default() {
            writeln!(f, "units {}", units.name())?;
        }
        if !clean.is_none() {
            writeln!(f, "clean {clean}")?;
        }
        writeln!(f, "shingle {} {}", self.w, self.shingle_hash.name())?;
        if let Some(model) = self.weights {
            writeln!(f, "weights {model}")?;
        }
        if self.phrases {
            writeln!(f, "phrases")?;
        }
        if self.tf != TermFrequency::default() {
            writeln!(f, "tf {}", self.tf.name())?;
        }
        if self.sketching != Sketching::default() {
            writeln!(f, "sketch {}", self.sketching)?;
        }
        Ok(())
    }
}

/// Gives an option's values the names by which recipes and users call them.
macro_rules! named {
    ($path:literal, $option:ident, $label:literal, $expected:literal, $($value:ident = $name:literal),+) => {
        impl $option {
            /// Its name in a recipe's text and on every face.
            ///
            /// ```
            #[doc = concat!("use twinprint::", $path, stringify!($option), ";")]
            #[doc = concat!("let names = [", $("(", stringify!($option), "::", stringify!($value), ", \"", $name, "\"),",)+ "];")]
            /// for (value, name) in names {
            ///     assert_eq!(value.name(), name);
            #[doc = concat!("    assert_eq!(", stringify!($option), "::from_name(name), Ok(value));")]
            /// }
            /// ```
            pub fn name(self) -> &'static str {
                match self { $($option::$value => $name),+ }
            }

            /// The value of that name.
            ///
            /// # Errors
            /// [`Error::InvalidOption`], with the names taken.
            pub fn from_name(name: &str) -> Result<Self, Error> {
                match name {
                    $($name => Ok($option::$value),)+
                    _ => Err(Error::InvalidOption { option: $label, value: name.into(), expected: $expected }),
                }
            }
        }
    };
}

named!(
    "",
    ShingleHash,
    "shingle-hash",
    "rolled64, md5, rabin32, rabin40 or rabin64",
    Rolled64 = "rolled64",
    Md5 = "md5",
    Rabin32 = "rabin32",
    Rabin40 = "rabin40",
    Rabin64 = "rabin64"
);
named!(
    "text::",
    Unit,
    "units",
    "words, lines, sentences or characters",
    Words = "words",
    Lines = "lines",
    Sentences = "sentences",
    Characters = "characters"
);
named!(
    "text::",
    WordRule,
    "words",
    "unicode, white-space or alphanumeric",
    Unicode = "unicode",
    WhiteSpace = "white-space",
    Alphanumeric = "alphanumeric"
);
named!(
    "text::",
    UrlRule,
    "urls",
    "as-text or slashes-and-dots",
    AsText = "as-text",
    SlashesAndDots = "slashes-and-dots"
);
named!("simhash::", TermFrequency, "tf", "raw, log or once", Raw = "raw", Log = "log", Once = "once");
named!("", Format, "format", "plain or html", Plain = "plain", Html = "html");
named!("text::", ImageRule, "images", "ignored or sources", Ignored = "ignored", Sources = "sources");

impl fmt::Display for RecipeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for RecipeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecipeId({self})")
    }
}
