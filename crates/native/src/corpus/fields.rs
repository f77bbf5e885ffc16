//! The fields of lines, items and rows that say something of a document.

use super::{DocumentPlace, Source};
use std::format;
use twinprint::text::Format;

/// The names of the fields in which JSON objects and rows of tables say what a document is. What is neither text nor number in
/// them says nothing, but that a text is expected where a text is named. A name with dots reaches into objects: `meta.url` is
/// `url` in the object `meta`, or a field of the whole name.
///
/// ```
/// let fields = twinprint_native::corpus::Fields { category: "topic".into(), ..Default::default() };
/// assert_eq!((&*fields.group, &*fields.category), ("group", "topic"));
/// assert_eq!(fields.text, None, "the first of text, content, body, raw_content and html that there is");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// Its text. None for the first of [`TEXT`](Fields::TEXT) that it has.
    pub text: Option<String>,
    /// Its name. None for the first of [`ID`](Fields::ID) that it has; where there is none, its name is its place.
    pub id: Option<String>,
    /// What a caller prefers documents by, such as a quality or a date; none for nothing.
    pub rank: Option<String>,
    /// What it belongs to.
    pub group: String,
    /// Its kind.
    pub category: String,
    /// Its language.
    pub language: String,
    /// Where it came from.
    pub url: String,
    /// Its title.
    pub title: String,
}

impl Fields {
    /// Where a text is looked for, the first before the others. `html` is HTML, the others are plain.
    pub const TEXT: [&str; 5] = ["text", "content", "body", "raw_content", "html"];
    /// Where a name is looked for, the first before the others.
    pub const ID: [&str; 4] = ["id", "url", "doc_id", "key"];
}

impl Default for Fields {
    /// Each by its own name.
    fn default() -> Self {
        Fields {
            text: None,
            id: None,
            rank: None,
            group: "group".into(),
            category: "category".into(),
            language: "language".into(),
            url: "url".into(),
            title: "title".into(),
        }
    }
}

/// What a field says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Text(Format),
    Id,
    Rank,
    Label,
    Group,
    Category,
    Language,
    Url,
    Title,
}

/// A field that is looked for.
#[derive(Debug)]
struct WantedField {
    name: String,
    role: Role,
    /// Whether a caller named it, so that a file must have it.
    given: bool,
}

impl WantedField {
    /// Whether it is an error that it holds something else than it should.
    fn is_strict(&self) -> bool {
        matches!(self.role, Role::Text(_)) && (self.given || matches!(&*self.name, "text" | "html"))
    }
}

/// All fields that are looked for; of those with one role, an earlier one counts before a later one.
#[derive(Debug)]
pub(crate) struct Wanted(Vec<WantedField>);

/// The most fields that are looked for.
const MOST: usize = Fields::TEXT.len() + Fields::ID.len() + 7;

impl Wanted {
    pub(crate) fn new(fields: &Fields) -> Wanted {
        let format = |name: &str| match name.rsplit('.').next() {
            Some("html") => Format::Html,
            _ => Format::Plain,
        };
        let named = |given: &Option<String>, usual: &[&str]| -> (Vec<String>, bool) {
            match given {
                Some(name) => (vec![name.clone()], true),
                None => (usual.iter().map(|&name| name.into()).collect(), false),
            }
        };
        let mut wanted = Vec::with_capacity(MOST);
        let (texts, given) = named(&fields.text, &Fields::TEXT);
        wanted.extend(texts.into_iter().map(|name| WantedField {
            role: Role::Text(format(&name)),
            name,
            given,
        }));
        let (ids, given) = named(&fields.id, &Fields::ID);
        wanted.extend(ids.into_iter().map(|name| WantedField { role: Role::Id, name, given }));
        let (ranks, given) = named(&fields.rank, &[]);
        wanted.extend(ranks.into_iter().map(|name| WantedField { role: Role::Rank, name, given }));
        let others = [
            ("label", Role::Label),
            (&fields.group, Role::Group),
            (&fields.category, Role::Category),
            (&fields.language, Role::Language),
            (&fields.url, Role::Url),
            (&fields.title, Role::Title),
        ];
        wanted.extend(others.map(|(name, role)| WantedField { name: name.into(), role, given: false }));
        Wanted(wanted)
    }

    fn those(&self, mut which: impl FnMut(&WantedField) -> bool) -> Matched {
        let found = self.0.iter().enumerate().filter(|(_, field)| which(field));
        Matched(found.fold(0, |found, (at, _)| found | 1 << at))
    }

    /// All of them, before a key is read.
    pub(super) fn all(&self) -> Matched {
        self.those(|_| true)
    }

