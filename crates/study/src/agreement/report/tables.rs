//! Tables of pairs and of what they are.

use std::format;

use super::super::super::clusters::Estimate;
use super::super::super::form::{Cell, StudyExhibit, Table};
use super::super::super::verdict::Verdict;
use super::super::{
    AgreementFindings, BITS, JudgedPair, JudgedSample, LEAST_AGREEING, LEAST_EQUAL, LOOKED_AT, RANGES,
    SiteRelation,
};
use super::paper;
use twinprint::difference::{DifferenceKind, Reason};

pub(super) fn estimate(found: Option<Estimate>) -> Cell {
    Cell::estimate(found)
}

fn ratio(some: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| some as f64 / all as f64)
}

/// All pairs, then by their sites; the site is not known of some only where there are any.
pub(super) fn classes(sample: &JudgedSample) -> Vec<(&'static str, Option<SiteRelation>)> {
    let own = SiteRelation::ALL.into_iter().filter(|&sites| sample.pairs(|kind| kind.sites == sites) > 0);
    [("all pairs", None)].into_iter().chain(own.map(|sites| (sites.name(), Some(sites)))).collect()
}

/// What the paper found of a class.
fn of_paper(figures: [f64; 3], sites: Option<SiteRelation>) -> Option<f64> {
    match sites {
        None => Some(figures[0]),
        Some(SiteRelation::Same) => Some(figures[1]),
        Some(SiteRelation::Different) => Some(figures[2]),
        Some(SiteRelation::Unknown) => None,
    }
}

/// Table 1.
pub(super) fn b_pairs(findings: &AgreementFindings) -> StudyExhibit {
    let joint = &findings.found.b.joint;
    let all = joint.all();
    let rows = (LEAST_EQUAL..=6).zip(paper::B_SHARES).map(|(equal, share)| {
        let pairs = joint.pairs(|_, at, _| at == equal);
        let same = joint.pairs(|sites, at, _| at == equal && sites == SiteRelation::Same);
        vec![
            Cell::Count(equal.into()),
            Cell::Count(pairs),
            Cell::share(ratio(pairs, all)),
            Cell::share(ratio(same, pairs)),
            Cell::number(share / 100.0, 3),
        ]
    });
    let head = ["B-similarity", "pairs", "share", "of these of one site", "share in the paper"];
    StudyExhibit::table(
        "b-pairs",
        "Pairs by B-similarity (table 1). All were counted.",
        Table::new(head, rows),
    )
}

/// Tables 2 and 5: precision by sites and by similarity.
pub(super) fn precision(findings: &AgreementFindings, is_b: bool) -> StudyExhibit {
    let sample = if is_b { &findings.b } else { &findings.c };
    let least = if is_b { 0 } else { LEAST_AGREEING };
    let row = |name: String, of: &dyn Fn(&JudgedPair) -> bool, pairs: u64, paper: Option<f64>| {
        let of = |pair: &JudgedPair| pair.agreeing >= least && of(pair);
        let verdict =
            |wanted: &dyn Fn(&JudgedPair) -> bool| sample.share(of, wanted).map(|found| found.share);
        let incidental =
            |pair: &JudgedPair| pair.difference.is_some_and(|difference| difference.reason.is_incidental());
        let difference = |pair: &JudgedPair| of(pair) && pair.difference.is_some();
        vec![
            Cell::text(name),
            Cell::Count(pairs),
            Cell::Count(sample.verdicts(of).judged()),
            estimate(sample.share(of, JudgedPair::is_correct)),
            Cell::share(verdict(&|pair| pair.verdict == Verdict::Incorrect)),
            Cell::share(verdict(&|pair| pair.verdict == Verdict::Undecided)),
            estimate(sample.share(difference, incidental)),
            Cell::share(paper),
        ]
    };
    let figures = if is_b { paper::B_PRECISION } else { paper::C_PRECISION };
    let mut rows: Vec<Vec<Cell>> = classes(sample)
        .into_iter()
        .map(|(name, sites)| {
            let pairs = sample
                .pairs(|kind| sites.is_none_or(|sites| sites == kind.sites) && (is_b || kind.score >= least));
            row(name.into(), &|pair| pair.is_of(sites), pairs, of_paper(figures, sites))
        })
        .collect();
    if is_b {
        rows.extend((LEAST_EQUAL..=6).zip(paper::B_BY_EQUAL).map(|(equal, paper)| {
            let name = format!("B-similarity {equal}");
            row(name, &|pair| pair.equal == equal, sample.pairs(|kind| kind.score == equal), Some(paper))
        }));
    } else {
        rows.extend(paper::C_BY_AGREEING.into_iter().rev().map(|(start, paper)| {
            let pairs = sample.pairs(|kind| kind.score == start);
            row(range(start), &|pair| pair.kind.score == start, pairs, Some(paper))
        }));
    }
    let head = [
        "pairs of",
        "pairs",
        "judged",
        "near-duplicates",
        "none",
        "undecided",
        "differ only in what does not matter",
        "near-duplicates in the paper",
    ];
    let (name, table) = if is_b { ("b-precision", 2) } else { ("c-precision", 5) };
    let caption = format!(
        "What pairs are (table {table}). The last but one is found by the words that differ: URLs, time stamps and the like alone, \
         which is what the paper's judge looked for."
    );
    StudyExhibit::table(name, caption, Table::new(head, rows))
}

