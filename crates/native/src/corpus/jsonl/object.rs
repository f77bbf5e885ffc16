//! A line of JSON as a document. Other fields than those requested are skipped without being kept, however deep they
//! are nested.

use core::fmt;
use std::{format, str};

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use super::super::fields::{Fields, Role, Roles, Said};
use super::super::{DocumentPlace, Source};

/// The document of a line; or why there is none.
pub(in super::super) fn document(
    line: &[u8],
    place: DocumentPlace,
    fields: &Fields,
) -> Result<Source, String> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_end();
    let mut reader = serde_json::Deserializer::from_slice(line);
    let said = Object(fields).deserialize(&mut reader).and_then(|said| reader.end().map(|()| said));
    said.map_err(|error| match error.classify() {
        Category::Data => format!("a field is not as it should be: {}", plain(&error)),
        _ => format!("it is not JSON: {}", plain(&error)),
    })?
    .document(place)
}

/// The reader's words with the column alone: it counts the lines from this one.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// An object with some fields that are requested.
struct Object<'a>(&'a Fields);

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = Said;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Said, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = Said;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Said, A::Error> {
        let mut said = Said::default();
        while let Some(roles) = map.next_key_seed(Key(self.0))? {
            if roles.is_empty() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if let Some(role) =
                Role::ALL.into_iter().find(|&role| roles.has(role) && said.get(role).is_some())
            {
                let name = role.name(self.0);
                return Err(de::Error::custom(format_args!("there are two fields `{name}`")));
            }
            if let Some(value) = map.next_value_seed(Value(roles))? {
                said.set(roles, value);
            }
        }
        Ok(said)
    }
}

/// The name of a field as what it says.
struct Key<'a>(&'a Fields);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Roles;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Roles, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Roles;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Roles, E> {
        Ok(Role::of(name, self.0))
    }
}

/// What a field of these roles says: a text, or where it need not be one, a number, as the name of a document.
struct Value(Roles);

impl Value {
    /// Whether nothing but what is expected will do.
    fn is_strict(&self) -> bool {
        self.0.have_text() || self.0.has(Role::Id) || self.0.has(Role::Label)
    }

    fn number<E: de::Error>(self, number: impl Into<serde_json::Number>) -> Result<Option<String>, E> {
        let number = number.into();
        match self.0.have_text() {
            true => Err(de::Error::custom(format_args!("invalid type: number `{number}`, expected a text"))),
            false => Ok(Some(number.to_string())),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Value {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.have_text() { "a text" } else { "a text or a number" })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<String>, E> {
        Ok(Some(text.into()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Option<String>, E> {
        self.number(number)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Option<String>, E> {
        self.number(number)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Option<String>, E> {
        match serde_json::Number::from_f64(number) {
            Some(number) => self.number(number),
            None => Ok(None),
        }
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<String>, E> {
        Ok(None)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Option<String>, E> {
        match self.is_strict() {
            true => Err(de::Error::invalid_type(de::Unexpected::Bool(value), &self)),
            false => Ok(None),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<String>, A::Error> {
        if self.is_strict() {
            return Err(de::Error::invalid_type(de::Unexpected::Seq, &self));
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Option<String>, A::Error> {
        if self.is_strict() {
            return Err(de::Error::invalid_type(de::Unexpected::Map, &self));
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}
