//! Sketches that only find candidates, which are then compared exactly; and what an index can serve: tables of prints within
//! eight bits, or postings of shingles and min-values.
//!
//! Thresholds are chosen on the edits. The harder set is judged by the same thresholds, and by those that its own half
//! chooses.

use std::path::Path;

use twinprint::simhash::Rule;
use twinprint::sketch::{Alike, Sketch, Value};
use twinprint_native::Error;
use twinprint_study::eval::{Evaluation, Judgements};

use crate::markdown::{cells, share, table};
use crate::set::{Set, Sketched, evaluation, mean, scale, tuned};

/// What finds candidates: what it is called, the method, and whether tables of prints serve it.
const CANDIDATES: [(&str, &str, bool); 16] = [
    ("one print of words, k = 8", "simhash:k=8", true),
    ("one print of 2-shingles, k = 8", "simhash-shingle:k=8", true),
    ("10 lexicons, 2-shingles, any, k = 8", "simhash-lexicons:w=2,lexicons=10,k=8", true),
    ("5 lexicons, words, any, k = 8", "simhash-lexicons:w=1,lexicons=5,k=8", true),
    ("10 lexicons, words, any, k = 8", "simhash-lexicons:w=1,lexicons=10,k=8", true),
    ("6 supershingles of 14, 1 equal", "supershingle:stemmer=en,at-least=1", false),
    ("84 min-values, 1 equal", "minhash:stemmer=en,measure=agreeing,at-least=1", false),
    ("84 min-values, 2 equal", "minhash:stemmer=en,measure=agreeing,at-least=2", false),
    (
        "84 min-values, no stop words, 2 equal",
        "minhash:stemmer=en,stop-words=en,measure=agreeing,at-least=2",
        false,
    ),
    ("mod 16, 2 in common", "sampled:stemmer=en,divisor=16,at-most=none,measure=in-common,at-least=2", false),
    ("mod 16, 3 in common", "sampled:stemmer=en,divisor=16,at-most=none,measure=in-common,at-least=3", false),
    (
        "mod 16, no stop words, 2 in common",
        "sampled:stemmer=en,stop-words=en,divisor=16,at-most=none,measure=in-common,at-least=2",
        false,
    ),
    (
        "mod 8, no stop words, 2 in common",
        "sampled:stemmer=en,stop-words=en,divisor=8,at-most=none,measure=in-common,at-least=2",
        false,
    ),
    (
        "mod 8, or 2 if short, no stop words, 2 in common",
        "adaptive:stemmer=en,stop-words=en,divisor=8,short=200,short-divisor=2,measure=in-common,at-least=2",
        false,
    ),
    (
        "mod 8, no stop words, 1 in common",
        "sampled:stemmer=en,stop-words=en,divisor=8,at-most=none,measure=in-common,at-least=1",
        false,
    ),
    ("winnowed by 16, 2 in common", "winnowed:stemmer=en,window=16,measure=in-common,at-least=2", false),
];

/// The place of the candidates with the most false ones.
const LOOSEST: usize = 6;

/// What candidates are compared by: all stemmed shingles of three words.
const EXACT: [(&str, &str); 2] =
    [("resemblance", "resemblance:stemmer=en"), ("containment", "containment:stemmer=en")];

/// What a set's documents are reduced to.
struct Reduced<'a> {
    set: &'a Set,
    candidates: Vec<Sketched>,
    exact: Vec<Sketched>,
}

pub(crate) fn run(set: &Set, hard: Option<&Path>) -> Result<(), Error> {
    let edits = Reduced::new(set)?;
    let mut header = cells(["candidates", "keys a document", "copies found", "false a query", "most"]);
    header.push("tuned F by the distance or count alone".into());
    header.push("F of these candidates as they are".into());
    header.push("by the sum of distances".into());
    for (name, _) in EXACT {
        header.extend([format!("tuned F after {name}"), "thresholds".into()]);
    }
    let rows: Vec<Vec<String>> = (0..CANDIDATES.len()).map(|number| edits.row(number)).collect();
    table("Candidates and what exact comparison makes of them", &header, &rows);
    let Some(folder) = hard else { return Ok(()) };

    let set = Set::hard(folder)?;
    let hard = Reduced::new(&set)?;
    let mut header =
        cells(["candidates", "copies found", "false a document", "F of these candidates as they are"]);
    for (name, _) in EXACT {
        header.extend([format!("F after {name}, threshold of the edits"), format!("{name}: its own half's")]);
    }
    let rows: Vec<Vec<String>> = (0..CANDIDATES.len()).map(|number| hard.hard_row(number, &edits)).collect();
    table("The same on the harder set", &header, &rows);
    by_kind(&hard, &edits);
    Ok(())
}

impl<'a> Reduced<'a> {
    fn new(set: &'a Set) -> Result<Self, Error> {
        let candidates = set.sketches(&CANDIDATES.map(|(_, line, _)| line))?;
        let exact = set.sketches(&EXACT.map(|(_, line)| line))?;
        Ok(Reduced { set, candidates, exact })
    }

