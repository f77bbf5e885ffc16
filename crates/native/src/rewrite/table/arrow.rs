//! Arrow's own schema, which Arrow's writers keep in a table: its readers go by it field for field, so it has to name every column.

use arrow_ipc::convert::try_schema_from_ipc_buffer;
use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions};
use arrow_schema::{DataType, Field, Schema};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use parquet::file::metadata::KeyValue;

use super::super::super::catch_panic::catch_panic;
use super::super::change::{Column, MarkKind};

/// Under which name it is kept.
const KEY: &str = "ARROW:schema";
/// What a message begins with, before its length.
const MESSAGE: [u8; 4] = [0xff; 4];

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
    let schema = catch_panic(|| try_schema_from_ipc_buffer(&bytes).map_err(drop), drop).ok()?;
    let added = columns.iter().map(|column| Field::new(&column.name, data_type(column.kind), true).into());
    let fields: Vec<_> = schema.fields().iter().cloned().chain(added).collect();
    let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
    let (options, mut dictionaries) = (IpcWriteOptions::default(), DictionaryTracker::new(true));
    let message = IpcDataGenerator::default()
        .schema_to_bytes_with_dictionary_tracker(&schema, &mut dictionaries, &options)
        .ipc_message;
    let length = u32::try_from(message.len()).ok()?;
    Some(BASE64_STANDARD.encode([&MESSAGE, &length.to_le_bytes()[..], &message].concat()))
}

fn data_type(kind: MarkKind) -> DataType {
    match kind {
        MarkKind::Text => DataType::Utf8,
        MarkKind::Whole => DataType::Int64,
        MarkKind::Number => DataType::Float64,
        MarkKind::Truth => DataType::Boolean,
    }
}
