//! The fusion paper's figures and table again, with 32 bits as it has them and with 64, and its baselines beside them.

use twinprint::native::Error;
use twinprint::native::eval::{Evaluation, Figures, Stratum};
use twinprint::native::plot::{Axis, Figure, Line, Lines, Panel, Place};
use twinprint::simhash::{Bits, Rule};

use crate::markdown::{cells, share, table};
use crate::prints::{SEEDS, Shape, Signatures, cut, judge, sign};
use crate::set::{Set, Words, mean, terms, tuned};

/// Table 1 of the paper: the best F and its threshold for one lexicon to ten.
const TABLE_1: [(f64, u32); 10] = [
    (0.7469, 4),
    (0.8071, 6),
    (0.8213, 3),
    (0.8515, 2),
    (0.8805, 3),
    (0.7855, 3),
    (0.8356, 3),
    (0.8077, 1),
    (0.8139, 2),
    (0.7942, 2),
];

const LEXICONS: usize = 10;

/// An experiment under each seed.
type Seeded = Vec<Evaluation>;

/// Prints the tables; the plots come by name.
pub(crate) fn run(set: &Set) -> Result<Vec<(&'static str, String)>, Error> {
    let words = set.words(&terms())?;
    let mut by_w = Vec::new();
    for w in 1..=5 {
        by_w.push(seeds(|seed| sign(&words, &Shape::seeded(w, 1, seed)))?);
    }
    let by_lexicons = seeds(|seed| sign(&words, &Shape::seeded(2, LEXICONS, seed)))?;
    let mut drawn = vec![("shingles.svg", shingles(set, &by_w))];
    drawn.extend(lexicons(set, &by_lexicons));
    methods(set, &by_w, &by_lexicons, &words)?;
    Ok(drawn)
}

fn seeds(sign: impl Fn(u64) -> Result<Signatures, Error>) -> Result<Vec<Signatures>, Error> {
    SEEDS.into_iter().map(sign).collect()
}

fn judged(set: &Set, signatures: &[Signatures], bits: Bits, lexicons: usize, rule: Rule) -> Seeded {
    signatures.iter().map(|signatures| judge(set, &cut(signatures, bits, lexicons), rule)).collect()
}

/// Fig. 2: F by the length of a shingle and the threshold.
fn shingles(set: &Set, by_w: &[Vec<Signatures>]) -> String {
    let mut panels = Vec::new();
    for (bits, last, shown) in [(Bits::B32, 31, 31), (Bits::B64, 63, 40)] {
        let by_w: Vec<Seeded> =
            by_w.iter().map(|signatures| judged(set, signatures, bits, 1, Rule::Any)).collect();
        let names: Vec<String> = (1..=by_w.len()).map(|w| format!("w = {w}")).collect();
        let heading = format!("Fig. 2: F by shingle length and threshold, {} bits", bits.count());
        by_threshold(&heading, &names, &by_w, last, |figures| figures.f1);
        let rows: Vec<Vec<String>> =
            names.iter().zip(&by_w).map(|(name, seeded)| best_row(name, seeded)).collect();
        table(&format!("Best by shingle length, {} bits", bits.count()), &best_header("shingle"), &rows);
        panels
            .push(panel(&format!("k of {} bits", bits.count()), "F (macro)", &names, &by_w, shown, |f| f.f1));
    }
    svg("F by shingle length and threshold", panels)
}

