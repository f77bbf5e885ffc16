//! `twinprint index join`.

use twinprint::table::Pair;
use twinprint_native::Error;
use twinprint_native::index::{Fingerprints, Input, join_of};

use super::bars::Bars;
use crate::Outcome;
use crate::args::Join;
use crate::terminal::{counted, print};

/// How many bytes of pairs are printed together.
const TOGETHER: usize = 1 << 16;

pub(crate) fn run(options: &Join) -> Result<Outcome, Error> {
    let fingerprints = Fingerprints::new(&options.fingerprints)?;
    let own = match &fingerprints {
        Fingerprints::Index(_, manifest) => Some(manifest.bits()?),
        Fingerprints::File(_) => None,
    };
    let bits = own.or(options.bits).unwrap_or_default();
    let joining = options.options();
    let queries = options.queries.as_ref().map(Input::new);
    let bars = Bars::new(fingerprints.bytes());
    let pairs = join_of(bits, &fingerprints, queries.as_ref(), &joining, &bars)?;
    drop(bars);
    let mut lines = if options.json { String::new() } else { header(options.tsv, bits.count()) };
    let mut count = 0;
    for pair in pairs {
        lines += &line(options, &pair?);
        count += 1;
        if lines.len() >= TOGETHER {
            print(&lines)?;
            lines.clear();
        }
    }
    if !options.json && !options.tsv {
        lines += &format!("{} within {} bits\n", counted(count, "pair"), joining.k(&fingerprints));
    }
    print(&lines)?;
    Ok(Outcome::default())
}

fn header(tsv: bool, bits: u32) -> String {
    let width = bits as usize / 4;
    match tsv {
        true => "query\tfingerprint\tdistance\n".into(),
        false => format!("{:width$}  {:width$}  distance\n", "query", "fingerprint"),
    }
}

fn line(options: &Join, pair: &Pair<String>) -> String {
    let Pair { query, fingerprint, distance } = pair;
    let width = query.len().max("fingerprint".len());
    match (options.json, options.tsv) {
        (true, _) => {
            format!("{{\"query\":\"{query}\",\"fingerprint\":\"{fingerprint}\",\"distance\":{distance}}}\n")
        }
        (_, true) => format!("{query}\t{fingerprint}\t{distance}\n"),
        _ => format!("{query}  {fingerprint:width$}  {distance:>8}\n"),
    }
}