/// "C-similarity 372 to 375".
fn range(start: u32) -> String {
    let next = RANGES.into_iter().find(|&next| next > start);
    format!("C-similarity {start} to {}", next.map_or(BITS, |next| next - 1))
}

/// Algorithm C by its threshold.
pub(super) fn thresholds(findings: &AgreementFindings) -> StudyExhibit {
    let c = &findings.c;
    let rows = (LOOKED_AT..=BITS).rev().map(|at| {
        let from = |pair: &JudgedPair| pair.agreeing >= at;
        let joint = &findings.found.c.joint;
        let exactly = joint.pairs(|_, _, agreeing| agreeing == at);
        let twelve = findings.found.by_twelve_pieces[(at - LOOKED_AT) as usize];
        vec![
            Cell::Count(at.into()),
            Cell::Count(joint.pairs(|_, _, agreeing| agreeing >= at)),
            estimate(c.share(from, JudgedPair::is_correct)),
            estimate(findings.c_relative(at)),
            Cell::share(findings.recall(c, None, at, 0)),
            Cell::share(ratio(twelve, exactly)),
        ]
    });
    let head = [
        "t",
        "pairs that agree in t bits or more",
        "precision",
        "near-duplicates found, times those of B",
        "share of all pairs alike by their shingles",
        "share of the pairs at exactly t that twelve pieces find",
    ];
    let caption = "Algorithm C by its threshold. All pairs are found here; the paper looked at those with one of twelve pieces of 32 \
                   bits in common, which is sure to find pairs from 373 on.";
    StudyExhibit::table("c-thresholds", caption, Table::new(head, rows))
}

/// Tables 3 and 6: what differs in near-duplicates.
pub(super) fn differences(findings: &AgreementFindings) -> StudyExhibit {
    let named = |pair: &JudgedPair| -> &'static str {
        match pair.difference.map(|difference| difference.reason) {
            None => "cannot be read again",
            Some(Reason::Nothing) => "nothing that can be seen",
            Some(Reason::Only(kind)) => kind.name(),
            Some(reason @ Reason::Several(_)) if reason.is_incidental() => "several of these",
            Some(Reason::Several(_)) => "forms or numbers, and others",
        }
    };
    let names = [
        "URL",
        "time stamp",
        "execution time",
        "visitor count",
        "message id",
        "session id",
        "server name",
        "several of these",
        "nothing that can be seen",
        "prefilled form",
        "number",
        "forms or numbers, and others",
        "content",
        "cannot be read again",
    ];
    let share = |sample: &JudgedSample, sites: Option<SiteRelation>, least: u32, name: &str| {
        let of = |pair: &JudgedPair| pair.is_of(sites) && pair.is_correct() && pair.agreeing >= least;
        estimate(sample.share(of, |pair| named(pair) == name))
    };
    let rows = names.into_iter().map(|name| {
        let known = paper::DIFFERENCES.into_iter().find(|(own, _)| *own == name);
        let paper = known.map_or([None; 4], |(_, figures)| figures);
        vec![
            Cell::text(name),
            share(&findings.b, None, 0, name),
            share(&findings.b, Some(SiteRelation::Same), 0, name),
            Cell::share(paper[0]),
            Cell::share(paper[1]),
            share(&findings.c, None, LEAST_AGREEING, name),
            share(&findings.c, Some(SiteRelation::Same), LEAST_AGREEING, name),
            Cell::share(paper[2]),
            Cell::share(paper[3]),
        ]
    });
    let head = [
        "what differs",
        "B",
        "B, one site",
        "B in the paper",
        "B in the paper, one site",
        "C",
        "C, one site",
        "C in the paper",
        "C in the paper, one site",
    ];
    let caption = "What differs in near-duplicates (tables 3 and 6), found by recognisers of the usual forms of each, in English. \
                   Content is what none of them knows.";
    StudyExhibit::table("differences", caption, Table::new(head, rows))
}

