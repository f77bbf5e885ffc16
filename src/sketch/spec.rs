//! Methods written in a line: a name, and what shall differ from what it stands for, as
//! `simhash-lexicons:bits=64,lexicons=10,rule=sum`. The same on every face.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::Error;
use crate::imatch::Band;
use crate::lexicon::{Lexicons, ModelId};
use crate::recipe::{MinHashing, Recipe, ShingleHash, Sketching};
use crate::shingle::Sampling;
use crate::simhash::{Bits, Rule, TermFrequency};
use crate::sketch::preset::{BAND, FREQUENCY_BY_MEASUREMENT};
use crate::sketch::{Alike, Method, Preset, SiteRule};
#[cfg(feature = "clean")]
use crate::text::BoilerplateId;
use crate::text::{Cleaning, Language, TextOptions, Unit, UrlRule, WordRule};

/// The names of methods that are not papers' presets.
const NAMES: [&str; 20] = [
    "exact",
    "resemblance",
    "containment",
    "sampled",
    "smallest",
    "adaptive",
    "winnowed",
    "lines",
    "sentences",
    "characters",
    "minhash",
    "supershingle",
    "projection",
    "combined",
    "imatch",
    "imatch-lexicons",
    "buckets",
    "simhash",
    "simhash-shingle",
    "simhash-lexicons",
];

impl Method {
    /// The names of all methods: of each kind, then of the papers' presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().chain(Preset::ALL.iter().map(|preset| preset.name()))
    }

    /// The method of a line: a name of [`Method::names`], and after a colon what differs, as `key=value`, separated by
    /// commas. `model` is what `weights=model` stands for, and what methods that weigh terms weigh them by.
    ///
    /// The keys: `clean` (`volatile`, `site:ID`, both separated by a comma, or `none`) for every method; `w words urls units hash
    /// stop-words stemmer weights phrases` for shingles and terms, `bits lexicons leave-out
    /// seed tf rule k` for simhashes, `values length weighted wrapped` for min-values, `divisor remainder at-most smallest
    /// window short short-divisor` for samples, `low high` (the band) and `buckets`; `at-least` and `k` for when two are
    /// alike, and `measure` for what of shingles is measured (`resemblance`, `containment` or `in-common`) or of min-values
    /// (`resemblance` or `agreeing`) or of supershingles (`agreeing` or `megashingles`); `site` (labels or public-suffix) for the method by site.
    ///
    /// ```
    /// use twinprint::sketch::{Alike, Method};
    /// let method = Method::parse("minhash:values=128,w=5,at-least=0.8", None)?;
    /// assert_eq!((method.recipe.w, method.alike), (5, Alike::Resemblance { thousandths: 800 }));
    /// let error = Method::parse("minhash:values=0", None).unwrap_err();
    /// assert_eq!(error.to_string(), "values: \"0\" is not a value of this option; use a number of min-values from 1 to 4096");
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a name, key or value that is not one, or that the method has no use for.
    pub fn parse(line: &str, model: Option<ModelId>) -> Result<Method, Error> {
        let method = Method::unchecked(line, model)?;
        method.recipe.check()?;
        Ok(method)
    }

    /// As [`parse`](Method::parse), of a line whose recipe is yet to be checked.
    fn unchecked(line: &str, model: Option<ModelId>) -> Result<Method, Error> {
        let (name, changes) = line.split_once(':').unwrap_or((line, ""));
        let mut method = match Preset::ALL.iter().find(|preset| preset.name() == name) {
            Some(preset) => preset.method(model),
            None => kind(name, model).ok_or_else(|| {
                let expected = "a method such as resemblance, minhash, supershingle, projection, combined, imatch or \
                                simhash-lexicons, or a preset such as fusion";
                Error::InvalidOption { option: "method", value: name.into(), expected }
            })?,
        };
        let mut changes = separate(changes);
        // What is measured is known before how much of it counts; a seed is of one of the lexicons, and a majority is of all.
        changes.sort_by_key(|(key, _)| match *key {
            "measure" => 0,
            "seed" | "at-least" => 2,
            _ => 1,
        });
        for (key, value) in changes {
            set(&mut method, key, value, model)?;
        }
        Ok(method)
    }
}

/// How what a feature counts that occurs several times is written.
const FREQUENCY: &str = "tf=";
#[cfg(feature = "clean")]
impl Method {
    /// Whether a line takes out boilerplate that it does not name: `clean=site`.
    ///
    /// ```
    /// use twinprint::sketch::Method;
    /// assert!(Method::lacks_boilerplate("minhash:w=5,clean=volatile,site"));
    /// assert!(!Method::lacks_boilerplate("minhash:clean=volatile"));
    /// ```
    pub fn lacks_boilerplate(line: &str) -> bool {
        with_boilerplate(line, "").is_some()
    }