    fn row(&self, number: usize) -> Vec<String> {
        let (name, _, prints) = CANDIDATES[number];
        let (alike, sketches) = &self.candidates[number];
        let found = self.set.candidates(sketches, |a, b| alike.holds(a, b).unwrap_or_default());
        let (copies, others): (Vec<usize>, Vec<usize>) = found.into_iter().unzip();
        let alone = self.set.judge_by(*alike, sketches);
        let mut row = cells([name]);
        row.push(format!("{:.0}", mean(sketches.iter().flatten().map(|sketch| keys(sketch) as f64))));
        row.push(share(copies.iter().sum::<usize>() as f64 / self.set.copies() as f64));
        row.push(format!("{:.1}", mean(others.iter().map(|&others| others as f64))));
        row.push(others.iter().max().copied().unwrap_or_default().to_string());
        row.push(share(tuned(&alone)));
        row.push(own(&alone));
        row.push(match prints {
            true => {
                let sum = Alike::Within { k: 0, rule: Rule::Sum };
                share(tuned(&evaluation(&self.verified(number, &sum, sketches), None)))
            }
            false => "-".into(),
        });
        for (exact, exactly) in &self.exact {
            let verified = evaluation(&self.verified(number, exact, exactly), None);
            let [first, second] = thresholds(&verified);
            row.extend([share(tuned(&verified)), format!("{first:.3}, {second:.3}")]);
        }
        row
    }

    fn hard_row(&self, number: usize, edits: &Reduced<'_>) -> Vec<String> {
        let (alike, sketches) = &self.candidates[number];
        let alone = self.set.judge_by(*alike, sketches);
        let mut row = cells([CANDIDATES[number].0]);
        let counts = alone.own.as_ref().map(|own| own.counts).unwrap_or_default();
        let wanted = counts.true_positives + counts.false_negatives;
        row.push(share(counts.true_positives as f64 / wanted as f64));
        // A pair is a candidate for either of its documents.
        row.push(format!("{:.1}", 2.0 * counts.false_positives as f64 / sketches.len() as f64));
        row.push(own(&alone));
        for (place, (exact, exactly)) in self.exact.iter().enumerate() {
            let evaluation = evaluation(&self.verified(number, exact, exactly), Some(edits.chosen(place)));
            row.extend([own(&evaluation), share(tuned(&evaluation))]);
        }
        row
    }

    /// The scores of those pairs that are candidates.
    fn verified(&self, number: usize, exact: &Alike, exactly: &[Option<Sketch>]) -> Judgements {
        let (alike, sketches) = &self.candidates[number];
        let both: Vec<Option<(&Sketch, &Sketch)>> =
            sketches.iter().zip(exactly).map(|(sketch, exact)| sketch.as_ref().zip(exact.as_ref())).collect();
        self.set.scored(&both, scale(exact), |a, b| {
            let candidate = alike.holds(a.0, b.0).unwrap_or_default();
            candidate.then(|| exact.score(a.1, b.1).ok().flatten()).flatten()
        })
    }

    /// The stricter of the thresholds that the halves choose, among candidates of which enough are false to choose by.
    fn chosen(&self, place: usize) -> f64 {
        let (exact, exactly) = &self.exact[place];
        let [first, second] = thresholds(&evaluation(&self.verified(LOOSEST, exact, exactly), None));
        first.max(second)
    }
}

/// What is found of each kind of the harder set's pairs, by some rules at the thresholds of the edits.
fn by_kind(hard: &Reduced<'_>, edits: &Reduced<'_>) {
    let shown = [(4, 0), (8, 0), (8, 1), (13, 0), (13, 1)];
    let judged: Vec<Evaluation> = (shown.iter())
        .map(|&(number, place)| {
            let (exact, exactly) = &hard.exact[place];
            evaluation(&hard.verified(number, exact, exactly), Some(edits.chosen(place)))
        })
        .collect();
    let mut header = cells(["kind", "pairs"]);
    header
        .extend(shown.iter().map(|&(number, place)| format!("{}, {}", CANDIDATES[number].0, EXACT[place].0)));
    let kinds = judged[0].strata.iter().filter(|stratum| stratum.by == "kind");
    let rows: Vec<Vec<String>> = kinds
        .map(|kind| {
            let mut row = cells([&kind.name, &kind.pairs.to_string()]);
            let same = |evaluation: &Evaluation| {
                let found =
                    evaluation.strata.iter().find(|other| other.by == "kind" && other.name == kind.name);
                share(found.map_or(0.0, |stratum| stratum.share))
            };
            row.extend(judged.iter().map(same));
            row
        })
        .collect();
    table("The share of each kind that matches, at the thresholds of the edits", &header, &rows);
}

/// How many keys an index holds of a document.
fn keys(sketch: &Sketch) -> usize {
    match &sketch.value {
        Value::Simhash(signature) => signature.fingerprints.len(),
        Value::Shingles(shingles) => shingles.hashes.len(),
        Value::MinValues(values) => values.0.len(),
        Value::Supershingles(supershingles) => supershingles.0.len(),
        _ => 0,
    }
}

fn thresholds(evaluation: &Evaluation) -> [f64; 2] {
    evaluation.tuned.as_ref().map_or([0.0; 2], |tuned| [tuned.tests[0].threshold, tuned.tests[1].threshold])
}

fn own(evaluation: &Evaluation) -> String {
    share(evaluation.own.as_ref().and_then(|own| own.figures.f1).unwrap_or_default())
}
