//! Judging by labels: counts, thresholds, halves and intervals against their definitions.

use proptest::prelude::*;
use twinprint::{Checker, Document};
use twinprint_study::eval::{
    Columns, Counts, Evaluation, EvaluationOptions, Figures, Half, Judgements, Labels, PairGrouping, Rules,
    Scale, Scope, Siblings, best, judge_pairs, judge_queries, plot, report, sweep, tune,
};

use crate::tests::reference;

/// Documents that are numbers, none for some, and labels of some of their pairs: copies come before their sources.
#[derive(Debug, Clone)]
struct Set {
    sketches: Vec<Option<u32>>,
    labels: Vec<(usize, usize, bool)>,
}

fn set() -> impl Strategy<Value = Set> {
    let sketches = prop::collection::vec(prop::option::weighted(0.9, 0u32..30), 3..25);
    let label = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>());
    (sketches, prop::collection::vec(label, 1..30)).prop_map(|(sketches, drawn)| {
        let mut labels = vec![(0, 1, true)];
        for (a, b, positive) in drawn {
            let (a, b) = (a.index(sketches.len()), b.index(sketches.len()));
            if a < b && !labels.iter().any(|&(x, y, _)| (x, y) == (a, b)) {
                labels.push((a, b, positive));
            }
        }
        Set { sketches, labels }
    })
}

impl Set {
    fn ids(&self) -> Vec<String> {
        (0..self.sketches.len()).map(|at| format!("d{at}")).collect()
    }

    fn labels(&self) -> Labels {
        let line = |&(a, b, positive): &(usize, usize, bool)| format!("d{a}\td{b}\t{}\n", u8::from(positive));
        let text: String = self.labels.iter().map(line).collect();
        Labels::parse("pairs.tsv", &text, &Columns::default()).unwrap()
    }

    fn judge(&self, scale: Scale) -> Judgements {
        let truth = self.labels().among(&self.ids(), &Rules::default()).unwrap();
        judge_pairs(&self.sketches, &truth, scale, |a, b| Some(score(scale, *a, *b)))
    }

    /// What there is between two documents, in either order.
    fn pair(&self, scale: Scale, a: usize, b: usize) -> (Option<f64>, bool) {
        let score = self.sketches[a].zip(self.sketches[b]).map(|(a, b)| score(scale, a, b));
        (score, self.labels.contains(&(a, b, true)) || self.labels.contains(&(b, a, true)))
    }

    fn pairs(&self, scale: Scale) -> Vec<(Option<f64>, bool)> {
        let documents = 0..self.sketches.len();
        documents
            .clone()
            .flat_map(|a| (a + 1..documents.end).map(move |b| (a, b)))
            .map(|(a, b)| self.pair(scale, a, b))
            .collect()
    }
}

fn score(scale: Scale, a: u32, b: u32) -> f64 {
    match scale {
        Scale::Distance => a.abs_diff(b).into(),
        Scale::Count => (a & b).count_ones().into(),
        Scale::Fraction => f64::from(a.min(b) + 1) / f64::from(a.max(b) + 1),
    }
}

/// Whether a score is as alike as the threshold says, as scores are kept.
fn matches(scale: Scale, threshold: f64) -> impl Fn(f64) -> bool {
    move |score| match scale {
        Scale::Distance => score <= threshold,
        Scale::Count => score >= threshold.max(1.0),
        Scale::Fraction => (score * 10_000.0).round() >= (threshold * 10_000.0).round(),
    }
}

fn scale() -> impl Strategy<Value = Scale> {
    prop::sample::select(vec![Scale::Distance, Scale::Count, Scale::Fraction])
}

