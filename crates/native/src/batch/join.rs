//! Whole shards of fingerprints against queries that every task holds (Manku, Jain and Das Sarma 2007, section 3.3).

use std::env;
use std::format;
use std::io::{Cursor, Read, Write};

use super::super::Error;
use super::super::index::{Enough, Input as Queries, for_each};
use super::super::join::{Give, join_in};
use super::super::sort::{Repeats, Sorter, StoredCode};
use super::stream::{Cell, ColumnType, Input, Output};
use twinprint::table::Shard;
use twinprint_readers::unpack;

/// A pair within k bits, in hexadecimal digits; or how many fingerprints a file has.
pub(super) const COLUMNS: [(&str, ColumnType); 5] = [
    ("query", ColumnType::Text),
    ("fingerprint", ColumnType::Text),
    ("distance", ColumnType::Int),
    ("file", ColumnType::Text),
    ("fingerprints", ColumnType::Long),
];

/// The fingerprints that are compared at a time.
const CHUNK: usize = 1 << 20;
/// The bytes of pairs that are sorted in memory.
const MEMORY: usize = 128 << 20;

/// Compares files that come as `file` and `content` with queries.
pub(super) fn run<C: StoredCode, W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    queries: &Queries,
    k: u32,
) -> Result<(), Error> {
    let mut of_queries = Vec::new();
    for_each(std::slice::from_ref(queries), &Default::default(), |entry| {
        of_queries.push(entry.code);
        Ok(Enough::No)
    })?;
    let mut files: Vec<(String, u64)> = Vec::new();
    let stream = |give: Give<'_, Vec<C>>| {
        for rows in input {
            let rows = rows?;
            let (names, contents) = (rows.texts("file")?, rows.bytes("content")?);
            for row in 0..rows.len() {
                let codes = codes::<C>(names.value(row), contents.value(row))?;
                files.push((names.value(row).into(), codes.len() as u64));
                for chunk in codes.chunks(CHUNK) {
                    if !give(chunk.to_vec()) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    };
    let sorter = Sorter::new(MEMORY, env::temp_dir(), Repeats::Drop);
    for pair in join_in(of_queries, k, stream, sorter)? {
        let pair = pair?;
        let digits = C::BITS as usize / 4;
        let (query, fingerprint) =
            (format!("{:0digits$x}", pair.query), format!("{:0digits$x}", pair.fingerprint));
        output.push(&[
            Cell::Text(&query),
            Cell::Text(&fingerprint),
            Cell::Int(pair.distance.cast_signed()),
        ])?;
    }
    for (file, codes) in &files {
        output.push(&[Cell::Null, Cell::Null, Cell::Null, Cell::Text(file), Cell::Long(*codes as i64)])?;
    }
    output.finish()
}

/// The fingerprints of a file: a shard of an index, or raw numbers, packed or not.
fn codes<C: StoredCode>(name: &str, bytes: &[u8]) -> Result<Vec<C>, Error> {
    let mut codes = Vec::new();
    if name.ends_with(".tws") {
        let shard = Shard::<C, _>::open(name, bytes)?;
        codes.reserve(usize::try_from(shard.len()).unwrap_or(0).min(bytes.len()));
        shard.for_each_run(|run| codes.extend(run))?;
        return Ok(codes);
    }
    let unreadable = |reason| Error::Unreadable { place: name.into(), reason };
    let mut raw = Vec::new();
    let mut reader = unpack(Cursor::new(bytes.to_vec())).map_err(unreadable)?;
    reader.read_to_end(&mut raw).map_err(unreadable)?;
    if !raw.len().is_multiple_of(C::BYTES) {
        return Err(Error::Index {
            place: name.into(),
            what: format!("it ends within a fingerprint of {} bits", C::BITS),
            remedy: "give raw fingerprints of as many bits as the index has, or say with --bits how many they have",
        });
    }
    codes.extend(raw.chunks_exact(C::BYTES).map(C::from_bytes));
    Ok(codes)
}
