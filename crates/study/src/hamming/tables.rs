//! The tables.

use std::format;

use super::super::clusters::{Estimate, PairRatio};
use super::super::form::{Cell, StudyExhibit, Table};
use super::estimate::precision_ratio;
use super::{Compression, HammingFindings, Lengths, Recommendation};

fn estimate(found: Option<Estimate>) -> Cell {
    Cell::estimate(found)
}

/// What was counted and judged at each distance.
pub(super) fn distances(findings: &HammingFindings) -> StudyExhibit {
    let rows = (0u32..).zip(&findings.by_distance).map(|(k, stratum)| {
        let verdicts = stratum.verdicts();
        // Of one kind alone, whose pairs all weigh the same.
        let exactly = super::precision(core::slice::from_ref(stratum));
        let within: u64 = (0..=k).map(|distance| findings.near.pairs(distance)).sum();
        let counted = (within > 0).then(|| findings.alike.correct_within(None, k) as f64 / within as f64);
        vec![
            Cell::Count(k.into()),
            Cell::Count(stratum.pairs),
            Cell::Count(verdicts.correct),
            Cell::Count(verdicts.incorrect),
            Cell::Count(verdicts.undecided),
            estimate(exactly),
            estimate(findings.precision(None, k)),
            Cell::share(counted),
            estimate(findings.recall(None, k)),
        ]
    });
    let head = [
        "k",
        "pairs at exactly k",
        "judged near-duplicates",
        "judged none",
        "undecided",
        "precision at exactly k",
        "precision within k",
        "the same by exact resemblance, all pairs counted",
        "recall within k",
    ];
    let caption = "Every distance. The last but one is no estimate: the exact join of shingles has every pair that is correct by \
                   resemblance, so that their share can be counted.";
    StudyExhibit::table("distances", caption, Table::new(head, rows))
}

/// The paper's way of counting.
pub(super) fn paper(findings: &HammingFindings) -> StudyExhibit {
    let rows = (1..=findings.near.k()).map(|k| {
        vec![Cell::Count(k.into()), estimate(findings.paper_precision(k)), estimate(findings.paper_recall(k))]
    });
    let caption = "Unweighted: each pair drawn at 1 to k bits counts one, and recall is of those drawn at all distances.";
    let head = ["k", "precision within k", "recall within k"];
    StudyExhibit::table("distances-as-counted-there", caption, Table::new(head, rows))
}

/// The best k for each length.
pub(super) fn recommended(
    findings: &HammingFindings,
    recommended: &[Recommendation],
    lengths: &Lengths,
) -> StudyExhibit {
    let names = lengths.names();
    let rows = recommended.iter().map(|of| {
        let name = of.length.map_or("all", |length| &names[length]);
        let next = of.k.map(|k| k + 1).filter(|&k| k <= findings.near.k());
        vec![
            Cell::text(name),
            of.k.map_or(Cell::None, |k| Cell::Count(k.into())),
            of.at_most.map_or(Cell::None, |k| Cell::Count(k.into())),
            estimate(of.precision),
            estimate(of.recall),
            estimate(next.and_then(|k| findings.precision(of.length, k))),
            Cell::Count(of.alike),
        ]
    });
    let head = [
        "words of the shorter document",
        "recommended k",
        "k at most",
        "its precision",
        "its recall",
        "precision one bit further",
        "pairs alike by their shingles",
    ];
    let caption = "The largest k whose precision is surely as asked, and the largest whose precision may be: by the lower and by the \
                   upper end of its 95 % interval. Where no k surely is, the precision is that of the fewest bits within which pairs \
                   were judged.";
    StudyExhibit::table("recommended", caption, Table::new(head, rows))
}

