//! An object of JSON with fields more, the rest of its bytes as they were.

use core::fmt;
use std::borrow::Cow;
use std::format;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::change::{Column, Mark};

/// A line of one object with fields for some columns before its last brace; nothing of any other line.
///
/// # Errors
/// The name of a field that it has already.
pub(super) fn annotated<'a>(
    line: &[u8],
    columns: &'a [Column],
    marks: &[Option<Mark>],
) -> Result<Option<Vec<u8>>, &'a str> {
    let Some(names) = names(line) else { return Ok(None) };
    if let Some(column) = columns.iter().find(|column| names.iter().any(|name| *name == column.name)) {
        return Err(&column.name);
    }
    let Some(brace) = line.iter().rposition(|&byte| byte == b'}') else { return Ok(None) };
    let (before, behind) = line.split_at(brace);
    let fields = columns.iter().zip(marks).enumerate().map(|(at, (column, mark))| {
        let comma = if at == 0 && names.is_empty() { "" } else { "," };
        format!("{comma}{}:{}", serde_json::Value::from(column.name.as_str()), value(mark.as_ref()))
    });
    let fields: String = fields.collect();
    Ok(Some([before, fields.as_bytes(), behind].concat()))
}

fn value(mark: Option<&Mark>) -> serde_json::Value {
    match mark {
        None => serde_json::Value::Null,
        Some(Mark::Text(text)) => text.as_str().into(),
        Some(Mark::Whole(number)) => (*number).into(),
        Some(Mark::Number(number)) => (*number).into(),
        Some(Mark::Truth(truth)) => (*truth).into(),
    }
}

/// The names of an object's fields, in their order; nothing of what is no object.
fn names(line: &[u8]) -> Option<Vec<Cow<'_, str>>> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let names = reader.deserialize_map(Names).ok()?;
    reader.end().ok().map(|()| names)
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Vec<Cow<'de, str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut names = Vec::new();
        while let Some((name, IgnoredAny)) = map.next_entry()? {
            names.push(name);
        }
        Ok(names)
    }
}