/// Tables 4 and 7: why pairs are undecided, as far as a program can tell.
pub(super) fn undecided(findings: &AgreementFindings) -> StudyExhibit {
    type Holds = fn(Reason) -> bool;
    let reasons: [(&str, Holds, [Option<f64>; 4]); 4] = [
        (
            "prefilled forms, with or without other incidental words",
            |reason| {
                reason == Reason::Only(DifferenceKind::Form)
                    || matches!(reason, Reason::Several(kinds) if kinds.contains(DifferenceKind::Form) && !kinds.contains(DifferenceKind::Number))
            },
            paper::UNDECIDED_BY_FORMS.map(Some),
        ),
        (
            "numbers that are nothing known",
            |reason| {
                reason == Reason::Only(DifferenceKind::Number)
                    || matches!(reason, Reason::Several(kinds) if kinds.contains(DifferenceKind::Number))
            },
            [None; 4],
        ),
        ("incidental words alone, but many", Reason::is_incidental, [None; 4]),
        (
            "content",
            |reason| reason == Reason::Only(DifferenceKind::Content),
            paper::UNDECIDED_OTHERWISE.map(Some),
        ),
    ];
    let share = |sample: &JudgedSample, least: u32, sites: Option<SiteRelation>, holds: Holds| {
        let of = |pair: &JudgedPair| {
            let undecided = pair.verdict == Verdict::Undecided;
            undecided && pair.difference.is_some() && pair.agreeing >= least && pair.is_of(sites)
        };
        estimate(sample.share(of, |pair| pair.difference.is_some_and(|difference| holds(difference.reason))))
    };
    let rows = reasons.into_iter().map(|(name, holds, paper)| {
        let [b_all, b_same, c_all, c_same] = paper.map(Cell::share);
        let of = |sample, least, sites| share(sample, least, sites, holds);
        vec![
            Cell::text(name),
            of(&findings.b, 0, None),
            b_all,
            of(&findings.b, 0, Some(SiteRelation::Same)),
            b_same,
            of(&findings.c, LEAST_AGREEING, None),
            c_all,
            of(&findings.c, LEAST_AGREEING, Some(SiteRelation::Same)),
            c_same,
        ]
    });
    let head = [
        "what differs",
        "B",
        "B in the paper",
        "B, same site",
        "the same in the paper",
        "C",
        "C in the paper",
        "C, same site",
        "that in the paper",
    ];
    let caption = "What differs in undecided pairs (tables 4 and 7). Whether an item is minor, and whether a pair cannot be evaluated, \
                   takes a person to say: these and the paper's others are under content here, 0.47, 0.11 and 0.01 of its B-similar pairs, \
                   0.15, 0.00 and 0.05 of its C-similar ones.";
    StudyExhibit::table("undecided", caption, Table::new(head, rows))
}