fn numbers(counts: Counts) -> (u64, u64, u64) {
    (counts.true_positives, counts.false_positives, counts.false_negatives)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_sweep_is_what_each_threshold_gives_alone(set in set(), scale in scale()) {
        let pairs = set.pairs(scale);
        let curve = sweep(&set.judge(scale), &Half::BOTH);
        for point in &curve {
            let expected = reference::confusion(&pairs, matches(scale, point.threshold));
            prop_assert_eq!(numbers(point.counts), expected);
            prop_assert_eq!(point.figures, point.counts.figures());
        }
        // Every score is a threshold, and no other F is better than the best.
        for score in pairs.iter().filter_map(|pair| pair.0) {
            let (found, wrong, missed) = reference::confusion(&pairs, matches(scale, score));
            let f1 = 2.0 * found as f64 / (2 * found + wrong + missed) as f64;
            prop_assert!(best(&curve).and_then(|best| best.figures.f1).unwrap_or(0.0) >= f1);
        }
    }

    #[test]
    fn queries_are_judged_one_by_one_and_averaged(set in set(), scale in scale()) {
        let truth = set.labels().among(&set.ids(), &Rules::default()).unwrap();
        let judgements = judge_queries(&set.sketches, &truth, scale, |a, b| Some(score(scale, *a, *b)));
        let mut sources: Vec<usize> = set.labels.iter().filter(|label| label.2).map(|label| label.1).collect();
        sources.sort();
        sources.dedup();
        prop_assert_eq!(judgements.queries, Some(sources.len()));
        for point in sweep(&judgements, &Half::BOTH) {
            let of = |&source: &usize| {
                let others = (0..set.sketches.len()).filter(|&other| other != source);
                let pairs: Vec<_> = others.map(|other| set.pair(scale, source, other)).collect();
                reference::confusion(&pairs, matches(scale, point.threshold))
            };
            let counts: Vec<(u64, u64, u64)> = sources.iter().map(of).collect();
            let mean = |shares: Vec<f64>| shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            let found_some = counts.iter().filter(|&&(found, wrong, _)| found + wrong > 0);
            let precision = mean(found_some.map(|&(found, wrong, _)| found as f64 / (found + wrong) as f64).collect());
            let recall = mean(counts.iter().map(|&(found, _, missed)| found as f64 / (found + missed) as f64).collect());
            let close = |figure: Option<f64>, expected: f64| (figure.unwrap_or(0.0) - expected).abs() < 1e-12;
            prop_assert!(close(point.figures.precision, precision), "{:?} {}", point, precision);
            prop_assert!(close(point.figures.recall, recall));
            prop_assert!(close(point.figures.f1, 2.0 * precision * recall / (precision + recall).max(1e-300)));
        }
    }

    #[test]
    fn the_halves_have_nothing_in_common_and_make_the_whole(set in set(), scale in scale()) {
        let judgements = set.judge(scale);
        let at_most = |halves: &[Half], level: i32| {
            let curve = sweep(&judgements, halves);
            curve.iter().rev().find(|point| point.level >= level).map_or((0, 0), |point| {
                (point.counts.true_positives, point.counts.false_positives)
            })
        };
        for point in sweep(&judgements, &Half::BOTH) {
            let [first, second] = Half::BOTH.map(|half| at_most(&[half], point.level));
            let both = (point.counts.true_positives, point.counts.false_positives);
            prop_assert_eq!((first.0 + second.0, first.1 + second.1), both);
        }
    }

    #[test]
    fn a_tuned_threshold_is_as_good_on_its_half_as_the_best(set in set(), scale in scale()) {
        let judgements = set.judge(scale);
        for half in Half::BOTH {
            let curve = sweep(&judgements, &[half]);
            let Some(level) = tune(&curve) else { continue };
            let at = curve.iter().rev().find(|point| point.level >= level).unwrap();
            prop_assert_eq!(at.figures.f1, best(&curve).unwrap().figures.f1);
        }
    }

    #[test]
    fn the_order_of_the_documents_changes_nothing(set in set(), scale in scale()) {
        let ids: Vec<String> = set.ids().into_iter().rev().collect();
        let sketches: Vec<Option<u32>> = set.sketches.iter().copied().rev().collect();
        let truth = set.labels().among(&ids, &Rules::default()).unwrap();
        let turned = judge_pairs(&sketches, &truth, scale, |a, b| Some(score(scale, *a, *b)));
        let options = EvaluationOptions { rounds: 20, ..EvaluationOptions::default() };
        let judged = Evaluation::new("method", &set.judge(scale), &options);
        prop_assert_eq!(judged, Evaluation::new("method", &turned, &options));
    }

    #[test]
    fn intervals_hold_the_figure_they_are_of(set in set(), scale in scale()) {
        let options = EvaluationOptions { rounds: 200, ..EvaluationOptions::default() };
        let best = Evaluation::new("method", &set.judge(scale), &options).best;
        if let Some((best, interval)) = best.and_then(|best| Some((best.figures.recall?, best.recall_interval?))) {
            prop_assert!((interval.low..=interval.high).contains(&best), "{best} {interval:?}");
        }
    }
}

