//! The fields of lines and rows that say something of a document.

use super::{DocumentPlace, Source};
use twinprint::text::Format;

/// The names of the fields in which lines of JSON and rows of tables say more of a document than `id`, `text` or `html`, and
/// `label`. What is neither text nor a number in them says nothing.
///
/// ```
/// let fields = twinprint_native::corpus::Fields { category: "topic".into(), ..Default::default() };
/// assert_eq!((&*fields.group, &*fields.category), ("group", "topic"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
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

impl Default for Fields {
    /// Each by its own name.
    fn default() -> Self {
        Fields {
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
pub(super) enum Role {
    Id,
    Text,
    Html,
    Label,
    Group,
    Category,
    Language,
    Url,
    Title,
}

impl Role {
    pub(super) const ALL: [Role; 9] = [
        Role::Id,
        Role::Text,
        Role::Html,
        Role::Label,
        Role::Group,
        Role::Category,
        Role::Language,
        Role::Url,
        Role::Title,
    ];

    /// The name of its field.
    pub(super) fn name(self, fields: &Fields) -> &str {
        match self {
            Role::Id => "id",
            Role::Text => "text",
            Role::Html => "html",
            Role::Label => "label",
            Role::Group => &fields.group,
            Role::Category => &fields.category,
            Role::Language => &fields.language,
            Role::Url => &fields.url,
            Role::Title => &fields.title,
        }
    }

    /// Those that the field of a name has; a field may have several.
    pub(super) fn of(name: &str, fields: &Fields) -> Roles {
        let has = |role: &Role| role.name(fields) == name;
        Roles(Role::ALL.iter().filter(|role| has(role)).fold(0, |roles, &role| roles | 1 << role as u8))
    }
}

/// What is wrong with a line or a row of no text.
pub(super) const NO_TEXT: &str = "it has neither \"text\" nor \"html\"";

/// Some of all roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Roles(u16);

impl Roles {
    pub(super) fn only(role: Role) -> Roles {
        Roles(1 << role as u8)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }

    /// Whether what the field holds is a document's text.
    pub(super) fn have_text(self) -> bool {
        self.has(Role::Text) || self.has(Role::Html)
    }
}

/// What a line or a row says, by role.
#[derive(Debug, Clone, Default)]
pub(super) struct Said([Option<String>; Role::ALL.len()]);

impl Said {
    /// What a role's field says.
    pub(super) fn get(&self, role: Role) -> Option<&String> {
        self.0[role as usize].as_ref()
    }

    /// Takes what a field says for all its roles.
    pub(super) fn set(&mut self, roles: Roles, value: String) {
        let mut held = Role::ALL.into_iter().filter(|&role| roles.has(role)).peekable();
        while let Some(role) = held.next() {
            if held.peek().is_none() {
                self.0[role as usize] = Some(value);
                break;
            }
            self.0[role as usize] = Some(value.clone());
        }
    }

    /// The document; or why there is none.
    pub(super) fn document(mut self, place: DocumentPlace) -> Result<Source, String> {
        let mut take = |role: Role| self.0[role as usize].take();
        let (text, format) = match (take(Role::Text), take(Role::Html)) {
            (Some(text), _) => (text, Format::Plain),
            (None, Some(html)) => (html, Format::Html),
            (None, None) => return Err(NO_TEXT.into()),
        };
        Ok(Source {
            name: take(Role::Id).ok_or("it has no \"id\"")?,
            text,
            format,
            url: take(Role::Url),
            title: take(Role::Title),
            label: take(Role::Label),
            group: take(Role::Group),
            category: take(Role::Category),
            language: take(Role::Language),
            place,
            raw: None,
        })
    }
}
