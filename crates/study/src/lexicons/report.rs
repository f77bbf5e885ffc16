//! The report: question, set-up, and the parts in the paper's order.

use std::format;

use super::super::form::{Cell, Parameters, Study};
use super::super::intervals::TrialSummary;
use super::{
    LexiconsDesign, LexiconsOptions, Setting, SettingTrials, by_lexicons, choice, findings, shares, shingles,
    terms,
};
use crate::eval::Truth;
use twinprint::lexicon::Lexicons;
use twinprint::simhash::{Bits, Rule};
use twinprint_native::display::{count, counted};
use twinprint_native::sketches::Sketches;

/// What was tried, with all that the parts of the report need.
pub(super) struct LexiconsResults<'a> {
    pub(super) design: &'a LexiconsDesign,
    pub(super) sketches: &'a Sketches,
    pub(super) truth: &'a Truth,
    pub(super) options: &'a LexiconsOptions,
    pub(super) trials: &'a [SettingTrials],
}

impl LexiconsResults<'_> {
    /// What came out with the usual terms and the usual share left out.
    pub(super) fn usual(&self, w: usize, bits: Bits, lexicons: usize, rule: Rule) -> Option<&SettingTrials> {
        let rule = if lexicons == 1 { Rule::Any } else { rule };
        self.of(Setting { terms: 0, w, leave_out: Lexicons::LEAVE_OUT, bits, lexicons, rule })
    }

    pub(super) fn of(&self, setting: Setting) -> Option<&SettingTrials> {
        self.trials.iter().find(|trials| trials.setting == setting)
    }

    /// Every number of lexicons.
    pub(super) fn lexicons(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.options.lexicons
    }

    /// Every shingle length.
    pub(super) fn lengths(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.options.longest
    }

    /// The shingle length of the paper's lexicons, or the greatest there is.
    pub(super) fn paper_w(&self) -> usize {
        super::design::PAPER_W.min(self.options.longest)
    }

    /// What F is called here.
    pub(super) fn f(&self) -> &'static str {
        if self.options.queries { "F (macro)" } else { "F" }
    }
}

/// The mean of draws with its interval.
pub(super) fn mean(trials: Option<TrialSummary>) -> Cell {
    trials.map_or(Cell::None, |trials| Cell::ranged(Some(trials.mean), trials.interval))
}

pub(super) fn study(
    design: &LexiconsDesign,
    sketches: &Sketches,
    truth: &Truth,
    options: &LexiconsOptions,
    trials: &[SettingTrials],
) -> Study {
    let found = LexiconsResults { design, sketches, truth, options, trials };
    let choice = choice::choose(&found);
    let mut parts = vec![choice::part(&found, &choice), shingles::part(&found)];
    if options.lexicons > 1 {
        parts.extend([by_lexicons::part(&found), shares::part(&found)]);
    }
    parts.push(terms::part(&found));
    Study {
        name: "lexicons".into(),
        title: "Shingles, lexicons and bits of simhashes".into(),
        question: "How long should shingles be, how many random lexicons should there be and how many bits, what should a \
                   lexicon leave out and what should terms be, so that simhashes tell duplicates from other documents best?"
            .into(),
        findings: findings::all(&found, &choice),
        setup: setup(&found),
        parts,
        parameters: parameters(&found),
        ..Study::default()
    }
}

fn setup(found: &LexiconsResults<'_>) -> Vec<String> {
    let LexiconsResults { options, truth, sketches, .. } = found;
    let documents = counted(sketches.documents.len() as u64, "document");
    let judged = match options.queries {
        true => format!(
            "Each of {} sources was looked up among all others of {documents}, as in the fusion paper (section 4): precision and \
             recall are means over the sources, and F is made of the two means.",
            count(truth.queries() as u64)
        ),
        false => format!(
            "All pairs of {documents} were compared; what has no label is no duplicate, unless the options say otherwise."
        ),
    };
    let halves = "Labelled pairs were halved by a hash of their ids, kind by kind. F \"tested\" is at a threshold chosen on one \
                  half and judged on the other, the mean of both ways. \"Best\" is the best threshold with all labels in sight, \
                  as papers give it: no new document owes anyone that.";
    let draws = format!(
        "Random lexicons were drawn {}, each time others; a figure is their mean. Copies of one source are no independent draws: \
         intervals of what was tested, 95 %, are by the sources, drawn again {} times (bootstrap), the same for each draw of lexicons; of \
         fewer than ten sources there is none. Bands of curves say how far draws of lexicons differ on the same sources (Student).",
        counted(options.draws as u64, "time"),
        count(options.rounds as u64)
    );
    let frequency = "A term counts once in a text, however often it occurs (tf=once), as the paper sums IDF (section 3.1); what comes of \
                     counting each occurrence is among the kinds of terms.";
    vec![judged, halves.into(), frequency.into(), draws]
}

fn parameters(found: &LexiconsResults<'_>) -> Parameters {
    let LexiconsResults { options, design, sketches, truth, .. } = found;
    let named = |name: &str, value: String| (name.to_string(), value);
    let model = options.model.as_ref().map_or("none".into(), |model| model.id().to_string());
    let bits: Vec<String> = options.bits.iter().map(|bits| bits.count().to_string()).collect();
    let protocol = if options.queries { "queries" } else { "all pairs" };
    let first = design.methods().first();
    Parameters {
        command: Vec::new(),
        seed: options.seed,
        settings: vec![
            named("Documents", sketches.documents.len().to_string()),
            named("Labelled pairs left out", truth.left_out.to_string()),
            named("Protocol", protocol.into()),
            named("Bits", bits.join(", ")),
            named("Longest shingle", options.longest.to_string()),
            named("Lexicons", options.lexicons.to_string()),
            named("Draws", options.draws.to_string()),
            named("Rounds of the bootstrap", options.rounds.to_string()),
            named("Model", model),
            named("Term frequency", "once".into()),
        ],
        recipes: first
            .map(|method| named("First recipe", method.recipe.id().to_string()))
            .into_iter()
            .collect(),
    }
}
