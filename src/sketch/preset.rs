//! The papers' methods, and those by which training corpora were made, under their names, with every parameter that their text or tables give.

use alloc::sync::Arc;

use crate::error::Error;
use crate::imatch::Band;
use crate::lexicon::{Lexicons, Model, ModelId};
use crate::recipe::{MinHashing, Recipe, ShingleHash, Sketching};
use crate::shingle::Sampling;
use crate::simhash::{Bits, Projection, Rule, TermFrequency};
use crate::sketch::{Alike, SiteRule, Sketcher};
use crate::text::{Folding, ImageRule, Language, TextOptions, Unit, UrlRule, WordRule};

/// A recipe, and when two sketches by it count as alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// How a document becomes a sketch.
    pub recipe: Recipe,
    /// When two are alike.
    pub alike: Alike,
    /// How the sites of documents are determined, for methods that need them.
    pub site: SiteRule,
}

impl Method {
    /// A method that determines sites by the labels of their hosts.
    pub fn new(recipe: Recipe, alike: Alike) -> Method {
        Method { recipe, alike, site: SiteRule::default() }
    }

    /// A sketcher by the method's recipe, that determines sites by its rule; `model` is the one that the recipe names, if it
    /// names one.
    ///
    /// # Errors
    /// What [`Sketcher::new`] and [`Sketcher::with_site_rule`] say.
    pub fn sketcher(&self, model: Option<Arc<Model>>) -> Result<Sketcher, Error> {
        Sketcher::new(self.recipe.clone(), model)?.with_site_rule(self.site)
    }

    /// How an index finds the documents that a query is then compared with exactly: those that have in common two
    /// shingles, of three stems without stop words, of one in eight, or one in two of documents of fewer than 200 such
    /// stems. Of the rules that tables of fingerprints or lists of shingles can serve, it found the most copies for so few keys
    /// and false candidates (docs/explanation/fingerprints.md).
    ///
    /// ```
    /// use twinprint::sketch::{Alike, Method};
    /// assert_eq!(Method::index_default().alike, Alike::InCommon { shingles: 2 });
    /// ```
    pub fn index_default() -> Method {
        let english = Some(Language::English);
        let text = TextOptions { stop_words: english, stemmer: english, ..TextOptions::default() };
        let sketching = Sketching::Adaptive { divisor: 8, short: 200, short_divisor: 2 };
        let recipe = Recipe { text, w: 3, sketching, ..Recipe::default() };
        Method::new(recipe, Alike::InCommon { shingles: 2 })
    }
}

/// The band of I-Match: the best of those at least 200 wide on either half of a set's edited copies
/// (docs/explanation/fingerprints.md, `tests/bench`, `fusion_study band`).
pub(super) const BAND: Band = Band { low: 750, high: 950 };

/// What a feature counts that occurs several times, where no paper says it: of the three, that by which simhashes within three bits have the
/// highest F1, the mean over three corpora (docs/explanation/fingerprints.md, `tests/bench/methods.py`).
pub(super) const FREQUENCY_BY_MEASUREMENT: TermFrequency = TermFrequency::Once;