    /// Those of `open` whose name behind its first `prefix` bytes is `key`, and those that go on within what `key` holds.
    pub(super) fn at_key(&self, open: Matched, prefix: usize, key: &str) -> (Matched, Matched) {
        let (mut here, mut within) = (0, 0);
        for (at, field) in self.0.iter().enumerate().filter(|&(at, _)| open.has(at)) {
            match field.name.get(prefix..).and_then(|rest| rest.strip_prefix(key)) {
                Some("") => here |= 1 << at,
                Some(rest) if rest.starts_with('.') => within |= 1 << at,
                _ => {}
            }
        }
        (Matched(here), Matched(within))
    }

    /// Those of a column's whole name.
    pub(super) fn named(&self, name: &str) -> Matched {
        self.those(|field| field.name == name)
    }

    /// Those whose text may be a document's.
    pub(super) fn texts(&self) -> Matched {
        self.those(|field| matches!(field.role, Role::Text(_)))
    }

    /// Those that hold nothing but what they should.
    pub(super) fn strict(&self) -> Matched {
        self.those(WantedField::is_strict)
    }

    /// Whether a caller named the field of texts.
    pub(super) fn gives_text(&self) -> bool {
        self.0.iter().any(|field| field.given && matches!(field.role, Role::Text(_)))
    }

    /// The fields that a caller named, and that every file must have.
    pub(super) fn given(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|field| field.given).map(|field| &*field.name)
    }

    /// Whether a caller named one of these.
    pub(super) fn is_given(&self, fields: Matched) -> bool {
        !fields.and(self.those(|field| field.given)).is_empty()
    }

    /// The name of the first of these.
    pub(super) fn name_of(&self, matched: Matched) -> &str {
        matched.first().and_then(|at| self.0.get(at)).map_or("", |field| &field.name)
    }

    /// The names under which a text was looked for, as "\"text\", \"html\"".
    pub(super) fn text_names(&self) -> String {
        let texts = self.texts();
        let named = self.0.iter().enumerate().filter(|&(at, _)| texts.has(at));
        named.map(|(_, field)| format!("\"{}\"", field.name)).collect::<Vec<_>>().join(", ")
    }
}

/// Some of the fields that are looked for, by their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Matched(u16);

impl Matched {
    pub(super) const NONE: Matched = Matched(0);

    pub(super) fn only(at: usize) -> Matched {
        Matched(1 << at)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, at: usize) -> bool {
        self.0 & 1 << at != 0
    }

    pub(super) fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    pub(super) fn and(self, other: Matched) -> Matched {
        Matched(self.0 & other.0)
    }

    pub(super) fn without(self, other: Matched) -> Matched {
        Matched(self.0 & !other.0)
    }
}

/// What an object or a row says, by the fields that are looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Said([Option<String>; MOST]);

impl Said {
    /// Those of some fields that said something already.
    pub(super) fn said(&self, fields: Matched) -> Matched {
        let said = (0..MOST).filter(|&at| fields.has(at) && self.0[at].is_some());
        Matched(said.fold(0, |said, at| said | 1 << at))
    }

    /// Takes what one field says for all that it matches.
    pub(super) fn set(&mut self, fields: Matched, value: String) {
        let mut held = (0..MOST).filter(|&at| fields.has(at)).peekable();
        while let Some(at) = held.next() {
            if held.peek().is_none() {
                self.0[at] = Some(value);
                break;
            }
            self.0[at] = Some(value.clone());
        }
    }

    /// The document, if there is a text.
    pub(super) fn document(mut self, wanted: &Wanted, place: DocumentPlace) -> Option<Source> {
        let mut take = |fits: fn(Role) -> bool| {
            let mut fields = wanted.0.iter().zip(&mut self.0);
            fields.find_map(
                |(field, value)| if fits(field.role) { Some((field.role, value.take()?)) } else { None },
            )
        };
        let (Role::Text(format), text) = take(|role| matches!(role, Role::Text(_)))? else { return None };
        let id = take(|role| role == Role::Id).map(|(_, id)| id);
        let mut other = |fits| take(fits).map(|(_, value)| value);
        Some(Source {
            url: other(|role| role == Role::Url),
            title: other(|role| role == Role::Title),
            label: other(|role| role == Role::Label),
            group: other(|role| role == Role::Group),
            category: other(|role| role == Role::Category),
            language: other(|role| role == Role::Language),
            rank: other(|role| role == Role::Rank),
            name: id.unwrap_or_else(|| place.to_string()),
            text,
            format,
            pages: Vec::new(),
            blank_pages: 0,
            asides: Vec::new(),
            disguised: 0,
            place,
            raw: None,
        })
    }
}

/// The most names that a message lists.
const LISTED: usize = 20;

/// The names of keys or columns as a message lists them.
pub(super) fn listed(names: &[String]) -> String {
    let shown = names[..names.len().min(LISTED)].join(", ");
    match names.len().saturating_sub(LISTED) {
        0 if names.is_empty() => "none".into(),
        0 => shown,
        more => format!("{shown}, and {more} more"),
    }
}
