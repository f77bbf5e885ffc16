//! A JSON object as a document. Other fields than those requested are skipped without being kept, however deep they
//! are nested.

use core::fmt;
use std::{format, str};

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use super::super::fields::{Matched, Said, Wanted, listed};
use super::super::{DocumentPlace, Source};

/// The document of an object; or why there is none.
pub(in super::super) fn document(
    object: &[u8],
    place: DocumentPlace,
    wanted: &Wanted,
) -> Result<Source, String> {
    let object = bare(object);
    let said = fields(object, wanted).or_else(|error| match without_lone_surrogates(object) {
        Some(object) if error.is_syntax() => fields(&object, wanted),
        _ => Err(error),
    });
    let said = said.map_err(|error| match error.classify() {
        Category::Data => format!("a field is not as it should be: {}", plain(&error)),
        _ => format!("it is not JSON: {}", plain(&error)),
    })?;
    said.document(wanted, place).ok_or_else(|| no_text(object, wanted))
}

/// What the fields of an object say that are requested.
fn fields(object: &[u8], wanted: &Wanted) -> serde_json::Result<Said> {
    let mut reader = serde_json::Deserializer::from_slice(object);
    let mut said = Said::default();
    let whole = Object { wanted, open: wanted.all(), prefix: 0, said: &mut said };
    whole.deserialize(&mut reader).and_then(|()| reader.end()).map(|()| said)
}

/// JSON with U+FFFD for each escaped half of a character that stands alone, as Python writes what it could not decode; none
/// if there is none.
fn without_lone_surrogates(json: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(str::from_utf8(&digits[2..]).ok()?, 16).ok()
    };
    let is_low = |unit: Option<u16>| unit.is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
    let (mut mended, mut at, mut alone) = (json.to_vec(), 0, false);
    while let Some(escape) = json.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'\\')) {
        at += escape;
        at += match unit(at) {
            Some(0xd800..0xdc00) if is_low(unit(at + 6)) => 12,
            Some(0xd800..0xe000) => {
                mended[at + 2..at + 6].copy_from_slice(b"fffd");
                alone = true;
                6
            }
            _ => 2,
        };
    }
    alone.then_some(mended)
}

/// Why an object is no document that has no text.
fn no_text(object: &[u8], wanted: &Wanted) -> String {
    let names = wanted.text_names();
    let among = if wanted.gives_text() { "no field" } else { "none of the fields" };
    format!("it has {among} {names}; its keys are: {}", listed(&keys(object)))
}

/// The keys of an object; none of anything else.
pub(in super::super) fn keys(object: &[u8]) -> Vec<String> {
    let keys = serde_json::from_slice::<Keys>(bare(object));
    keys.map(|Keys(keys)| keys).unwrap_or_default()
}

/// Without a byte order mark and white space at its end.
fn bare(object: &[u8]) -> &[u8] {
    object.strip_prefix(b"\xef\xbb\xbf").unwrap_or(object).trim_ascii_end()
}

/// The reader's words with the column alone: it counts the lines from this one.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// An object with some fields that are requested, into which a prefix of their names leads.
struct Object<'a> {
    wanted: &'a Wanted,
    open: Matched,
    prefix: usize,
    said: &'a mut Said,
}

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Object { wanted, open, prefix, said } = self;
        while let Some(Found { here, within, length }) = map.next_key_seed(Key { wanted, open, prefix })? {
            if here.is_empty() && within.is_empty() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let twice = said.said(here);
            if !twice.is_empty() {
                let name = wanted.name_of(twice);
                return Err(de::Error::custom(format_args!("there are two fields `{name}`")));
            }
            let prefix = prefix + length + 1;
            map.next_value_seed(Value { here, within: Object { wanted, open: within, prefix, said } })?;
        }
        Ok(())
    }
}

/// The name of a field.
struct Key<'a> {
    wanted: &'a Wanted,
    open: Matched,
    prefix: usize,
}

/// What the name of a field stands for.
struct Found {
    /// The fields that are requested and have this name.
    here: Matched,
    /// Those that are in the object under this name.
    within: Matched,
    /// The length of the name.
    length: usize,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Found, E> {
        let (here, within) = self.wanted.at_key(self.open, self.prefix, name);
        Ok(Found { here, within, length: name.len() })
    }
}

/// What a field says: a text, or where it need not be one, a number, as the name of a document.
struct Value<'a> {
    /// The requested fields that it is.
    here: Matched,
    /// Those that it may hold.
    within: Object<'a>,
}

impl Value<'_> {
    fn texts(&self) -> Matched {
        self.here.and(self.within.wanted.texts())
    }

    /// Whether nothing but what is expected will do.
    fn is_strict(&self) -> bool {
        !self.here.and(self.within.wanted.strict()).is_empty()
    }

    fn say(self, fields: Matched, value: String) {
        if !fields.is_empty() {
            self.within.said.set(fields, value);
        }
    }

    fn number<E: de::Error>(self, number: impl Into<serde_json::Number>) -> Result<(), E> {
        let number = number.into();
        if !self.texts().and(self.within.wanted.strict()).is_empty() {
            return Err(de::Error::custom(format_args!("invalid type: number `{number}`, expected a text")));
        }
        let fields = self.here.without(self.texts());
        self.say(fields, number.to_string());
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.texts().is_empty() { "a text or a number" } else { "a text" })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        let fields = self.here;
        self.say(fields, text.into());
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        self.number(number)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        self.number(number)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<(), E> {
        match serde_json::Number::from_f64(number) {
            Some(number) => self.number(number),
            None => Ok(()),
        }
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        match self.is_strict() {
            true => Err(de::Error::invalid_type(de::Unexpected::Bool(value), &self)),
            false => Ok(()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if self.is_strict() {
            return Err(de::Error::invalid_type(de::Unexpected::Seq, &self));
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        if self.is_strict() {
            return Err(de::Error::invalid_type(de::Unexpected::Map, &self));
        }
        if !self.within.open.is_empty() {
            return self.within.visit_map(object);
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// The keys of an object alone.
struct Keys(Vec<String>);

impl<'de> de::Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys, D::Error> {
        struct Those;
        impl<'de> Visitor<'de> for Those {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some((key, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }
        deserializer.deserialize_map(Those)
    }
}