macro_rules! presets {
    ($($(#[$doc:meta])* $name:ident = $text:literal),+ $(,)?) => {
        /// A paper's method, or that of a training corpus, with its parameters.
        ///
        /// ```
        /// use twinprint::sketch::Preset;
        /// let fetterly = Preset::from_name("fetterly03")?.method(None);
        /// assert_eq!(fetterly.recipe.w, 5);
        /// # Ok::<(), twinprint::Error>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Preset { $($(#[$doc])* $name),+ }

        impl Preset {
            /// All of them, by year.
            pub const ALL: &[Preset] = &[$(Preset::$name),+];

            /// Its name on every face.
            pub fn name(self) -> &'static str {
                match self { $(Preset::$name => $text),+ }
            }
        }
    };
}

presets! {
    /// Heintze 1996, as Ye, Wen and Ma 2006 (section 2.1) tell it: shingles of characters, the N smallest of a document.
    /// They give neither number; 45 characters and the hundred smallest are what is remembered of his text, and a tenth
    /// in common is a choice of this project.
    Heintze96 = "heintze96",
    /// Broder et al. 1997 (Ye, Wen and Ma 2006, table 1): shingles of ten words, 40 bits, one in 25, at most 400 of a
    /// document, resemblance 0.5.
    Broder97 = "broder97",
    /// Shivakumar and Garcia-Molina 1998, Cho et al. 2000 (Ye, Wen and Ma 2006, table 1): two lines a shingle, 32 bits, no
    /// sampling, 25 shingles in common.
    Shivakumar98 = "shivakumar98",
    /// The same with four lines a shingle and 15 in common.
    Shivakumar98FourLines = "shivakumar98-four-lines",
    /// Fetterly et al. 2003 (Ye, Wen and Ma 2006, section 2.1 and table 1; Henzinger 2006, note 1): five words, 64 bits,
    /// the window wrapped from end to beginning, 84 min-values in six supershingles of 14, two in common.
    Fetterly03 = "fetterly03",
    /// Kołcz, Chowdhury and Alspector 2004, I-Match with random lexicons, as the fusion paper (section 2.2) tells it: ten
    /// lexicons beside the whole, alike in any. It states neither their share nor the band: a third is left out, and
    /// the band was chosen by measurement.
    Kolcz04 = "kolcz04",
    /// Henzinger 2006, Algorithm B (section 2): eight tokens, 64 bits, 84 min-values in six supershingles, two in common.
    Henzinger06B = "henzinger06-b",
    /// Henzinger 2006, Algorithm C (sections 2 and 3.3): 384 bits, 372 of them agreeing.
    Henzinger06C = "henzinger06-c",
    /// Henzinger 2006, the combined algorithm (section 3.5): B-similar, then a C-similarity of at least 355.
    Henzinger06Combined = "henzinger06-combined",
    /// The same by site (her closing suggestion in section 3.5): pairs of one site by the combined algorithm, pairs of
    /// different sites by Algorithm C.
    Henzinger06BySite = "henzinger06-by-site",
    /// Manku, Jain and Das Sarma 2007 (section 2): weighted terms without stop words, stemmed, with phrases; 64 bits, at most
    /// three of them different. Its features are a set, each with its weight: whether it grows with how often one occurs is not said, and
    /// was chosen by measurement.
    Manku07 = "manku07",
    /// Ye, Wen and Ma 2008 (sections 3 and 6): ten words between white space, of which formatting alone is ignored (case is not, as it
    /// is in Broder 1997), 128-bit MD5, one shingle in 16 (in eight for
    /// documents of fewer than 500 words), resemblance 0.6.
    Ye08 = "ye08",
    /// The fusion paper (section 4): without stop words, stemmed, two words a shingle, weighing the sum of their IDF (section 3.1), once; 32
    /// bits, five lexicons, at most three bits different in any. It calls documents alike at a distance *smaller than* the
    /// threshold; its thresholds go from 0, where that would be none, so they are read as the largest distance taken.
    Fusion = "fusion",
    /// SlimPajama 2023, as its program has it: thirteen characters, 117 min-values in nine supershingles of 13, one in common.
    SlimPajama = "slimpajama",
    /// RedPajama-v2 2023, its signatures for a resemblance of 0.7: thirteen words, 126 min-values in fourteen supershingles of 9, one
    /// in common.
    RedPajamaV2 = "redpajama-v2",
    /// FineWeb (Penedo et al. 2024): five words, 112 min-values in fourteen supershingles of 8, one in common.
    FineWeb = "fineweb",
}

impl Preset {
    /// The preset of that name.
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the names taken.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        let expected = "heintze96, broder97, shivakumar98, shivakumar98-four-lines, fetterly03, kolcz04, \
                        henzinger06-b, henzinger06-c, henzinger06-combined, henzinger06-by-site, manku07, ye08, \
                        fusion, slimpajama, redpajama-v2 or fineweb";
        let found = Preset::ALL.iter().copied().find(|preset| preset.name() == name);
        found.ok_or_else(|| Error::InvalidOption { option: "preset", value: name.into(), expected })
    }

    /// Whether the paper weighs terms, so that a model is needed for its method as it is.
    pub fn weighs(self) -> bool {
        matches!(self, Preset::Kolcz04 | Preset::Manku07 | Preset::Fusion)
    }

    /// The method. The model is of no account where the paper weighs nothing; without one, every weight is one.
    pub fn method(self, model: Option<ModelId>) -> Method {
        let plain = Recipe::default();
        let weights = model.filter(|_| self.weighs());
        let stemmed = TextOptions {
            stop_words: Some(Language::English),
            stemmer: Some(Language::English),
            ..TextOptions::default()
        };
        let of_lines = |lines, shingles| {
            Method::new(
                Recipe {
                    text: TextOptions { units: Unit::Lines, ..TextOptions::default() },
                    w: lines,
                    shingle_hash: ShingleHash::Rabin32,
                    sketching: Sketching::Shingles(Sampling::All),
                    ..plain.clone()
                },
                Alike::InCommon { shingles },
            )
        };
        let henzinger = |w, sketching| Recipe {
            text: TextOptions {
                words: WordRule::Alphanumeric,
                urls: UrlRule::SlashesAndDots,
                images: ImageRule::Sources,
                ..TextOptions::default()
            },
            w,
            shingle_hash: ShingleHash::Rabin64,
            sketching,
            ..plain.clone()
        };
        let min_values = MinHashing { values: 84, weighted: false, wrapped: false };
        let length = 14;
        // Locality-sensitive hashing: what makers of training corpora call bands, or buckets, of rows.
        let banded = |w, bands, rows| {
            let min_values = MinHashing::new(bands * rows);
            let sketching = Sketching::Supershingles { min_values, length: rows };
            Method::new(Recipe { w, sketching, ..plain.clone() }, Alike::Agreeing { parts: 1 })
        };
        match self {
            Preset::Heintze96 => Method::new(
                Recipe {
                    text: TextOptions { units: Unit::Characters, ..TextOptions::default() },
                    w: 45,
                    sketching: Sketching::Shingles(Sampling::Smallest(100)),
                    ..plain
                },
                Alike::Resemblance { thousandths: 100 },
            ),
            Preset::Broder97 => Method::new(
                Recipe {
                    w: 10,
                    shingle_hash: ShingleHash::Rabin40,
                    sketching: Sketching::Shingles(Sampling::BRODER),
                    ..plain
                },
                Alike::Resemblance { thousandths: 500 },
            ),
            Preset::Shivakumar98 => of_lines(2, 25),
            Preset::Shivakumar98FourLines => of_lines(4, 15),
            Preset::Fetterly03 => Method::new(
                Recipe {
                    w: 5,
                    shingle_hash: ShingleHash::Rabin64,
                    sketching: Sketching::Supershingles {
                        min_values: MinHashing { wrapped: true, ..min_values },
                        length,
                    },
                    ..plain
                },
                Alike::Agreeing { parts: 2 },
            ),
            Preset::Kolcz04 => Method::new(
                Recipe {
                    text: stemmed,
                    weights,
                    sketching: Sketching::IMatch { band: BAND, lexicons: Lexicons::seeded(0, 11) },
                    ..plain
                },
                Alike::Agreeing { parts: 1 },
            ),
            Preset::Henzinger06B => Method::new(
                henzinger(8, Sketching::Supershingles { min_values, length }),
                Alike::Agreeing { parts: 2 },
            ),
            Preset::Henzinger06C => Method::new(
                henzinger(1, Sketching::Projection),
                Alike::Agreeing { parts: Projection::THRESHOLD },
            ),
            Preset::Henzinger06Combined => Method::new(
                henzinger(8, Sketching::Combined { min_values, length }),
                Alike::Combined { supershingles: 2, bits: Projection::COMBINED_THRESHOLD, elsewhere: None },
            ),
            Preset::Henzinger06BySite => Method::new(
                henzinger(8, Sketching::Combined { min_values, length }),
                Alike::Combined {
                    supershingles: 2,
                    bits: Projection::COMBINED_THRESHOLD,
                    elsewhere: Some(Projection::THRESHOLD),
                },
            ),
            Preset::Manku07 => Method::new(
                Recipe {
                    text: stemmed,
                    w: 1,
                    weights,
                    phrases: weights.is_some(),
                    tf: FREQUENCY_BY_MEASUREMENT,
                    ..plain
                },
                Alike::Within { k: 3, rule: Rule::Any },
            ),
            Preset::Ye08 => Method::new(
                Recipe {
                    text: TextOptions {
                        fold: Folding::default().with_case(false),
                        words: WordRule::WhiteSpace,
                        ..TextOptions::default()
                    },
                    w: 10,
                    shingle_hash: ShingleHash::Md5,
                    sketching: Sketching::Adaptive { divisor: 16, short: 500, short_divisor: 8 },
                    ..plain
                },
                Alike::Resemblance { thousandths: 600 },
            ),
            Preset::Fusion => Method::new(
                Recipe {
                    text: stemmed,
                    w: 2,
                    weights,
                    tf: TermFrequency::Once,
                    sketching: Sketching::Simhash { bits: Bits::B32, lexicons: Lexicons::seeded(0, 5) },
                    ..plain
                },
                Alike::Within { k: 3, rule: Rule::Any },
            ),
            Preset::SlimPajama => {
                let mut method = banded(13, 9, 13);
                method.recipe.text.units = Unit::Characters;
                method
            }
            Preset::RedPajamaV2 => banded(13, 14, 9),
            Preset::FineWeb => banded(5, 14, 8),
        }
    }
}