/// Figs. 3 to 5 and Table 1.
fn lexicons(set: &Set, signatures: &[Signatures]) -> Vec<(&'static str, String)> {
    let mut drawn = Vec::new();
    let mut rows: Vec<Vec<String>> = TABLE_1
        .iter()
        .zip(1..)
        .map(|((f, k), lexicons)| vec![format!("{lexicons}"), format!("{f:.3}"), format!("{k}")])
        .collect();
    for (bits, last, file) in [(Bits::B32, 15, "lexicons-32.svg"), (Bits::B64, 31, "lexicons-64.svg")] {
        let all: Vec<Seeded> =
            (1..=LEXICONS).map(|lexicons| judged(set, signatures, bits, lexicons, Rule::Any)).collect();
        let chosen: Vec<Seeded> = [1, 4, 7, 10].map(|lexicons| all[lexicons - 1].clone()).into();
        let names = [1, 4, 7, 10].map(|lexicons| format!("L = {lexicons}"));
        let count = bits.count();
        by_threshold(&format!("Fig. 3: recall, {count} bits"), &names, &chosen, last, |f| f.recall);
        by_threshold(&format!("Fig. 4: precision, {count} bits"), &names, &chosen, last, |f| f.precision);
        by_threshold(&format!("Fig. 5: F, {count} bits"), &names, &chosen, last, |f| f.f1);
        let x = format!("k of {count} bits");
        let panels = [
            panel(&x, "recall (macro)", &names, &chosen, last, |f| f.recall),
            panel(&x, "precision (macro)", &names, &chosen, last, |f| f.precision),
            panel(&x, "F (macro)", &names, &chosen, last, |f| f.f1),
        ];
        drawn.push((file, svg("Recall, precision and F by lexicons", panels.into())));
        for (row, seeded) in rows.iter_mut().zip(&all) {
            row.extend(best_row("", seeded).into_iter().skip(1));
        }
    }
    let mut header = cells(["lexicons", "paper: F", "k"]);
    header.extend(best_header("").into_iter().skip(1).map(|cell| format!("32 bits: {cell}")));
    header.extend(best_header("").into_iter().skip(1).map(|cell| format!("64 bits: {cell}")));
    table("Table 1: the best F of each number of lexicons, two words a shingle", &header, &rows);
    drawn
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
            let f1 = |stratum: &Stratum| stratum.figures.and_then(|figures| figures.f1);
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

fn by_rate(seeded: &Seeded, rate: &str, of: impl Fn(&Stratum) -> Option<f64>) -> f64 {
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

fn best_header(first: &str) -> Vec<String> {
    cells([first, "best F", "at k", "tuned F", "least", "most"])
}

/// The highest point of the mean curve, and F at thresholds chosen on half of the edits.
fn best_row(name: &str, seeded: &Seeded) -> Vec<String> {
    let curve = curve(seeded, 63, |figures| figures.f1);
    let (k, f) = curve.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
    let of_seeds: Vec<f64> = seeded.iter().map(tuned).collect();
    let (least, most) =
        of_seeds.iter().fold((1.0f64, 0.0f64), |(least, most), &f| (least.min(f), most.max(f)));
    let mut row = cells([name]);
    row.extend([share(f), k.to_string(), share(mean(of_seeds)), share(least), share(most)]);
    row
}

fn by_threshold(
    heading: &str,
    names: &[String],
    seeded: &[Seeded],
    last: u32,
    of: impl Fn(&Figures) -> Option<f64> + Copy,
) {
    let curves: Vec<Vec<(f64, f64)>> = seeded.iter().map(|seeded| curve(seeded, last, of)).collect();
    let mut header = cells(["k"]);
    header.extend_from_slice(names);
    let rows: Vec<Vec<String>> = (0..=last)
        .map(|k| {
            let at = |curve: &Vec<(f64, f64)>| {
                curve.iter().find(|point| point.0 == f64::from(k)).map_or("-".into(), |point| share(point.1))
            };
            std::iter::once(k.to_string()).chain(curves.iter().map(at)).collect()
        })
        .collect();
    table(heading, &header, &rows);
}

/// The mean over the seeds at each threshold.
fn curve(seeded: &Seeded, last: u32, of: impl Fn(&Figures) -> Option<f64>) -> Vec<(f64, f64)> {
    let at = |k: u32| {
        let known: Vec<f64> =
            seeded.iter().filter_map(|evaluation| of(&figures_at(evaluation, k.into()))).collect();
        (!known.is_empty()).then(|| (f64::from(k), mean(known)))
    };
    (0..=last).filter_map(at).collect()
}

/// The figures at a distance: those of the last threshold up to it that any pair has.
fn figures_at(evaluation: &Evaluation, k: f64) -> Figures {
    let nothing = Figures { precision: None, recall: Some(0.0), f1: Some(0.0) };
    let points = evaluation.curve.iter().take_while(|point| point.threshold <= k);
    points.last().map_or(nothing, |point| point.figures)
}

fn panel(
    x: &str,
    y: &str,
    names: &[String],
    seeded: &[Seeded],
    last: u32,
    of: impl Fn(&Figures) -> Option<f64> + Copy,
) -> Panel {
    let line = |(name, seeded): (&String, &Seeded)| {
        let line = Line::new(name, curve(seeded, last, of).into_iter().map(Place::from));
        if y.starts_with('F') { line.ringed() } else { line }
    };
    let lines = names.iter().zip(seeded).map(line).collect();
    Panel::new(Axis::whole(x).over(0.0, 0.0), Axis::share(y), Lines { lines, ..Lines::default() })
}

fn svg(title: &str, panels: Vec<Panel>) -> String {
    Figure { title: title.into(), panels }.svg()
}