/// Table 8: pairs with large differences.
pub(super) fn large(findings: &AgreementFindings) -> StudyExhibit {
    let share = |sample: &JudgedSample, least: u32, verdict: Verdict| {
        let of = |pair: &JudgedPair| pair.difference.is_some() && pair.agreeing >= least;
        let large = |pair: &JudgedPair| {
            pair.verdict == verdict && pair.difference.is_some_and(|difference| difference.tokens > 200)
        };
        let drawn = sample.judged().filter(|pair| of(pair) && large(pair)).count();
        [Cell::Count(drawn as u64), estimate(sample.share(of, large))]
    };
    let rows = Verdict::ALL.into_iter().zip([[0, 17], [11, 20], [8, 53]]).map(|(verdict, paper)| {
        let ([b, b_share], [c, c_share]) =
            (share(&findings.b, 0, verdict), share(&findings.c, LEAST_AGREEING, verdict));
        vec![Cell::text(verdict.name()), b, b_share, Cell::Count(paper[0]), c, c_share, Cell::Count(paper[1])]
    });
    let head = [
        "verdict",
        "B, drawn",
        "share of B's pairs",
        "B in the paper, of 1,910 drawn",
        "C, drawn",
        "share of C's pairs",
        "C in the paper, of 1,872 drawn",
    ];
    let caption = "Pairs that differ in more than 200 tokens (table 8).";
    StudyExhibit::table("large-differences", caption, Table::new(head, rows))
}

/// Term differences summed up (sections 3.2 and 3.3).
pub(super) fn terms(findings: &AgreementFindings) -> StudyExhibit {
    let rows = [("B", &findings.b, 0), ("C", &findings.c, LEAST_AGREEING)].into_iter().zip(paper::TERMS);
    let rows = rows.map(|((name, sample, least), paper)| {
        let of = |pair: &JudgedPair| pair.agreeing >= least && pair.difference.is_some();
        let mut weighed: Vec<(u32, f64)> = (sample.weights().into_iter())
            .filter(|(_, pair)| of(pair))
            .filter_map(|(weight, pair)| Some((pair.difference?.tokens, weight)))
            .collect();
        weighed.sort_by_key(|&(tokens, _)| tokens);
        let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
        let mean = weighed.iter().map(|&(tokens, weight)| f64::from(tokens) * weight).sum::<f64>() / all;
        let below = |share: f64| {
            let mut sum = 0.0;
            let at = weighed.iter().find(|(_, weight)| {
                sum += *weight;
                sum >= share * all
            });
            at.map_or(Cell::None, |&(tokens, _)| Cell::Count(tokens.into()))
        };
        let two = sample.share(of, |pair| pair.difference.is_some_and(|difference| difference.tokens == 2));
        let mean = if all > 0.0 { Cell::number(mean, 1) } else { Cell::None };
        vec![
            Cell::text(name),
            mean,
            Cell::number(paper[0], 0),
            below(0.5),
            Cell::number(paper[1], 0),
            estimate(two),
            Cell::number(paper[2], 2),
            below(0.9),
            Cell::number(paper[3], 0),
        ]
    });
    let head = [
        "algorithm",
        "mean",
        "mean in the paper",
        "median",
        "median in the paper",
        "share that differ in 2",
        "that share in the paper",
        "90 % differ in at most",
        "that number in the paper",
    ];
    let caption = "In how many tokens pairs differ. What the paper calls a mean of 11 and of 7 beside averages of 24 and 94 must be \
                   medians.";
    StudyExhibit::table("terms", caption, Table::new(head, rows))
}

/// The sites that have the most pairs within them.
pub(super) fn crowded(findings: &AgreementFindings, names: &[String]) -> StudyExhibit {
    let found = &findings.found;
    let near = |_: SiteRelation, _: u32, agreeing: u32| agreeing >= LEAST_AGREEING;
    let of = [("B", &found.b, found.b.joint.all()), ("C", &found.c, found.c.joint.pairs(near))];
    let sites =
        of.into_iter().flat_map(|(name, pairs, all)| pairs.crowded.iter().map(move |of| (name, of, all)));
    let rows = sites.zip(names).map(|((name, of, all), document)| {
        vec![Cell::text(name), Cell::text(document), Cell::Count(of.pairs), Cell::share(ratio(of.pairs, all))]
    });
    let head = ["algorithm", "a document of the site", "pairs within the site", "share of all pairs"];
    StudyExhibit::table(
        "sites",
        "Of each algorithm's pairs, the sites that most are of.",
        Table::new(head, rows),
    )
}
