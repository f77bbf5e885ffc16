//! `twinprint index join`.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use twinprint::native::Error;
use twinprint::native::index::{self, Enough, Index, Input, Joined, Manifest, Options, Pair, hex};
use twinprint::simhash::Bits;
use twinprint::table::Code;

use crate::Outcome;
use crate::args::Join;
use crate::terminal::{counted, print};

pub(crate) fn run(options: &Join) -> Result<Outcome, Error> {
    let folder = Path::new(&options.fingerprints);
    let own = if folder.is_dir() { Some(Manifest::read(folder)?.bits()?) } else { None };
    match own.or(options.bits).unwrap_or_default() {
        Bits::B32 => join::<u32>(options),
        Bits::B64 => join::<u64>(options),
        Bits::B128 => join::<u128>(options),
    }
}

fn join<C: Code>(options: &Join) -> Result<Outcome, Error> {
    let folder = Path::new(&options.fingerprints);
    if folder.is_dir() {
        let index: Index<C> = Index::open(folder)?;
        return print_pairs(options, &Joined::index(index.family()), options.k.unwrap_or(index.family().k()));
    }
    if options.fingerprints == "-" && options.queries.as_ref().is_some_and(|queries| queries == "-") {
        return Err(Error::StandardInputTwice);
    }
    let k = options.k.unwrap_or(Options::default().k);
    print_pairs(options, &Joined::memory(read::<C>(&options.fingerprints)?, k)?, k)
}

fn read<C: Code>(file: &OsString) -> Result<Vec<C>, Error> {
    let mut codes = Vec::new();
    index::for_each(&[Input::new(file)], &Arc::new(AtomicU64::new(0)), |entry| {
        codes.push(entry.code);
        Ok(Enough::No)
    })?;
    Ok(codes)
}

fn print_pairs<C: Code>(options: &Join, joined: &Joined<'_, C>, k: u32) -> Result<Outcome, Error> {
    let queries = options.queries.as_ref().map(read::<C>).transpose()?;
    if !options.json {
        print(&header::<C>(options.tsv))?;
    }
    let mut pairs = 0u64;
    let take = |batch: &[Pair<C>]| {
        pairs += batch.len() as u64;
        print(&batch.iter().map(|pair| line(options, pair)).collect::<String>())
    };
    match queries {
        Some(queries) => index::join(joined, queries, k, take),
        None => index::self_join(joined, k, take),
    }?;
    if !options.json && !options.tsv {
        print(&format!("{} within {k} bits\n", counted(pairs, "pair")))?;
    }
    Ok(Outcome::default())
}

fn header<C: Code>(tsv: bool) -> String {
    let width = C::BITS as usize / 4;
    match tsv {
        true => "query\tfingerprint\tdistance\n".into(),
        false => format!("{:width$}  {:width$}  distance\n", "query", "fingerprint"),
    }
}

fn line<C: Code>(options: &Join, pair: &Pair<C>) -> String {
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
