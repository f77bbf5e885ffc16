//! How the bodies of requests and responses are written.

/// How look-ups and responses are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// JSON with hexadecimal strings.
    #[default]
    Json,
    /// The compact form.
    Binary,
}

impl Form {
    /// Its media type.
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Binary => "application/vnd.twinprint.lookup",
        }
    }

    /// The form of a media type, whatever parameters follow it.
    pub fn of(content_type: &str) -> Option<Self> {
        let named = content_type.split(';').next().unwrap_or_default().trim();
        [Form::Json, Form::Binary].into_iter().find(|form| named.eq_ignore_ascii_case(form.content_type()))
    }
}
