//! Tables in Arrow's IPC format, without some of their rows or with columns more.
//!
//! A batch that loses nothing is written as its bytes stand; so are the schema and dictionaries. Of one that loses rows those that stay
//! are made a batch, which may have none, packed as it was. Columns that are added stand behind the bytes of the others. Each message
//! stays where it is among the others, so that the footer of a file needs new places only, and the columns that are added: all else that
//! it says stays byte for byte.

mod batch;
mod placed;
pub(super) mod schema;

use std::format;
use std::fs::File;
use std::path::Path;

use super::super::Error;
use super::super::catch_panic::catch_panic;
use super::super::corpus::arrow::raw::{BufferPacking, RawTable};
use super::super::corpus::{Stream, display_name};
use super::change::{Change, Column, Fate};
use super::copy::copy;
use super::packing::{PACKS_ZSTANDARD, Packer};
use super::{Rewriting, Rewritten, has_already, unreadable, unwritable};
use placed::Placed;
use twinprint_readers::unpack;

/// To what the starts of messages and buffers are a multiple of.
const ALIGNED: usize = 8;

/// Makes sure that a table could be written again, as far as its first batch tells. One that is none is refused as it is read.
pub(super) fn check(from: &Path) -> Result<(), Error> {
    let mut table = match open(from) {
        Err(Error::BadTable { .. }) => return Ok(()),
        table => table?,
    };
    loop {
        match table.next() {
            Ok(Some(message)) if message.row_count().is_ok_and(|rows| rows.is_none()) => {}
            Ok(Some(message)) if message.packing() == Ok(BufferPacking::Zstandard) && !PACKS_ZSTANDARD => {
                return Err(Error::Rewrite {
                    place: display_name(from),
                    what: "its batches are packed by Zstandard, and this program was built without what packs so".into(),
                    remedy: "build the program with its feature \"zstd\", or leave it out",
                });
            }
            _ => return Ok(()),
        }
    }
}

/// Writes a table again.
pub(super) fn rewrite(
    from: &Path,
    to: &Path,
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    if let Change::Drop(fate) = change
        && let Some(rewritten) = copied(from, to, fate)?
    {
        return Ok(rewritten);
    }
    let mut table = open(from)?;
    let columns = change.columns();
    if let Some(column) = columns.iter().find(|column| table.schema().index_of(&column.name).is_ok()) {
        return Err(has_already(display_name(from), "column", &column.name));
    }
    let mut out = Placed::begin(Packer::like(from, to, rewriting)?);
    let mut rewritten = Rewritten::default();
    let (fails, wrong) = (|reason| unwritable(to, reason), |problem: String| broken(from, &problem));
    let beginning = table.beginning();
    let new_beginning = match change {
        Change::Drop(_) | Change::Cut { .. } => beginning.clone(),
        Change::Annotate { columns, .. } => with_columns(&table, columns).map_err(wrong)?,
    };
    out.beginning(&beginning, &new_beginning).map_err(fails)?;
    let mut number = 0;
    loop {
        let message = match table.next() {
            Ok(Some(message)) => message,
            Ok(None) => break,
            // All that reading gives stands before.
            Err(_) if !table.has_footer() => {
                rewritten.unreadable += 1;
                break;
            }
            Err(problem) => return Err(wrong(problem)),
        };
        let (bytes, header) = message.bytes();
        let Some(count) = message.row_count().map_err(wrong)? else {
            table.take_dictionary(&message).map_err(wrong)?;
            out.message(&bytes, &bytes, header).map_err(fails)?;
            continue;
        };
        let rows = number..number + count;
        number = rows.end;
        let changed = match change {
            Change::Drop(_) | Change::Cut { .. } => {
                let kept: Vec<bool> = rows.map(|row| change.fate(row) == Fate::Keep).collect();
                let stay = kept.iter().filter(|&&keep| keep).count() as u64;
                rewritten.documents_kept += stay;
                rewritten.documents_dropped += count - stay;
                let write = || batch::without(&table, &message, kept.into(), rewriting.zstd_level);
                (stay < count).then(|| catch_panic(write, |problem| problem))
            }
            Change::Annotate { columns, marks } => {
                rewritten.documents_kept += count;
                let write = || batch::with_columns(&message, rows, columns, marks, rewriting.zstd_level);
                Some(catch_panic(write, |problem| problem))
            }
        };
        let (new, new_header) = changed.unwrap_or_else(|| Ok((bytes.clone(), header))).map_err(wrong)?;
        out.message(&bytes, &new, new_header).map_err(fails)?;
    }
    out.end(table.end()).map_err(fails)?;
    if table.has_footer() {
        let footer = table.rest().and_then(|rest| out.footer(rest, columns)).map_err(wrong)?;
        out.end(&footer).map_err(fails)?;
    }
    rewritten.bytes = Some(out.finish().map_err(fails)?);
    Ok(rewritten)
}

/// What stands before the batches of a table with columns more.
fn with_columns(table: &RawTable, columns: &[Column]) -> Result<Vec<u8>, String> {
    let head = table.head();
    let message = framed(&schema::message(head.header(), columns)?, head.is_marked());
    Ok([table.before(), &message, head.body()].concat())
}

/// A header as it stands in a table: behind its length, and filled up.
pub(super) fn framed(header: &[u8], is_marked: bool) -> Vec<u8> {
    let mark = if is_marked { &[0xff; 4][..] } else { &[] };
    let before = mark.len() + size_of::<u32>();
    let end = (before + header.len()).next_multiple_of(ALIGNED);
    let mut bytes = [mark, &((end - before) as u32).to_le_bytes(), header].concat();
    bytes.resize(end, 0);
    bytes
}

fn open(from: &Path) -> Result<RawTable, Error> {
    let fails = |reason| unreadable(from, reason);
    let reader = unpack(File::open(from).map_err(fails)?).map_err(fails)?;
    let bad = |what| Error::BadTable { place: display_name(from), what };
    RawTable::open(Stream::new(reader)).map_err(bad)
}

fn broken(from: &Path, problem: &str) -> Error {
    Error::Rewrite {
        place: display_name(from),
        what: format!(
            "rows of it are removed, and it is damaged where their texts are not, or at its end: {problem}"
        ),
        remedy: "get the file again, or leave it out",
    }
}

/// Copies a table that loses nothing, however it is damaged.
fn copied(from: &Path, to: &Path, fate: &dyn Fn(u64) -> Fate) -> Result<Option<Rewritten>, Error> {
    let mut table = open(from)?;
    let mut rewritten = Rewritten::default();
    loop {
        match table.next().and_then(|message| message.map(|message| message.row_count()).transpose()) {
            Ok(Some(rows)) => {
                let before = rewritten.documents_kept;
                rewritten.documents_kept += rows.unwrap_or(0);
                if (before..rewritten.documents_kept).any(|row| fate(row) == Fate::Drop) {
                    return Ok(None);
                }
            }
            Ok(None) => break,
            Err(_) => {
                rewritten.unreadable += 1;
                break;
            }
        }
    }
    rewritten.bytes = Some(copy(from, to)?);
    Ok(Some(rewritten))
}
