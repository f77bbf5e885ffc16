//! `twinprint index join`.

use twinprint::simhash::Bits;
use twinprint::table::Pair;
use twinprint_native::Error;
use twinprint_native::index::StoredCode;
use twinprint_native::index::{self, Fingerprints, Input, hex};

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
    match own.or(options.bits).unwrap_or_default() {
        Bits::B32 => join::<u32>(options, &fingerprints),
        Bits::B64 => join::<u64>(options, &fingerprints),
        Bits::B128 => join::<u128>(options, &fingerprints),
    }
}

fn join<C: StoredCode>(options: &Join, fingerprints: &Fingerprints) -> Result<Outcome, Error> {
    let joining = options.options();
    let bars = Bars::new(fingerprints.bytes());
    let pairs = match &options.queries {
        Some(queries) => index::join::<C>(fingerprints, &Input::new(queries), &joining, &bars),
        None => index::self_join(fingerprints, &joining, &bars),
    }?;
    drop(bars);
    let mut lines = if options.json { String::new() } else { header::<C>(options.tsv) };
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
        lines += &format!("{} within {} bits\n", counted(count, "pair"), joining.k(fingerprints));
    }
    print(&lines)?;
    Ok(Outcome::default())
}

fn header<C: StoredCode>(tsv: bool) -> String {
    let width = C::BITS as usize / 4;
    match tsv {
        true => "query\tfingerprint\tdistance\n".into(),
        false => format!("{:width$}  {:width$}  distance\n", "query", "fingerprint"),
    }
}

fn line<C: StoredCode>(options: &Join, pair: &Pair<C>) -> String {
    let (query, fingerprint, distance) = (hex(pair.query), hex(pair.fingerprint), pair.distance);
    let width = query.len().max("fingerprint".len());
    match (options.json, options.tsv) {
        (true, _) => {
            format!("{{\"query\":\"{query}\",\"fingerprint\":\"{fingerprint}\",\"distance\":{distance}}}\n")
        }
        (_, true) => format!("{query}\t{fingerprint}\t{distance}\n"),
        _ => format!("{query}  {fingerprint:width$}  {distance:>8}\n"),
    }
}