#[test]
fn figures_without_a_denominator_are_not_made_up() {
    let nothing = Counts::default().figures();
    assert_eq!(nothing, Figures { precision: None, recall: None, f1: None });
    let wrong = Counts { true_positives: 0, false_positives: 2, false_negatives: 0 }.figures();
    assert_eq!(wrong, Figures { precision: Some(0.0), recall: None, f1: Some(0.0) });
    assert_eq!(Figures::macro_average(&[]), Figures::default());
}

#[test]
fn labels_that_cannot_be_understood_are_refused_with_file_and_line() {
    let refused = |text: &str, columns: Columns| {
        Labels::parse("l.tsv", text, &columns).expect_err("it is refused").to_string()
    };
    let numbers = Columns { at_least: Some(0.5), ..Columns::default() };
    let fifth = Columns { label: Some(5), ..Columns::default() };
    let cases = [
        ("a b\n", Columns::default(), "l.tsv line 1: there is 1 column; give two ids, separated by a tab"),
        (
            "a\tb\n\na\ta\n",
            Columns::default(),
            "l.tsv line 3: \"a\" is paired with itself; give two different ids",
        ),
        (
            "a\tb\t1\nb\ta\t0\n",
            Columns::default(),
            "l.tsv line 2: \"b\" and \"a\" have another label, too; label every pair once",
        ),
        (
            "a\tb\t0.5\na\tc\thigh\n",
            numbers,
            "l.tsv line 2: the label \"high\" is no number; leave --label-from out, or name another column with --label",
        ),
        (
            "a\tb\t1\n",
            fifth,
            "l.tsv line 1: there is no column 5, only 3; give a number from 1 to that of the last column",
        ),
        (
            "\n",
            Columns::default(),
            "l.tsv: there are no labels in it; give a line with two ids for each pair",
        ),
    ];
    for (text, columns, message) in cases {
        assert_eq!(refused(text, columns), message);
    }
    let error = Labels::parse_groups("g.tsv", "a\tx\nb\tx\na\ty\n").unwrap_err().to_string();
    assert_eq!(error, "g.tsv line 3: \"a\" is in a group already, by line 1; leave one of the lines out");
    let error =
        Labels::parse("l.tsv", "a\tb\n", &Columns::default()).unwrap().among(&["c", "d"], &Rules::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "labels: no labelled pair is among the documents; give the documents the labels are of"
    );
    let text: String = (0..4000).map(|at| format!("d{at}\tone\n")).collect();
    let error = Labels::parse_groups("g.tsv", &text).unwrap_err().to_string();
    assert!(
        error.starts_with("g.tsv: its groups make 7998000 pairs, more than the 5000000 taken;"),
        "{error}"
    );
    let error = Labels::parse("l.tsv", "a\tb\n", &Columns::default())
        .unwrap()
        .among(&["a", "b", "a"], &Rules::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "labels: two documents have the id \"a\", which has a label; give every document an id of its own"
    );
}

