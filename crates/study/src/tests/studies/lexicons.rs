//! `study lexicons`: settings cut out of long prints, against each signed and compared for itself.

use std::path::Path;
use std::sync::Arc;

use twinprint::lexicon::{Lexicons, Model};
use twinprint::simhash::{Bits, Rule, TermFrequency};
use twinprint::sketch::{Alike, Method};
use twinprint::text::{Folding, Language, TextOptions};
use twinprint::{Recipe, Sketching};
use twinprint_native::corpus::{self, Listing, Source};
use twinprint_study::eval::{Columns, Half, Labels, Rules, Truth};
use twinprint_study::form::{Content, Study, StudyExhibit};
use twinprint_study::lexicons::{LexiconsOptions, Setting, SettingTrials, Signed};

fn sources() -> Vec<Source> {
    let path =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/labelled/documents.jsonl");
    corpus::documents(Listing::new([path]).entries).map(Result::unwrap).collect()
}

fn labels() -> Labels {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/labelled/pairs.tsv");
    Labels::read_pairs(&path, &Columns::default()).unwrap()
}

fn options(queries: bool) -> LexiconsOptions {
    let english = Some(Language::English);
    let text = TextOptions::default().with_stop_words(english).with_stemmer(english);
    LexiconsOptions {
        longest: 3,
        lexicons: 3,
        draws: 2,
        queries,
        rounds: 50,
        ..LexiconsOptions::new(text, None)
    }
}

fn study(options: &LexiconsOptions) -> (Vec<SettingTrials>, Study) {
    let signed = Signed::new(options, sources().into_iter().map(Ok), |_, became| became.unwrap()).unwrap();
    let truth: Truth = labels().among(&signed.names(), &Rules::default()).unwrap();
    let trials = signed.try_all(options, &truth, None, || ()).unwrap();
    let report = signed.report(options, &truth, &trials);
    (trials, report)
}

/// The distances of every pair by a setting that is written as a method, and whether the labels call it a duplicate.
fn distances(setting: &Setting, draw: u64, options: &LexiconsOptions) -> Vec<(Option<u32>, bool)> {
    let line = format!(
        "simhash-lexicons:weights=none,tf=once,w={},bits={},lexicons={},leave-out={},seed={},rule={}",
        setting.w,
        setting.bits.count(),
        setting.lexicons,
        setting.leave_out,
        options.seed + draw,
        if setting.rule == Rule::Any { "any" } else { "sum" },
    );
    compared(&Method::parse(&line, None).unwrap(), None)
}

/// The distances of every pair by a method, and whether the labels call it a duplicate.
fn compared(method: &Method, model: Option<Arc<Model>>) -> Vec<(Option<u32>, bool)> {
    let mut sketcher = method.sketcher(model).unwrap();
    let sources = sources();
    let sketches: Vec<_> =
        sources.iter().map(|source| sketcher.sketch(&source.document()).unwrap()).collect();
    let labels = labels();
    let mut found = Vec::new();
    for (a, first) in sources.iter().enumerate() {
        for (b, second) in sources.iter().enumerate().skip(a + 1) {
            let is_pair = |x: &str, y: &str| {
                (x, y) == (&first.name, &second.name) || (y, x) == (&first.name, &second.name)
            };
            let is_copy = labels.pairs.iter().any(|label| label.positive && is_pair(&label.a, &label.b));
            let distance = method.alike.score(&sketches[a], &sketches[b]).unwrap();
            found.push((distance.map(|distance| distance as u32), is_copy));
        }
    }
    found
}

/// The best F over all pairs, and the least distance that has it.
fn best_by_hand(pairs: &[(Option<u32>, bool)]) -> (u32, f64) {
    let wanted = pairs.iter().filter(|pair| pair.1).count() as f64;
    let f = |k: u32| {
        let within = |pair: &&(Option<u32>, bool)| pair.0.is_some_and(|distance| distance <= k);
        let found = pairs.iter().filter(within).count() as f64;
        let right = pairs.iter().filter(within).filter(|pair| pair.1).count() as f64;
        2.0 * right / (wanted + found)
    };
    let mut best = (0, f(0));
    for k in 1..=200 {
        if f(k) > best.1 {
            best = (k, f(k));
        }
    }
    best
}

#[test]
fn every_setting_has_the_best_f_of_each_pair_compared_for_itself() {
    let options = options(false);
    let (trials, _) = study(&options);
    let usual: Vec<&SettingTrials> = trials.iter().filter(|trials| trials.setting.terms == 0).collect();
    assert!(usual.len() > 40, "{} settings", usual.len());
    for trials in usual {
        for (drawn, draw) in trials.draws.iter().zip(0..) {
            let best = drawn.best.expect("there are pairs");
            let by_hand = best_by_hand(&distances(&trials.setting, draw, &options));
            assert_eq!(best.threshold, f64::from(by_hand.0), "{:?}", trials.setting);
            assert!((best.figures.f1.unwrap() - by_hand.1).abs() < 1e-12, "{:?}", trials.setting);
        }
    }
}