    /// The line with the boilerplate named that it takes out.
    ///
    /// ```
    /// use twinprint::{sketch::Method, text::BoilerplateId};
    /// let line = Method::name_boilerplate("minhash:clean=site,volatile,w=5", BoilerplateId([7; 16]));
    /// assert_eq!(line, "minhash:clean=site:07070707070707070707070707070707,volatile,w=5");
    /// assert_eq!(Method::parse(&line, None)?.recipe.w, 5);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn name_boilerplate(line: &str, id: BoilerplateId) -> String {
        with_boilerplate(line, &alloc::format!(":{id}")).unwrap_or_else(|| line.into())
    }
}

/// A line with `name` behind each `site` in it that takes out boilerplate and has none; nothing if there is no such.
#[cfg(feature = "clean")]
fn with_boilerplate(line: &str, name: &str) -> Option<String> {
    let (mut named, mut some) = (String::with_capacity(line.len() + name.len()), false);
    for (place, piece) in line.split_inclusive([':', ',']).enumerate() {
        let part = piece.trim_end_matches(',');
        let is_site = place > 0 && (part == "clean=site" || part == "site");
        named += part;
        named += if is_site { name } else { "" };
        named += &piece[part.len()..];
        some |= is_site;
    }
    some.then_some(named)
}

/// How a seed that is to be drawn is written.
const RANDOM: &str = "seed=random";

impl Method {
    /// The line that this method was parsed from, with what its simhash counts by how often a feature occurs: so that a line that is
    /// kept or shown says it.
    ///
    /// ```
    /// # #[cfg(feature = "stem")] {
    /// use twinprint::sketch::Method;
    /// let said = |line: &str| Method::parse(line, None).map(|method| method.said_in(line));
    /// assert_eq!(said("simhash:k=4,tf=log").as_deref(), Ok("simhash:k=4,tf=log"));
    /// assert_eq!(said("fusion").as_deref(), Ok("fusion:tf=once"));
    /// assert_eq!(said("minhash").as_deref(), Ok("minhash"));
    /// # }
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn said_in(&self, line: &str) -> String {
        if !matches!(self.recipe.sketching, Sketching::Simhash { .. }) || says_frequency(line) {
            return line.into();
        }
        let separator = if line.contains(':') { ',' } else { ':' };
        alloc::format!("{line}{separator}{FREQUENCY}{}", self.recipe.tf.name())
    }

    /// The method of a line that was kept, which may be from before there was `tf`: without it, a feature counts as often as it occurs.
    /// This build need not have what it reads documents by: a service signs none.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), but for what is not built in.
    pub(crate) fn parse_kept(line: &str, model: Option<ModelId>) -> Result<Method, Error> {
        let mut method = Method::unchecked(line, model)?;
        method.recipe.check_kept()?;
        if !says_frequency(line) {
            method.recipe.tf = TermFrequency::Raw;
        }
        Ok(method)
    }

    /// The line of a method with each `seed=random` in it replaced by a number that `draw` gives, so that the line says
    /// which. The core itself draws nothing.
    ///
    /// ```
    /// use twinprint::sketch::Method;
    /// let line = Method::draw_seeds("fusion:bits=64,seed=random", || Ok::<u64, ()>(7));
    /// assert_eq!(line.as_deref(), Ok("fusion:bits=64,seed=7"));
    /// ```
    ///
    /// # Errors
    /// What `draw` says.
    pub fn draw_seeds<E>(line: &str, mut draw: impl FnMut() -> Result<u64, E>) -> Result<String, E> {
        let mut drawn = String::with_capacity(line.len());
        for (place, piece) in line.split_inclusive([':', ',']).enumerate() {
            let change = piece.trim_end_matches(',');
            if place > 0 && change == RANDOM {
                drawn += "seed=";
                drawn += &draw()?.to_string();
                drawn += &piece[change.len()..];
            } else {
                drawn += piece;
            }
        }
        Ok(drawn)
    }
}

/// Whether a line of a method says what a feature counts that occurs several times.
fn says_frequency(line: &str) -> bool {
    let changes = line.split_once(':').map_or("", |(_, changes)| changes);
    changes.split(',').any(|change| change.starts_with(FREQUENCY))
}

