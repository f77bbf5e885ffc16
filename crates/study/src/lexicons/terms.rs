//! What terms are and what they weigh: which of Manku's suggestions (section 6, question E) and of the paper's preparations
//! (section 4) matter.

use std::format;

use super::super::form::{Cell, Section, StudyExhibit, Table};
use super::report::{LexiconsResults, mean};
use super::trials::{Setting, SettingTrials};
use twinprint::lexicon::Lexicons;
use twinprint::simhash::Rule;

pub(super) fn part(found: &LexiconsResults<'_>) -> Section {
    Section {
        heading: "What terms are, and what they weigh".into(),
        text: std::vec![
            "One lexicon. The first line is what all else of this study has; each further line differs in what it says. A model \
             has the weights of its own terms only, so where words are left as they are, or folded less, each weighs one. The \
             paper takes stop words out, stems, and weighs by IDF (section 4); Manku, Jain and Das Sarma ask how much features \
             and weights matter, and take phrases as terms (sections 2 and 5)."
                .into()
        ],
        exhibits: std::vec![StudyExhibit::table("terms", "F tested, by terms and shingle length.", table(found))],
    }
}

fn table(found: &LexiconsResults<'_>) -> Table {
    let mut widths: Vec<usize> = (found.trials.iter())
        .filter(|trials| found.design.terms.len() == 1 || trials.setting.terms > 0)
        .map(|trials| trials.setting.w)
        .collect();
    widths.sort_unstable();
    widths.dedup();
    let mut head = std::vec!["terms".to_string()];
    for bits in &found.options.bits {
        head.extend(widths.iter().map(|w| format!("{} bits, w = {w}", bits.count())));
    }
    let row = |(terms, kind): (usize, &super::design::Terms)| {
        let mut row = std::vec![Cell::text(&*kind.name)];
        for &bits in &found.options.bits {
            for &w in &widths {
                let setting =
                    Setting { terms, w, leave_out: Lexicons::LEAVE_OUT, bits, lexicons: 1, rule: Rule::Any };
                row.push(mean(found.of(setting).and_then(SettingTrials::tuned)));
            }
        }
        row
    };
    Table::new(head, found.design.terms.iter().enumerate().map(row))
}
