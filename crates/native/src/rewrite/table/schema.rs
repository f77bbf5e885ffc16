//! The schema of a table with columns more.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type, TypePtr};

use super::super::super::Error;
use super::super::super::corpus::display_name;
use super::super::super::corpus::parquet::{Table, plain};
use super::super::change::{Change, Column, MarkKind};
use super::super::has_already;

/// The schema that a table has once it is changed.
///
/// # Errors
/// [`Error::Rewrite`], if it has one of the columns already.
pub(super) fn with_columns(table: &Table, change: &Change<'_>, from: &Path) -> Result<SchemaDescPtr, Error> {
    let schema = table.metadata().file_metadata().schema_descr_ptr();
    let Change::Annotate { columns, .. } = change else { return Ok(schema) };
    let fields = schema.root_schema().get_fields();
    if let Some(column) = columns.iter().find(|column| fields.iter().any(|field| field.name() == column.name))
    {
        return Err(has_already(display_name(from), "column", &column.name));
    }
    added(&schema, columns)
        .map_err(|error| Error::BadTable { place: display_name(from), what: plain(&error) })
}

fn added(schema: &SchemaDescriptor, columns: &[Column]) -> Result<SchemaDescPtr, ParquetError> {
    let root = schema.root_schema();
    let mut fields = root.get_fields().to_vec();
    for column in columns {
        fields.push(field(column)?);
    }
    let root = Type::group_type_builder(root.name()).with_fields(fields).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match column.kind {
        MarkKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        MarkKind::Whole => (Physical::INT64, None),
        MarkKind::Number => (Physical::DOUBLE, None),
        MarkKind::Truth => (Physical::BOOLEAN, None),
    };
    let field = Type::primitive_type_builder(&column.name, physical);
    field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
}
