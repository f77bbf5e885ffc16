//! Fields with names, a line each, as records and what servers answer begin with.

use core::str;

/// The lines before an empty one: the first, and fields as "Name: value".
pub(super) struct Named {
    pub(super) first: String,
    /// With names in lower case.
    fields: Vec<(String, String)>,
}

impl Named {
    /// Reads what `bytes` begin with, and says how long it is. A line that begins with white space goes on with the one
    /// before; one without a colon says nothing.
    pub(super) fn parse(bytes: &[u8]) -> (Named, usize) {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut length = first.len();
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            length += line.len();
            let text = String::from_utf8_lossy(line);
            if text.trim().is_empty() {
                break;
            }
            match (text.starts_with([' ', '\t']), fields.last_mut(), text.split_once(':')) {
                (true, Some((_, value)), _) => {
                    value.push(' ');
                    value.push_str(text.trim());
                }
                (false, _, Some((name, value))) => {
                    fields.push((name.trim().to_ascii_lowercase(), value.trim().into()));
                }
                _ => {}
            }
        }
        (Named { first: String::from_utf8_lossy(first).trim().into(), fields }, length)
    }

    /// What the first field of a name in lower case says.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
