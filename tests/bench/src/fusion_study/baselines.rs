//! The fusion paper's methods beside its baselines, and by the share of words that were edited. Its figures and its table are
//! `twinprint study lexicons`.

use twinprint::simhash::{Bits, Rule};
use twinprint_native::Error;
use twinprint_study::eval::{Evaluation, Figures, PairClass};

use crate::markdown::{cells, share, table};
use crate::prints::{SEEDS, Shape, Signatures, cut, judge, sign};
use crate::set::{Set, Words, mean, terms};

const LEXICONS: usize = 10;

/// An experiment under each seed.
type Seeded = Vec<Evaluation>;

/// Prints the tables.
pub(crate) fn run(set: &Set) -> Result<(), Error> {
    let words = set.words(&terms())?;
    let mut by_w = Vec::new();
    for w in 1..=2 {
        by_w.push(seeds(|seed| sign(&words, &Shape::seeded(w, 1, seed)))?);
    }
    let by_lexicons = seeds(|seed| sign(&words, &Shape::seeded(2, LEXICONS, seed)))?;
    methods(set, &by_w, &by_lexicons, &words)
}

fn seeds(sign: impl Fn(u64) -> Result<Signatures, Error>) -> Result<Vec<Signatures>, Error> {
    SEEDS.into_iter().map(sign).collect()
}

fn judged(set: &Set, signatures: &[Signatures], bits: Bits, lexicons: usize, rule: Rule) -> Seeded {
    signatures.iter().map(|signatures| judge(set, &cut(signatures, bits, lexicons), rule)).collect()
}

/// The paper's methods and baselines side by side, and by the share of words that were edited.
fn methods(
    set: &Set,
    by_w: &[Vec<Signatures>],
    by_lexicons: &[Signatures],
    words: &[Words],
) -> Result<(), Error> {
    let mut all: Vec<(String, Seeded)> = Vec::new();
    for bits in [Bits::B32, Bits::B64] {
        let count = bits.count();
        for w in [1, 2] {
            all.push((format!("simhash {count}, w = {w}"), judged(set, &by_w[w - 1], bits, 1, Rule::Any)));
        }
        for (lexicons, rule, name) in
            [(5, Rule::Any, "any"), (10, Rule::Any, "any"), (5, Rule::Sum, "sum"), (10, Rule::Sum, "sum")]
        {
            let name = format!("simhash {count}, w = 2, L = {lexicons}, {name}");
            all.push((name, judged(set, by_lexicons, bits, lexicons, rule)));
        }
    }
    for line in ["fetterly03", "henzinger06-b", "henzinger06-c", "imatch", "ye08", "manku07"] {
        all.push((line.into(), baseline(set, &[line.into()])?));
    }
    for line in ["kolcz04", "fusion"] {
        all.push((line.into(), baseline(set, &SEEDS.map(|seed| format!("{line}:seed={seed}")))?));
    }
    let header = cells([
        "method",
        "threshold of its own",
        "precision",
        "recall",
        "F",
        "tuned: precision",
        "recall",
        "F",
        "best of all: F",
    ]);
    let rows: Vec<Vec<String>> = all.iter().map(|(name, seeded)| method_row(name, seeded)).collect();
    let average = mean(words.iter().map(|words| words.tokens.len() as f64));
    println!("\n{} documents, {average:.0} stems each without stop words.", words.len());
    table("The methods of the paper", &header, &rows);

    let rates: Vec<&str> = all[0].1[0]
        .strata
        .iter()
        .filter(|stratum| stratum.by == "rate")
        .map(|stratum| &*stratum.name)
        .collect();
    let mut header = cells(["method"]);
    header.extend(rates.iter().map(|rate| format!("{rate} %")));
    let rows: Vec<Vec<String>> = (all.iter())
        .map(|(name, seeded)| {
            let mut row = cells([name]);
            row.extend(rates.iter().map(|rate| share(by_rate(seeded, rate, |stratum| Some(stratum.share)))));
            row
        })
        .collect();
    table(
        "Recall by the share of words edited: at the method's own threshold, of simhashes at the tuned",
        &header,
        &rows,
    );
    let rows: Vec<Vec<String>> = (all.iter())
        .map(|(name, seeded)| {
            let mut row = cells([name]);
            let f1 = |stratum: &PairClass| stratum.figures.and_then(|figures| figures.f1);
            row.extend(rates.iter().map(|rate| share(by_rate(seeded, rate, f1))));
            row
        })
        .collect();
    table("F, were the edits of this share the only ones, at the same thresholds", &header, &rows);
    Ok(())
}

/// A baseline of the paper at its own threshold.
fn baseline(set: &Set, lines: &[String]) -> Result<Seeded, Error> {
    let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
    Ok(set.sketches(&lines)?.iter().map(|(alike, sketches)| set.judge_by(*alike, sketches)).collect())
}

fn by_rate(seeded: &Seeded, rate: &str, of: impl Fn(&PairClass) -> Option<f64>) -> f64 {
    let strata = seeded.iter().flat_map(|evaluation| &evaluation.strata);
    mean(strata.filter(|stratum| stratum.name == rate).filter_map(of))
}

fn method_row(name: &str, seeded: &Seeded) -> Vec<String> {
    let mean_of = |figure: &dyn Fn(&Evaluation) -> Option<f64>| {
        let known: Vec<f64> = seeded.iter().filter_map(figure).collect();
        if known.is_empty() { "-".into() } else { share(mean(known)) }
    };
    let own = |of: fn(&Figures) -> Option<f64>| {
        mean_of(&|evaluation| evaluation.own.as_ref().and_then(|own| of(&own.figures)))
    };
    let tuned = |of: fn(&Figures) -> Option<f64>| {
        mean_of(&|evaluation| evaluation.tuned.as_ref().and_then(|tuned| of(&tuned.mean)))
    };
    let own_threshold = seeded[0].own.as_ref();
    vec![
        name.into(),
        own_threshold.map_or("-".into(), |own| seeded[0].scale.rule(own.threshold)),
        own(|figures| figures.precision),
        own(|figures| figures.recall),
        own(|figures| figures.f1),
        tuned(|figures| figures.precision),
        tuned(|figures| figures.recall),
        tuned(|figures| figures.f1),
        mean_of(&|evaluation| evaluation.best.as_ref().and_then(|best| best.figures.f1)),
    ]
}
