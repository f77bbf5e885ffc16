//! `twinprint batch`: one step of a job on a cluster.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use twinprint::Sketching;
use twinprint::index::BUCKET;
use twinprint::simhash::Bits;
use twinprint::sketch::Method;
use twinprint_native::Error;
use twinprint_native::batch::{BLOCK_BITS, Job, PART_BITS, Step, check_method, recipe_of};
use twinprint_native::index::{Input, corpus};
use twinprint_native::overlap::Need;
use twinprint_native::scan::Reduction;

use crate::Outcome;
use crate::args::{Batch, BatchStep, MethodArguments};
use crate::methods;
use crate::scan::plan::{Shingles, reduced};

pub(crate) fn run(options: &Batch) -> Result<Outcome, Error> {
    let step = match &options.step {
        BatchStep::Describe(how) => return describe(how),
        BatchStep::Design(how) => return design(&how.options()?),
        BatchStep::Documents(how) => Step::Documents(Box::new(reduction(how)?.1)),
        BatchStep::Names => Step::Names,
        BatchStep::Counts { bits } => Step::Counts { bits: *bits },
        BatchStep::Merge { bits } => Step::Merge { bits: *bits },
        BatchStep::Prefixes { how, counters, parts } => {
            Step::Prefixes { need: need(how)?, counters: read(counters)?, parts: *parts }
        }
        BatchStep::Lists => Step::Lists,
        BatchStep::Candidates(how) => Step::Candidates { need: need(how)? },
        BatchStep::Wanted => Step::Wanted,
        BatchStep::Send => Step::Send,
        BatchStep::Confirm(how) => Step::Confirm { need: need(how)? },
        BatchStep::Keys(how) => Step::Keys { method: method(how)?, tables: how.tables },
        BatchStep::Near(how) => Step::Near { method: method(how)?, tables: how.tables },
        BatchStep::Sign { how, taking } => {
            Step::Sign { options: Box::new(how.options()?), by_place: taking.by_place() }
        }
        BatchStep::Postings { how, passages } => {
            Step::Postings { options: Box::new(how.options()?), passages: *passages }
        }
        BatchStep::Tables { how, passages } => {
            Step::Tables { options: Box::new(how.options()?), passages: *passages }
        }
        BatchStep::Buckets { with_text } => Step::Buckets { with_text: *with_text },
        BatchStep::Cuts => Step::Cuts,
        BatchStep::Files { parts } => Step::Files { parts: *parts },
        BatchStep::Manifest { how, documents, passages } => {
            Step::Manifest { options: Box::new(how.options()?), documents: *documents, passages: *passages }
        }
        BatchStep::Rows => Step::Rows,
        BatchStep::Lines => Step::Lines,
        BatchStep::Forest => Step::Forest,
        BatchStep::Components => Step::Components,
        BatchStep::Deal => Step::Deal,
        BatchStep::Ends(how) => Step::Ends { threshold: threshold(how)? },
        BatchStep::Clusters(how) => Step::Clusters { threshold: threshold(how)? },
        BatchStep::Join { queries, k, bits } => {
            Step::Join { queries: Input::new(queries), k: *k, bits: Bits::from_count(*bits)? }
        }
    };
    let asked = Job { version: options.asked_by.clone(), recipe: options.recipe.clone() };
    let mut rows_in = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut rows_out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    step.run(&asked, &mut rows_in, &mut rows_out)?;
    Ok(Outcome::default())
}

/// What a driver asks executors for.
fn describe(how: &MethodArguments) -> Result<Outcome, Error> {
    let (line, reduction, _) = reduction(how)?;
    if let Some(method) = &reduction.method {
        if !matches!(method.recipe.sketching, Sketching::Simhash { .. }) {
            let expected = "resemblance, containment, or a method of simhashes such as simhash-lexicons";
            return Err(unfit(how, expected));
        }
        check_method(method)?;
    }
    say(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "recipe": recipe_of(&reduction),
        "method": line,
        "sketch": reduction.method.is_some(),
        "block_bits": BLOCK_BITS,
        "part_bits": PART_BITS,
    }))
}

/// What a driver asks executors for when it has an index made.
fn design(options: &corpus::CorpusIndexOptions) -> Result<Outcome, Error> {
    say(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "recipe": options.design.id().to_string(),
        "bucket": BUCKET,
    }))
}

fn say(said: &Value) -> Result<Outcome, Error> {
    writeln!(io::stdout(), "{said}")
        .map_err(|reason| Error::Unwritable { place: "standard output".into(), reason })?;
    Ok(Outcome::default())
}

/// The line of a method, what documents are reduced to, and what two of them must share.
fn reduction(how: &MethodArguments) -> Result<(String, Reduction, Need), Error> {
    let line = methods::with_clean(&how.method, &how.clean);
    let boilerplate = methods::boilerplate(how.boilerplate.as_deref(), methods::changes(&line))?;
    if boilerplate.is_none() && Method::lacks_boilerplate(&line) {
        return Err(methods::no_boilerplate());
    }
    let shingles = Shingles {
        w: how.w,
        identity: how.identity,
        measure: how.measure,
        thousandths: (how.at_least * 1000.0).round() as u32,
        verified: true,
        boilerplate,
    };
    let (line, reduction, need) = reduced(("--method", &line), &how.model, &shingles)?;
    let need = need.ok_or_else(|| unfit(how, "a method whose pairs are confirmed by shingles"))?;
    Ok((line, reduction, need))
}

/// What two documents must share.
fn need(how: &MethodArguments) -> Result<Need, Error> {
    Ok(reduction(how)?.2)
}

fn threshold(how: &MethodArguments) -> Result<f64, Error> {
    let thousandths = match need(how)? {
        Need::Resemblance { thousandths } | Need::Containment { thousandths } => thousandths,
        _ => (how.at_least * 1000.0).round() as u32,
    };
    Ok(f64::from(thousandths) / 1000.0)
}

fn method(how: &MethodArguments) -> Result<Box<Method>, Error> {
    let method = reduction(how)?.1.method;
    method.map(Box::new).ok_or_else(|| unfit(how, "a method of simhashes such as simhash-lexicons"))
}

/// A method that a step is not for.
fn unfit(how: &MethodArguments, expected: &'static str) -> Error {
    let value = how.method.clone();
    Error::Core(twinprint::Error::InvalidOption { option: "method", value, expected })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path)
        .map_err(|reason| Error::Unreadable { place: path.to_string_lossy().into_owned(), reason })
}
