//! `study agreement`, against every pair of a small corpus.

use std::collections::{BTreeMap, BTreeSet};

use twinprint::sketch::{Preset, Value};
use twinprint::{Document, hash};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::{Coding, Gathered};
use twinprint_study::agreement::{
    AgreementDrawing, AgreementFindings, AgreementOptions, AgreementPairs, Algorithm, AlgorithmVariant, BITS,
    CODINGS, Codes, JudgedPair, LEAST_AGREEING, LOOKED_AT, PairVerdict, SiteRelation, Texts,
};
use twinprint_study::verdict::{JudgeKind, Thresholds, Verdict};

use crate::tests::scans::gather_codes;
use crate::tests::texts::texts as short_texts;

/// Texts in frames of 250 words, one for those that begin with like words.
fn texts(count: usize) -> Vec<String> {
    let framed = |text: &String| {
        let first = text.split(' ').next().map_or(0, str::len) as u64 + text.as_bytes()[5] as u64;
        let word = |at: u64| format!(" frame{}", hash::mix(first << 32 | at) % 3_000);
        text.clone() + &(0..250).map(word).collect::<String>()
    };
    short_texts(count).iter().map(framed).collect()
}

/// What is known of a pair by looking at it.
#[derive(Debug, Clone, Copy)]
struct Looked {
    documents: (u32, u32),
    equal: u32,
    agreeing: u32,
    sites: SiteRelation,
    verdict: Verdict,
}

/// All pairs of distinct texts, by the presets' sketches and by words and shingles as they are.
fn every_pair(texts: &[String]) -> Vec<Looked> {
    let sketch = |preset: Preset, text: &str| {
        let mut sketcher = preset.method(None).sketcher(None).expect("a sketcher");
        sketcher.sketch(&Document::plain("", text)).expect("words").value
    };
    let mut seen = BTreeSet::new();
    let mut documents = Vec::new();
    for (at, text) in (0u32..).zip(texts) {
        if seen.insert(text) {
            let Value::Supershingles(b) = sketch(Preset::Henzinger06B, text) else { panic!("supershingles") };
            let Value::Projection(c) = sketch(Preset::Henzinger06C, text) else { panic!("a projection") };
            let words: Vec<&str> = text.split(' ').collect();
            let shingles: BTreeSet<Vec<&str>> = words.windows(3).map(<[&str]>::to_vec).collect();
            documents.push((at, b, c, shingles));
        }
    }
    let mut pairs = Vec::new();
    for (at, y) in documents.iter().enumerate() {
        for x in &documents[..at] {
            let shared = x.3.intersection(&y.3).count();
            let resemblance = shared as f64 / (x.3.len() + y.3.len() - shared) as f64;
            let verdict = match resemblance {
                of if of >= 0.8 => Verdict::Correct,
                of if of >= 0.5 => Verdict::Undecided,
                _ => Verdict::Incorrect,
            };
            pairs.push(Looked {
                documents: (x.0, y.0),
                equal: x.1.b_similarity(&y.1) as u32,
                agreeing: x.2.similarity(&y.2),
                sites: if x.0 % 4 == y.0 % 4 { SiteRelation::Same } else { SiteRelation::Different },
                verdict,
            });
        }
    }
    pairs
}

fn options(sample: usize) -> AgreementOptions {
    AgreementOptions {
        thresholds: Thresholds::default(),
        drawing: AgreementDrawing { sample, seed: 3 },
        keep: 0.8,
        place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
    }
}

struct Studied {
    gathered: Gathered,
    texts: Texts,
}

impl Studied {
    fn new(written: &[String]) -> Studied {
        let (gathered, sources) = gather_codes(written, &CODINGS);
        let mut texts = Texts::new(&std::env::temp_dir()).expect("a file");
        for (ordinal, source) in (0..).zip(sources) {
            texts.take(ordinal, source).expect("room");
        }
        Studied { gathered, texts }
    }

    fn found(&self, options: &AgreementOptions) -> AgreementPairs {
        let AgreementOptions { thresholds, drawing, place, .. } = options;
        AgreementPairs::of(&self.gathered, thresholds.correct, *drawing, place, &|_, _| ()).expect("pairs")
    }

    fn study(&self, options: &AgreementOptions, labelled: Option<&[PairVerdict]>) -> AgreementFindings {
        let found = self.found(options);
        let labelled = labelled.map(|labelled| (labelled, JudgeKind::People));
        AgreementFindings::of(&self.gathered, found, &self.texts, labelled, options, &|_, _| ())
            .expect("a study")
    }
}

