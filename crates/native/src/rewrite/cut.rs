//! An object of JSON with something cut out of its text. What is left of the text stands as it stood, with the escapes that it had.

use std::ops::Range;
use std::path::Path;

use super::super::Error;
use super::super::corpus::display_name;
use super::change::TextCuts;

/// The object without what is cut out of its text, which is in the first of some fields that it has; none if there is none, or another.
/// A name with dots leads into objects, as it does where documents are read.
pub(super) fn object(object: &[u8], cuts: &TextCuts, fields: &[&str]) -> Option<Vec<u8>> {
    let begin = object.iter().position(|&byte| byte == b'{')?;
    let text = fields.iter().find_map(|field| Json { bytes: object, at: begin }.text(field))?;
    let left = without(&object[text.clone()], cuts)?;
    Some([&object[..text.start], &left, &object[text.end..]].concat())
}

/// The error of a document that has another text than the one that was read.
pub(super) fn another_text(from: &Path) -> Error {
    Error::Rewrite {
        place: display_name(from),
        what: "a document of it has another text than it had".into(),
        remedy: "see whether something writes to it, and run the command again",
    }
}

/// JSON that was read before: it is only found out where its parts are.
struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Json<'_> {
    /// What stands between the quotation marks of a field of the object that begins here.
    fn text(mut self, field: &str) -> Option<Range<usize>> {
        self.take(b'{')?;
        loop {
            let key = self.string()?;
            let key: String = serde_json::from_slice(&self.bytes[key.start - 1..key.end + 1]).ok()?;
            self.take(b':')?;
            let value = self.skip_space()?;
            let rest = field.strip_prefix(&*key);
            if rest == Some("") && value == b'"' {
                return self.string();
            }
            if let Some(within) = rest.and_then(|rest| rest.strip_prefix('.'))
                && value == b'{'
                && let Some(found) = (Json { bytes: self.bytes, at: self.at }).text(within)
            {
                return Some(found);
            }
            self.skip_value()?;
            if self.skip_space()? != b',' {
                return None;
            }
            self.at += 1;
        }
    }

    /// The next byte that is no white space.
    fn skip_space(&mut self) -> Option<u8> {
        self.at += self.bytes[self.at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let next = self.skip_space()?;
        self.at += 1;
        (next == byte).then_some(())
    }

    /// Goes past a text, and says what is between its quotation marks.
    fn string(&mut self) -> Option<Range<usize>> {
        self.take(b'"')?;
        let begin = self.at;
        loop {
            match *self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(begin..self.at - 1)
    }

    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.skip_space()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",:]}".contains(byte);
                    self.at += self.bytes[self.at..].iter().position(is_end)?;
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

/// A text as it stands between quotation marks, without what is cut out of it; none if its length is another.
fn without(escaped: &[u8], cuts: &TextCuts) -> Option<Vec<u8>> {
    let mut left = Vec::with_capacity(escaped.len());
    let mut cuts_left = cuts.cuts.iter().peekable();
    // Where we are in the text, and in what stands for it.
    let (mut at, mut stands) = (0, 0);
    while stands < escaped.len() {
        let (length, bytes) = character(&escaped[stands..]);
        while cuts_left.next_if(|cut| cut.span.end as usize <= at).is_some() {}
        match cuts_left.peek() {
            Some(cut) if cut.span.start as usize <= at => {
                if cut.span.start as usize == at && cut.space {
                    left.push(b' ');
                }
            }
            _ => left.extend(&escaped[stands..(stands + bytes).min(escaped.len())]),
        }
        at += length;
        stands += bytes;
    }
    (at == cuts.length).then_some(left)
}

/// How many bytes the first character of a text has, or a byte of it, and how many stand for it.
fn character(escaped: &[u8]) -> (usize, usize) {
    if escaped[0] != b'\\' {
        return (1, 1);
    }
    let unit = |at: usize| {
        let digits = escaped.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u32::from_str_radix(str::from_utf8(&digits[2..]).ok()?, 16).ok()
    };
    match (unit(0), unit(6)) {
        (None, _) => (1, 2),
        (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => (4, 12),
        (Some(0..0x80), _) => (1, 6),
        (Some(0x80..0x800), _) => (2, 6),
        // Half a character that stands alone is read as U+FFFD.
        (Some(_), _) => (3, 6),
    }
}