/// The keys and values of a line. A piece without a key goes on with the value before it, as in `clean=site:ID,volatile`.
fn separate(changes: &str) -> Vec<(&str, &str)> {
    let mut separate = Vec::new();
    let mut rest = changes;
    while !rest.is_empty() {
        let ends = rest.match_indices(',').map(|(at, _)| at);
        let end = ends.clone().find(|&at| {
            rest[at + 1..].split(',').next().is_some_and(|next| next.contains('=') || next.is_empty())
        });
        let end = end.unwrap_or(rest.len());
        let change = &rest[..end];
        separate.extend((!change.is_empty()).then(|| change.split_once('=').unwrap_or((change, ""))));
        rest = rest.get(end + 1..).unwrap_or("");
    }
    separate
}

/// What a name stands for.
fn kind(name: &str, model: Option<ModelId>) -> Option<Method> {
    let min_values = MinHashing { values: 84, weighted: false, wrapped: false };
    let half = Alike::Resemblance { thousandths: 500 };
    let (of_unit, w) = match name {
        "sentences" => (Unit::Sentences, 1),
        "characters" => (Unit::Characters, 50),
        _ => (Unit::Words, Recipe::DEFAULT_W),
    };
    let terms = TextOptions {
        stop_words: Some(Language::English),
        stemmer: Some(Language::English),
        ..TextOptions::default()
    };
    let plain =
        Recipe { text: TextOptions { units: of_unit, ..TextOptions::default() }, w, ..Recipe::default() };
    let of = |sketching, alike| Method::new(Recipe { sketching, ..plain.clone() }, alike);
    let weighed = |w, sketching, alike| {
        Method::new(Recipe { text: terms, w, weights: model, sketching, ..Recipe::default() }, alike)
    };
    let simhash = |w, lexicons| {
        let sketching = Sketching::Simhash { bits: Bits::B64, lexicons: Lexicons::seeded(0, lexicons) };
        let mut method = weighed(w, sketching, Alike::Within { k: 3, rule: Rule::Any });
        method.recipe.tf = FREQUENCY_BY_MEASUREMENT;
        method
    };
    let imatch = |lexicons| {
        let sketching = Sketching::IMatch { band: BAND, lexicons: Lexicons::seeded(0, lexicons) };
        weighed(1, sketching, Alike::Agreeing { parts: 1 })
    };
    Some(match name {
        "exact" => of(Sketching::Whole, Alike::Equal),
        "resemblance" | "sentences" | "characters" => of(Sketching::Shingles(Sampling::All), half),
        "containment" => of(Sketching::Shingles(Sampling::All), Alike::Containment { thousandths: 500 }),
        "sampled" => of(Sketching::Shingles(Sampling::BRODER), half),
        "smallest" => of(Sketching::Shingles(Sampling::Smallest(100)), half),
        "adaptive" => of(Sketching::Adaptive { divisor: 16, short: 500, short_divisor: 8 }, half),
        "winnowed" => of(Sketching::Winnowed { window: 4 }, half),
        "lines" => Preset::Shivakumar98.method(None),
        "minhash" => of(Sketching::MinValues(min_values), half),
        "supershingle" => {
            of(Sketching::Supershingles { min_values, length: 14 }, Alike::Agreeing { parts: 2 })
        }
        "projection" => of(Sketching::Projection, Preset::Henzinger06C.method(None).alike),
        "combined" => {
            of(Sketching::Combined { min_values, length: 14 }, Preset::Henzinger06Combined.method(None).alike)
        }
        "imatch" => imatch(1),
        "imatch-lexicons" => imatch(11),
        "buckets" => of(Sketching::Buckets { buckets: 8 }, Alike::Agreeing { parts: 4 }),
        "simhash" => simhash(1, 1),
        "simhash-shingle" => simhash(2, 1),
        "simhash-lexicons" => simhash(2, 5),
        _ => return None,
    })
}

