//! The schema of a table with columns more.
//!
//! What stands in it is not written anew: its fields, with the numbers of their dictionaries and all that is said of them, stand
//! byte for byte in what is built around them. So nothing is lost of what only other programs know.

use arrow_ipc::convert::IpcSchemaEncoder;
use arrow_ipc::{
    Footer, FooterArgs, KeyValue, Message, MessageArgs, MessageHeader, Schema, SchemaArgs, root_as_footer,
    root_as_message, root_as_schema,
};
use arrow_schema::{DataType, Field, Fields};
use flatbuffers::{FlatBufferBuilder, ForwardsUOffset, Table, UOffsetT, Vector, WIPOffset};

use super::super::super::catch_panic::catch_panic;
use super::super::change::{Column, MarkKind};

/// To what the start of anything that stands in a header is a multiple of, at most.
const ALIGNED: usize = size_of::<u64>();

/// Columns as fields of a table.
pub(in super::super) fn fields(columns: &[Column]) -> Fields {
    let data_type = |kind| match kind {
        MarkKind::Text => DataType::Utf8,
        MarkKind::Whole => DataType::Int64,
        MarkKind::Number => DataType::Float64,
        MarkKind::Truth => DataType::Boolean,
    };
    columns.iter().map(|column| Field::new(&column.name, data_type(column.kind), true)).collect()
}

/// The header of a message that holds a schema, with columns more.
///
/// # Errors
/// What is wrong with it, in words.
pub(in super::super) fn message(header: &[u8], columns: &[Column]) -> Result<Vec<u8>, String> {
    built(|builder| {
        let message = root_as_message(header).map_err(|error| error.to_string())?;
        let old = message.header_as_schema().ok_or("it does not begin with a schema")?;
        let embedded = Embedded::within(builder, header);
        let said = embedded.said(builder, message.custom_metadata());
        let schema = schema(builder, old, &embedded, columns)?;
        let arguments = MessageArgs {
            version: message.version(),
            header_type: MessageHeader::Schema,
            header: Some(schema.as_union_value()),
            bodyLength: message.bodyLength(),
            custom_metadata: said,
        };
        let message = Message::create(builder, &arguments);
        builder.finish(message, None);
        Ok(())
    })
}

/// A footer, with columns more.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn footer(footer: &[u8], columns: &[Column]) -> Result<Vec<u8>, String> {
    built(|builder| {
        let old = root_as_footer(footer).map_err(|error| error.to_string())?;
        let embedded = Embedded::within(builder, footer);
        let said = embedded.said(builder, old.custom_metadata());
        let schema = schema(builder, old.schema().ok_or("its footer has no schema")?, &embedded, columns)?;
        let [dictionaries, batches] = [old.dictionaries(), old.recordBatches()].map(|blocks| {
            let blocks: Option<Vec<_>> = blocks.map(|blocks| blocks.iter().copied().collect());
            blocks.map(|blocks| builder.create_vector(&blocks))
        });
        let arguments = FooterArgs {
            version: old.version(),
            schema: Some(schema),
            dictionaries,
            recordBatches: batches,
            custom_metadata: said,
        };
        let footer = Footer::create(builder, &arguments);
        builder.finish(footer, None);
        Ok(())
    })
}

/// What is built, a multiple of [`ALIGNED`] long.
fn built(
    build: impl FnOnce(&mut FlatBufferBuilder<'static>) -> Result<(), String>,
) -> Result<Vec<u8>, String> {
    let all = || {
        let mut builder = FlatBufferBuilder::new();
        build(&mut builder)?;
        let mut bytes = builder.finished_data().to_vec();
        bytes.resize(bytes.len().next_multiple_of(ALIGNED), 0);
        Ok(bytes)
    };
    catch_panic(all, |problem| problem)
}

fn schema(
    builder: &mut FlatBufferBuilder<'static>,
    old: Schema<'_>,
    embedded: &Embedded,
    columns: &[Column],
) -> Result<WIPOffset<Schema<'static>>, String> {
    let added = IpcSchemaEncoder::new().schema_to_fb(&arrow_schema::Schema::new(fields(columns)));
    let added = added.finished_data();
    let embedded_added = Embedded::within(builder, added);
    let added = root_as_schema(added).map_err(|error| error.to_string())?;
    let of = |schema: Schema<'_>, embedded: &Embedded| -> Vec<_> {
        schema.fields().into_iter().flatten().map(|field| embedded.place(&field._tab)).collect()
    };
    let fields = [of(old, embedded), of(added, &embedded_added)].concat();
    let features: Option<Vec<_>> = old.features().map(|features| features.iter().collect());
    let arguments = SchemaArgs {
        endianness: old.endianness(),
        fields: Some(builder.create_vector(&fields)),
        custom_metadata: embedded.said(builder, old.custom_metadata()),
        features: features.map(|features| builder.create_vector(&features)),
    };
    Ok(Schema::create(builder, &arguments))
}

/// What was built before, as it stands within what is being built: all that points from one place of it to another is relative.
struct Embedded {
    /// How far before the end it begins.
    begin: UOffsetT,
}

impl Embedded {
    fn within(builder: &mut FlatBufferBuilder<'static>, bytes: &[u8]) -> Embedded {
        let words = bytes.chunks(ALIGNED).map(|chunk| {
            let mut word = [0; ALIGNED];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let words = builder.create_vector(&Vec::from_iter(words));
        // The vector begins with how many there are.
        Embedded { begin: words.value() - size_of::<UOffsetT>() as UOffsetT }
    }

    /// A table that was built.
    fn place<T>(&self, table: &Table<'_>) -> WIPOffset<T> {
        WIPOffset::new(self.begin - table.loc() as UOffsetT)
    }

    /// What is said, under the names that it has.
    fn said<'a>(
        &self,
        builder: &mut FlatBufferBuilder<'static>,
        said: Option<Vector<'a, ForwardsUOffset<KeyValue<'a>>>>,
    ) -> Option<WIPOffset<Vector<'static, ForwardsUOffset<KeyValue<'static>>>>> {
        let said: Vec<_> = said?.iter().map(|said| self.place(&said._tab)).collect();
        Some(builder.create_vector(&said))
    }
}