/// Every length and distance.
pub(super) fn lengths(findings: &HammingFindings, lengths: &Lengths) -> StudyExhibit {
    let names = lengths.names();
    let rows = findings.by_length.iter().enumerate().flat_map(|(length, strata)| {
        let name = &names[length];
        (0u32..).zip(strata).map(move |(k, stratum)| {
            vec![
                Cell::text(name),
                Cell::Count(k.into()),
                Cell::Count(stratum.pairs),
                Cell::Count(stratum.verdicts().judged()),
                Cell::Count(stratum.verdicts().correct),
                Cell::Count(stratum.verdicts().undecided),
                estimate(findings.precision(Some(length), k)),
                estimate(findings.recall(Some(length), k)),
            ]
        })
    });
    let head = [
        "words of the shorter document",
        "k",
        "pairs at exactly k",
        "judged",
        "near-duplicates",
        "undecided",
        "precision within k",
        "recall within k",
    ];
    StudyExhibit::table("lengths", "Every length and distance.", Table::new(head, rows))
}

/// Differences between distances, and between lengths, on the same sites.
pub(super) fn gains(findings: &HammingFindings, lengths: &Lengths) -> StudyExhibit {
    let most = findings.near.k();
    let within = |k: u32| precision_ratio(&findings.by_distance[..=k as usize]);
    let gain = |one: Option<PairRatio>, other: Option<PairRatio>| {
        estimate(one.zip(other).and_then(|(one, other)| one.gain_over(&other)))
    };
    let recall = |k: u32| Some(findings.alike.ratio_within(None, k));
    let mut rows = vec![
        vec![Cell::text(format!("precision, k = 1 over {most}")), gain(within(1.min(most)), within(most))],
        vec![Cell::text(format!("recall, k = {most} over 1")), gain(recall(most), recall(1.min(most)))],
    ];
    // Of the lengths that have sites enough, the longest over the shortest.
    let k = PAPERS_K.min(most);
    let of = |length: usize| precision_ratio(&findings.by_length[length][..=k as usize]);
    let known: Vec<usize> = (0..lengths.count())
        .filter(|&length| findings.precision(Some(length), k).is_some_and(|of| of.interval.is_some()))
        .collect();
    if let [first, .., last] = known[..] {
        let names = lengths.names();
        let name = format!("precision at k = {k}, {} over {}", names[last], names[first]);
        rows.push(vec![Cell::text(name), gain(of(last), of(first))]);
    }
    let caption = "Differences, the same sites drawn for both: whether one is greater than the other is told by them, and not by two levels.";
    StudyExhibit::table("gains", caption, Table::new(["what", "difference"], rows))
}

/// The paper's choice of k (section 4.1).
const PAPERS_K: u32 = 3;

/// The fingerprints that the most documents have.
pub(super) fn crowded(findings: &HammingFindings, names: &[String]) -> StudyExhibit {
    let rows = findings.crowded.iter().zip(names).map(|(&(code, _, documents), name)| {
        vec![Cell::text(format!("{code:016x}")), Cell::Count(documents), Cell::text(name)]
    });
    let head = ["fingerprint", "documents", "one of them"];
    let caption =
        "The fingerprints that the most documents have, exact copies with them: what spikes are made of.";
    StudyExhibit::table("crowded", caption, Table::new(head, rows))
}

/// How far fingerprints are compressed.
pub(super) fn compression(findings: &HammingFindings) -> StudyExhibit {
    let row = |name: &str, of: Option<Compression>| {
        let bits = |bits: Option<f64>| bits.map_or(Cell::None, |bits| Cell::number(bits, 2));
        let half = |bits: f64| Cell::share(Some(bits / 64.0));
        vec![
            Cell::text(name),
            bits(of.map(|of| of.xor)),
            of.map_or(Cell::None, |of| half(of.xor)),
            bits(of.map(|of| of.difference)),
            of.map_or(Cell::None, |of| half(of.difference)),
        ]
    };
    let least = (findings.spread.distinct > 0).then(|| Compression::least(findings.spread.distinct));
    let least = least.map(|bits| Compression { xor: bits, difference: bits });
    let rows = vec![
        row("this corpus", findings.compression),
        row("as many random numbers", findings.compression_at_random),
        row("the least for random numbers", least),
    ];
    let head = [
        "fingerprints",
        "bits each by XOR, as in the paper",
        "share of 64 bits",
        "bits each by difference",
        "share of 64 bits, too",
    ];
    let caption = "One compressed table of the distinct fingerprints in blocks of 1,024 bytes, with its directory and checksums. \
                   Documents that are alike lie near one another, and take less than random numbers.";
    StudyExhibit::table("compression", caption, Table::new(head, rows))
}
