//! The answer in plain words, and what it stands on.

use std::format;

use super::super::form::{Cell, Parameters, Section, Study, StudyExhibit, Table};
use super::{Budget, CorpusSurvey, MethodTrial, Offer, RecommendOptions, Sure, choose};
use crate::clusters::Estimate;
use crate::plot::{Axis, BarChart, Figure, LinePlot, Panel, PlotLine, PlotPoint};
use twinprint_native::display::{bytes, count, counted, seconds};

/// The report. `corpus` is the corpus as it stands on a command line.
pub fn study(
    options: &RecommendOptions,
    corpus: &str,
    survey: &CorpusSurvey,
    measured: &[MethodTrial],
) -> Study {
    let offers = choose(options, measured, survey.documents - survey.copies);
    let mut findings = vec![answer(options, corpus, survey, &offers)];
    findings.push(not_compared(options, survey));
    findings.extend(few(measured));
    let least = f64::from(options.thousandths) / 1000.0;
    Study {
        name: "recommend".into(),
        title: "What to run on this corpus".into(),
        question: format!(
            "Which method finds the pairs of resemblance {least} and more with precision {} and recall {}, at what cost, and which \
             documents need not be compared at all?",
            options.precision, options.recall
        ),
        findings,
        setup: vec![
            format!(
                "All pairs of {} and more were found by an exact join of shingles of {} words; exact duplicates are set apart before. \
                 Methods were tried on {} drawn evenly, so that any two are in the sample as likely as any other two.",
                format_args!("resemblance {least}"),
                options.w,
                counted(measured.first().map_or(0, |exact| exact.documents), "document")
            ),
            "Precision and recall are shares of pairs. Intervals, 95 %, are by bootstrap over sites, or files where the site is not known: \
             pages of one site are no independent draws. Of fewer than ten sites there is none. \"Sure\" means that the lower ends \
             of the intervals are where precision and recall shall be."
                .into(),
        ],
        parts: vec![methods(options, survey, &offers), alone(survey)],
        lists: [("alone.txt".to_string(), names(survey))].into(),
        parameters: parameters(options, survey, measured),
    }
}

