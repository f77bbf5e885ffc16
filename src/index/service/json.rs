//! JSON as it stands, members in their order and doubled ones twice, so that an error can say which field is wrong and how.
//!
//! Naively, a type is derived that says what it expects and where in the bytes; who sends a number where a string should be
//! would have to count brackets. A body is short, so all of it is read first and then looked through by name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use super::refusal::Refusal;

/// A value of JSON.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A number without a sign, point or exponent.
    Whole(u64),
    /// Any other number.
    Number,
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// What kind of value it is.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "true or false",
            Json::Whole(_) => "a number",
            Json::Number => "a negative or fractional number",
            Json::Text(_) => "a string",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Whole(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = object.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}

/// What is wrong with a body that is no JSON.
pub(crate) fn not_json(error: &serde_json::Error) -> Refusal {
    let what = match error.classify() {
        Category::Eof => "the JSON has no end".into(),
        _ => format!("it is no JSON: {error}"),
    };
    Refusal::malformed("body", what, "send one JSON object")
}

/// Takes every member of an object once; what `take` does not know is refused.
pub(crate) fn each_once(
    within: &str,
    members: Vec<(String, Json)>,
    mut take: impl FnMut(&str, String, Json) -> Result<bool, Refusal>,
) -> Result<(), Refusal> {
    const KNOWN: &str =
        "leave it out: docs/reference/service.md and docs/reference/edge.md say which fields there are";
    let mut seen: Vec<String> = Vec::new();
    for (name, value) in members {
        let place = format!("{within}{}", name.chars().take(64).collect::<String>());
        if seen.contains(&name) {
            return Err(Refusal::malformed(place, "it is there twice", "give each field once"));
        }
        if !take(&name, place.clone(), value)? {
            return Err(Refusal::malformed(place, "there is no such field", KNOWN));
        }
        seen.push(name);
    }
    Ok(())
}

/// A value of another kind than a field has.
pub(crate) fn other_kind(place: &str, value: &Json, remedy: &'static str) -> Refusal {
    Refusal::out_of_range(place, format!("it is {}", value.kind()), remedy)
}
