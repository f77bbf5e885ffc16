//! Tables of how the two algorithms go together.

use std::format;

use super::super::super::clusters::Estimate;
use super::super::super::form::{Cell, StudyExhibit, Table};
use super::super::super::verdict::JudgeKind;
use super::super::{
    AgreementFindings, BITS, CUT_OFF, Cut, Joint, JudgedPair, LEAST_AGREEING, LEAST_EQUAL, RANGES,
    SiteRelation, VariantResult,
};
use super::paper;
use super::tables::{classes, estimate};

/// A mean over all pairs that are wanted.
fn mean(joint: &Joint, wanted: impl Fn(u32, u32) -> bool, of: impl Fn(u32, u32) -> u32) -> Option<f64> {
    let (mut pairs, mut sum) = (0u64, 0u64);
    for (_, equal, agreeing, count) in
        joint.cells().filter(|&(_, equal, agreeing, _)| wanted(equal, agreeing))
    {
        pairs += count;
        sum += count * u64::from(of(equal, agreeing));
    }
    (pairs > 0).then(|| sum as f64 / pairs as f64)
}

fn share(joint: &Joint, of: impl Fn(u32, u32) -> bool, some: impl Fn(u32, u32) -> bool) -> Option<f64> {
    mean(joint, of, |equal, agreeing| some(equal, agreeing).into())
}

fn decimal(value: Option<f64>, digits: usize) -> Cell {
    value.map_or(Cell::None, |value| Cell::number(value, digits))
}

/// Table 9.
pub(super) fn c_by_b(findings: &AgreementFindings) -> StudyExhibit {
    let joint = &findings.found.b.joint;
    let all = (String::from("all"), None, None);
    let each = (LEAST_EQUAL..=6)
        .zip(paper::C_BY_B)
        .map(|(equal, paper)| (format!("{equal}"), Some(equal), Some(paper)));
    let rows = each.chain([all]).map(|(name, wanted, paper)| {
        let of = |equal: u32, _| wanted.is_none_or(|wanted| wanted == equal);
        vec![
            Cell::text(name),
            decimal(mean(joint, of, |_, agreeing| agreeing), 1),
            decimal(paper, 1),
            Cell::share(share(joint, of, |_, agreeing| agreeing >= LEAST_AGREEING)),
        ]
    });
    let head = ["B-similarity", "mean C-similarity", "in the paper", "share with a C-similarity of 372"];
    let caption = "C-similarity by B-similarity (table 9), over all B-similar pairs.";
    StudyExhibit::table("c-by-b", caption, Table::new(head, rows))
}

/// Table 10.
pub(super) fn b_by_c(findings: &AgreementFindings) -> StudyExhibit {
    let joint = &findings.found.c.joint;
    let paper = |start: u32| paper::B_BY_C.into_iter().find(|(own, _)| *own == start).map(|(_, mean)| mean);
    let rows = RANGES.into_iter().enumerate().map(|(at, start)| {
        let end = RANGES.get(at + 1).map_or(BITS, |next| next - 1);
        let of = |_, agreeing: u32| (start..=end).contains(&agreeing);
        vec![
            Cell::text(format!("{start} to {end}")),
            decimal(mean(joint, of, |equal, _| equal), 2),
            decimal(paper(start), 2),
            Cell::share(share(joint, of, |equal, _| equal == 0)),
            Cell::share(share(joint, of, |equal, _| equal >= LEAST_EQUAL)),
        ]
    });
    let head = [
        "C-similarity",
        "mean B-similarity",
        "in the paper",
        "share with a B-similarity of 0",
        "share B-similar",
    ];
    let caption =
        "B-similarity by C-similarity (table 10), over all pairs with at least as many bits in common.";
    StudyExhibit::table("b-by-c", caption, Table::new(head, rows))
}

/// Table 11: the half to choose by, about the cut-off chosen and the paper's.
pub(super) fn cuts(findings: &AgreementFindings) -> StudyExhibit {
    let near = |agreeing: u32| {
        let chosen = findings.combined.chosen.is_some_and(|chosen| agreeing.abs_diff(chosen) <= 4);
        chosen || (351..=359).contains(&agreeing)
    };
    let rows = findings
        .combined
        .cuts
        .iter()
        .filter(|cut| near(cut.agreeing))
        .map(|cut| vec![Cell::Count(cut.agreeing.into()), estimate(cut.recall), estimate(cut.precision)]);
    let head = ["least C-similarity", "R, the share of B's near-duplicates kept", "precision"];
    let caption = "Cut-offs of the combined algorithm on the half to choose by (table 11): about the one chosen, and those of the paper.";
    StudyExhibit::table("cut-offs", caption, Table::new(head, rows))
}