proptest! {
    #[test]
    fn any_text_is_labels_or_an_error(text in "([ab0-9.:\\-non\t ]{0,12}\n?){0,6}", label in 0usize..5, kind in prop::option::of(0usize..5)) {
        let columns = Columns { label: Some(label), kind, at_least: kind.map(|_| 0.5), ..Columns::default() };
        for columns in [columns, Columns::default()] {
            let labels = Labels::parse("l.tsv", &text, &columns);
            prop_assert!(labels.map_or(true, |labels| labels.pairs.iter().all(|pair| pair.a != pair.b)));
        }
        prop_assert!(Labels::parse_groups("g.tsv", &text).map_or(true, |labels| !labels.pairs.is_empty()));
    }
}

#[test]
fn a_label_is_a_verdict_a_kind_or_a_number() {
    let read = |text: &str, columns: &Columns| {
        let labels = Labels::parse("l.tsv", text, columns).unwrap().pairs;
        labels.into_iter().map(|label| (label.positive, label.kind)).collect::<Vec<_>>()
    };
    let text = "a\tb\tTrue\toverlap:30\r\na\tc\tnegative\tshuffled\r\na\td\treplace:10\r\na\te\tnon\r\n";
    let expected = [(true, "overlap:30"), (false, "shuffled"), (true, "replace:10"), (false, "non")];
    assert_eq!(
        read(text, &Columns::default()),
        expected.map(|(positive, kind)| (positive, kind.to_string()))
    );
    let resemblance = Columns { at_least: Some(0.5), ..Columns::default() };
    let expected = [(true, "0.5".to_string()), (false, "0.4".to_string())];
    assert_eq!(read("a\tb\t0.5\t1\na\tc\t0.4999\t1\n", &resemblance), expected);
    assert_eq!(read("a\tb\n", &Columns::default()), [(true, String::new())]);
}

/// Two copies of a source, and a stranger; which pairs count, and what they are.
#[test]
fn pairs_without_a_label_are_what_the_rules_say() {
    let labels = Labels::parse("l.tsv", "copy\tsource\ncopy2\tsource\n", &Columns::default()).unwrap();
    let ids = ["source", "copy", "copy2", "stranger"];
    let sizes = |rules: Rules| {
        let truth = labels.among(&ids, &rules).unwrap();
        judge_pairs(&[Some(0); 4], &truth, Scale::Distance, |_, _| Some(0.0)).sizes()
    };
    assert_eq!(sizes(Rules::default()), (2, 4));
    assert_eq!(sizes(Rules { siblings: Siblings::Ignored, ..Rules::default() }), (2, 3));
    assert_eq!(sizes(Rules { siblings: Siblings::Positive, ..Rules::default() }), (3, 3));
    assert_eq!(sizes(Rules { scope: Scope::Listed, ..Rules::default() }), (2, 0));
    let groups = ["x", "x", "x", "y"].map(String::from).to_vec();
    assert_eq!(sizes(Rules { scope: Scope::Within(groups), ..Rules::default() }), (2, 1));
    let without = vec![String::new(); 4];
    assert_eq!(sizes(Rules { scope: Scope::Within(without), ..Rules::default() }), (2, 0));
    let groups = Labels::parse_groups("g.tsv", "source\ts\ncopy\ts\ncopy2\ts\n").unwrap();
    assert_eq!(groups.pairs.len(), 3);
}