/// Changes one thing about a method.
fn set(method: &mut Method, key: &str, value: &str, model: Option<ModelId>) -> Result<(), Error> {
    let Method { recipe, alike, site } = method;
    match key {
        "w" => recipe.w = number("w", value)?,
        "words" => recipe.text.words = WordRule::from_name(value)?,
        "urls" => recipe.text.urls = UrlRule::from_name(value)?,
        "units" => recipe.text.units = Unit::from_name(value)?,
        "hash" => recipe.shingle_hash = ShingleHash::from_name(value)?,
        "clean" => recipe.text.clean = Cleaning::from_name(value)?,
        "stop-words" => recipe.text.stop_words = language("stop-words", value)?,
        "stemmer" => recipe.text.stemmer = language("stemmer", value)?,
        "weights" => recipe.weights = if choice("weights", value, ["none", "model"])? { model } else { None },
        "tf" if matches!(recipe.sketching, Sketching::Simhash { .. }) => {
            recipe.tf = TermFrequency::from_name(value)?;
        }
        "phrases" => recipe.phrases = choice("phrases", value, ["no", "yes"])?,
        "measure" => *alike = measure(&recipe.sketching, value)?,
        "at-least" => match (&recipe.sketching, value) {
            (Sketching::IMatch { lexicons, .. }, "majority") => {
                *alike = Alike::Agreeing { parts: lexicons.count() as u32 / 2 + 1 };
            }
            _ => set_least(alike, value)?,
        },
        "k" | "rule" => match alike {
            Alike::Within { k, .. } if key == "k" => *k = number("k", value)?,
            Alike::Within { rule, .. } => {
                *rule = match value {
                    "majority" => Rule::Majority,
                    _ if choice("rule", value, ["any", "sum"])? => Rule::Sum,
                    _ => Rule::Any,
                };
            }
            _ => return Err(unused("k", "simhashes only")),
        },
        "site" => match alike {
            Alike::Combined { elsewhere: Some(_), .. } => *site = SiteRule::from_name(value)?,
            _ => return Err(unused("site", "henzinger06-by-site, which alone asks for sites")),
        },
        _ => set_sketching(&mut recipe.sketching, key, value)?,
    }
    Ok(())
}

fn set_sketching(sketching: &mut Sketching, key: &str, value: &str) -> Result<(), Error> {
    match (key, sketching) {
        ("bits", Sketching::Simhash { bits, .. }) => *bits = Bits::from_count(number("bits", value)?)?,
        (
            "lexicons" | "seed" | "leave-out",
            Sketching::Simhash { lexicons, .. } | Sketching::IMatch { lexicons, .. },
        ) => set_lexicons(lexicons, key, value)?,
        ("low" | "high", Sketching::IMatch { band, .. }) => {
            let thousandths = number("band", value)?;
            *band = match key {
                "low" => Band { low: thousandths, ..*band },
                _ => Band { high: thousandths, ..*band },
            };
        }
        (
            "values" | "weighted" | "wrapped",
            Sketching::MinValues(min_values)
            | Sketching::Supershingles { min_values, .. }
            | Sketching::Combined { min_values, .. },
        ) => match key {
            "values" => min_values.values = number("values", value)?,
            "weighted" => min_values.weighted = choice("weighted", value, ["no", "yes"])?,
            _ => min_values.wrapped = choice("wrapped", value, ["no", "yes"])?,
        },
        ("length", Sketching::Supershingles { length, .. } | Sketching::Combined { length, .. }) => {
            *length = number("length", value)?;
        }
        ("smallest", Sketching::Shingles(sampling)) => {
            *sampling = Sampling::Smallest(number("smallest", value)?)
        }
        (
            "divisor" | "remainder" | "at-most",
            Sketching::Shingles(Sampling::Remainder { divisor, remainder, at_most }),
        ) => match key {
            "divisor" => *divisor = number("divisor", value)?,
            "remainder" => *remainder = number("remainder", value)?,
            _ => *at_most = if value == "none" { None } else { Some(number("at-most", value)?) },
        },
        ("divisor", Sketching::Adaptive { divisor, .. }) => *divisor = number("divisor", value)?,
        ("short", Sketching::Adaptive { short, .. }) => *short = number("short", value)?,
        ("short-divisor", Sketching::Adaptive { short_divisor, .. }) => {
            *short_divisor = number("short-divisor", value)?;
        }
        ("window", Sketching::Winnowed { window }) => *window = number("window", value)?,
        ("buckets", Sketching::Buckets { buckets }) => *buckets = number("buckets", value)?,
        (_, sketching) => {
            let expected = "a key that this method has";
            let value = alloc::format!("{key} of {}", sketching.name());
            return Err(Error::InvalidOption { option: "method", value, expected });
        }
    }
    Ok(())
}

fn set_lexicons(lexicons: &mut Lexicons, key: &str, value: &str) -> Result<(), Error> {
    match key {
        "lexicons" => {
            let count = number("lexicons", value)?;
            if !(1..=Lexicons::MAX).contains(&count) {
                let expected = "a number of lexicons from 1 to 64";
                return Err(Error::InvalidOption { option: "lexicons", value: value.into(), expected });
            }
            *lexicons = Lexicons { leave_out: lexicons.leave_out, ..Lexicons::seeded(0, count) };
        }
        "leave-out" => lexicons.leave_out = number("leave-out", value)?,
        _ => {
            let seeded = Lexicons::seeded(number("seed", value)?, lexicons.count());
            *lexicons = Lexicons { leave_out: lexicons.leave_out, ..seeded };
        }
    }
    Ok(())
}