/// Table 12: the half to test by.
pub(super) fn tested(findings: &AgreementFindings) -> StudyExhibit {
    let combined = &findings.combined;
    let row = |name: String, cut: Cut, judged: u64, paper: Option<(f64, f64)>| {
        vec![
            Cell::text(name),
            Cell::Count(judged),
            estimate(cut.precision),
            estimate(cut.recall),
            Cell::share(paper.map(|(precision, _)| precision)),
            Cell::share(paper.map(|(_, recall)| recall)),
        ]
    };
    let mut rows = Vec::new();
    let mut cut_offs: Vec<u32> = combined.chosen.into_iter().chain([CUT_OFF]).collect();
    cut_offs.dedup();
    for cut_off in cut_offs {
        for (name, sites) in classes(&combined.second) {
            let passed = |pair: &JudgedPair| pair.is_of(sites) && pair.agreeing >= cut_off;
            let judged = combined.second.verdicts(passed).judged();
            let of_paper = match sites {
                None => Some(paper::COMBINED[0]),
                Some(SiteRelation::Same) => Some(paper::COMBINED[1]),
                Some(SiteRelation::Different) => Some(paper::COMBINED[2]),
                Some(SiteRelation::Unknown) => None,
            };
            let cut = combined.tested(sites, cut_off);
            rows.push(row(format!("cut off at {cut_off}, {name}"), cut, judged, of_paper));
        }
    }
    for equal in [2, 3] {
        let judged = combined.second.verdicts(|pair| pair.equal >= equal).judged();
        let paper = (equal == 3).then_some((paper::STRICTER_PRECISION, paper::STRICTER_RECALL));
        rows.push(row(format!("B alone, {equal} supershingles"), combined.stricter(equal), judged, paper));
    }
    let head = ["algorithm", "judged", "precision", "R", "precision in the paper, at 355", "R in the paper"];
    let caption = "The combined algorithm on the half that it was not chosen by (table 12), and Algorithm B with more supershingles \
                   there. The paper's R of the latter is made out of the numbers of near-duplicates it gives.";
    StudyExhibit::table("combined", caption, Table::new(head, rows))
}

/// Differences between algorithms and kinds of pairs, on the same sites.
pub(super) fn gains(findings: &AgreementFindings) -> StudyExhibit {
    let (b, half) = (&findings.b, &findings.combined.second);
    let correct = JudgedPair::is_correct;
    let equal = |equal: u32| move |pair: &JudgedPair| pair.equal == equal;
    let three = |pair: &JudgedPair| pair.equal >= 3;
    let any = |_: &JudgedPair| true;
    let mut rows = vec![
        (
            "B's precision, similarity 6 over 2".to_string(),
            b.ratio(equal(6), correct),
            b.ratio(equal(2), correct),
        ),
        (
            "precision, C of 372 bits over B".into(),
            findings.c.ratio(|pair| pair.agreeing >= LEAST_AGREEING, correct),
            b.ratio(any, correct),
        ),
    ];
    if let Some(cut_off) = findings.combined.chosen {
        let passed = move |pair: &JudgedPair| pair.agreeing >= cut_off;
        let name = |of: &str| format!("{of}, cut off at {cut_off} over");
        rows.extend([
            (name("precision") + " B alone", half.ratio(passed, correct), half.ratio(any, correct)),
            (
                name("precision") + " three supershingles",
                half.ratio(passed, correct),
                half.ratio(three, correct),
            ),
            (name("R") + " three supershingles", half.ratio(correct, passed), half.ratio(correct, three)),
        ]);
    }
    let rows = rows.into_iter().map(|(name, one, other)| {
        vec![Cell::text(name), estimate(one.zip(other).and_then(|(one, other)| one.gain_over(&other)))]
    });
    let caption = "Differences, the same sites drawn for both: whether one is greater than the other is told by them, and not by two levels.";
    StudyExhibit::table("gains", caption, Table::new(["what", "difference"], rows))
}