/// Three copies of one text, edited more and more, among others.
fn judged_copies() -> Vec<Evaluation> {
    let words: Vec<String> = (0..200).map(|word| format!("word{word}")).collect();
    let copy = |every: usize| {
        let word =
            |(at, word): (usize, &String)| if at % every == 1 { format!("new{at}") } else { word.clone() };
        words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    };
    let other = |number: usize| (0..150).map(|word| format!("other{number}x{word} ")).collect::<String>();
    let mut texts = vec![words.join(" "), copy(50), copy(20), copy(9)];
    texts.extend((0..8).map(other));
    let checker = Checker::default();
    let read = |text: &String| checker.read(&Document::plain("document", text)).ok();
    let documents: Vec<_> = texts.iter().map(read).collect();
    let ids: Vec<String> = (0..texts.len()).map(|at| format!("d{at}")).collect();
    let text = "d1\td0\tedit:2\nd2\td0\tedit:5\nd3\td0\tedit:11\nd4\td0\tnon\n";
    let labels = Labels::parse("l.tsv", text, &Columns::default()).unwrap();
    let truth = labels.among(&ids, &Rules::default()).unwrap();
    let options = EvaluationOptions {
        by: vec![PairGrouping::Kind, PairGrouping::Rate, PairGrouping::Length(vec![1000; 12])],
        rounds: 50,
        ..EvaluationOptions::default()
    };
    let resemblance = judge_queries(&documents, &truth, Scale::Fraction, |a, b| {
        Some(checker.numbers(a, b).ok()?.0.resemblance)
    });
    let simhash = judge_queries(&documents, &truth, Scale::Distance, |a, b| {
        Some(f64::from((a.fingerprint().0 ^ b.fingerprint().0).count_ones()))
    });
    vec![
        Evaluation::new("resemblance", &resemblance, &options),
        Evaluation::new(
            "<b>\"simhash\" & co",
            &simhash,
            &EvaluationOptions { threshold: Some(3.0), ..options },
        ),
    ]
}

#[test]
fn edited_copies_are_found_and_told_apart_by_rate() {
    let evaluation = &judged_copies()[0];
    assert_eq!(evaluation.best.as_ref().and_then(|best| best.figures.f1), Some(1.0));
    let names: Vec<(&str, &str, bool)> =
        evaluation.strata.iter().map(|stratum| (stratum.by, &*stratum.name, stratum.positive)).collect();
    let expected = [
        ("kind", "edit:2", true),
        ("kind", "edit:5", true),
        ("kind", "edit:11", true),
        ("kind", "non", false),
        ("rate", "2", true),
        ("rate", "5", true),
        ("rate", "11", true),
        ("length", "512-1023", true),
        ("length", "512-1023", false),
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_report_reads_the_same_in_every_form() {
    let evaluations = judged_copies();
    let table = report::table(&evaluations);
    assert!(table.starts_with("12 documents; queries: 1, with 3 duplicates;"), "{table}");
    assert!(table.lines().any(|line| line.contains("<= 3") && line.contains("by the method")), "{table}");
    let json = report::json_lines(&evaluations).unwrap();
    for (line, evaluation) in json.lines().zip(&evaluations) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["method"], *evaluation.method);
        assert_eq!(value["best"]["figures"]["f1"].as_f64(), evaluation.best.as_ref().unwrap().figures.f1);
        assert_eq!(value["curve"].as_array().unwrap().len(), evaluation.curve.len());
    }
    for text in [report::tsv(&evaluations), report::curve_tsv(&evaluations)] {
        let columns: Vec<usize> = text.lines().map(|line| line.split('\t').count()).collect();
        assert!(columns.len() > 3 && columns.iter().all(|count| *count == columns[0]), "{text}");
    }
}

#[test]
fn plots_are_svg_whatever_a_method_is_called() {
    let evaluations = judged_copies();
    for figure in [plot::precision_recall(&evaluations), plot::f1_by_threshold(&evaluations)] {
        let svg = figure.svg();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("&lt;b&gt;&quot;simhash&quot; &amp; co") && !svg.contains("<b>"), "{svg}");
    }
    for figure in [plot::precision_recall(&[]), plot::f1_by_threshold(&[])] {
        assert!(figure.svg().ends_with("</svg>\n"));
    }
}