fn answer(options: &RecommendOptions, corpus: &str, survey: &CorpusSurvey, offers: &[Offer<'_>]) -> String {
    let Some(best) = offers.first() else {
        return "Nothing that was tried stays within the budget. Give more, or leave it out.".into();
    };
    let documents = survey.documents - survey.copies;
    let how = match (&best.measured.line, best.confirmed) {
        (None, _) => "Compare all shingles".to_string(),
        (Some(line), true) => format!("Find candidates by {line} and confirm them by their shingles"),
        (Some(line), false) => format!("Take pairs as {line} finds them"),
    };
    let range = |of: Option<Estimate>| match of
        .map(|of| (of.share, of.interval, counted(of.clusters.into(), "site")))
    {
        Some((share, Some(range), sites)) => {
            format!("{share:.3} (95 %: {:.3} to {:.3}, {sites})", range.low, range.high)
        }
        Some((share, None, sites)) => format!("{share:.3} ({sites})"),
        None => "not known".into(),
    };
    let reached = match (&best.measured.line, best.confirmed) {
        (None, _) => "That is exact: precision and recall are 1".into(),
        (_, true) => format!(
            "Precision is 1, since what is given is confirmed; recall on the sample is {}",
            range(best.measured.recall())
        ),
        (_, false) => format!(
            "On the sample precision is {} and recall {}",
            range(best.measured.precision()),
            range(best.measured.recall())
        ),
    };
    let sure = match best.sure {
        Sure::Yes => "That reaches what was asked.",
        Sure::Likely => {
            "That reaches what was asked on the sample, but its intervals reach below, or there are too few sites for any."
        }
        Sure::No => "That does not reach what was asked, and nothing else within the budget does.",
    };
    let compared_by = match (&best.measured.line, best.confirmed) {
        (None, _) => "shingles",
        (_, true) => "sketches and shingles",
        (_, false) => "sketches",
    };
    let mut cost = format!("{compared_by} of some {}", bytes(best.bytes_of(documents)));
    if let Some(Budget::Seconds(_)) = options.budget {
        cost += &format!(" and some {}", seconds(best.seconds_of(documents)));
    }
    format!(
        "{how}. {reached}. {sure} It takes {cost} for all {}. The command: twinprint scan {corpus} {}",
        counted(documents, "document"),
        best.arguments(options)
    )
}

fn not_compared(options: &RecommendOptions, survey: &CorpusSurvey) -> String {
    let compared = survey.documents - survey.copies;
    let share = |part: u64| 100.0 * part as f64 / compared.max(1) as f64;
    let alone = survey.alone.len() as u64;
    format!(
        "Of {}, exact copies apart, {} ({:.1} %) are proven to have no near-duplicate: fewer of their shingles stand in any other \
         document than a resemblance of {} asks for. Another {} ({:.1} %) had to be compared and have none either. The others have \
         one or more, in {}.",
        counted(compared, "document"),
        count(alone),
        share(alone),
        f64::from(options.thousandths) / 1000.0,
        count(survey.unlike),
        share(survey.unlike),
        counted(survey.pairs, "pair")
    )
}

/// A word of caution where the sample has few pairs.
fn few(measured: &[MethodTrial]) -> Option<String> {
    const FEW: u64 = 100;
    let wanted = measured.first()?.wanted;
    (wanted < FEW).then(|| {
        format!(
            "The sample has {} to find: too few to be sure of a share. Give a larger one with --sample.",
            counted(wanted, "pair")
        )
    })
}

fn methods(options: &RecommendOptions, survey: &CorpusSurvey, offers: &[Offer<'_>]) -> Section {
    let documents = survey.documents - survey.copies;
    let timed = matches!(options.budget, Some(Budget::Seconds(_)));
    let mut head = vec![
        "method",
        "confirmed",
        "reached",
        "precision",
        "recall",
        "pairs given",
        "of them alike",
        "bytes a document",
    ];
    if timed {
        head.push("seconds for the corpus");
    }
    let row = |offer: &Offer<'_>| {
        let MethodTrial { line, found, right, .. } = offer.measured;
        // What is confirmed is alike, and the exact join gives all.
        let precision = match offer.confirmed {
            true => Cell::share(Some(1.0)),
            false => Cell::estimate(offer.measured.precision()),
        };
        let recall = match line {
            None => Cell::share(offer.measured.recall().map(|of| of.share)),
            Some(_) => Cell::estimate(offer.measured.recall()),
        };
        let mut row = vec![
            Cell::text(line.as_deref().unwrap_or("resemblance, all shingles")),
            Cell::text(if offer.confirmed { "yes" } else { "no" }),
            Cell::text(match offer.sure {
                Sure::Yes => "sure",
                Sure::Likely => "likely",
                Sure::No => "no",
            }),
            precision,
            recall,
            Cell::Count(if offer.confirmed { *right } else { *found }),
            Cell::Count(*right),
            Cell::Count(offer.bytes_of(documents) / documents.max(1)),
        ];
        if timed {
            row.push(Cell::number(offer.seconds_of(documents), 1));
        }
        row
    };
    let place = |offer: &&Offer<'_>| {
        let recall = offer.measured.recall()?;
        let interval = recall.interval.map(|range| (range.low, range.high));
        Some(PlotPoint {
            x: offer.bytes_of(documents) as f64 / documents.max(1) as f64,
            y: recall.share,
            interval,
        })
    };
    let line = |offer: &Offer<'_>| {
        let name = offer.measured.line.as_deref().unwrap_or("all shingles");
        PlotLine::points(name, place(&offer))
    };
    let unconfirmed = |offer: &&Offer<'_>| !offer.confirmed || offer.measured.line.is_none();
    let lines = offers.iter().filter(unconfirmed).map(line).collect();
    let panel = Panel::new(
        Axis::whole("bytes that a document is compared by").log(),
        Axis::share("recall"),
        LinePlot { lines, ..LinePlot::default() },
    );
    Section {
        heading: "What was tried".into(),
        text: vec![
            "The most sure first, then the cheapest for the whole corpus: by the bytes that documents are compared by and the pairs that are \
             found, or by time if the budget is one. Confirmed means that what a method finds is compared by all shingles, which are \
             kept for it, so that nothing is given that is not alike; what is lost is recall. The exact join needs no more than these \
             shingles."
                .into(),
        ],
        exhibits: vec![
            StudyExhibit::table("methods", "Every method that was tried, as it is and confirmed.", Table::new(head, offers.iter().map(row))),
            StudyExhibit::figure(
                "recall-by-bytes",
                "Recall of pairs as they are found by what a document is compared by; bars are 95 % intervals.",
                Figure { title: "Recall by what is compared".into(), panels: vec![panel] },
            ),
        ],
    }
}

fn alone(survey: &CorpusSurvey) -> Section {
    let alone = survey.alone.len() as u64;
    let alike = survey.documents - survey.copies - alone - survey.unlike;
    let bars = [
        ("exact copy", survey.copies),
        ("proven alone", alone),
        ("compared, alike with none", survey.unlike),
        ("alike with one or more", alike),
    ];
    let panel = Panel::new(
        Axis::any("what a document is"),
        Axis::whole("documents"),
        BarChart::single(bars.map(|(name, number)| (name, number as f64))),
    );
    Section {
        heading: "What need not be compared".into(),
        text: vec![
            "Manku, Jain and Das Sarma ask (section 6, question B) whether documents that have no near-duplicate can be recognised. Those of \
             whose shingles too few stand in any other document can, in one pass, before any two are compared. Their names are in \
             alone.txt."
                .into(),
        ],
        exhibits: vec![StudyExhibit::figure(
            "documents",
            "Documents by what is known of them.",
            Figure { title: "What documents are".into(), panels: vec![panel] },
        )],
    }
}

fn names(survey: &CorpusSurvey) -> Vec<u8> {
    let lines = survey.alone.iter().map(|name| twinprint_native::lines::field(name) + "\n");
    lines.collect::<String>().into_bytes()
}

fn parameters(options: &RecommendOptions, survey: &CorpusSurvey, measured: &[MethodTrial]) -> Parameters {
    let named = |name: &str, value: String| (name.to_string(), value);
    let recipe = |measured: &MethodTrial| {
        (measured.line.clone().unwrap_or("all shingles".into()), measured.recipe.clone())
    };
    Parameters {
        command: Vec::new(),
        seed: options.seed,
        settings: vec![
            named("Documents", survey.documents.to_string()),
            named("Pairs", survey.pairs.to_string()),
            named("Words in a shingle", options.w.to_string()),
            named("Least resemblance", format!("{}", f64::from(options.thousandths) / 1000.0)),
            named("Sample", options.sample.to_string()),
        ],
        recipes: measured.iter().map(recipe).collect(),
    }
}