/// All algorithms side by side.
pub(super) fn algorithms(findings: &AgreementFindings) -> StudyExhibit {
    let (b, c) = (&findings.b, &findings.c);
    let correct_b = b.total(JudgedPair::is_correct);
    let row = |name: String,
               pairs: u64,
               precision: Option<Estimate>,
               relative: Option<Estimate>,
               recall: Option<f64>,
               paper: Option<f64>| {
        vec![
            Cell::text(name),
            Cell::Count(pairs),
            estimate(precision),
            estimate(relative),
            Cell::share(recall),
            Cell::share(paper),
        ]
    };
    let from_b = |name: String, equal: u32, agreeing: u32, paper: Option<f64>| {
        let passes = |pair: &JudgedPair| pair.equal >= equal && pair.agreeing >= agreeing;
        row(
            name,
            findings.found.b.joint.pairs(|_, at, bits| at >= equal && bits >= agreeing),
            b.share(passes, JudgedPair::is_correct),
            b.share(JudgedPair::is_correct, passes),
            findings.recall(b, None, agreeing, equal),
            paper,
        )
    };
    let from_c = |agreeing: u32, paper: Option<f64>| {
        row(
            format!("C, {agreeing} bits"),
            findings.found.c.joint.pairs(|_, _, bits| bits >= agreeing),
            c.share(|pair| pair.agreeing >= agreeing, JudgedPair::is_correct),
            findings.c_relative(agreeing),
            findings.recall(c, None, agreeing, 0),
            paper,
        )
    };
    let mut rows = vec![
        from_b("B".into(), 2, 0, Some(paper::B_PRECISION[0])),
        from_b("B, 3 supershingles".into(), 3, 0, Some(paper::STRICTER_PRECISION)),
        from_c(LEAST_AGREEING, Some(paper::C_PRECISION[0])),
    ];
    rows.extend(findings.threshold.filter(|&at| at != LEAST_AGREEING).map(|at| from_c(at, None)));
    let cut_off = findings.combined.chosen.unwrap_or(CUT_OFF);
    rows.push(from_b(format!("B, cut off at {cut_off} bits"), 2, cut_off, Some(paper::COMBINED[0].0)));
    // Its two parts were drawn apart.
    let elsewhere =
        |pair: &JudgedPair| pair.kind.sites != SiteRelation::Same && pair.agreeing >= LEAST_AGREEING;
    let here = |pair: &JudgedPair| pair.kind.sites == SiteRelation::Same && pair.agreeing >= cut_off;
    let pairs = findings.found.b.joint.pairs(|sites, _, bits| sites == SiteRelation::Same && bits >= cut_off)
        + findings
            .found
            .c
            .joint
            .pairs(|sites, _, bits| sites != SiteRelation::Same && bits >= LEAST_AGREEING);
    let correct = b
        .total(|pair| here(pair) && pair.is_correct())
        .zip(c.total(|pair| elsewhere(pair) && pair.is_correct()));
    let correct = correct.map(|(here, elsewhere)| here.and(&elsewhere));
    let given = b.total(here).zip(c.total(elsewhere)).map(|(here, elsewhere)| here.and(&elsewhere));
    let precision = correct.as_ref().zip(given).and_then(|(correct, given)| correct.relative_to(&given));
    let relative = correct.as_ref().zip(correct_b).and_then(|(correct, b)| correct.relative_to(&b));
    let all = findings.found.alike(None);
    let recall = correct
        .filter(|_| findings.judge == JudgeKind::Resemblance && all > 0)
        .map(|correct| (correct.pairs() / all as f64).min(1.0));
    let name = format!("on one site B cut off at {cut_off} bits, elsewhere C");
    rows.push(row(name, pairs, precision, relative, recall, Some(paper::BY_SITE_PRECISION)));
    let head = [
        "algorithm",
        "pairs",
        "precision",
        "near-duplicates found, times those of B",
        "share of all pairs alike by their shingles",
        "precision in the paper",
    ];
    let caption = "All algorithms on all pairs judged. The combination's cut-off was chosen on half of these; what it gives on the other \
                   half stands above.";
    StudyExhibit::table("algorithms", caption, Table::new(head, rows))
}

/// The questions the paper leaves open.
pub(super) fn variants(findings: &AgreementFindings) -> StudyExhibit {
    let caption = "Variants of both algorithms (section 4), each at the threshold by which it finds nearest to as many near-duplicates as B; \
                   near-duplicates by resemblance. Projections of fewer than 384 bits are looked at as far as 12 in 384 bits may differ.";
    StudyExhibit::table("questions", caption, results(findings.nearest_results()))
}

/// Every threshold of each.
pub(super) fn every_answer(findings: &AgreementFindings) -> StudyExhibit {
    let caption = "The same at every threshold that was looked at.";
    StudyExhibit::table("questions-by-threshold", caption, results(findings.results.iter().flatten()))
}

fn results<'a>(results: impl Iterator<Item = &'a VariantResult>) -> Table {
    let rows = results.map(|result| {
        let [all, same, different] = result.precision;
        vec![
            Cell::text(result.variant.name()),
            Cell::Count(result.variant.bytes().into()),
            Cell::Count(result.threshold.into()),
            Cell::Count(result.pairs),
            estimate(all),
            estimate(same),
            estimate(different),
            estimate(result.relative),
        ]
    });
    let head = [
        "algorithm",
        "bytes a document",
        "least in common",
        "pairs",
        "precision",
        "precision on one site",
        "precision on different sites",
        "near-duplicates found, times those of B",
    ];
    Table::new(head, rows)
}
