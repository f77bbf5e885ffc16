//! Arrow's own schema, which Arrow's writers keep in a table: its readers go by it field for field, so it has to name every column.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use parquet::file::metadata::KeyValue;

use super::super::arrow::{framed, schema};
use super::super::change::Column;

/// Under which name it is kept.
const KEY: &str = "ARROW:schema";
/// What a message begins with since the format's version 0.15, before its length.
const MARK: [u8; 4] = [0xff; 4];

/// Adds columns to the schema, if it is among what was written into a table. One that cannot be read is taken out: then readers go by
/// the table's.
pub(super) fn add(said: &mut Vec<KeyValue>, columns: &[Column]) {
    said.retain_mut(|said| {
        if said.key != KEY {
            return true;
        }
        let schema = said.value.as_deref().and_then(|schema| with_columns(schema, columns));
        let is_known = schema.is_some();
        said.value = schema;
        is_known
    });
}

fn with_columns(schema: &str, columns: &[Column]) -> Option<String> {
    let bytes = BASE64_STANDARD.decode(schema).ok()?;
    let (length, header) = bytes.strip_prefix(&MARK).unwrap_or(&bytes).split_first_chunk()?;
    let header = header.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    let header = schema::message(header, columns).ok()?;
    Some(BASE64_STANDARD.encode(framed(&header, bytes.starts_with(&MARK))))
}
