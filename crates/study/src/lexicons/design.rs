//! What is signed, and which settings are cut out of it.

use std::format;

use super::LexiconsOptions;
use super::trials::Setting;
use twinprint::lexicon::Lexicons;
use twinprint::simhash::{Bits, Rule, TermFrequency};
use twinprint::sketch::{Alike, Method};
use twinprint::text::{Folding, TextOptions};

use twinprint::{Recipe, Sketching};
use twinprint_native::Error;

/// Shares that lexicons leave out, in thousandths, beside the usual one.
const SHARES: [u32; 7] = [50, 100, 200, 400, 500, 600, 700];

/// The shingle length at which shares are tried: the paper's best.
pub(super) const PAPER_W: usize = 2;

/// The longest shingles with which kinds of terms are tried, in words.
const TERMS_W: usize = 3;

/// The signatures that a study makes, and the settings it tries.
#[derive(Debug, Clone)]
pub struct LexiconsDesign {
    /// The kinds of terms, the usual first.
    pub(super) terms: Vec<Terms>,
    columns: Vec<Column>,
    methods: Vec<Method>,
    settings: Vec<Setting>,
}

/// A kind of terms: what words become, and what they weigh.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Terms {
    pub(super) name: String,
    text: TextOptions,
    weighed: bool,
    phrases: bool,
    /// What a term counts in a text where it occurs several times.
    tf: TermFrequency,
}

/// What one pass over a document signs it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Column {
    terms: usize,
    w: usize,
    leave_out: u32,
    draw: usize,
    /// The most lexicons that are cut out of it.
    lexicons: usize,
}

impl LexiconsDesign {
    pub(super) fn new(options: &LexiconsOptions) -> Result<Self, Error> {
        let terms = terms(options);
        let usual = Lexicons::LEAVE_OUT;
        let mut columns = Vec::new();
        let mut settings = Vec::new();
        let rules = |lexicons: usize| if lexicons > 1 { vec![Rule::Any, Rule::Sum] } else { vec![Rule::Any] };
        for w in 1..=options.longest {
            let column = |draw| Column { terms: 0, w, leave_out: usual, draw, lexicons: options.lexicons };
            columns.extend((0..options.draws).map(column));
            for lexicons in 1..=options.lexicons {
                for rule in rules(lexicons) {
                    let setting = |&bits| Setting { terms: 0, w, leave_out: usual, bits, lexicons, rule };
                    settings.extend(options.bits.iter().map(setting));
                }
            }
        }
        if options.lexicons > 1 {
            let (w, lexicons) = (PAPER_W.min(options.longest), options.lexicons);
            for leave_out in SHARES {
                columns.extend((0..options.draws).map(|draw| Column {
                    terms: 0,
                    w,
                    leave_out,
                    draw,
                    lexicons,
                }));
                for rule in [Rule::Any, Rule::Sum] {
                    let setting = |&bits| Setting { terms: 0, w, leave_out, bits, lexicons, rule };
                    settings.extend(options.bits.iter().map(setting));
                }
            }
        }
        for terms in 1..terms.len() {
            for w in 1..=TERMS_W.min(options.longest) {
                columns.push(Column { terms, w, leave_out: usual, draw: 0, lexicons: 1 });
                let setting =
                    |&bits| Setting { terms, w, leave_out: usual, bits, lexicons: 1, rule: Rule::Any };
                settings.extend(options.bits.iter().map(setting));
            }
        }
        let model = options.model.as_ref().map(|model| model.id());
        let methods: Vec<Method> = columns
            .iter()
            .map(|column| {
                let Terms { text, weighed, phrases, tf, .. } = terms[column.terms];
                let seeded = Lexicons::seeded(options.seed + column.draw as u64, column.lexicons);
                let lexicons = Lexicons { leave_out: column.leave_out, ..seeded };
                let recipe = Recipe::default()
                    .with_text(text)
                    .with_w(column.w)
                    .with_weights(model.filter(|_| weighed))
                    .with_phrases(phrases)
                    .with_tf(tf)
                    .with_sketching(Sketching::Simhash { bits: Bits::B128, lexicons });
                Method::new(recipe, Alike::Within { k: 3, rule: Rule::Any })
            })
            .collect();
        methods.iter().try_for_each(|method| method.recipe.check())?;
        Ok(LexiconsDesign { terms, columns, methods, settings })
    }

    /// By what documents are signed.
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// What is tried.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The columns of signatures that a setting is cut out of, one for each draw. A single lexicon is the whole vocabulary,
    /// whatever is drawn.
    pub(super) fn columns(&self, setting: &Setting) -> Vec<usize> {
        let fits = |column: &Column| {
            (column.terms, column.w) == (setting.terms, setting.w)
                && column.lexicons >= setting.lexicons
                && (setting.lexicons == 1 || column.leave_out == setting.leave_out)
        };
        let places =
            self.columns.iter().enumerate().filter(|(_, column)| fits(column)).map(|(place, _)| place);
        places.take(if setting.lexicons == 1 { 1 } else { usize::MAX }).collect()
    }
}

/// The usual terms, each counted once as the fusion paper sums IDF (section 3.1), then those that differ from them in one thing, and with it in what must follow: a model has the weights of
/// its own terms only, so other terms weigh one each.
fn terms(options: &LexiconsOptions) -> Vec<Terms> {
    let usual = options.text;
    let weighed = options.model.is_some();
    let named = |text: &TextOptions, weighed: bool, more: &str| {
        let stop_words = if text.stop_words.is_some() { "stop words out" } else { "stop words in" };
        let stems = if text.stemmer.is_some() { "stems" } else { "words as they are" };
        let weights = if weighed { "weighed" } else { "each weighs one" };
        format!("{stop_words}, {stems}, {weights}{more}")
    };
    let kind = |text: TextOptions, weighed: bool, phrases: bool, more: &str| Terms {
        name: named(&text, weighed, more),
        text,
        weighed,
        phrases,
        tf: TermFrequency::Once,
    };
    let mut all = vec![kind(usual, weighed, false, "")];
    let counted = |tf: TermFrequency, more: &str| Terms { tf, ..kind(usual, weighed, false, more) };
    all.push(counted(TermFrequency::Log, ", by the logarithm of how often (tf=log)"));
    all.push(counted(TermFrequency::Raw, ", as often as it occurs (tf=raw)"));
    let stop_words_in = usual.with_stop_words(None);
    if weighed {
        all.push(kind(usual, false, false, ""));
        all.push(kind(stop_words_in, true, false, ""));
        if options.model.as_ref().is_some_and(|model| model.phrases() > 0) {
            all.push(kind(usual, true, true, ", phrases one term"));
        }
    }
    all.push(kind(stop_words_in, false, false, ""));
    all.push(kind(usual.with_stemmer(None), false, false, ""));
    all.push(kind(stop_words_in.with_stemmer(None), false, false, ""));
    let bare = stop_words_in.with_stemmer(None);
    let others = |others| {
        Folding::default().with_case(false).with_nfkc(others).with_invisible(others).with_look_alikes(others)
    };
    all.push(kind(bare.with_fold(others(true)), false, false, ", case kept"));
    all.push(kind(bare.with_fold(others(false)), false, false, ", nothing folded"));
    let mut once: Vec<Terms> = Vec::new();
    for terms in all {
        let same = |other: &Terms| {
            (other.text, other.weighed, other.phrases, other.tf)
                == (terms.text, terms.weighed, terms.phrases, terms.tf)
        };
        if !once.iter().any(same) {
            once.push(terms);
        }
    }
    once
}
