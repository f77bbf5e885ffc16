//! Which documents of some are duplicates, by the rules of `twinprint dedup`.

use std::env;
use std::time::Duration;

use pyo3::prelude::*;
use twinprint::loss::Allowance;
use twinprint::text::Format;
use twinprint_native::dedup::{Decisions, Preference, Rule};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::{Apart, Ingest, Keeping, Kept, Reduction, RepeatedNames};

use crate::errors::raised;
use crate::settings::count;
use crate::texts::{GivenTexts, Texts};
use crate::work::{Told, work_on_all_cores};

/// What `twinprint.dedup` takes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Rules {
    exact: bool,
    format: String,
    first: bool,
    shingle: i64,
    lose: f64,
    lose_words: u32,
    new_run: u32,
    memory: i64,
}

/// A document that goes: its number, that of the one that is kept for it, why, the resemblance of both, and the share of it that is lost.
type Removal = (u32, u32, &'static str, f64, f64);

/// A document that could not be looked at: its number, and why.
type Refused = (u64, String);

/// The documents that go, and those that could not be looked at, each with why.
#[pyfunction]
#[pyo3(signature = (texts, ranks, rules, told))]
pub(crate) fn dedup(
    py: Python<'_>,
    texts: Texts,
    ranks: Option<Texts>,
    rules: Rules,
    told: Told,
) -> PyResult<(Vec<Removal>, Vec<Refused>)> {
    let checked = || {
        let w = count("shingle", rules.shingle)?;
        if !(1..=1000).contains(&w) {
            let expected = "a number of words from 1 to 1000";
            return Err(twinprint::Error::InvalidOption {
                option: "shingle",
                value: w.to_string(),
                expected,
            });
        }
        Ok((w, count("memory", rules.memory)?, Format::from_name(&rules.format)?))
    };
    let (w, memory, format) = checked().map_err(|error| raised(py, error))?;
    let allowance = Allowance::default()
        .with_lost_share(rules.lose)
        .with_new_words(rules.lose_words)
        .with_new_run(rules.new_run);
    let rule = Rule {
        allowance: (!rules.exact).then_some(allowance),
        alike: None,
        remove_alike: false,
        w: w as u32,
    };
    let preference = match (&ranks, rules.first) {
        (Some(_), _) => Preference::Greatest,
        (None, true) => Preference::First,
        (None, false) => Preference::Longest,
    };
    let ingest = Ingest {
        reduction: Reduction::to_shingles(w, if rules.exact { Kept::Sketch } else { Kept::Sequence }),
        site: None,
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: vec![GivenTexts::NAME.into()],
        repeated: RepeatedNames::Placed,
    };
    let place = Workspace { memory, folder: env::temp_dir() };
    work_on_all_cores(py, &told, |pulse| {
        let given = GivenTexts { texts, names: None, ranks, format, pulse: pulse.clone() };
        let keeping = Keeping::Unnamed { folder: place.folder.clone(), memory: memory / 8 };
        let gathered =
            ingest.gather(|_| given.documents().into_batches(), &keeping, &mut |_| pulse.check())?;
        let watch = |done: usize, all: usize| {
            pulse.check();
            let documents = gathered.catalogue.len();
            pulse.at("Comparing", "document", (done * documents / all.max(1)) as u64, documents as u64);
        };
        let decisions = Decisions::new(&gathered, &rule, preference, &place, &watch)?;
        let number = |document: u32| gathered.catalogue.row(document).number;
        let removals = decisions.removals.iter().map(|removal| {
            let (document, kept) = (number(removal.document), number(removal.kept));
            (document, kept, removal.why.name(), removal.overlap.resemblance(), removal.loss.share())
        });
        let mut refused = Vec::new();
        for document in gathered.refused.iter() {
            let document = document?;
            refused.extend(document.number.map(|number| (number, document.reason)));
        }
        Ok((removals.collect(), refused))
    })
}