fn count(pairs: &[Looked], wanted: impl Fn(&Looked) -> bool) -> u64 {
    pairs.iter().filter(|pair| wanted(pair)).count() as u64
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn pairs_and_similarities_are_those_of_every_pair_looked_at() {
    let texts = texts(300);
    let pairs = every_pair(&texts);
    let found = Studied::new(&texts).found(&options(10));
    for sites in [SiteRelation::Same, SiteRelation::Different] {
        for equal in 2..=6 {
            let expected = count(&pairs, |pair| pair.equal == equal && pair.sites == sites);
            assert_eq!(found.b.joint.pairs(|of, at, _| at == equal && of == sites), expected);
            assert_eq!(found.b.tally.pairs(|kind| kind.score == equal && kind.sites == sites), expected);
        }
        for agreeing in LOOKED_AT..=BITS {
            let expected = count(&pairs, |pair| pair.agreeing == agreeing && pair.sites == sites);
            assert_eq!(
                found.c.joint.pairs(|of, _, at| at == agreeing && of == sites),
                expected,
                "{agreeing}"
            );
        }
        let expected = count(&pairs, |pair| pair.verdict == Verdict::Correct && pair.sites == sites);
        assert_eq!(found.alike(Some(sites)), expected);
    }
    let both = |pair: &Looked| pair.equal >= 2 && pair.agreeing >= LEAST_AGREEING;
    assert_eq!(found.c.joint.pairs(|_, equal, agreeing| equal >= 2 && agreeing >= 372), count(&pairs, both));
    assert!(count(&pairs, both) > 20 && count(&pairs, |pair| pair.equal >= 2) > 60);
}

#[test]
fn degrees_are_those_of_every_pair_looked_at() {
    let texts = texts(300);
    let pairs = every_pair(&texts);
    let found = Studied::new(&texts).found(&options(10));
    let degrees = |near: &dyn Fn(&Looked) -> bool| {
        let mut of: BTreeMap<u32, u32> = BTreeMap::new();
        for (a, b) in pairs.iter().filter(|pair| near(pair)).map(|pair| pair.documents) {
            *of.entry(a).or_default() += 1;
            *of.entry(b).or_default() += 1;
        }
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        of.values().for_each(|&degree| *counts.entry(degree).or_default() += 1);
        counts
    };
    assert_eq!(found.b.degrees.counts, degrees(&|pair| pair.equal >= 2));
    assert_eq!(found.c.degrees.counts, degrees(&|pair| pair.agreeing >= LEAST_AGREEING));
}

#[test]
fn where_every_pair_is_drawn_precision_recall_and_r_are_exact() {
    let texts = texts(300);
    let pairs = every_pair(&texts);
    let studied = Studied::new(&texts);
    let findings = studied.study(&options(100_000), None);
    let correct = |pair: &Looked| pair.verdict == Verdict::Correct;
    let share = |of: &dyn Fn(&Looked) -> bool| {
        count(&pairs, |pair| of(pair) && correct(pair)) as f64 / count(&pairs, of) as f64
    };
    let in_b = |pair: &Looked| pair.equal >= 2;
    assert!(close(findings.b.precision(None).unwrap().share, share(&in_b)));
    for sites in [SiteRelation::Same, SiteRelation::Different] {
        let expected = share(&|pair| in_b(pair) && pair.sites == sites);
        assert!(close(findings.b.precision(Some(sites)).unwrap().share, expected));
    }
    for agreeing in [362, 368, 372] {
        let own = findings.c.share(|pair| pair.agreeing >= agreeing, JudgedPair::is_correct).unwrap();
        assert!(close(own.share, share(&|pair| pair.agreeing >= agreeing)), "{agreeing}");
        let (in_c, in_b) = (
            count(&pairs, |pair| pair.agreeing >= agreeing && correct(pair)),
            count(&pairs, |pair| in_b(pair) && correct(pair)),
        );
        assert!(close(findings.c_relative(agreeing).unwrap().share, in_c as f64 / in_b as f64));
        let recall = findings.recall(&findings.c, None, agreeing, 0).unwrap();
        assert!(close(recall, in_c as f64 / count(&pairs, correct) as f64));
    }
    // The variants begin with the two algorithms themselves.
    let as_b = &findings.results[0].last().unwrap();
    assert!(
        close(as_b.precision[0].unwrap().share, share(&in_b)) && close(as_b.relative.unwrap().share, 1.0)
    );
    let as_c = findings.results[1].iter().find(|result| result.threshold == 372).unwrap();
    assert!(close(as_c.precision[0].unwrap().share, share(&|pair| pair.agreeing >= 372)));
    assert_eq!(as_c.pairs, count(&pairs, |pair| pair.agreeing >= 372));
}

#[test]
fn what_the_paper_leaves_open_is_answered_as_by_every_pair_looked_at() {
    let texts = texts(300);
    let pairs = every_pair(&texts);
    let studied = Studied::new(&texts);
    let findings = studied.study(&options(100_000), None);
    let correct = |pair: &Looked| pair.verdict == Verdict::Correct;
    let correct_of_b = count(&pairs, |pair| pair.equal >= 2 && correct(pair)) as f64;
    let mut of_some = 0;
    for (variant, results) in AlgorithmVariant::all().into_iter().zip(&findings.results) {
        let codes = Codes(studied.gathered.codes(variant.coding).expect("codes"));
        let score = |pair: &Looked| {
            let (a, b) = pair.documents;
            match CODINGS[variant.coding] {
                Coding::Supershingles { .. } => codes.equal(a, b),
                Coding::Projection { .. } => codes.agreeing(a, b, variant.bits),
            }
        };
        for result in results {
            let is_found = |pair: &Looked| score(pair) >= result.threshold;
            let (found, right) =
                (count(&pairs, is_found), count(&pairs, |pair| is_found(pair) && correct(pair)) as f64);
            let what = format!("{} from {}", variant.name(), result.threshold);
            assert_eq!(result.pairs, found, "{what}");
            let precision = result.precision[0].map(|precision| precision.share);
            assert!(precision.is_none_or(|share| close(share, right / found as f64)), "{what}");
            assert!(result.relative.is_none_or(|of| close(of.share, right / correct_of_b)), "{what}");
            of_some += u32::from(precision.is_some() && right > 0.0);
        }
    }
    assert!(of_some > 40, "{of_some} answers that say something");
}

#[test]
fn the_two_halves_of_the_combination_are_all_that_was_judged() {
    let texts = texts(300);
    let findings = Studied::new(&texts).study(&options(100_000), None);
    let combined = &findings.combined;
    let judged = findings.b.judged().count();
    assert_eq!(combined.first.judged().count() + combined.second.judged().count(), judged);
    let chosen = combined.chosen.expect("a cut-off");
    let cut = |agreeing: u32| combined.cuts[agreeing as usize];
    assert!(cut(chosen).recall.unwrap().share >= 0.8);
    for other in combined.cuts.iter().filter(|cut| cut.recall.is_some_and(|recall| recall.share >= 0.8)) {
        assert!(other.precision.unwrap().share <= cut(chosen).precision.unwrap().share);
    }
    assert!(combined.tested(None, chosen).precision.is_some());
}

#[test]
fn what_a_few_pairs_say_is_near_what_all_say() {
    let texts = texts(300);
    let studied = Studied::new(&texts);
    let (few, all) = (studied.study(&options(25), None), studied.study(&options(100_000), None));
    let (few, truth) = (few.b.precision(None).unwrap(), all.b.precision(None).unwrap().share);
    // The pages are of four sites, which is too few for an interval.
    assert!(
        (few.share - truth).abs() < 0.1 && few.clusters == 4 && few.interval.is_none(),
        "{few:?} {truth}"
    );
}

#[test]
fn peoples_verdicts_count_in_place_of_resemblance() {
    let texts = texts(200);
    let studied = Studied::new(&texts);
    let options = options(5);
    let found = studied.found(&options);
    let said = |algorithm, (kind, a, b)| PairVerdict {
        algorithm,
        kind,
        documents: (a, b),
        verdict: Verdict::Correct,
    };
    let of_b = found.b.tally.drawn().map(|pair| said(Algorithm::B, pair));
    let labelled: Vec<PairVerdict> =
        of_b.chain(found.c.tally.drawn().map(|pair| said(Algorithm::C, pair))).collect();
    let findings = studied.study(&options, Some(&labelled));
    assert!(close(findings.b.precision(None).unwrap().share, 1.0));
    assert_eq!(findings.recall(&findings.b, None, 0, 2), None);
    let some: Vec<PairVerdict> = labelled.into_iter().filter(|of| of.kind.score != 3).collect();
    assert_eq!(studied.study(&options, Some(&some)).b.precision(None), None);
}
