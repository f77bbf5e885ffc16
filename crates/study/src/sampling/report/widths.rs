//! Hashes of different widths.

use super::{SamplingResults, bin_of, threshold};
use crate::form::{Cell, Section, StudyExhibit, Table};

pub(super) fn part(results: &SamplingResults<'_>) -> Section {
    let threshold_bin = bin_of(results.wanted.threshold);
    let all = results.widths.last().map_or(0, |widest| widest.shingles);
    let rows = results.widths.iter().map(|width| {
        let (found, right) = (width.found.reaching(), width.right.reaching());
        vec![
            Cell::text(std::format!("{}", width.bits)),
            Cell::Count(width.shingles),
            Cell::Count(all - width.shingles),
            Cell::Count(found[0] as u64),
            Cell::Count((found[0] - right[0]) as u64),
            Cell::Count(found[threshold_bin] as u64),
            Cell::Count((found[threshold_bin] - right[threshold_bin]) as u64),
        ]
    });
    let at = threshold(threshold_bin);
    let head = [
        "bits".into(),
        "distinct shingles".into(),
        "lost to equal hashes".into(),
        "pairs at 0.50".into(),
        "wrong at 0.50".into(),
        std::format!("pairs at {at}"),
        std::format!("wrong at {at}"),
    ];
    Section {
        heading: "How wide a hash must be".into(),
        text: vec![
            "Shingles are named by the lowest bits of their MD5. Where two have one name, documents seem to share what they do not. \
             Wrong are pairs that are found and not alike by another hash of 64 bits; all documents are compared, without groups. Where \
             fewer bits tell as many shingles apart as more, both find the same pairs, which are not sought again."
                .into(),
        ],
        exhibits: vec![StudyExhibit::table(
            "hash-widths",
            "Pairs by hashes of 32, 40, 64 and 128 bits (2008, section 4.3, argues for 128).",
            Table::new::<String>(head, rows),
        )],
    }
}