/// What is measured of two sketches, with a threshold of its own: half, or two of what is counted; a megashingle stands for two.
fn measure(sketching: &Sketching, name: &str) -> Result<Alike, Error> {
    let refused = |expected| Err(Error::InvalidOption { option: "measure", value: name.into(), expected });
    match (sketching, name) {
        (
            Sketching::Shingles(_)
            | Sketching::Winnowed { .. }
            | Sketching::Adaptive { .. }
            | Sketching::MinValues(_),
            "resemblance",
        ) => Ok(Alike::Resemblance { thousandths: 500 }),
        (Sketching::MinValues(_), "agreeing") => Ok(Alike::Agreeing { parts: 2 }),
        (Sketching::MinValues(_), _) => refused("resemblance or agreeing"),
        (Sketching::Supershingles { .. }, "agreeing") => Ok(Alike::Agreeing { parts: 2 }),
        (Sketching::Supershingles { .. }, "megashingles") => Ok(Alike::Megashingles { megashingles: 1 }),
        (Sketching::Supershingles { .. }, _) => refused("agreeing or megashingles"),
        (Sketching::Shingles(_) | Sketching::Winnowed { .. } | Sketching::Adaptive { .. }, _) => match name {
            "containment" => Ok(Alike::Containment { thousandths: 500 }),
            "in-common" => Ok(Alike::InCommon { shingles: 2 }),
            _ => refused("resemblance, containment or in-common"),
        },
        _ => refused("none: only shingles, min-values and supershingles can be measured in several ways"),
    }
}

/// The least that counts: a share, written as 0.5, or a number. From nothing on everything is alike, and no search can be for that.
fn set_least(alike: &mut Alike, value: &str) -> Result<(), Error> {
    match alike {
        Alike::Resemblance { thousandths } | Alike::Containment { thousandths } => {
            *thousandths = thousandths_of(value)?;
        }
        Alike::InCommon { shingles: least }
        | Alike::Agreeing { parts: least }
        | Alike::Megashingles { megashingles: least }
        | Alike::Combined { bits: least, .. } => {
            *least = number("at-least", value)?;
            if *least == 0 {
                let expected = "a whole number from 1 on";
                return Err(Error::InvalidOption { option: "at-least", value: value.into(), expected });
            }
        }
        Alike::Equal | Alike::Within { .. } => return Err(unused("at-least", "k for simhashes")),
    }
    Ok(())
}

/// A share in thousandths, and no finer: rounded, it would be another threshold than was given.
fn thousandths_of(value: &str) -> Result<u32, Error> {
    let share = value.parse::<f64>().ok().map(|share| share * 1000.0);
    // Half a thousandth is added because core has no rounding.
    let exact = share.filter(|share| (0.5..=1000.0).contains(share)).and_then(|share| {
        let whole = (share + 0.5) as u32;
        ((share - f64::from(whole)).abs() < 1e-6).then_some(whole)
    });
    let expected = "a share from 0.001 to 1, of three decimals at most";
    exact.ok_or_else(|| Error::InvalidOption { option: "at-least", value: value.into(), expected })
}

fn number<N: core::str::FromStr>(option: &'static str, value: &str) -> Result<N, Error> {
    value.parse().map_err(|_| Error::InvalidOption {
        option,
        value: value.into(),
        expected: "a whole number",
    })
}

/// Whether the second of two values is given.
fn choice(option: &'static str, value: &str, values: [&'static str; 2]) -> Result<bool, Error> {
    match values.iter().position(|&other| other == value) {
        Some(place) => Ok(place == 1),
        None => {
            let expected = match values {
                ["any", _] => "any, sum or majority",
                ["none", _] => "none or model",
                _ => "no or yes",
            };
            Err(Error::InvalidOption { option, value: value.into(), expected })
        }
    }
}

fn language(option: &'static str, code: &str) -> Result<Option<Language>, Error> {
    if code == "none" {
        return Ok(None);
    }
    let expected = "none, or the code of a language such as en";
    let refused = || Error::InvalidOption { option, value: code.into(), expected };
    Language::from_code(code).map(Some).ok_or_else(refused)
}

fn unused(option: &'static str, expected: &'static str) -> Error {
    Error::InvalidOption { option, value: "given".into(), expected }
}