#[test]
fn every_kind_of_terms_has_the_best_f_of_each_pair_compared_for_itself() {
    let model = Arc::new(Model::english().unwrap());
    let options =
        LexiconsOptions { model: Some(model.clone()), longest: 2, lexicons: 1, draws: 1, ..options(false) };
    let usual = options.text;
    let in_all = usual.with_stop_words(None);
    let bare = in_all.with_stemmer(None);
    let folded = |others| {
        Folding::default().with_case(false).with_nfkc(others).with_invisible(others).with_look_alikes(others)
    };
    let (weighed, phrases) = (true, true);
    let mut kinds = vec![
        (usual, weighed, !phrases, TermFrequency::Once),
        (usual, weighed, !phrases, TermFrequency::Log),
        (usual, weighed, !phrases, TermFrequency::Raw),
        (usual, !weighed, !phrases, TermFrequency::Once),
        (in_all, weighed, !phrases, TermFrequency::Once),
    ];
    kinds.extend((model.phrases() > 0).then_some((usual, weighed, phrases, TermFrequency::Once)));
    let unweighed =
        [in_all, usual.with_stemmer(None), bare, bare.with_fold(folded(true)), bare.with_fold(folded(false))];
    kinds.extend(unweighed.map(|text| (text, !weighed, !phrases, TermFrequency::Once)));
    let (trials, _) = study(&options);
    assert_eq!(trials.iter().map(|trials| trials.setting.terms).max(), Some(kinds.len() - 1));
    for trials in &trials {
        let Setting { terms, w, bits, .. } = trials.setting;
        let (text, weighed, phrases, tf) = kinds[terms];
        let sketching = Sketching::Simhash { bits, lexicons: Lexicons::seeded(options.seed, 1) };
        let weights = weighed.then(|| model.id());
        let recipe = Recipe::default()
            .with_text(text)
            .with_w(w)
            .with_weights(weights)
            .with_phrases(phrases)
            .with_tf(tf)
            .with_sketching(sketching);
        let method = Method::new(recipe, Alike::Within { k: 3, rule: Rule::Any });
        let by_hand = best_by_hand(&compared(&method, Some(model.clone())));
        let best = trials.draws[0].best.expect("there are pairs");
        assert_eq!(best.threshold, f64::from(by_hand.0), "{:?}", trials.setting);
        assert!((best.figures.f1.unwrap() - by_hand.1).abs() < 1e-12, "{:?}", trials.setting);
    }
}

#[test]
fn one_lexicon_has_nothing_to_draw() {
    let (trials, _) = study(&options(false));
    for trials in &trials {
        assert_eq!(
            trials.draws.len(),
            if trials.setting.lexicons == 1 { 1 } else { 2 },
            "{:?}",
            trials.setting
        );
    }
}

#[test]
fn what_a_half_chooses_is_the_best_there_and_is_judged_on_the_other() {
    let options = options(true);
    let (trials, report) = study(&options);
    let Content::Table(table) = &exhibit(&report, "chosen").content else { panic!("a table") };
    assert!(!table.rows.is_empty());
    for half in Half::BOTH {
        let best = trials.iter().filter_map(|trials| trials.chosen_by(half)).fold(0.0, f64::max);
        let test = trials
            .iter()
            .filter(|trials| trials.chosen_by(half) == Some(best))
            .min_by_key(|trials| trials.setting.size())
            .and_then(|trials| trials.draws[0].tested[half.other() as usize])
            .unwrap();
        let said = report.findings[0].contains(&format!("F {test:.3}"));
        assert!(said, "{half:?}: {test:.3} in {}", report.findings[0]);
    }
}

fn exhibit<'a>(study: &'a Study, name: &str) -> &'a StudyExhibit {
    let mut all = study.parts.iter().flat_map(|part| &part.exhibits);
    all.find(|exhibit| exhibit.name == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn the_report_names_the_axes_of_every_figure() {
    let (_, report) = study(&options(true));
    let mut figures = 0;
    for exhibit in report.parts.iter().flat_map(|part| &part.exhibits) {
        assert!(!exhibit.caption.is_empty(), "{}", exhibit.name);
        if let Content::Figure(figure) = &exhibit.content {
            assert!(!figure.title.is_empty() && !figure.panels.is_empty(), "{}", exhibit.name);
            assert!(figure.panels.iter().all(|panel| !panel.x.label.is_empty() && !panel.y.label.is_empty()));
            figures += 1;
        }
    }
    assert!(figures >= 6, "{figures} figures");
    assert_eq!(report.parameters.seed, 1);
}

#[test]
fn longer_prints_are_tried_where_they_are_asked_for() {
    let options = LexiconsOptions { bits: vec![Bits::B128], longest: 1, lexicons: 1, ..options(false) };
    let (trials, _) = study(&options);
    assert!(trials.iter().all(|trials| trials.setting.bits == Bits::B128 && trials.setting.lexicons == 1));
}
